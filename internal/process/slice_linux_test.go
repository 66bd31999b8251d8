package process

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

const (
	short = 100 * time.Microsecond
	other = 700 * time.Microsecond
)

// claim is SliceThreads where the kernel has slices.
func claim(t *testing.T, slice time.Duration) (release func()) {
	t.Helper()
	release, err := SliceThreads(slice)
	if err != nil {
		t.Skip(err)
	}
	return release
}

// count returns how many threads have a slice.
func count(t *testing.T, slice time.Duration) (with, all int) {
	t.Helper()
	tids, err := thread.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, tid := range tids {
		level, err := thread.Get(tid)
		if err != nil {
			continue // it has ended
		}
		all++
		if level.Slice == slice {
			with++
		}
	}
	return with, all
}

func expectAll(t *testing.T, when string, slice time.Duration) {
	t.Helper()
	if with, all := count(t, slice); with != all || all == 0 {
		t.Errorf("%s: %d of %d threads have a slice of %v", when, with, all, slice)
	}
}

func expectNone(t *testing.T, when string, slice time.Duration) {
	t.Helper()
	if with, all := count(t, slice); with != 0 {
		t.Errorf("%s: %d of %d threads still have a slice of %v", when, with, all, slice)
	}
}

// newThreads makes threads that live until the test is done.
func newThreads(t *testing.T, n int) {
	t.Helper()
	var ready, ended sync.WaitGroup
	gate := make(chan struct{})
	for range n {
		ready.Add(1)
		ended.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ready.Done()
			<-gate
		})
	}
	ready.Wait()
	t.Cleanup(func() { close(gate); ended.Wait() })
}

func TestSliceThreads(t *testing.T) {
	newThreads(t, 4)
	release := claim(t, short)
	expectAll(t, "claimed", short)
	newThreads(t, 4)
	expectAll(t, "with new threads", short)
	release()
	release()
	expectNone(t, "released", short)
}

func TestClaimsEndInAnyOrder(t *testing.T) {
	for _, last := range []int{0, 1, 2} {
		releases := []func(){claim(t, short), claim(t, other), claim(t, short)}
		expectAll(t, "the first claim's stays", short)
		for i, release := range releases {
			if i != last {
				release()
			}
		}
		expectAll(t, "with one left", short)
		releases[last]()
		expectNone(t, "with none left", short)
	}
	release := claim(t, other)
	expectAll(t, "a first one again", other)
	release()
	expectNone(t, "released", other)
}

// Threads start and end all the time while others claim and release.
func TestSliceThreadsWhileThreadsComeAndGo(t *testing.T) {
	stop := make(chan struct{})
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				done := make(chan struct{})
				go func() {
					defer close(done)
					runtime.LockOSThread()
					if thread.IsMain(thread.Self()) {
						runtime.UnlockOSThread()
					}
				}()
				<-done
			}
		})
	}
	for range 50 {
		release := claim(t, short)
		expectAll(t, "claimed", short)
		release()
		expectNone(t, "released", short)
	}
	close(stop)
	all.Wait()
}

// What a thread had before it has afterwards.
func TestSliceOfTheProgramComesBack(t *testing.T) {
	tid, gate := make(chan int), make(chan struct{})
	go func() {
		runtime.LockOSThread() // for good, unless it is the main thread
		if thread.IsMain(thread.Self()) {
			runtime.UnlockOSThread()
			close(tid)
			return
		}
		_, _, err := thread.SetSlice(thread.Self(), other)
		if err != nil {
			t.Error(err)
		}
		tid <- thread.Self()
		<-gate
	}()
	own, there := <-tid
	if !there {
		t.Skip("landed on the main thread")
	}
	defer close(gate)
	release := claim(t, short)
	expectAll(t, "claimed", short)
	release()
	if level, err := thread.Get(own); err != nil || level.Slice != other {
		t.Errorf("the thread has %+v, %v; it had a slice of %v", level, err, other)
	}
	expectNone(t, "released", short)
}

// Where the kernel has none, nothing is changed, and the error says so.
func TestSliceThatIsNotHonoured(t *testing.T) {
	claim(t, short)() // skips where there are none
	for _, impossible := range []time.Duration{time.Nanosecond, time.Hour} {
		release, err := SliceThreads(impossible)
		if err == nil {
			release()
			t.Errorf("a slice of %v was honoured", impossible)
		}
		expectNone(t, "not honoured", impossible)
	}
	claim(t, short)()
}
