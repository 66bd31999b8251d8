package cpuworker

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestShutdownFinishesWhatWasAccepted(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 5})
		release := occupy(t, s)
		var ran atomic.Int64
		var all sync.WaitGroup
		for i := range 10 { // half of them wait for a place
			way := submissions[i%2*2]
			all.Go(func() {
				must(t, way.name, way.submit(s.Root(), context.Background(), func(context.Context) error {
					ran.Add(1)
					return nil
				}))
			})
		}
		eventually(t, "all are in the line", func() bool { return s.Stats().Live == 11 })
		down := make(chan error, 2)
		for range 2 {
			go func() { down <- s.Shutdown(context.Background()) }()
		}
		for _, way := range submissions {
			eventually(t, "new work is refused", func() bool {
				return errors.Is(way.submit(s.Root(), cancelledSoon(t), nothing), ErrClosed)
			})
		}
		_, err := s.NewGroup("late", GroupConfig{})
		wantErr(t, "NewGroup", err, ErrClosed)
		select {
		case err := <-down:
			t.Errorf("Shutdown returned %v while tasks wait", err)
		default:
		}
		release()
		must(t, "Shutdown", <-down)
		must(t, "the other Shutdown", <-down)
		all.Wait()
		if ran.Load() != 10 {
			t.Errorf("%d of 10 accepted tasks ran", ran.Load())
		}
		must(t, "Shutdown when nothing is left", s.Shutdown(context.Background()))
	})
}

// cancelledSoon returns a context that ends by itself, for a submission that
// might be accepted.
func cancelledSoon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

func TestShutdownAcceptsChildren(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 1})
		other, err := s.NewGroup("other", GroupConfig{Class: Batch})
		must(t, "NewGroup", err)
		drains := make(chan struct{})
		parent, err := s.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() { <-drains })
			must(t, "Do", s.Do(ctx, nothing))
			must(t, "Do in another group", other.Do(ctx, nothing))
			first, err := Go(ctx, nothing)
			must(t, "Go", err)
			second, err := other.TryGo(ctx, func(ctx context.Context) error {
				child, err := Go(ctx, nothing)
				if err != nil {
					return err
				}
				return child.Wait(ctx)
			})
			must(t, "TryGo in another group", err)
			must(t, "the first child", first.Wait(ctx))
			must(t, "the second child", second.Wait(ctx))
			Block(ctx, func() { must(t, "Do inside Block", s.Do(ctx, nothing)) })
			Block(ctx, func() { finishes(t, "Do", func() { must(t, "Do by a goroutine of the task", s.Do(ctx, nothing)) }) })
			return nil
		})
		must(t, "Go", err)
		down := make(chan error, 1)
		go func() { down <- s.Shutdown(context.Background()) }()
		eventually(t, "it drains", func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.phase == draining
		})
		close(drains)
		must(t, "the parent", parent.Wait(context.Background()))
		must(t, "Shutdown", <-down)
	})
}

func TestShutdownDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(t, Config{Mode: Cooperative, Slots: 2, Slice: longSlice})
		release := occupy(t, s)
		waiting, err := s.Go(context.Background(), nothing)
		must(t, "Go", err)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		err = s.Shutdown(ctx)
		if took := time.Since(start); took != time.Second {
			t.Errorf("Shutdown took %v of the bubble's time, want its deadline", took)
		}
		var se *ShutdownError
		if !errors.As(err, &se) || se.Running != 2 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Shutdown: %v", err)
		}
		wantErr(t, "the queued task", waiting.Wait(context.Background()), ErrClosed)
		release()
		synctest.Wait()
		must(t, "Shutdown when nothing is left", s.Shutdown(context.Background()))
	})
}

func TestShutdownOfATaskWithoutCheckpoints(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 2})
		var stop atomic.Bool
		defer stop.Store(true)
		var began sync.WaitGroup
		began.Add(2)
		for range 2 {
			_, err := s.Go(context.Background(), func(context.Context) error {
				began.Done()
				return computeUntil(stop.Load)
			})
			must(t, "Go", err)
		}
		began.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		down := make(chan error, 1)
		go func() { down <- s.Shutdown(ctx) }()
		cancel()
		err := <-down
		var se *ShutdownError
		if !errors.As(err, &se) || se.Running != 2 || se.Cause != context.Canceled || err.Error() == "" { //nolint:errorlint // the very error
			t.Errorf("Shutdown: %v", err)
		}
		stop.Store(true)
		wait(t, "the tasks", s.gone)
	})
}

// It waits for the task that called it too, so it ends with its context.
func TestShutdownInsideATask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		finishes(t, "Shutdown inside a task", func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
				ctx, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
				defer cancel()
				err := s.Shutdown(ctx)
				var se *ShutdownError
				if !errors.As(err, &se) || se.Running != 1 {
					t.Errorf("Shutdown: %v", err)
				}
				return nil
			}))
		})
	})
}

func TestShutdownOfAnIdleScheduler(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		done, cancel := context.WithCancel(context.Background())
		cancel()
		finishes(t, "Shutdown", func() { must(t, "Shutdown", s.Shutdown(context.Background())) })
		must(t, "Shutdown with a context that is done", s.Shutdown(done))
	})
}
