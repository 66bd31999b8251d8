//go:build !linux

package thread

import (
	"errors"
	"testing"
)

func TestUnsupported(t *testing.T) {
	_, cpu := CPU(1)
	_, lower := Lower(1, Level{})
	_, _, slice := SetSlice(1, 0)
	_, get := Get(1)
	_, wants := WantsCPU(1)
	_, all := All()
	for i, err := range []error{cpu, lower, slice, get, wants, all, LowerNice(1, 1)} {
		if !errors.Is(err, ErrUnsupported) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if Self() != 0 || IsMain(0) {
		t.Errorf("Self() = %d, IsMain(0) = %v", Self(), IsMain(0))
	}
}
