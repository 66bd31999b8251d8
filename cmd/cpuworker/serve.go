package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/cpuworker/cpuworker"
	"github.com/cpuworker/cpuworker/examples/demo/server"
)

type serveCommand struct {
	Addr  string        `default:"127.0.0.1:8080" help:"Address to listen on."`
	Mode  string        `default:"auto" enum:"auto,preemptive,cooperative" help:"How tasks give way: ${enum}."`
	Slots int           `default:"0" help:"Tasks that run at once; 0 = by the rule of the mode."`
	Slice time.Duration `default:"10ms" help:"CPU time a task has before it may have to give way."`
}

// Validate is called by kong.
func (c *serveCommand) Validate() error {
	if c.Slots < 0 {
		return fmt.Errorf("--slots must be 0 or more, not %d", c.Slots)
	}
	if c.Slice <= 0 {
		return fmt.Errorf("--slice must be longer than 0, not %v", c.Slice)
	}
	return nil
}

func (c *serveCommand) Run(ctx context.Context, out io.Writer) error {
	mode, err := cpuworker.ParseMode(c.Mode)
	if err != nil {
		return err
	}
	// Before the scheduler: an address in use should change nothing.
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	sched, err := cpuworker.New(cpuworker.Config{Mode: mode, Slots: c.Slots, Slice: c.Slice})
	if err != nil {
		return err
	}
	defer sched.Close()
	srv, err := server.New(sched)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, srv.Banner(ln.Addr()))
	return srv.Serve(ctx, ln)
}
