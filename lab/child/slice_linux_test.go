package child

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/lab/load"
)

// The generator's slice must not reach the servers: they are measured as they
// are.
func TestChildDoesNotHaveTheGeneratorsSlice(t *testing.T) {
	const short = 100 * time.Microsecond
	c := start(t, Options{Mode: "plain"})
	before, err := load.Slices(c.PID())
	if err != nil {
		t.Fatal(err)
	}
	if err := load.SetSlice(short); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := load.SetSlice(0); err != nil {
			t.Error(err)
		}
	}()
	own, err := load.Slices(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(own, short) {
		t.Skip("this kernel has no slices")
	}
	if slices.Min(own) != slices.Max(own) {
		t.Errorf("threads of the generator have slices of %v", own)
	}
	if _, err := c.Status(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, err := load.Slices(c.PID())
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(after, short) || slices.Max(before) != slices.Max(after) {
		t.Errorf("threads of the child have slices of %v, and had %v", after, before)
	}
}
