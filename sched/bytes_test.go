package sched

import (
	"fmt"
	"time"
)

// reader turns a string of bytes into small numbers; at its end all are 0.
type reader []byte

func (r *reader) more() bool { return len(*r) > 0 }

func (r *reader) below(n int) int {
	if len(*r) == 0 {
		return 0
	}
	b := (*r)[0]
	*r = (*r)[1:]
	return int(b) % n
}

// pick chooses one of the values.
func pick[T any](r *reader, values ...T) T { return values[r.below(len(values))] }

// fromBytes makes the machine and the groups that the first bytes name.
func fromBytes(t failer, r *reader) *ledger {
	t.Helper()
	l := newLedger(t, Config{
		Slots:        1 + r.below(4),
		Extra:        pick(r, 0, 0, 1, 3),
		Slice:        100,
		Turn:         pick[time.Duration](r, 0, 0, 300),
		MaxSuspended: pick(r, 0, 0, 1, 4),
		Floors:       [classes]float64{Batch: pick(r, 0, 0.5, 0.3)},
	})
	parents := []*Group{nil}
	for range 1 + r.below(6) {
		g := l.group(parents[r.below(len(parents))], GroupConfig{
			Class:  pick(r, Normal, Interactive, Batch),
			Weight: pick(r, 0, 1, 50, 200, 400, MaxWeight),
		})
		parents = append(parents, g)
	}
	for i := range 12 {
		l.seats = append(l.seats, l.task(fmt.Sprintf("t%d", i)))
	}
	return l
}

// home is the group of a task, which for some is a class itself.
func (l *ledger) home(r *reader) *Group {
	i := r.below(len(l.groups) + 1)
	if i == len(l.groups) {
		return l.core.Root(pick(r, Normal, Interactive, Batch))
	}
	return l.groups[i]
}

// event sends the event that the next bytes name, to a task in any state: one
// that it does not fit is late or doubled, and must be ignored.
func (l *ledger) event(r *reader) {
	l.t.Helper()
	kind := r.below(13)
	if kind == 12 {
		if err := l.SetSlots(1 + r.below(5)); err != nil {
			l.t.Fatalf("SetSlots: %v", err)
		}
		return
	}
	seat := r.below(len(l.seats))
	t := l.seats[seat]
	switch kind {
	case 0:
		l.Arrive(t, l.home(r))
	case 1:
		l.Ran(t, l.service(r))
	case 2, 3:
		l.Yield(t, l.service(r))
	case 4:
		l.Block(t, l.service(r))
	case 5, 6:
		l.Wake(t)
	case 7:
		l.Stall(t)
	case 8:
		l.Unstall(t)
	case 9:
		l.Force(t)
	case 10:
		l.replace(r, seat)
	case 11:
		l.Finish(t, l.service(r))
	}
}

// service is nothing, a part of a slice, a slice, many, or less than nothing.
func (l *ledger) service(r *reader) time.Duration {
	return pick(r, 100, 0, 1, 40, 99, 101, 250, 1000, 5000, time.Duration(-30), time.Minute)
}

// replace puts a new task in the place of one that ended, so that the events do
// not run out of tasks.
func (l *ledger) replace(r *reader, seat int) {
	l.t.Helper()
	if l.books[l.seats[seat]].state == Finished {
		l.seats[seat] = l.task(fmt.Sprintf("t%d", len(l.tasks)))
	}
	l.Arrive(l.seats[seat], l.home(r))
}
