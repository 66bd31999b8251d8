package sched

import (
	"math/rand/v2"
	"testing"
)

// stream is a group in which long tasks meet a stream of new ones that alone
// would take all there is: as one ends the next is there, for every slot one
// more than the slots.
type stream struct {
	cpus  int
	long  int // tasks that never end
	short int // longest new task, in ticks of a thousandth of a slice
	gap   int64
}

// play returns the part of all service that each long task had, and the longest
// time, in slices, that a new task waited for its start.
func (s stream) play(slices int64, rnd *rand.Rand) (parts []float64, longest float64) {
	c := must(New(Config{Slots: s.cpus, Slice: sceneSlice}))
	m := newMachine(c, sceneSlice)
	g := must(c.NewGroup(nil, GroupConfig{}))
	longs := make([]*job, s.long)
	for i := range longs {
		longs[i] = m.add(&job{group: g, length: -1, gap: s.gap * sceneTick})
	}
	var next func()
	next = func() {
		length := (1 + rnd.Int64N(int64(s.short))) * sceneTick
		arrived := m.now
		m.add(&job{group: g, length: length, gap: s.gap * sceneTick, ended: func() {
			longest = max(longest, float64(m.now-arrived-length)/sceneSlice)
			next()
		}})
	}
	for range s.cpus + 1 {
		next()
	}
	m.run(slices * sceneSlice)
	for _, j := range longs {
		parts = append(parts, float64(j.total)/float64(m.now))
	}
	return parts, longest
}

// TestLongTasksAgainstAStreamOfNewOnes: new work goes first, but with a lone
// long task in the group that has a right to half of it, that one gets nine
// tenths of its half at least. Several share the half, and on more slots a lone
// one has half of them, of which it can use one.
func TestLongTasksAgainstAStreamOfNewOnes(t *testing.T) {
	for _, cpus := range []int{1, 2, 4} {
		for _, long := range []int{1, 2, 3, 5} {
			for _, short := range []int{5, 100, 1000} {
				s := stream{cpus: cpus, long: long, short: short, gap: 5}
				rnd := rand.New(rand.NewPCG(1, uint64(short)))
				parts, longest := s.play(int64(tests(200, 600)), rnd)
				fair := min(1, float64(cpus)/2/float64(long))
				least, most := parts[0], parts[0]
				for _, p := range parts {
					least, most = min(least, p), max(most, p)
				}
				if least < 0.9*fair {
					t.Errorf("%+v: the long tasks had %.3f, their share is %.3f", s, parts, fair)
				}
				if most > 1.15*fair {
					t.Errorf("%+v: the long tasks had %.3f, which is more than their share of %.3f", s, parts, fair)
				}
				t.Logf("%+v: long tasks %.3f to %.3f of a share of %.3f, new ones waited %.2f slices at most",
					s, least, most, fair, longest)
			}
		}
	}
}
