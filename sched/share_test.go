package sched

import (
	"math"
	"testing"
)

// TestShare: what a task is entitled to now, for a driver that leaves the
// sharing to the kernel.
func TestShare(t *testing.T) {
	c := must(New(Config{Slots: 8, Slice: 10}))
	group := func(parent *Group, weight int) *Group {
		return must(c.NewGroup(parent, GroupConfig{Weight: weight}))
	}
	start := func(g *Group) *Task {
		task := &Task{}
		c.Arrive(task, g)
		return task
	}
	want := func(what string, task *Task, share float64) {
		t.Helper()
		if got := task.Share(); math.Abs(got-share) > 1e-9 {
			t.Errorf("%s: a share of %v, want %v", what, got, share)
		}
	}
	p, q := group(nil, 300), group(nil, 100)
	x, y := group(p, 100), group(p, 200)
	xTask := start(x)
	want("alone", xTask, 1)
	yTask := start(y)
	want("with a sibling of twice the weight", xTask, 1.0/3)
	want("that sibling", yTask, 2.0/3)
	qTask := start(q)
	want("with the parent's sibling", xTask, 1.0/3*3/4)
	want("that one", qTask, 1.0/4)
	pTask := start(p)
	want("a task of the parent's own", pTask, 1.0/4*3/4)
	second := start(q)
	want("one of two in a group", qTask, 1.0/8)
	c.Finish(second, 1)
	c.Block(pTask, 1)
	c.Finish(yTask, 1)
	want("when the others have gone", xTask, 3.0/4)
	want("when the others have gone", qTask, 1.0/4)
}
