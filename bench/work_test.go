package bench

import (
	"errors"
	"time"
)

var errZero = errors.New("xorshift arrived at zero")

// noWork is the task of the hand-off benchmarks: what is measured is the way
// there and back.
func noWork() error { return nil }

// tinyWork is some tens of nanoseconds of computing.
func tinyWork() error { return compute(32) }

// compute does a fixed amount of work rather than a fixed time of it, so that a
// contestant that slows its tasks down cannot hide it.
func compute(steps int) error {
	x := uint64(0x2545f4914f6cdd1d)
	for range steps {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	if x == 0 { // it never is, but the compiler cannot drop the loop
		return errZero
	}
	return nil
}

// stepsFor returns how many steps of compute take d on a quiet CPU.
func stepsFor(d time.Duration) (int, error) {
	const probe = 1 << 20
	best := time.Duration(0)
	for range 10 {
		start := time.Now()
		if err := compute(probe); err != nil {
			return 0, err
		}
		if took := time.Since(start); best == 0 || took < best {
			best = took
		}
	}
	return int(int64(probe) * int64(d) / int64(best)), nil
}
