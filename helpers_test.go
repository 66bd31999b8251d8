package cpuworker

import (
	"context"
	"errors"
	"hash/crc32"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// patience bounds every wait. It says nothing about speed: only what hangs
	// reaches it.
	patience = 60 * time.Second

	// longSlice is for tests in which a task holds its slot without computing:
	// newScheduler makes it so long that the slot is not lent on.
	longSlice = maxSlice
)

var errTest = errors.New("an error of a test")

// inModes runs a test once in each mode that this system has.
func inModes(t *testing.T, test func(t *testing.T, mode Mode)) {
	t.Helper()
	for _, mode := range []Mode{Cooperative, Preemptive} {
		t.Run(mode.String(), func(t *testing.T) { test(t, mode) })
	}
}

// newScheduler makes a scheduler that is closed and looked over when the test is done.
func newScheduler(t testing.TB, cfg Config) *Scheduler {
	t.Helper()
	s, err := New(cfg)
	if errors.Is(err, ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("New(%+v): %v", cfg, err)
	}
	if cfg.Slice == longSlice {
		s.cfg.Slice = time.Hour // nothing has looked at it yet
	}
	t.Cleanup(func() { settle(t, s) })
	return s
}

// settle closes s, waits for its last task and checks that the books balance.
func settle(t testing.TB, s *Scheduler) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	select {
	case <-s.gone:
	case <-time.After(patience):
		t.Fatalf("the scheduler is not gone: %+v\n%s", s.Stats(), stacks())
	}
	st := s.Stats()
	if ended := st.Done + st.Panicked + st.Cancelled + st.Rejected; st.Submitted != ended {
		t.Errorf("submitted %d, ended %d: %+v", st.Submitted, ended, st.Counts)
	}
	if st.Running != 0 || st.Queued != 0 || st.Suspended != 0 || st.Live != 0 || st.Stalled != 0 || st.Lowered != 0 {
		t.Errorf("something is left after the last task: %+v", st)
	}
}

// eventually waits for something that is to become true.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still not: %s\n%s", what, stacks())
		}
	}
}

// finishes calls fn and fails the test if it hangs.
func finishes(t testing.TB, what string, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	wait(t, what, done)
}

// wait waits for a channel to be closed.
func wait(t testing.TB, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("hangs: %s\n%s", what, stacks())
	}
}

func stacks() []byte {
	buf := make([]byte, 1<<20)
	return buf[:runtime.Stack(buf, true)]
}

// occupy fills the slots of s, which needs a longSlice, until release is
// called or the test is done.
func occupy(t testing.TB, s *Scheduler) (release func()) {
	t.Helper()
	gate := make(chan struct{})
	release = sync.OnceFunc(func() { close(gate) })
	t.Cleanup(release)
	var began atomic.Int64
	slots := s.Stats().Slots
	for range slots {
		_, err := s.Go(context.Background(), func(context.Context) error {
			began.Add(1)
			<-gate
			return nil
		})
		if err != nil {
			t.Fatalf("Go: %v", err)
		}
	}
	eventually(t, "every slot is taken", func() bool { return began.Load() == int64(slots) })
	return release
}

// queued waits until so many tasks of s wait to be started.
func queued(t testing.TB, s *Scheduler, n int) {
	t.Helper()
	eventually(t, "tasks are queued", func() bool { return s.Stats().Queued == n })
}

// overflowing waits until so many submissions to g wait for a place in its queue.
func overflowing(t testing.TB, g *Group, n int) {
	t.Helper()
	eventually(t, "submissions wait for a place", func() bool {
		g.s.mu.Lock()
		defer g.s.mu.Unlock()
		return len(g.overflow) == n
	})
}

var block [4 << 10]byte

// compute uses a few hundred nanoseconds of CPU.
func compute() { crc32.ChecksumIEEE(block[:]) }

// computeUntil computes without a checkpoint until ok says so.
func computeUntil(ok func() bool) error {
	for deadline := time.Now().Add(patience); !ok(); {
		for range 20 {
			compute()
		}
		if time.Now().After(deadline) {
			return errors.New("what the task computes for never happens")
		}
	}
	return nil
}

func nothing(context.Context) error { return nil }

// must fails the test from any goroutine.
func must(t testing.TB, what string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// wantErr checks an error with errors.Is.
func wantErr(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}
