package cpuworker

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/cpuworker/cpuworker/internal/thread"
)

func addSystemChildren(all map[string]func() error) {
	all["level"] = printLevel
	all["seccomp"] = tryUnderFilter
	all["blocked"] = blockMany
}

// printLevel is a child program: what has it inherited?
func printLevel() error {
	level, err := thread.Get(os.Getpid())
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(level)
}

// inherited returns the level of a child process that is started here.
func inherited(t testing.TB) (level thread.Level) {
	t.Helper()
	out, err := child(t, "level").Output()
	must(t, "the child", err)
	must(t, "its answer", json.Unmarshal(out, &level))
	return level
}

// A child process has the level of the thread that starts it.
func TestChildProcesses(t *testing.T) {
	before := inherited(t)
	s := newScheduler(t, Config{Mode: Preemptive})
	if level := inherited(t); level.Nice != before.Nice || level.Slice != serviceSlice {
		t.Errorf("started by the service: %+v, want nice %d and the service's slice", level, before.Nice)
	}
	must(t, "Do", s.Do(t.Context(), func(context.Context) error {
		computeUntilLowered(t)
		if level := inherited(t); level != (thread.Level{Nice: 8, Slice: loweredSlice}) {
			t.Errorf("started by a lowered task: %+v", level)
		}
		return nil
	}))
	settle(t, s)
	eventually(t, "a child is as it was before", func() bool { return inherited(t) == before })

	kept := newScheduler(t, Config{Mode: Preemptive, KeepSlices: true})
	if level := inherited(t); level != before {
		t.Errorf("with KeepSlices: %+v, want %+v", level, before)
	}
	settle(t, kept)
}
