// Package baseline has the heavy request as a Go team would bound it today,
// without cpuworker: a semaphore, an errgroup limit, a goroutine pool. Each
// leaves one of GOMAXPROCS to the light requests.
package baseline

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"github.com/panjf2000/ants/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

// Paths of the endpoints.
const (
	SemaphorePath = "/checksumWithSemaphore"
	ErrgroupPath  = "/checksumWithErrgroup"
	AntsPath      = "/checksumWithAnts"
)

// Add adds the endpoints to srv. The returned function ends the pool.
func Add(srv *server.Server) (release func(), err error) {
	limit := max(1, runtime.GOMAXPROCS(0)-1)
	pool, err := ants.NewPool(limit)
	if err != nil {
		return nil, err
	}
	var group errgroup.Group
	group.SetLimit(limit)
	sem := semaphore.NewWeighted(int64(limit))

	srv.Handle(SemaphorePath, heavy(srv.Work(), func(ctx context.Context, run func()) error {
		if err := sem.Acquire(ctx, 1); err != nil {
			return err
		}
		defer sem.Release(1)
		run()
		return nil
	}))
	srv.Handle(ErrgroupPath, heavy(srv.Work(), func(_ context.Context, run func()) error {
		done := make(chan struct{})
		group.Go(func() error {
			defer close(done)
			run()
			return nil
		})
		<-done
		return nil
	}))
	srv.Handle(AntsPath, heavy(srv.Work(), func(_ context.Context, run func()) error {
		done := make(chan struct{})
		err := pool.Submit(func() {
			defer close(done)
			run()
		})
		if err != nil {
			return err
		}
		<-done
		return nil
	}))
	return pool.Release, nil
}

// heavy is the heavy request with its work bounded by limit, which calls run and
// returns when run has.
func heavy(work *server.Work, limit func(ctx context.Context, run func()) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		job := work.Begin(server.HeavySize())
		defer job.End()
		err := limit(r.Context(), func() {
			for job.Next() {
			}
		})
		job.Reply(w, start, err)
	})
}
