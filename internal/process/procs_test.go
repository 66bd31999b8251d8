package process

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
)

// keepProcs restores GOMAXPROCS after a test that sets it.
func keepProcs(t *testing.T) (before int) {
	t.Helper()
	before = runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	return before
}

func expectProcs(t *testing.T, when string, want int) {
	t.Helper()
	if now := runtime.GOMAXPROCS(0); now != want {
		t.Errorf("%s: GOMAXPROCS is %d, want %d", when, now, want)
	}
}

func TestRaiseProcs(t *testing.T) {
	before := keepProcs(t)
	release := RaiseProcs(3)
	expectProcs(t, "raised", before+3)
	if base := BaseProcs(); base != before {
		t.Errorf("the base is %d, want %d", base, before)
	}
	release()
	release()
	expectProcs(t, "released twice", before)
	RaiseProcs(0)()
	expectProcs(t, "raised by nothing", before)
}

// In whatever order several raises end, what is left is what is still raised.
func TestReleaseInAnyOrder(t *testing.T) {
	before := keepProcs(t)
	for range 20 {
		extra := before
		type raise struct {
			by      int
			release func()
		}
		var raises []raise
		for by := range 5 {
			raises = append(raises, raise{by, RaiseProcs(by)})
			extra += by
			expectProcs(t, "raised", extra)
		}
		rand.Shuffle(len(raises), func(i, j int) { raises[i], raises[j] = raises[j], raises[i] })
		for _, r := range raises {
			r.release()
			extra -= r.by
			expectProcs(t, "released", extra)
		}
	}
	expectProcs(t, "in the end", before)
}

// What the program sets meanwhile is its own.
func TestTheProgramSetsProcs(t *testing.T) {
	before := keepProcs(t)
	old := RaiseProcs(1)
	runtime.GOMAXPROCS(before + 5)
	if base := BaseProcs(); base != before+5 {
		t.Errorf("the base is %d, the program set %d", base, before+5)
	}
	young := RaiseProcs(2)
	expectProcs(t, "raised again", before+7)
	old()
	expectProcs(t, "the old raise is released", before+7)
	young()
	expectProcs(t, "both are released", before+5)

	last := RaiseProcs(4)
	runtime.GOMAXPROCS(1)
	last()
	expectProcs(t, "released after a change", 1)
}

// A value that the environment fixes is not handed back to the runtime's own
// following of the limit; the result is the same either way.
func TestReleaseWithGOMAXPROCSInTheEnvironment(t *testing.T) {
	keepProcs(t)
	for _, text := range []string{"", "3"} {
		t.Setenv("GOMAXPROCS", text)
		if text == "" {
			if err := os.Unsetenv("GOMAXPROCS"); err != nil {
				t.Fatal(err)
			}
		}
		for _, procs := range []int{1, 3, 7} {
			runtime.GOMAXPROCS(procs)
			RaiseProcs(2)()
			expectProcs(t, "released with GOMAXPROCS="+text, procs)
		}
	}
}

func TestRaiseByManyAtOnce(t *testing.T) {
	before := keepProcs(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			var held []func()
			for range 10 {
				held = append(held, RaiseProcs(rand.IntN(3)))
				if BaseProcs() != before {
					t.Errorf("the base is %d, want %d", BaseProcs(), before)
				}
			}
			for i := range held {
				held[len(held)-1-i]()
			}
		})
	}
	all.Wait()
	expectProcs(t, "in the end", before)
}
