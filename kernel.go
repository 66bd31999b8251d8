package cpuworker

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// kernel is the way in which threads are lowered here.
type kernel struct {
	setAttr func(tid int, level thread.Level) (thread.Level, error)
	setNice func(tid, nice int) error
	cpu     func(tid int) (time.Duration, error)

	slices bool // setAttr works
}

// preemption is what findPreemption found.
type preemption struct {
	kernel *kernel
	slices bool   // the kernel honours slices of threads
	notes  string // what works and what does not
}

func (k *kernel) lower(tid int, level thread.Level) error {
	if k.slices {
		_, err := k.setAttr(tid, level)
		return err
	}
	return k.setNice(tid, level.Nice)
}

// findPreemption tries on a thread that is thrown away what the kernel lets an
// unprivileged process do, best first: priority and slice together, priority
// alone, nothing. The error says what failed.
func findPreemption(k *kernel) (found preemption, err error) {
	if k == nil {
		k = &kernel{setAttr: thread.Lower, setNice: thread.LowerNice, cpu: thread.CPU}
	}
	k = &kernel{setAttr: k.setAttr, setNice: k.setNice, cpu: k.cpu}
	if runtime.GOOS != "linux" {
		return found, thread.ErrUnsupported
	}
	tried := make(chan struct{})
	go throwAway(func(tid int) {
		found, err = tryOn(k, tid)
		close(tried)
	})
	<-tried
	return found, err
}

// throwAway calls fn on a thread that ends with it. It is to be called in a
// goroutine of its own, and does not use the main thread.
func throwAway(fn func(tid int)) {
	runtime.LockOSThread()
	tid := thread.Self()
	if !thread.IsMain(tid) {
		fn(tid)
		return
	}
	done := make(chan struct{})
	go throwAway(func(tid int) {
		fn(tid)
		close(done)
	})
	<-done
	runtime.UnlockOSThread()
}

func tryOn(k *kernel, tid int) (preemption, error) {
	if _, err := k.cpu(tid); err != nil {
		return preemption{}, fmt.Errorf("no CPU clock of a thread: %w", err)
	}
	want := thread.Level{Nice: classNice(Normal), Slice: loweredSlice}
	got, attrErr := k.setAttr(tid, want)
	switch {
	case attrErr == nil && got == want:
		k.slices = true
		return preemption{kernel: k, slices: true, notes: "threads lowered by sched_setattr (nice and slice)"}, nil
	case attrErr == nil && got.Nice == want.Nice:
		k.slices = true
		return preemption{kernel: k, notes: "threads lowered by sched_setattr (nice; this kernel has no slices of threads, Linux 6.12 or later has)"}, nil
	case attrErr == nil:
		attrErr = errors.New("sched_setattr: not honoured")
	}
	if err := k.setNice(tid, want.Nice); err != nil {
		return preemption{}, fmt.Errorf("%w; %w", attrErr, err)
	}
	return preemption{kernel: k, notes: fmt.Sprintf("threads lowered by setpriority (nice only; %v)", attrErr)}, nil
}
