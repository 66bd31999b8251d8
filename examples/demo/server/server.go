// Package server is the HTTP server of the demo: light requests that sleep a
// millisecond, heavy ones that keep a CPU busy for about a tenth of a second,
// and small ones in between, each with and without cpuworker.
//
// What to copy is in checksum.go and delay.go: how a handler hands its CPU work
// to a group. lab.go and what it uses serve the load test only.
package server

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/cpuworker/cpuworker"
)

// Server is the demo's http.Handler.
type Server struct {
	mux   *http.ServeMux
	work  *Work
	start time.Time

	sched *cpuworker.Scheduler
	heavy *cpuworker.Group
	small *cpuworker.Group
	delay *cpuworker.Group
}

// New returns the demo's handler. With a nil scheduler only the endpoints that
// do without one are there, and nothing of the process is changed: that is the
// plain server the others are compared with.
func New(s *cpuworker.Scheduler) (*Server, error) {
	srv := &Server{mux: http.NewServeMux(), work: NewWork(), start: time.Now(), sched: s}
	srv.mux.HandleFunc("/delay1ms", delay1ms)
	srv.mux.HandleFunc("/delay1msLoop", delay1msLoop)
	srv.mux.HandleFunc("/checksumWithoutCpuWorker", srv.checksumWithoutCpuWorker)
	srv.labRoutes()
	if s == nil {
		return srv, nil
	}
	if err := srv.addGroups(); err != nil {
		return nil, err
	}
	srv.mux.HandleFunc("/delay1msLoopWithCpuWorker", srv.delay1msLoopWithCpuWorker)
	srv.mux.HandleFunc("/checksumWithCpuWorker", srv.checksumWithCpuWorker)
	srv.mux.HandleFunc("/checksumWithCpuWorkerNoCheckpoint", srv.checksumWithCpuWorkerNoCheckpoint)
	srv.mux.HandleFunc("/checksumSmallTaskWithCpuWorker", srv.checksumSmallTaskWithCpuWorker)
	return srv, nil
}

// addGroups makes one group for each kind of work. Heavy and small tasks have a
// group each because groups share the CPU and the tasks of one group wait for
// each other: in one group a small task would queue behind every heavy one.
func (s *Server) addGroups() (err error) {
	if s.heavy, err = s.sched.NewGroup("checksum", cpuworker.GroupConfig{}); err != nil {
		return err
	}
	if s.small, err = s.sched.NewGroup("small", cpuworker.GroupConfig{}); err != nil {
		return err
	}
	s.delay, err = s.sched.NewGroup("delay", cpuworker.GroupConfig{Class: cpuworker.Interactive})
	return err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Handle adds an endpoint.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// Work is the work every handler of this server does.
func (s *Server) Work() *Work { return s.work }

// Banner is the line a server prints when it starts.
func (s *Server) Banner(addr net.Addr) string {
	if s.sched == nil {
		return fmt.Sprintf("listening on http://%s GOMAXPROCS: %d without cpuworker, length of the crc32 buffer: %d",
			addr, runtime.GOMAXPROCS(0), bufferLen)
	}
	mode, why := s.sched.Mode()
	stats := s.sched.Stats()
	return fmt.Sprintf("listening on http://%s GOMAXPROCS: %d mode: %s (%s) slots: %d slice: %v length of the crc32 buffer: %d",
		addr, runtime.GOMAXPROCS(0), mode, why, stats.Slots, stats.Slice, bufferLen)
}

// grace is how long a shutdown waits for requests under way.
const grace = time.Second

// Serve answers requests on ln until ctx is done. It stops the heavy work first:
// a task without checkpoints would otherwise hold up the shutdown.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	hs := &http.Server{Handler: s.mux}
	failed := make(chan error, 1)
	go func() { failed <- hs.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.work.Stop()
	defer s.work.Stop() // for requests that were read in between
	wait, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if hs.Shutdown(wait) != nil {
		return hs.Close()
	}
	return nil
}
