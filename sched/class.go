package sched

// Class says how a group's work stands against that of other groups.
type Class uint8

const (
	// Normal work shares the CPU by weight. It is the default.
	Normal Class = iota
	// Interactive work is short and somebody waits for it: before Normal.
	Interactive
	// Batch work runs in CPU time that no other class wants, and in its floor.
	Batch

	classes = 3
)

// String returns the name in lower case.
func (c Class) String() string {
	switch c {
	case Normal:
		return "normal"
	case Interactive:
		return "interactive"
	case Batch:
		return "batch"
	}
	return "unknown class"
}

// Valid says whether c is one of the three classes.
func (c Class) Valid() bool { return c < classes }

// rank is the order of the classes: 0 goes first.
func (c Class) rank() int { return [classes]int{Normal: 1, Interactive: 0, Batch: 2}[c] }

// classAt is the inverse of rank.
func classAt(rank int) Class { return [classes]Class{Interactive, Normal, Batch}[rank] }
