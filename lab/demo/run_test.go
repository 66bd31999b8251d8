package demo

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// A run with windows too short to mean anything: every cell has to be there.
func TestRun(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"open loop":   func(*Options) {},
		"closed loop": func(o *Options) { o.Closed, o.Clients = true, 4 },
		"slices":      func(o *Options) { o.Slices = []time.Duration{time.Millisecond} },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			o := defaultOptions()
			o.Progress = &log
			change(&o)
			p := newPlan(o)
			p.reps = 1
			short := times{warm: 10 * time.Millisecond, window: 40 * time.Millisecond, drain: 10 * time.Millisecond, echo: 40 * time.Millisecond}
			p.times, p.calibration = short, short
			r, err := p.run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Cells {
				if len(c.Samples) != 1 {
					t.Errorf("step %s has %d samples", c.name(), len(c.Samples))
				}
			}
			if lines := strings.Count(log.String(), "\n"); lines < len(r.Cells) {
				t.Errorf("%d lines of progress for %d cells", lines, len(r.Cells))
			}
			var table bytes.Buffer
			if err := r.Table(&table); err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Cells {
				if !strings.Contains(table.String(), c.label()) {
					t.Errorf("step %s is not in the table", c.name())
				}
			}
			if b, err := json.Marshal(r); err != nil {
				t.Errorf("%v in %s", err, b)
			}
		})
	}
}
