package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/cpuworker/cpuworker/lab/demo"
)

// Size of a chart in SVG units, and of the margins around its axes.
const (
	width, height                       = 1080.0, 470.0
	marginLeft, marginRight, marginLine = 64.0, 130.0, 14.0
	marginTop, marginBottom             = 16.0, 44.0
)

// chart is a latency distribution as HdrHistogram draws it: percentiles on an
// axis that gives each further nine the same room. Both axes are logarithmic.
type chart struct {
	Title, Note             string
	Width, Height           float64
	Left, Right, Top, Below float64
	XTicks, YTicks          []tick
	Lines                   []line
}

type tick struct {
	At    float64
	Text  string
	Minor bool
}

type line struct {
	Path           string
	Colour         int
	Minor          bool // a baseline, drawn back
	Dashed         bool
	EndX, EndY     float64
	Label, Title   string
	LabelX, LabelY float64
}

// scale turns a value into a place on a logarithmic axis.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 {
	v = min(max(v, s.low), s.high)
	return s.from + (s.to-s.from)*(math.Log10(v)-math.Log10(s.low))/(math.Log10(s.high)-math.Log10(s.low))
}

func newChart(s demo.Set) chart {
	c := chart{
		Title: s.Title, Note: s.Note, Width: width, Height: height,
		Left: marginLeft, Right: width - marginRight, Top: marginTop, Below: height - marginBottom,
	}
	low, high, nines := extent(s.Cells)
	x := scale{low: 1, high: nines, from: c.Left, to: c.Right}
	y := scale{low: low, high: high, from: c.Below, to: c.Top}
	c.XTicks, c.YTicks = percentileTicks(x), latencyTicks(y)
	for i, cell := range s.Cells {
		if len(cell.Curve) == 0 {
			continue
		}
		l := line{Colour: colour(cell, i), Minor: cell.Once, Dashed: dashed(cell), Label: cell.Step, Title: cell.Title}
		l.Path, l.EndX, l.EndY = path(cell.Curve, x, y)
		l.LabelX, l.LabelY = c.Right+marginLine, l.EndY
		c.Lines = append(c.Lines, l)
	}
	spread(c.Lines, c.Top, c.Below)
	return c
}

// distance is the place of a percentile on its axis: 1 at 0%, 10 at 90%, 100 at
// 99%.
func distance(percentile float64) float64 { return 100 / (100 - percentile) }

// extent is what the axes have to hold. The last point of a curve is its maximum
// at 100%, which is infinitely far: it is drawn at the end of the axis.
func extent(cells []*demo.CellResult) (low, high, nines float64) {
	low, high, nines = math.Inf(1), 0, 100
	for _, c := range cells {
		for _, p := range c.Curve {
			low, high = min(low, p.Latency), max(high, p.Latency)
			if p.Percentile < 100 {
				nines = max(nines, distance(p.Percentile))
			}
		}
	}
	if high == 0 {
		return 0.1, 10, nines
	}
	return low / 1.15, max(high, low*2) * 1.15, nines
}

func path(curve []demo.Point, x, y scale) (d string, endX, endY float64) {
	var b strings.Builder
	for i, p := range curve {
		endX = x.to
		if p.Percentile < 100 {
			endX = x.at(distance(p.Percentile))
		}
		endY = y.at(p.Latency)
		command := 'L'
		if i == 0 {
			command = 'M'
		}
		fmt.Fprintf(&b, "%c%.1f %.1f", command, endX, endY)
	}
	return b.String(), endX, endY
}

func percentileTicks(x scale) (ticks []tick) {
	for _, p := range []float64{0, 50, 90, 99, 99.9, 99.99, 99.999} {
		if d := distance(p); d <= x.high*1.001 {
			ticks = append(ticks, tick{At: x.at(d), Text: fmt.Sprintf("%g%%", p)})
		}
	}
	return ticks
}

func latencyTicks(y scale) (ticks []tick) {
	for decade := math.Pow(10, math.Floor(math.Log10(y.low))); decade <= y.high; decade *= 10 {
		for _, m := range []float64{1, 2, 5} {
			v := decade * m
			if v < y.low || v > y.high {
				continue
			}
			ticks = append(ticks, tick{At: y.at(v), Text: latencyText(v), Minor: m != 1})
		}
	}
	return ticks
}

func latencyText(v float64) string {
	switch {
	case v < 0.999:
		return fmt.Sprintf("%.3g µs", v*1000)
	case v < 999:
		return fmt.Sprintf("%.3g ms", v)
	}
	return fmt.Sprintf("%.3g s", v/1000)
}
