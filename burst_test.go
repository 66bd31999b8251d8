package cpuworker

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

func TestAThousandShortTasksAtOnce(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		for _, slots := range []int{1, 0, 16} {
			for _, way := range submissions {
				s := newScheduler(t, Config{Mode: mode, Slots: slots})
				const n = 1_000
				var running, most, ran atomic.Int64
				var all sync.WaitGroup
				start := make(chan struct{})
				for range n {
					all.Go(func() {
						<-start
						must(t, way.name, way.submit(s.Root(), context.Background(), func(context.Context) error {
							now := running.Add(1)
							for was := most.Load(); now > was && !most.CompareAndSwap(was, now); was = most.Load() {
							}
							compute()
							ran.Add(1)
							running.Add(-1)
							return nil
						}))
					})
				}
				close(start)
				finishes(t, "a thousand tasks", all.Wait)
				st := s.Stats()
				if ran.Load() != n || st.Done != n {
					t.Errorf("%s at %d slots: %d ran, %+v", way.name, st.Slots, ran.Load(), st.Counts)
				}
				// A thread that lacks a CPU for long can be taken for one that waits.
				if most.Load() > int64(st.Slots) && mode == Cooperative {
					t.Errorf("%s: %d ran at once at %d slots", way.name, most.Load(), st.Slots)
				}
				settle(t, s)
			}
		}
	})
}
