package cpuworker

import (
	"math"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// flatLooks is how many looks in a row must find a task's thread neither
// running nor wanting to, before its slot is lent on.

// inlineSlices is how many slices an Interactive task that runs in its caller's
// goroutine may go on, while others wait, before its slot is lent on. Whether
// it computes or waits cannot be seen; short it is not.
const inlineSlices = 10

// look reads the clocks of the running tasks' threads, lowers those whose
// budget is used up, and lends the slots of those that do not move.
func (p *preemptive) look() time.Duration {
	s := p.s
	next := min(s.cfg.Slice, DefaultSlice)
	wanted := s.core.Queued() > 0
	if wanted {
		next = max(next/2, time.Millisecond)
	}
	var flat []*Task
	for _, pt := range s.core.Running() {
		t := pt.Owner.(*Task)
		w := t.worker
		if w == nil {
			s.core.Ran(pt, s.useLocked(t)) // it has no thread of its own
			if wanted && t.inline && pt.SliceUsed() > inlineSlices*s.cfg.Slice {
				flat = append(flat, t)
			}
			continue
		}
		w.looks++
		used := s.useLocked(t)
		s.core.Ran(pt, used)
		if left := p.budget(t) - pt.Service(); left <= 0 {
			p.lower(t)
		} else if !w.lowered {
			next = min(next, left)
		}
		if used > 0 || !wanted {
			w.flat = 0
		} else if p.idle(w) {
			flat = append(flat, t)
		}
	}
	for _, t := range flat {
		if len(p.stalled) >= maxHeld {
			break
		}
		s.core.Stall(&t.policy)
		p.stalled = append(p.stalled, t)
	}
	for _, t := range p.stalled {
		if t.ctx.Err() != nil {
			t.signal.Or(signalDone) // an Interactive one is not among the running again
		}
		if t.worker != nil {
			if used := s.useLocked(t); used > 0 {
				t.worker.flat = 0
				s.core.Unstall(&t.policy)
				s.core.Ran(&t.policy, used)
			}
		}
	}
	p.stalled = keepStalled(p.stalled)
	return next
}

// idle says whether the thread has not even wanted to run for some looks.
func (p *preemptive) idle(w *worker) bool {
	if wants, err := thread.WantsCPU(w.tid); err == nil && wants {
		w.flat = 0
		return false
	}
	now := p.s.now()
	if w.flat == 0 {
		w.flat = now
	}
	return now-w.flat >= int64(p.s.cfg.Slice/2)
}

// budget is the CPU time that a task has before its thread is lowered: none for
// Batch, and none in a group whose tasks have lately been long.
func (p *preemptive) budget(t *Task) time.Duration {
	if t.group.Class() == Batch || t.group.policy.Typical() > p.s.cfg.Slice {
		return 0
	}
	return budget
}

// lower gives t's thread its level, or a lower one than it has.
func (p *preemptive) lower(t *Task) {
	w := t.worker
	nice := p.nice(t)
	if w.lowered && nice <= w.nice {
		return
	}
	if err := p.k.lower(w.tid, thread.Level{Nice: nice, Slice: loweredSlice}); err != nil {
		return
	}
	if !w.lowered {
		p.lowered++
		p.lowerings++
		w.delay, _ = thread.RunDelay(w.tid) // 0 where it cannot be read
	}
	w.lowered, w.nice = true, nice
}

// nice is the level of a task: that of its class, and below it by how much less
// than the most entitled running task of the class it is entitled to, if more
// of them run than there are CPUs. One step of nice is 1.25 of kernel weight.
func (p *preemptive) nice(t *Task) int {
	base := classNice(t.group.Class())
	if running := p.s.core.Running(); len(running) > p.cpus {
		share, most := t.policy.Share(), 0.0
		for _, pt := range running {
			if pt.Owner.(*Task).group.Class() == t.group.Class() {
				most = max(most, pt.Share())
			}
		}
		base += int(math.Round(math.Log(most/share) / math.Log(1.25)))
	}
	return min(base, 19)
}

func classNice(c Class) int {
	switch c {
	case Interactive:
		return 1
	case Batch:
		return 15
	}
	return 8
}
