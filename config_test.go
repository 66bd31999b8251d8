package cpuworker

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestConfigErrors(t *testing.T) {
	for _, c := range []struct {
		cfg   Config
		field string
	}{
		{Config{Mode: -1}, "mode -1"},
		{Config{Mode: Cooperative + 1}, "mode 3"},
		{Config{Slots: -1}, "Slots is -1"},
		{Config{Slots: MaxSlots + 1}, "Slots is 4097"},
		{Config{Slots: math.MaxInt}, "Slots is 9223372036854775807"},
		{Config{Slots: math.MinInt}, "Slots is -9223372036854775808"},
		{Config{Slice: minSlice - 1}, "Slice is 99.999µs"},
		{Config{Slice: maxSlice + 1}, "Slice is 10.000000001s"},
		{Config{Slice: -time.Second}, "Slice is -1s"},
		{Config{MaxQueued: -1}, "MaxQueued is -1"},
	} {
		procs := runtime.GOMAXPROCS(0)
		s, err := New(c.cfg)
		if s != nil || !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.field) {
			t.Errorf("New(%+v): scheduler %v, error %v; want one that names %q", c.cfg, s, err, c.field)
		}
		if now := runtime.GOMAXPROCS(0); now != procs {
			t.Errorf("GOMAXPROCS went from %d to %d by a New that failed", procs, now)
		}
	}
}

func TestDefaults(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for procs, want := range map[int]map[Mode]int{
		1:  {Preemptive: 1, Cooperative: 1},
		2:  {Preemptive: 2, Cooperative: 1},
		4:  {Preemptive: 4, Cooperative: 3},
		7:  {Preemptive: 7, Cooperative: 5},
		16: {Preemptive: 16, Cooperative: 12},
	} {
		runtime.GOMAXPROCS(procs)
		for mode, slots := range want {
			s, err := New(Config{Mode: mode})
			if errors.Is(err, ErrUnavailable) {
				continue
			}
			must(t, "New", err)
			st := s.Stats()
			if st.Slots != slots || st.Slice != DefaultSlice || st.MaxQueued != DefaultMaxQueued || st.Mode != mode {
				t.Errorf("GOMAXPROCS %d, %v: %+v, want %d slots and the defaults", procs, mode, st, slots)
			}
			raised := procs
			switch {
			case mode == Preemptive:
				raised = (4*(procs+2*slots) + 2) / 3
			case slots >= procs:
				raised = procs + 1
			}
			if st.GOMAXPROCS != raised {
				t.Errorf("%v: GOMAXPROCS went from %d to %d, want %d", mode, procs, st.GOMAXPROCS, raised)
			}
			settle(t, s)
			if now := runtime.GOMAXPROCS(0); now != procs {
				t.Errorf("%v: GOMAXPROCS is %d after Close, was %d", mode, now, procs)
			}
		}
	}
}

func TestOneAndVeryManySlots(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		before := runtime.GOMAXPROCS(0)
		for _, slots := range []int{1, 3, MaxSlots} {
			// Raising GOMAXPROCS to thousands costs seconds and is not the point.
			s := newScheduler(t, Config{Mode: mode, Slots: slots, KeepGOMAXPROCS: slots > 3})
			if st := s.Stats(); st.Slots != slots {
				t.Errorf("%d slots, want %d", st.Slots, slots)
			}
			for range 10 {
				must(t, "Do", s.Do(context.Background(), nothing))
			}
			settle(t, s)
			if now := runtime.GOMAXPROCS(0); now != before {
				t.Fatalf("GOMAXPROCS is %d after %d slots, was %d", now, slots, before)
			}
		}
	})
}

func TestModeNames(t *testing.T) {
	for _, m := range []Mode{Auto, Preemptive, Cooperative} {
		if got, err := ParseMode(m.String()); err != nil || got != m {
			t.Errorf("ParseMode(%q) = %v, %v", m.String(), got, err)
		}
	}
	for _, name := range []string{"", "Auto", "mode 3", "fast"} {
		_, err := ParseMode(name)
		wantErr(t, "ParseMode of "+name, err, ErrConfig)
	}
}

func TestModeSaysWhy(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode})
		got, why := s.Mode()
		if got != mode || !strings.HasPrefix(why, mode.String()+": ") || strings.Contains(why, "\n") {
			t.Errorf("Mode() = %v, %q", got, why)
		}
		if st := s.Stats(); st.Mode != got || st.Why != why {
			t.Errorf("Stats say %v, %q", st.Mode, st.Why)
		}
	})
	auto := newScheduler(t, Config{})
	if got, why := auto.Mode(); got == Auto || why == "" {
		t.Errorf("Auto chose %v, %q", got, why)
	}
}
