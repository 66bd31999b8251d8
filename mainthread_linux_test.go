package cpuworker

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// onMain calls fn in a goroutine that is on the main thread, if it can get
// there: it takes the idle threads out of the way until only that is left. What
// fn starts last is the next to run there, because fn's goroutine ends with it
// and wakes nobody.
func onMain(t testing.TB, fn func()) {
	t.Helper()
	gate := make(chan struct{})
	defer close(gate)
	for range 200 {
		var landed, done atomic.Bool
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if thread.IsMain(thread.Self()) {
				defer landed.Store(true)
				fn()
				return
			}
			done.Store(true)
			<-gate
		}()
		eventually(t, "it has a thread", func() bool { return landed.Load() || done.Load() })
		if landed.Load() {
			return
		}
	}
	t.Skip("no goroutine landed on the main thread")
}

// mainIsKept says whether a scheduler has met the main thread and holds it.
func mainIsKept() bool {
	buf := make([]byte, 4<<20)
	return bytes.Contains(buf[:runtime.Stack(buf, true)], []byte(".keepMain("))
}

func TestMainThreadIsNeverLowered(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 4})
	var all sync.WaitGroup
	for range 16 {
		all.Add(1)
		onMain(t, func() {
			_, err := s.Go(context.Background(), func(ctx context.Context) error {
				defer all.Done()
				if tid, _ := computeUntilLowered(t); tid == os.Getpid() {
					t.Error("a task runs on the main thread")
				}
				return Checkpoint(ctx)
			})
			must(t, "Go", err)
		})
		all.Wait()
		if mainIsKept() {
			break
		}
	}
	if !mainIsKept() {
		t.Skip("16 tasks were submitted on the main thread, and none met it")
	}
	for range 16 {
		all.Go(func() {
			must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
				if tid, _ := computeUntilLowered(t); tid == os.Getpid() {
					t.Error("a task runs on the main thread")
				}
				Block(ctx, func() { time.Sleep(time.Millisecond) })
				return Checkpoint(ctx)
			}))
		})
	}
	finishes(t, "lowered tasks", all.Wait)
	if level := levels(t)[os.Getpid()]; level.Nice != 0 {
		t.Errorf("the main thread has %+v", level)
	}
	allNormal(t)
}

// Block may end on the main thread. The task goes on on another one.
func TestBlockThatEndsOnTheMainThread(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive})
	met := false
	must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
		Block(ctx, func() {
			for range 10 {
				if met = goToMain(); met {
					return
				}
			}
		})
		if tid, _ := computeUntilLowered(t); tid == os.Getpid() {
			t.Error("the task goes on on the main thread")
		}
		return nil
	}))
	if !met {
		t.Skip("Block did not end on the main thread")
	}
	if level := levels(t)[os.Getpid()]; level.Nice != 0 {
		t.Errorf("the main thread has %+v", level)
	}
	allNormal(t)
}

// goToMain tries to move the calling goroutine to the main thread, by taking
// the others out of the way.
func goToMain() bool {
	gate := make(chan struct{})
	defer close(gate)
	for range 100 {
		if thread.IsMain(thread.Self()) {
			return true
		}
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if !thread.IsMain(thread.Self()) {
				<-gate
			}
		}()
		time.Sleep(20 * time.Microsecond)
	}
	return false
}
