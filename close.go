package cpuworker

import (
	"context"

	"github.com/cpuworker/cpuworker/sched"
)

// Close stops the scheduler: nothing more is accepted, tasks that wait to be
// started end with ErrClosed, and the contexts of those that have started are
// done, with ErrClosed as the cause. It does not wait for them. When the last
// one has ended, which is before Close returns if none is left, the effects of
// New on the process are undone. It can be called again, from anywhere, and
// always returns nil.
func (s *Scheduler) Close() error {
	s.mu.Lock()
	if s.phase == closed {
		finishing := s.finishing
		s.mu.Unlock()
		if finishing {
			<-s.gone
		}
		return nil
	}
	s.phase = closed
	var started []*Task
	for t := s.live.head; t != nil; {
		next := t.next
		if t.began {
			started = append(started, t)
		} else {
			s.dropLocked(t, ErrClosed)
		}
		t = next
	}
	for _, t := range started {
		t.signal.Or(signalClosed)
		if t.policy.State() == sched.Waiting {
			s.forceLocked(t)
		}
	}
	s.applyLocked(nil)
	last := s.lastLocked()
	s.mu.Unlock()
	for _, t := range started {
		t.cancelDerived()
	}
	if last {
		s.finish()
	}
	return nil
}

// Shutdown stops accepting tasks, except for children of tasks that were
// accepted, and returns nil when all have ended. If ctx is done before that it
// closes the scheduler and returns a *ShutdownError that says how many tasks
// have started and still run. A task that never ends keeps the effects of New
// on the process. Called inside a task it waits for that task too, so it
// returns when ctx is done.
func (s *Scheduler) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	s.mu.Lock()
	last := false
	if s.phase == open {
		s.phase = draining
		last = s.lastLocked()
	}
	s.mu.Unlock()
	if last {
		s.finish()
	}
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
	}
	_ = s.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live.len == 0 {
		return nil
	}
	return &ShutdownError{Running: s.live.len, Cause: ctx.Err()}
}

// lastLocked says, once, that nothing is left to run.
func (s *Scheduler) lastLocked() bool {
	if s.phase == open || s.live.len > 0 || s.finishing {
		return false
	}
	s.phase = closed
	s.finishing = true
	return true
}

// finish undoes the effects on the process. Only the caller to whom lastLocked
// said yes calls it.
func (s *Scheduler) finish() {
	s.mu.Lock()
	watched := s.watched
	close(s.watch)
	s.mu.Unlock()
	if watched != nil {
		<-watched
	}
	s.release()
	close(s.gone)
}
