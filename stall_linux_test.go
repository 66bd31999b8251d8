package cpuworker

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A system call that blocks takes its thread with it.
func TestSystemCallWithoutBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		var pipe [2]int
		must(t, "pipe", unix.Pipe2(pipe[:], unix.O_CLOEXEC))
		defer unix.Close(pipe[0])
		othersGoOn(t, mode, func() {
			var b [1]byte
			if _, err := unix.Read(pipe[0], b[:]); err != nil {
				t.Errorf("read: %v", err)
			}
		}, func() { must(t, "close", unix.Close(pipe[1])) })
	})
}

// A lowered thread for which there is no CPU does not move either. It wants to,
// so its slot is not lent: more tasks would only make it wait longer.
func TestStarvedIsNotStalled(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 1, Slice: time.Millisecond})
	batch, err := s.NewGroup("batch", GroupConfig{Class: Batch})
	must(t, "NewGroup", err)
	var over, ran atomic.Bool
	hog, err := batch.Go(context.Background(), func(context.Context) error {
		return computeUntil(over.Load)
	})
	must(t, "Go", err)
	eventually(t, "the task is lowered", func() bool { return s.Stats().Lowered == 1 })

	var service sync.WaitGroup
	for range runtime.GOMAXPROCS(0) - 2 { // no more, or it is Ps that it lacks
		service.Go(func() { must(t, "compute", computeUntil(over.Load)) })
	}
	queued, err := batch.Go(context.Background(), func(context.Context) error { ran.Store(true); return nil })
	must(t, "Go", err)
	looked := time.Now()
	for time.Since(looked) < 500*time.Millisecond && !t.Failed() {
		if st := s.Stats(); st.Stalled != 0 || ran.Load() {
			t.Errorf("%d tasks stalled, another ran: %v; the one that runs only lacks a CPU", st.Stalled, ran.Load())
		}
		time.Sleep(time.Millisecond)
	}
	over.Store(true)
	service.Wait()
	must(t, "the starved task", hog.Wait(context.Background()))
	must(t, "the queued task", queued.Wait(context.Background()))
}
