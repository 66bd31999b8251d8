package cpuworker

import (
	"context"
	"time"
)

// taskContext is the context that a task's function gets. It is the Task under
// another name, so it costs no allocation. What needs a channel is made when
// Done is first called.
type taskContext Task

// taskKey finds the *Task in a context.
type taskKey struct{}

type derivedContext struct {
	context.Context
	cancel context.CancelCauseFunc
}

// FromContext returns the task that ctx belongs to, nil if none. It costs 1 to
// 2 ns with the context that the task's function got, and about 3 ns more for
// each context derived from that.
func FromContext(ctx context.Context) *Task {
	if c, ok := ctx.(*taskContext); ok {
		return (*Task)(c)
	}
	if ctx == nil {
		return nil
	}
	t, _ := ctx.Value(taskKey{}).(*Task)
	return t
}

// Detach returns ctx without its task, for work that is not part of it: a
// goroutine that a task starts and that submits on its own. It is still done
// when the task has ended; context.WithoutCancel changes that.
func Detach(ctx context.Context) context.Context { return detached{ctx} }

type detached struct{ context.Context }

func (d detached) Value(key any) any {
	if key == (taskKey{}) {
		return nil
	}
	return d.Context.Value(key)
}

func (c *taskContext) Deadline() (time.Time, bool) { return c.ctx.Deadline() }

func (c *taskContext) Value(key any) any {
	if key == (taskKey{}) {
		return (*Task)(c)
	}
	if d := c.derived.Load(); d != nil {
		return d.Value(key)
	}
	return c.ctx.Value(key)
}

func (c *taskContext) Done() <-chan struct{} {
	d := c.derived.Load()
	if d == nil {
		ctx, cancel := context.WithCancelCause(c.ctx)
		d = &derivedContext{ctx, cancel}
		if !c.derived.CompareAndSwap(nil, d) {
			cancel(nil)
			d = c.derived.Load()
		}
		if c.signal.Load()&(signalClosed|signalFinished) != 0 {
			(*Task)(c).cancelDerived()
		}
	}
	return d.Context.Done()
}

func (c *taskContext) Err() error {
	if d := c.derived.Load(); d != nil {
		return d.Err()
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.signal.Load()&(signalClosed|signalFinished) != 0 {
		c.Done() // makes what context.Cause looks at
		return context.Canceled
	}
	return nil
}

func (c *taskContext) String() string { return "cpuworker.Task of group " + c.group.name }

// cancelDerived ends the context made by Done, if there is one.
func (t *Task) cancelDerived() {
	d := t.derived.Load()
	switch {
	case d == nil:
	case t.signal.Load()&signalClosed != 0:
		d.cancel(ErrClosed)
	default:
		d.cancel(nil)
	}
}
