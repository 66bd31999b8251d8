package cpuworker

import (
	"context"

	"github.com/cpuworker/cpuworker/sched"
)

// Checkpoint is FromContext(ctx).Checkpoint(): a place where the task may be
// stopped. Outside a task it does nothing, so a library can call it freely.
func Checkpoint(ctx context.Context) error { return FromContext(ctx).Checkpoint() }

// Checkpoint lets other tasks run if there is a reason to: the task's slice is
// over and somebody waits for the slot, or work of a higher class does. It
// returns when the task has its slot again, with an error if the task should
// stop: the submitter's context is done (its error) or the scheduler was closed
// (ErrClosed). Both are noticed within a slice. On a nil *Task it returns nil.
//
// Without a reason it costs one atomic load, inlined: call it every few
// microseconds of work if you like. It belongs in the task's own goroutine. In
// another one, and inside Block, it does not stop anything and only returns
// the error. A mutex that is held across it stays locked while others run.
func (t *Task) Checkpoint() error {
	if t == nil || t.signal.Load() == 0 {
		return nil
	}
	return t.checkpoint()
}

func (t *Task) checkpoint() error {
	if t.signal.Load()&signalFinished != 0 {
		return ErrFinished
	}
	s := t.group.s
	s.mu.Lock()
	if err := t.causeLocked(); err != nil || !s.mode.own(t) {
		s.mu.Unlock()
		return err
	}
	switch t.policy.State() {
	case sched.Running, sched.Stalled:
		if !t.policy.Asked() {
			t.signal.And(^uint32(signalYield))
			s.mu.Unlock()
			return nil
		}
		s.core.Yield(&t.policy, s.useLocked(t))
		s.applyLocked(nil)
	case sched.Waiting: // another goroutine of the task waits here already
	default:
		s.mu.Unlock()
		return nil
	}
	s.awaitSlot(t)
	return t.cause()
}

// awaitSlot is called with s.mu held and releases it. It returns when t runs,
// which is at once if its context is done: a task that is to end is not kept
// waiting for a slot.
func (s *Scheduler) awaitSlot(t *Task) {
	if t.policy.State() != sched.Waiting {
		s.mu.Unlock()
		return
	}
	if t.causeLocked() != nil {
		t.signal.Or(signalDone)
		s.forceLocked(t)
		s.mu.Unlock()
		return
	}
	if t.resume == nil {
		t.resume = make(chan struct{})
	}
	resume := t.resume
	s.mu.Unlock()
	select {
	case <-resume:
	case <-t.ctx.Done():
		s.hurry(t)
	}
}

// hurry lets a task whose context is done go on, if it waits for a slot.
func (s *Scheduler) hurry(t *Task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.signal.Or(signalDone)
	if t.policy.State() == sched.Waiting {
		s.forceLocked(t)
	}
}

func (s *Scheduler) forceLocked(t *Task) {
	s.core.Force(&t.policy)
	s.resumeLocked(t)
	s.applyLocked(nil)
}

// resumeLocked lets the goroutines of a suspended task go on.
func (s *Scheduler) resumeLocked(t *Task) {
	t.signal.And(^uint32(signalYield))
	s.mode.resume(t)
	if t.resume != nil {
		close(t.resume)
		t.resume = nil
	}
}

// cause says why the task should stop, nil if it should not.
func (t *Task) cause() error {
	t.group.s.mu.Lock()
	defer t.group.s.mu.Unlock()
	return t.causeLocked()
}

func (t *Task) causeLocked() error {
	if t.signal.Load()&signalClosed != 0 {
		return ErrClosed
	}
	return t.ctx.Err()
}
