package cpuworker

import (
	"fmt"

	"github.com/cpuworker/cpuworker/sched"
)

// Mode is what a slot is made of.
type Mode int

const (
	// Auto is Preemptive where the system has it, else Cooperative.
	Auto Mode = iota
	// Preemptive runs tasks on OS threads of their own and lets the kernel
	// put the rest of the service first. Linux only. No checkpoint is needed.
	Preemptive
	// Cooperative runs tasks as ordinary goroutines on fewer slots than
	// GOMAXPROCS and shares the slots at checkpoints.
	Cooperative
)

// String returns "auto", "preemptive" or "cooperative".
func (m Mode) String() string {
	switch m {
	case Auto:
		return "auto"
	case Preemptive:
		return "preemptive"
	case Cooperative:
		return "cooperative"
	}
	return fmt.Sprintf("mode %d", int(m))
}

// ParseMode reads what String returns.
func ParseMode(s string) (Mode, error) {
	for m := Auto; m <= Cooperative; m++ {
		if m.String() == s {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%w: mode %q, it must be auto, preemptive or cooperative", ErrConfig, s)
}

// Class says how a group's work stands against that of other groups.
type Class = sched.Class

const (
	// Normal work shares the CPU by weight. It is the default.
	Normal = sched.Normal
	// Interactive work is short and somebody waits for it: before Normal.
	Interactive = sched.Interactive
	// Batch work runs in CPU time that no other class wants, and in a floor of
	// 1%.
	Batch = sched.Batch
)
