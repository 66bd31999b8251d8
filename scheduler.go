package cpuworker

import (
	"context"
	"sync"
	"time"

	"github.com/cpuworker/cpuworker/internal/process"
	"github.com/cpuworker/cpuworker/sched"
)

// Scheduler runs CPU-heavy tasks so that everything else in the process keeps
// the latency it has on an idle machine. All methods are safe for concurrent
// use. Several schedulers can be open at once.
type Scheduler struct {
	cfg   Config
	mode  mode
	why   string
	epoch time.Time
	root  *Group
	gone  chan struct{} // closed when it is closed and the last task has ended
	wakes sync.Pool     // of submitters that wait

	// mu guards what follows and every Task and Group. It is a leaf, except
	// that a context's own lock may be taken under it; nothing of a user's is
	// called under it but methods of a context.
	mu        sync.Mutex
	core      *sched.Core
	phase     phase
	live      taskList
	groups    map[string]*Group // top level
	full      []*Group          // groups with overflow to look at; scratch of applyLocked
	release   func()            // undoes the effects on the process
	finishing bool              // by finish
	watching  bool              // the watch goroutine is not asleep
	watch     chan struct{}     // wakes it; closed to end it
	watched   chan struct{}     // closed when it has ended; nil if it was never needed
}

type phase int

const (
	open     phase = iota
	draining       // after Shutdown: only tasks of accepted tasks are accepted
	closed
)

// New makes a scheduler. Close it when it is no longer needed.
//
// New has effects on the process, which Close undoes when the last task has
// ended, whatever the order in which several schedulers are closed:
//
//   - GOMAXPROCS is raised. Preemptive: to 4/3 of (P + 2 x Slots), because
//     running tasks hold a P each even while the kernel keeps them waiting, and
//     the garbage collector's workers take a quarter. Cooperative: by 1 if
//     Slots is not below it. The runtime's own following of a container's CPU
//     limit is off meanwhile. Config.KeepGOMAXPROCS switches this off.
//   - Linux 6.12 or later, Preemptive: every thread of the process gets a
//     kernel slice of 100us, so that it is soon looked at when it wakes. Child
//     processes inherit it. Config.KeepSlices switches this off.
//
// Its errors wrap ErrConfig or, if Mode is Preemptive and the system does not
// have it, ErrUnavailable.
func New(cfg Config) (*Scheduler, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	s := &Scheduler{
		cfg:   cfg,
		epoch: time.Now(),
		gone:  make(chan struct{}),
		watch: make(chan struct{}, 1),
	}
	procs := process.BaseProcs()
	policy, err := s.chooseMode(procs)
	if err != nil {
		return nil, err
	}
	if s.core, err = sched.New(policy); err != nil {
		s.release()
		return nil, err
	}
	s.cfg.Slots = policy.Slots
	s.root = &Group{s: s, policy: s.core.Root(Normal), maxQueued: cfg.MaxQueued}
	return s, nil
}

// Mode returns the mode that runs, Preemptive or Cooperative, and why, as one
// line for a log: what Auto found, and what the kernel does not honour.
func (s *Scheduler) Mode() (mode Mode, why string) { return s.mode.kind(), s.why }

// Root returns the group that the scheduler's own Do and Go submit to. Its
// class is Normal.
func (s *Scheduler) Root() *Group { return s.root }

// NewGroup makes a top-level group. It fails with ErrGroupExists, ErrConfig or
// ErrClosed.
func (s *Scheduler) NewGroup(name string, cfg GroupConfig) (*Group, error) {
	if err := cfg.validate(nil); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newGroupLocked(name, name, &s.groups, nil, cfg)
}

// Do is Root().Do.
func (s *Scheduler) Do(ctx context.Context, fn func(context.Context) error) error {
	return s.root.Do(ctx, fn)
}

// TryDo is Root().TryDo.
func (s *Scheduler) TryDo(ctx context.Context, fn func(context.Context) error) error {
	return s.root.TryDo(ctx, fn)
}

// Go is Root().Go.
func (s *Scheduler) Go(ctx context.Context, fn func(context.Context) error) (*Task, error) {
	return s.root.Go(ctx, fn)
}

// TryGo is Root().TryGo.
func (s *Scheduler) TryGo(ctx context.Context, fn func(context.Context) error) (*Task, error) {
	return s.root.TryGo(ctx, fn)
}

// now reads the clock of the scheduler, in nanoseconds since New.
func (s *Scheduler) now() int64 { return int64(time.Since(s.epoch)) }
