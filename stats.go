package cpuworker

import (
	"runtime"
	"time"
)

// Counts says what became of tasks. Every submission is counted once under
// Submitted and, when it has ended, once under one of the others.
type Counts struct {
	Submitted uint64
	Done      uint64 // returned, with or without an error, or called Goexit
	Panicked  uint64
	Cancelled uint64 // never started: its context was done, or the scheduler closed
	Rejected  uint64 // never queued: the queue was full, or the scheduler closed
}

func (c *Counts) add(o Counts) {
	c.Submitted += o.Submitted
	c.Done += o.Done
	c.Panicked += o.Panicked
	c.Cancelled += o.Cancelled
	c.Rejected += o.Rejected
}

// Stats is a scheduler's state at one moment.
type Stats struct {
	Mode       Mode
	Why        string
	Slots      int
	Slice      time.Duration
	MaxQueued  int
	GOMAXPROCS int

	Running   int // tasks that hold a slot
	Queued    int // tasks that wait for their first slot
	Suspended int // tasks that have started and wait for a slot
	Live      int // tasks accepted and not ended: these, and the blocked ones
	Stalled   int // tasks whose slot is lent on, because they make no progress
	Lowered   int // threads that run a task at lowered priority now

	Lowerings uint64        // threads lowered so far
	RunDelay  time.Duration // for which the kernel kept lowered threads waiting, of tasks that have ended
	Service   time.Duration // CPU time used by tasks so far
	Counts
}

// Stats returns the state now. It takes the scheduler's lock for about a
// microsecond, and one more for each thousand groups.
func (s *Scheduler) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Stats{
		Mode:       s.mode.kind(),
		Why:        s.why,
		Slots:      s.core.Slots(),
		Slice:      s.cfg.Slice,
		MaxQueued:  s.cfg.MaxQueued,
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Running:    len(s.core.Running()),
		Queued:     s.core.Queued() - s.core.Suspended(),
		Suspended:  s.core.Suspended(),
		Live:       s.live.len,
		Service:    s.core.Service(),
	}
	s.mode.stats(&st)
	st.Counts = s.root.counts
	var addAll func(groups map[string]*Group)
	addAll = func(groups map[string]*Group) {
		for _, g := range groups {
			st.add(g.counts)
			addAll(g.children)
		}
	}
	addAll(s.groups)
	return st
}

// GroupStats is a group's state at one moment.
type GroupStats struct {
	Class     Class
	Weight    int
	MaxQueued int

	// With those of nested groups:
	Running int           // tasks that hold a slot
	Queued  int           // tasks that wait for one
	Service time.Duration // CPU time used so far

	Counts // of the group's own tasks
}

// Stats returns the state now.
func (g *Group) Stats() GroupStats {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return GroupStats{
		Class:     g.policy.Class(),
		Weight:    g.policy.Weight(),
		MaxQueued: g.maxQueued,
		Running:   g.policy.Running(),
		Queued:    g.policy.Queued(),
		Service:   g.policy.Service(),
		Counts:    g.counts,
	}
}
