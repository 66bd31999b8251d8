package cpuworker

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// levels returns the level of every thread of the process.
func levels(t testing.TB) map[int]thread.Level {
	t.Helper()
	tids, err := thread.All()
	must(t, "threads", err)
	all := map[int]thread.Level{}
	for _, tid := range tids {
		if level, err := thread.Get(tid); err == nil { // it may have ended meanwhile
			all[tid] = level
		}
	}
	if len(all) == 0 {
		t.Fatal("a process without threads")
	}
	return all
}

// allNormal waits until no thread is lowered: one that ends takes a moment.
func allNormal(t testing.TB) {
	t.Helper()
	eventually(t, "every thread left has nice 0", func() bool {
		for _, level := range levels(t) {
			if level.Nice != 0 {
				return false
			}
		}
		return true
	})
}

// own returns the calling thread and its level; the goroutine must be locked.
func own(t testing.TB) (tid int, level thread.Level) {
	t.Helper()
	tid = thread.Self()
	level, err := thread.Get(tid)
	must(t, "the level of a thread", err)
	return tid, level
}

// computeUntilLowered computes until the thread it runs on has a nice above 0.
func computeUntilLowered(t testing.TB) (tid int, level thread.Level) {
	t.Helper()
	must(t, "being lowered", computeUntil(func() bool {
		tid, level = own(t)
		return level.Nice > 0
	}))
	return tid, level
}

func TestLongTaskIsLowered(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive})
	want := map[Class]thread.Level{
		Interactive: {Nice: 1, Slice: loweredSlice},
		Normal:      {Nice: 8, Slice: loweredSlice},
		Batch:       {Nice: 15, Slice: loweredSlice},
	}
	for class, want := range want {
		g, err := s.NewGroup(class.String(), GroupConfig{Class: class})
		must(t, "NewGroup", err)
		var tid int
		var before, after thread.Level
		task, err := g.Go(context.Background(), func(context.Context) error {
			_, before = own(t)
			tid, after = computeUntilLowered(t)
			return nil
		})
		must(t, "Go", err)
		must(t, "Wait", task.Wait(context.Background()))
		first := 0 // normal priority, but for Batch
		if class == Batch {
			first = want.Nice
		}
		if before.Nice != first || after != want {
			t.Errorf("%v: a thread went from %+v to %+v, want nice %d, then %+v", class, before, after, first, want)
		}
		if tid == os.Getpid() {
			t.Errorf("%v: the main thread was lowered", class)
		}
		eventually(t, "the lowered thread has ended", func() bool { _, there := levels(t)[tid]; return !there })
	}
	allNormal(t)
	if st := s.Stats(); st.Lowerings != uint64(len(want)) || st.Lowered != 0 {
		t.Errorf("%d threads lowered, %d still, want %d and 0", st.Lowerings, st.Lowered, len(want))
	}
}

// Work that is done within its budget is never lowered, however it ends.
func TestShortTasksAreNotLowered(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive})
	for range 2_000 {
		must(t, "Do", s.Do(context.Background(), func(context.Context) error {
			if _, level := own(t); level.Nice != 0 {
				t.Errorf("a short task runs at %+v", level)
			}
			compute()
			return nil
		}))
	}
	if st := s.Stats(); st.Lowerings != 0 {
		t.Errorf("%d threads lowered", st.Lowerings)
	}
}

// A Batch task is lowered as soon as it is seen, whatever it has used.
func TestBatchIsLoweredAtOnce(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive})
	batch, err := s.NewGroup("batch", GroupConfig{Class: Batch})
	must(t, "NewGroup", err)
	must(t, "Do", batch.Do(context.Background(), func(context.Context) error {
		var level thread.Level
		var tid int
		eventually(t, "it is lowered though it does not compute", func() bool {
			tid, level = own(t)
			return level.Nice > 0
		})
		if cpu, err := thread.CPU(tid); err != nil || level.Nice != 15 || level.Slice != loweredSlice {
			t.Errorf("lowered to %+v after %v of CPU, error %v", level, cpu, err)
		}
		return nil
	}))
	allNormal(t)
}

// After Block a task may be on another thread than before. That is the one to
// lower, and the one that must not run anything else when it was.
func TestLoweredAfterBlock(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 2})
	var moved atomic.Int64
	for round := range 10 {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
					before, _ := own(t)
					for range 3 {
						Block(ctx, func() { time.Sleep(200 * time.Microsecond) })
					}
					if after, _ := own(t); after != before {
						moved.Add(1)
					}
					if round%2 == 0 {
						computeUntilLowered(t)
					}
					return nil
				}))
			})
		}
		finishes(t, "tasks that compute after Block", all.Wait)
	}
	if moved.Load() == 0 {
		t.Error("no task was on another thread after Block")
	}
	allNormal(t)
}

// What a task starts with the go statement is an ordinary goroutine.
func TestGoroutinesOfALoweredTaskAreNormal(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive})
	must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
		computeUntilLowered(t)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				for range 200 {
					compute()
				}
				if tid, level := ownUnlocked(t); level.Nice != 0 {
					t.Errorf("a goroutine of a lowered task runs on thread %d with %+v", tid, level)
				}
			})
		}
		Block(ctx, all.Wait)
		return nil
	}))
	allNormal(t)
}

// ownUnlocked is own for a goroutine that is not locked to its thread.
func ownUnlocked(t testing.TB) (tid int, level thread.Level) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return own(t)
}
