package cpuworker

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// While one task is inside Block another has its slot.
func TestBlockGivesTheSlotBack(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		inside, leave := make(chan struct{}), make(chan struct{})
		blocked, err := s.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() {
				close(inside)
				<-leave
			})
			if n := s.Stats().Running; n != 1 {
				t.Errorf("%d tasks hold a slot after Block, want 1", n)
			}
			return nil
		})
		must(t, "Go", err)
		wait(t, "Block", inside)
		if st := s.Stats(); st.Running != 0 || st.Live != 1 {
			t.Errorf("inside Block: %+v", st)
		}
		finishes(t, "another task meanwhile", func() { must(t, "Do", s.Do(context.Background(), nothing)) })

		release := occupy(t, s)
		close(leave)
		eventually(t, "the task waits for a slot", func() bool { return s.Stats().Suspended == 1 })
		select {
		case <-blocked.Done():
			t.Error("Block returned without a slot")
		default:
		}
		release()
		must(t, "the blocked task", blocked.Wait(context.Background()))
	})
}

// A task whose context is done does not wait for a slot after Block.
func TestBlockWithAContextThatIsDone(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		for _, when := range []string{"inside Block", "waiting for a slot"} {
			s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
			ctx, cancel := context.WithCancel(context.Background())
			inside, leave := make(chan struct{}), make(chan struct{})
			// The next Checkpoint knows why it had not to wait.
			blocked, err := s.Go(ctx, func(ctx context.Context) error {
				Block(ctx, func() {
					close(inside)
					<-leave
				})
				return Checkpoint(ctx)
			})
			must(t, "Go", err)
			wait(t, "Block", inside)
			release := occupy(t, s)
			if when == "inside Block" {
				cancel()
				close(leave)
			} else {
				close(leave)
				eventually(t, "the task waits for a slot", func() bool { return s.Stats().Suspended == 1 })
				cancel()
			}
			wait(t, "a task that is to end, "+when, blocked.Done())
			wantErr(t, when, blocked.Wait(context.Background()), context.Canceled)
			release()
			settle(t, s)
		}
	})
}

func TestBlockInsideBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		calls := 0
		finishes(t, "Block inside Block", func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
				Block(ctx, func() {
					Block(ctx, func() {
						Block(ctx, func() { calls++ })
						calls++
						must(t, "Do of another", s.Do(context.Background(), nothing))
					})
					calls++
				})
				return Checkpoint(ctx)
			}))
		})
		if calls != 3 {
			t.Errorf("%d functions called, want 3", calls)
		}
	})
}

func TestCheckpointInsideBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: minSlice})
		ctx, cancel := context.WithCancel(context.Background())
		finishes(t, "Checkpoint inside Block", func() {
			must(t, "Do", s.Do(ctx, func(ctx context.Context) error {
				Block(ctx, func() {
					must(t, "Checkpoint", Checkpoint(ctx))
					cancel()
					must(t, "the error", computeUntil(func() bool { return ctx.Err() != nil }))
				})
				wantErr(t, "Checkpoint after Block", awaitCheckpointError(ctx), context.Canceled)
				Block(ctx, func() { wantErr(t, "Checkpoint inside Block", Checkpoint(ctx), context.Canceled) })
				return nil
			}))
		})
	})
}

// awaitCheckpointError calls Checkpoint until it fails, which may take a slice.
func awaitCheckpointError(ctx context.Context) (err error) {
	if stuck := computeUntil(func() bool { err = Checkpoint(ctx); return err != nil }); stuck != nil {
		return stuck
	}
	return err
}

// Ten tasks that wait for something at the same time share one slot.
func TestManyInsideBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		const n = 100
		var meet, all sync.WaitGroup
		meet.Add(n)
		for range n {
			all.Go(func() {
				must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
					Block(ctx, func() {
						meet.Done()
						meet.Wait() // needs all of them inside Block at once
					})
					return nil
				}))
			})
		}
		finishes(t, "tasks that wait for one another", all.Wait)
	})
}

// In the bubble's time nothing but the waiting takes any.
func TestBlockTakesNoServiceTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1})
		start := time.Now()
		task, err := s.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() { time.Sleep(time.Minute) })
			time.Sleep(3 * time.Millisecond) // stands for computing
			return nil
		})
		must(t, "Go", err)
		must(t, "Wait", task.Wait(context.Background()))
		if got, want := time.Since(start), time.Minute+3*time.Millisecond; got != want {
			t.Errorf("took %v of the bubble's time, want %v", got, want)
		}
		if got := task.Service(); got != 3*time.Millisecond {
			t.Errorf("service %v, want 3ms", got)
		}
	})
}
