package child

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Child is a server in another process.
type Child struct {
	Hello
	cmd    *exec.Cmd
	in     io.Closer // the child ends when this is closed
	exited chan struct{}
	client http.Client
}

const (
	startTime = 5 * time.Second
	stopTime  = 3 * time.Second // more than the server's own grace
)

// Start starts a child and waits until it is ready. Its threads inherit the
// scheduling attributes of the caller's, so a process that changes its own has
// to start its children first.
func Start(o Options) (*Child, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("child: %w", err)
	}
	options, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("child: options: %w", err)
	}
	var complaint bytes.Buffer
	cmd := exec.Command(exe, Command, string(options))
	cmd.Stderr = &complaint
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("child: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("child: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("child: %w", err)
	}
	c := &Child{cmd: cmd, in: in, exited: make(chan struct{})}
	c.client.Timeout = 10 * time.Second

	// A child that says nothing is ended, which ends the read.
	timer := time.AfterFunc(startTime, func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	timer.Stop()
	go func() {
		defer close(c.exited)
		_ = cmd.Wait() // how it ended is of no interest
	}()
	if err == nil {
		err = json.Unmarshal(line, &c.Hello)
	}
	if err == nil {
		return c, nil
	}
	c.Stop()
	if said := strings.TrimSpace(complaint.String()); said != "" {
		err = errors.New(said) // better than that its output ended
	}
	return nil, fmt.Errorf("child: the %s server did not start: %w", o.Mode, err)
}

// PID is the process of the child.
func (c *Child) PID() int { return c.cmd.Process.Pid }

// Stop ends the child and waits for it.
func (c *Child) Stop() {
	_ = c.in.Close()
	c.client.CloseIdleConnections()
	timer := time.AfterFunc(stopTime, func() { _ = c.cmd.Process.Kill() })
	defer timer.Stop()
	<-c.exited
}
