package sched

import (
	"errors"
	"fmt"
)

// check recounts everything a core keeps from its tasks and groups alone, and
// says what does not agree. It wants every task and every group but the three
// classes.
func (c *Core) check(groups []*Group, tasks []*Task) error {
	all := append(c.roots[:], groups...)
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }

	var used [classes]int
	var ahead [classes]int64
	running, suspended, service := 0, 0, int64(0)
	books := make(map[*Group]*recount, len(all))
	for _, g := range all {
		books[g] = &recount{}
	}
	for i, t := range tasks {
		if err := c.checkTask(t); err != nil {
			bad("task %d (%v): %w", i, t.state, err)
		}
		if t.leaf == nil {
			continue
		}
		service += t.total
		switch t.state {
		case Running:
			used[t.leaf.class.rank()]++
			running++
		case Waiting:
			suspended++
		}
		if t.state == Running || t.state == Stalled {
			ahead[t.leaf.class.rank()] += t.granted - t.ran
		}
		books[t.leaf].own(t)
		for g := t.leaf; g != nil; g = g.parent {
			books[g].all(t)
		}
	}
	if running != len(c.running) || suspended != c.suspended || service != c.service {
		bad("core: %d running, %d suspended, %d service; counted %d, %d, %d",
			len(c.running), c.suspended, c.service, running, suspended, service)
	}
	if used != c.used || ahead != c.ahead {
		bad("classes: %v used, %v charged in advance; counted %v, %v", c.used, c.ahead, used, ahead)
	}
	for i, g := range all {
		if err := c.checkGroup(g, all, books); err != nil {
			bad("group %d: %w", i-classes, err)
		}
	}
	for rank := range c.hungryHead {
		if err := c.checkHungry(rank, all, books); err != nil {
			bad("hungry groups of %v: %w", classAt(rank), err)
		}
	}
	return errors.Join(errs...)
}

// recount is what a group's books ought to say.
type recount struct {
	queued, running, ownRuns int
	service                  int64
	fresh, started           []*Task
}

func (r *recount) all(t *Task) {
	r.service += t.total
	switch t.state {
	case Running:
		r.running++
	case Queued, Waiting:
		r.queued++
	}
}

func (r *recount) own(t *Task) {
	switch t.state {
	case Running:
		r.ownRuns++
	case Queued:
		r.fresh = append(r.fresh, t)
	case Waiting:
		r.started = append(r.started, t)
	}
}

func (c *Core) checkTask(t *Task) error {
	holds := t.state == Running || t.state == Stalled
	switch {
	case (t.slot != 0) != (t.state == Running):
		return fmt.Errorf("it has place %d among the running", t.slot)
	case t.slot != 0 && c.running[t.slot-1] != t:
		return fmt.Errorf("place %d is another's", t.slot)
	case t.entity.waits() != (t.state == Waiting):
		return fmt.Errorf("it has place %d in the order", t.entity.index)
	case t.state != Queued && (t.next != nil || t.prev != nil):
		return errors.New("it has neighbours among the new tasks")
	case t.asked && !holds:
		return errors.New("it was asked to yield")
	case holds && (t.granted < t.ran || t.granted-t.ran > c.slice || t.granted%c.slice != 0):
		return fmt.Errorf("%d was charged in advance, %d used", t.granted, t.ran)
	}
	return nil
}

func (c *Core) checkGroup(g *Group, all []*Group, books map[*Group]*recount) error {
	r := books[g]
	if g.queued != r.queued || g.running != r.running || g.ownRuns != r.ownRuns || g.service != r.service {
		return fmt.Errorf("%d queued, %d running, %d of its own, %d service; counted %+v",
			g.queued, g.running, g.ownRuns, g.service, *r)
	}
	active, waiting := int64(0), entityHeap{}
	own := len(r.fresh)+len(r.started) > 0
	if own {
		waiting = append(waiting, &g.own)
	}
	if own || r.ownRuns > 0 {
		active += int64(g.own.weight)
	}
	for _, child := range all {
		if child.parent != g {
			continue
		}
		if books[child].queued > 0 {
			waiting = append(waiting, &child.share)
		}
		if books[child].queued+books[child].running > 0 {
			active += int64(child.share.weight)
		}
	}
	if active != g.active {
		return fmt.Errorf("active weight %d, counted %d", g.active, active)
	}
	if err := g.children.check(waiting); err != nil {
		return fmt.Errorf("children: %w", err)
	}
	return g.tasks.check(r.fresh, r.started)
}
