package sched

import "testing"

// maxBytes keeps one input short: the check after every event costs more with
// every task.
const maxBytes = 1200

// FuzzEvents lets any string of bytes be events, sensible or not. The core must
// take them all, keep its books and decide what the ledger allows.
func FuzzEvents(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
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

// seeds begin with slots, extra, turn, bound, floor, groups and three bytes for each
// group; what follows is events.
var seeds = []string{
	"",
	"\x00\x00\x00\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x01\x00\x02\x00\x00\x02\x01\x00\x0b\x01\x00",
	"\x01\x02\x03\x01\x02\x00\x01\x02\x01\x02\x03\x00\x00\x00" + "\x00\x00\x00\x00\x01\x01\x00\x02\x02\x07\x00\x08\x00\x09\x01",
	"\x03\x03\x02\x02\x05\x00\x00\x00\x01\x01\x01\x02\x02\x02\x00\x00\x03\x00\x00\x04\x00\x00\x05" +
		"\x0a\x00\x00\x0a\x01\x01\x0a\x02\x02\x04\x00\x00\x05\x00\x0c\x00\x03\x01\x07\x0b\x02\x01",
}
