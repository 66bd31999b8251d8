package sched

import (
	"fmt"
	"testing"
	"time"
)

// crowd is a core with one slot and groups, nested ten to a parent, each of which
// has a task that never ends.
func crowd(extra, groups int) *Core {
	c := must(New(Config{Slots: 1, Extra: extra, Slice: time.Millisecond}))
	var parent *Group
	for i := range groups {
		if i%10 == 0 {
			parent = must(c.NewGroup(nil, GroupConfig{Weight: 100 + i%7}))
		}
		c.Arrive(&Task{}, must(c.NewGroup(parent, GroupConfig{Weight: 100 + i%13})))
	}
	c.Take()
	return c
}

// BenchmarkArriveFinish is a task that meets no other. Most of it is 200 bytes
// of new task.
func BenchmarkArriveFinish(b *testing.B) {
	c := must(New(Config{Slots: 1, Slice: time.Millisecond}))
	g := must(c.NewGroup(nil, GroupConfig{}))
	var t Task
	for b.Loop() {
		t = Task{}
		c.Arrive(&t, g)
		c.Take()
		c.Finish(&t, time.Microsecond)
		c.Take()
	}
}

// BenchmarkYieldStart is the end of a slice with so many groups waiting, and the
// start of the next task.
func BenchmarkYieldStart(b *testing.B) {
	for _, groups := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("groups=%d", groups), func(b *testing.B) {
			c := crowd(0, groups)
			for b.Loop() {
				c.Yield(c.running[0], time.Millisecond)
				c.Take()
			}
		})
	}
}

// BenchmarkArriveWaitFinish is a new task that has to wait among so many groups,
// goes first, and ends.
func BenchmarkArriveWaitFinish(b *testing.B) {
	for _, groups := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("groups=%d", groups), func(b *testing.B) {
			c := crowd(0, groups)
			urgent := must(c.NewGroup(nil, GroupConfig{Class: Interactive}))
			var t Task
			for b.Loop() {
				t = Task{}
				c.Arrive(&t, urgent)
				c.Yield(c.running[0], time.Millisecond)
				c.Finish(&t, time.Microsecond)
				c.Take()
			}
		})
	}
}

// BenchmarkRan is the report of a driver that looks at all running tasks, for
// each of them, with others waiting.
func BenchmarkRan(b *testing.B) {
	for _, slots := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("slots=%d", slots), func(b *testing.B) {
			c := crowd(0, 200)
			if err := c.SetSlots(slots); err != nil {
				b.Fatal(err)
			}
			i := 0
			for b.Loop() {
				c.Ran(c.running[i%slots], 100*time.Nanosecond)
				c.Take()
				i++
			}
		})
	}
}
