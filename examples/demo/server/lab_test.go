package server_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

func status(t *testing.T, h http.Handler, method, path string) (st server.Status) {
	t.Helper()
	code, body := do(h, method, path)
	if code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, code, body)
	}
	if err := json.Unmarshal([]byte(body), &st); err != nil {
		t.Fatalf("%s: %v in %s", path, err, body)
	}
	return st
}

func TestStatus(t *testing.T) {
	st := status(t, plain(t), http.MethodGet, "/lab/status")
	if st.Mode != server.PlainMode || st.GOMAXPROCS < 1 || st.Threads < 1 || st.Since <= 0 || st.Stats != nil {
		t.Errorf("plain: %+v", st)
	}
	st = status(t, withScheduler(t), http.MethodGet, "/lab/status")
	if st.Mode != "cooperative" || st.Why == "" || st.Stats == nil {
		t.Errorf("with a scheduler: %+v", st)
	}
}

func TestEndlessWorkUntilStop(t *testing.T) {
	for _, test := range []struct {
		as  string
		srv *server.Server
	}{
		{"goroutine", plain(t)},
		{"task", withScheduler(t)},
	} {
		t.Run(test.as, func(t *testing.T) {
			before := status(t, test.srv, http.MethodPost, "/lab/endless?n=3&as="+test.as)
			if before.Open != 3 {
				t.Errorf("%d jobs are open, want 3", before.Open)
			}
			for test.srv.Work().Done() == before.Checksums {
				time.Sleep(time.Millisecond)
			}
			for status(t, test.srv, http.MethodPost, "/lab/stop").Open > 0 {
				time.Sleep(time.Millisecond)
			}
			after := test.srv.Work().Done()
			time.Sleep(10 * time.Millisecond)
			if test.srv.Work().Done() != after {
				t.Error("work goes on after the last job has ended")
			}
		})
	}
}

func TestStopEndsRequests(t *testing.T) {
	for path, srv := range map[string]*server.Server{
		"/checksumWithoutCpuWorker":          plain(t),
		"/checksumWithCpuWorker":             withScheduler(t),
		"/checksumWithCpuWorkerNoCheckpoint": withScheduler(t),
	} {
		t.Run(path, func(t *testing.T) {
			code := make(chan int)
			go func() {
				got, _ := do(srv, http.MethodGet, path)
				code <- got
			}()
			for srv.Work().Done() == 0 {
				time.Sleep(time.Microsecond)
			}
			srv.Work().Stop()
			// The request may have been done by then, on a machine that paused us.
			if got := <-code; got != http.StatusServiceUnavailable && got != http.StatusOK {
				t.Errorf("status %d", got)
			}
			if srv.Work().Open() != 0 {
				t.Error("the job is still open")
			}
		})
	}
}

func TestBadParametersAreRefused(t *testing.T) {
	srv := plain(t)
	for _, test := range []struct{ method, path string }{
		{http.MethodGet, "/lab/light"},
		{http.MethodGet, "/lab/light?checksums=-1"},
		{http.MethodGet, "/lab/light?checksums=many"},
		{http.MethodGet, "/lab/light?checksums=1000000"},
		{http.MethodPost, "/lab/endless?n=1"},
		{http.MethodPost, "/lab/endless?n=x&as=goroutine"},
		{http.MethodPost, "/lab/endless?n=1&as=task"}, // it has no scheduler
	} {
		if code, body := do(srv, test.method, test.path); code != http.StatusBadRequest || body == "" {
			t.Errorf("%s: %d %q", test.path, code, body)
		}
	}
	if code, _ := do(srv, http.MethodGet, "/lab/endless?n=1&as=goroutine"); code != http.StatusMethodNotAllowed {
		t.Errorf("GET starts endless work: %d", code)
	}
}
