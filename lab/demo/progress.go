package demo

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress tells somebody waiting what is being measured. It does nothing
// between its calls, so it takes no CPU time from a measurement.
type progress interface {
	begin(what string)
	end()
	finish()
}

func newProgress(w io.Writer, total int) progress {
	if w == nil {
		w = io.Discard
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return bar{progressbar.NewOptions(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
		)}
	}
	return &lines{w: w, total: total, start: time.Now()}
}

// bar draws on a terminal. What cannot be drawn is not worth stopping for.
type bar struct{ bar *progressbar.ProgressBar }

func (b bar) begin(what string) { b.bar.Describe(fmt.Sprintf("%-44s", what)) }
func (b bar) end()              { _ = b.bar.Add(1) }
func (b bar) finish()           { _ = b.bar.Finish() }

// lines is one line for each measurement, for a log.
type lines struct {
	w     io.Writer
	total int
	done  int
	start time.Time
}

func (l *lines) begin(what string) {
	fmt.Fprintf(l.w, "[%2d/%d %4.0fs] %s\n", l.done+1, l.total, time.Since(l.start).Seconds(), what)
}
func (l *lines) end()    { l.done++ }
func (l *lines) finish() {}
