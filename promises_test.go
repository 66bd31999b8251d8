package cpuworker

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// A context that is done before the slot is free: the function never runs,
// whichever of the two is noticed first.
func TestDoneBeforeTheSlotIsFree(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		for i := range 60 {
			gate, began := make(chan struct{}), make(chan struct{})
			_, err := s.Go(context.Background(), func(context.Context) error { close(began); <-gate; return nil })
			must(t, "Go", err)
			<-began
			ctx, cancel := context.WithCancel(context.Background())
			var ran atomic.Bool
			fn := func(context.Context) error { ran.Store(true); return nil }
			ended := make(chan error, 1)
			if i%2 == 0 {
				task, err := s.Go(ctx, fn)
				must(t, "Go", err)
				cancel()
				close(gate)
				ended <- task.Wait(context.Background())
			} else {
				go func() { ended <- s.Do(ctx, fn) }()
				eventually(t, "it waits", func() bool { return s.Stats().Queued == 1 })
				cancel()
				close(gate)
			}
			if err := <-ended; !errors.Is(err, context.Canceled) || ran.Load() {
				t.Fatalf("round %d: ran %v, result %v", i, ran.Load(), err)
			}
		}
		settle(t, s)
	})
}

// lateContext is done before its Err says so.
type lateContext struct {
	context.Context
	done chan struct{}
}

func (c lateContext) Done() <-chan struct{} { return c.done }

func TestContextWhoseErrIsLate(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 1})
		gate := make(chan struct{})
		for range 2 { // one runs, one fills the queue
			_, err := s.Go(context.Background(), func(context.Context) error { <-gate; return nil })
			must(t, "Go", err)
		}
		late := lateContext{context.Background(), make(chan struct{})}
		close(late.done)
		var ran atomic.Bool
		err := s.Do(late, func(context.Context) error { ran.Store(true); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Do says %v", err)
		}
		close(gate)
		eventually(t, "all have ended", func() bool { return s.Stats().Live == 0 })
		if ran.Load() {
			t.Error("it ran after Do had returned")
		}
		settle(t, s)
	})
}

// Close answers a task with ErrClosed or lets it run, never both, also when a
// floor has fallen due that nobody has acted upon.
func TestCloseWhileAFloorIsDue(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 8})
	interactive, err := s.NewGroup("interactive", GroupConfig{Class: Interactive})
	must(t, "NewGroup", err)
	gate := make(chan struct{})
	for range 8 {
		_, err := interactive.Go(context.Background(), func(context.Context) error { <-gate; return nil })
		must(t, "Go", err)
	}
	var stop atomic.Bool
	var ran, answered atomic.Int32
	_, err = s.Go(context.Background(), func(context.Context) error {
		for !stop.Load() {
			compute()
		}
		return nil
	})
	must(t, "Go", err)
	var tasks []*Task
	for range 6 {
		task, err := s.Go(context.Background(), func(context.Context) error { ran.Add(1); return nil })
		must(t, "Go", err)
		_ = task.Done() // somebody waits
		tasks = append(tasks, task)
	}
	eventually(t, "there has been some service", func() bool { return s.Stats().Service > 3*DefaultSlice })
	must(t, "Close", s.Close())
	stop.Store(true)
	close(gate)
	for _, task := range tasks {
		if errors.Is(task.Wait(context.Background()), ErrClosed) {
			answered.Add(1)
		}
	}
	settle(t, s)
	if ran.Load()+answered.Load() != 6 {
		t.Errorf("of 6 tasks %d ran and %d were answered with ErrClosed", ran.Load(), answered.Load())
	}
}

// A task of one scheduler that is met again through a task of another.
func TestTwoSchedulersInsideEachOther(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		a, b := newScheduler(t, Config{Mode: mode, Slots: 1}), newScheduler(t, Config{Mode: mode, Slots: 1})
		err := a.Do(context.Background(), func(ctx context.Context) error {
			go func() { _ = a.Shutdown(context.WithoutCancel(ctx)) }()
			eventually(t, "it drains", func() bool { return errors.Is(a.Do(context.Background(), nothing), ErrClosed) })
			return b.Do(ctx, func(ctx context.Context) error { return a.Do(ctx, nothing) })
		})
		must(t, "Do", err)
		settle(t, b)
	})
}

// The budget does not depend on the slice.
func TestLongSliceIsLoweredSoon(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slice: maxSlice})
	var stop atomic.Bool
	task, err := s.Go(context.Background(), func(context.Context) error {
		for !stop.Load() {
			compute()
		}
		return nil
	})
	must(t, "Go", err)
	eventually(t, "it is lowered", func() bool { return s.Stats().Lowered == 1 })
	stop.Store(true)
	must(t, "Wait", task.Wait(context.Background()))
	if used := task.Service(); used > maxSlice/10 {
		t.Errorf("it was lowered after %v of CPU", used)
	}
	settle(t, s)
}

// An Interactive task whose slot was lent on is cancelled like any other.
func TestStalledInteractiveSeesItsContext(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 1, Slice: time.Millisecond})
	interactive, err := s.NewGroup("interactive", GroupConfig{Class: Interactive})
	must(t, "NewGroup", err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- interactive.Do(ctx, func(ctx context.Context) error {
			for {
				compute()
				if err := Checkpoint(ctx); err != nil {
					return err
				}
			}
		})
	}()
	var stop atomic.Bool
	for range 3 {
		_, err := s.Go(context.Background(), func(context.Context) error {
			for !stop.Load() {
				compute()
			}
			return nil
		})
		must(t, "Go", err)
	}
	eventually(t, "its slot is lent", func() bool { return s.Stats().Stalled > 0 })
	cancel()
	eventually(t, "it ends", func() bool { return len(ended) == 1 })
	stop.Store(true)
	settle(t, s)
}

// The last Close returns when the process is as it was.
func TestCloseWaitsForTheUndoing(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	for range 30 {
		s := newScheduler(t, Config{Mode: Preemptive})
		gate := make(chan struct{})
		task, err := s.Go(context.Background(), func(context.Context) error { <-gate; return nil })
		must(t, "Go", err)
		must(t, "Close", s.Close())
		close(gate)
		must(t, "Wait", task.Wait(context.Background()))
		must(t, "Close again", s.Close())
		if now := runtime.GOMAXPROCS(0); now != procs {
			t.Fatalf("GOMAXPROCS is %d after Close with no task left, was %d", now, procs)
		}
	}
}
