package bench

import (
	"context"
	"testing"

	"github.com/cpuworker/cpuworker"
	"golang.org/x/sync/semaphore"
)

// blockFamily measures giving the slot back and taking it again when nobody
// wants it in between: the price of Block where it turns out not to be needed.
// The pools have no such thing; with a semaphore it is done by hand.
func blockFamily() family {
	cs := perMode(func(mode cpuworker.Mode) measure {
		return func(b *testing.B) error {
			return inTask(b, mode, func(ctx context.Context, _ *cpuworker.Scheduler) error {
				wait := func() {}
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					cpuworker.Block(ctx, wait)
				}
				return nil
			})
		}
	})
	return family{"Block", append(cs, contestant{"semaphore", blockSemaphore})}
}

func blockSemaphore(b *testing.B) error {
	ctx := context.Background()
	sem := semaphore.NewWeighted(1)
	if err := sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer sem.Release(1)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		sem.Release(1)
		if err := sem.Acquire(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}
