package cpuworker

import (
	"context"
	"errors"
	"testing"
	"time"
)

// submissions are the four ways to submit, made alike: they return what the
// task, or the submission itself, failed with.
var submissions = []struct {
	name   string
	submit func(g *Group, ctx context.Context, fn func(context.Context) error) error
}{
	{"Do", func(g *Group, ctx context.Context, fn func(context.Context) error) error { return g.Do(ctx, fn) }},
	{"TryDo", func(g *Group, ctx context.Context, fn func(context.Context) error) error { return g.TryDo(ctx, fn) }},
	{"Go", func(g *Group, ctx context.Context, fn func(context.Context) error) error {
		return result(g.Go(ctx, fn))
	}},
	{"TryGo", func(g *Group, ctx context.Context, fn func(context.Context) error) error {
		return result(g.TryGo(ctx, fn))
	}},
}

func result(task *Task, err error) error {
	if err != nil {
		return err
	}
	return task.Wait(context.Background())
}

func TestNilArguments(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		for _, way := range submissions {
			wantErr(t, way.name+" without a function", way.submit(s.Root(), context.Background(), nil), ErrNilFunc)
			//lint:ignore SA1012 that is what is tested
			wantErr(t, way.name+" without a context", way.submit(s.Root(), nil, nothing), ErrNilContext)
			err := s.Do(context.Background(), func(ctx context.Context) error { return way.submit(s.Root(), ctx, nil) })
			wantErr(t, way.name+" without a function inside a task", err, ErrNilFunc)
		}
		_, err := Value[int](context.Background(), s.Root(), nil)
		wantErr(t, "Value without a function", err, ErrNilFunc)
		_, err = Value(nil, s.Root(), func(context.Context) (int, error) { return 1, nil }) //nolint:staticcheck // what is tested
		wantErr(t, "Value without a context", err, ErrNilContext)
		wantErr(t, "Shutdown without a context", s.Shutdown(nil), ErrNilContext) //nolint:staticcheck // what is tested

		task, err := s.Go(context.Background(), nothing)
		must(t, "Go", err)
		wantErr(t, "Wait without a context", task.Wait(nil), ErrNilContext) //nolint:staticcheck // what is tested
		if n := s.Stats().Submitted; n != uint64(len(submissions))+1 {
			t.Errorf("%d submissions counted, want those with a function and a context: %d", n, len(submissions)+1)
		}
	})
}

// The methods of a Task say that they do nothing on a nil one.
func TestNilTask(t *testing.T) {
	var task *Task
	must(t, "Checkpoint", task.Checkpoint())
	called := false
	task.Block(func() { called = true })
	if !called {
		t.Error("Block of no task did not call its function")
	}
	task.Block(nil)
	if task.Group() != nil || task.Service() != 0 {
		t.Errorf("group %v, service %v of no task", task.Group(), task.Service())
	}
	func() {
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("a method of a nil *Task panicked: %v", v)
			}
		}()
		if err := task.Wait(context.Background()); errors.Is(err, ErrSelfWait) {
			t.Errorf("Wait of no task outside a task: %v", err)
		}
		task.Done()
	}()
}

func TestOutsideATask(t *testing.T) {
	ctx := context.Background()
	if FromContext(ctx) != nil || FromContext(nil) != nil { //nolint:staticcheck // what is tested
		t.Error("a task outside a task")
	}
	must(t, "Checkpoint", Checkpoint(ctx))
	called := false
	Block(ctx, func() { called = true })
	if !called {
		t.Error("Block did not call its function")
	}
	task, err := Go(ctx, nothing)
	wantErr(t, "Go", err, ErrNoTask)
	if task != nil {
		t.Error("Go returned a task and an error")
	}
}

func TestContextAlreadyDone(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		other, err := s.NewGroup("other", GroupConfig{})
		must(t, "NewGroup", err)
		never := func(context.Context) error {
			t.Error("a function ran though its context was done before")
			return nil
		}
		cancelled, cancel := context.WithCancel(context.Background())
		cancel()
		late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Hour))
		defer cancel()
		for _, way := range submissions {
			wantErr(t, way.name, way.submit(s.Root(), cancelled, never), context.Canceled)
			wantErr(t, way.name, way.submit(s.Root(), late, never), context.DeadlineExceeded)
		}
		if c := s.Stats().Counts; c.Cancelled != c.Submitted || c.Done != 0 {
			t.Errorf("every one was cancelled, but the counts are %+v", c)
		}

		// Inside a task the context may be done though the task's is not.
		for _, way := range submissions {
			for _, g := range []*Group{s.Root(), other} {
				err := s.Do(context.Background(), func(ctx context.Context) error {
					ctx, cancel := context.WithCancel(ctx)
					cancel()
					return way.submit(g, ctx, never)
				})
				wantErr(t, way.name+" inside a task, group "+g.Name(), err, context.Canceled)
			}
		}
	})
}

// A submission that failed returns no task: there is nothing to wait for.
func TestNoTaskWithAnError(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		cancelled, cancel := context.WithCancel(context.Background())
		cancel()
		if task, err := s.Go(cancelled, nothing); err == nil || task != nil {
			t.Errorf("Go with a context that is done: task %v, error %v", task, err)
		}
		must(t, "Close", s.Close())
		if task, err := s.TryGo(context.Background(), nothing); err == nil || task != nil {
			t.Errorf("TryGo after Close: task %v, error %v", task, err)
		}
	})
}
