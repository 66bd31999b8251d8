package bench

import (
	"sync"
	"testing"
)

// doFamily measures the round trip of a task that does nothing, with nobody
// else about.
func doFamily() family {
	return family{"Do", perPool(func(b *testing.B, p pool) error {
		run := p.submitter(noWork)
		b.ReportAllocs()
		b.ResetTimer()
		for range b.N {
			if err := run(); err != nil {
				return err
			}
		}
		return nil
	})}
}

// perSlot is how many goroutines compete for each slot when Do is contended.
const perSlot = 8

// contendedFamily measures the same with perSlot submitters for each slot, so
// that nearly every task has to wait for its turn.
func contendedFamily() family {
	return family{"DoContended", perPool(func(b *testing.B, p pool) error {
		submitters := make([]func() error, perSlot*p.limit())
		for i := range submitters {
			submitters[i] = p.submitter(tinyWork)
		}
		b.ReportAllocs()
		b.ResetTimer()
		return shareOut(b.N, submitters)
	})}
}

// shareOut has the submitters run n tasks between them, at the same time.
func shareOut(n int, submitters []func() error) error {
	var (
		wg    sync.WaitGroup
		once  sync.Once
		first error
	)
	for i, run := range submitters {
		share := (n + i) / len(submitters) // of all i together: n
		wg.Go(func() {
			for range share {
				if err := run(); err != nil {
					once.Do(func() { first = err })
					return
				}
			}
		})
	}
	wg.Wait()
	return first
}
