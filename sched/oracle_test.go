package sched

import "math"

// What is fair, from the definitions alone. Nothing here knows how the core
// works, and it shares no code with it.

// maxMin returns the weighted max-min fair rates of those who want at most
// want each of a total. All rates grow in proportion to the weights; one that
// has all it wants stops, and leaves the rest to the others. A weight that
// promises more than can be used, as the large one of a group with one task on
// two CPUs, needs no case of its own.
func maxMin(weights, want []float64, total float64) []float64 {
	content := make([]bool, len(weights))
	for {
		left, sum := total, 0.0
		for i := range weights {
			if content[i] {
				left -= want[i]
			} else {
				sum += weights[i]
			}
		}
		rates, more := make([]float64, len(weights)), false
		for i := range weights {
			switch share := left * weights[i] / sum; {
			case content[i]:
				rates[i] = want[i]
			case share >= want[i]:
				rates[i], content[i], more = want[i], true, true
			default:
				rates[i] = share
			}
		}
		if !more {
			return rates
		}
	}
}

// gauge measures how unfair a run was to those who always had work. For two of
// them, i and j, the lead of i is W_i/w_i - W_j/w_j, where W is the service had
// and w the weight. In perfect sharing it never changes. Over the interval from
// one instant to another it changes by the difference of the lead then and
// before; so the worst over all intervals is its highest less its lowest value.
type gauge struct {
	weights   []float64
	most      []float64 // the longest service of one turn, of each
	low, high [][]float64
	started   bool
}

func newGauge(weights, most []float64) *gauge {
	g := &gauge{weights: weights, most: most}
	for range weights {
		g.low = append(g.low, make([]float64, len(weights)))
		g.high = append(g.high, make([]float64, len(weights)))
	}
	return g
}

// look is to be called as often as the rates change, and before the first turn.
func (g *gauge) look(service []float64) {
	for i := range service {
		for j := range i {
			lead := service[i]/g.weights[i] - service[j]/g.weights[j]
			if !g.started {
				g.low[i][j], g.high[i][j] = lead, lead
			}
			g.low[i][j], g.high[i][j] = min(g.low[i][j], lead), max(g.high[i][j], lead)
		}
	}
	g.started = true
}

// worst returns the largest unfairness of any two over any interval, in units
// of the bound of start-time fair queueing, l_i/w_i + l_j/w_j (Goyal, Vin,
// Cheng, theorem 1), which holds on one CPU: 1 is the most allowed there.
func (g *gauge) worst() float64 {
	worst := 0.0
	for i := range g.weights {
		for j := range i {
			bound := g.most[i]/g.weights[i] + g.most[j]/g.weights[j]
			worst = math.Max(worst, (g.high[i][j]-g.low[i][j])/bound)
		}
	}
	return worst
}
