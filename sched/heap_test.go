package sched

import (
	"testing"

	"pgregory.net/rapid"
)

// TestHeap pushes, takes out and moves entities at random, more of them than the
// groups of other tests have, and compares with the plainest of orders.
func TestHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var heap, want entityHeap
		n := rapid.IntRange(10, 200).Draw(t, "steps")
		r := reader(rapid.SliceOfN(rapid.Byte(), 4*n, 4*n).Draw(t, "bytes"))
		start := int64(pick(&r, 0, 1<<62, -1<<63, 1<<63-20)) // virtual times wrap
		for seq := uint64(1); r.more(); seq++ {
			vtime := start + int64(r.below(40))
			if kind := r.below(3); kind == 0 || len(want) == 0 {
				e := &entity{vtime: vtime, seq: seq, weight: DefaultWeight}
				heap.push(e)
				want = append(want, e)
			} else if i := r.below(len(want)); kind == 1 {
				want[i].vtime = vtime
				heap.fix(want[i])
			} else {
				e := want[i]
				heap.remove(e)
				want = append(want[:i], want[i+1:]...)
				if e.waits() {
					t.Fatalf("one that was taken out says it has place %d", e.index)
				}
			}
			if err := heap.check(want); err != nil {
				t.Fatalf("%v", err)
			}
			for _, e := range want {
				if d := e.vtime - heap[0].vtime; d < 0 || d == 0 && e.seq < heap[0].seq {
					t.Fatalf("the first is at %d, another at %d", heap[0].vtime, e.vtime)
				}
			}
		}
	})
}
