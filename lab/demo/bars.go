package demo

import (
	"errors"
	"fmt"
	"slices"
)

// Bar is a promise with the figure that keeps or breaks it.
type Bar struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"at_least"` // the value may be more, not less
	Unit    string  `json:"unit,omitempty"`
	Verdict Verdict `json:"verdict"`
}

// Verdict on a bar.
type Verdict string

// The verdicts.
const (
	Met         Verdict = "met"
	Missed      Verdict = "missed"
	NotMeasured Verdict = "not measured" // by the options of this run
	Unavailable Verdict = "unavailable"  // this machine cannot do it
)

// ErrMissed says that a bar was missed, or could not be measured here.
var ErrMissed = errors.New("a bar was missed")

// bars compares the medians with the promises. A run that measures none of them
// has none.
func (r *Result) bars(p *plan) (bars []Bar) {
	if r.Settings.Closed || r.cell(Step2, p.lights()[0]) == nil {
		return nil
	}
	add := func(b Bar, step string, light int, value func(*CellResult) float64) {
		b.Verdict = NotMeasured
		if c := r.cell(step, light); c != nil {
			b.Value = value(c)
			b.Verdict = b.judge()
		} else if slices.ContainsFunc(p.dropped, func(c Cell) bool { return c.Step == step && c.Light == light }) {
			b.Verdict = Unavailable
		}
		bars = append(bars, b)
	}
	lightP99 := func(c *CellResult) float64 { return c.Ratios.LightToStep1.P99 }
	heavy := func(c *CellResult) float64 { return c.Ratios.HeavyToStep2 }

	for _, l := range []struct {
		light int
		limit float64
	}{{5, 1.3}, {25, 1.4}, {50, 1.6}, {80, 1.8}} {
		for _, step := range []string{Step3, Step3b} {
			name := fmt.Sprintf("light p99, step %s / step 1, light work at %d%%", step, l.light)
			add(Bar{Name: name, Limit: l.limit}, step, l.light, lightP99)
		}
	}
	for _, step := range []string{Step3, Step3b} {
		name := fmt.Sprintf("heavy req/s, step %s / step 2, light work at 5%%", step)
		add(Bar{Name: name, Limit: 0.93, AtLeast: true}, step, 5, heavy)
	}
	add(Bar{Name: "cooperative: light p99, step 3 / step 1", Limit: 2.5}, Step3Coop, 5, lightP99)
	add(Bar{Name: "cooperative: heavy req/s, step 3 / step 2", Limit: 0.50, AtLeast: true}, Step3Coop, 5, heavy)
	add(Bar{Name: "step 4: small-task p99 under full heavy load", Limit: 5, Unit: "ms"}, Step4, 5,
		func(c *CellResult) float64 { return c.Median.Small.P99 })
	add(Bar{Name: "TCP echo p99, endless tasks / alone", Limit: 2}, StepEchoLoaded, 0,
		func(c *CellResult) float64 { return r.echoRatio(c) })
	return bars
}

// echoRatio is the p99 round trip of c to that of the echo alone.
func (r *Result) echoRatio(c *CellResult) float64 {
	alone := r.cell(StepEchoIdle, 0)
	if alone == nil {
		return 0
	}
	return ratio(c.Median.Echo.P99, alone.Median.Echo.P99)
}

// judge compares value and limit. A value of 0 is one that could not be taken.
func (b Bar) judge() Verdict {
	met := b.Value > 0 && b.Value <= b.Limit
	if b.AtLeast {
		met = b.Value >= b.Limit
	}
	if met {
		return Met
	}
	return Missed
}

// Check returns ErrMissed, naming them, if a bar was missed or could not be
// measured on this machine. Bars that the options left out do not count.
func (r *Result) Check() error {
	var failed []error
	for _, b := range r.Bars {
		if b.Verdict == Missed || b.Verdict == Unavailable {
			failed = append(failed, fmt.Errorf("%w: %s", ErrMissed, b))
		}
	}
	return errors.Join(failed...)
}

// String is the bar as a line of text.
func (b Bar) String() string {
	sign := "<="
	if b.AtLeast {
		sign = ">="
	}
	unit := b.Unit
	if unit != "" {
		unit = " " + unit
	}
	if b.Verdict == NotMeasured || b.Verdict == Unavailable {
		return fmt.Sprintf("%s: %s (%s %g%s)", b.Name, b.Verdict, sign, b.Limit, unit)
	}
	return fmt.Sprintf("%s: %.2f%s (%s %g%s) %s", b.Name, b.Value, unit, sign, b.Limit, unit, b.Verdict)
}
