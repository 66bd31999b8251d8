package demo

import (
	"context"
	"fmt"
	"math"
	"runtime"
)

// Light is the light load at one share of the machine.
type Light struct {
	Percent int     `json:"percent"` // asked for
	Path    string  `json:"path"`
	Rate    float64 `json:"rate_per_second"`
	// CPU time of one request when there is no other load, in microseconds, of
	// the server and of the generator.
	ServerCost    float64 `json:"server_cpu_us"`
	GeneratorCost float64 `json:"generator_cpu_us"`
}

const (
	firstRate = 2000 // per second, of the first look
	// Above this rate of /delay1ms a light load would be a test of the network
	// stack: requests then carry some CPU work of their own.
	highestRate = 6000
	lightWork   = 12 // checksums, about 100 µs
)

const (
	looks    = 4    // at most, to find a rate
	accuracy = 0.07 // of the share, that is enough
)

// calibrate finds the rate at which the light load alone takes percent of the
// machine: what the server and the generator use together. A request costs less
// at a higher rate, so that takes several looks.
func (r *runner) calibrate(ctx context.Context, percent int) (Light, error) {
	l := Light{Percent: percent, Path: lightPath, Rate: firstRate}
	wanted := float64(percent) / 100
	for look := 0; look < looks; look++ {
		f, err := r.alone(ctx, l)
		if err != nil {
			return l, err
		}
		l.setCost(f)
		took := f.ServerShare + f.GeneratorShare
		if took <= 0 || f.Light.PerSecond == 0 || math.Abs(took/wanted-1) < accuracy {
			break
		}
		// By the cost of an answer, not of a request sent: on a busy machine not
		// all are answered.
		l.Rate = f.Light.PerSecond * wanted / took
		if l.Rate > highestRate && l.Path == lightPath {
			l.Path, l.Rate = fmt.Sprintf("/lab/light?checksums=%d", lightWork), firstRate
			look = 0 // another kind of request
		}
	}
	return l, nil
}

// alone measures the light load with nothing beside it.
func (r *runner) alone(ctx context.Context, l Light) (Figures, error) {
	c, t := r.children[plainServer], r.plan.calibration
	s := httpStream(c.Addr, l.Path, lightConns, t)
	s.Rate = l.Rate
	m, err := measure(ctx, c, streams{light: s}, t)
	return m.figures, err
}

// setCost takes the cost of a request from figures of the light load alone.
func (l *Light) setCost(f Figures) {
	if f.Light.PerSecond > 0 {
		perRequest := float64(runtime.NumCPU()) / f.Light.PerSecond * 1e6
		l.ServerCost, l.GeneratorCost = f.ServerShare*perRequest, f.GeneratorShare*perRequest
	}
}
