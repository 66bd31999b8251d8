//go:build !unix

package server

import "time"

// CPUTime is not to be had here; shares of the CPU are then reported as 0.
func CPUTime() time.Duration { return 0 }
