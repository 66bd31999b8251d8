package sched

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestStartAtOnceKeepsTheSameBooks: startAtOnce is a short way for a task that
// meets no other. Two cores get the same events, one of them without the short
// way, and must agree on all that can still matter, after every event.
func TestStartAtOnceKeepsTheSameBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawBytes(t)
		r1, r2 := reader(data), reader(data)
		short, long := fromBytes(t, &r1), fromBytes(t, &r2)
		long.arriveBy = arriveTheLongWay
		for r1.more() {
			short.event(&r1)
			long.event(&r2)
			if a, b := short.state(), long.state(); a != b {
				t.Fatalf("with the short way:\n%s\nwithout:\n%s", a, b)
			}
		}
	})
}

// arriveTheLongWay is Arrive without startAtOnce.
func arriveTheLongWay(c *Core, t *Task, g *Group) {
	if t.state != Idle {
		return
	}
	t.leaf = g
	t.entity.task, t.entity.weight = t, DefaultWeight
	t.state = Queued
	c.enqueue(t)
	c.dispatch()
}

// state writes down everything that can bear on a decision to come. A place in
// the order of arrival means something only while its holder waits, and the
// time at which a floor falls due only while its class waits or runs.
func (l *ledger) state() string {
	c := l.core
	var b strings.Builder
	name := map[*Task]string{nil: "-"}
	for _, t := range l.tasks {
		name[t] = l.books[t].name
	}
	entity := func(e *entity) {
		fmt.Fprintf(&b, " v%d w%d", e.vtime, e.weight)
		if e.waits() {
			fmt.Fprintf(&b, " at %d seq %d", e.index, e.seq)
		}
	}
	fmt.Fprintf(&b, "%v %v %d %d %d running", c.used, c.ahead, c.suspended, c.service, c.seq)
	for _, t := range c.running {
		b.WriteString(" " + name[t])
	}
	for i, g := range append(c.roots[:], l.groups...) {
		fmt.Fprintf(&b, "\ngroup %d:", i)
		entity(&g.share)
		entity(&g.own)
		q := &g.tasks
		fmt.Fprintf(&b, " v%d q%d r%d o%d s%d a%d h%v t%d; v%d had %v", g.vtime, g.queued, g.running,
			g.ownRuns, g.service, g.active, g.hungry, g.typical, q.vtime, q.had)
		if g.parent == nil && g.queued+g.running > 0 {
			fmt.Fprintf(&b, " due %d", c.due[g.class.rank()])
		}
		for t := q.fresh.head; t != nil; t = t.next {
			b.WriteString(" " + name[t])
		}
	}
	for _, t := range l.tasks {
		fmt.Fprintf(&b, "\n%s: %v", name[t], t.state)
		entity(&t.entity)
		fmt.Fprintf(&b, " %d of %d, %d, place %d, flow %d %v %v %v %v", t.ran, t.granted, t.total,
			t.slot, t.flow, t.started, t.asked, t.patient, t.floor)
	}
	for rank := range c.hungryHead {
		for g := c.hungryHead[rank]; g != nil; g = g.hungryNext {
			fmt.Fprintf(&b, "\nhungry %d %v", rank, g.share.seq)
		}
	}
	return b.String()
}
