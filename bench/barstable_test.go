package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
)

// report prints the machine, the table of bars, and what they were judged by,
// the other contestants included. It returns how many bars are missed.
func report(out io.Writer, r *results) (missed int, err error) {
	fmt.Fprintf(out, "\n%s\nmedians of %d rounds\n\n", machine(), rounds)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	missed = printBars(w, r)
	if err := w.Flush(); err != nil { // so that each table has its own columns
		return missed, err
	}
	printFamilies(w, r)
	return missed, w.Flush()
}

// printBars judges the bars. One that cannot be had on this machine is not
// missed, but says so.
func printBars(w io.Writer, r *results) (missed int) {
	fmt.Fprintf(w, "BAR\tLIMIT\tMEASURED\t\n")
	for _, b := range bars() {
		measured, met, err := b.check(r)
		verdict := "pass"
		switch {
		case errors.Is(err, errUnavailable):
			measured, verdict = err.Error(), "skipped"
		case err != nil:
			measured, verdict = err.Error(), "MISS"
		case !met:
			verdict = "MISS"
		}
		if verdict == "MISS" {
			missed++
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", b.name, b.limit, measured, verdict)
	}
	return missed
}

func printFamilies(w io.Writer, r *results) {
	for _, f := range families() {
		fmt.Fprintf(w, "\n%s\t\n", f.name)
		for _, c := range f.contestants {
			fmt.Fprintf(w, "  %s\t%s\n", c.name, summary(r, f.name+"/"+c.name))
		}
	}
}

// summary is the medians of one contestant.
func summary(r *results, key string) string {
	if err := r.problems[key]; err != nil {
		return err.Error()
	}
	if len(r.samples[key]) == 0 {
		return errNotMeasured.Error()
	}
	var parts []string
	add := func(format string, of metric) {
		if v, err := r.median(key, of); err == nil {
			parts = append(parts, fmt.Sprintf(format, v))
		}
	}
	last := r.samples[key][0]
	if nanoseconds(last) > 0 {
		add("%.4g ns/op", nanoseconds)
	}
	if last.MemAllocs > 0 && nanoseconds(last) > 0 {
		add("%.0f allocs/op", allocations)
	}
	for _, unit := range []string{overheadUnit, taskUnit, goUnit, bytesUnit} {
		if _, ok := last.Extra[unit]; ok {
			add("%.4g "+strings.ReplaceAll(unit, "%", "%%"), extra(unit))
		}
	}
	return strings.Join(parts, "  ")
}

// machine says what the numbers belong to.
func machine() string {
	kernel := "unknown"
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		kernel = strings.TrimSpace(string(release))
	}
	return fmt.Sprintf("%s/%s, %d cores, GOMAXPROCS %d, kernel %s, %s",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.GOMAXPROCS(0), kernel, runtime.Version())
}
