package demo

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/cpuworker/cpuworker/lab/child"
	"github.com/cpuworker/cpuworker/lab/load"
)

// generatorSlice is the scheduling slice of the generator's threads, in every
// step alike.
const generatorSlice = 100 * time.Microsecond

// spareProcs are the generator's Ps beyond the cores, so that a thread that comes
// back from a system call never waits for one.
const spareProcs = 4

type runner struct {
	options  Options
	plan     *plan
	children map[string]*child.Child
	lights   map[int]Light
	result   *Result
}

// Run measures what the options ask for.
func Run(ctx context.Context, o Options) (*Result, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return newPlan(o).run(ctx, o)
}

func (p *plan) run(ctx context.Context, o Options) (*Result, error) {
	r := &runner{options: o, plan: p, children: map[string]*child.Child{}, lights: map[int]Light{}}
	// Children first: they would inherit the slice set below.
	defer r.stopChildren()
	notes, err := r.startChildren()
	if err != nil {
		return nil, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.NumCPU() + spareProcs))
	if err := load.SetSlice(generatorSlice); err != nil {
		notes = append(notes, fmt.Sprintf("the generator has no short slice, so latencies include its own delay: %v", err))
	} else {
		defer func() { _ = load.SetSlice(0) }()
	}
	r.result = newResult(o, p, notes)
	r.result.Servers = r.describe()
	r.result.Environment.GOMAXPROCS = r.children[plainServer].Hello.Status.GOMAXPROCS
	progress := newProgress(o.Progress, p.measurements()+r.calibrations())
	defer progress.finish()
	if err := r.calibrateAll(ctx, progress); err != nil {
		return nil, err
	}
	if err := r.repeat(ctx, progress); err != nil {
		return nil, err
	}
	r.result.complete(p)
	return r.result, nil
}

// calibrations is how many light loads have a rate to be found.
func (r *runner) calibrations() int {
	if r.options.Closed {
		return 0
	}
	return len(r.plan.lights())
}

func (r *runner) calibrateAll(ctx context.Context, p progress) error {
	for _, percent := range r.plan.lights() {
		if r.options.Closed {
			r.lights[percent] = Light{Percent: percent, Path: lightPath}
			continue
		}
		p.begin(fmt.Sprintf("calibrating light work at %d%%", percent))
		light, err := r.calibrate(ctx, percent)
		if err != nil {
			return err
		}
		r.lights[percent] = light
		r.result.Lights = append(r.result.Lights, light)
		p.end()
	}
	return nil
}

func (r *runner) repeat(ctx context.Context, p progress) error {
	for rep := range r.plan.reps {
		for i, cell := range r.plan.cells {
			if cell.Once && rep > 0 {
				continue
			}
			p.begin(fmt.Sprintf("repetition %d of %d, step %s", rep+1, r.plan.reps, cell.name()))
			m, err := r.cell(ctx, cell, uint64(rep))
			if err != nil {
				return fmt.Errorf("step %s: %w", cell.name(), err)
			}
			r.result.Cells[i].add(m)
			p.end()
		}
	}
	return nil
}

func (r *runner) cell(ctx context.Context, cell Cell, seed uint64) (measured, error) {
	c := r.children[cell.Server]
	if cell.Light > 0 {
		return measure(ctx, c, r.streams(cell, c.Addr, r.lights[cell.Light], seed), r.plan.times)
	}
	busy := 0
	if cell.Busy {
		busy = 2 * runtime.NumCPU()
	}
	return measureEcho(ctx, c, busy, seed, r.plan.times)
}
