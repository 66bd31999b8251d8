package sched

import "time"

// failer is what testing.T, testing.F and rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// policy is what takes events: a core, or a ledger that watches one.
type policy interface {
	Arrive(t *Task, g *Group)
	Ran(t *Task, service time.Duration)
	Yield(t *Task, service time.Duration)
	Block(t *Task, service time.Duration)
	Wake(t *Task)
	Finish(t *Task, service time.Duration)
	Stall(t *Task)
	Unstall(t *Task)
	Force(t *Task)
	SetSlots(n int) error
	Take() []Decision
}

// ledger drives a core and keeps its own, much simpler books of what the
// contract says: which state every task is in and how much service it has had.
// After every event it judges the decisions and compares.
type ledger struct {
	t       failer
	core    *Core
	cfg     Config
	groups  []*Group
	tasks   []*Task
	seats   []*Task // those that events are sent to, where these are drawn
	books   map[*Task]*entry
	typical map[*Group]int64 // service of a task that ended lately, averaged
	log     []string         // the decisions so far, for comparing two runs
	out     []Decision

	arriveBy func(*Core, *Task, *Group)
}

// entry is what the ledger knows of a task.
type entry struct {
	name    string
	state   State
	group   *Group
	service int64 // in all
	grant   int64 // since it was started last
	asked   bool
	patient bool // waits, and can for a whole turn
	started bool
	ended   int
}

func newLedger(t failer, cfg Config) *ledger {
	t.Helper()
	c, err := New(cfg)
	if err != nil {
		t.Fatalf("New(%+v): %v", cfg, err)
	}
	return &ledger{t: t, core: c, cfg: c.cfg, books: map[*Task]*entry{}, typical: map[*Group]int64{}, arriveBy: (*Core).Arrive}
}

func (l *ledger) group(parent *Group, cfg GroupConfig) *Group {
	l.t.Helper()
	g, err := l.core.NewGroup(parent, cfg)
	if err != nil {
		l.t.Fatalf("NewGroup(%+v): %v", cfg, err)
	}
	l.groups = append(l.groups, g)
	return g
}

func (l *ledger) task(name string) *Task {
	t := &Task{}
	l.tasks = append(l.tasks, t)
	l.books[t] = &entry{name: name}
	return t
}

func (l *ledger) Arrive(t *Task, g *Group) {
	l.t.Helper()
	if e := l.books[t]; e.state == Idle {
		e.state, e.group = Queued, g
		e.patient = l.typical[g] > int64(l.cfg.Slice)
	}
	l.arriveBy(l.core, t, g)
	l.settle()
}

func (l *ledger) use(e *entry, service time.Duration) bool {
	if e.state != Running && e.state != Stalled {
		return false
	}
	e.service += max(0, int64(service))
	e.grant += max(0, int64(service))
	return true
}

func (l *ledger) Ran(t *Task, service time.Duration) {
	l.t.Helper()
	l.use(l.books[t], service)
	l.core.Ran(t, service)
	l.settle()
}

func (l *ledger) Yield(t *Task, service time.Duration) {
	l.t.Helper()
	if e := l.books[t]; l.use(e, service) {
		e.state, e.asked, e.patient = Waiting, false, true
	}
	l.core.Yield(t, service)
	l.settle()
}

func (l *ledger) Block(t *Task, service time.Duration) {
	l.t.Helper()
	if e := l.books[t]; l.use(e, service) {
		e.state, e.asked = Blocked, false
	}
	l.core.Block(t, service)
	l.settle()
}

func (l *ledger) Wake(t *Task) {
	l.t.Helper()
	if e := l.books[t]; e.state == Blocked {
		e.state = Waiting
	}
	l.core.Wake(t)
	l.settle()
}

func (l *ledger) Finish(t *Task, service time.Duration) {
	l.t.Helper()
	if e := l.books[t]; e.state != Idle && e.state != Finished {
		l.use(e, service)
		e.state, e.asked, e.patient = Finished, false, false
		if e.started {
			l.typical[e.group] += (e.service - l.typical[e.group]) / 8
		}
		e.ended++
	}
	l.core.Finish(t, service)
	l.settle()
}

func (l *ledger) Stall(t *Task) {
	l.t.Helper()
	if e := l.books[t]; e.state == Running {
		e.state = Stalled
	}
	l.core.Stall(t)
	l.settle()
}

func (l *ledger) Unstall(t *Task) {
	l.t.Helper()
	if e := l.books[t]; e.state == Stalled {
		e.state = Running
	}
	l.core.Unstall(t)
	l.settle()
}

// begin is the start of a grant.
func (e *entry) begin() {
	e.state, e.grant, e.patient, e.started = Running, 0, false, true
}

func (l *ledger) Force(t *Task) {
	l.t.Helper()
	if e := l.books[t]; e.state == Waiting {
		e.begin()
	}
	l.core.Force(t)
	l.settle()
}

func (l *ledger) SetSlots(n int) error {
	l.t.Helper()
	l.cfg.Slots = n
	err := l.core.SetSlots(n)
	l.settle()
	return err
}

func (l *ledger) Take() []Decision {
	out := l.out
	l.out = l.out[:0]
	return out
}
