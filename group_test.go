package cpuworker

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestGroupErrors(t *testing.T) {
	s := newScheduler(t, Config{Mode: Cooperative})
	batch, err := s.NewGroup("batch", GroupConfig{Class: Batch})
	must(t, "NewGroup", err)
	for _, c := range []struct {
		in    *Group // nil is the scheduler
		name  string
		cfg   GroupConfig
		err   error
		field string
	}{
		{nil, "", GroupConfig{}, ErrConfig, "name"},
		{nil, "x", GroupConfig{Class: 3}, ErrConfig, "Class is 3"},
		{nil, "x", GroupConfig{Weight: -1}, ErrConfig, "Weight is -1"},
		{nil, "x", GroupConfig{Weight: 10_001}, ErrConfig, "Weight is 10001"},
		{nil, "x", GroupConfig{Weight: math.MaxInt}, ErrConfig, "Weight is 9223372036854775807"},
		{nil, "x", GroupConfig{MaxQueued: -1}, ErrConfig, "MaxQueued is -1"},
		{batch, "x", GroupConfig{Class: Interactive}, ErrConfig, "Class is interactive"},
		{s.Root(), "x", GroupConfig{Class: Batch}, ErrConfig, "Class is batch"},
		{nil, "batch", GroupConfig{}, ErrGroupExists, `"batch"`},
		{s.Root(), "batch", GroupConfig{}, ErrGroupExists, `"batch"`},
	} {
		in := c.in
		create := s.NewGroup
		if in != nil {
			create = in.NewGroup
		}
		g, err := create(c.name, c.cfg)
		if g != nil || !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.field) {
			t.Errorf("NewGroup(%q, %+v): group %v, error %v; want %v that names %q", c.name, c.cfg, g, err, c.err, c.field)
		}
	}
}

func TestNestedGroups(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, MaxQueued: 7})
		reports, err := s.NewGroup("reports", GroupConfig{Class: Batch, Weight: 300, MaxQueued: 5})
		must(t, "NewGroup", err)
		weekly, err := reports.NewGroup("weekly", GroupConfig{Weight: 50})
		must(t, "NewGroup", err)
		deep, err := weekly.NewGroup("sales", GroupConfig{Class: Batch})
		must(t, "NewGroup", err)
		_, err = reports.NewGroup("weekly", GroupConfig{})
		wantErr(t, "NewGroup", err, ErrGroupExists)
		_, err = s.NewGroup("weekly", GroupConfig{}) // the name is taken elsewhere only
		must(t, "NewGroup", err)

		for g, want := range map[*Group]GroupStats{
			s.Root(): {Class: Normal, Weight: 100, MaxQueued: 7},
			reports:  {Class: Batch, Weight: 300, MaxQueued: 5},
			weekly:   {Class: Batch, Weight: 50, MaxQueued: 7},
			deep:     {Class: Batch, Weight: 100, MaxQueued: 7},
		} {
			if got := g.Stats(); got != want || g.Class() != want.Class || g.Scheduler() != s {
				t.Errorf("group %q: %+v, want %+v", g.Name(), got, want)
			}
		}
		if s.Root().Name() != "" || deep.Name() != "reports/weekly/sales" {
			t.Errorf("names: %q, %q", s.Root().Name(), deep.Name())
		}

		must(t, "Do", deep.Do(context.Background(), func(ctx context.Context) error {
			if FromContext(ctx).Group() != deep {
				t.Errorf("the task's group is %q", FromContext(ctx).Group().Name())
			}
			if deep.Stats().Running != 1 || reports.Stats().Running != 1 || s.Root().Stats().Running != 0 {
				t.Errorf("running: %d, %d, %d", deep.Stats().Running, reports.Stats().Running, s.Root().Stats().Running)
			}
			return computeUntil(func() bool { return FromContext(ctx).Service() > 0 || Checkpoint(ctx) != nil })
		}))
		if got := reports.Stats(); got.Done != 0 || got.Service <= 0 {
			t.Errorf("counts are the group's own, service is with nested ones: %+v", got)
		}
		if got := deep.Stats(); got.Done != 1 || got.Submitted != 1 {
			t.Errorf("counts of the nested group: %+v", got)
		}
	})
}

// hog fills the slots with Normal tasks that compute without a checkpoint.
func hog(t testing.TB, s *Scheduler) (stop func()) {
	t.Helper()
	var over atomic.Bool
	var began, ended sync.WaitGroup
	stop = func() {
		over.Store(true)
		ended.Wait()
	}
	t.Cleanup(stop)
	for range s.Stats().Slots {
		began.Add(1)
		ended.Go(func() {
			must(t, "Do", s.Do(context.Background(), func(context.Context) error {
				began.Done()
				return computeUntil(over.Load)
			}))
		})
	}
	began.Wait()
	return stop
}

// Where the kernel preempts, nobody of a higher class waits for a lower one's
// slots, and no group waits because another one has them all.
func TestHogsHoldUpNobody(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 2})
	interactive, err := s.NewGroup("interactive", GroupConfig{Class: Interactive})
	must(t, "NewGroup", err)
	other, err := s.NewGroup("other", GroupConfig{})
	must(t, "NewGroup", err)
	stop := hog(t, s)
	for _, g := range []*Group{interactive, other} {
		for _, way := range submissions {
			finishes(t, "work beside hogs", func() {
				must(t, "group "+g.Name(), way.submit(g, context.Background(), func(context.Context) error {
					if st := s.Stats(); st.Stalled != 0 || st.Running != 3 {
						t.Errorf("group %s: it runs beside the hogs, not in the place of one: %+v", g.Name(), st)
					}
					return nil
				}))
			})
		}
	}
	if st := s.Stats(); st.Done != 8 || st.Running != 2 {
		t.Errorf("the hogs still run: %+v", st)
	}

	// In their own group it has to wait for them.
	task, err := s.Go(context.Background(), nothing)
	must(t, "Go", err)
	must(t, "Do", interactive.Do(context.Background(), nothing))
	select {
	case <-task.Done():
		t.Error("a third task of the group ran beside two hogs at two slots")
	default:
	}
	stop()
	must(t, "Wait", task.Wait(context.Background()))
}

// Batch has no part in the CPU that others want but its floor, which needs no
// checkpoint of theirs.
func TestBatchBesideHogs(t *testing.T) {
	s := newScheduler(t, Config{Mode: Preemptive, Slots: 2, Slice: time.Millisecond})
	batch, err := s.NewGroup("batch", GroupConfig{Class: Batch})
	must(t, "NewGroup", err)
	stop := hog(t, s)
	service := s.Stats().Service
	var began time.Duration
	finishes(t, "Batch beside hogs", func() {
		must(t, "Do", batch.Do(context.Background(), func(context.Context) error {
			began = s.Stats().Service
			return nil
		}))
	})
	if st := s.Stats(); st.Running != 2 || st.Stalled != 0 {
		t.Errorf("the hogs still run: %+v", st)
	}
	// A slice in a hundred; the policy learns of service a few slices late.
	if waited := began - service; waited < 50*time.Millisecond {
		t.Errorf("it began after %v of the others' service, want a hundred slices or so", waited)
	}
	stop()
}
