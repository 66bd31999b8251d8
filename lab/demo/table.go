package demo

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Column of the table.
type Column struct {
	Head string
	Of   func(*CellResult) string
}

// Columns are the columns of the table, for the terminal and the report alike.
func (r *Result) Columns() []Column {
	light := func(get func(Latency) float64) func(*CellResult) string {
		return func(c *CellResult) string {
			if c.Light == 0 {
				return millis(get(c.Median.Echo))
			}
			return millis(get(c.Median.Light))
		}
	}
	small := func(get func(Latency) float64) func(*CellResult) string {
		return func(c *CellResult) string { return millis(get(c.Median.Small)) }
	}
	columns := []Column{
		{"req/s", func(c *CellResult) string {
			if c.Light == 0 {
				return rate(c.Median.Echo.PerSecond)
			}
			return rate(c.Median.Light.PerSecond)
		}},
		{"p50", light(func(l Latency) float64 { return l.P50 })},
		{"p90", light(func(l Latency) float64 { return l.P90 })},
		{"p99", light(func(l Latency) float64 { return l.P99 })},
		{"p99.9", light(func(l Latency) float64 { return l.P999 })},
		{"max", light(func(l Latency) float64 { return l.Max })},
		{"heavy/s", func(c *CellResult) string { return rate(c.Median.HeavyPerSecond) }},
		{"small p50", small(func(l Latency) float64 { return l.P50 })},
		{"small p99", small(func(l Latency) float64 { return l.P99 })},
		{"p99 : 1", func(c *CellResult) string { return times2(r.p99ToFirst(c)) }},
		{"p99 : 2", func(c *CellResult) string { return times2(c.Ratios.LightToStep2.P99) }},
		{"heavy : 2", func(c *CellResult) string { return times2(c.Ratios.HeavyToStep2) }},
		{"accounted", func(c *CellResult) string { return times2(c.Ratios.HeavyAccounted) }},
	}
	return columns
}

// Legend explains the columns.
func (r *Result) Legend() []string {
	load := "open loop, timed from the intended send"
	if r.Settings.Closed {
		load = "closed loop"
	}
	return []string{
		fmt.Sprintf("Latencies in ms (%s); medians of %d interleaved runs. p99 : 1, p99 : 2 and heavy : 2 are ratios to step 1 and step 2", load, r.Settings.Repetitions),
		"(for the echo: to the echo alone); accounted is heavy : 2 per CPU time that the light work left over.",
	}
}

// p99ToFirst compares a light load with step 1 and an echo with the echo alone.
func (r *Result) p99ToFirst(c *CellResult) float64 {
	if c.Light == 0 {
		return r.echoRatio(c)
	}
	return c.Ratios.LightToStep1.P99
}

// Table writes the table, the bars and the notes as text.
func (r *Result) Table(w io.Writer) error {
	var b strings.Builder
	for _, set := range r.Sets() {
		fmt.Fprintf(&b, "%s\n", set.Title)
		if set.Note != "" {
			fmt.Fprintln(&b, set.Note)
		}
		r.writeCells(&b, set.Cells)
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b, strings.Join(r.Legend(), "\n"))
	if len(r.Bars) > 0 {
		fmt.Fprintln(&b)
	}
	for _, bar := range r.Bars {
		fmt.Fprintln(&b, bar)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// labelWidth holds the longest label, so that all tables are aligned alike.
func (r *Result) labelWidth() (width int) {
	for _, c := range r.Cells {
		width = max(width, len(c.label()))
	}
	return width
}

func (r *Result) writeCells(w io.Writer, cells []*CellResult) {
	columns := r.Columns()
	// AlignRight needs the first column padded by hand to stay on the left.
	width := r.labelWidth()
	t := tabwriter.NewWriter(w, 9, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%-*s\t", width, "step")
	for _, column := range columns {
		fmt.Fprintf(t, "%s\t", column.Head)
	}
	fmt.Fprintln(t)
	for _, c := range cells {
		fmt.Fprintf(t, "%-*s\t", width, c.label())
		for _, column := range columns {
			fmt.Fprintf(t, "%s\t", column.Of(c))
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // into memory
}

func (c *CellResult) label() string { return fmt.Sprintf("%-11s %s", c.Step, c.Title) }

func millis(v float64) string {
	switch {
	case v == 0:
		return "-"
	case v < 1:
		return fmt.Sprintf("%.3f", v)
	case v < 100:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

func rate(v float64) string {
	switch {
	case v == 0:
		return "-"
	case v < 100:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

func times2(v float64) string {
	switch {
	case v == 0:
		return "-"
	case v < 0.1:
		return fmt.Sprintf("%.3f", v)
	case v < 100:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
