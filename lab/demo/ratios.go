package demo

// Ratios compare a cell with others at the same light load. 0 = nothing to
// compare with.
type Ratios struct {
	LightToStep1 Quantiles `json:"light_to_step1"`
	LightToStep2 Quantiles `json:"light_to_step2"`
	HeavyToStep2 float64   `json:"heavy_to_step2"`
	// HeavyAccounted is HeavyToStep2 with the light work accounted for: heavy
	// requests per CPU time that the light work left. Plain servers answer fewer
	// light requests under load, and what these do not use goes to heavy ones.
	HeavyAccounted float64 `json:"heavy_to_step2_light_accounted"`
	// LightShare is what the light work took of the machine: the answers at the
	// server's cost of one alone, and the generator.
	LightShare float64 `json:"light_share"`
}

// Quantiles are ratios of latencies.
type Quantiles struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p99.9"`
	Max  float64 `json:"max"`
}

func (r *Result) ratios(c *CellResult) (q Ratios) {
	if c.Light == 0 {
		return q
	}
	q.LightShare = r.lightShare(c)
	if one := r.cell(Step1, c.Light); one != nil {
		q.LightToStep1 = quantiles(c.Median.Light, one.Median.Light)
	}
	if two := r.cell(Step2, c.Light); two != nil {
		q.LightToStep2 = quantiles(c.Median.Light, two.Median.Light)
		q.HeavyToStep2 = ratio(c.Median.HeavyPerSecond, two.Median.HeavyPerSecond)
		q.HeavyAccounted = ratio(q.HeavyToStep2*(1-r.lightShare(two)), 1-q.LightShare)
	}
	return q
}

// lightShare is a cell's light work as a share of the machine.
func (r *Result) lightShare(c *CellResult) float64 {
	for _, l := range r.Lights {
		if l.Percent == c.Light {
			server := c.Median.Light.PerSecond * l.ServerCost / 1e6 / float64(r.Environment.Cores)
			return server + c.Median.GeneratorShare
		}
	}
	return 0
}

func quantiles(a, b Latency) Quantiles {
	return Quantiles{
		P50: ratio(a.P50, b.P50), P90: ratio(a.P90, b.P90), P99: ratio(a.P99, b.P99),
		P999: ratio(a.P999, b.P999), Max: ratio(a.Max, b.Max),
	}
}

// ratio is 0 when there is nothing to divide by: JSON has no other word for it.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}
