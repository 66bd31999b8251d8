package sched

import "time"

// Arrive submits a new task to g.
func (c *Core) Arrive(t *Task, g *Group) {
	if t.state != Idle {
		return
	}
	t.leaf = g
	t.entity.task, t.entity.weight = t, DefaultWeight
	t.state = Queued
	c.enqueue(t)
	c.dispatch()
}

// Ran reports that a running task has used service since the last report.
// Negative service, as from a clock that was set back, counts as none.
func (c *Core) Ran(t *Task, service time.Duration) {
	c.account(t, int64(service))
	c.askToYield()
}

// Yield reports that a running task stopped at a checkpoint, with the service
// since the last report. It goes on when it is started again, which may be at
// once.
func (c *Core) Yield(t *Task, service time.Duration) {
	if t.state != Running && t.state != Stalled {
		return
	}
	c.account(t, int64(service))
	c.stop(t)
	c.suspend(t)
	c.dispatch()
}

// Block reports that a running task gave its slot back to wait.
func (c *Core) Block(t *Task, service time.Duration) {
	if t.state != Running && t.state != Stalled {
		return
	}
	c.account(t, int64(service))
	c.stop(t)
	t.state = Blocked
	c.dispatch()
}

// Wake reports that a blocked task wants a slot again.
func (c *Core) Wake(t *Task) {
	if t.state != Blocked {
		return
	}
	c.suspend(t)
	c.dispatch()
}

// Finish reports that a task ended: it returned, or it was withdrawn while it
// waited.
func (c *Core) Finish(t *Task, service time.Duration) {
	switch t.state {
	case Running, Stalled:
		c.account(t, int64(service))
		c.stop(t)
	case Queued, Waiting:
		c.dequeue(t)
	case Idle, Finished:
		return
	}
	t.state = Finished
	c.dispatch()
}

// Stall reports that a running task makes no progress, though it gave nothing
// back. Its slot is lent on.
func (c *Core) Stall(t *Task) {
	if t.state != Running {
		return
	}
	c.leave(t)
	t.state = Stalled
	c.dispatch()
}

// Unstall reports that a stalled task moves again. It runs above the slots if
// its own is lent.
func (c *Core) Unstall(t *Task) {
	if t.state != Stalled {
		return
	}
	t.state = Running
	c.enter(t)
	c.askToYield()
}

// Force starts a waiting task at once, above the slots if need be, so that it
// can end: its context is done. No decision is made for it.
func (c *Core) Force(t *Task) {
	if t.state != Waiting {
		return
	}
	c.dequeue(t)
	c.grant(t)
}

// Blocked tasks and new ones enter the order here; stopped ones in Yield.
func (c *Core) suspend(t *Task) {
	t.state = Waiting
	c.suspended++
	c.enqueue(t)
}

func (c *Core) enqueue(t *Task) {
	g := t.leaf
	c.seq++
	t.entity.seq = c.seq
	idle := g.tasks.empty()
	if t.started {
		g.tasks.pushStarted(t, c.headStart())
	} else {
		g.tasks.pushFresh(t)
	}
	if idle {
		g.waitIn(&g.own, g.ownRuns == 0, c.seq)
		c.setHungry(g)
	}
	for child := g; child != nil; child = child.parent {
		child.queued++
		if child.queued == 1 && child.parent != nil {
			child.parent.waitIn(&child.share, child.running == 0, c.seq)
		}
	}
	if root := c.roots[g.class.rank()]; root.queued == 1 {
		c.setDue(root)
	}
}

func (c *Core) dequeue(t *Task) {
	g := t.leaf
	if t.state == Waiting {
		c.suspended--
	}
	g.tasks.remove(t)
	if g.tasks.empty() {
		g.children.remove(&g.own)
		c.setHungry(g)
		if g.ownRuns == 0 {
			g.active -= int64(g.own.weight)
		}
	}
	for child := g; child != nil; child = child.parent {
		child.queued--
		if child.queued == 0 && child.parent != nil {
			child.parent.children.remove(&child.share)
			if child.running == 0 {
				child.parent.active -= int64(child.share.weight)
			}
		}
	}
}
