package demo

import (
	"context"
	"runtime"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/sync/errgroup"

	"github.com/cpuworker/cpuworker/examples/demo/server"
	"github.com/cpuworker/cpuworker/lab/child"
	"github.com/cpuworker/cpuworker/lab/load"
)

// Sizes of the loads.
const (
	lightConns = 256
	smallConns = 32
	smallRate  = 100 // per second
)

// streams are the loads of one cell.
type streams struct {
	light load.Stream
	heavy load.Stream // no connections: no heavy load
	small load.Stream // likewise
}

func httpStream(addr, path string, conns int, t times) load.Stream {
	return load.Stream{
		Addr: addr, Request: load.Get(addr, path), Reply: load.HTTPReply, Conns: conns,
		Warm: t.warm, Window: t.window, Drain: t.drain,
	}
}

// streams of a cell on the server at addr. The seed is that of the repetition,
// so that all its steps get the same arrivals.
func (r *runner) streams(c Cell, addr string, light Light, seed uint64) streams {
	var s streams
	s.light = httpStream(addr, light.Path, lightConns, r.plan.times)
	s.light.Rate, s.light.Seed = light.Rate, seed
	if c.Small {
		s.small = httpStream(addr, smallPath, smallConns, r.plan.times)
		s.small.Rate, s.small.Seed = smallRate, seed+1
	}
	if c.Heavy != "" {
		s.heavy = httpStream(addr, c.Heavy, r.options.Clients, r.plan.times)
		s.heavy.Window = 0 // until the others are done
	}
	if r.options.Closed {
		s.light.Rate, s.light.Conns = 0, r.options.Clients
		s.small.Rate, s.small.Conns = 0, min(s.small.Conns, 1)*r.options.Clients
	}
	return s
}

// measured is what a cell gave once.
type measured struct {
	figures Figures
	latency *hdrhistogram.Histogram
}

// measure loads one server and takes the figures of the window.
func measure(ctx context.Context, c *child.Child, s streams, t times) (m measured, err error) {
	runtime.GC() // of the last cell's garbage, so that it does not fall into the window
	var light, small load.Result
	heavyCtx, endHeavy := context.WithCancel(ctx)
	defer endHeavy()
	var heavy, all errgroup.Group
	if s.heavy.Conns > 0 {
		heavy.Go(func() error {
			_, err := load.Run(heavyCtx, s.heavy)
			return err
		})
	}
	all.Go(func() (err error) { light, err = load.Run(ctx, s.light); return err })
	if s.small.Conns > 0 {
		all.Go(func() (err error) { small, err = load.Run(ctx, s.small); return err })
	}
	usage, err := window(ctx, c, t.warm, t.window)
	if loadErr := all.Wait(); err == nil {
		err = loadErr
	}
	endHeavy()
	if loadErr := heavy.Wait(); err == nil {
		err = loadErr
	}
	if err != nil {
		return m, err
	}
	if err := c.Quiet(ctx); err != nil {
		return m, err
	}
	m.figures, m.latency = usage, light.Latency
	m.figures.Light = latency(light)
	if s.small.Conns > 0 {
		m.figures.Small = latency(small)
	}
	return m, nil
}

// window lets a load run and returns the figures that are not latencies. Rates
// are taken over the time between the two snapshots, each by the clock of the
// process it is of: a loaded server is late to answer.
func window(ctx context.Context, c *child.Child, warm, length time.Duration) (f Figures, err error) {
	if err := sleep(ctx, warm); err != nil {
		return f, err
	}
	busyBefore, allBefore := machineTime()
	ownCPU, start := server.CPUTime(), time.Now()
	before, err := c.Status(ctx)
	if err != nil {
		return f, err
	}
	if err := sleep(ctx, length-time.Since(start)); err != nil {
		return f, err
	}
	own := share(server.CPUTime()-ownCPU, time.Since(start))
	busyAfter, allAfter := machineTime()
	after, err := c.Status(ctx)
	if err != nil {
		return f, err
	}
	since := after.Since - before.Since
	f = Figures{
		HeavyPerSecond: float64(after.Checksums-before.Checksums) / server.MeanHeavySize / since.Seconds(),
		ServerShare:    share(after.CPU-before.CPU, since),
		GeneratorShare: own,
		Threads:        float64(after.Threads),
		GOMAXPROCS:     float64(after.GOMAXPROCS),
	}
	f.OtherShare = max(0, ratio(busyAfter-busyBefore, allAfter-allBefore)-f.ServerShare-f.GeneratorShare)
	return f, nil
}

// share of the machine that cpu is of the time.
func share(cpu, elapsed time.Duration) float64 {
	return cpu.Seconds() / elapsed.Seconds() / float64(runtime.NumCPU())
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
