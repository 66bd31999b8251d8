package sched

import "time"

// State is where a task is in its life.
type State uint8

// The states of a task. Every event names the states it may meet; an event in
// another state is ignored, so a late or doubled report does no harm.
const (
	Idle     State = iota // not submitted yet
	Queued                // submitted, never run
	Running               // holds a slot
	Stalled               // started, makes no progress; its slot is lent to another
	Waiting               // started, has yielded, waits for a slot
	Blocked               // gave its slot back to wait for something else
	Finished              // ended
)

// String returns the name in lower case.
func (s State) String() string {
	return [...]string{"idle", "queued", "running", "stalled", "waiting", "blocked", "finished"}[s]
}

// Task is one unit of work as the policy sees it. The zero value is ready for
// [Core.Arrive]; the driver embeds it in its own task.
type Task struct {
	// Owner is the driver's; the core does not look at it.
	Owner any

	entity     entity
	leaf       *Group
	next, prev *Task // neighbours among the new tasks of the group
	granted    int64 // service charged in advance for this grant
	ran        int64 // service used in this grant
	total      int64 // service used in all
	slot       int32 // place among the running, from 1
	state      State
	flow       flow // the flow it was last picked from
	started    bool
	asked      bool // to yield
	patient    bool // waits because it has yielded
	floor      bool // started for the floor of its class: its slice is its own
}

// State returns where the task is in its life.
func (t *Task) State() State { return t.state }

// Service returns the CPU time that was reported for the task so far.
func (t *Task) Service() time.Duration { return time.Duration(t.total) }

// SliceUsed returns the service of the present grant.
func (t *Task) SliceUsed() time.Duration { return time.Duration(t.ran) }

// Asked says whether the task was asked to yield and has not done so yet.
func (t *Task) Asked() bool { return t.asked }

// Started says whether the task has run.
func (t *Task) Started() bool { return t.started }

// taskList holds the new tasks of a group, first come first.
type taskList struct{ head, tail *Task }

func (l *taskList) push(t *Task) {
	t.prev, t.next = l.tail, nil
	if l.tail == nil {
		l.head = t
	} else {
		l.tail.next = t
	}
	l.tail = t
}

func (l *taskList) remove(t *Task) {
	if t.prev == nil {
		l.head = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next == nil {
		l.tail = t.prev
	} else {
		t.next.prev = t.prev
	}
	t.next, t.prev = nil, nil
}
