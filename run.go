package cpuworker

import (
	"context"
	"runtime/debug"
	"runtime/pprof"
)

// callHere calls fn as part of the task that calls it. If fn calls
// runtime.Goexit, callHere does not return.
func callHere(ctx context.Context, fn func(context.Context) error) (panicked bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			panicked, err = true, &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return false, fn(ctx)
}

// call runs the task's function.
func (t *Task) call() (err error) {
	if err = t.ctx.Err(); err != nil {
		t.skipped = true
		return err
	}
	t.panicked, err = callHere((*taskContext)(t), t.fn)
	return err
}

// runHere runs a task that has a slot in the goroutine that submitted it.
func (s *Scheduler) runHere(t *Task) error {
	err := ErrGoexit
	defer func() { s.end(t, err, false) }()
	err = t.call()
	return err
}

// work is a worker: it runs t, then what the policy gives it next, until there
// is nothing that it can run.
func (s *Scheduler) work(t *Task) {
	w := s.mode.hire()
	if w == nil {
		go s.work(t)
		s.mode.keepMain()
		return
	}
	err := ErrGoexit
	defer func() {
		if t != nil { // Goexit: the deferred call is all that is left of the worker
			_, w = s.end(t, err, false)
			s.mode.fire(w)
		}
	}()
	for t != nil {
		s.mu.Lock()
		s.mode.place(t, w)
		s.mu.Unlock()
		pprof.SetGoroutineLabels((*taskContext)(t))
		err = t.call()
		ended := t
		t = nil
		t, w = s.end(ended, err, true)
		err = ErrGoexit
	}
	s.mode.fire(w)
}

// end resolves a task that ran and returns its worker, another one than before
// if the task was inside Block, and, if that can go on, the next task for it.
func (s *Scheduler) end(t *Task, err error, goOn bool) (next *Task, w *worker) {
	s.mu.Lock()
	used := s.useLocked(t)
	w = s.mode.leave(t)
	switch {
	case t.skipped:
		t.group.counts.Cancelled++
	case t.panicked:
		t.group.counts.Panicked++
	default:
		t.group.counts.Done++
	}
	s.core.Finish(&t.policy, used)
	s.resolveLocked(t, err)
	if goOn {
		next = s.applyLocked(w)
	} else {
		s.applyLocked(nil)
	}
	last := s.lastLocked()
	s.mu.Unlock()
	t.cancelDerived()
	if last {
		s.finish()
	}
	return next, w
}
