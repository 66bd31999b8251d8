package sched

import (
	"math"
	"math/rand/v2"
)

// sceneSlice is a millisecond, with all else in thousandths of it: shares of a
// nanosecond get lost in a virtual time.
const (
	sceneSlice = 1000 * sceneTick
	sceneTick  = 1000
)

// party is a group that always has work, in a scene of several.
type party struct {
	parent int   // an earlier party, or -1
	weight int   // among its siblings
	tasks  int   // of its own: they never end
	gap    int64 // service between their checkpoints, in ticks
	early  int64 // they yield of their own accord after 1 to so many ticks; 0 is never
}

// scene is parties on some CPUs.
type scene struct {
	cpus    int
	parties []party
}

// siblings are those that share what one party has, or, in the first, all. Of a
// party with children its own tasks are one more, with the default weight.
type siblings struct {
	members []int // parties; -1 is the parent's own tasks
	parent  int
	gauge   *gauge
}

// families finds all siblings of a scene.
func (s scene) families() (all []*siblings) {
	for parent := -1; parent < len(s.parties); parent++ {
		f := &siblings{parent: parent}
		for i, p := range s.parties {
			if p.parent == parent {
				f.members = append(f.members, i)
			}
		}
		if len(f.members) == 0 {
			continue
		}
		if parent >= 0 && s.parties[parent].tasks > 0 {
			f.members = append(f.members, -1)
		}
		weights, most := make([]float64, len(f.members)), make([]float64, len(f.members))
		for i, m := range f.members {
			if m < 0 {
				weights[i], most[i] = DefaultWeight, s.ownTurn(parent)
			} else {
				weights[i], most[i] = float64(s.parties[m].weight), s.turn(m)
			}
		}
		f.gauge = newGauge(weights, most)
		all = append(all, f)
	}
	return all
}

// ownTurn is the longest service of a party's own tasks before they stop: a slice,
// and on to the next checkpoint. A turn begins at a checkpoint too. On more than
// one CPU the rest of a slice counts as well, because others are placed by it.
func (s scene) ownTurn(i int) float64 {
	p := s.parties[i]
	if p.early > 0 && s.cpus == 1 {
		return float64(p.early * sceneTick)
	}
	if p.early > 0 {
		return sceneSlice
	}
	return math.Ceil(sceneSlice/float64(p.gap*sceneTick)) * float64(p.gap*sceneTick)
}

// turn is that of a party and its children.
func (s scene) turn(i int) float64 {
	longest := s.ownTurn(i)
	for c, p := range s.parties {
		if p.parent == i {
			longest = max(longest, s.turn(c))
		}
	}
	return longest
}

// want is how many CPUs a party's tasks, and its children's, could use.
func (s scene) want(i int) float64 {
	want := float64(s.parties[i].tasks)
	for c, p := range s.parties {
		if p.parent == i {
			want += s.want(c)
		}
	}
	return min(want, float64(s.cpus))
}

// outcome is what came of a scene.
type outcome struct {
	had   []float64 // CPUs of each party on average, children's included
	fair  []float64 // what they ought to have been
	worst float64   // unfairness of any interval, in bounds of start-time fair queueing
}

// play runs the scene for so many slices on each CPU.
func (s scene) play(slices int64, rnd *rand.Rand) outcome {
	c := must(New(Config{Slots: s.cpus, Slice: sceneSlice}))
	m := newMachine(c, sceneSlice)
	families := s.families()
	service, own := make([]float64, len(s.parties)), make([]float64, len(s.parties))
	m.watch = func() {
		for _, j := range m.running {
			i, ok := j.group.Owner.(int)
			if !ok {
				continue
			}
			own[i] += float64(m.moved)
			for ; i >= 0; i = s.parties[i].parent {
				service[i] += float64(m.moved)
			}
		}
		for _, f := range families {
			f.look(service, own)
		}
	}
	for range s.cpus { // hold every slot until all parties wait, and not to the same time
		m.add(&job{group: c.Root(Interactive), length: 1 + rnd.Int64N(sceneSlice)})
	}
	groups := make([]*Group, len(s.parties))
	for i, p := range s.parties {
		var parent *Group
		if p.parent >= 0 {
			parent = groups[p.parent]
		}
		groups[i] = must(c.NewGroup(parent, GroupConfig{Weight: p.weight, Owner: i}))
		for range p.tasks {
			j := &job{group: groups[i], length: -1, gap: p.gap * sceneTick}
			if p.early > 0 {
				j.early = func() int64 { return (1 + rnd.Int64N(p.early)) * sceneTick }
			}
			m.add(j)
		}
	}
	m.run(slices * sceneSlice)

	out := outcome{fair: make([]float64, len(s.parties))}
	for _, f := range families {
		f.share(s, out.fair)
		out.worst = max(out.worst, f.gauge.worst())
	}
	for i := range service {
		out.had = append(out.had, service[i]/float64(m.now))
	}
	return out
}

func (f *siblings) look(service, own []float64) {
	now := make([]float64, len(f.members))
	for i, m := range f.members {
		if m < 0 {
			now[i] = own[f.parent]
		} else {
			now[i] = service[m]
		}
	}
	f.gauge.look(now)
}

// share hands what a parent is to have on to its children: families are in such
// an order that it is known by then.
func (f *siblings) share(s scene, fair []float64) {
	total := float64(s.cpus)
	if f.parent >= 0 {
		total = fair[f.parent]
	}
	want := make([]float64, len(f.members))
	for i, m := range f.members {
		if m < 0 {
			want[i] = min(float64(s.parties[f.parent].tasks), float64(s.cpus))
		} else {
			want[i] = s.want(m)
		}
	}
	for i, rate := range maxMin(f.gauge.weights, want, total) {
		if m := f.members[i]; m >= 0 {
			fair[m] = rate
		}
	}
}
