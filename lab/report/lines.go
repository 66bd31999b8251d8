package report

import (
	"slices"

	"github.com/cpuworker/cpuworker/lab/demo"
)

// colours is the number of line colours in the style sheet.
const colours = 10

// colour is the number of a cell's colour in the style sheet. A step has the
// same one in every picture; i is the place of a cell without a number of its
// own.
func colour(c *demo.CellResult, i int) int {
	numbered := [][]string{
		{demo.Step1, demo.StepEchoIdle},
		{demo.Step2, demo.StepEchoPlain},
		{demo.Step3, demo.StepEchoLoaded},
		{demo.Step3b},
		{demo.Step4, demo.Step4Coop},
		{demo.Step3Coop},
		{demo.StepSemaphore},
		{demo.StepErrgroup},
		{demo.StepAnts},
		{demo.StepRaised},
	}
	for n, steps := range numbered {
		if slices.Contains(steps, c.Step) {
			return n
		}
	}
	return i % colours
}

// dashed tells lines apart that lie on each other by design.
func dashed(c *demo.CellResult) bool { return c.Step == demo.Step3b || c.Once }

// labelHeight is the least distance of two labels.
const labelHeight = 15.0

// spread moves the labels at the ends of the lines apart, each as little as
// their order allows, within top and below.
func spread(lines []line, top, below float64) {
	byHeight := make([]*line, len(lines))
	for i := range lines {
		byHeight[i] = &lines[i]
	}
	slices.SortStableFunc(byHeight, func(a, b *line) int {
		switch {
		case a.LabelY < b.LabelY:
			return -1
		case a.LabelY > b.LabelY:
			return 1
		}
		return 0
	})
	next := top
	for _, l := range byHeight {
		l.LabelY = max(l.LabelY, next)
		next = l.LabelY + labelHeight
	}
	// What was pushed out at the bottom goes back up.
	last := below
	for _, l := range slices.Backward(byHeight) {
		l.LabelY = min(l.LabelY, last)
		last = l.LabelY - labelHeight
	}
}
