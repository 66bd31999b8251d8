package cpuworker

import (
	"time"

	"github.com/cpuworker/cpuworker/sched"
)

// applyLocked carries out what the policy has decided since it last did. If the
// caller is a worker that has nothing to do, w, the first new task that it can
// run is returned to it instead of getting a goroutine of its own: no thread
// changes hands.
func (s *Scheduler) applyLocked(w *worker) (next *Task) {
	for {
		decisions := s.core.Take()
		if len(decisions) == 0 {
			break
		}
		for _, d := range decisions {
			t := d.Task.Owner.(*Task)
			switch {
			case t.signal.Load()&signalFinished != 0: // Close dropped it after the policy had picked it
			case d.Kind == sched.Preempt:
				t.signal.Or(signalYield)
			case t.began:
				s.resumeLocked(t)
			default:
				if s.beginLocked(t); t.inline {
					t.wakeLocked()
				} else if next == nil && w != nil && s.mode.canRun(w, t) {
					next = t
				} else {
					go s.work(t)
				}
			}
		}
		for _, g := range s.full {
			s.promoteLocked(g)
		}
		clear(s.full)
		s.full = s.full[:0]
	}
	if !s.watching && len(s.core.Running()) > 0 {
		s.startWatchLocked()
	}
	return next
}

// beginLocked marks a task as started for the first time.
func (s *Scheduler) beginLocked(t *Task) {
	t.began = true
	s.mode.begin(t)
	if t.stopWatch != nil {
		t.stopWatch()
		t.stopWatch = nil
	}
	if len(t.group.overflow) > 0 {
		s.full = append(s.full, t.group)
	}
}

// useLocked returns the service t has used since this was last asked.
func (s *Scheduler) useLocked(t *Task) (used time.Duration) {
	now := s.mode.read(t)
	used = time.Duration(now - t.mark)
	t.mark = now
	return used
}

// wakeLocked wakes the goroutine that submitted t, if it waits.
func (t *Task) wakeLocked() {
	if t.wake != nil {
		t.wake <- struct{}{} // has room for the one that is ever sent
		t.wake = nil
	}
}

// resolveLocked ends a task with its result.
func (s *Scheduler) resolveLocked(t *Task, err error) {
	t.err = err
	t.signal.Or(signalFinished)
	s.live.remove(t)
	t.wakeLocked()
	if t.done != nil {
		close(t.done)
	}
	if t.resume != nil { // a goroutine that the task left behind at a checkpoint
		close(t.resume)
		t.resume = nil
	}
	if t.stopWatch != nil {
		t.stopWatch()
		t.stopWatch = nil
	}
}
