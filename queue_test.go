package cpuworker

import (
	"context"
	"sync"
	"testing"
)

func TestQueueFull(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 2})
		small, err := s.NewGroup("small", GroupConfig{MaxQueued: 1})
		must(t, "NewGroup", err)
		release := occupy(t, s)
		for g, places := range map[*Group]int{s.Root(): 2, small: 1} {
			if g.Stats().MaxQueued != places {
				t.Errorf("group %q: MaxQueued %d, want %d", g.Name(), g.Stats().MaxQueued, places)
			}
			accepted := fill(t, g)
			if mode == Preemptive && g == small {
				accepted-- // one of a group of which nothing runs has started
			}
			if accepted != places {
				t.Errorf("group %q: %d places, want %d", g.Name(), accepted, places)
			}
			wantErr(t, "TryDo", g.TryDo(context.Background(), nothing), ErrQueueFull)
			if c := g.Stats().Counts; c.Rejected != 2 {
				t.Errorf("group %q: %+v, want 2 rejected", g.Name(), c)
			}
		}
		release()
	})
}

// fill queues tasks that stay until the test is done, until the queue is full.
// It returns how many that took.
func fill(t *testing.T, g *Group) (accepted int) {
	t.Helper()
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	for ; ; accepted++ {
		task, err := g.TryGo(context.Background(), func(context.Context) error { <-over; return nil })
		if err != nil {
			wantErr(t, "TryGo", err, ErrQueueFull)
			if task != nil {
				t.Error("TryGo returned a task and an error")
			}
			return accepted
		}
	}
}

// A place that was waited for is given to who has waited longest.
func TestPlacesAreGivenInOrder(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 1})
		release := occupy(t, s)
		first, err := s.TryGo(context.Background(), nothing)
		must(t, "TryGo", err)
		var mu sync.Mutex
		var order []int
		var all sync.WaitGroup
		const n = 20
		for i := range n {
			way := submissions[i%2*2] // Do and Go by turns
			all.Go(func() {
				must(t, way.name, way.submit(s.Root(), context.Background(), func(context.Context) error {
					mu.Lock()
					defer mu.Unlock()
					order = append(order, i)
					return nil
				}))
			})
			eventually(t, "it is in the line", func() bool { return s.Stats().Live == 3+i })
		}
		release()
		must(t, "the one that took the only place", first.Wait(context.Background()))
		finishes(t, "those that wait for a place", all.Wait)
		for i, got := range order {
			if got != i {
				t.Fatalf("they ran in the order %v", order)
			}
		}
	})
}

// A task that fills the queue that it is the only one to empty: Go waits for a
// place, and meanwhile the slot is free for those that are queued.
func TestTaskFillsItsOwnQueue(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 2})
		const n = 200
		var mu sync.Mutex
		ran := 0
		child := func(context.Context) error {
			mu.Lock()
			defer mu.Unlock()
			ran++
			return nil
		}
		finishes(t, "a task that fills its own queue", func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
				children := make([]*Task, n)
				for i := range children {
					var err error
					if children[i], err = Go(ctx, child); err != nil {
						return err
					}
				}
				for _, c := range children {
					must(t, "a child", c.Wait(ctx))
				}
				return nil
			}))
		})
		if ran != n {
			t.Errorf("%d of %d children ran", ran, n)
		}

		// The same without its context, as code does that does not know that it
		// runs in a task: nothing says that it waits, but it is seen.
		finishes(t, "a task that fills its own queue unawares", func() {
			must(t, "Do", s.Do(context.Background(), func(context.Context) error {
				for range 10 {
					if _, err := s.Go(context.Background(), child); err != nil {
						return err
					}
				}
				return s.Do(context.Background(), child)
			}))
		})
		wantErr(t, "TryGo beyond the bound", s.Do(context.Background(), func(ctx context.Context) error {
			for range 4 {
				if _, err := s.TryGo(ctx, nothing); err != nil {
					return err
				}
			}
			return nil
		}), ErrQueueFull)
	})
}
