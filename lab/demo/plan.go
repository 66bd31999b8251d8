package demo

import (
	"slices"
	"time"

	"github.com/cpuworker/cpuworker/lab/child"
)

// plan is everything a run will measure.
type plan struct {
	servers map[string]child.Options
	cells   []Cell // in the order of a repetition
	dropped []Cell // what this machine cannot do
	reps    int

	times       times
	calibration times // of the light load
}

// times of one cell.
type times struct {
	warm   time.Duration // load on, not counted
	window time.Duration // counted
	drain  time.Duration // for the last answers
	echo   time.Duration // window of an echo cell
}

func fullTimes() times {
	return times{warm: 200 * time.Millisecond, window: 1600 * time.Millisecond, drain: 300 * time.Millisecond, echo: time.Second}
}

func quickTimes() times {
	return times{warm: 200 * time.Millisecond, window: 800 * time.Millisecond, drain: 200 * time.Millisecond, echo: 500 * time.Millisecond}
}

func calibrationTimes() times {
	return times{warm: 150 * time.Millisecond, window: 500 * time.Millisecond, drain: 50 * time.Millisecond}
}

func newPlan(o Options) *plan {
	p := &plan{
		servers: map[string]child.Options{plainServer: {Mode: plainServer}},
		reps:    o.Reps,
		times:   fullTimes(),

		calibration: calibrationTimes(),
	}
	if o.Quick {
		p.times, p.reps = quickTimes(), 1
	}
	light := o.Light[0]
	switch {
	case len(o.Slices) > 0:
		p.cells = append(p.cells, steps(light)[0])
		for _, slice := range o.Slices {
			cell, name, options := sliced(light, slice)
			p.cells = append(p.cells, cell)
			p.servers[name] = options
		}
		return p
	case o.Closed:
		p.cells = append(steps(light), smallTasks(light), cooperative(light))
	default:
		p.cells = append(steps(light), smallTasks(light), cooperative(light))
		p.cells = append(p.cells, echoes()...)
		p.cells = append(p.cells, baselines(light)...)
		// The other light loads only for what changes with them.
		for _, more := range o.Light[1:] {
			p.cells = append(p.cells, steps(more)...)
		}
	}
	p.servers[preemptiveServer] = child.Options{Mode: preemptiveServer}
	p.servers[cooperativeServer] = child.Options{Mode: cooperativeServer}
	return p
}

// withoutPreemptive takes out what needs Preemptive mode, and has step 4 in
// Cooperative mode in its place.
func (p *plan) withoutPreemptive() {
	delete(p.servers, preemptiveServer)
	var kept []Cell
	for _, c := range p.cells {
		switch {
		case c.Server == raisedServer, c.Server == preemptiveServer:
			p.dropped = append(p.dropped, c)
			if c.Step == Step4 {
				kept = append(kept, smallTasksCooperative(c.Light))
			}
		default:
			kept = append(kept, c)
		}
	}
	p.cells = kept
}

// needs reports whether a cell runs on the server of that name.
func (p *plan) needs(server string) bool {
	return slices.ContainsFunc(p.cells, func(c Cell) bool { return c.Server == server })
}

// measurements is how many cells will be measured in all.
func (p *plan) measurements() (n int) {
	for _, c := range p.cells {
		if c.Once {
			n++
		} else {
			n += p.reps
		}
	}
	return n
}

// lights are the light loads of the cells, each once.
func (p *plan) lights() (percents []int) {
	for _, c := range p.cells {
		if c.Light > 0 && !slices.Contains(percents, c.Light) {
			percents = append(percents, c.Light)
		}
	}
	return percents
}
