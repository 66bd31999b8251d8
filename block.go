package cpuworker

import (
	"context"

	"github.com/cpuworker/cpuworker/sched"
)

// Block is FromContext(ctx).Block(fn). Outside a task it just calls fn.
func Block(ctx context.Context, fn func()) { FromContext(ctx).Block(fn) }

// Block gives the task's slot back while fn waits for something: a reply, a
// lock, a child. When fn has returned it takes a slot again, which may mean
// waiting for one; it does not wait if the task's context is done. fn should
// not compute: it runs outside the slots. In Preemptive mode a task that was
// lowered before keeps its thread while it waits, and the Go runtime ends a
// process with 10,000 threads. A panic in fn passes through, after
// the slot was taken again. Block inside Block, on a task that has ended, or on
// a nil *Task, just calls fn.
func (t *Task) Block(fn func()) {
	if fn == nil {
		return
	}
	if t == nil || !t.leaveSlot() {
		fn()
		return
	}
	defer t.returnToSlot()
	fn()
}

func (t *Task) leaveSlot() bool {
	s := t.group.s
	s.mu.Lock()
	state := t.policy.State()
	if state != sched.Running && state != sched.Stalled || !s.mode.own(t) {
		s.mu.Unlock()
		return false
	}
	s.core.Block(&t.policy, s.useLocked(t))
	t.signal.And(^uint32(signalYield))
	s.mode.stand(t)
	s.applyLocked(nil)
	s.mu.Unlock()
	return true
}

func (t *Task) returnToSlot() {
	s := t.group.s
	s.mu.Lock()
	s.core.Wake(&t.policy)
	s.applyLocked(nil)
	s.awaitSlot(t)
	s.mode.sit(t) // only now, so that one that waits for its slot needs no thread
}
