package report

import (
	"fmt"
	"strings"

	"github.com/cpuworker/cpuworker/lab/demo"
)

// tiles are the figures a reader came for.
func tiles(r *demo.Result) (tiles []tile) {
	var one, two, three *demo.CellResult
	for _, c := range r.Cells {
		// The first light load of the run is the one all steps have.
		switch {
		case c.Step == demo.Step1 && one == nil:
			one = c
		case c.Step == demo.Step2 && two == nil:
			two = c
		case c.Step == demo.Step3 && three == nil, c.Step == demo.Step3Coop && three == nil:
			three = c
		}
	}
	if one == nil || two == nil {
		return nil
	}
	tiles = append(tiles,
		tile{"Light p99, alone", ms(one.Median.Light.P99), "step 1"},
		tile{"Light p99 beside heavy work, plain Go", ms(two.Median.Light.P99), fmt.Sprintf("step 2: %s step 1", factor(two.Ratios.LightToStep1.P99))})
	if three == nil {
		return tiles
	}
	return append(tiles,
		tile{"Light p99 beside heavy work, cpuworker", ms(three.Median.Light.P99), fmt.Sprintf("step %s: %s step 1", three.Step, factor(three.Ratios.LightToStep1.P99))},
		tile{"Heavy requests kept", fmt.Sprintf("%.0f%%", three.Ratios.HeavyToStep2*100), fmt.Sprintf("of step 2: %.1f/s of %.1f/s", three.Median.HeavyPerSecond, two.Median.HeavyPerSecond)})
}

func ms(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f ms", v)
	}
	return fmt.Sprintf("%.2f ms", v)
}

func factor(v float64) string {
	if v >= 10 {
		return fmt.Sprintf("%.0f×", v)
	}
	return fmt.Sprintf("%.2f×", v)
}

// facts are where and how the figures were taken.
func facts(r *demo.Result) []fact {
	e, s := r.Environment, r.Settings
	facts := []fact{
		{"Machine", fmt.Sprintf("%d cores, %s", e.Cores, e.CPU)},
		{"System", fmt.Sprintf("%s %s, kernel %s", e.OS, e.Arch, e.Kernel)},
		{"Go", fmt.Sprintf("%s, default GOMAXPROCS %d", e.Go, e.GOMAXPROCS)},
		{"Runs", fmt.Sprintf("%d interleaved, %.1f s each after %.1f s of warm-up", s.Repetitions, s.Window, s.Warm)},
	}
	if s.Closed {
		facts = append(facts, fact{"Load", fmt.Sprintf("closed loops of %d clients each", s.HeavyClients)})
	} else {
		facts = append(facts, fact{"Load", fmt.Sprintf("%d heavy clients in a closed loop; light requests in an open loop over %d connections; %.0f small tasks/s", s.HeavyClients, s.LightConns, s.SmallRate)})
	}
	for _, server := range r.Servers {
		facts = append(facts, fact{"Server: " + server.Name, serverLine(server)})
	}
	return facts
}

func serverLine(s demo.Server) string {
	line := fmt.Sprintf("GOMAXPROCS %d, %d threads when idle", s.Status.GOMAXPROCS, s.Status.Threads)
	if s.Status.Why != "" {
		line += ", " + s.Status.Why
	}
	if len(s.ThreadSlices) > 0 {
		slices := make([]string, len(s.ThreadSlices))
		for i, d := range s.ThreadSlices {
			slices[i] = d.String()
		}
		line += ", thread slice " + strings.Join(slices, " and ")
	}
	return line
}
