package bench

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/cpuworker/cpuworker"
)

var errNoTask = errors.New("FromContext found no task")

// checkpointFamily measures a checkpoint that has nothing to do, beside what a
// loop would ask otherwise to find out whether to stop. Loops over b.N, not
// b.Loop, whose own nanosecond would drown what is measured.
func checkpointFamily() family {
	cs := perMode(func(mode cpuworker.Mode) measure {
		return func(b *testing.B) error {
			return inTask(b, mode, func(ctx context.Context, _ *cpuworker.Scheduler) error {
				t := cpuworker.FromContext(ctx)
				if t == nil {
					return errNoTask
				}
				b.ResetTimer()
				return checkpoints(t, b.N)
			})
		}
	})
	return family{"Checkpoint", append(cs,
		contestant{"ctx.Err", contextErr},
		contestant{"ctx.Done", contextDone},
		contestant{"Gosched", gosched},
	)}
}

// checkpoints is a function of its own, as a hot loop would be: within closures
// the compiler keeps the counter in memory. Four to a turn, because a turn of
// the loop alone takes half as long as a checkpoint.
//
//go:noinline
func checkpoints(t *cpuworker.Task, n int) error {
	for range (n + 3) / 4 {
		if err := t.Checkpoint(); err != nil {
			return err
		}
		if err := t.Checkpoint(); err != nil {
			return err
		}
		if err := t.Checkpoint(); err != nil {
			return err
		}
		if err := t.Checkpoint(); err != nil {
			return err
		}
	}
	return nil
}

// checkpointContextFamily measures the form that finds its task through ctx.
// At depth 1 ctx is the one that the task was given; each further level is a
// value put on top of it.
func checkpointContextFamily() family {
	f := family{name: "CheckpointContext"}
	for _, d := range []struct {
		name  string
		depth int
	}{{"/depth=1", 1}, {"/depth=4", 4}} {
		for _, c := range perMode(func(mode cpuworker.Mode) measure { return checkpointAt(mode, d.depth) }) {
			f.contestants = append(f.contestants, contestant{c.name + d.name, c.run})
		}
	}
	return f
}

func checkpointAt(mode cpuworker.Mode, depth int) measure {
	type key int
	return func(b *testing.B) error {
		return inTask(b, mode, func(ctx context.Context, _ *cpuworker.Scheduler) error {
			for level := range depth - 1 {
				ctx = context.WithValue(ctx, key(level), level)
			}
			b.ResetTimer()
			for range b.N {
				if err := cpuworker.Checkpoint(ctx); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func contextErr(b *testing.B) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.ResetTimer()
	for range b.N {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func contextDone(b *testing.B) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.ResetTimer()
	for range b.N {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
	}
	return nil
}

func gosched(b *testing.B) error {
	for range b.N {
		runtime.Gosched()
	}
	return nil
}
