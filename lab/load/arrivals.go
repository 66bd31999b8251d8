package load

import (
	"math/rand/v2"
	"time"
)

// arrivals returns the intended times of an open loop from 0 to end. Gaps are
// exponential, as from many independent clients. The same seed gives the same
// times, so every step of a comparison gets the same load.
func arrivals(rate float64, end time.Duration, seed uint64) []time.Duration {
	r := rand.New(rand.NewPCG(seed, 0))
	var times []time.Duration
	for t := 0.0; ; {
		t += r.ExpFloat64() / rate
		at := time.Duration(t * float64(time.Second))
		if at >= end {
			return times
		}
		times = append(times, at)
	}
}
