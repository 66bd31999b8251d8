package server

import (
	"context"
	"math"
	"net/http"
)

// endless starts n tasks that compute without an end and without a checkpoint,
// as tasks of the scheduler (as=task) or as plain goroutines (as=goroutine).
// Work.Stop ends them.
func (s *Server) endless(w http.ResponseWriter, r *http.Request) {
	n, ok := number(w, r, "n", 1000)
	if !ok {
		return
	}
	as := r.FormValue("as")
	if as != "goroutine" && (as != "task" || s.sched == nil) {
		http.Error(w, "as must be task (with a scheduler) or goroutine", http.StatusBadRequest)
		return
	}
	for range n {
		if err := s.startEndless(as == "task"); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
	}
	s.writeStatus(w)
}

func (s *Server) startEndless(asTask bool) error {
	job := s.work.Begin(math.MaxInt)
	if !asTask {
		go func() {
			defer job.End()
			for job.Next() {
			}
		}()
		return nil
	}
	// Not the request's context: the task outlives its request.
	task, err := s.heavy.Go(context.Background(), func(context.Context) error {
		for job.Next() {
		}
		return nil
	})
	if err != nil {
		job.End()
		return err
	}
	// Ended here, not in the task: a task that never starts has an end too.
	go func() {
		<-task.Done()
		job.End()
	}()
	return nil
}
