package bench

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cpuworker/cpuworker"
)

// backlog is a contestant whose slots can be held, so that what is added to it
// queues up.
type backlog interface {
	// hold takes every slot, and gives them back when release is called.
	hold() (release func(), err error)
	// add hands over n tasks.
	add(n int) error
	// queued is how many of them have arrived.
	queued() int
	// wait returns once all are done.
	wait() error
	close() error
}

type backlogKind struct {
	name string
	open func(limit, n int) (backlog, error)
}

func backlogKinds() []backlogKind {
	var kinds []backlogKind
	for _, mode := range modes() {
		kinds = append(kinds, backlogKind{modeName(mode), func(_, n int) (backlog, error) {
			return openSchedulerBacklog(mode, n)
		}})
	}
	return append(kinds,
		backlogKind{"go+channel", func(_, _ int) (backlog, error) { return &goBacklog{}, nil }},
		backlogKind{"semaphore", func(limit, _ int) (backlog, error) { return newSemaphoreBacklog(limit), nil }},
		backlogKind{"ants", func(limit, _ int) (backlog, error) { return openAntsBacklog(limit) }},
		backlogKind{"pond", func(limit, n int) (backlog, error) { return openPondBacklog(limit, n), nil }},
	)
}

// schedulerBacklog queues with Go and waits with Wait.
type schedulerBacklog struct {
	s     *cpuworker.Scheduler
	tasks []*cpuworker.Task
}

// A task that keeps its slot without using it is found out after some slices
// and its slot lent on. The gates escape that for long enough to fill a queue
// by a slice that is long and by stirring now and then.
const (
	gateSlice = 10 * time.Second
	gateStirs = 50 * time.Millisecond
)

func openSchedulerBacklog(mode cpuworker.Mode, n int) (backlog, error) {
	s, err := openWith(cpuworker.Config{
		Mode:      mode,
		Slice:     gateSlice,
		MaxQueued: 2 * n, // room for the gates too
	})
	if err != nil {
		return nil, err
	}
	return &schedulerBacklog{s, make([]*cpuworker.Task, 0, n)}, nil
}

func (q *schedulerBacklog) hold() (func(), error) {
	var held sync.WaitGroup
	opened := make(chan struct{})
	release := func() { close(opened) }
	gate := func(context.Context) error {
		held.Done()
		stir := time.NewTicker(gateStirs)
		defer stir.Stop()
		for {
			select {
			case <-opened:
				return nil
			case <-stir.C:
			}
		}
	}
	for range q.s.Stats().Slots {
		held.Add(1)
		if _, err := q.s.Go(context.Background(), gate); err != nil {
			release()
			return nil, err
		}
	}
	held.Wait()
	return release, nil
}

func (q *schedulerBacklog) add(n int) error {
	ctx := context.Background()
	fn := func(context.Context) error { return tinyWork() }
	q.tasks = q.tasks[:0]
	for range n {
		t, err := q.s.Go(ctx, fn)
		if err != nil {
			return err
		}
		q.tasks = append(q.tasks, t)
	}
	return nil
}

func (q *schedulerBacklog) queued() int { return q.s.Stats().Queued }

// wait begins with the last task, so that the waiter does not take turns with
// the slots: what is measured is the queue, and not one hand-off for each task.
func (q *schedulerBacklog) wait() error {
	var errs error
	for i := len(q.tasks) - 1; i >= 0; i-- {
		errs = errors.Join(errs, q.tasks[i].Wait(context.Background()))
		q.tasks[i] = nil // or the next fill would not count it
	}
	return errs
}

func (q *schedulerBacklog) close() error { return q.s.Close() }
