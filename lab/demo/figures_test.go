package demo

import (
	"math"
	"reflect"
	"testing"
)

func TestMedians(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{9, 1, 5}, 5},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		samples := make([]Figures, len(test.values))
		for i, v := range test.values {
			fill(reflect.ValueOf(&samples[i]).Elem(), v)
		}
		var want Figures
		fill(reflect.ValueOf(&want).Elem(), test.want)
		if got := Medians(samples); got != want {
			t.Errorf("medians of %v are %+v", test.values, got)
		}
	}
	if got := Medians(nil); got != (Figures{}) {
		t.Errorf("medians of nothing are %+v", got)
	}
}

// fill sets every figure there is.
func fill(v reflect.Value, to float64) {
	if v.Kind() == reflect.Float64 {
		v.SetFloat(to)
		return
	}
	for i := range v.NumField() {
		fill(v.Field(i), to)
	}
}

// Fields have their medians taken one by one.
func TestMediansAreByField(t *testing.T) {
	got := Medians([]Figures{
		{HeavyPerSecond: 1, Light: Latency{P99: 30}},
		{HeavyPerSecond: 2, Light: Latency{P99: 10}},
		{HeavyPerSecond: 3, Light: Latency{P99: 20}},
	})
	if got.HeavyPerSecond != 2 || got.Light.P99 != 20 {
		t.Errorf("%+v", got)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
