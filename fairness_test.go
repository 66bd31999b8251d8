package cpuworker

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// enough is the part of its fair share that a task must get at least.
const enough = 0.9

// New tasks go first, but a stream of them that never ends leaves a long task
// its fair share. That is half of the group if they are done within a slice;
// else they become long ones too, and it is as much as each of these gets.
func TestStreamOfNewTasksAgainstALongOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for length, fair := range map[time.Duration]float64{
			time.Millisecond:       1.0 / 2,
			7 * time.Millisecond:   1.0 / 2,
			40 * time.Millisecond:  1.0 / (streams + 1),
			400 * time.Millisecond: 1.0 / (streams + 1),
		} {
			s := newScheduler(t, Config{Mode: Cooperative, Slots: 1})
			work := func(total time.Duration) func(context.Context) error {
				return func(ctx context.Context) error {
					for ; total > 0; total -= time.Millisecond {
						time.Sleep(time.Millisecond) // stands for computing
						if err := Checkpoint(ctx); err != nil {
							return err
						}
					}
					return nil
				}
			}
			long, err := s.Go(context.Background(), work(time.Hour))
			must(t, "Go", err)
			stop := stream(t, s, func() func(context.Context) error { return work(length) })
			const run = 20 * time.Second
			time.Sleep(run)
			share := float64(long.Service()) / float64(run)
			if share < enough*fair {
				t.Errorf("new tasks of %v: the long one got %.3f, its fair share is %.3f", length, share, fair)
			}
			if share > 1-enough*(1-fair) {
				t.Errorf("new tasks of %v: they got %.3f, their fair share is %.3f", length, 1-share, 1-fair)
			}
			must(t, "Close", s.Close())
			stop()
			wait(t, "the long one", long.Done())
		}
	})
}

// streams is how many new tasks there are at all times.
const streams = 5

// stream keeps new tasks coming, until s is closed.
func stream(t testing.TB, s *Scheduler, work func() func(context.Context) error) (stop func()) {
	t.Helper()
	var all sync.WaitGroup
	for range streams {
		all.Go(func() {
			for {
				fn := work()
				if s.Do(context.Background(), func(ctx context.Context) error { return fn(ctx) }) != nil {
					return
				}
			}
		})
	}
	return all.Wait
}

// The same with real work in both modes; all is measured in service, so a busy
// machine makes no difference.
func TestStreamOfNewTasksForReal(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: 5 * time.Millisecond})
		work := func(total time.Duration) func(context.Context) error {
			return func(ctx context.Context) error {
				task := FromContext(ctx)
				for start := time.Now(); time.Since(start) < total; {
					compute()
					if err := task.Checkpoint(); err != nil {
						return err
					}
				}
				return nil
			}
		}
		long, err := s.Go(context.Background(), work(time.Hour))
		must(t, "Go", err)
		stop := stream(t, s, func() func(context.Context) error { return work(time.Millisecond) })
		run := 1500 * time.Millisecond
		if testing.Short() {
			run = 500 * time.Millisecond
		}
		eventually(t, "they have had some CPU", func() bool { return s.Stats().Service > run })
		share := float64(long.Service()) / float64(s.Stats().Service)
		must(t, "Close", s.Close())
		stop()
		if share < enough/2 {
			t.Errorf("the long task got %.3f of the service, its fair share is 0.5", share)
		}
		t.Logf("the long task got %.3f of the service", share)
	})
}

// Groups share by weight, whatever the number of their tasks.
func TestWeights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1})
		total := 0
		groups := map[*Group]int{}
		for name, c := range map[string]struct{ weight, tasks int }{"a": {100, 8}, "b": {200, 1}, "c": {700, 3}} {
			g, err := s.NewGroup(name, GroupConfig{Weight: c.weight})
			must(t, "NewGroup", err)
			groups[g] = c.weight
			total += c.weight
			for range c.tasks {
				_, err := g.Go(context.Background(), func(ctx context.Context) error {
					for {
						time.Sleep(time.Millisecond) // stands for computing
						if err := Checkpoint(ctx); err != nil {
							return err
						}
					}
				})
				must(t, "Go", err)
			}
		}
		const run = 30 * time.Second
		time.Sleep(run)
		for g, weight := range groups {
			got, fair := float64(g.Stats().Service)/float64(run), float64(weight)/float64(total)
			if got < enough*fair || got > fair/enough {
				t.Errorf("group %s got %.3f, its weight stands for %.3f", g.Name(), got, fair)
			}
		}
		must(t, "Close", s.Close())
		synctest.Wait()
	})
}

// Interactive work gets the slot at the next checkpoint; Batch gets its floor.
func TestClasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1})
		endless := func(ctx context.Context) error {
			for {
				time.Sleep(time.Millisecond) // stands for computing
				if err := Checkpoint(ctx); err != nil {
					return err
				}
			}
		}
		interactive, err := s.NewGroup("interactive", GroupConfig{Class: Interactive})
		must(t, "NewGroup", err)
		batch, err := s.NewGroup("batch", GroupConfig{Class: Batch})
		must(t, "NewGroup", err)
		low, err := batch.Go(context.Background(), endless)
		must(t, "Go", err)
		for range 3 {
			_, err := s.Go(context.Background(), endless)
			must(t, "Go", err)
		}
		const rounds, pause = 1_000, 20 * time.Millisecond
		late := 0
		for range rounds {
			time.Sleep(pause)
			start := time.Now()
			must(t, "Do", interactive.Do(context.Background(), nothing))
			switch waited := time.Since(start); {
			case waited > DefaultSlice+2*time.Millisecond:
				t.Errorf("an Interactive task waited %v of the bubble's time, want a slice at most", waited)
			case waited > 2*time.Millisecond:
				late++ // it met the slice that is Batch's floor
			}
		}
		if late > rounds/20 {
			t.Errorf("%d of %d Interactive tasks waited for more than the next checkpoint", late, rounds)
		}
		floor := float64(low.Service()) / float64(rounds*pause)
		if floor < 0.01*enough || floor > 0.02 {
			t.Errorf("Batch got %.4f beside Normal work, its floor is 0.01", floor)
		}
		must(t, "Close", s.Close())
		synctest.Wait()
	})
}
