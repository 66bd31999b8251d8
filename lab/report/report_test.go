package report

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/lab/demo"
)

func sample() *demo.Result {
	curve := []demo.Point{{Percentile: 0, Latency: 1.1}, {Percentile: 50, Latency: 1.6}, {Percentile: 99, Latency: 2.2}, {Percentile: 100, Latency: 4}}
	figures := demo.Figures{Light: demo.Latency{P99: 2.2, PerSecond: 400}, HeavyPerSecond: 19}
	cell := func(step string) *demo.CellResult {
		return &demo.CellResult{
			Cell:   demo.Cell{Step: step, Title: "of <" + step + ">", Light: 5},
			Median: figures, Curve: curve,
			Ratios: demo.Ratios{LightToStep1: demo.Quantiles{P99: 1.25}, HeavyToStep2: 0.97},
		}
	}
	return &demo.Result{
		Time:  time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Cells: []*demo.CellResult{cell(demo.Step1), cell(demo.Step2), cell(demo.Step3), cell("unheard of")},
		Notes: []string{"a <note>"},
		Bars:  []demo.Bar{{Name: "a promise", Value: 1.25, Limit: 1.3, Verdict: demo.Met}},
		Servers: []demo.Server{
			{Name: "plain", ThreadSlices: []time.Duration{3 * time.Millisecond}},
		},
	}
}

func TestReportNeedsNoOtherFile(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, sample()); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	reference := regexp.MustCompile(`(?i)https?:|\bsrc\s*=|\bhref\s*=|url\(|@import|<script|<link|<iframe`)
	if found := reference.FindAllString(html, -1); found != nil {
		t.Errorf("the report refers to something outside: %q", found)
	}
	for _, want := range []string{"<svg", "1.25", "97%", "a promise", "a &lt;note&gt;", "of &lt;3&gt;", "3ms"} {
		if !strings.Contains(html, want) {
			t.Errorf("the report does not have %q", want)
		}
	}
	for _, bad := range []string{"NaN", "Inf", "ZgotmplZ", "<note>"} {
		if strings.Contains(html, bad) {
			t.Errorf("the report has %q", bad)
		}
	}
	if n := strings.Count(html, `class="line `); n != 4 {
		t.Errorf("%d lines are drawn, want 4", n)
	}
}

func TestReportOfNothing(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, &demo.Result{Cells: []*demo.CellResult{{Cell: demo.Cell{Step: demo.Step1}}}}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Error("a place that is no number")
	}
}

func TestSpreadKeepsLabelsApartAndInOrder(t *testing.T) {
	lines := []line{{LabelY: 300}, {LabelY: 100}, {LabelY: 299}, {LabelY: 298}, {LabelY: 310}}
	spread(lines, 10, 310)
	order := []int{1, 3, 2, 0, 4} // from the top
	for i := 1; i < len(order); i++ {
		above, below := lines[order[i-1]].LabelY, lines[order[i]].LabelY
		if below-above < labelHeight {
			t.Errorf("labels at %v and %v", above, below)
		}
	}
	if last := lines[4].LabelY; last > 310 {
		t.Errorf("the last label is at %v, below the axis", last)
	}
}
