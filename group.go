package cpuworker

import (
	"context"
	"fmt"

	"github.com/cpuworker/cpuworker/sched"
)

// Group is a share of the CPU that tasks are submitted to. Groups nest: a
// group's own tasks compete with its nested groups as one more of weight 100.
// All methods are safe for concurrent use.
type Group struct {
	s         *Scheduler
	name      string
	policy    *sched.Group
	maxQueued int

	// Guarded by s.mu.
	children  map[string]*Group
	overflow  []*Task // submitted while the queue was full, first come first
	withdrawn int     // of those, how many have ended already
	counts    Counts
}

// Name returns the name, with those of the groups it is nested in before it,
// as in "reports/weekly". The root's name is "".
func (g *Group) Name() string { return g.name }

// Class returns the class of the group's tasks.
func (g *Group) Class() Class { return g.policy.Class() }

// Scheduler returns the scheduler that the group belongs to.
func (g *Group) Scheduler() *Scheduler { return g.s }

// NewGroup makes a group nested in g. It fails with ErrGroupExists, ErrConfig
// or ErrClosed. The groups in the root are the top-level ones of class Normal.
func (g *Group) NewGroup(name string, cfg GroupConfig) (*Group, error) {
	if g == g.s.root {
		if cfg.Class != Normal {
			return nil, fmt.Errorf("%w: Class is %v in the root, whose class is normal", ErrConfig, cfg.Class)
		}
		return g.s.NewGroup(name, cfg)
	}
	if err := cfg.validate(g); err != nil {
		return nil, err
	}
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.s.newGroupLocked(g.name+"/"+name, name, &g.children, g.policy, cfg)
}

func (s *Scheduler) newGroupLocked(path, name string, in *map[string]*Group, parent *sched.Group, cfg GroupConfig) (*Group, error) {
	switch {
	case s.phase != open:
		return nil, ErrClosed
	case name == "":
		return nil, fmt.Errorf("%w: a group needs a name", ErrConfig)
	case (*in)[name] != nil:
		return nil, fmt.Errorf("%w: %q", ErrGroupExists, path)
	}
	g := &Group{s: s, name: path, maxQueued: cfg.MaxQueued}
	if g.maxQueued == 0 {
		g.maxQueued = s.cfg.MaxQueued
	}
	policy, err := s.core.NewGroup(parent, sched.GroupConfig{Class: cfg.Class, Weight: cfg.Weight, Owner: g})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	g.policy = policy
	if *in == nil {
		*in = map[string]*Group{}
	}
	(*in)[name] = g
	return g, nil
}

// Do runs fn as a task of g and returns its error. It waits for a slot, and
// for a place in the queue if that is full.
//
// A ctx that is done before fn was started ends the wait with its error, and
// fn never runs. Once fn has started Do returns only when fn has: what fn uses
// of the caller is safe. fn gets a context that is done when ctx is, when the
// scheduler is closed, or when fn has returned: a child that is to outlive it
// needs context.WithoutCancel(ctx). The methods of ctx must not call the
// scheduler.
//
// In Cooperative mode, and in groups of class Interactive, fn runs in the
// calling goroutine; otherwise in another one. Called inside a task of g it runs fn at once, as part of that
// task; inside a task of another group it gives that task's slot back while it
// waits.
//
// A panic in fn is returned as a *PanicError. Other errors: ErrNilFunc,
// ErrNilContext, ErrClosed, ErrGoexit.
func (g *Group) Do(ctx context.Context, fn func(context.Context) error) error {
	return g.do(ctx, fn, true)
}

// TryDo is Do, but fails with ErrQueueFull when there is no place in the
// queue. It still waits for its turn in the queue.
func (g *Group) TryDo(ctx context.Context, fn func(context.Context) error) error {
	return g.do(ctx, fn, false)
}

// Go submits fn as a task of g and returns without waiting for it, except for
// a place in the queue if that is full. A ctx that is done before fn was
// started takes the task out of the queue. Its errors are as those of Do; what
// fn returns is for Task.Wait.
func (g *Group) Go(ctx context.Context, fn func(context.Context) error) (*Task, error) {
	return g.submit(ctx, fn, true)
}

// TryGo is Go, but fails with ErrQueueFull when there is no place in the queue.
func (g *Group) TryGo(ctx context.Context, fn func(context.Context) error) (*Task, error) {
	return g.submit(ctx, fn, false)
}

// Value is g.Do for a function that returns a value.
func Value[T any](ctx context.Context, g *Group, fn func(context.Context) (T, error)) (T, error) {
	var value T
	if fn == nil {
		return value, ErrNilFunc
	}
	err := g.Do(ctx, func(ctx context.Context) (err error) {
		value, err = fn(ctx)
		return err
	})
	return value, err
}
