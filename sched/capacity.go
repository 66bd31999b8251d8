package sched

// headStart is the service that new tasks may have ahead of started ones.
func (c *Core) headStart() int64 { return c.slice * int64(c.cfg.Slots) }

// keepThreads says that so many started tasks wait already that no new one
// should become another.
func (c *Core) keepThreads() bool {
	return c.cfg.MaxSuspended > 0 && c.suspended >= c.cfg.MaxSuspended
}

// usedBy counts the slots held by the classes up to a rank.
func (c *Core) usedBy(rank int) int {
	n := 0
	for r := 0; r <= rank; r++ {
		n += c.used[r]
	}
	return n
}

// slotsTaken counts the slots that a class cannot have: where the kernel
// preempts, those of lower classes do not count.
func (c *Core) slotsTaken(rank int) int {
	if c.cfg.Extra > 0 {
		return c.usedBy(rank)
	}
	return c.usedBy(classes - 1)
}

// extraFree says whether a class may have an extra slot. Interactive is counted
// apart, so that its short work never waits for long work. Batch has none: it is
// for spare CPU time, and with extra slots of its own as many tasks of both
// lower classes could run as there are Ps.
func (c *Core) extraFree(rank int) bool {
	switch classAt(rank) {
	case Interactive:
		return c.used[0] < c.cfg.Slots+c.cfg.Extra
	case Batch:
		return false
	}
	return c.lowerUsed() < c.cfg.Slots+c.cfg.Extra
}

// lowerUsed counts the slots held by the classes below Interactive.
func (c *Core) lowerUsed() int { return c.usedBy(classes-1) - c.used[0] }

// setDue starts the time after which a waiting class gets its floor.
func (c *Core) setDue(root *Group) {
	if floor := c.cfg.Floors[root.class]; floor > 0 {
		c.due[root.class.rank()] = c.service + int64(float64(c.slice)/floor)
	}
}

// putOff moves on the time at which a class gets its floor by what it has had,
// so that a slice cut short counts for no more than it was. A class is never
// owed more than one slice beyond that, nor further ahead than one.
func (c *Core) putOff(class Class, service int64) {
	if floor := c.cfg.Floors[class]; floor > 0 {
		due, wait := &c.due[class.rank()], int64(float64(c.slice)/floor)
		*due = min(max(*due, c.service-wait)+int64(float64(service)/floor), c.service+wait)
	}
}

// owed says whether it is time for the floor of a class, floorDue whether it
// also waits. What is left of the slices of its running tasks counts as had:
// else every slot that becomes free before they end would be one more floor.
func (c *Core) owed(rank int) bool {
	floor := c.cfg.Floors[classAt(rank)]
	return floor > 0 && c.service >= c.due[rank]+int64(float64(c.ahead[rank])/floor)
}

func (c *Core) floorDue(rank int) bool { return c.roots[rank].queued > 0 && c.owed(rank) }

// floorFree says whether a class may start a task for its floor.
func (c *Core) floorFree() bool {
	if c.cfg.Extra > 0 {
		return c.lowerUsed() < c.cfg.Slots+c.cfg.Extra
	}
	return c.usedBy(classes-1) < c.cfg.Slots
}

// setHungry keeps the list of groups that wait and of which nothing runs. Only
// a machine with extra slots needs it.
func (c *Core) setHungry(g *Group) {
	hungry := c.cfg.Extra > 0 && g.ownRuns == 0 && !g.tasks.empty()
	if hungry == g.hungry {
		return
	}
	g.hungry = hungry
	head, tail := &c.hungryHead[g.class.rank()], &c.hungryTail[g.class.rank()]
	if hungry {
		g.hungryPrev, g.hungryNext = *tail, nil
		if *tail == nil {
			*head = g
		} else {
			(*tail).hungryNext = g
		}
		*tail = g
		return
	}
	if g.hungryPrev == nil {
		*head = g.hungryNext
	} else {
		g.hungryPrev.hungryNext = g.hungryNext
	}
	if g.hungryNext == nil {
		*tail = g.hungryPrev
	} else {
		g.hungryNext.hungryPrev = g.hungryPrev
	}
	g.hungryNext, g.hungryPrev = nil, nil
}
