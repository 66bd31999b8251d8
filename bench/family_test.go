package bench

import (
	"errors"
	"fmt"
	"os"
	"testing"
)

// errUnavailable marks a contestant that this machine cannot have.
var errUnavailable = errors.New("not available here")

// measure runs one contestant's part of a family for b.N operations. It
// returns its error rather than failing b: testing.Benchmark keeps what a
// benchmark logs to itself, and the table of bars wants the reason.
type measure func(b *testing.B) error

type contestant struct {
	name string
	run  measure
}

// family is a set of contestants measured in the same way in the same run.
type family struct {
	name        string
	contestants []contestant
}

// bench runs every contestant as a sub-benchmark.
func (f family) bench(b *testing.B) {
	for _, c := range f.contestants {
		b.Run(c.name, func(b *testing.B) {
			err := c.run(b)
			if errors.Is(err, errUnavailable) {
				// A skipped benchmark is silent without -v, which would read as
				// though there were nothing to measure.
				fmt.Fprintf(os.Stderr, "SKIP %s: %v\n", b.Name(), err)
				b.SkipNow()
			}
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
