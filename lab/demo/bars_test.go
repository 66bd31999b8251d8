package demo

import (
	"errors"
	"strings"
	"testing"
)

// result has the given medians, at 5% light on two cores.
func result(medians map[string]Figures) *Result {
	r := &Result{Environment: Environment{Cores: 2}, Lights: []Light{{Percent: 5}}}
	p := newPlan(defaultOptions())
	for _, c := range p.cells {
		if m, ok := medians[c.Step]; ok {
			r.Cells = append(r.Cells, &CellResult{Cell: c, Samples: []Figures{m}})
		}
	}
	r.complete(p)
	return r
}

func light(p99, heavy float64) Figures {
	return Figures{Light: Latency{P99: p99, PerSecond: 1000}, HeavyPerSecond: heavy}
}

func verdict(t *testing.T, r *Result, name string) Bar {
	t.Helper()
	for _, b := range r.Bars {
		if strings.Contains(b.Name, name) {
			return b
		}
	}
	t.Fatalf("no bar %q", name)
	return Bar{}
}

func TestBars(t *testing.T) {
	r := result(map[string]Figures{
		Step1:          light(2, 0),
		Step2:          light(400, 20),
		Step3:          light(2.6, 18.6),
		Step3b:         light(2.7, 18.5),
		Step4:          {Small: Latency{P99: 5.1}},
		Step3Coop:      light(5, 9.9),
		StepEchoIdle:   {Echo: Latency{P99: 0.1}},
		StepEchoLoaded: {Echo: Latency{P99: 0.2}},
	})
	for name, want := range map[string]struct {
		value   float64
		verdict Verdict
	}{
		"light p99, step 3 / step 1, light work at 5%":  {1.3, Met},
		"light p99, step 3b / step 1, light work at 5%": {1.35, Missed},
		"light p99, step 3 / step 1, light work at 80%": {0, NotMeasured},
		"heavy req/s, step 3 / step 2":                  {0.93, Met},
		"heavy req/s, step 3b / step 2":                 {0.925, Missed},
		"cooperative: light p99":                        {2.5, Met},
		"cooperative: heavy req/s":                      {0.495, Missed},
		"step 4":                                        {5.1, Missed},
		"TCP echo":                                      {2, Met},
	} {
		if b := verdict(t, r, name); !near(b.Value, want.value) || b.Verdict != want.verdict {
			t.Errorf("%s: %v %s, want %v %s", b.Name, b.Value, b.Verdict, want.value, want.verdict)
		}
	}
	err := r.Check()
	if !errors.Is(err, ErrMissed) || !strings.Contains(err.Error(), "step 4") || strings.Contains(err.Error(), "at 80%") {
		t.Errorf("check says %v", err)
	}
}

// What could not be taken is no success.
func TestNothingMeasuredMeetsNoBar(t *testing.T) {
	r := result(map[string]Figures{Step1: {}, Step2: {}, Step3: {}, Step4: {}})
	for _, name := range []string{"light p99, step 3 / step 1, light work at 5%", "step 4"} {
		if b := verdict(t, r, name); b.Verdict != Missed {
			t.Errorf("%s: %s with nothing measured", b.Name, b.Verdict)
		}
	}
}

func TestBarsWithoutPreemptiveMode(t *testing.T) {
	p := newPlan(defaultOptions())
	p.withoutPreemptive()
	r := newResult(defaultOptions(), p, nil)
	r.complete(p)
	if b := verdict(t, r, "step 4"); b.Verdict != Unavailable {
		t.Errorf("step 4 is %s", b.Verdict)
	}
	if !errors.Is(r.Check(), ErrMissed) {
		t.Error("a check that could not measure has passed")
	}
}

func TestDisturbanceIsNoted(t *testing.T) {
	if r := result(map[string]Figures{Step1: {OtherShare: 0.04}}); len(r.Notes) != 0 {
		t.Errorf("notes %q on a quiet machine", r.Notes)
	}
	r := result(map[string]Figures{Step1: {OtherShare: 0.2}, Step2: {}})
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "1 of 2 measurements") || !strings.Contains(r.Notes[0], "20%") {
		t.Errorf("notes %q", r.Notes)
	}
}

func TestHeavyRatioAccountsForLightWork(t *testing.T) {
	r := result(map[string]Figures{
		// 10% of two cores for 1000 requests a second.
		Step1: {Light: Latency{P99: 1, PerSecond: 1000}, ServerShare: 0.08, GeneratorShare: 0.02},
		// Under load, plain answers half of them.
		Step2: {Light: Latency{P99: 9, PerSecond: 500}, GeneratorShare: 0.01, HeavyPerSecond: 19},
		Step3: {Light: Latency{P99: 1, PerSecond: 1000}, GeneratorShare: 0.02, HeavyPerSecond: 18},
	})
	c := r.cell(Step3, 5)
	if !near(c.Ratios.LightShare, 0.10) {
		t.Errorf("light work has a share of %v, want 0.1", c.Ratios.LightShare)
	}
	if want := (18 / 0.90) / (19 / 0.95); !near(c.Ratios.HeavyAccounted, want) {
		t.Errorf("accounted ratio %v, want %v", c.Ratios.HeavyAccounted, want)
	}
}
