// Command cpuworker serves the demo, and measures it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/cpuworker/cpuworker/lab/child"
)

// commands of the program.
type commands struct {
	Serve serveCommand `cmd:"" help:"Serve the demo's endpoints over HTTP."`
	Demo  demoCommand  `cmd:"" help:"Start the servers, load them step by step, and compare the steps."`
	Child childCommand `cmd:"" hidden:"" name:"lab-child"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cpuworker:", strings.TrimPrefix(err.Error(), "cpuworker: "))
		os.Exit(1)
	}
}

// run is main with its surroundings as arguments.
func run(ctx context.Context, args []string, out io.Writer) error {
	parser, err := kong.New(&commands{},
		kong.Name("cpuworker"),
		kong.Description("A CPU scheduler for Go services: its demo, and the load test of the demo."),
		kong.Writers(out, os.Stderr),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(out, (*io.Writer)(nil)),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return err
	}
	return parsed.Run()
}

// childCommand is what the demo starts its servers with.
type childCommand struct {
	Options string `arg:""`
}

func (c *childCommand) Run(ctx context.Context, out io.Writer) error {
	return child.Serve(ctx, c.Options, os.Stdin, out)
}
