package cpuworker

import (
	"context"
	"fmt"
	"testing"
	"time"
)

func TestFromContext(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		task, err := s.Go(context.Background(), func(ctx context.Context) error {
			task := FromContext(ctx)
			derived, cancel := context.WithCancel(context.WithValue(ctx, testKey{}, 1))
			defer cancel()
			if task == nil || FromContext(derived) != task || task.Group() != s.Root() {
				t.Errorf("the task is %p, by a derived context %p", task, FromContext(derived))
			}
			if ctx.Done() == nil {
				t.Error("the context can not be done")
			}
			if FromContext(derived) != task { // Done has made another context
				t.Error("the task is not found after Done")
			}
			if fmt.Sprint(ctx) != "cpuworker.Task of group " {
				t.Errorf("prints as %v", ctx)
			}
			return nil
		})
		must(t, "Go", err)
		must(t, "Wait", task.Wait(context.Background()))
	})
}

// The submitter's deadline and the way it ends are the task's.
func TestTheSubmittersContextIsTheTasks(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		at := time.Now().Add(time.Hour)
		for _, look := range []string{"Done first", "Err only"} {
			deadline, cancelDeadline := context.WithDeadline(context.Background(), at)
			ctx, cancel := context.WithCancelCause(deadline)
			must(t, look, s.Do(ctx, func(ctx context.Context) error {
				if got, ok := ctx.Deadline(); !ok || !got.Equal(at) {
					t.Errorf("deadline %v, %v, want %v", got, ok, at)
				}
				derived, stop := context.WithTimeout(ctx, time.Hour)
				defer stop()
				if look == "Done first" {
					select {
					case <-ctx.Done():
						t.Error("done before it was cancelled")
					default:
					}
				}
				cancel(errTest)
				if look == "Done first" {
					wait(t, "Done", ctx.Done())
				}
				must(t, "Err", computeUntil(func() bool { return ctx.Err() != nil }))
				wantErr(t, "Err", ctx.Err(), context.Canceled)
				wantErr(t, "Cause", context.Cause(ctx), errTest)
				wait(t, "Done of a derived context", derived.Done())
				wantErr(t, "Cause of a derived context", context.Cause(derived), errTest)
				return nil
			}))
			cancelDeadline()
		}
	})
}

// A task's context is done when the task is, so nothing that hangs on it stays.
func TestContextIsDoneWithItsTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		var early, late context.Context
		called := make(chan struct{})
		must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
			early, late = ctx, ctx
			_ = early.Done()
			context.AfterFunc(ctx, func() { close(called) })
			return nil
		}))
		wait(t, "AfterFunc", called)
		for _, ctx := range []context.Context{early, late} {
			wait(t, "Done", ctx.Done())
			wantErr(t, "Err", ctx.Err(), context.Canceled)
			wantErr(t, "Cause", context.Cause(ctx), context.Canceled)
		}
		must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error { late = ctx; return nil }))
		wantErr(t, "Err of one never looked at", late.Err(), context.Canceled)
	})
}

func TestDetach(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 2})
		submitter := context.WithValue(context.Background(), testKey{}, "kept")
		must(t, "Do", s.Do(submitter, func(ctx context.Context) error {
			outer := FromContext(ctx)
			free := Detach(ctx)
			if FromContext(free) != nil || free.Value(testKey{}) != "kept" {
				t.Errorf("detached: task %v, value %v", FromContext(free), free.Value(testKey{}))
			}
			must(t, "Checkpoint", Checkpoint(free))
			_, err := Go(free, nothing)
			wantErr(t, "Go", err, ErrNoTask)

			// Work submitted with it is a task of its own.
			ended := make(chan error, 1)
			go func() {
				ended <- s.Do(free, func(ctx context.Context) error {
					if FromContext(ctx) == outer {
						t.Error("it runs as part of the task")
					}
					return nil
				})
			}()
			Block(ctx, func() { must(t, "Do", <-ended) })

			// The rest of it is the task's, its end too.
			ctx2, cancel := context.WithCancel(ctx)
			cancel()
			wantErr(t, "Err", Detach(ctx2).Err(), context.Canceled)
			return nil
		}))
		if n := s.Stats().Submitted; n != 2 {
			t.Errorf("%d tasks, want 2", n)
		}
	})
}

// A context that hangs on a task's outlives it: the submissions with it are
// ordinary ones, which its end ends.
func TestSubmitWithTheContextOfAnotherScheduler(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		a, b := newScheduler(t, Config{Mode: mode, Slots: 1}), newScheduler(t, Config{Mode: mode, Slots: 1})
		must(t, "Do", a.Do(context.Background(), func(ctx context.Context) error {
			return b.Do(ctx, func(ctx context.Context) error {
				if FromContext(ctx).Group() != b.Root() {
					t.Error("it does not run in the other scheduler")
				}
				return a.Do(ctx, nothing) // back again: a's only slot must be free for it
			})
		}))
	})
}
