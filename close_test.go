package cpuworker

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestSubmitAfterClose(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		g, err := s.NewGroup("group", GroupConfig{})
		must(t, "NewGroup", err)
		must(t, "Close", s.Close())
		for _, way := range submissions {
			for _, g := range []*Group{s.Root(), g} {
				wantErr(t, way.name, way.submit(g, context.Background(), nothing), ErrClosed)
			}
		}
		if c := s.Stats().Counts; c.Rejected != uint64(2*len(submissions)) || c.Submitted != c.Rejected {
			t.Errorf("counts: %+v", c)
		}
		_, err = s.NewGroup("late", GroupConfig{})
		wantErr(t, "NewGroup", err, ErrClosed)
		_, err = g.NewGroup("late", GroupConfig{})
		wantErr(t, "NewGroup in a group", err, ErrClosed)
	})
}

func TestSubmitDuringClose(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		rounds := 40
		if testing.Short() {
			rounds = 10
		}
		for range rounds {
			s := newScheduler(t, Config{Mode: mode, MaxQueued: 4})
			var all sync.WaitGroup
			var done atomic.Int64
			for i := range 8 {
				way := submissions[i%len(submissions)]
				all.Go(func() {
					for {
						ran := false
						err := way.submit(s.Root(), context.Background(), func(context.Context) error {
							ran = true
							return nil
						})
						done.Add(1)
						switch {
						case ran != (err == nil):
							t.Errorf("%s: ran %v, error %v", way.name, ran, err)
						case errors.Is(err, ErrClosed):
							return
						case err != nil && !errors.Is(err, ErrQueueFull):
							t.Errorf("%s: %v", way.name, err)
						}
					}
				})
			}
			eventually(t, "it is busy", func() bool { return done.Load() > 100 })
			must(t, "Close", s.Close())
			finishes(t, "submitters after Close", all.Wait)
			settle(t, s)
		}
	})
}

func TestCloseTwiceAndByMany(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		release := occupy(t, s)
		task, err := s.Go(context.Background(), nothing)
		must(t, "Go", err)
		var five sync.WaitGroup
		for range 5 {
			five.Go(func() { must(t, "Close", s.Close()) })
		}
		finishes(t, "Close by five goroutines while a task runs", five.Wait)
		must(t, "Close again", s.Close())
		wantErr(t, "the queued task", task.Wait(context.Background()), ErrClosed)
		release()
		wait(t, "the last task", s.gone)
		must(t, "Close when nothing is left", s.Close())
		must(t, "Shutdown after Close", s.Shutdown(context.Background()))
	})
}

func TestCloseInsideATask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		other, err := s.NewGroup("other", GroupConfig{})
		must(t, "NewGroup", err)
		finishes(t, "a task that closes its scheduler", func() {
			err := s.Do(context.Background(), func(ctx context.Context) error {
				must(t, "Close", s.Close())
				wantErr(t, "Checkpoint", Checkpoint(ctx), ErrClosed)
				wantErr(t, "the context", ctx.Err(), context.Canceled)
				wantErr(t, "Do in the same group", s.Do(ctx, nothing), ErrClosed)
				wantErr(t, "Do in another group", other.Do(ctx, nothing), ErrClosed)
				_, err := Go(ctx, nothing)
				wantErr(t, "a child", err, ErrClosed)
				Block(ctx, func() {})
				must(t, "Close again", s.Close())
				return errTest
			})
			wantErr(t, "Do", err, errTest)
		})
		wait(t, "the scheduler", s.gone)
	})
}

