//go:build !linux

package load

import (
	"errors"
	"time"
)

var errNoSlice = errors.New("load: no scheduling slice per thread on this system")

// SetSlice is for Linux.
func SetSlice(time.Duration) error { return errNoSlice }

// Slices is for Linux.
func Slices(int) ([]time.Duration, error) { return nil, errNoSlice }
