package sched

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestIntervalsOnOneSlot holds the core to the theorem of start-time fair
// queueing: over any interval, two that always have work differ in service
// divided by weight by no more than one turn of each. It is to hold for all
// siblings of a tree, with and without checkpoints and early yields.
func TestIntervalsOnOneSlot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scene{cpus: 1}
		n := rapid.IntRange(2, 8).Draw(t, "parties")
		for i := range n {
			s.parties = append(s.parties, party{
				parent: rapid.IntRange(-1, i-1).Draw(t, "parent"),
				weight: rapid.SampledFrom([]int{1, 30, 100, 200, 400, MaxWeight}).Draw(t, "weight"),
				tasks:  rapid.IntRange(1, 3).Draw(t, "tasks"),
				gap:    rapid.SampledFrom([]int64{1, 50, 333, 1000, 2500}).Draw(t, "gap"),
				early:  rapid.SampledFrom([]int64{0, 30, 1000}).Draw(t, "early"),
			})
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		if out := s.play(200, rnd); out.worst > 1.001 {
			t.Fatalf("%+v: %.3f bounds", s, out.worst)
		}
	})
}

// TestIntervalsOnMoreSlots says how far from the theorem the core is where
// several run at once. There, none is known; a slice that is charged when it is
// granted is right if it is used up, and too much, until it ends, if it is not.
func TestIntervalsOnMoreSlots(t *testing.T) {
	for _, c := range []struct {
		what  string
		gap   int64
		early []int64 // of one group in turn after another
		bound float64 // 0 where none is asserted
	}{
		{"full slices", 500, []int64{0}, 1.5},
		{"overruns to 2.5 slices", 2500, []int64{0}, 0},
		{"early yields", 500, []int64{1000}, 0},
		{"early yields in every other group", 500, []int64{0, 1000}, 0},
		{"very early yields in every other group", 500, []int64{0, 30}, 0},
	} {
		for _, cpus := range []int{1, 2, 4, 8} {
			worst := 0.0
			for seed := range uint64(tests(3, 12)) {
				rnd := rand.New(rand.NewPCG(seed, uint64(cpus)))
				s := scene{cpus: cpus}
				for i := range 2 + rnd.IntN(6) {
					s.parties = append(s.parties, party{
						parent: -1,
						weight: []int{50, 100, 100, 200, 400}[rnd.IntN(5)],
						tasks:  cpus + rnd.IntN(3),
						gap:    c.gap,
						early:  c.early[i%len(c.early)],
					})
				}
				worst = max(worst, s.play(300, rnd).worst)
			}
			t.Logf("%d slots, %s: at most %.2f bounds", cpus, c.what, worst)
			if limit := max(1.001, c.bound); worst > limit && (cpus == 1 || c.bound > 0) {
				t.Errorf("%d slots, %s: %.2f bounds, want at most %v", cpus, c.what, worst, limit)
			}
		}
	}
}

// tests is how much of something random is tried: few with -short.
func tests(few, many int) int {
	if testing.Short() {
		return few
	}
	return many
}
