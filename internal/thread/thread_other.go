//go:build !linux

package thread

import "time"

// Self returns 0: threads have no number here.
func Self() int { return 0 }

// IsMain says no.
func IsMain(int) bool { return false }

// CPU is unsupported.
func CPU(int) (time.Duration, error) { return 0, ErrUnsupported }

// Lower is unsupported.
func Lower(int, Level) (Level, error) { return Level{}, ErrUnsupported }

// LowerNice is unsupported.
func LowerNice(int, int) error { return ErrUnsupported }

// SetSlice is unsupported.
func SetSlice(int, time.Duration) (before, after time.Duration, err error) {
	return 0, 0, ErrUnsupported
}

// Get is unsupported.
func Get(int) (Level, error) { return Level{}, ErrUnsupported }

// RunDelay is unsupported.
func RunDelay(int) (time.Duration, error) { return 0, ErrUnsupported }

// WantsCPU is unsupported.
func WantsCPU(int) (bool, error) { return false, ErrUnsupported }

// Pause lets the goroutine sleep.
func Pause(d time.Duration) { time.Sleep(d) }

// All is unsupported.
func All() ([]int, error) { return nil, ErrUnsupported }
