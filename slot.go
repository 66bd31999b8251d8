package cpuworker

import (
	"fmt"
	"time"

	"github.com/cpuworker/cpuworker/internal/process"
	"github.com/cpuworker/cpuworker/sched"
)

// mode is what a slot is made of: all that Preemptive and Cooperative do
// differently. Methods are called with Scheduler.mu held unless they say
// otherwise.
type mode interface {
	kind() Mode

	// inline says that Do runs the functions of g's tasks in the calling
	// goroutine.
	inline(g *Group) bool

	// own says whether the calling goroutine is the one that runs t; where
	// that cannot be told it says yes.
	own(t *Task) bool

	// begin and resume note that t got its slot, for the first time and again.
	begin(t *Task)
	resume(t *Task)

	// read returns the reading of t's clock, in nanoseconds.
	read(t *Task) int64

	// stand is called by a task that leaves its slot to wait, sit, without
	// the lock, when it has one again.
	stand(t *Task)
	sit(t *Task)

	// hire makes the calling goroutine a worker, without the lock; fire, also
	// without it, ends that. hire says nil in a goroutine that cannot be one:
	// while that is in keepMain another one can. place and leave say that a task begins and ends
	// on it; leave returns the worker if it can run another task.
	hire() *worker
	fire(w *worker)
	keepMain()
	place(t *Task, w *worker)
	leave(t *Task) *worker
	canRun(w *worker, t *Task) bool

	// look reports the service of the running tasks to the policy and returns
	// the longest time until it wants to look again. busy says that there is
	// something to look at though no task runs.
	look() time.Duration
	busy() bool

	stats(st *Stats)
}

// worker is a goroutine that runs tasks, and in Preemptive mode the thread that
// it is locked to.
type worker struct {
	tid     int
	lowered bool
	nice    int

	placed int64 // when the task it runs began
	looks  int   // at that task so far

	delay time.Duration // run delay when it was lowered, or when its last task left

	flat int64 // since when looks in a row at which it had not moved and did not want to
}

// chooseMode finds the mode, its effects and the bounds of the policy.
func (s *Scheduler) chooseMode(procs int) (sched.Config, error) {
	if s.cfg.Mode != Cooperative {
		found, err := findPreemption(s.cfg.kernel)
		if err == nil {
			return s.usePreemptive(procs, found), nil
		}
		if s.cfg.Mode == Preemptive {
			return sched.Config{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		s.why = fmt.Sprintf("cooperative: %v", err)
	} else {
		s.why = "cooperative: asked for"
	}
	return s.useCooperative(procs), nil
}

func (s *Scheduler) useCooperative(procs int) sched.Config {
	slots := s.cfg.Slots
	if slots == 0 {
		slots = max(1, procs-(procs+3)/4)
	}
	s.release = func() {}
	if slots >= procs && !s.cfg.KeepGOMAXPROCS {
		s.release = process.RaiseProcs(1)
	}
	s.mode = &cooperative{s: s}
	return sched.Config{Slots: slots, Slice: s.cfg.Slice}
}

// getWake returns a channel on which a submitter waits; it has room for one.
// The pool is the scheduler's own, because what was made in one synctest bubble
// must not turn up in another.
func (s *Scheduler) getWake() chan struct{} {
	if ch, ok := s.wakes.Get().(chan struct{}); ok {
		return ch
	}
	return make(chan struct{}, 1)
}

func (s *Scheduler) putWake(ch chan struct{}) { s.wakes.Put(ch) }
