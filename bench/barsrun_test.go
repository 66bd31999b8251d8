package bench

import (
	"flag"
	"fmt"
	"io"
)

const (
	rounds = 3
	// roundTime is what one contestant gets in one round, unless -benchtime
	// says otherwise: long enough for a steady mean, short enough that a round
	// passes before the machine's mood does.
	roundTime = "300ms"
)

// checkBars measures all families in turns, prints what came out, and returns
// the exit status: 1 if a bar is missed.
func checkBars(out, progress io.Writer) int {
	if !isSet("test.benchtime") {
		if err := flag.Set("test.benchtime", roundTime); err != nil {
			fmt.Fprintln(progress, err)
			return 1
		}
	}
	r := newResults()
	for round := range rounds {
		for _, f := range families() {
			fmt.Fprintf(progress, "round %d of %d: %s\n", round+1, rounds, f.name)
			for _, c := range f.contestants {
				r.measure(f.name+"/"+c.name, c)
			}
		}
	}
	missed, err := report(out, r)
	if err != nil {
		fmt.Fprintln(progress, err)
		return 1
	}
	if missed > 0 {
		fmt.Fprintf(out, "\n%d missed\n", missed)
		return 1
	}
	return 0
}

// isSet tells whether a flag was given on the command line.
func isSet(name string) bool {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}
