package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cpuworker/cpuworker"
)

const (
	delay     = time.Millisecond
	delayLoop = 10
)

// delay1ms is the light request: it waits as for a database, and replies.
func delay1ms(w http.ResponseWriter, _ *http.Request) {
	start := time.Now()
	time.Sleep(delay)
	replyDelay(w, start)
}

func delay1msLoop(w http.ResponseWriter, _ *http.Request) {
	start := time.Now()
	for range delayLoop {
		each := time.Now()
		time.Sleep(delay)
		replyDelay(w, each)
	}
	replyDelays(w, start)
}

// delay1msLoopWithCpuWorker is the same as a task. Block marks where it waits,
// so that its slot is another task's meanwhile; a write to the network may wait
// too.
func (s *Server) delay1msLoopWithCpuWorker(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	err := s.delay.Do(r.Context(), func(ctx context.Context) error {
		task := cpuworker.FromContext(ctx)
		for range delayLoop {
			each := time.Now()
			task.Block(func() { time.Sleep(delay) })
			task.Block(func() { replyDelay(w, each) })
			if err := task.Checkpoint(); err != nil {
				return err
			}
		}
		task.Block(func() { replyDelays(w, start) })
		return nil
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

// Times are printed with a fixed width: load testers such as ab take a reply of
// another length for a failure.
func replyDelay(w io.Writer, start time.Time) {
	fmt.Fprintf(w, "delayed: %.6fs\n", time.Since(start).Seconds())
}

func replyDelays(w io.Writer, start time.Time) {
	fmt.Fprintf(w, "delays: %d took: %.6fs\n", delayLoop, time.Since(start).Seconds())
}
