package cpuworker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestCancelWhileQueued(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		for _, way := range submissions {
			t.Run(way.name, func(t *testing.T) {
				s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 1})
				release := occupy(t, s)
				ctx, cancel := context.WithCancel(context.Background())
				ended := make(chan error, 1)
				go func() {
					ended <- way.submit(s.Root(), ctx, func(context.Context) error {
						t.Error("a task ran whose context was done while it was queued")
						return nil
					})
				}()
				queued(t, s, 1)
				wantErr(t, "TryDo", s.TryDo(context.Background(), nothing), ErrQueueFull)
				cancel()
				wantErr(t, way.name, <-ended, context.Canceled)
				if n := s.Stats().Queued; n != 0 {
					t.Errorf("%d tasks are queued, want 0", n)
				}

				next, err := s.TryGo(context.Background(), nothing)
				if err != nil {
					t.Fatalf("the place is not free again: %v", err)
				}
				release()
				must(t, "the task in the place that was freed", next.Wait(context.Background()))
			})
		}
	})
}

// What wakes a submitter is used again for the next one: a wake-up that was not
// taken must not reach that.
func TestCancelledWakeUpsReachNobodyElse(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		release := occupy(t, s)
		const n = 50
		ctx, cancel := context.WithCancel(context.Background())
		var withdrawn sync.WaitGroup
		for range n {
			withdrawn.Go(func() { wantErr(t, "a cancelled Do", s.Do(ctx, nothing), context.Canceled) })
		}
		queued(t, s, n)
		cancel()
		withdrawn.Wait()

		var ran, returned atomic.Int64
		var waiting sync.WaitGroup
		for range n {
			waiting.Go(func() {
				must(t, "Do", s.Do(context.Background(), func(context.Context) error {
					ran.Add(1)
					return nil
				}))
				returned.Add(1)
			})
		}
		queued(t, s, n)
		if n := returned.Load(); n != 0 {
			t.Errorf("%d calls of Do returned before their task ran", n)
		}
		release()
		finishes(t, "queued tasks after cancelled ones", waiting.Wait)
		if ran.Load() != n {
			t.Errorf("%d of %d tasks ran", ran.Load(), n)
		}
	})
}

// Contexts that end at any moment: every Do either runs its function and
// returns its error, or does not run it and returns the context's, and nobody
// is left waiting.
func TestCancelAtAnyMoment(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, MaxQueued: 3})
		rounds := 400
		if testing.Short() {
			rounds = 50
		}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range rounds {
					ctx, cancel := context.WithCancel(context.Background())
					go func() {
						for range rand.IntN(4) {
							time.Sleep(time.Duration(rand.IntN(20)) * time.Microsecond)
						}
						cancel()
					}()
					ran := false
					err := s.Do(ctx, func(context.Context) error {
						ran = true
						for range rand.IntN(50) {
							compute()
						}
						return nil
					})
					if ran != (err == nil) || err != nil && !errors.Is(err, context.Canceled) {
						t.Errorf("ran %v, error %v", ran, err)
					}
				}
			})
		}
		finishes(t, "submissions with contexts that end", all.Wait)
		must(t, "Do afterwards", s.Do(context.Background(), nothing))
	})
}

func TestCancelWhileWaitingForAPlace(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		for _, way := range []int{0, 2} { // Do and Go wait for a place
			way := submissions[way]
			t.Run(way.name, func(t *testing.T) {
				s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 1})
				release := occupy(t, s)
				first, err := s.TryGo(context.Background(), nothing)
				must(t, "TryGo", err)

				const n = 100
				for round := range 5 {
					ctx, cancel := context.WithCancelCause(context.Background())
					var gone sync.WaitGroup
					for range n {
						gone.Go(func() {
							wantErr(t, way.name, way.submit(s.Root(), ctx, nothing), context.Canceled)
						})
					}
					eventually(t, "all wait for a place", func() bool { return s.Stats().Live == 2+n })
					cancel(fmt.Errorf("round %d", round))
					finishes(t, "those whose context is done", gone.Wait)
				}
				if n := len(s.root.overflow); n > 250 {
					t.Errorf("%d places in the line are still kept for those that went", n)
				}

				last := make(chan error, 1)
				go func() { last <- way.submit(s.Root(), context.Background(), nothing) }()
				eventually(t, "the last one waits for a place", func() bool { return s.Stats().Live == 3 })
				release()
				must(t, "the first one", first.Wait(context.Background()))
				must(t, "the last one", <-last)
			})
		}
	})
}

// A context that ends at the moment of Close: both take the same task out of
// the line.
func TestCancelAgainstClose(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		rounds := 200
		if testing.Short() {
			rounds = 30
		}
		for range rounds {
			s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice, MaxQueued: 2, KeepGOMAXPROCS: true, KeepSlices: true})
			gate := make(chan struct{})
			_, err := s.Go(context.Background(), func(context.Context) error { <-gate; return nil })
			must(t, "Go", err)
			ctx, cancel := context.WithCancel(context.Background())
			var all sync.WaitGroup
			for i := range 8 {
				way := submissions[i%2*2]
				all.Go(func() {
					err := way.submit(s.Root(), ctx, nothing)
					if !errors.Is(err, context.Canceled) && !errors.Is(err, ErrClosed) {
						t.Errorf("%s: %v", way.name, err)
					}
				})
			}
			eventually(t, "all are in the line", func() bool { return s.Stats().Live == 9 })
			all.Go(cancel)
			all.Go(func() { must(t, "Close", s.Close()) })
			finishes(t, "cancelled and closed at once", all.Wait)
			close(gate)
			settle(t, s)
			if t.Failed() {
				return
			}
		}
	})
}
