package cpuworker

import (
	"errors"
	"fmt"
)

// The errors of this package, for errors.Is.
var (
	// ErrConfig is wrapped by every error about a Config or a GroupConfig. The
	// message names the field, the value and what is allowed.
	ErrConfig = errors.New("cpuworker: invalid configuration")

	// ErrNilFunc and ErrNilContext answer a call without a function or context.
	ErrNilFunc    = errors.New("cpuworker: nil function")
	ErrNilContext = errors.New("cpuworker: nil context")

	// ErrClosed answers a submission after Shutdown or Close, and a task that
	// Close found waiting or cancelled.
	ErrClosed = errors.New("cpuworker: scheduler closed")

	// ErrQueueFull answers TryDo and TryGo when the group's queue is full.
	ErrQueueFull = errors.New("cpuworker: queue full")

	// ErrGroupExists answers NewGroup for a name that is taken.
	ErrGroupExists = errors.New("cpuworker: group exists")

	// ErrGoexit is the result of a task that called runtime.Goexit.
	ErrGoexit = errors.New("cpuworker: task called runtime.Goexit")

	// ErrFinished answers Checkpoint on a task that has ended.
	ErrFinished = errors.New("cpuworker: task has ended")

	// ErrNoTask answers Go with a context that belongs to no task.
	ErrNoTask = errors.New("cpuworker: not inside a task")

	// ErrSelfWait answers Wait on a task from inside that task.
	ErrSelfWait = errors.New("cpuworker: a task cannot wait for itself")

	// ErrUnavailable is wrapped by New's error when Preemptive was asked for
	// and this system does not have it.
	ErrUnavailable = errors.New("cpuworker: preemptive mode unavailable")
)

// PanicError is the result of a task that panicked.
type PanicError struct {
	Value any    // what was passed to panic
	Stack []byte // of the task, as runtime/debug.Stack prints it
}

// Error gives the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("cpuworker: task panicked: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ShutdownError is returned by Shutdown when its context was done first.
type ShutdownError struct {
	Running int   // tasks that have started and not ended
	Cause   error // the context's error
}

// Error says how many tasks still run.
func (e *ShutdownError) Error() string {
	return fmt.Sprintf("cpuworker: shutdown: %d tasks still running: %v", e.Running, e.Cause)
}

// Unwrap returns the context's error.
func (e *ShutdownError) Unwrap() error { return e.Cause }
