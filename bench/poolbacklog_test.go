package bench

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/alitto/pond/v2"
	"github.com/panjf2000/ants/v2"
)

// antsBacklog is a goroutine for each task, blocked in Submit: a pool of ants
// has no queue of its own.
type antsBacklog struct {
	p      *ants.Pool
	wg     sync.WaitGroup
	failed atomic.Pointer[error]
}

func openAntsBacklog(limit int) (backlog, error) {
	p, err := ants.NewPool(limit)
	if err != nil {
		return nil, err
	}
	return &antsBacklog{p: p}, nil
}

func (q *antsBacklog) hold() (func(), error) {
	gate := make(chan struct{})
	for range q.p.Cap() {
		if err := q.p.Submit(func() { <-gate }); err != nil {
			close(gate)
			return nil, err
		}
	}
	return func() { close(gate) }, nil
}

func (q *antsBacklog) add(n int) error {
	finish := func(err error) {
		if err != nil {
			q.failed.Store(&err)
		}
		q.wg.Done()
	}
	task := func() { finish(tinyWork()) }
	submit := func() {
		if err := q.p.Submit(task); err != nil {
			finish(err)
		}
	}
	q.wg.Add(n)
	for range n {
		go submit()
	}
	return nil
}

func (q *antsBacklog) queued() int { return q.p.Waiting() }

func (q *antsBacklog) wait() error {
	q.wg.Wait()
	if err := q.failed.Load(); err != nil {
		return *err
	}
	return nil
}

func (q *antsBacklog) close() error {
	q.p.Release()
	return nil
}

// pondBacklog queues with SubmitErr, which gives a task to wait for.
type pondBacklog struct {
	p     pond.Pool
	tasks []pond.Task
}

func openPondBacklog(limit, n int) backlog {
	return &pondBacklog{pond.NewPool(limit), make([]pond.Task, 0, n)}
}

func (q *pondBacklog) hold() (func(), error) {
	gate := make(chan struct{})
	for range q.p.MaxConcurrency() {
		if err := q.p.Go(func() { <-gate }); err != nil {
			close(gate)
			return nil, err
		}
	}
	return func() { close(gate) }, nil
}

func (q *pondBacklog) add(n int) error {
	q.tasks = q.tasks[:0]
	for range n {
		q.tasks = append(q.tasks, q.p.SubmitErr(tinyWork))
	}
	return nil
}

func (q *pondBacklog) queued() int { return int(q.p.WaitingTasks()) }

// wait begins with the last task, as the scheduler's does.
func (q *pondBacklog) wait() error {
	var errs error
	for i := len(q.tasks) - 1; i >= 0; i-- {
		errs = errors.Join(errs, q.tasks[i].Wait())
		q.tasks[i] = nil
	}
	return errs
}

func (q *pondBacklog) close() error {
	q.p.StopAndWait()
	return nil
}
