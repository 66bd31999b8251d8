package sched

import (
	"math"
	"testing"
)

func TestMaxMinByHand(t *testing.T) {
	for _, c := range []struct {
		what                string
		weights, want, fair []float64
		total               float64
	}{
		{"weights 1:2:4", []float64{1, 2, 4}, []float64{9, 9, 9}, []float64{1, 2, 4}, 7},
		{"one wants less than its share", []float64{1, 1, 1}, []float64{0.5, 9, 9}, []float64{0.5, 1.25, 1.25}, 3},
		{"one task cannot use two CPUs", []float64{10, 1, 1}, []float64{1, 9, 9}, []float64{1, 0.5, 0.5}, 2},
		{"what one leaves makes the next content", []float64{8, 4, 1, 1}, []float64{1, 1, 9, 9}, []float64{1, 1, 1, 1}, 4},
		{"more CPUs than work", []float64{1, 5}, []float64{1, 2}, []float64{1, 2}, 8},
	} {
		for i, got := range maxMin(c.weights, c.want, c.total) {
			if math.Abs(got-c.fair[i]) > 1e-9 {
				t.Errorf("%s: %d gets %v, want %v", c.what, i, got, c.fair[i])
			}
		}
	}
}

// The gauge must see unfairness wherever it lies in a run.
func TestGaugeByHand(t *testing.T) {
	g := newGauge([]float64{1, 2}, []float64{10, 10})
	for _, s := range [][]float64{{0, 0}, {10, 0}, {10, 20}, {10, 80}, {40, 80}} {
		g.look(s)
	}
	// The lead of the second is at most 30 (0 to 40-10), at least -10.
	if got, want := g.worst(), 40.0/15; math.Abs(got-want) > 1e-9 {
		t.Errorf("worst is %v, want %v", got, want)
	}
}
