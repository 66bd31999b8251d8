// Package child runs the servers of the demo in processes of their own: each
// step is measured in a process that no other step has touched, and the load
// generator is in none of them.
//
// A child is this same program started again. It ends when its standard input
// does, and so with its parent, however that one ends.
package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/cpuworker/cpuworker"
	"github.com/cpuworker/cpuworker/examples/demo/server"
	"github.com/cpuworker/cpuworker/lab/baseline"
)

// Command is the hidden command of the program that makes it a child. Its
// argument is Options as JSON.
const Command = "lab-child"

// Options say what a child is.
type Options struct {
	// Mode is a mode of cpuworker, or server.PlainMode: no scheduler at all.
	Mode  string        `json:"mode"`
	Slots int           `json:"slots,omitempty"`
	Slice time.Duration `json:"slice_ns,omitempty"`
	// GOMAXPROCS is set if it is not 0, in a plain child only.
	GOMAXPROCS int `json:"gomaxprocs,omitempty"`
}

// Hello is the line a child prints when it is ready.
type Hello struct {
	Addr   string        `json:"addr"`
	Echo   string        `json:"echo"`
	Status server.Status `json:"status"`
}

// Serve is the child's side: it serves as the options say until ctx is done, in
// is at its end, or a signal comes.
func Serve(ctx context.Context, options string, in io.Reader, out io.Writer) error {
	var o Options
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		return fmt.Errorf("child: options: %w", err)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, in)
		cancel()
	}()

	srv, release, err := newServer(o)
	if err != nil {
		return err
	}
	defer release()
	web, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	echo, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, web.Close())
	}
	defer echo.Close()
	go func() { _ = server.Echo(echo) }() // ends with its listener
	hello := Hello{Addr: web.Addr().String(), Echo: echo.Addr().String(), Status: srv.Status()}
	if err := json.NewEncoder(out).Encode(hello); err != nil {
		return errors.Join(err, web.Close())
	}
	return srv.Serve(ctx, web)
}

// newServer makes the server and returns what ends it.
func newServer(o Options) (srv *server.Server, release func(), err error) {
	if o.Mode == server.PlainMode {
		if o.GOMAXPROCS > 0 {
			runtime.GOMAXPROCS(o.GOMAXPROCS)
		}
		if srv, err = server.New(nil); err != nil {
			return nil, nil, err
		}
		release, err = baseline.Add(srv)
		return srv, release, err
	}
	mode, err := cpuworker.ParseMode(o.Mode)
	if err != nil {
		return nil, nil, err
	}
	sched, err := cpuworker.New(cpuworker.Config{Mode: mode, Slots: o.Slots, Slice: o.Slice})
	if err != nil {
		return nil, nil, err
	}
	release = func() { _ = sched.Close() }
	if srv, err = server.New(sched); err != nil {
		release()
		return nil, nil, err
	}
	return srv, release, nil
}
