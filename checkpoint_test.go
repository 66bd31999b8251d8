package cpuworker

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// With a context of a task that has ended Checkpoint says so and harms nobody.
func TestCheckpointOfAFinishedTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: minSlice})
		var stale []context.Context
		keep := func(ctx context.Context) error { stale = append(stale, ctx); return nil }
		must(t, "Do", s.Do(context.Background(), keep))
		task, err := s.Go(context.Background(), keep)
		must(t, "Go", err)
		must(t, "Wait", task.Wait(context.Background()))
		task, err = s.Go(context.Background(), func(ctx context.Context) error { _ = keep(ctx); return detonate(1) })
		must(t, "Go", err)
		wait(t, "a task that panics", task.Done())

		use := func() {
			for _, ctx := range stale {
				wantErr(t, "Checkpoint", Checkpoint(ctx), ErrFinished)
				called := false
				Block(ctx, func() { called = true })
				if !called {
					t.Error("Block of a task that has ended did not call its function")
				}
				wait(t, "the context of a task that has ended", ctx.Done())
				wantErr(t, "its error", ctx.Err(), context.Canceled)
			}
		}
		use()
		// It is not its context that counts now, but the group's queue.
		for _, ctx := range stale {
			wantErr(t, "Do", s.Do(ctx, nothing), context.Canceled)
		}
		must(t, "Do", s.Do(context.Background(), func(context.Context) error { use(); return nil }))
		must(t, "Close", s.Close())
		use()
	})
}

// A goroutine that a task has started may call Checkpoint with the task's
// context: at any time, while it runs, waits, is inside Block or has ended.
func TestCheckpointFromAnotherGoroutine(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: minSlice})
		var others, tasks sync.WaitGroup
		var ended atomic.Bool
		for range 3 {
			tasks.Go(func() {
				must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
					for range 2 {
						others.Go(func() {
							for !ended.Load() {
								_ = Checkpoint(ctx)
								Block(ctx, func() {})
								time.Sleep(10 * time.Microsecond)
							}
						})
					}
					for i := range 300 {
						for range 100 {
							compute()
						}
						must(t, "Checkpoint", Checkpoint(ctx))
						if i%10 == 0 {
							Block(ctx, func() { time.Sleep(time.Microsecond) })
						}
					}
					return nil
				}))
			})
		}
		finishes(t, "tasks", tasks.Wait)
		ended.Store(true)
		finishes(t, "their goroutines", others.Wait)
	})
}

// At the end of its slice a task lets the next one run, if there is one.
func TestSlices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1, Slice: 10 * time.Millisecond})
		var order []string
		work := func(name string) func(context.Context) error {
			return func(ctx context.Context) error {
				for range 40 {
					if n := len(order); n == 0 || order[n-1] != name {
						order = append(order, name)
					}
					time.Sleep(time.Millisecond) // stands for computing
					if err := Checkpoint(ctx); err != nil {
						return err
					}
				}
				return nil
			}
		}
		alone, err := s.Go(context.Background(), work("alone"))
		must(t, "Go", err)
		must(t, "Wait", alone.Wait(context.Background()))
		if len(order) != 1 {
			t.Errorf("order %v, want one that ran through", order)
		}

		order = nil
		a, err := s.Go(context.Background(), work("a"))
		must(t, "Go", err)
		b, err := s.Go(context.Background(), work("b"))
		must(t, "Go", err)
		must(t, "a", a.Wait(context.Background()))
		must(t, "b", b.Wait(context.Background()))
		// 40 ms each in slices of 10 ms; a look may come a bit late.
		if n := len(order); n < 6 || n > 8 {
			t.Errorf("order %v, want about four slices each, by turns", order)
		}
	})
}

// The submitter's context is noticed at a checkpoint without anybody waiting.
func TestCheckpointNoticesTheContext(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		ctx, cancel := context.WithCancelCause(context.Background())
		began := make(chan struct{})
		task, err := s.Go(ctx, func(ctx context.Context) error {
			close(began)
			err := awaitCheckpointError(ctx)
			wantErr(t, "the cause", context.Cause(ctx), errTest)
			return err
		})
		must(t, "Go", err)
		wait(t, "the task", began)
		cancel(errTest)
		wantErr(t, "Wait", task.Wait(context.Background()), context.Canceled)
		if c := s.Stats().Counts; c.Done != 1 || c.Cancelled != 0 {
			t.Errorf("counts %+v: a task that was started is not cancelled", c)
		}
	})
}

// A mutex is held across a checkpoint by one task and wanted, without Block, by
// the one that got the slot. Mutexes are not what synctest can see through.
func TestMutexAcrossACheckpoint(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: time.Millisecond})
		var mu sync.Mutex
		var wanted, got atomic.Bool
		locked := make(chan struct{})
		holder, err := s.Go(context.Background(), func(ctx context.Context) error {
			mu.Lock()
			close(locked)
			err := computeUntil(func() bool { must(t, "Checkpoint", Checkpoint(ctx)); return wanted.Load() })
			for range 100 {
				compute()
				must(t, "Checkpoint", Checkpoint(ctx))
			}
			if got.Load() {
				t.Error("two hold the mutex")
			}
			mu.Unlock()
			return err
		})
		must(t, "Go", err)
		wait(t, "the lock", locked)
		other, err := s.Go(context.Background(), func(context.Context) error {
			wanted.Store(true)
			mu.Lock()
			defer mu.Unlock()
			got.Store(true)
			return nil
		})
		must(t, "Go", err)
		wait(t, "the one that holds the mutex", holder.Done())
		wait(t, "the one that wants it", other.Done())
		must(t, "Wait", holder.Wait(context.Background()))
	})
}
