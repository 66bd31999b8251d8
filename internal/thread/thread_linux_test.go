package thread

import (
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// none is beyond the largest number that a thread can have, 1 << 22.
const none = 1 << 23

// onOwnThread calls fn on a thread that ends with it.
func onOwnThread(t *testing.T, fn func(tid int)) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		if IsMain(Self()) { // it would be wedged for ever: go on on another one
			defer runtime.UnlockOSThread()
			onOwnThread(t, fn)
			close(done)
			return
		}
		defer close(done)
		fn(Self())
	}()
	<-done
}

func TestSelf(t *testing.T) {
	onOwnThread(t, func(tid int) {
		if tid != unix.Gettid() || tid == os.Getpid() {
			t.Errorf("Self() = %d, gettid says %d", tid, unix.Gettid())
		}
		all, err := All()
		if err != nil || !slices.Contains(all, tid) || !slices.Contains(all, os.Getpid()) {
			t.Errorf("All() = %v, %v; without thread %d or the main one", all, err, tid)
		}
	})
	if !IsMain(os.Getpid()) {
		t.Error("the main thread is not known as such")
	}
}

// The CPU clock of a thread moves with what that thread computes, and can be
// read from others.
func TestCPU(t *testing.T) {
	onOwnThread(t, func(tid int) {
		before := cpu(t, tid)
		for cpu(t, tid)-before < 5*time.Millisecond {
		}
		var own unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &own); err != nil {
			t.Error(err)
		}
		// Read one after the other, while the thread did nothing else.
		if by := cpu(t, tid); by < time.Duration(own.Nano()) {
			t.Errorf("by its number %v, read later than its own %v", by, time.Duration(own.Nano()))
		}
		idle := make(chan int)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			idle <- Self()
			<-idle
		}()
		other := <-idle
		before = cpu(t, other)
		for start := cpu(t, tid); cpu(t, tid)-start < 5*time.Millisecond; {
		}
		if used := cpu(t, other) - before; used > 4*time.Millisecond {
			t.Errorf("a thread that waits used %v", used)
		}
		close(idle)
	})
	if _, err := CPU(none); err == nil {
		t.Error("a clock of a thread that does not exist")
	}
}

func cpu(t *testing.T, tid int) time.Duration {
	t.Helper()
	used, err := CPU(tid)
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func TestLower(t *testing.T) {
	onOwnThread(t, func(tid int) {
		before, err := Get(tid)
		if err != nil || before.Nice != 0 {
			t.Errorf("before: %+v, %v", before, err)
		}
		want := Level{Nice: 7, Slice: 3 * time.Millisecond}
		got, err := Lower(tid, want)
		if err != nil || got.Nice != want.Nice {
			t.Errorf("Lower = %+v, %v", got, err)
		}
		if now, err := Get(tid); err != nil || now != got {
			t.Errorf("Get = %+v, %v; Lower said %+v", now, err, got)
		}
		if err := LowerNice(tid, 9); err != nil {
			t.Error(err)
		}
		if now, err := Get(tid); err != nil || now.Nice != 9 {
			t.Errorf("after LowerNice: %+v, %v", now, err)
		}
		was, now, err := SetSlice(tid, 200*time.Microsecond)
		if err != nil || before.Slice != 0 && (was != want.Slice || now != 200*time.Microsecond) {
			t.Errorf("SetSlice = %v, %v, %v", was, now, err)
		}
		if now, err := Get(tid); err != nil || now.Nice != 9 {
			t.Errorf("SetSlice changed the priority: %+v, %v", now, err)
		}
	})
}

// A thread with another policy than the normal one is not ours to touch.
func TestSetSliceLeavesOtherPoliciesAlone(t *testing.T) {
	onOwnThread(t, func(tid int) {
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_BATCH}
		if err := unix.SchedSetAttr(tid, &attr, 0); err != nil {
			t.Error(err)
			return
		}
		if _, _, err := SetSlice(tid, 100*time.Microsecond); err != nil {
			t.Error(err)
		}
		after, err := unix.SchedGetAttr(tid, 0)
		if err != nil || after.Policy != unix.SCHED_BATCH || after.Runtime == 100_000 {
			t.Errorf("after SetSlice: %+v, %v", after, err)
		}
	})
}

func TestWantsCPU(t *testing.T) {
	onOwnThread(t, func(tid int) {
		if wants, err := WantsCPU(tid); err != nil || !wants {
			t.Errorf("of the thread that asks: %v, %v", wants, err)
		}
		waiting := make(chan int)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			waiting <- Self()
			<-waiting
		}()
		other := <-waiting
		for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
			wants, err := WantsCPU(other)
			if err != nil || time.Now().After(deadline) {
				t.Errorf("of a thread that waits: %v, %v", wants, err)
			}
			if err != nil || !wants || time.Now().After(deadline) {
				break
			}
		}
		close(waiting)
	})
	if _, err := WantsCPU(none); err == nil {
		t.Error("the state of a thread that does not exist")
	}
}

// Errors of threads that do not exist are errors, not results.
func TestNoSuchThread(t *testing.T) {
	if _, err := Get(none); err == nil {
		t.Error("Get")
	}
	if _, err := Lower(none, Level{Nice: 5}); err == nil {
		t.Error("Lower")
	}
	if _, _, err := SetSlice(none, 0); err == nil {
		t.Error("SetSlice")
	}
	if err := LowerNice(none, 5); err == nil {
		t.Error("LowerNice")
	}
}
