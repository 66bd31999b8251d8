package sched

// settle takes the decisions of an event and judges them, then what the core
// says of every task, then its books.
func (l *ledger) settle() {
	l.t.Helper()
	for _, d := range l.core.Take() {
		l.out = append(l.out, d)
		e := l.books[d.Task]
		switch {
		case e == nil:
			l.t.Fatalf("a decision on a task that was never submitted")
		case d.Kind == Start:
			l.judgeStart(e)
			l.log = append(l.log, "start "+e.name)
		case d.Kind == Preempt:
			l.judgePreempt(e)
			l.log = append(l.log, "preempt "+e.name)
		default:
			l.t.Fatalf("decision %d on %s", d.Kind, e.name)
		}
	}
	for _, t := range l.tasks {
		e := l.books[t]
		if t.State() != e.state || int64(t.Service()) != e.service || t.Asked() != e.asked {
			l.t.Fatalf("%s is %v (asked %v) with %v, it should be %v (asked %v) with %d", e.name,
				t.State(), t.Asked(), t.Service(), e.state, e.asked, e.service)
		}
		if e.ended > 1 || (e.ended == 1) != (e.state == Finished) {
			l.t.Fatalf("%s is %v and ended %d times", e.name, e.state, e.ended)
		}
	}
	if err := l.core.check(l.groups, l.tasks); err != nil {
		l.t.Fatalf("%v", err)
	}
	l.judgeGroups()
	l.judgeIdleness()
	l.judgeSilence()
}

// census counts the tasks that run and wait by rank; patient are those that
// can wait for a turn, lower those that run and are not interactive.
type census struct {
	running, waiting, patient [classes]int
	all, lower, suspended     int
}

// ahead counts those that wait in a class and in those above it.
func (n *census) ahead(rank int) (waiting, patient int) {
	for r := range rank + 1 {
		waiting += n.waiting[r]
		patient += n.patient[r]
	}
	return waiting, patient
}

func (l *ledger) count() (n census) {
	for _, e := range l.books {
		switch e.state {
		case Running:
			rank := e.group.class.rank()
			n.running[rank]++
			n.all++
			if rank > 0 {
				n.lower++
			}
		case Waiting, Queued:
			n.waiting[e.group.class.rank()]++
			if e.patient {
				n.patient[e.group.class.rank()]++
			}
			if e.state == Waiting {
				n.suspended++
			}
		}
	}
	return n
}

// room says whether the slots of a class, and those above it where the kernel
// preempts, leave one for it.
func (l *ledger) room(n census, rank int) bool {
	if l.cfg.Extra == 0 {
		return n.all < l.cfg.Slots
	}
	sum := 0
	for _, r := range n.running[:rank+1] {
		sum += r
	}
	return sum < l.cfg.Slots
}

// extraRoom says whether a group of the class may have an extra slot.
func (l *ledger) extraRoom(n census, rank int) bool {
	have := n.lower
	switch classAt(rank) {
	case Interactive:
		have = n.running[0]
	case Batch:
		return false
	}
	return l.cfg.Extra > 0 && have < l.cfg.Slots+l.cfg.Extra
}

func (l *ledger) runningIn(g *Group) (n int) {
	for _, e := range l.books {
		if e.state == Running && e.group == g {
			n++
		}
	}
	return n
}

func (l *ledger) judgeStart(e *entry) {
	l.t.Helper()
	if e.state != Queued && e.state != Waiting {
		l.t.Fatalf("start of %s, which is %v", e.name, e.state)
	}
	n, rank := l.count(), e.group.class.rank()
	floor := rank > 0 && l.cfg.Extra > 0 && n.lower < l.cfg.Slots+l.cfg.Extra // a floor that is due may use an extra slot
	if !l.room(n, rank) && !floor && !(l.extraRoom(n, rank) && l.runningIn(e.group) == 0) {
		l.t.Fatalf("start of %s (%v) above the slots: %v run by class", e.name, e.group.class, n.running)
	}
	e.begin()
}

func (l *ledger) judgePreempt(e *entry) {
	l.t.Helper()
	if e.state != Running || e.asked {
		l.t.Fatalf("%s is asked to yield; it is %v, asked %v", e.name, e.state, e.asked)
	}
	n, rank := l.count(), e.group.class.rank()
	above, _ := n.ahead(rank - 1)
	waiting, patient := n.ahead(rank)
	all, _ := n.ahead(classes - 1)
	mayBeDue := all > waiting || rank > 0 // a floor: of a lower class, or of its own
	turnOver := e.grant >= int64(l.cfg.Turn) && waiting > 0
	sliceOver := e.grant >= int64(l.cfg.Slice) && (waiting > patient || all > 0 && mayBeDue)
	if !turnOver && !sliceOver && (l.cfg.Extra > 0 || above == 0) {
		l.t.Fatalf("%s (%v) is asked to yield after %d; %v wait by class", e.name, e.group.class, e.grant, n.waiting)
	}
	e.asked = true
}

// judgeIdleness wants no free slot while a task waits that may have it.
func (l *ledger) judgeIdleness() {
	l.t.Helper()
	n := l.count()
	for rank, waiting := range n.waiting {
		if waiting > 0 && l.room(n, rank) {
			l.t.Fatalf("%v waits, and has a slot: %v run by class", classAt(rank), n.running)
		}
	}
	for _, e := range l.books {
		if (e.state == Queued || e.state == Waiting) && l.extraRoom(n, e.group.class.rank()) && l.runningIn(e.group) == 0 {
			l.t.Fatalf("%s waits, nothing of its group runs, and there is an extra slot: %v run by class", e.name, n.running)
		}
	}
}

// judgeSilence wants every running task asked that is at the end of its slice,
// or of its turn, while its own or a higher class waits.
func (l *ledger) judgeSilence() {
	l.t.Helper()
	n := l.count()
	if l.cfg.MaxSuspended > 0 && n.suspended >= 2*l.cfg.MaxSuspended {
		return
	}
	for _, e := range l.books {
		if e.state != Running || e.asked {
			continue
		}
		waiting, patient := n.ahead(e.group.class.rank())
		if waiting > patient && e.grant >= int64(l.cfg.Slice) || waiting > 0 && e.grant >= int64(l.cfg.Turn) {
			l.t.Fatalf("%s has run for %d, %d wait (%d have yielded), and it was not asked to yield", e.name, e.grant, waiting, patient)
		}
	}
}
