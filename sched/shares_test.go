package sched

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSharesInTheLongRun compares what groups get with weighted max-min
// fairness.
//
// In trees every group has tasks for all CPUs. Where one has fewer, its children
// cannot be had at will: when it is its turn those of its tasks go that wait, so
// as a whole it gets its share and between its children the rest is chance.
func TestSharesInTheLongRun(t *testing.T) {
	const slices = 1000
	for _, c := range []struct {
		what string
		draw func(cpus int, rnd *rand.Rand) scene
	}{
		{"weights that may promise more than there are tasks", drawFlat},
		{"trees", drawTree},
	} {
		for _, cpus := range []int{1, 2, 4, 8} {
			off := 0.0
			for seed := range uint64(tests(4, 20)) {
				rnd := rand.New(rand.NewPCG(seed, uint64(cpus)))
				s := c.draw(cpus, rnd)
				out := s.play(slices, rnd)
				for i, fair := range out.fair {
					d := math.Abs(out.had[i] - fair)
					if d > 0.03*fair+4.0/slices {
						t.Errorf("%s, %d slots, seed %d: party %d of %+v had %.4f CPUs, its share is %.4f",
							c.what, cpus, seed, i, s.parties, out.had[i], fair)
					}
					off = max(off, d/fair)
				}
			}
			t.Logf("%s, %d slots: at most %.1f %% off", c.what, cpus, 100*off)
		}
	}
}

// drawFlat draws groups with more work than CPUs in all.
func drawFlat(cpus int, rnd *rand.Rand) scene {
	for {
		s := scene{cpus: cpus}
		tasks := 0
		for range 2 + rnd.IntN(6) {
			p := drawParty(-1, 1+rnd.IntN(cpus+1), rnd)
			tasks += p.tasks
			s.parties = append(s.parties, p)
		}
		if tasks > cpus {
			return s
		}
	}
}

// drawTree draws groups each of which has tasks for all CPUs.
func drawTree(cpus int, rnd *rand.Rand) scene {
	s := scene{cpus: cpus}
	for i := range 3 + rnd.IntN(5) {
		parent := max(-1, rnd.IntN(2*i+2)-i-2) // half of them at the top
		s.parties = append(s.parties, drawParty(parent, cpus+rnd.IntN(3), rnd))
	}
	return s
}

func drawParty(parent, tasks int, rnd *rand.Rand) party {
	return party{
		parent: parent,
		weight: []int{50, 100, 100, 200, 400, 1000}[rnd.IntN(6)],
		tasks:  tasks,
		gap:    []int64{50, 100, 500, 1000}[rnd.IntN(4)],
		early:  int64(rnd.IntN(2) * 1000),
	}
}
