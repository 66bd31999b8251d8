package sched

const (
	// DefaultWeight is the weight of a group that names none, and of a task.
	DefaultWeight = 100
	// MaxWeight is the largest weight of a group; the least is 1.
	MaxWeight = 10_000

	// vtimeScale keeps fractions of a nanosecond in a virtual time. Virtual
	// times are compared by their difference, so they may wrap, but no two that
	// wait may be 2^63 apart; at weight 1 that is 66 days reported at once.
	vtimeScale = 1 << 4

	// maxLead is how far one that comes back may be ahead, a day at weight 1.
	// What seems to be ahead by more was away for so long that it was overtaken.
	maxLead = 1 << 57
)

// entity is what a group picks from: a group, a group's own tasks taken
// together, or one task. As in the kernel's fair class, all carry a weight and
// a virtual time.
type entity struct {
	vtime  int64 // service / weight so far
	seq    uint64
	weight int32
	index  int32 // place in the heap it waits in, from 1; 0 is nowhere
	group  *Group
	task   *Task
}

func (e *entity) waits() bool { return e.index != 0 }

func (e *entity) charge(service int64) {
	e.vtime += e.virtual(service)
}

// catchUp moves e, which was away, up to a virtual time unless it is ahead.
func (e *entity) catchUp(vtime int64) {
	if uint64(e.vtime-vtime) > maxLead {
		e.vtime = vtime
	}
}

// virtual is service divided by weight.
func (e *entity) virtual(service int64) int64 {
	return service * vtimeScale * DefaultWeight / int64(e.weight)
}

// before orders by virtual time, then by arrival.
func (e *entity) before(o *entity) bool {
	if d := e.vtime - o.vtime; d != 0 {
		return d < 0
	}
	return int64(e.seq-o.seq) < 0
}

// entityHeap is a 4-ary heap; every entity knows its place, so that it can be
// taken out or moved in O(log n).
type entityHeap []*entity

const arity = 4

// reached returns the virtual time after the pick of e or of the first that
// waits, whichever has the better claim.
func (h entityHeap) reached(vtime int64, e *entity) int64 {
	if len(h) > 0 && h[0].vtime-e.vtime < 0 {
		e = h[0]
	}
	return vtime + max(0, e.vtime-vtime)
}

func (h *entityHeap) push(e *entity) {
	*h = append(*h, e)
	h.up(len(*h) - 1)
}

func (h *entityHeap) remove(e *entity) {
	i, last := int(e.index)-1, len(*h)-1
	moved := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	e.index = 0
	if i == last {
		return
	}
	(*h)[i] = moved
	moved.index = int32(i + 1)
	h.fix(moved)
}

func (h *entityHeap) fix(e *entity) {
	i := int(e.index) - 1
	if i > 0 && e.before((*h)[(i-1)/arity]) {
		h.up(i)
		return
	}
	h.down(i)
}

func (h entityHeap) up(i int) {
	e := h[i]
	for i > 0 {
		parent := (i - 1) / arity
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		h[i].index = int32(i + 1)
		i = parent
	}
	h[i] = e
	e.index = int32(i + 1)
}

func (h entityHeap) down(i int) {
	e := h[i]
	for {
		least, first := -1, i*arity+1
		for c := first; c < first+arity && c < len(h); c++ {
			if least < 0 || h[c].before(h[least]) {
				least = c
			}
		}
		if least < 0 || !h[least].before(e) {
			break
		}
		h[i] = h[least]
		h[i].index = int32(i + 1)
		i = least
	}
	h[i] = e
	e.index = int32(i + 1)
}
