package sched

import (
	"errors"
	"fmt"
	"time"
)

// ErrConfig is wrapped by every error about a configuration.
var ErrConfig = errors.New("invalid configuration")

// Config describes the machine and the bounds of the policy.
type Config struct {
	// Slots is how many tasks run at once, at least 1.
	Slots int

	// Extra is how many tasks more may be started, for a group of which
	// nothing runs and which is not Batch. Above 0 it also says that the kernel preempts: running
	// tasks of lower classes then hold up nobody, so a class sees only the
	// slots of its own and of higher classes. 0 is for a machine on which a
	// task gives way at its checkpoints only.
	Extra int

	// Slice is the service a task may use before it is asked to yield to
	// another, above 0.
	Slice time.Duration

	// Turn is the service a task may use before it is asked to yield to long
	// work: tasks that have yielded themselves, and new ones of a group whose
	// tasks have lately used more than a slice. Slice or more; 0 is Slice. It
	// is longer where changing between started tasks costs much.
	Turn time.Duration

	// MaxSuspended bounds the tasks that have started and wait for a slot,
	// where each holds a thread: at the bound started tasks go before new
	// ones, at twice the bound nobody is asked to yield. 0 is no bound.
	MaxSuspended int

	// Floors is the part of all service that a class gets at least, as long
	// as it has work and a slot is free, by class; 0 is the default: Normal
	// 1/10, Batch 1/100. Interactive goes first and needs none.
	Floors [classes]float64
}

func (c *Config) validate() error {
	switch {
	case c.Slots < 1:
		return fmt.Errorf("%w: %d slots, at least 1 is needed", ErrConfig, c.Slots)
	case c.Extra < 0:
		return fmt.Errorf("%w: %d extra slots, 0 or more are allowed", ErrConfig, c.Extra)
	case c.Slice <= 0:
		return fmt.Errorf("%w: a slice of %v, it must be above 0", ErrConfig, c.Slice)
	case c.Turn != 0 && c.Turn < c.Slice:
		return fmt.Errorf("%w: a turn of %v, at least the slice, %v, is needed (0 is the slice)", ErrConfig, c.Turn, c.Slice)
	case c.MaxSuspended < 0:
		return fmt.Errorf("%w: %d suspended tasks, 0 or more are allowed", ErrConfig, c.MaxSuspended)
	}
	for class, f := range c.Floors {
		if !(f >= 0 && f <= 0.5) {
			return fmt.Errorf("%w: a floor of %v for class %v, 0 to 0.5 is allowed", ErrConfig, f, Class(class))
		}
	}
	if c.Turn == 0 {
		c.Turn = c.Slice
	}
	if c.Floors[Normal] == 0 {
		c.Floors[Normal] = 0.1
	}
	if c.Floors[Batch] == 0 {
		c.Floors[Batch] = 0.01
	}
	return nil
}

// Core is the state of the policy. Use one goroutine at a time.
type Core struct {
	cfg       Config
	slice     int64
	roots     [classes]*Group // by rank
	due       [classes]int64  // by rank: the service at which its floor falls due
	ahead     [classes]int64  // by rank: service charged in advance
	used      [classes]int    // by rank: tasks that hold a slot
	running   []*Task
	suspended int
	patient   [classes]int // by rank: waiting tasks that can wait for a turn
	service   int64
	seq       uint64
	out       []Decision

	hungryHead, hungryTail [classes]*Group // groups that wait and of which nothing runs
}

// New returns a core in which nothing waits.
func New(cfg Config) (*Core, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	c := &Core{cfg: cfg, slice: int64(cfg.Slice)}
	for rank := range c.roots {
		c.roots[rank] = newGroup(nil, classAt(rank), DefaultWeight, nil)
	}
	return c, nil
}

// Root returns the group of a class, parent of its top-level groups.
func (c *Core) Root(class Class) *Group { return c.roots[class.rank()] }

// NewGroup makes a group in parent, or a top-level group of its class if
// parent is nil.
func (c *Core) NewGroup(parent *Group, cfg GroupConfig) (*Group, error) {
	if cfg.Weight < 0 || cfg.Weight > MaxWeight {
		return nil, fmt.Errorf("%w: a weight of %d, 1 to %d are allowed (0 is the default, %d)",
			ErrConfig, cfg.Weight, MaxWeight, DefaultWeight)
	}
	if parent == nil {
		if !cfg.Class.Valid() {
			return nil, fmt.Errorf("%w: class %d, 0 to %d are allowed", ErrConfig, cfg.Class, classes-1)
		}
		parent = c.Root(cfg.Class)
	}
	return newGroup(parent, parent.class, cfg.Weight, cfg.Owner), nil
}

// SetSlots changes the capacity; fewer slots take effect as tasks stop.
func (c *Core) SetSlots(n int) error {
	if n < 1 {
		return fmt.Errorf("%w: %d slots, at least 1 is needed", ErrConfig, n)
	}
	c.cfg.Slots = n
	c.dispatch()
	return nil
}

// Slots returns the capacity.
func (c *Core) Slots() int { return c.cfg.Slots }

// Running returns the tasks that hold a slot; it is valid until the next event.
func (c *Core) Running() []*Task { return c.running }

// Queued counts the tasks of every class that wait for a slot.
func (c *Core) Queued() int {
	n := 0
	for _, root := range c.roots {
		n += root.queued
	}
	return n
}

// Suspended counts the started tasks that wait for a slot.
func (c *Core) Suspended() int { return c.suspended }

// Service returns the CPU time reported so far.
func (c *Core) Service() time.Duration { return time.Duration(c.service) }
