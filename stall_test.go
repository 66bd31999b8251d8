package cpuworker

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A task waits without Block and holds its slot. The others go on, and it does
// too when what it waits for has come.
func TestWaitingWithoutBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		gate := make(chan struct{})
		othersGoOn(t, mode, func() { <-gate }, func() { close(gate) })
	})
}

// othersGoOn runs tasks at one slot beside one that waits.
func othersGoOn(t *testing.T, mode Mode, waits, release func()) {
	t.Helper()
	s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: time.Millisecond})
	release = sync.OnceFunc(release)
	t.Cleanup(release)
	began := make(chan struct{})
	waiting, err := s.Go(context.Background(), func(ctx context.Context) error {
		close(began)
		waits()
		for range 1_000 {
			compute()
			if err := Checkpoint(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, "Go", err)
	wait(t, "the task that waits", began)
	for range 10 {
		finishes(t, "a task beside one that waits", func() { must(t, "Do", s.Do(context.Background(), nothing)) })
	}
	select {
	case <-waiting.Done():
		t.Error("the waiting task is over")
	default:
	}
	if st := s.Stats(); st.Stalled != 1 {
		t.Errorf("%d tasks stalled, want 1: %+v", st.Stalled, st)
	}
	release()
	must(t, "the task that waited", waiting.Wait(context.Background()))
	must(t, "Do", s.Do(context.Background(), nothing))
}

// All slots are held by tasks that wait for one that is queued: the deadlock
// that undeclared waiting makes.
func TestEverySlotWaitsForAQueuedTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 3, Slice: time.Millisecond})
		gate := make(chan struct{})
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				must(t, "Do", s.Do(context.Background(), func(context.Context) error { <-gate; return nil }))
			})
		}
		eventually(t, "all are submitted", func() bool { return s.Stats().Live == 12 })
		all.Go(func() {
			must(t, "Do", s.Do(context.Background(), func(context.Context) error { close(gate); return nil }))
		})
		finishes(t, "tasks that wait for one that is queued", all.Wait)
	})
}

// Goroutines that compute all the time hide from the Go scheduler's figures
// that a task waits. Its slot is lent on all the same, after a while.
func TestWaitingWithoutBlockAmongBusyGoroutines(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		var stop atomic.Bool
		var busy sync.WaitGroup
		for range 2 * runtime.GOMAXPROCS(0) {
			busy.Go(func() { must(t, "compute", computeUntil(stop.Load)) })
		}
		gate := make(chan struct{})
		othersGoOn(t, mode, func() { <-gate }, func() { close(gate) })
		stop.Store(true)
		busy.Wait()
	})
}

// A task that computes for long without a checkpoint is not taken for one that
// waits, however many want its slot.
func TestComputingIsNotWaiting(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: 2 * time.Millisecond})
		const unproved = stallSlices * 2 * time.Millisecond // after this it is lent without proof
		for range 20 {
			var ran, conclusive atomic.Bool
			hog, err := s.Go(context.Background(), func(context.Context) error {
				start := time.Now()
				err := computeUntil(func() bool { return time.Since(start) > unproved/4 })
				lent := ran.Load()
				conclusive.Store(time.Since(start) < unproved)
				if lent && conclusive.Load() {
					t.Error("another task got the slot of one that computes")
				}
				return err
			})
			must(t, "Go", err)
			other, err := s.Go(context.Background(), func(context.Context) error { ran.Store(true); return nil })
			must(t, "Go", err)
			must(t, "the one that computes", hog.Wait(context.Background()))
			must(t, "the other", other.Wait(context.Background()))
			if conclusive.Load() {
				return
			}
		}
		t.Skip("the machine is too busy: computing takes too long every time")
	})
}
