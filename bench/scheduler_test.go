package bench

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cpuworker/cpuworker"
)

func modes() []cpuworker.Mode {
	return []cpuworker.Mode{cpuworker.Cooperative, cpuworker.Preemptive}
}

func modeName(mode cpuworker.Mode) string { return "cpuworker-" + mode.String() }

// perMode makes one contestant of each mode.
func perMode(run func(cpuworker.Mode) measure) []contestant {
	var cs []contestant
	for _, mode := range modes() {
		cs = append(cs, contestant{modeName(mode), run(mode)})
	}
	return cs
}

// openScheduler opens a scheduler that is as New makes it, apart from the mode.
func openScheduler(mode cpuworker.Mode) (*cpuworker.Scheduler, error) {
	return openWith(cpuworker.Config{Mode: mode})
}

func openWith(cfg cpuworker.Config) (*cpuworker.Scheduler, error) {
	s, err := cpuworker.New(cfg)
	if err != nil && cfg.Mode == cpuworker.Preemptive {
		return nil, fmt.Errorf("preemptive mode %w: %w", errUnavailable, err)
	}
	return s, err
}

// slotLimit is how many tasks a cooperative scheduler runs at once on this
// machine, and so how many every other contestant may.
func slotLimit() (int, error) {
	s, err := openScheduler(cpuworker.Cooperative)
	if err != nil {
		return 0, err
	}
	return s.Stats().Slots, s.Close()
}

// inTask runs fn as the only task of a scheduler. The timer covers what fn
// leaves it running for.
func inTask(b *testing.B, mode cpuworker.Mode, fn func(context.Context, *cpuworker.Scheduler) error) error {
	s, err := openScheduler(mode)
	if err != nil {
		return err
	}
	err = s.Do(context.Background(), func(ctx context.Context) error { return fn(ctx, s) })
	b.StopTimer()
	return errors.Join(err, s.Close())
}
