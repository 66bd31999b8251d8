package cpuworker

import (
	"context"
	"sync"
	"testing"
	"time"
)

// Submit and wait, a thousand deep, at one slot, in every way there is.
func TestNestedDeep(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		const depth = 1_000
		ways := map[string]func(g [2]*Group, ctx context.Context, level int, fn func(context.Context) error) error{
			"Do": func(g [2]*Group, ctx context.Context, _ int, fn func(context.Context) error) error {
				return g[0].Do(ctx, fn)
			},
			"Do in groups by turns": func(g [2]*Group, ctx context.Context, level int, fn func(context.Context) error) error {
				return g[level%2].Do(ctx, fn)
			},
			"Go and Wait": func(_ [2]*Group, ctx context.Context, _ int, fn func(context.Context) error) error {
				child, err := Go(ctx, fn)
				if err != nil {
					return err
				}
				return child.Wait(ctx)
			},
			"Go and Wait in groups by turns": func(g [2]*Group, ctx context.Context, level int, fn func(context.Context) error) error {
				child, err := g[level%2].Go(ctx, fn)
				if err != nil {
					return err
				}
				return child.Wait(ctx)
			},
		}
		for name, way := range ways {
			t.Run(name, func(t *testing.T) {
				s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 1})
				other, err := s.NewGroup("other", GroupConfig{})
				must(t, "NewGroup", err)
				groups := [2]*Group{s.Root(), other}
				deepest := 0
				var down func(ctx context.Context, level int) error
				down = func(ctx context.Context, level int) error {
					deepest = level
					if level == depth {
						return errTest
					}
					return way(groups, ctx, level, func(ctx context.Context) error { return down(ctx, level+1) })
				}
				finishes(t, name, func() {
					err := s.Do(context.Background(), func(ctx context.Context) error { return down(ctx, 1) })
					wantErr(t, "the error of the deepest", err, errTest)
				})
				if deepest != depth {
					t.Errorf("went down to %d, want %d", deepest, depth)
				}
			})
		}
	})
}

// A tree of tasks that wait for their children fits into one slot too.
func TestTreeOfChildren(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 2})
		var mu sync.Mutex
		nodes := 0
		var grow func(ctx context.Context, level int) error
		grow = func(ctx context.Context, level int) error {
			mu.Lock()
			nodes++
			mu.Unlock()
			if level == 0 {
				return nil
			}
			children := make([]*Task, 4)
			for i := range children {
				var err error
				children[i], err = Go(ctx, func(ctx context.Context) error { return grow(ctx, level-1) })
				if err != nil {
					return err
				}
			}
			for _, child := range children {
				if err := child.Wait(ctx); err != nil {
					return err
				}
			}
			return nil
		}
		finishes(t, "a tree of tasks", func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error { return grow(ctx, 4) }))
		})
		if want := 1 + 4 + 16 + 64 + 256; nodes != want {
			t.Errorf("%d tasks ran, want %d", nodes, want)
		}
	})
}

// Work for the same group runs as part of the task; for another one, as a task
// of that.
func TestNestedRunsWhereItBelongs(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1})
		a, err := s.NewGroup("a", GroupConfig{})
		must(t, "NewGroup", err)
		b, err := s.NewGroup("b", GroupConfig{Class: Batch})
		must(t, "NewGroup", err)
		must(t, "a", a.Do(context.Background(), func(ctx context.Context) error {
			outer := FromContext(ctx)
			must(t, "a in a", a.Do(ctx, func(ctx context.Context) error {
				if FromContext(ctx) != outer {
					t.Error("work for the same group does not run as part of the task")
				}
				return nil
			}))
			must(t, "b in a", b.Do(ctx, func(ctx context.Context) error {
				if FromContext(ctx).Group() != b {
					t.Errorf("work for b runs in group %q", FromContext(ctx).Group().Name())
				}
				return nil
			}))
			child, err := b.Go(ctx, func(ctx context.Context) error {
				return a.Do(ctx, func(ctx context.Context) error {
					// Nobody waits in a for this: it must not run with b's share.
					if FromContext(ctx).Group() != a {
						t.Errorf("work for a runs in group %q", FromContext(ctx).Group().Name())
					}
					return nil
				})
			})
			must(t, "Go", err)
			must(t, "the child", child.Wait(ctx))
			return nil
		}))
		if n := a.Stats().Submitted + b.Stats().Submitted; n != 4 {
			t.Errorf("%d tasks submitted, want 4: the one inline is none", n)
		}
	})
}

// Goroutines of a task that each submit, with its context and while it waits in
// Block, get slots like anybody else: no more run at once than there are.
func TestFanOutInsideBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 2, Slice: longSlice})
		var mu sync.Mutex
		running, most := 0, 0
		must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
			var fan sync.WaitGroup
			for range 20 {
				fan.Go(func() {
					must(t, "Do", s.Do(ctx, func(context.Context) error {
						mu.Lock()
						running++
						most = max(most, running)
						mu.Unlock()
						time.Sleep(100 * time.Microsecond)
						mu.Lock()
						running--
						mu.Unlock()
						return nil
					}))
				})
			}
			Block(ctx, fan.Wait)
			return nil
		}))
		// In Cooperative mode one that submits before the task is inside Block
		// cannot be told from the task itself.
		if most > 2 && mode == Preemptive {
			t.Errorf("%d ran at once at 2 slots", most)
		}
	})
}
