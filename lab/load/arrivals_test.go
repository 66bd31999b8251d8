package load

import (
	"slices"
	"testing"
	"time"
)

func TestArrivals(t *testing.T) {
	const rate, end = 1000, 10 * time.Second
	times := arrivals(rate, end, 1)
	if !slices.Equal(times, arrivals(rate, end, 1)) {
		t.Error("the same seed gave other times")
	}
	if slices.Equal(times, arrivals(rate, end, 2)) {
		t.Error("another seed gave the same times")
	}
	if !slices.IsSorted(times) {
		t.Error("times are not in order")
	}
	if last := times[len(times)-1]; last >= end {
		t.Errorf("last arrival at %v, after the end", last)
	}
	// 10,000 are expected, with a standard deviation of 100; the seed is fixed.
	if n := len(times); n < 9500 || n > 10500 {
		t.Errorf("%d arrivals in %v at %d a second", n, end, rate)
	}
}
