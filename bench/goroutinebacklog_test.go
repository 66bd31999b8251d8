package bench

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// goBacklog is a goroutine for each task, all held by one channel. The results
// come back through another.
type goBacklog struct {
	gate    chan struct{}
	results chan error
	arrived atomic.Int64
	n       int
}

func (q *goBacklog) hold() (func(), error) {
	q.gate, q.results = make(chan struct{}), make(chan error)
	q.arrived.Store(0)
	return func() { close(q.gate) }, nil
}

func (q *goBacklog) add(n int) error {
	q.n = n
	run := func() {
		q.arrived.Add(1)
		<-q.gate
		q.results <- tinyWork()
	}
	for range n {
		go run()
	}
	return nil
}

func (q *goBacklog) queued() int { return int(q.arrived.Load()) }

func (q *goBacklog) wait() error {
	var errs error
	for range q.n {
		errs = errors.Join(errs, <-q.results)
	}
	return errs
}

func (q *goBacklog) close() error { return nil }

// semaphoreBacklog is a goroutine for each task, queued for a semaphore.
type semaphoreBacklog struct {
	slots   int64
	sem     *semaphore.Weighted
	wg      sync.WaitGroup
	arrived atomic.Int64
	failed  atomic.Pointer[error]
}

func newSemaphoreBacklog(limit int) *semaphoreBacklog {
	return &semaphoreBacklog{slots: int64(limit), sem: semaphore.NewWeighted(int64(limit))}
}

func (q *semaphoreBacklog) hold() (func(), error) {
	q.arrived.Store(0)
	err := q.sem.Acquire(context.Background(), q.slots)
	return func() { q.sem.Release(q.slots) }, err
}

func (q *semaphoreBacklog) add(n int) error {
	ctx := context.Background()
	run := func() {
		defer q.wg.Done()
		q.arrived.Add(1)
		err := q.sem.Acquire(ctx, 1)
		if err == nil {
			err = tinyWork()
			q.sem.Release(1)
		}
		if err != nil {
			q.failed.Store(&err)
		}
	}
	q.wg.Add(n)
	for range n {
		go run()
	}
	return nil
}

func (q *semaphoreBacklog) queued() int { return int(q.arrived.Load()) }

func (q *semaphoreBacklog) wait() error {
	q.wg.Wait()
	if err := q.failed.Load(); err != nil {
		return *err
	}
	return nil
}

func (q *semaphoreBacklog) close() error { return nil }
