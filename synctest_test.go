package cpuworker

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A bubble must not meet what another one, or the world outside, has left: not
// a channel, a timer or a goroutine.
func TestBubblesDoNotMeet(t *testing.T) {
	queuedWork := func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1, Slice: longSlice})
		release := occupy(t, s)
		done := make(chan struct{})
		const n = 20
		for range n {
			go func() {
				must(t, "Do", s.Do(context.Background(), nothing))
				done <- struct{}{}
			}()
		}
		queued(t, s, n)
		release()
		for range n {
			<-done
		}
	}
	t.Run("outside", queuedWork)
	for range 2 {
		synctest.Test(t, queuedWork)
		t.Run("outside again", queuedWork)
	}
}

// An idle scheduler does nothing at all, so a bubble's time passes at once and
// its goroutines count as blocked.
func TestIdleInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative})
		must(t, "Do", s.Do(context.Background(), nothing))
		start := time.Now()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		must(t, "Do", s.Do(context.Background(), nothing))
		if took := time.Since(start); took != 24*time.Hour {
			t.Errorf("a day and a task without work took %v of the bubble's time", took)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.core.Service() != 0 {
			t.Errorf("service %v", s.core.Service())
		}
	})
}

// The time of a context's deadline is the bubble's.
func TestDeadlineInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 1})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		err := s.Do(ctx, func(ctx context.Context) error {
			if at, ok := ctx.Deadline(); !ok || !at.Equal(start.Add(time.Second)) {
				t.Errorf("the task's deadline is %v, %v", at, ok)
			}
			for {
				time.Sleep(time.Millisecond) // stands for computing
				if err := Checkpoint(ctx); err != nil {
					return err
				}
			}
		})
		wantErr(t, "Do", err, context.DeadlineExceeded)
		// Noticed within a slice.
		if late := time.Since(start) - time.Second; late < 0 || late > DefaultSlice+time.Millisecond {
			t.Errorf("noticed %v after the deadline, want up to a slice", late)
		}

		full := newScheduler(t, Config{Mode: Cooperative, Slots: 1, Slice: longSlice})
		release := occupy(t, full)
		ctx, cancel = context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start = time.Now()
		wantErr(t, "a queued Do", full.Do(ctx, nothing), context.DeadlineExceeded)
		if took := time.Since(start); took != time.Second {
			t.Errorf("a queued Do took %v of the bubble's time, want its deadline", took)
		}
		release()
	})
}
