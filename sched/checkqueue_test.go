package sched

import "fmt"

// check compares a heap with those that ought to be in it.
func (h entityHeap) check(want entityHeap) error {
	if len(h) != len(want) {
		return fmt.Errorf("%d are in the order, %d wait", len(h), len(want))
	}
	for i, e := range h {
		if e.index != int32(i+1) {
			return fmt.Errorf("place %d says that it is %d", i+1, e.index)
		}
		if i > 0 && e.before(h[(i-1)/arity]) {
			return fmt.Errorf("place %d goes before its parent", i+1)
		}
	}
	for _, e := range want { // as many, with unlike indices: so these are all
		if e.index < 1 || int(e.index) > len(h) || h[e.index-1] != e {
			return fmt.Errorf("one that waits has place %d, and another is there", e.index)
		}
	}
	return nil
}

// check compares a queue with the tasks that ought to be in it.
func (q *queue) check(fresh, started []*Task) error {
	want := make(entityHeap, 0, len(started))
	for _, t := range started {
		want = append(want, &t.entity)
	}
	if err := q.started.check(want); err != nil {
		return fmt.Errorf("started tasks: %w", err)
	}
	n, last := 0, (*Task)(nil)
	for t := q.fresh.head; t != nil; t = t.next {
		if t.prev != last || t.state != Queued {
			return fmt.Errorf("new task %d is linked wrong, or %v", n, t.state)
		}
		if last != nil && t.entity.seq <= last.entity.seq {
			return fmt.Errorf("new task %d came before the one it follows", n)
		}
		last = t
		n++
	}
	if q.fresh.tail != last || n != len(fresh) || n != q.freshCount {
		return fmt.Errorf("%d new tasks are linked, %d counted, %d are there", n, q.freshCount, len(fresh))
	}
	return nil
}

// checkHungry compares the list of groups that wait and of which nothing runs.
func (c *Core) checkHungry(rank int, all []*Group, books map[*Group]*recount) error {
	want := 0
	for _, g := range all {
		r := books[g]
		hungry := c.cfg.Extra > 0 && r.ownRuns == 0 && len(r.fresh)+len(r.started) > 0
		if hungry != g.hungry {
			return fmt.Errorf("a group with %d running and %d waiting is marked %v", r.ownRuns, r.queued, g.hungry)
		}
		if !hungry && (g.hungryNext != nil || g.hungryPrev != nil) {
			return fmt.Errorf("a group that is not hungry has neighbours")
		}
		if hungry && g.class.rank() == rank {
			want++
		}
	}
	n, last := 0, (*Group)(nil)
	for g := c.hungryHead[rank]; g != nil && n <= want; g = g.hungryNext {
		if g.hungryPrev != last || !g.hungry || g.class.rank() != rank {
			return fmt.Errorf("place %d is wrong", n)
		}
		last = g
		n++
	}
	if n != want || c.hungryTail[rank] != last {
		return fmt.Errorf("%d are listed, %d are hungry", n, want)
	}
	return nil
}
