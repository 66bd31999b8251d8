package sched

import (
	"slices"
	"time"
)

// machine simulates CPUs, tasks and a driver in virtual time: it does what the
// policy decides and tells it what came of that. A running task has a CPU of
// its own; how many there are is for the policy to see to.
type machine struct {
	policy  policy
	slice   int64
	now     int64
	jobs    map[*Task]*job
	running []*job // in the order in which they were started
	timers  []timer
	watch   func() // called after time has passed
	moved   int64  // by how much, at the last step
}

// job is a task of the machine and what it is going to do.
type job struct {
	task   *Task
	group  *Group
	length int64        // service until it ends; below 0 it never does
	gap    int64        // service between its checkpoints; 0 is without any
	early  func() int64 // service of each grant after which it yields unasked; nil is never
	blocks int64        // service between the times when it waits for something; 0 is never
	waits  int64        // how long it then waits
	stalls int64        // the service after which it stalls, once; 0 is never
	ended  func()

	total, grant, told int64 // service in all, since its start, of that reported
	earlyAt            int64
	asked, stalled     bool
}

type timer struct {
	at int64
	do func()
}

func newMachine(p policy, slice time.Duration) *machine {
	return &machine{policy: p, slice: int64(slice), jobs: map[*Task]*job{}}
}

// add submits a task that does what j says.
func (m *machine) add(j *job) *job {
	if j.task == nil {
		j.task = &Task{}
	}
	m.jobs[j.task] = j
	m.policy.Arrive(j.task, j.group)
	m.obey()
	return j
}

// after calls do when some time has passed.
func (m *machine) after(d int64, do func()) {
	at := m.now + d
	i := len(m.timers)
	for i > 0 && m.timers[i-1].at <= at { // the next is the last, and of two the older
		i--
	}
	m.timers = slices.Insert(m.timers, i, timer{at, do})
}

// obey carries out what the policy has decided.
func (m *machine) obey() {
	for _, d := range slices.Clone(m.policy.Take()) {
		j := m.jobs[d.Task]
		if d.Kind == Preempt {
			j.asked = true
			continue
		}
		j.grant, j.told, j.asked = 0, 0, false
		if j.early != nil {
			j.earlyAt = max(1, j.early())
		}
		m.running = append(m.running, j)
	}
}

// run lets time pass until an end, or until nothing can happen any more.
func (m *machine) run(until int64) {
	for m.now < until && m.step(until) {
	}
}

// step goes to the next thing that happens and lets it happen.
func (m *machine) step(until int64) bool {
	d, next := until-m.now, (*job)(nil)
	if n := len(m.timers); n > 0 && m.timers[n-1].at-m.now < d {
		d = m.timers[n-1].at - m.now
	}
	idle := len(m.timers) == 0
	for _, j := range m.running {
		if j.stalled {
			continue
		}
		idle = false
		if left := j.quiet(m.slice); left < d {
			d, next = left, j
		}
	}
	if idle {
		return false
	}
	m.pass(d)
	if next != nil {
		m.happen(next)
		return true
	}
	if n := len(m.timers); n > 0 && m.timers[n-1].at <= m.now {
		do := m.timers[n-1].do
		m.timers = m.timers[:n-1]
		do()
		m.obey()
	}
	return true
}

func (m *machine) pass(d int64) {
	if d == 0 {
		return
	}
	m.now += d
	for _, j := range m.running {
		if !j.stalled {
			j.total += d
			j.grant += d
		}
	}
	if m.moved = d; m.watch != nil {
		m.watch()
	}
}
