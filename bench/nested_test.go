package bench

import (
	"context"
	"testing"

	"github.com/cpuworker/cpuworker"
)

// nestedFamily measures a task that submits a task and waits for it. Only
// cpuworker and a goroutine without a limit can do it for certain: where the
// waiting task holds the last slot, a semaphore, ants and pond all hang.
func nestedFamily() family {
	cs := perMode(func(mode cpuworker.Mode) measure {
		return func(b *testing.B) error {
			return inTask(b, mode, func(ctx context.Context, s *cpuworker.Scheduler) error {
				inner := func(context.Context) error { return noWork() }
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if err := s.Do(ctx, inner); err != nil {
						return err
					}
				}
				return nil
			})
		}
	})
	return family{"DoNested", append(cs, contestant{"go+channel", nestedGoroutine})}
}

func nestedGoroutine(b *testing.B) error {
	outer := goChannel{1}.submitter(func() error {
		run := goChannel{1}.submitter(noWork)
		b.ReportAllocs()
		b.ResetTimer()
		for range b.N {
			if err := run(); err != nil {
				return err
			}
		}
		return nil
	})
	return outer()
}
