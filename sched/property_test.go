package sched

import (
	"testing"

	"pgregory.net/rapid"
)

// TestAnyEvents sends random events to tasks in any state. The ledger judges
// every decision and every book after each of them.
func TestAnyEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reader(drawBytes(t))
		l := fromBytes(t, &r)
		for r.more() {
			l.event(&r)
		}
		l.drain()
	})
}

// TestSameEventsSameDecisions: nothing but the events decides.
func TestSameEventsSameDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawBytes(t)
		var first []string
		for run := range 2 {
			r := reader(data)
			l := fromBytes(t, &r)
			for r.more() {
				l.event(&r)
			}
			if run == 0 {
				first = l.log
				continue
			}
			for i := range max(len(first), len(l.log)) {
				if i >= len(first) || i >= len(l.log) || first[i] != l.log[i] {
					t.Fatalf("decision %d of %d and %d is not the same", i, len(first), len(l.log))
				}
			}
		}
	})
}

// drawBytes fixes the length first: left alone, rapid prefers short slices.
func drawBytes(t *rapid.T) []byte {
	n := rapid.IntRange(20, maxBytes).Draw(t, "length")
	return rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "bytes")
}
