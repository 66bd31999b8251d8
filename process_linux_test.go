package cpuworker

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// slicesAre waits until every thread has a slice, 0 for the kernel's own.
func slicesAre(t testing.TB, slice time.Duration) {
	t.Helper()
	if slice == 0 {
		slice = kernelSlice(t)
	}
	eventually(t, "every thread has the slice "+slice.String(), func() bool {
		for _, level := range levels(t) {
			if level.Nice == 0 && level.Slice != slice {
				return false
			}
		}
		return true
	})
}

// onAThreadOfItsOwn calls fn on a thread that ends with it, never the main one:
// that would never be used again by anybody.
func onAThreadOfItsOwn(fn func()) (ended <-chan struct{}) {
	done := make(chan struct{})
	go throwAway(func(int) {
		defer close(done)
		fn()
	})
	return done
}

// kernelSlice is the slice of a thread that nobody has given one.
func kernelSlice(t testing.TB) (slice time.Duration) {
	t.Helper()
	<-onAThreadOfItsOwn(func() {
		_, after, err := thread.SetSlice(thread.Self(), 0)
		must(t, "SetSlice", err)
		slice = after
	})
	return slice
}

// Threads of the service get the short slice, those made later too, and lose it.
func TestServiceSlice(t *testing.T) {
	slicesAre(t, 0)
	s := newScheduler(t, Config{Mode: Preemptive})
	slicesAre(t, serviceSlice)
	gate := make(chan struct{})
	for range 10 {
		onAThreadOfItsOwn(func() { <-gate })
	}
	defer close(gate)
	slicesAre(t, serviceSlice)
	must(t, "Do", s.Do(context.Background(), func(context.Context) error {
		if _, level := own(t); level.Slice != serviceSlice {
			t.Errorf("a task begins with %+v", level)
		}
		return nil
	}))
	settle(t, s)
	slicesAre(t, 0)
}

func TestKeepSlices(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, KeepSlices: true})
	slicesAre(t, 0)
	must(t, "Do", s.Do(context.Background(), func(context.Context) error {
		if _, level := computeUntilLowered(t); level.Slice != loweredSlice {
			t.Errorf("lowered to %+v", level)
		}
		return nil
	}))
	slicesAre(t, 0)
}

func TestSchedulersCloseInEitherOrder(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	for _, last := range []int{0, 1} {
		both := []*Scheduler{newScheduler(t, Config{Mode: Preemptive}), newScheduler(t, Config{Mode: Preemptive})}
		settle(t, both[1-last])
		slicesAre(t, serviceSlice)
		must(t, "Do", both[last].Do(context.Background(), func(context.Context) error { computeUntilLowered(t); return nil }))
		settle(t, both[last])
		slicesAre(t, 0)
		allNormal(t)
		if now := runtime.GOMAXPROCS(0); now != procs {
			t.Errorf("GOMAXPROCS is %d, was %d", now, procs)
		}
	}
}

// A thread that the program has given a slice, or a priority, of its own has
// them again afterwards.
func TestThreadsOfTheProgramKeepTheirLevel(t *testing.T) {
	was := thread.Level{Nice: 3, Slice: 2 * time.Millisecond}
	ready, gate := make(chan int), make(chan struct{})
	ended := onAThreadOfItsOwn(func() {
		_, err := thread.Lower(thread.Self(), was)
		must(t, "Lower", err)
		ready <- thread.Self()
		<-gate
	})
	tid := <-ready
	defer func() { close(gate); <-ended; allNormal(t) }()
	s := newScheduler(t, Config{Mode: Preemptive})
	if level := levels(t)[tid]; level != (thread.Level{Nice: was.Nice, Slice: serviceSlice}) {
		t.Errorf("with a scheduler the thread has %+v", level)
	}
	must(t, "Do", s.Do(context.Background(), func(context.Context) error { computeUntilLowered(t); return nil }))
	settle(t, s)
	if level := levels(t)[tid]; level != was {
		t.Errorf("the thread has %+v afterwards, had %+v", level, was)
	}
}

// A thousand cycles: nothing piles up, nothing stays changed.
func TestCyclesLeaveNothing(t *testing.T) {
	cycles := 1_000
	if testing.Short() {
		cycles = 100
	}
	inModes(t, func(t *testing.T, mode Mode) {
		slicesAre(t, 0)
		procs, goroutines := runtime.GOMAXPROCS(0), runtime.NumGoroutine()
		files := openFiles(t)
		threads := 0
		for i := range cycles {
			s, err := New(Config{Mode: mode, Slots: procs})
			if err != nil {
				t.Skip(err)
			}
			must(t, "Do", s.Do(context.Background(), nothing))
			task, err := s.Go(context.Background(), nothing)
			must(t, "Go", err)
			must(t, "Close", s.Close())
			wait(t, "the task", task.Done())
			wait(t, "the scheduler", s.gone)
			if i == 9 {
				threads = len(levels(t))
			}
		}
		eventually(t, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= goroutines })
		// Threads that end take a moment; those that idle stay, but are used again.
		eventually(t, "the threads are about as many as after the tenth cycle", func() bool {
			return len(levels(t)) <= threads+4
		})
		if now := runtime.GOMAXPROCS(0); now != procs {
			t.Errorf("GOMAXPROCS is %d, was %d", now, procs)
		}
		if now := openFiles(t); now > files {
			t.Errorf("%d files are open, %d were", now, files)
		}
		allNormal(t)
		slicesAre(t, 0)
	})
}

func openFiles(t testing.TB) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	must(t, "open files", err)
	return len(all)
}

// What a lowered thread needed to wait is given back, however its task ends.
func TestLoweredTasksLeaveNoFiles(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 1, Slice: time.Millisecond})
	before := openFiles(t)
	for _, end := range []func() error{
		func() error { return nil },
		func() error { return detonate("boom") },
		func() error { runtime.Goexit(); return nil },
	} {
		var tasks []*Task
		for range 6 {
			task, err := s.Go(context.Background(), func(ctx context.Context) error {
				Block(ctx, func() { time.Sleep(time.Microsecond) })
				computeUntilLowered(t)
				must(t, "Checkpoint", computeUntil(func() bool {
					must(t, "Checkpoint", Checkpoint(ctx))
					return FromContext(ctx).Service() > 4*time.Millisecond
				}))
				return end()
			})
			must(t, "Go", err)
			tasks = append(tasks, task)
		}
		for _, task := range tasks {
			wait(t, "a lowered task", task.Done())
		}
	}
	eventually(t, "no more files are open than before", func() bool { return openFiles(t) <= before })
}
