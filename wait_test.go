package cpuworker

import (
	"context"
	"sync"
	"testing"
	"time"
)

// A Wait whose context ends first leaves the task alone.
func TestWaitThatIsGivenUp(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		gate := make(chan struct{})
		task, err := s.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() { <-gate })
			if err := ctx.Err(); err != nil {
				return err
			}
			return errTest
		})
		must(t, "Go", err)
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		wantErr(t, "Wait", task.Wait(ctx), context.DeadlineExceeded)
		select {
		case <-task.Done():
			t.Error("the task ended with the wait for it")
		default:
		}
		close(gate)
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { wantErr(t, "Wait by many", task.Wait(context.Background()), errTest) })
		}
		finishes(t, "Wait", all.Wait)
		wait(t, "Done", task.Done())
		// A result that is there is returned whatever the context says.
		wantErr(t, "Wait with a context that is done", task.Wait(ctx), errTest)
	})
}

func TestWaitInsideATaskAtOneSlot(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		finishes(t, "a task that waits for its children", func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
				for range 10 {
					child, err := Go(ctx, func(ctx context.Context) error {
						must(t, "Checkpoint", Checkpoint(ctx))
						return errTest
					})
					must(t, "Go", err)
					wantErr(t, "Wait", child.Wait(ctx), errTest)
				}
				return Checkpoint(ctx)
			}))
		})
	})
}

func TestWaitForOneself(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		err := s.Do(context.Background(), func(ctx context.Context) error {
			derived, cancel := context.WithCancel(ctx)
			defer cancel()
			wantErr(t, "Wait with a derived context", FromContext(ctx).Wait(derived), ErrSelfWait)
			return FromContext(ctx).Wait(ctx)
		})
		wantErr(t, "Wait", err, ErrSelfWait)
	})
}

// A task of one scheduler waits for one of another and gives its slot back.
func TestWaitForAnotherSchedulersTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		a := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		b := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		gate := make(chan struct{})
		far, err := b.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() { <-gate })
			return errTest
		})
		must(t, "Go", err)
		waiting, err := a.Go(context.Background(), func(ctx context.Context) error { return far.Wait(ctx) })
		must(t, "Go", err)
		finishes(t, "another task meanwhile", func() { must(t, "Do", a.Do(context.Background(), nothing)) })
		close(gate)
		wantErr(t, "Wait", waiting.Wait(context.Background()), errTest)
	})
}

func TestValue(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		n, err := Value(context.Background(), s.Root(), func(ctx context.Context) (int, error) {
			inner, err := Value(ctx, s.Root(), func(context.Context) (string, error) { return "four", nil })
			return len(inner), err
		})
		if n != 4 || err != nil {
			t.Errorf("Value = %d, %v", n, err)
		}
		n, err = Value(context.Background(), s.Root(), func(context.Context) (int, error) { return 3, errTest })
		if n != 3 {
			t.Errorf("the value beside an error is %d, want 3", n)
		}
		wantErr(t, "Value", err, errTest)
		n, err = Value(context.Background(), s.Root(), func(context.Context) (int, error) { return 3, detonate("boom") })
		if n != 0 || err == nil {
			t.Errorf("Value of a panic = %d, %v", n, err)
		}
	})
}