func TestCloseWithManyQueued(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 2, Slice: longSlice, MaxQueued: 9_000})
		release := occupy(t, s)
		const n = 10_000
		never := func(context.Context) error {
			t.Error("a task ran that was queued at Close")
			return nil
		}
		tasks := make([]*Task, 0, n)
		for range n - 2_000 {
			task, err := s.Go(context.Background(), never)
			must(t, "Go", err)
			tasks = append(tasks, task)
		}
		var waiting sync.WaitGroup
		for i := range 2_000 { // half of these wait for a place
			way := submissions[i%2*2]
			waiting.Go(func() { wantErr(t, way.name, way.submit(s.Root(), context.Background(), never), ErrClosed) })
		}
		eventually(t, "all are in the line", func() bool { return s.Stats().Live == n+2 })
		overflowing(t, s.root, 1_000)
		finishes(t, "Close", func() { must(t, "Close", s.Close()) })
		for _, task := range tasks {
			wantErr(t, "Wait", task.Wait(context.Background()), ErrClosed)
		}
		finishes(t, "submitters", waiting.Wait)
		if st := s.Stats(); st.Live != 2 || st.Running != 2 || st.Queued != 0 || st.Cancelled != n {
			t.Errorf("after Close: %+v", st)
		}
		release()
	})
}

// However a task looks at its context, it sees that the scheduler was closed.
func TestCloseEndsContexts(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		looks := map[string]func(ctx context.Context){
			"Done": func(ctx context.Context) {
				wait(t, "Done", ctx.Done())
				wantErr(t, "Err", ctx.Err(), context.Canceled)
				wantErr(t, "Cause", context.Cause(ctx), ErrClosed)
			},
			"Err": func(ctx context.Context) {
				must(t, "Err", computeUntil(func() bool { return ctx.Err() != nil }))
				wantErr(t, "Err", ctx.Err(), context.Canceled)
				wantErr(t, "Cause", context.Cause(ctx), ErrClosed)
			},
			"Cause": func(ctx context.Context) {
				must(t, "Cause", computeUntil(func() bool { return context.Cause(ctx) != nil }))
				wantErr(t, "Cause", context.Cause(ctx), ErrClosed)
			},
			"Checkpoint": func(ctx context.Context) {
				must(t, "Checkpoint", computeUntil(func() bool { return Checkpoint(ctx) != nil }))
				wantErr(t, "Checkpoint", Checkpoint(ctx), ErrClosed)
			},
			"WithTimeout": func(ctx context.Context) {
				ctx, cancel := context.WithTimeout(ctx, time.Hour)
				defer cancel()
				wait(t, "Done of a derived context", ctx.Done())
				wantErr(t, "Err of a derived context", ctx.Err(), context.Canceled)
				wantErr(t, "Cause of a derived context", context.Cause(ctx), ErrClosed)
				wantErr(t, "Checkpoint with a derived context", Checkpoint(ctx), ErrClosed)
			},
			"AfterFunc": func(ctx context.Context) {
				called := make(chan struct{})
				context.AfterFunc(ctx, func() { close(called) })
				wait(t, "AfterFunc", called)
			},
		}
		s := newScheduler(t, Config{Mode: mode, Slots: len(looks), Slice: longSlice})
		var began, ended sync.WaitGroup
		began.Add(len(looks))
		for name, look := range looks {
			ended.Go(func() {
				must(t, name, s.Do(context.Background(), func(ctx context.Context) error {
					must(t, name+" before Close", ctx.Err())
					must(t, name+" before Close", context.Cause(ctx))
					began.Done()
					look(ctx)
					return nil
				}))
			})
		}
		began.Wait()
		must(t, "Close", s.Close())
		finishes(t, "tasks after Close", ended.Wait)
	})
}

// A started task does not wait for a slot to learn that it should end.
func TestCloseWakesSuspendedTasks(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		inside, leave := make(chan struct{}), make(chan struct{})
		blocked, err := s.Go(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() {
				close(inside)
				<-leave
			})
			return Checkpoint(ctx)
		})
		must(t, "Go", err)
		wait(t, "Block", inside)
		release := occupy(t, s)
		close(leave)
		eventually(t, "the task waits for a slot", func() bool { return s.Stats().Suspended == 1 })
		must(t, "Close", s.Close())
		wantErr(t, "the suspended task", blocked.Wait(context.Background()), ErrClosed)
		release()
	})
}
