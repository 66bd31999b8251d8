package cpuworker

import "time"

// idleLooks is how many looks in a row find nothing before the watch sleeps.
const idleLooks = 4

// startWatchLocked wakes the watch: the one goroutine that looks at running
// tasks, reports their service to the policy and carries out what follows. It
// starts with the first task, sleeps while nothing runs and ends with the
// scheduler.
func (s *Scheduler) startWatchLocked() {
	s.watching = true
	if s.watched == nil {
		s.watched = make(chan struct{})
		go s.runWatch(s.watched)
		return
	}
	if !s.finishing {
		select {
		case s.watch <- struct{}{}:
		default:
		}
	}
}

func (s *Scheduler) runWatch(ended chan<- struct{}) {
	defer close(ended)
	timer := time.NewTimer(min(s.cfg.Slice, DefaultSlice))
	defer timer.Stop()
	for idle := 0; ; {
		select {
		case <-timer.C:
		case _, ok := <-s.watch:
			if !ok {
				return
			}
			timer.Reset(s.look())
			continue
		}
		s.mu.Lock()
		running := len(s.core.Running()) > 0
		if idle++; running || s.mode.busy() {
			idle = 0
		}
		if idle > idleLooks {
			idle = 0
			s.watching = false
			s.mu.Unlock()
			continue
		}
		s.mu.Unlock()
		timer.Reset(s.look())
	}
}

// look reports the service of all running tasks and returns when to look next.
func (s *Scheduler) look() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.mode.look()
	for _, pt := range s.core.Running() {
		t := pt.Owner.(*Task)
		if t.ctx.Err() != nil {
			t.signal.Or(signalDone)
		}
		if left := s.cfg.Slice - pt.SliceUsed(); left > 0 {
			next = min(next, left)
		}
	}
	s.applyLocked(nil)
	return max(next, min(s.cfg.Slice, DefaultSlice)/8)
}
