package cpuworker

import (
	"context"
	"testing"
)

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates, and empties pools at random")
	}
	ctx := context.Background()
	for _, c := range []struct {
		mode Mode
		most float64
	}{{Cooperative, 1}, {Preemptive, 4}} {
		t.Run(c.mode.String(), func(t *testing.T) {
			s := newScheduler(t, Config{Mode: c.mode})
			if n := testing.AllocsPerRun(1_000, func() { must(t, "Do", s.Do(ctx, nothing)) }); n > c.most {
				t.Errorf("Do allocates %v times, want %v at most", n, c.most)
			}
			must(t, "Do", s.Do(ctx, func(ctx context.Context) error {
				derived, cancel := context.WithCancel(ctx)
				defer cancel()
				task := FromContext(ctx)
				for name, call := range map[string]func(){
					"Task.Checkpoint":                   func() { must(t, "Checkpoint", task.Checkpoint()) },
					"Checkpoint":                        func() { must(t, "Checkpoint", Checkpoint(ctx)) },
					"Checkpoint with a derived context": func() { must(t, "Checkpoint", Checkpoint(derived)) },
					"FromContext":                       func() { _ = FromContext(derived) },
					"a nested Do":                       func() { must(t, "Do", s.Do(ctx, nothing)) },
					"Err":                               func() { must(t, "Err", ctx.Err()) },
				} {
					if n := testing.AllocsPerRun(1_000, call); n != 0 {
						t.Errorf("%s allocates %v times, want 0", name, n)
					}
				}
				return nil
			}))
		})
	}
}
