package cpuworker

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/pprof"
)

// callHere calls fn as part of the task that calls it.
func callHere(ctx context.Context, fn func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return fn(ctx)
}

// call runs the task's function. If that calls runtime.Goexit, call does not
// return.
func (t *Task) call() error { return callHere((*taskContext)(t), t.fn) }

// runHere runs a task that has a slot in the goroutine that submitted it.
func (s *Scheduler) runHere(t *Task) error {
	err := ErrGoexit
	defer func() { s.end(t, err, nil) }()
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
			s.end(t, err, nil)
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
		t = s.end(ended, err, w)
		err = ErrGoexit
	}
	s.mode.fire(w)
}

// end resolves a task that ran and returns the next one for its worker.
func (s *Scheduler) end(t *Task, err error, w *worker) (next *Task) {
	s.mu.Lock()
	used := s.useLocked(t)
	if left := s.mode.leave(t); w != nil {
		w = left // another one than before, if the task was inside Block
	}
	s.countLocked(t, err)
	s.core.Finish(&t.policy, used)
	s.resolveLocked(t, err)
	next = s.applyLocked(w)
	last := s.lastLocked()
	s.mu.Unlock()
	t.cancelDerived()
	if last {
		s.finish()
	}
	return next
}

func (s *Scheduler) countLocked(t *Task, err error) {
	c := &t.group.counts
	if p := (*PanicError)(nil); errors.As(err, &p) {
		c.Panicked++
		return
	}
	c.Done++
}
