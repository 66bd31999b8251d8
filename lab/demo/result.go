package demo

import (
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

// Result is everything a run found, as the JSON file has it.
type Result struct {
	Time        time.Time     `json:"time"`
	Environment Environment   `json:"environment"`
	Settings    Settings      `json:"settings"`
	Notes       []string      `json:"notes,omitempty"`
	Servers     []Server      `json:"servers"`
	Lights      []Light       `json:"lights,omitempty"`
	Cells       []*CellResult `json:"cells"`
	Bars        []Bar         `json:"bars,omitempty"`
}

// Settings are the numbers behind the figures.
type Settings struct {
	Closed       bool    `json:"closed_loop"`
	Repetitions  int     `json:"repetitions"`
	Warm         float64 `json:"warm_up_s"`
	Window       float64 `json:"window_s"`
	EchoWindow   float64 `json:"echo_window_s"`
	HeavyClients int     `json:"heavy_clients"`
	LightConns   int     `json:"light_connections"`
	SmallRate    float64 `json:"small_tasks_per_second,omitempty"`
	MeanHeavy    float64 `json:"mean_checksums_per_heavy_request"`
}

// Server is one child process, as it was when idle.
type Server struct {
	Name   string        `json:"name"`
	Status server.Status `json:"status"`
	// ThreadSlices are the different scheduling slices its threads have.
	ThreadSlices []time.Duration `json:"thread_slices_ns,omitempty"`
}

// CellResult is what one cell measured.
type CellResult struct {
	Cell
	Samples []Figures `json:"samples"` // one for each repetition
	Median  Figures   `json:"median"`
	Ratios  Ratios    `json:"ratios"` // of medians
	// Curve is the latency distribution over all repetitions: of the light
	// requests, or of the echo.
	Curve []Point `json:"curve"`

	latency *hdrhistogram.Histogram
}

// Point of a latency distribution.
type Point struct {
	Percentile float64 `json:"percentile"`
	Latency    float64 `json:"latency_ms"`
}

func newResult(o Options, p *plan, notes []string) *Result {
	r := &Result{
		Time:        time.Now().UTC().Truncate(time.Second),
		Environment: environment(),
		Settings: Settings{
			Closed: o.Closed, Repetitions: p.reps,
			Warm: p.times.warm.Seconds(), Window: p.times.window.Seconds(), EchoWindow: p.times.echo.Seconds(),
			HeavyClients: o.Clients, LightConns: lightConns, SmallRate: smallRate,
			MeanHeavy: server.MeanHeavySize,
		},
		Notes: notes,
	}
	if o.Closed {
		r.Settings.LightConns, r.Settings.SmallRate = o.Clients, 0
	}
	for _, c := range p.cells {
		r.Cells = append(r.Cells, &CellResult{Cell: c})
	}
	return r
}

func (c *CellResult) add(m measured) {
	c.Samples = append(c.Samples, m.figures)
	if c.latency == nil {
		c.latency = m.latency
		return
	}
	c.latency.Merge(m.latency)
}

// complete takes the medians and what follows from them.
func (r *Result) complete(p *plan) {
	for _, c := range r.Cells {
		c.Median = Medians(c.Samples)
		c.Curve = curve(c.latency)
	}
	for i := range r.Lights {
		if c := r.cell(Step1, r.Lights[i].Percent); c != nil {
			r.Lights[i].setCost(c.Median)
		}
	}
	for _, c := range r.Cells {
		c.Ratios = r.ratios(c)
	}
	r.Bars = r.bars(p)
	if note := r.disturbance(); note != "" {
		r.Notes = append(r.Notes, note)
	}
}

// disturbed is the share of the machine from which the work of others makes a
// measurement doubtful.
const disturbed = 0.05

// disturbance says whether something else used the machine meanwhile.
func (r *Result) disturbance() string {
	cells, all, worst := 0, 0, 0.0
	for _, c := range r.Cells {
		for _, s := range c.Samples {
			all++
			worst = max(worst, s.OtherShare)
			if s.OtherShare >= disturbed {
				cells++
			}
		}
	}
	if cells == 0 {
		return ""
	}
	return fmt.Sprintf("the machine was not quiet: in %d of %d measurements others took %.0f%% of it or more, at worst %.0f%%", cells, all, disturbed*100, worst*100)
}

// cell returns the result of a step, or nil.
func (r *Result) cell(step string, light int) *CellResult {
	for _, c := range r.Cells {
		if c.Step == step && c.Light == light {
			return c
		}
	}
	return nil
}

// curveTicks is the number of points each time the distance to 100% halves.
const curveTicks = 5

func curve(h *hdrhistogram.Histogram) (points []Point) {
	if h == nil {
		return nil
	}
	for _, b := range h.CumulativeDistributionWithTicks(curveTicks) {
		points = append(points, Point{Percentile: b.Quantile, Latency: milliseconds(b.ValueAt)})
	}
	return points
}
