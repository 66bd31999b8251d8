package bench

import (
	"context"

	"github.com/alitto/pond/v2"
	"github.com/panjf2000/ants/v2"
	"golang.org/x/sync/semaphore"
)

// goChannel starts a goroutine for each task. It has no limit; the number is
// only how many submitters to bring.
type goChannel struct{ slots int }

func (p goChannel) limit() int { return p.slots }

func (p goChannel) submitter(task func() error) func() error {
	done := make(chan error, 1)
	run := func() { done <- task() }
	return func() error {
		go run()
		return <-done
	}
}

func (p goChannel) close() error { return nil }

// semaphorePool lets the submitter run its own task once it has a slot.
type semaphorePool struct {
	slots int
	sem   *semaphore.Weighted
}

func newSemaphorePool(limit int) semaphorePool {
	return semaphorePool{limit, semaphore.NewWeighted(int64(limit))}
}

func (p semaphorePool) limit() int { return p.slots }

func (p semaphorePool) submitter(task func() error) func() error {
	ctx := context.Background()
	return func() error {
		if err := p.sem.Acquire(ctx, 1); err != nil {
			return err
		}
		defer p.sem.Release(1)
		return task()
	}
}

func (p semaphorePool) close() error { return nil }

// antsPool waits: Submit blocks while no worker is free, and the result comes
// back through a channel that the submitter uses again.
type antsPool struct{ p *ants.Pool }

func openAnts(limit int) (pool, error) {
	p, err := ants.NewPool(limit)
	if err != nil {
		return nil, err
	}
	return antsPool{p}, nil
}

func (p antsPool) limit() int { return p.p.Cap() }

func (p antsPool) submitter(task func() error) func() error {
	done := make(chan error, 1)
	run := func() { done <- task() }
	return func() error {
		if err := p.p.Submit(run); err != nil {
			return err
		}
		return <-done
	}
}

func (p antsPool) close() error {
	p.p.Release()
	return nil
}

// pondPool uses Go and a channel of its own, since Submit makes a context for
// every task, which a submitter that waits at once does not need.
type pondPool struct{ p pond.Pool }

func openPond(limit int) pool { return pondPool{pond.NewPool(limit)} }

func (p pondPool) limit() int { return p.p.MaxConcurrency() }

func (p pondPool) submitter(task func() error) func() error {
	done := make(chan error, 1)
	run := func() { done <- task() }
	return func() error {
		if err := p.p.Go(run); err != nil {
			return err
		}
		return <-done
	}
}

func (p pondPool) close() error {
	p.p.StopAndWait()
	return nil
}
