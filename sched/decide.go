package sched

// DecisionKind is what the driver is to do.
type DecisionKind uint8

// The kinds of decision.
const (
	Start   DecisionKind = iota // run the task; it holds a slot
	Preempt                     // ask the task to stop at its next checkpoint
)

// Decision is one thing the driver is to do.
type Decision struct {
	Kind DecisionKind
	Task *Task
}

// Take hands over the decisions since the last Take, in order. The slice is
// valid until the next event.
func (c *Core) Take() []Decision {
	out := c.out
	c.out = c.out[:0]
	return out
}

// dispatch starts whatever may start, then asks tasks to yield to what still
// waits.
func (c *Core) dispatch() {
	for {
		t := c.pick()
		if t == nil {
			break
		}
		c.dequeue(t)
		if q := &t.leaf.tasks; t.started {
			q.vtime = q.started.reached(q.vtime, &t.entity)
		}
		c.grant(t)
		c.out = append(c.out, Decision{Start, t})
	}
	c.askToYield()
}

// pick names the waiting task that goes next, nil if none may start now.
func (c *Core) pick() *Task {
	for rank := classes - 1; rank > 0; rank-- {
		if c.floorDue(rank) && c.floorFree() {
			t := c.first(c.roots[rank])
			t.floor = true
			return t
		}
	}
	for rank, root := range c.roots {
		if root.queued == 0 {
			continue
		}
		if c.slotsTaken(rank) < c.cfg.Slots {
			return c.first(root)
		}
		if g := c.hungryHead[rank]; g != nil && c.extraFree(rank) {
			return g.tasks.next(c.headStart(), c.keepThreads())
		}
	}
	return nil
}

// first descends from a class to the task with the best claim, and moves the
// virtual time of every group on the way.
func (c *Core) first(g *Group) *Task {
	for {
		e := g.children[0]
		g.vtime = g.children.reached(g.vtime, e)
		if e == &g.own {
			return g.tasks.next(c.headStart(), c.keepThreads())
		}
		g = e.group
	}
}

// grant gives t a slot and charges the first slice.
func (c *Core) grant(t *Task) {
	g := t.leaf
	if t.started {
		t.flow = startedFlow
	} else {
		t.flow = freshFlow
		t.started = true
		// Those that have run all along are up to a slice ahead of the virtual
		// time, half of one on average. Were a new one put at its very start, a
		// stream of them would gain that much each.
		t.entity.vtime = g.tasks.vtime + t.entity.virtual(c.slice)/2
	}
	t.state = Running
	t.ran, t.granted = 0, c.slice
	c.enter(t)
	t.charge(c.slice)
	c.ahead[g.class.rank()] += c.slice
}

// enter counts t among the running.
func (c *Core) enter(t *Task) {
	c.running = append(c.running, t)
	t.slot = int32(len(c.running))
	c.used[t.leaf.class.rank()]++
	c.setRuns(t.leaf, +1)
}

// leave takes t from among the running.
func (c *Core) leave(t *Task) {
	last := c.running[len(c.running)-1]
	c.running[t.slot-1] = last
	last.slot = t.slot
	c.running[len(c.running)-1] = nil
	c.running = c.running[:len(c.running)-1]
	t.slot = 0
	c.used[t.leaf.class.rank()]--
	c.setRuns(t.leaf, -1)
}

func (c *Core) setRuns(g *Group, d int) {
	leaf := g
	was := g.ownRuns
	g.ownRuns += d
	if g.tasks.empty() {
		if was == 0 {
			g.active += int64(g.own.weight)
		} else if g.ownRuns == 0 {
			g.active -= int64(g.own.weight)
		}
	}
	for ; g != nil; g = g.parent {
		was := g.running
		g.running += d
		if g.parent == nil || g.queued > 0 {
			continue
		}
		if was == 0 {
			g.parent.active += int64(g.share.weight)
		} else if g.running == 0 {
			g.parent.active -= int64(g.share.weight)
		}
	}
	c.setHungry(leaf)
}

// account books service that a task has used, in advance by whole slices.
func (c *Core) account(t *Task, service int64) {
	if service <= 0 || t.state != Running && t.state != Stalled {
		return
	}
	t.ran += service
	t.total += service
	c.service += service
	for g := t.leaf; g != nil; g = g.parent {
		g.service += service
	}
	c.putOff(t.leaf.class, service)
	c.ahead[t.leaf.class.rank()] -= service
	if over := t.ran - t.granted; over > 0 {
		more := (over + c.slice - 1) / c.slice * c.slice
		t.granted += more
		c.ahead[t.leaf.class.rank()] += more
		t.charge(more - c.slice)
		t.renew()
		t.charge(c.slice)
	}
}

// stop ends a grant: what was charged in advance and not used is given back.
func (c *Core) stop(t *Task) {
	if t.state == Running {
		c.leave(t)
	}
	t.charge(t.ran - t.granted)
	c.ahead[t.leaf.class.rank()] -= t.granted - t.ran
	t.asked, t.floor = false, false
}

// askToYield looks for running tasks that stand in the way of waiting ones: of
// a lower class, at the end of their slice, or, if all that wait have yielded
// themselves, at the end of their turn.
func (c *Core) askToYield() {
	var above, waiting, urgent [classes]int // by rank, higher ranks included
	all, hurried := 0, 0
	for rank, root := range c.roots {
		above[rank] = all
		all += root.queued
		hurried += root.queued - c.patient[rank]
		waiting[rank], urgent[rank] = all, hurried
	}
	if all == 0 || c.cfg.MaxSuspended > 0 && c.suspended >= 2*c.cfg.MaxSuspended {
		return
	}
	due := c.floorDue(1) || c.floorDue(2)
	asked := 0
	for _, t := range c.running {
		rank := t.leaf.class.rank()
		if t.ran >= c.slice && (urgent[rank] > 0 || due) || t.ran >= int64(c.cfg.Turn) && waiting[rank] > 0 {
			c.ask(t)
		}
		if t.asked {
			asked++
		}
	}
	if c.cfg.Extra > 0 {
		return
	}
	for rank := classes - 1; above[rank] > asked; rank-- { // nothing is above the first
		for i := len(c.running) - 1; i >= 0 && above[rank] > asked; i-- {
			if t := c.running[i]; t.leaf.class.rank() == rank && !t.asked && !t.floor {
				c.ask(t)
				asked++
			}
		}
	}
}

func (c *Core) ask(t *Task) {
	if !t.asked {
		t.asked = true
		c.out = append(c.out, Decision{Preempt, t})
	}
}
