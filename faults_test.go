package cpuworker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// detonate is a name to find in a stack.
func detonate(v any) error { panic(v) }

func TestPanic(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		cause := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
		for _, way := range submissions {
			err := way.submit(s.Root(), context.Background(), func(context.Context) error { return detonate(cause) })
			var pe *PanicError
			if !errors.As(err, &pe) {
				t.Fatalf("%s: %v, want a *PanicError", way.name, err)
			}
			if pe.Value != cause { //nolint:errorlint // the very value
				t.Errorf("%s: value %v", way.name, pe.Value)
			}
			wantErr(t, way.name, err, io.ErrUnexpectedEOF)
			if !strings.Contains(string(pe.Stack), "detonate") || !strings.Contains(err.Error(), "detonate") {
				t.Errorf("%s: the stack does not name the function that panicked:\n%s", way.name, pe.Stack)
			}

			err = way.submit(s.Root(), context.Background(), func(context.Context) error { return detonate("boom") })
			if !errors.As(err, &pe) || pe.Value != "boom" || errors.Unwrap(pe) != nil || !strings.Contains(err.Error(), "boom") {
				t.Errorf("%s of a panic with a string: %v", way.name, err)
			}

			err = way.submit(s.Root(), context.Background(), func(context.Context) error { return detonate(nil) })
			if _, isNil := errors.AsType[*runtime.PanicNilError](err); !isNil {
				t.Errorf("%s of panic(nil): %v", way.name, err)
			}
			must(t, way.name+" after a panic", way.submit(s.Root(), context.Background(), nothing))
		}
		if c := s.Stats().Counts; c.Panicked != uint64(3*len(submissions)) || c.Done != uint64(len(submissions)) {
			t.Errorf("counts: %+v", c)
		}
	})
}

// A function that hands on another one's panic as its error has not panicked.
func TestPanicOfAChildIsCountedOnce(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		other, err := s.NewGroup("other", GroupConfig{})
		must(t, "NewGroup", err)
		boom := func(context.Context) error { return detonate("boom") }
		for name, nested := range map[string]func(ctx context.Context) error{
			"inline":        func(ctx context.Context) error { return s.Do(ctx, boom) },
			"another group": func(ctx context.Context) error { return other.Do(ctx, boom) },
			"child": func(ctx context.Context) error {
				child, err := Go(ctx, boom)
				must(t, "Go", err)
				return child.Wait(ctx)
			},
		} {
			after := false
			err := s.Do(context.Background(), func(ctx context.Context) error {
				err := nested(ctx)
				if _, panicked := errors.AsType[*PanicError](err); !panicked {
					t.Errorf("%s: %v", name, err)
				}
				after = true
				return err
			})
			if _, panicked := errors.AsType[*PanicError](err); !panicked {
				t.Errorf("%s, handed on: %v", name, err)
			}
			if !after {
				t.Errorf("%s: the caller did not go on", name)
			}
		}
		if c := s.Stats().Counts; c.Panicked != 2 || c.Done != 3 {
			t.Errorf("counts: %+v, want 2 panics of tasks and 3 tasks done", c)
		}
	})
}

func TestGoexit(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		exit := func(context.Context) error {
			runtime.Goexit()
			return nil
		}
		for range 3 {
			task, err := s.Go(context.Background(), exit)
			must(t, "Go", err)
			wantErr(t, "the task", task.Wait(context.Background()), ErrGoexit)

			// In Cooperative mode Do runs in the calling goroutine, which ends.
			returned := make(chan error, 1)
			gone := make(chan struct{})
			go func() {
				defer close(gone)
				returned <- s.Do(context.Background(), exit)
			}()
			wait(t, "the goroutine that called Do", gone)
			select {
			case err := <-returned:
				wantErr(t, "Do", err, ErrGoexit)
			default:
				if mode == Preemptive {
					t.Error("Do did not return, though its function ran in another goroutine")
				}
			}
			must(t, "Do after Goexit", s.Do(context.Background(), nothing))
		}
		if c := s.Stats().Counts; c.Done != 9 || c.Submitted != 9 {
			t.Errorf("counts: %+v", c)
		}
	})
}

// Goexit wherever a task may be when it is called; its deferred calls run.
func TestGoexitAnywhere(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		other, err := s.NewGroup("other", GroupConfig{})
		must(t, "NewGroup", err)
		for name, exit := range map[string]func(ctx context.Context){
			"inside Block":      func(ctx context.Context) { Block(ctx, runtime.Goexit) },
			"after Block":       func(ctx context.Context) { Block(ctx, func() {}); runtime.Goexit() },
			"after Checkpoint":  func(ctx context.Context) { must(t, "Checkpoint", Checkpoint(ctx)); runtime.Goexit() },
			"in an inline task": func(ctx context.Context) { _ = s.Do(ctx, func(context.Context) error { runtime.Goexit(); return nil }) },
			"after Close of a context": func(ctx context.Context) {
				_, cancel := context.WithCancel(ctx)
				defer cancel()
				runtime.Goexit()
			},
			"when it is lowered": func(context.Context) {
				must(t, "being lowered", computeUntil(func() bool { return mode == Cooperative || s.Stats().Lowered > 0 }))
				runtime.Goexit()
			},
			"when it is lowered and inside Block": func(ctx context.Context) {
				must(t, "being lowered", computeUntil(func() bool { return mode == Cooperative || s.Stats().Lowered > 0 }))
				Block(ctx, runtime.Goexit)
			},
			"with another group's child about": func(ctx context.Context) {
				_, err := other.Go(ctx, nothing)
				must(t, "Go", err)
				runtime.Goexit()
			},
		} {
			deferred := false
			task, err := s.Go(context.Background(), func(ctx context.Context) error {
				defer func() { deferred = true }()
				exit(ctx)
				t.Errorf("%s: Goexit returned", name)
				return nil
			})
			must(t, "Go", err)
			wait(t, "Goexit "+name, task.Done())
			wantErr(t, name, task.Wait(context.Background()), ErrGoexit)
			if !deferred {
				t.Errorf("%s: the deferred call did not run", name)
			}
			must(t, "Do after Goexit "+name, s.Do(context.Background(), nothing))
		}
	})
}

func TestPanicInsideBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		err := s.Do(context.Background(), func(ctx context.Context) error {
			Block(ctx, func() { _ = detonate(errTest) })
			t.Error("the panic did not pass through Block")
			return nil
		})
		wantErr(t, "a panic inside Block", err, errTest)

		// It has its slot again by the time the panic is recovered.
		var holders atomic.Int64
		err = s.Do(context.Background(), func(ctx context.Context) error {
			func() {
				defer func() { _ = recover() }()
				Block(ctx, func() { _ = detonate(errTest) })
			}()
			holders.Store(int64(s.Stats().Running))
			return Checkpoint(ctx)
		})
		must(t, "a recovered panic inside Block", err)
		if holders.Load() != 1 {
			t.Errorf("%d tasks hold a slot after a recovered panic, want 1", holders.Load())
		}
		must(t, "Do", s.Do(context.Background(), nothing))
	})
}
