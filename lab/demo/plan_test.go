package demo

import (
	"slices"
	"testing"
	"time"
)

func names(cells []Cell) (names []string) {
	for _, c := range cells {
		names = append(names, c.name())
	}
	return names
}

func TestPlanHasEveryCellOnce(t *testing.T) {
	o := defaultOptions()
	o.Light = []int{5, 25}
	p := newPlan(o)
	all := names(p.cells)
	sorted := slices.Sorted(slices.Values(all))
	if len(slices.Compact(sorted)) != len(all) {
		t.Errorf("cells occur twice in %q", all)
	}
	for _, want := range []string{"1 at 5% light", "3b at 5% light", "4 at 5% light", "3 coop at 5% light", "echo loaded", "ants at 5% light", "3b at 25% light"} {
		if !slices.Contains(all, want) {
			t.Errorf("no %s in %q", want, all)
		}
	}
	if slices.Contains(all, "4 at 25% light") {
		t.Error("step 4 is run at every light load")
	}
	for _, c := range p.cells {
		if _, ok := p.servers[c.Server]; !ok && c.Server != raisedServer { // started last
			t.Errorf("%s needs the server %q, which the plan has not", c.name(), c.Server)
		}
	}
	once := 0
	for _, c := range p.cells {
		if c.Once {
			once++
		}
	}
	if got, want := p.measurements(), (len(p.cells)-once)*p.reps+once; got != want {
		t.Errorf("%d measurements, want %d", got, want)
	}
	if !slices.Equal(p.lights(), o.Light) {
		t.Errorf("lights %v, want %v", p.lights(), o.Light)
	}
}

func TestPlanWithoutPreemptiveMode(t *testing.T) {
	p := newPlan(defaultOptions())
	p.withoutPreemptive()
	all := names(p.cells)
	for _, want := range []string{"1 at 5% light", "2 at 5% light", "3 coop at 5% light", "4 coop at 5% light", "semaphore at 5% light"} {
		if !slices.Contains(all, want) {
			t.Errorf("no %s in %q", want, all)
		}
	}
	for _, c := range p.cells {
		if _, ok := p.servers[c.Server]; !ok {
			t.Errorf("%s needs the server %q, which the plan has not", c.name(), c.Server)
		}
	}
	if !slices.Contains(names(p.dropped), "3 at 5% light") {
		t.Errorf("step 3 is not among the dropped: %q", names(p.dropped))
	}
}

func TestPlanOfSlices(t *testing.T) {
	o := defaultOptions()
	o.Slices = []time.Duration{time.Millisecond, 5 * time.Millisecond}
	p := newPlan(o)
	want := []string{"1 at 5% light", "slice 1ms at 5% light", "slice 5ms at 5% light"}
	if got := names(p.cells); !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	for i, slice := range o.Slices {
		server := p.servers[p.cells[i+1].Server]
		if server.Slice != slice || server.Mode != cooperativeServer {
			t.Errorf("the server for %v is %+v", slice, server)
		}
	}
}
