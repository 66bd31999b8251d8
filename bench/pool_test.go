package bench

import (
	"context"
	"errors"
	"testing"

	"github.com/cpuworker/cpuworker"
)

// pool is a contestant that runs tasks for any number of submitters.
type pool interface {
	// limit is how many tasks run at once.
	limit() int
	// submitter returns what one goroutine calls, again and again, to run task
	// and wait for its result. All that can be made beforehand is made here.
	submitter(task func() error) func() error
	close() error
}

type poolKind struct {
	name string
	open func(limit int) (pool, error)
}

// poolKinds lists the contestants that tasks can be submitted to.
func poolKinds() []poolKind {
	var kinds []poolKind
	for _, mode := range modes() {
		kinds = append(kinds, poolKind{modeName(mode), func(int) (pool, error) { return openSchedulerPool(mode, cpuworker.Normal) }})
	}
	return append(kinds,
		poolKind{interactiveName, func(int) (pool, error) {
			return openSchedulerPool(cpuworker.Preemptive, cpuworker.Interactive)
		}},
		poolKind{"go+channel", func(limit int) (pool, error) { return goChannel{limit}, nil }},
		poolKind{"semaphore", func(limit int) (pool, error) { return newSemaphorePool(limit), nil }},
		poolKind{"ants", func(limit int) (pool, error) { return openAnts(limit) }},
		poolKind{"pond", func(limit int) (pool, error) { return openPond(limit), nil }},
	)
}

// perPool makes a contestant of every kind of pool.
func perPool(run func(*testing.B, pool) error) []contestant {
	var cs []contestant
	for _, kind := range poolKinds() {
		cs = append(cs, contestant{kind.name, func(b *testing.B) error {
			limit, err := slotLimit()
			if err != nil {
				return err
			}
			p, err := kind.open(limit)
			if err != nil {
				return err
			}
			err = run(b, p)
			b.StopTimer()
			return errors.Join(err, p.close())
		}})
	}
	return cs
}

// interactiveName is the contestant that submits short work as such. In the
// other mode the class makes no difference to the cost.
const interactiveName = "cpuworker-preemptive-interactive"

// schedulerPool is cpuworker itself. It keeps to its own slots.
type schedulerPool struct {
	s *cpuworker.Scheduler
	g *cpuworker.Group
}

func openSchedulerPool(mode cpuworker.Mode, class cpuworker.Class) (pool, error) {
	s, err := openScheduler(mode)
	if err != nil {
		return nil, err
	}
	g, err := s.NewGroup("tasks", cpuworker.GroupConfig{Class: class})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return schedulerPool{s, g}, nil
}

func (p schedulerPool) limit() int { return p.s.Stats().Slots }

func (p schedulerPool) submitter(task func() error) func() error {
	ctx := context.Background()
	fn := func(context.Context) error { return task() }
	return func() error { return p.g.Do(ctx, fn) }
}

func (p schedulerPool) close() error { return p.s.Close() }
