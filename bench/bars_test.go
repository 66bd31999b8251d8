package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/cpuworker/cpuworker"
)

// bar is one line of the project's promise about its own cost.
type bar struct {
	name, limit string
	check       func(*results) (measured string, met bool, err error)
}

// bars lists the promises. What applies to both modes is there for each.
func bars() []bar {
	var list []bar
	for _, mode := range modes() {
		list = append(list, checkpointBars(mode)...)
	}
	list = append(list, doBars()...)
	for _, mode := range modes() {
		list = append(list, queueBars(mode)...)
	}
	return list
}

func checkpointBars(mode cpuworker.Mode) []bar {
	name := modeName(mode)
	return []bar{
		{"checkpoint, nothing to do, " + mode.String(), "<= 1 ns, inlined", func(r *results) (string, bool, error) {
			ns, err := r.median("Checkpoint/"+name, nanoseconds)
			if err != nil {
				return "", false, err
			}
			inlines, err := checkpointInlines(context.Background())
			return fmt.Sprintf("%.2f ns, inlined: %t", ns, inlines), ns <= 1 && inlines, err
		}},
		{"Checkpoint(ctx), depth 1, " + mode.String(), "<= 8 ns", atMost(8, "%.1f ns", func(r *results) (float64, error) {
			return r.median("CheckpointContext/"+name+"/depth=1", nanoseconds)
		})},
	}
}

func doBars() []bar {
	const cooperative, preemptive = "cpuworker-cooperative", "cpuworker-preemptive"
	return []bar{
		{"Do, cooperative, uncontended", "<= 400 ns", atMost(400, "%.0f ns", func(r *results) (float64, error) {
			return r.median("Do/"+cooperative, nanoseconds)
		})},
		{"Do, cooperative, uncontended", "<= 1 allocation", atMost(1, "%.0f", func(r *results) (float64, error) {
			return r.median("Do/"+cooperative, allocations)
		})},
		{"Do, cooperative, 8 goroutines per slot", "<= 1.5x ants", atMost(1.5, "%.2fx", func(r *results) (float64, error) {
			return r.ratio("DoContended/"+cooperative, "DoContended/ants", nanoseconds)
		})},
		{"Do, preemptive, no work", "<= 3 us", atMost(3000, "%.0f ns", func(r *results) (float64, error) {
			return r.median("Do/"+preemptive, nanoseconds)
		})},
		{"Do, preemptive, Interactive, no work", "<= 3 us", atMost(3000, "%.0f ns", func(r *results) (float64, error) {
			return r.median("Do/"+interactiveName, nanoseconds)
		})},
		{"Do, preemptive, Interactive, 1 ms, over the bare call", "<= 1 %", atMost(1, "%.2f %%", func(r *results) (float64, error) {
			return r.median("DoMillisecond/"+interactiveName, extra(overheadUnit))
		})},
		{"Do, preemptive, 1 ms, over the bare call", "<= 1 %", atMost(1, "%.2f %%", func(r *results) (float64, error) {
			return r.median("DoMillisecond/"+preemptive, extra(overheadUnit))
		})},
	}
}

func queueBars(mode cpuworker.Mode) []bar {
	const shallow, deep = 10_000, 1_000_000
	key := func(n int) string { return fmt.Sprintf("Queued/%s/n=%d", modeName(mode), n) }
	slowdown := math.Log(deep) / math.Log(shallow)
	return []bar{
		{"1,000,000 queued, memory, " + mode.String(), "<= 400 B per task", atMost(400, "%.0f B", func(r *results) (float64, error) {
			return r.median(key(deep), extra(bytesUnit))
		})},
		{"1,000,000 queued against 10,000, " + mode.String(), fmt.Sprintf("<= %.2fx, log n", slowdown), atMost(slowdown, "%.2fx", func(r *results) (float64, error) {
			return r.ratio(key(deep), key(shallow), extra(taskUnit))
		})},
	}
}

// atMost is the check of a bar that is one number.
func atMost(limit float64, format string, of func(*results) (float64, error)) func(*results) (string, bool, error) {
	return func(r *results) (string, bool, error) {
		v, err := of(r)
		return fmt.Sprintf(format, v), v <= limit, err
	}
}
