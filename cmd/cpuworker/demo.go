package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/cpuworker/cpuworker/lab/demo"
	"github.com/cpuworker/cpuworker/lab/report"
)

type demoCommand struct {
	Quick   bool            `help:"Under 20 s: shorter, and each step once."`
	Light   []int           `default:"5" placeholder:"PERCENT" help:"Light work in percent of the machine. Steps 1 to 3b run at each, the others at the first (default ${default})."`
	Slices  []time.Duration `placeholder:"TIME" help:"Only measure how small tasks follow these slices in Cooperative mode."`
	Closed  bool            `help:"Closed loops: requests per second of every step."`
	Clients *int            `short:"c" placeholder:"N" help:"Heavy clients (default 10); with --closed, clients of every load (default 100)."`
	Reps    int             `default:"3" help:"Repetitions; figures are medians over them."`
	JSON    string          `name:"json" placeholder:"FILE" help:"Write every figure to this file."`
	Report  string          `default:"report.html" placeholder:"FILE" help:"Where the report goes (default ${default})."`
	Check   bool            `help:"Fail if a bar was missed."`
}

func (c *demoCommand) options() demo.Options {
	o := demo.Options{
		Quick: c.Quick, Light: c.Light, Slices: c.Slices, Closed: c.Closed, Reps: c.Reps,
		Clients: demo.DefaultClients, Progress: os.Stderr,
	}
	if c.Closed {
		o.Clients = demo.DefaultClosedClients
	}
	if c.Clients != nil {
		o.Clients = *c.Clients
	}
	return o
}

// Validate is called by kong.
func (c *demoCommand) Validate() error {
	if c.Check && (c.Closed || len(c.Slices) > 0) {
		return errors.New("--check has no bars to compare with in a run with --closed or --slices")
	}
	return c.options().Validate()
}

func (c *demoCommand) Run(ctx context.Context, out io.Writer) error {
	result, err := demo.Run(ctx, c.options())
	if err != nil {
		return err
	}
	if err := result.Table(out); err != nil {
		return err
	}
	if c.JSON != "" {
		if err := writeJSON(c.JSON, result); err != nil {
			return err
		}
	}
	if err := writeReport(c.Report, result); err != nil {
		return err
	}
	path, err := filepath.Abs(c.Report)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "Report:", path)
	if c.Check {
		return result.Check()
	}
	return nil
}

func writeJSON(path string, result *demo.Result) error {
	b, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

func writeReport(path string, result *demo.Result) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return report.Write(f, result)
}
