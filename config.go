package cpuworker

import (
	"fmt"
	"time"

	"github.com/cpuworker/cpuworker/sched"
)

// The defaults and bounds of a Config.
const (
	DefaultSlice     = 10 * time.Millisecond
	DefaultMaxQueued = 65_536
	MaxSlots         = 4_096

	minSlice = 100 * time.Microsecond
	maxSlice = 10 * time.Second
)

// Config says how a Scheduler works. The zero value works.
type Config struct {
	// Mode is Auto, Preemptive or Cooperative.
	Mode Mode

	// Slots is how many tasks run at once, 1 to MaxSlots. 0 is the mode's rule,
	// with P for GOMAXPROCS as New finds it: P in Preemptive mode; in
	// Cooperative mode P less a quarter, rounded up (2: 1, 4: 3, 16: 12), and at
	// least 1, so that a P is left for everything else.
	Slots int

	// Slice is the CPU time a task may use before it is asked to let another
	// one run, at its next checkpoint: 100us to 10s, 0 is DefaultSlice.
	Slice time.Duration

	// MaxQueued bounds the tasks of each group that wait to be started. When
	// it is reached Do and Go wait for a place, TryDo and TryGo fail. 0 is
	// DefaultMaxQueued. A GroupConfig can say otherwise.
	MaxQueued int

	// KeepGOMAXPROCS stops New from raising GOMAXPROCS. In Preemptive mode
	// running tasks then hold the Ps that everything else needs.
	KeepGOMAXPROCS bool

	// KeepSlices stops New from giving the process's threads a short kernel
	// slice.
	KeepSlices bool

	kernel *kernel // a test's; nil is the real one
}

// GroupConfig says how a group shares the CPU. The zero value works.
type GroupConfig struct {
	// Class is the group's class. A nested group has its parent's; give it
	// that or leave it.
	Class Class

	// Weight is the group's part of the CPU among its siblings: 1 to 10,000, 0
	// is 100. A group of weight 200 gets twice what one of 100 gets while both
	// have work.
	Weight int

	// MaxQueued is as in Config; 0 takes the scheduler's.
	MaxQueued int
}

func (c *Config) validate() error {
	switch {
	case c.Mode < Auto || c.Mode > Cooperative:
		return fmt.Errorf("%w: %v, it must be Auto, Preemptive or Cooperative", ErrConfig, c.Mode)
	case c.Slots < 0 || c.Slots > MaxSlots:
		return fmt.Errorf("%w: Slots is %d, 1 to %d are allowed (0 is the default)", ErrConfig, c.Slots, MaxSlots)
	case c.Slice != 0 && (c.Slice < minSlice || c.Slice > maxSlice):
		return fmt.Errorf("%w: Slice is %v, %v to %v are allowed (0 is %v)", ErrConfig, c.Slice, minSlice, maxSlice, DefaultSlice)
	case c.MaxQueued < 0:
		return fmt.Errorf("%w: MaxQueued is %d, it must be above 0 (0 is %d)", ErrConfig, c.MaxQueued, DefaultMaxQueued)
	}
	if c.Slice == 0 {
		c.Slice = DefaultSlice
	}
	if c.MaxQueued == 0 {
		c.MaxQueued = DefaultMaxQueued
	}
	return nil
}

func (c *GroupConfig) validate(parent *Group) error {
	switch {
	case !c.Class.Valid():
		return fmt.Errorf("%w: Class is %d, it must be Normal, Interactive or Batch", ErrConfig, c.Class)
	case parent != nil && c.Class != Normal && c.Class != parent.policy.Class():
		return fmt.Errorf("%w: Class is %v in a group of class %v, a nested group has its parent's", ErrConfig, c.Class, parent.policy.Class())
	case c.Weight < 0 || c.Weight > sched.MaxWeight:
		return fmt.Errorf("%w: Weight is %d, 1 to %d are allowed (0 is %d)", ErrConfig, c.Weight, sched.MaxWeight, sched.DefaultWeight)
	case c.MaxQueued < 0:
		return fmt.Errorf("%w: MaxQueued is %d, it must be above 0 (0 is the scheduler's)", ErrConfig, c.MaxQueued)
	}
	return nil
}
