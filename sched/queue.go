package sched

// queue orders the waiting tasks of one group.
//
// They form two flows: fresh tasks, which have never run, first come first
// served; and started ones, fair by virtual time. Fresh goes first: most work
// is short, and short work should not wait behind long work. But it goes first
// only while it has had at most headStart more service than the started flow
// since both have been waiting. So a stream of new tasks takes at most half of
// its group while older work waits, and a lone long task keeps the half that
// is its fair share.
type queue struct {
	fresh      taskList
	started    entityHeap
	vtime      int64 // start tag of the started task picked last
	had        [2]int64
	freshCount int
}

type flow uint8

const (
	freshFlow flow = iota
	startedFlow
)

func (q *queue) empty() bool { return q.fresh.head == nil && len(q.started) == 0 }

// refresh ends the credit of a fresh flow that was empty.
func (q *queue) refresh() {
	if q.fresh.head == nil && q.had[freshFlow] < q.had[startedFlow] {
		q.had[freshFlow] = q.had[startedFlow]
	}
}

func (q *queue) pushFresh(t *Task) {
	q.refresh()
	q.fresh.push(t)
	q.freshCount++
}

func (q *queue) pushStarted(t *Task, headStart, keeps int64) {
	if len(q.started) == 0 {
		owed := headStart
		if keeps > 0 && t.flow == startedFlow {
			owed += t.granted // that it stopped is no reason to let new work in again
		}
		q.had[startedFlow] = max(q.had[startedFlow], q.had[freshFlow]-owed)
	}
	t.entity.catchUp(q.vtime - t.entity.virtual(keeps))
	q.started.push(&t.entity)
}

func (q *queue) remove(t *Task) {
	if t.entity.waits() {
		q.started.remove(&t.entity)
		return
	}
	q.fresh.remove(t)
	q.freshCount--
}

// next names the task to run without taking it out. With keepThreads it takes
// a started one if there is any.
func (q *queue) next(headStart int64, keepThreads bool) *Task {
	switch {
	case q.fresh.head == nil:
		return q.started[0].task
	case len(q.started) == 0:
		return q.fresh.head
	case keepThreads || q.had[freshFlow]-q.had[startedFlow] > headStart:
		return q.started[0].task
	}
	return q.fresh.head
}

// charge books service on the task and on its flow.
func (q *queue) charge(t *Task, service int64) {
	q.had[t.flow] += service
	t.entity.charge(service)
}
