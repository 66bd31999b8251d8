package sched

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// world is a machine, drawn at random, with a ledger that watches its core.
type world struct {
	*machine
	ledger *ledger
	length int64 // of all jobs together
}

const worldSlice = 100

func (w *world) draw(t *rapid.T) {
	n := func(name string, from, to int) int { return rapid.IntRange(from, to).Draw(t, name) }
	l := newLedger(t, Config{
		Slots:        n("slots", 1, 4),
		Extra:        n("extra", 0, 2),
		Slice:        worldSlice,
		Turn:         time.Duration(rapid.SampledFrom([]int{0, 0, 3 * worldSlice}).Draw(t, "turn")),
		MaxSuspended: rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "bound"),
	})
	w.machine, w.ledger = newMachine(l, worldSlice), l
	parents := []*Group{nil}
	for range n("groups", 1, 6) {
		class := Class(n("class", 0, classes-1))
		parents = append(parents, l.group(rapid.SampledFrom(parents).Draw(t, "parent"), GroupConfig{
			Class: class, Weight: rapid.SampledFrom([]int{0, 1, 50, 300, MaxWeight}).Draw(t, "weight"),
		}))
	}
	for i := range n("jobs", 1, 12) {
		j := &job{
			task:   l.task(fmt.Sprintf("t%d", i)),
			group:  rapid.SampledFrom(l.groups).Draw(t, "group"),
			length: int64(n("length", 0, 12*worldSlice)),
			gap:    int64(rapid.SampledFrom([]int{0, 1, 10, 70, 100, 350}).Draw(t, "gap")),
			blocks: int64(rapid.SampledFrom([]int{0, 0, 30, 100, 450}).Draw(t, "blocks")),
			waits:  int64(n("waits", 0, 3*worldSlice)),
			stalls: int64(rapid.SampledFrom([]int{0, 0, 0, 45, 100}).Draw(t, "stalls")),
		}
		if part := int64(n("early", 0, 2*worldSlice)); part <= worldSlice {
			j.early = func() int64 { return part }
		}
		w.length += j.length
		w.after(int64(n("arrives", 0, 8*worldSlice)), func() { w.add(j) })
	}
	if slots := n("later", 0, 5); slots > 0 {
		w.after(int64(n("when", 0, 8*worldSlice)), func() {
			if err := w.policy.SetSlots(slots); err != nil {
				t.Fatalf("SetSlots(%d): %v", slots, err)
			}
		})
	}
}

// TestWorlds lets random machines run until nothing is left. The ledger judges
// every decision and all books after every event; every task ends, once, with
// the service that it was to have.
func TestWorlds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w world
		w.draw(t)
		w.run(1 << 40)
		for _, task := range w.ledger.tasks {
			if e := w.ledger.books[task]; e.ended != 1 {
				t.Fatalf("%s is %v at the end", e.name, e.state)
			}
		}
		if got := int64(w.ledger.core.Service()); got != w.length {
			t.Fatalf("all tasks had %d, their lengths are %d", got, w.length)
		}
		if n := w.ledger.core.Queued() + w.ledger.core.Suspended() + len(w.ledger.core.Running()); n != 0 {
			t.Fatalf("%d tasks are left", n)
		}
	})
}
