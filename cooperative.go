package cpuworker

import (
	"runtime/metrics"
	"time"

	"github.com/cpuworker/cpuworker/sched"
)

// cooperative is Cooperative mode: tasks are ordinary goroutines, and what
// keeps the rest of the service fast is that there are fewer slots than Ps. The
// service of a task is the wall time between its checkpoints.
type cooperative struct {
	s       *Scheduler
	stalled []*Task
	sample  [2]metrics.Sample
}

func (c *cooperative) kind() Mode                     { return Cooperative }
func (c *cooperative) inline(*Group) bool             { return true }
func (c *cooperative) own(*Task) bool                 { return true }
func (c *cooperative) begin(t *Task)                  { t.mark = c.s.now() }
func (c *cooperative) resume(t *Task)                 { t.mark = c.s.now() }
func (c *cooperative) read(*Task) int64               { return c.s.now() }
func (c *cooperative) stand(*Task)                    {}
func (c *cooperative) sit(*Task)                      {}
func (c *cooperative) hire() *worker                  { return &worker{} }
func (c *cooperative) keepMain()                      {}
func (c *cooperative) fire(*worker)                   {}
func (c *cooperative) place(t *Task, w *worker)       { t.worker = w }
func (c *cooperative) canRun(_ *worker, _ *Task) bool { return true }

func (c *cooperative) leave(t *Task) *worker {
	w := t.worker
	t.worker = nil
	return w
}

func (c *cooperative) busy() bool { return len(c.stalled) > 0 }

func (c *cooperative) stats(st *Stats) {
	c.stalled = keepStalled(c.stalled)
	st.Stalled = len(c.stalled)
}

func (c *cooperative) look() time.Duration {
	s := c.s
	for _, pt := range s.core.Running() {
		s.core.Ran(pt, s.useLocked(pt.Owner.(*Task)))
	}
	c.lendLocked()
	return s.cfg.Slice
}

// lendLocked finds tasks that wait for something without Block. A task that
// computes is, at every instant, either running or runnable in the eyes of the
// Go scheduler. So if fewer goroutines are that than slots are held, a slot is
// held by one that waits. Which one it is cannot be seen; the one that has been
// without a checkpoint for longest is taken, and takes its slot back at its
// next one. Other goroutines that compute can hide a waiting one, so after
// stallSlices the slot is lent without such proof, as long as few are.
func (c *cooperative) lendLocked() {
	s := c.s
	c.stalled = keepStalled(c.stalled)
	if s.core.Queued() == 0 {
		return
	}
	var longest *sched.Task
	for _, pt := range s.core.Running() {
		if pt.Asked() && (longest == nil || pt.SliceUsed() > longest.SliceUsed()) {
			longest = pt
		}
	}
	if longest == nil || longest.SliceUsed() < 2*s.cfg.Slice {
		return
	}
	c.sample[0].Name = "/sched/goroutines/running:goroutines"
	c.sample[1].Name = "/sched/goroutines/runnable:goroutines"
	metrics.Read(c.sample[:])
	computing := 0
	for i := range c.sample {
		if c.sample[i].Value.Kind() == metrics.KindUint64 {
			computing += int(c.sample[i].Value.Uint64())
		}
	}
	computing-- // the one that looks
	proved := computing < len(s.core.Running())
	overdue := longest.SliceUsed() > stallSlices*s.cfg.Slice && len(c.stalled) < s.core.Slots()
	if proved || overdue {
		c.stalled = append(c.stalled, longest.Owner.(*Task))
		s.core.Stall(longest)
	}
}

// stallSlices is how many slices a task may go on without a checkpoint, while
// others wait, before its slot is lent without proof that it does not compute.
const stallSlices = 100

// keepStalled drops the tasks that are no longer stalled.
func keepStalled(tasks []*Task) []*Task {
	kept := tasks[:0]
	for _, t := range tasks {
		if t.policy.State() == sched.Stalled {
			kept = append(kept, t)
		}
	}
	clear(tasks[len(kept):])
	return kept
}
