package sched

import (
	"testing"
	"time"
)

// TestNoEventAllocates: once a core has seen as many tasks, events and decisions
// cost no memory.
func TestNoEventAllocates(t *testing.T) {
	const slice = time.Millisecond
	for _, extra := range []int{0, 2} {
		c := crowd(extra, 50)
		g := must(c.NewGroup(nil, GroupConfig{}))
		urgent := must(c.NewGroup(nil, GroupConfig{Class: Interactive}))
		var task Task
		for _, cycle := range []struct {
			what   string
			events func()
		}{
			{"a task that waits, is withdrawn", func() {
				task = Task{}
				c.Arrive(&task, g)
				c.Finish(&task, 0)
			}},
			{"a task that goes first", func() {
				task = Task{}
				c.Arrive(&task, urgent)
				c.Yield(c.Running()[0], slice)
				c.Finish(&task, slice/100)
			}},
			{"a long task among others", func() {
				c.Ran(c.Running()[0], 3*slice/2)
				c.Yield(c.Running()[0], slice/2)
			}},
			{"one that waits for something", func() {
				first := c.Running()[0]
				c.Block(first, slice/3)
				c.Wake(first)
			}},
			{"one that stalls", func() {
				first := c.Running()[0]
				c.Stall(first)
				c.Unstall(first)
				c.Yield(first, slice)
				c.Yield(c.Running()[0], slice)
			}},
			{"one that is forced", func() {
				first := c.Running()[0]
				c.Yield(first, 2*slice)
				c.Force(first)
				c.Yield(first, slice)
			}},
			{"other slots", func() {
				for n := 4; n > 0; n-- {
					if err := c.SetSlots(n); err != nil {
						t.Fatal(err)
					}
					c.Yield(c.Running()[0], slice)
				}
			}},
		} {
			events := func() {
				cycle.events()
				c.Take()
			}
			for range 500 {
				events()
			}
			if n := testing.AllocsPerRun(200, events); n != 0 {
				t.Errorf("%s, with %d extra slots: %v allocations", cycle.what, extra, n)
			}
		}
	}
}
