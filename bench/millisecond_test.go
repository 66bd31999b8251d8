package bench

import (
	"testing"
	"time"
)

// overheadUnit is the share of its time that a task of one millisecond loses to
// being a task.
const overheadUnit = "%over"

// millisecondFamily compares a task of about one millisecond with a bare call
// of the same function. The two take turns and each pair is compared by itself:
// a change in the machine's speed then meets both alike, and the median drops
// the pairs that something else disturbed.
func millisecondFamily() family {
	return family{"DoMillisecond", perPool(func(b *testing.B, p pool) error {
		steps, err := stepsFor(time.Millisecond)
		if err != nil {
			return err
		}
		bare := func() error { return compute(steps) }
		run := p.submitter(bare)
		var overheads, tasks []float64
		for i := 0; b.Loop(); i++ {
			call, task, err := timePair(bare, run, i%2 == 0)
			if err != nil {
				return err
			}
			overheads = append(overheads, 100*(task-call)/call)
			tasks = append(tasks, task)
		}
		b.ReportMetric(median(overheads), overheadUnit)
		b.ReportMetric(median(tasks), "ns/op") // not the pair's
		return nil
	})}
}

// timePair times both functions, in nanoseconds, in either order.
func timePair(first, second func() error, inOrder bool) (a, b float64, err error) {
	if !inOrder {
		b, a, err = timePair(second, first, true)
		return a, b, err
	}
	if a, err = timed(first); err != nil {
		return 0, 0, err
	}
	b, err = timed(second)
	return a, b, err
}

func timed(fn func() error) (float64, error) {
	start := time.Now()
	err := fn()
	return float64(time.Since(start)), err
}
