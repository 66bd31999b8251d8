package sched

import (
	"math/rand/v2"
	"testing"
)

// maxBytes keeps one input short: the check after every event costs more with
// every task.
const maxBytes = 1200

// FuzzEvents lets any string of bytes be events, sensible or not. The core must
// take them all, keep its books and decide what the ledger allows.
func FuzzEvents(f *testing.F) {
	f.Add([]byte{})
	for i := range uint64(12) {
		seed := make([]byte, 20+60*i)
		rnd := rand.NewPCG(i, 0)
		for at := range seed {
			seed[at] = byte(rnd.Uint64())
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader(data[:min(len(data), maxBytes)])
		l := fromBytes(t, &r)
		for r.more() {
			l.event(&r)
		}
		l.drain()
	})
}

// drain ends every task, and wants nothing left.
func (l *ledger) drain() {
	l.t.Helper()
	for _, t := range l.tasks {
		l.Finish(t, 10)
	}
	if n := l.core.Queued() + len(l.core.Running()) + l.core.Suspended(); n != 0 {
		l.t.Fatalf("%d tasks are left", n)
	}
}
