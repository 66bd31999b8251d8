package cpuworker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// denied are kernels that permit less and less.
func denied(attr, nice, cpu bool) *kernel {
	k := &kernel{setAttr: thread.Lower, setNice: thread.LowerNice, cpu: thread.CPU}
	if attr {
		k.setAttr = func(int, thread.Level) (thread.Level, error) { return thread.Level{}, unix.EPERM }
	}
	if nice {
		k.setNice = func(int, int) error { return unix.EPERM }
	}
	if cpu {
		k.cpu = func(int) (time.Duration, error) { return 0, unix.EINVAL }
	}
	return k
}

// With what is left it still lowers, and it says what is missing.
func TestFallBackToNice(t *testing.T) {
	before := levels(t)
	s := newScheduler(t, Config{kernel: denied(true, false, false)})
	mode, why := s.Mode()
	if mode != Preemptive || !strings.Contains(why, "nice only") || !strings.Contains(why, unix.EPERM.Error()) {
		t.Fatalf("Mode() = %v, %q", mode, why)
	}
	for tid, level := range levels(t) {
		if was, known := before[tid]; known && level.Slice != was.Slice {
			t.Errorf("thread %d went from %+v to %+v: without sched_setattr there is no service slice", tid, was, level)
		}
	}
	must(t, "Do", s.Do(context.Background(), func(context.Context) error {
		_, was := own(t)
		if _, level := computeUntilLowered(t); level.Nice != 8 || level.Slice != was.Slice {
			t.Errorf("lowered from %+v to %+v, want nice 8 alone", was, level)
		}
		return nil
	}))
	settle(t, s)
	allNormal(t)
}

func TestFallBackToCooperative(t *testing.T) {
	for name, c := range map[string]struct {
		kernel *kernel
		reason error
	}{
		"neither call permitted": {denied(true, true, false), unix.EPERM},
		"no clock":               {denied(false, false, true), unix.EINVAL},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScheduler(t, Config{kernel: c.kernel})
			mode, why := s.Mode()
			if mode != Cooperative || !strings.HasPrefix(why, "cooperative: ") || !strings.Contains(why, c.reason.Error()) {
				t.Errorf("Mode() = %v, %q", mode, why)
			}
			must(t, "Do", s.Do(context.Background(), nothing))

			_, err := New(Config{Mode: Preemptive, kernel: c.kernel})
			wantErr(t, "New", err, ErrUnavailable)
			wantErr(t, "New", err, c.reason)
		})
	}
}

// Kernels that say yes and do nothing, or part of it.
func TestKernelThatDoesNotHonour(t *testing.T) {
	ignores := denied(false, true, false)
	ignores.setAttr = func(int, thread.Level) (thread.Level, error) { return thread.Level{}, nil }
	_, err := New(Config{Mode: Preemptive, kernel: ignores})
	wantErr(t, "New where nothing is honoured", err, ErrUnavailable)
	if !strings.Contains(err.Error(), "not honoured") {
		t.Errorf("New: %v", err)
	}

	noSlices := denied(false, false, false)
	noSlices.setAttr = func(tid int, level thread.Level) (thread.Level, error) {
		level.Slice = 0 // as Linux before 6.12
		return level, thread.LowerNice(tid, level.Nice)
	}
	before := levels(t)
	s := newScheduler(t, Config{Mode: Preemptive, kernel: noSlices})
	if _, why := s.Mode(); !strings.Contains(why, "no slices") {
		t.Errorf("Mode says %q", why)
	}
	for tid, level := range levels(t) {
		if was, known := before[tid]; known && level.Slice != was.Slice {
			t.Errorf("thread %d went from %+v to %+v", tid, was, level)
		}
	}
	must(t, "Do", s.Do(context.Background(), func(context.Context) error {
		computeUntilLowered(t)
		return nil
	}))
}

// Lowering works when New tries it and fails later: tasks go on at the level
// they have, and Stats does not count what did not happen.
func TestLoweringThatFailsLater(t *testing.T) {
	tried := make(chan struct{})
	later := denied(false, false, false)
	calls := 0 // under the scheduler's lock after New
	later.setAttr = func(tid int, level thread.Level) (thread.Level, error) {
		if calls++; calls == 1 {
			return thread.Lower(tid, level)
		}
		if calls == 2 {
			close(tried)
		}
		return thread.Level{}, errors.New("not any more")
	}
	s := newScheduler(t, Config{Mode: Preemptive, kernel: later})
	must(t, "Do", s.Do(context.Background(), func(ctx context.Context) error {
		must(t, "an attempt", computeUntil(func() bool {
			select {
			case <-tried:
				return true
			default:
				return false
			}
		}))
		if _, level := own(t); level.Nice != 0 {
			t.Errorf("the task runs at %+v", level)
		}
		return Checkpoint(ctx)
	}))
	if st := s.Stats(); st.Lowerings != 0 || st.Lowered != 0 {
		t.Errorf("%d threads lowered, %d still", st.Lowerings, st.Lowered)
	}
}
