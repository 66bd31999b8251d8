package thread

import (
	"errors"
	"time"
)

// ErrUnsupported is returned by every call on an operating system without
// these controls.
var ErrUnsupported = errors.New("threads cannot be lowered on this operating system")

// Level is what the kernel is told about a thread.
type Level struct {
	Nice  int           // 0 is normal, 19 the lowest
	Slice time.Duration // how long it may run before others are looked at; 0 is the kernel's own
}
