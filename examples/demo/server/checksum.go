package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cpuworker/cpuworker"
)

// ErrStopped ends a job that Work.Stop cut short.
var ErrStopped = errors.New("stopped before the work was complete")

// checksumWithoutCpuWorker is the heavy request as most services have it: the
// work is done in the handler's own goroutine.
func (s *Server) checksumWithoutCpuWorker(w http.ResponseWriter, _ *http.Request) {
	start := time.Now()
	job := s.work.Begin(HeavySize())
	defer job.End()
	for job.Next() {
	}
	job.Reply(w, start, nil)
}

// checksumWithCpuWorker hands the same work to a group, with a checkpoint after
// each checksum.
func (s *Server) checksumWithCpuWorker(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	job := s.work.Begin(HeavySize())
	defer job.End()
	err := s.heavy.Do(r.Context(), func(ctx context.Context) error {
		task := cpuworker.FromContext(ctx)
		for job.Next() {
			// Gives way when the slice is over and someone waits; an error says
			// that the request is cancelled.
			if err := task.Checkpoint(); err != nil {
				return err
			}
		}
		return nil
	})
	job.Reply(w, start, err)
}

// checksumWithCpuWorkerNoCheckpoint is code that knows nothing of cpuworker, run
// as a task: a third-party encoder, say.
func (s *Server) checksumWithCpuWorkerNoCheckpoint(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	job := s.work.Begin(HeavySize())
	defer job.End()
	err := s.heavy.Do(r.Context(), func(context.Context) error {
		for job.Next() {
		}
		return nil
	})
	job.Reply(w, start, err)
}

// checksumSmallTaskWithCpuWorker is a short task somebody waits for, in a group
// of its own.
func (s *Server) checksumSmallTaskWithCpuWorker(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	crc, err := cpuworker.Value(r.Context(), s.small, func(ctx context.Context) (uint32, error) {
		var crc uint32
		for range smallSize {
			crc = s.work.Sum(crc)
			if err := cpuworker.Checkpoint(ctx); err != nil {
				return 0, err
			}
		}
		return crc, nil
	})
	replyChecksum(w, smallSize, crc, start, err)
}

// Reply answers a heavy request: the crc and the time taken, or why there is none.
func (j *Job) Reply(w http.ResponseWriter, start time.Time, err error) {
	if err == nil && !j.Complete() {
		err = ErrStopped
	}
	replyChecksum(w, j.size, j.crc, start, err)
}

func replyChecksum(w http.ResponseWriter, size int, crc uint32, start time.Time, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "crc32: %08x checksums: %d took: %.6fs\n", crc, size, time.Since(start).Seconds())
}
