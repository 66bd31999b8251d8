package cpuworker

import (
	"context"
	"runtime"
	"testing"
)

// Two schedulers raise GOMAXPROCS twice; when both are closed it is as before,
// whichever goes first.
func TestTwoSchedulersLeaveGOMAXPROCS(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		before := runtime.GOMAXPROCS(0)
		for _, last := range []int{0, 1} {
			a := newScheduler(t, Config{Mode: mode, Slots: before})
			one := runtime.GOMAXPROCS(0)
			b := newScheduler(t, Config{Mode: mode, Slots: before})
			two := runtime.GOMAXPROCS(0)
			if one <= before || two <= one {
				t.Errorf("GOMAXPROCS went from %d to %d to %d", before, one, two)
			}
			both := []*Scheduler{a, b}
			settle(t, both[1-last])
			if now := runtime.GOMAXPROCS(0); now != one {
				t.Errorf("GOMAXPROCS is %d with one left, want %d", now, one)
			}
			must(t, "Do", both[last].Do(context.Background(), nothing))
			settle(t, both[last])
			if now := runtime.GOMAXPROCS(0); now != before {
				t.Errorf("GOMAXPROCS is %d after both, was %d", now, before)
			}
		}
	})
}

func TestKeepGOMAXPROCS(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		before := runtime.GOMAXPROCS(0)
		s := newScheduler(t, Config{Mode: mode, Slots: before, KeepGOMAXPROCS: true})
		if now := runtime.GOMAXPROCS(0); now != before {
			t.Errorf("GOMAXPROCS went from %d to %d", before, now)
		}
		must(t, "Do", s.Do(context.Background(), nothing))
	})
}

// A program that sets GOMAXPROCS itself, before or meanwhile, keeps its value.
func TestGOMAXPROCSChangedUnderUs(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		before := runtime.GOMAXPROCS(0)
		defer runtime.GOMAXPROCS(before)
		// None of them is what we raise it to: that we could not tell.
		for _, theirs := range []int{1, 5 * before, 6 * before} {
			a := newScheduler(t, Config{Mode: mode, Slots: before})
			runtime.GOMAXPROCS(theirs)
			must(t, "Do after the change", a.Do(context.Background(), nothing))
			b := newScheduler(t, Config{Mode: mode, Slots: theirs})
			if now := runtime.GOMAXPROCS(0); now <= theirs {
				t.Errorf("a New after the change left GOMAXPROCS at %d", now)
			}
			settle(t, a)
			must(t, "Do with the other", b.Do(context.Background(), nothing))
			settle(t, b)
			if now := runtime.GOMAXPROCS(0); now != theirs {
				t.Errorf("GOMAXPROCS is %d after Close, the program had set %d", now, theirs)
			}
			runtime.GOMAXPROCS(before)
		}
	})
}

// The effects last until the last task has ended, not until Close.
func TestEffectsEndWithTheLastTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		before := runtime.GOMAXPROCS(0)
		s := newScheduler(t, Config{Mode: mode, Slots: before, Slice: longSlice})
		raised := runtime.GOMAXPROCS(0)
		release := occupy(t, s)
		must(t, "Close", s.Close())
		if now := runtime.GOMAXPROCS(0); now != raised || now == before {
			t.Errorf("GOMAXPROCS is %d while tasks run, was %d, then %d", now, before, raised)
		}
		release()
		wait(t, "the last task", s.gone)
		if now := runtime.GOMAXPROCS(0); now != before {
			t.Errorf("GOMAXPROCS is %d after the last task, was %d", now, before)
		}
	})
}
