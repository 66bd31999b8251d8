package bench

import (
	"errors"
	"fmt"
	"testing"
)

var (
	errNotMeasured = errors.New("not measured")
	errNoResult    = errors.New("the benchmark gave no result")
)

// results holds what every contestant of every family measured, one sample for
// each round, by "family/contestant".
type results struct {
	samples  map[string][]testing.BenchmarkResult
	problems map[string]error
}

func newResults() *results {
	return &results{
		samples:  make(map[string][]testing.BenchmarkResult),
		problems: make(map[string]error),
	}
}

// measure adds a sample of c. A contestant that failed is not tried again.
func (r *results) measure(key string, c contestant) {
	if r.problems[key] != nil {
		return
	}
	var failed error
	res := testing.Benchmark(func(b *testing.B) {
		if failed = c.run(b); failed != nil {
			b.SkipNow()
		}
	})
	if failed == nil && res.N == 0 {
		failed = errNoResult
	}
	if failed != nil {
		r.problems[key] = failed
		return
	}
	r.samples[key] = append(r.samples[key], res)
}

// metric picks one number out of a sample.
type metric func(testing.BenchmarkResult) float64

func nanoseconds(res testing.BenchmarkResult) float64 {
	if ns, ok := res.Extra["ns/op"]; ok {
		return ns
	}
	return float64(res.T.Nanoseconds()) / float64(res.N)
}

func allocations(res testing.BenchmarkResult) float64 { return float64(res.AllocsPerOp()) }

func extra(unit string) metric {
	return func(res testing.BenchmarkResult) float64 { return res.Extra[unit] }
}

// each returns the metric of every round.
func (r *results) each(key string, of metric) ([]float64, error) {
	if err := r.problems[key]; err != nil {
		return nil, err
	}
	samples := r.samples[key]
	if len(samples) == 0 {
		return nil, fmt.Errorf("%s %w", key, errNotMeasured)
	}
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	return values, nil
}

// median returns the middle of the rounds.
func (r *results) median(key string, of metric) (float64, error) {
	values, err := r.each(key, of)
	if err != nil {
		return 0, err
	}
	return median(values), nil
}

// ratio compares two contestants round by round, since the machine may be
// faster in one round than in another, and returns the middle of the ratios.
func (r *results) ratio(key, to string, of metric) (float64, error) {
	above, err := r.each(key, of)
	if err != nil {
		return 0, err
	}
	below, err := r.each(to, of)
	if err != nil {
		return 0, err
	}
	ratios := make([]float64, len(above))
	for i := range ratios {
		ratios[i] = above[i] / below[i]
	}
	return median(ratios), nil
}
