package cpuworker

import (
	"cmp"
	"context"
	"slices"

	"github.com/cpuworker/cpuworker/sched"
)

// do is Do and TryDo.
func (g *Group) do(ctx context.Context, fn func(context.Context) error, wait bool) error {
	if err := check(ctx, fn); err != nil {
		return err
	}
	within, here := g.s.current(ctx)
	if !here {
		t := newTask(ctx, g, fn, within)
		if outer := FromContext(ctx); outer != nil && outer.group.s != g.s {
			var err error
			outer.Block(func() { err = g.s.doTask(t, wait) })
			return err
		}
		return g.s.doTask(t, wait)
	}
	if within.holds(g) {
		if err := within.cause(); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil { // it may be derived from the task's
			return err
		}
		_, err := callHere(ctx, fn)
		return err
	}
	var err error
	within.Block(func() { err = g.s.doTask(newTask(ctx, g, fn, within), wait) })
	return err
}

// submit is Go and TryGo.
func (g *Group) submit(ctx context.Context, fn func(context.Context) error, wait bool) (*Task, error) {
	if err := check(ctx, fn); err != nil {
		return nil, err
	}
	within, _ := g.s.current(ctx)
	t := newTask(ctx, g, fn, within)
	if err := g.s.goTask(t, wait); err != nil {
		return nil, err
	}
	return t, nil
}

// Go submits fn as a task of the group that ctx's task belongs to: a child.
// Its context is ctx, so it ends with the task that started it if that does not
// wait for it; give context.WithoutCancel(ctx) to a child that is to outlive its
// parent. Outside a task it fails with ErrNoTask. A goroutine that a task starts with
// the go statement leaves the scheduler; this does not.
func Go(ctx context.Context, fn func(context.Context) error) (*Task, error) {
	t := FromContext(ctx)
	if t == nil {
		return nil, ErrNoTask
	}
	return t.group.Go(ctx, fn)
}

func check(ctx context.Context, fn func(context.Context) error) error {
	if fn == nil {
		return ErrNilFunc
	}
	if ctx == nil {
		return ErrNilContext
	}
	return nil
}

func newTask(ctx context.Context, g *Group, fn func(context.Context) error, within *Task) *Task {
	t := &Task{group: g, ctx: ctx, fn: fn, within: within}
	t.policy.Owner = t
	return t
}

// current returns the task that ctx belongs to, nil if none of s that has not
// ended, and whether the calling goroutine runs it and has its slot: not inside
// Block, and not in a goroutine that the task has started.
func (s *Scheduler) current(ctx context.Context) (t *Task, here bool) {
	t = FromContext(ctx)
	for t != nil && t.group.s != s { // a task of another scheduler may run inside one of s
		t = FromContext(t.ctx)
	}
	if t == nil || t.signal.Load()&signalFinished != 0 {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	state := t.policy.State()
	return t, (state == sched.Running || state == sched.Stalled) && s.mode.own(t)
}

// holds says whether work for g may run as part of t: t is a task of g, or
// runs in place of one that waits for it.
func (t *Task) holds(g *Group) bool {
	for ; t != nil; t = t.within {
		if t.group == g {
			return true
		}
		if t.async { // nobody need be waiting for it
			return false
		}
	}
	return false
}

// doTask submits t and waits until it has ended.
func (s *Scheduler) doTask(t *Task, wait bool) error {
	t.inline = s.mode.inline(t.group)
	done := t.ctx.Err()
	s.mu.Lock()
	if err := s.acceptLocked(t, done, wait); err != nil {
		s.mu.Unlock()
		return err
	}
	if t.inline && t.began {
		s.mu.Unlock()
		return s.runHere(t)
	}
	wake := s.getWake()
	t.wake = wake
	s.mu.Unlock()
	if done := t.ctx.Done(); done == nil {
		<-wake // cheaper than a select
	} else {
		select {
		case <-wake:
		case <-done:
			s.mu.Lock()
			s.withdrawLocked(t)
			s.mu.Unlock()
			<-wake // in any case
		}
	}
	s.putWake(wake)
	if t.inline && t.began {
		return s.runHere(t)
	}
	return t.err
}

// goTask submits t and waits for its place in the queue.
func (s *Scheduler) goTask(t *Task, wait bool) error {
	t.async = true
	done := t.ctx.Err()
	s.mu.Lock()
	if err := s.acceptLocked(t, done, wait); err != nil {
		s.mu.Unlock()
		return err
	}
	if !t.began && t.ctx.Done() != nil {
		t.stopWatch = context.AfterFunc(t.ctx, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.withdrawLocked(t)
		})
	}
	if !t.overflow {
		s.mu.Unlock()
		return nil
	}
	wake := s.getWake()
	t.wake = wake
	s.mu.Unlock()
	t.within.Block(func() { <-wake })
	s.putWake(wake)
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.overflow {
		return t.err // it never got a place
	}
	return nil
}

// acceptLocked puts t in the queue, in the overflow, or answers why not.
func (s *Scheduler) acceptLocked(t *Task, done error, wait bool) error {
	g := t.group
	g.counts.Submitted++
	switch {
	case s.phase == closed || s.phase == draining && t.within == nil:
		g.counts.Rejected++
		return ErrClosed
	case done != nil:
		g.counts.Cancelled++
		return done
	case g.policy.Fresh() < g.maxQueued:
		s.live.add(t)
		s.core.Arrive(&t.policy, g.policy)
		s.applyLocked(nil)
	case !wait:
		g.counts.Rejected++
		return ErrQueueFull
	default:
		t.overflow = true
		s.live.add(t)
		g.overflow = append(g.overflow, t)
	}
	return nil
}

// withdrawLocked takes t out of the queue because its context is done, unless
// it has begun or ended.
func (s *Scheduler) withdrawLocked(t *Task) {
	if t.began || t.signal.Load()&signalFinished != 0 {
		return
	}
	s.dropLocked(t, cmp.Or(t.ctx.Err(), context.Canceled))
	if g := t.group; t.overflow {
		if g.withdrawn++; g.withdrawn > len(g.overflow)/2 {
			g.overflow = slices.DeleteFunc(g.overflow, func(t *Task) bool { return t.err != nil })
			g.withdrawn = 0
		}
	}
	s.promoteLocked(t.group)
	s.applyLocked(nil)
}

// dropLocked ends a task that has not begun.
func (s *Scheduler) dropLocked(t *Task, err error) {
	t.group.counts.Cancelled++
	s.core.Finish(&t.policy, 0)
	s.resolveLocked(t, err)
}

// promoteLocked moves tasks from the overflow to the queue of g while it has
// places.
func (s *Scheduler) promoteLocked(g *Group) {
	for len(g.overflow) > 0 && g.policy.Fresh() < g.maxQueued {
		t := g.overflow[0]
		g.overflow[0] = nil
		g.overflow = g.overflow[1:]
		if t.err != nil {
			g.withdrawn--
			continue
		}
		t.overflow = false
		s.core.Arrive(&t.policy, g.policy)
		if t.async {
			t.wakeLocked()
		}
	}
}
