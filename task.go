package cpuworker

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/cpuworker/cpuworker/sched"
)

// Task is a unit of work that was submitted. Its methods are safe for
// concurrent use, and on a nil *Task they do nothing.
type Task struct {
	policy sched.Task
	signal atomic.Uint32 // reasons for Checkpoint to look closer
	group  *Group
	ctx    context.Context // the submitter's
	fn     func(context.Context) error
	within *Task // the task whose slot it was given, when submitted inside one

	skipped  bool // its context was done before its function was called
	panicked bool // its function did, not only a child of it

	derived atomic.Pointer[derivedContext]

	// Guarded by group.s.mu.
	inline     bool  // runs in the goroutine of Do
	async      bool  // submitted by Go
	began      bool  // has been started
	overflow   bool  // waits for a place in the queue
	mark       int64 // reading of its clock when its service was last reported
	worker     *worker
	wake       chan struct{} // of the goroutine that submitted it, while that waits
	resume     chan struct{} // closed when it gets its slot back
	done       chan struct{} // closed when it has ended
	err        error
	stopWatch  func() bool // of the context, while it is queued
	next, prev *Task       // in the list of live tasks
}

// The reasons in Task.signal.
const (
	signalYield    = 1 << iota // asked to yield
	signalDone                 // the submitter's context is done
	signalClosed               // the scheduler was closed
	signalFinished             // the task has ended
)

// Done returns a channel that is closed when the task has ended.
func (t *Task) Done() <-chan struct{} {
	if t == nil {
		return nil
	}
	s := t.group.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.done == nil {
		t.done = make(chan struct{})
		if t.signal.Load()&signalFinished != 0 {
			close(t.done)
		}
	}
	return t.done
}

// Wait returns the task's result: what its function returned, a *PanicError,
// ErrGoexit, ErrClosed, or the error of its context if that took it out of the
// queue. If ctx is done first Wait returns ctx.Err() and the task goes on.
//
// With the context of another task Wait gives that task's slot back while it
// waits, so a task can wait for its children at one slot too.
func (t *Task) Wait(ctx context.Context) (err error) {
	if ctx == nil {
		return ErrNilContext
	}
	if t == nil {
		return nil
	}
	waiter := FromContext(ctx)
	if waiter == t {
		return ErrSelfWait
	}
	done := t.Done()
	select {
	case <-done:
		return t.err
	default:
	}
	waiter.Block(func() {
		select {
		case <-done:
			err = t.err
		case <-ctx.Done():
			err = ctx.Err()
		}
	})
	return err
}

// Group returns the group that the task belongs to.
func (t *Task) Group() *Group {
	if t == nil {
		return nil
	}
	return t.group
}

// Service returns the CPU time the task has used, as of the last look at it:
// exact in Preemptive mode, the time between checkpoints in Cooperative mode.
func (t *Task) Service() time.Duration {
	if t == nil {
		return 0
	}
	t.group.s.mu.Lock()
	defer t.group.s.mu.Unlock()
	return t.policy.Service()
}

// taskList holds all tasks that were accepted and have not ended.
type taskList struct {
	head *Task
	len  int
}

func (l *taskList) add(t *Task) {
	t.next = l.head
	if l.head != nil {
		l.head.prev = t
	}
	l.head = t
	l.len++
}

func (l *taskList) remove(t *Task) {
	if t.prev == nil {
		l.head = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	}
	t.next, t.prev = nil, nil
	l.len--
}
