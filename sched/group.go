package sched

import "time"

// Group is a share of the CPU and the tasks that run on it. Groups nest: a
// group's own tasks compete with its child groups as one more child of
// default weight.
type Group struct {
	// Owner is the driver's; the core does not look at it.
	Owner any

	class    Class
	parent   *Group
	share    entity     // its place among its siblings
	own      entity     // its own tasks, among its child groups
	children entityHeap // those with waiting tasks
	vtime    int64      // start tag of the child picked last
	tasks    queue

	queued  int   // waiting tasks, children's included
	running int   // tasks with a slot, children's included
	ownRuns int   // tasks of its own with a slot
	typical int64 // service of its own tasks that ended lately, averaged
	service int64 // used so far, children's included
	active  int64 // summed weight of the children that wait or run

	hungryNext, hungryPrev *Group
	hungry                 bool
}

// GroupConfig says how a group stands against its siblings.
type GroupConfig struct {
	Class  Class // of a top-level group; a nested one has its parent's
	Weight int   // 1 to MaxWeight; 0 is DefaultWeight
	Owner  any
}

// Class returns the class of the group's tasks.
func (g *Group) Class() Class { return g.class }

// Weight returns the group's weight among its siblings.
func (g *Group) Weight() int { return int(g.share.weight) }

// Parent returns the group it is nested in, nil for a class.
func (g *Group) Parent() *Group { return g.parent }

// Queued counts the tasks that wait for a slot, in nested groups too.
func (g *Group) Queued() int { return g.queued }

// Fresh counts the tasks of this very group that have never run.
func (g *Group) Fresh() int { return g.tasks.freshCount }

// Running counts the tasks that hold a slot, in nested groups too.
func (g *Group) Running() int { return g.running }

// Typical returns the service of the group's own tasks that ended lately,
// averaged over about the last eight.
func (g *Group) Typical() time.Duration { return time.Duration(g.typical) }

// Service returns the CPU time used so far, nested groups included.
func (g *Group) Service() time.Duration { return time.Duration(g.service) }

func newGroup(parent *Group, class Class, weight int, owner any) *Group {
	if weight == 0 {
		weight = DefaultWeight
	}
	g := &Group{Owner: owner, class: class, parent: parent}
	g.share = entity{weight: int32(weight), group: g}
	g.own = entity{weight: DefaultWeight, group: g}
	return g
}

// waitIn puts a child of g that has become able to run among those g picks
// from. One of which nothing ran gets no credit for that, beyond what it may
// keep; one that has run all along keeps all it is owed.
func (g *Group) waitIn(child *entity, idle bool, keeps int64, seq uint64) {
	if idle {
		g.active += int64(child.weight)
		child.catchUp(g.vtime - child.virtual(keeps))
	}
	child.seq = seq
	g.children.push(child)
}

// meet is waitIn and the pick of the same child in one, when no other waits.
func (g *Group) meet(child *entity, idle bool) {
	if idle {
		child.catchUp(g.vtime)
	}
	g.vtime = g.children.reached(g.vtime, child)
}

// renew moves the virtual times as if t had stopped now and the next been
// picked: t itself where it is alone. Without it, who comes later would be owed
// all that t has used while nobody else wanted to run.
func (t *Task) renew() {
	g := t.leaf
	if q := &g.tasks; q.fresh.head == nil {
		q.vtime = q.started.reached(q.vtime, &t.entity)
	}
	g.vtime = g.children.reached(g.vtime, &g.own)
	for ; g.parent != nil; g = g.parent {
		g.parent.vtime = g.parent.children.reached(g.parent.vtime, &g.share)
	}
}

// charge books service on the task and on all it is part of.
func (t *Task) charge(service int64) {
	g := t.leaf
	g.tasks.charge(t, service)
	for e := &g.own; ; e = &g.share {
		if e == &g.share {
			if g.parent == nil {
				return
			}
			g = g.parent
		}
		e.charge(service)
		if e.waits() {
			g.children.fix(e)
		}
	}
}

// Share returns the part of its class's service that the task is entitled to
// among those that wait or run now: the weights on its path, each over those
// of its active siblings, divided by the group's running tasks. A driver that
// runs more tasks than the machine has CPUs hands it on to the kernel.
func (t *Task) Share() float64 {
	g := t.leaf
	share := 1 / float64(max(g.ownRuns, 1))
	for e := &g.own; ; {
		share *= float64(e.weight) / float64(max(g.active, int64(e.weight)))
		if g.parent == nil {
			return share
		}
		e, g = &g.share, g.parent
	}
}
