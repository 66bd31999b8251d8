package sched

import (
	"math/rand/v2"
	"testing"
)

// flood is Interactive work that would take all there is, in one of two ways:
// by tasks that never end, or by a stream in which the next comes when one has
// ended. Normal and Batch work wait beside it, with tasks that never end.
type flood struct {
	cpus   int
	stream bool
	lower  int // tasks in each lower class
	gap    int64
}

// floored is what came of a lower class: its part of all service, and how long it
// waited at most while nothing of it ran, in slices of the service of all.
type floored struct{ part, wait float64 }

func (f flood) play(slices int64, rnd *rand.Rand) map[Class]*floored {
	c := must(New(Config{Slots: f.cpus, Slice: sceneSlice}))
	m := newMachine(c, sceneSlice)
	group := func(class Class) *Group { return must(c.NewGroup(nil, GroupConfig{Class: class})) }
	interactive := group(Interactive)
	var next func()
	next = func() {
		length := (1 + rnd.Int64N(1000)) * sceneTick
		m.add(&job{group: interactive, length: length, gap: f.gap * sceneTick, ended: next})
	}
	for range 2 * f.cpus {
		if f.stream {
			next()
		} else {
			m.add(&job{group: interactive, length: -1, gap: f.gap * sceneTick})
		}
	}
	out := map[Class]*floored{Normal: {}, Batch: {}}
	last, served := map[Class]int64{}, int64(0)
	for class := range out {
		g := group(class)
		for range f.lower {
			m.add(&job{group: g, length: -1, gap: f.gap * sceneTick})
		}
	}
	m.watch = func() {
		served += m.moved * int64(len(m.running))
		for _, j := range m.running {
			if o := out[j.group.Class()]; o != nil {
				wait := served - m.moved*int64(len(m.running)) - last[j.group.Class()]
				o.wait = max(o.wait, float64(wait)/sceneSlice)
				last[j.group.Class()] = served
			}
		}
	}
	m.run(slices * sceneSlice)
	for class, o := range out {
		o.part = float64(c.Root(class).Service()) / float64(c.Service())
	}
	return out
}

// TestFloorsHold: under a flood of Interactive work, the lower classes get their
// floors, and none waits for longer than the documentation says: slice/floor,
// then until a slot is free. Batch goes first where both are due.
func TestFloorsHold(t *testing.T) {
	floors := map[Class]float64{Normal: 0.1, Batch: 0.01}
	for _, f := range []flood{
		{cpus: 1, lower: 1, gap: 20},
		{cpus: 1, lower: 3, gap: 20},
		{cpus: 1, lower: 3, gap: 700},
		{cpus: 1, lower: 1, gap: 20, stream: true},
		{cpus: 1, lower: 3, gap: 20, stream: true},
		{cpus: 2, lower: 1, gap: 20},
		{cpus: 2, lower: 3, gap: 20, stream: true},
		{cpus: 4, lower: 1, gap: 20},
		{cpus: 4, lower: 6, gap: 20, stream: true},
	} {
		out := f.play(3000, rand.New(rand.NewPCG(1, 2)))
		for _, class := range []Class{Normal, Batch} {
			o, floor := out[class], floors[class]
			if o.part < 0.95*floor {
				t.Errorf("%+v: %v had %.4f of all service, its floor is %v", f, class, o.part, floor)
			}
			busy := float64(f.cpus) * (1 + float64(f.gap)/1000) // until a slot is free
			limit := 1/floor + busy
			if class == Normal {
				limit += 1 + float64(f.gap)/1000 // of Batch
			}
			if o.wait > limit {
				t.Errorf("%+v: %v waited for %.2f slices of service, at most %.2f are allowed", f, class, o.wait, limit)
			}
			t.Logf("%+v: %v had %.4f, waited for %.2f slices at most", f, class, o.part, o.wait)
		}
	}
}
