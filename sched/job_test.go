package sched

import (
	"slices"
	"time"
)

// quiet is the service until something happens to a running job.
func (j *job) quiet(slice int64) int64 {
	left := slice - j.told%slice - (j.grant - j.told) // a driver looks at every end of a slice
	if j.length >= 0 {
		left = min(left, j.length-j.total)
	}
	if j.early != nil {
		left = min(left, j.earlyAt-j.grant)
	}
	if j.blocks > 0 {
		left = min(left, j.blocks-j.total%j.blocks)
		if j.atBlock() {
			left = 0
		}
	}
	if j.stalls > j.total {
		left = min(left, j.stalls-j.total)
	}
	if j.asked && j.gap > 0 {
		left = min(left, (j.gap-j.total%j.gap)%j.gap)
	}
	return max(0, left)
}

func (j *job) atBlock() bool { return j.blocks > 0 && j.grant > 0 && j.total%j.blocks == 0 }

func (j *job) untold() time.Duration {
	d := j.grant - j.told
	j.told = j.grant
	return time.Duration(d)
}

// happen lets a running job do what it is due to do: end, wait, stall, yield, or
// nothing but be looked at.
func (m *machine) happen(j *job) {
	switch {
	case j.length >= 0 && j.total >= j.length:
		m.stop(j)
		m.policy.Finish(j.task, j.untold())
		delete(m.jobs, j.task)
		if j.ended != nil {
			j.ended()
		}
	case j.atBlock():
		m.stop(j)
		m.policy.Block(j.task, j.untold())
		m.after(j.waits, func() { m.policy.Wake(j.task) })
	case j.stalls > 0 && j.total == j.stalls:
		j.stalls, j.stalled = 0, true
		m.policy.Ran(j.task, j.untold())
		m.policy.Stall(j.task)
		m.after(3*m.slice, func() {
			j.stalled = false
			m.policy.Unstall(j.task)
		})
	case j.early != nil && j.grant >= j.earlyAt:
		m.yield(j)
	case j.grant > j.told:
		m.policy.Ran(j.task, j.untold())
		m.obey()
		if j.asked && j.gap > 0 && j.total%j.gap == 0 {
			m.yield(j)
		}
	default:
		m.yield(j)
	}
	m.obey()
}

func (m *machine) yield(j *job) {
	m.stop(j)
	m.policy.Yield(j.task, j.untold())
}

func (m *machine) stop(j *job) {
	i := slices.Index(m.running, j)
	m.running = slices.Delete(m.running, i, i+1)
}
