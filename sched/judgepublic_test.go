package sched

import "time"

// tally is what a group should say of itself.
type tally struct {
	queued, running, fresh int
	service                int64
}

// judgeGroups compares what the core says of itself and of its groups with the
// ledger's own books.
func (l *ledger) judgeGroups() {
	l.t.Helper()
	want := map[*Group]*tally{}
	for class := Class(0); class.Valid(); class++ {
		want[l.core.Root(class)] = &tally{}
	}
	for _, g := range l.groups {
		want[g] = &tally{}
	}
	var all tally
	suspended, shares := 0, map[Class]float64{}
	for t, e := range l.books {
		if e.state == Idle {
			continue
		}
		all.count(e, true)
		for g := e.group; g != nil; g = g.Parent() {
			want[g].count(e, g == e.group)
		}
		switch e.state {
		case Waiting:
			suspended++
		case Running:
			shares[e.group.Class()] += t.Share()
			if t.SliceUsed() != time.Duration(e.grant) || !t.Started() {
				l.t.Fatalf("%s has used %v of its grant (started %v), it should be %d", e.name, t.SliceUsed(), t.Started(), e.grant)
			}
		}
	}
	for g, w := range want {
		if got := (tally{g.Queued(), g.Running(), g.Fresh(), int64(g.Service())}); got != *w {
			l.t.Fatalf("a group of weight %d in %v says %+v of itself, it should be %+v", g.Weight(), g.Class(), got, *w)
		}
	}
	for class, sum := range shares {
		if sum > 1+1e-9 || sum <= 0 {
			l.t.Fatalf("the shares of running tasks of %v sum to %v", class, sum)
		}
	}
	c := l.core
	if c.Queued() != all.queued || len(c.Running()) != all.running || c.Suspended() != suspended ||
		int64(c.Service()) != all.service || c.Slots() != l.cfg.Slots {
		l.t.Fatalf("the core says %d queued, %d running, %d suspended, %v, %d slots; it should be %+v, %d, %d",
			c.Queued(), len(c.Running()), c.Suspended(), c.Service(), c.Slots(), all, suspended, l.cfg.Slots)
	}
}

func (w *tally) count(e *entry, own bool) {
	w.service += e.service
	switch e.state {
	case Running:
		w.running++
	case Queued:
		w.queued++
		if own {
			w.fresh++
		}
	case Waiting:
		w.queued++
	}
}
