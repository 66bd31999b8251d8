package sched

import (
	"testing"
	"time"
)

// TestAGroupThatWasIdleForYears: virtual times wrap, and one of a group that was
// away for long says nothing any more. Such a group must not be taken to be
// ahead, or it would starve for as long again. Only one report of a day at a
// time is possible at weight 1, so this takes some.
func TestAGroupThatWasIdleForYears(t *testing.T) {
	const day = 24 * time.Hour
	for _, days := range []int{1, 30, 60, 70, 90, 120, 130, 200, 365, 1000} {
		c := must(New(Config{Slots: 1, Slice: time.Millisecond}))
		idle := must(c.NewGroup(nil, GroupConfig{Weight: 1}))
		busy := must(c.NewGroup(nil, GroupConfig{Weight: 1}))
		first, long, back := &Task{}, &Task{}, &Task{}
		c.Arrive(first, idle)
		c.Finish(first, time.Millisecond)
		c.Arrive(long, busy)
		for range days {
			c.Ran(long, day)
		}
		c.Arrive(back, idle)
		turns := 0
		c.Take()
		for range 20 {
			task := c.Running()[0]
			if task == back {
				turns++
			}
			c.Yield(task, time.Millisecond)
			c.Take()
		}
		if turns < 9 || turns > 11 {
			t.Errorf("after %d days of service: the group that came back had %d turns of 20", days, turns)
		}
	}
}

// TestATaskThatWasBlockedForYears is the same for a task among its group's.
func TestATaskThatWasBlockedForYears(t *testing.T) {
	c := must(New(Config{Slots: 1, Slice: time.Millisecond}))
	g := must(c.NewGroup(nil, GroupConfig{}))
	blocked, long := &Task{}, &Task{}
	c.Arrive(blocked, g)
	c.Block(blocked, time.Millisecond)
	c.Arrive(long, g)
	for range 50 {
		for range 200 { // days
			c.Yield(long, 24*time.Hour)
		}
		c.Wake(blocked)
		c.Yield(long, time.Millisecond)
		c.Take()
		turns := 0
		for range 20 {
			task := c.Running()[0]
			if task == blocked {
				turns++
			}
			c.Yield(task, time.Millisecond)
			c.Take()
		}
		if turns < 9 || turns > 11 {
			t.Fatalf("after %v: the task that came back had %d turns of 20", c.Service(), turns)
		}
		if c.Running()[0] != blocked {
			c.Yield(long, time.Millisecond)
		}
		c.Block(blocked, 0)
	}
}
