package cpuworker

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/cpuworker/cpuworker/internal/process"
	"github.com/cpuworker/cpuworker/internal/thread"
	"github.com/cpuworker/cpuworker/sched"
)

const (
	// serviceSlice is the kernel slice of all threads but lowered ones: a
	// short one makes a waking thread run soon.
	serviceSlice = 100 * time.Microsecond

	// loweredSlice is the kernel slice of lowered threads.
	loweredSlice = 3 * time.Millisecond

	// budget is the CPU time a task has before its thread is lowered.
	budget = 2 * time.Millisecond

	// shortTask is the time up to which the wall clock stands for the CPU clock
	// of a task: it is cheaper, and the error is at most this.
	shortTask = int64(50 * time.Microsecond)

	// turn is how many slices a task goes on while only long work waits. A
	// change between lowered threads costs 1 to 2 ms of a CPU, most of it
	// because the kernel places the thread that wakes badly: 1% at 20.
	turn = 20

	// maxHeld bounds the threads that tasks keep while they do not run, well
	// below the 10,000 at which the Go runtime ends a process.
	maxHeld = 2_048

	// suspendedPerSlot bounds the started tasks that wait, because each keeps
	// its thread.
	suspendedPerSlot = 64
)

// preemptive is Preemptive mode: every task runs on a thread of its own, and a
// task that has used up its budget has its thread lowered, so that the kernel
// lets all other threads of the service go first. A lowered thread cannot be
// raised again without privileges: it ends with its last task.
type preemptive struct {
	s       *Scheduler
	k       *kernel
	pid     int
	cpus    int
	stalled []*Task

	lowered   int
	lowerings uint64
	runDelay  time.Duration
}

func (s *Scheduler) usePreemptive(procs int, found preemption) sched.Config {
	slots := s.cfg.Slots
	if slots == 0 {
		slots = procs
	}
	extra := slots
	notes := found.notes
	undo := func() {}
	if found.slices && !s.cfg.KeepSlices {
		release, err := process.SliceThreads(serviceSlice)
		if err != nil {
			notes += fmt.Sprintf(", no service slice (%v)", err)
		} else {
			undo = release
		}
	}
	s.release = undo
	if !s.cfg.KeepGOMAXPROCS {
		lower := process.RaiseProcs((4*(procs+slots+extra)+2)/3 - procs)
		s.release = func() { lower(); undo() }
	}
	s.why = "preemptive: " + notes
	s.mode = &preemptive{s: s, k: found.kernel, pid: os.Getpid(), cpus: procs}
	return sched.Config{Slots: slots, Extra: extra, Slice: s.cfg.Slice, Turn: turn * s.cfg.Slice, MaxSuspended: min(suspendedPerSlot*slots, maxHeld)}
}

func (p *preemptive) kind() Mode { return Preemptive }

// inline is for Interactive work: it is short, so nothing need be protected
// from it, and a hand-off to another goroutine and back wakes an idle CPU twice,
// which costs tens of microseconds. It is accounted for by the wall clock.
func (p *preemptive) inline(g *Group) bool { return g.Class() == Interactive }

func (p *preemptive) begin(t *Task) {
	if t.inline {
		t.mark = p.s.now()
	}
}

func (p *preemptive) resume(t *Task) {
	p.begin(t)
	if t.worker != nil { // what its thread did inside Block is not its service
		if cpu, err := thread.CPU(t.worker.tid); err == nil {
			t.mark = int64(cpu)
		}
	}
}

func (p *preemptive) own(t *Task) bool {
	return t.inline || t.worker != nil && t.worker.tid == thread.Self()
}

// read returns the CPU clock of t's thread. A task has none while it is inside
// Block and before its worker has placed it.
func (p *preemptive) read(t *Task) int64 {
	switch {
	case t.inline:
		return p.s.now()
	case t.worker == nil:
		return t.mark
	}
	if wall := p.s.now() - t.worker.placed; t.worker.looks == 0 && wall < shortTask {
		return t.mark + wall // not worth a system call
	}
	cpu, err := thread.CPU(t.worker.tid)
	if err != nil {
		return t.mark
	}
	return int64(cpu)
}

// stand gives up the thread, so that tasks that wait do not need one each: the
// Go runtime ends a process with 10,000. It does not if the thread is lowered,
// because then it must not run anything else.
func (p *preemptive) stand(t *Task) {
	if !t.inline && !t.worker.lowered {
		t.worker = nil
		runtime.UnlockOSThread()
	}
}

func (p *preemptive) sit(t *Task) {
	p.s.mu.Lock()
	placed := t.inline || t.worker != nil
	p.s.mu.Unlock()
	if placed {
		return
	}
	w := p.hire()
	for w == nil {
		w = p.hireElsewhere()
	}
	p.s.mu.Lock()
	p.place(t, w)
	p.s.mu.Unlock()
}

// hire locks the goroutine to its thread, and says nil on the main one.
func (p *preemptive) hire() *worker {
	runtime.LockOSThread()
	tid := thread.Self()
	if tid == p.pid {
		return nil
	}
	return &worker{tid: tid}
}

// hireElsewhere is hire for a goroutine that hire has found on the main thread.
// One that is started just before it sleeps is the next to run here, and stays.
func (p *preemptive) hireElsewhere() *worker {
	runtime.UnlockOSThread()
	go func() {
		if p.hire() == nil {
			p.keepMain()
			return
		}
		runtime.UnlockOSThread()
	}()
	time.Sleep(50 * time.Microsecond)
	return p.hire()
}

// keepMain holds the main thread, on which hire has found itself, until the
// scheduler is gone, so that no task lands on it again.
func (p *preemptive) keepMain() {
	<-p.s.gone
	runtime.UnlockOSThread()
}

// fire lets the thread go. A lowered one stays locked, and so ends with the
// goroutine, which ends now.
func (p *preemptive) fire(w *worker) {
	if !w.lowered {
		runtime.UnlockOSThread()
	}
}

func (p *preemptive) place(t *Task, w *worker) {
	if cpu, err := thread.CPU(w.tid); err == nil {
		t.mark = int64(cpu)
	}
	t.worker = w
	w.placed, w.looks, w.flat = p.s.now(), 0, 0
	if w.lowered {
		p.lowered++
	}
	if p.budget(t) == 0 {
		p.lower(t)
	}
}

func (p *preemptive) leave(t *Task) *worker {
	w := t.worker
	t.worker = nil
	if w != nil && w.lowered {
		p.lowered--
		if delay, err := thread.RunDelay(w.tid); err == nil {
			p.runDelay += delay - w.delay
			w.delay = delay
		}
	}
	return w
}

// canRun keeps work of a higher level off a lowered thread.
func (p *preemptive) canRun(w *worker, t *Task) bool {
	return !w.lowered || w.nice <= classNice(t.group.Class())
}

func (p *preemptive) busy() bool { return len(p.stalled) > 0 }

func (p *preemptive) stats(st *Stats) {
	p.stalled = keepStalled(p.stalled)
	st.Stalled = len(p.stalled)
	st.Lowered = p.lowered
	st.Lowerings = p.lowerings
	st.RunDelay = p.runDelay
}
