// Package demo shows what cpuworker does to the light requests of a service that
// has heavy ones too. It starts the servers, loads them step by step, and
// compares the steps.
//
// The steps are interleaved: every repetition runs all of them before the next
// one begins, so that a machine that drifts does so for each. Every figure is
// the median over the repetitions, and every ratio is one of medians.
package demo

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Options choose what a run measures.
type Options struct {
	Quick   bool            // shorter, once each
	Light   []int           // light work, in percent of the machine
	Slices  []time.Duration // not empty: only how small tasks follow the slice
	Closed  bool            // closed loops, for requests per second
	Clients int             // heavy clients; in a closed loop, of every load
	Reps    int
	// Progress is where the progress goes; it is drawn as a bar if that is a
	// terminal.
	Progress io.Writer
}

// Defaults of Options.
const (
	DefaultLight         = 5
	DefaultReps          = 3
	DefaultClients       = 10
	DefaultClosedClients = 100
)

// Validate says in one line what is wrong with the options.
func (o Options) Validate() error {
	if o.Clients < 1 {
		return fmt.Errorf("-c must be 1 or more, not %d", o.Clients)
	}
	if o.Reps < 1 {
		return fmt.Errorf("--reps must be 1 or more, not %d", o.Reps)
	}
	if len(o.Light) == 0 {
		return errors.New("--light needs a percentage")
	}
	seen := map[int]bool{}
	for _, p := range o.Light {
		if p < 1 || p > 100 {
			return fmt.Errorf("--light must be a percentage from 1 to 100, not %d", p)
		}
		if seen[p] {
			return fmt.Errorf("--light has %d twice", p)
		}
		seen[p] = true
	}
	slices := map[time.Duration]bool{}
	for _, d := range o.Slices {
		if d <= 0 {
			return fmt.Errorf("--slices must be longer than 0, not %v", d)
		}
		if slices[d] {
			return fmt.Errorf("--slices has %v twice", d)
		}
		slices[d] = true
	}
	if o.Closed && len(o.Slices) > 0 {
		return errors.New("--closed and --slices are two different runs")
	}
	if (o.Closed || len(o.Slices) > 0) && len(o.Light) > 1 {
		return errors.New("--closed and --slices take one --light percentage")
	}
	return nil
}
