package sched

import "time"

// Arrive submits a new task to g.
func (c *Core) Arrive(t *Task, g *Group) {
	if t.state != Idle {
		return
	}
	t.leaf = g
	t.entity.task, t.entity.weight = t, DefaultWeight
	if rank := g.class.rank(); c.Queued() == 0 && c.slotsTaken(rank) < c.cfg.Slots {
		c.startAtOnce(t)
		return
	}
	t.state = Queued
	c.enqueue(t)
	c.dispatch()
}

// startAtOnce is enqueue and dispatch for a task that meets no other: the same
// decision and the same books, without the queues.
func (c *Core) startAtOnce(t *Task) {
	c.seq++
	t.entity.seq = c.seq
	g := t.leaf
	rank := g.class.rank()
	if c.roots[rank].running == 0 {
		c.setDue(c.roots[rank])
	}
	t.floor = rank > 0 && c.owed(rank) && c.floorFree()
	g.tasks.refresh()
	g.meet(&g.own, g.ownRuns == 0)
	for child := g; child.parent != nil; child = child.parent {
		child.parent.meet(&child.share, child.running == 0)
	}
	c.grant(t)
	c.out = append(c.out, Decision{Start, t})
}

// Ran reports that a running task has used service since the last report.
// Negative service, as from a clock that was set back, counts as none.
func (c *Core) Ran(t *Task, service time.Duration) {
	c.account(t, int64(service))
	if c.floorDue(1) && c.floorFree() || c.floorDue(2) && c.floorFree() {
		c.dispatch() // where the kernel preempts, a floor needs nobody to yield
		return
	}
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
	c.setPatient(t, true)
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
	if t.started {
		t.leaf.typical += (t.total - t.leaf.typical) / typicalOf
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
	c.askToYield()
}

// keptSlices is how many slices one that yields may keep of what it is owed. On
// more than one slot it can be owed some without fault of its own: those beside
// it went ahead. What piles up because it cannot use its share, such as the one
// task of a group of large weight, is not kept.
const keptSlices = 8

// Blocked tasks and new ones enter the order here; stopped ones in Yield.
func (c *Core) suspend(t *Task) {
	t.state = Waiting
	c.suspended++
	c.enqueue(t)
}

func (c *Core) enqueue(t *Task) {
	g := t.leaf
	keeps := int64(0)
	if t.patient {
		keeps = keptSlices * c.slice
	} else if root := c.roots[g.class.rank()]; root.queued+root.running == 0 {
		c.setDue(root)
	}
	c.seq++
	t.entity.seq = c.seq
	idle := g.tasks.empty()
	if t.started {
		g.tasks.pushStarted(t, c.headStart(), keeps)
	} else {
		if g.typical > c.slice {
			c.setPatient(t, true) // no use hurrying: it will be long, too
		}
		g.tasks.pushFresh(t)
	}
	if idle {
		g.waitIn(&g.own, g.ownRuns == 0, keeps, c.seq)
		c.setHungry(g)
	}
	for child := g; child != nil; child = child.parent {
		child.queued++
		if child.queued == 1 && child.parent != nil {
			child.parent.waitIn(&child.share, child.running == 0, keeps, c.seq)
		}
	}
}

func (c *Core) dequeue(t *Task) {
	g := t.leaf
	if t.state == Waiting {
		c.suspended--
	}
	if t.patient {
		c.setPatient(t, false)
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

// typicalOf is over how many tasks, about, a group's typical service is taken.
const typicalOf = 8

// setPatient says that t can wait for a whole turn of the running tasks.
func (c *Core) setPatient(t *Task, patient bool) {
	t.patient = patient
	if patient {
		c.patient[t.leaf.class.rank()]++
	} else {
		c.patient[t.leaf.class.rank()]--
	}
}
