package demo

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/cpuworker/cpuworker/lab/child"
	"github.com/cpuworker/cpuworker/lab/load"
)

const (
	echoRate  = 2000 // per second
	echoConns = 64
)

// measureEcho takes the round trip of one byte, with busy endless tasks beside
// it. It is sent at a steady rate: back to back, the many fast round trips
// between two stalls would hide the stalls.
func measureEcho(ctx context.Context, c *child.Child, busy int, seed uint64, t times) (m measured, err error) {
	runtime.GC()
	if busy > 0 {
		if err := c.Endless(ctx, busy); err != nil {
			return m, err
		}
	}
	var all errgroup.Group
	var result load.Result
	all.Go(func() (err error) {
		result, err = load.Run(ctx, load.Stream{
			Addr: c.Echo, Request: load.Byte(), Reply: load.ByteReply, Conns: echoConns,
			Rate: echoRate, Seed: seed, RoundTrip: true,
			Warm: t.warm, Window: t.echo, Drain: t.drain,
		})
		return err
	})
	m.figures, err = window(ctx, c, t.warm, t.echo)
	if loadErr := all.Wait(); err == nil {
		err = loadErr
	}
	if err == nil {
		err = c.Quiet(ctx)
	}
	m.figures.Echo, m.latency = latency(result), result.Latency
	return m, err
}
