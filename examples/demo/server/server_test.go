package server_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/cpuworker/cpuworker"
	"github.com/cpuworker/cpuworker/examples/demo/server"
)

// withScheduler returns a server in Cooperative mode, which every machine has.
func withScheduler(t *testing.T) *server.Server {
	t.Helper()
	sched, err := cpuworker.New(cpuworker.Config{Mode: cpuworker.Cooperative})
	if err != nil {
		t.Fatal(err)
	}
	srv, err := server.New(sched)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		srv.Work().Stop()
		if err := sched.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

func plain(t *testing.T) *server.Server {
	t.Helper()
	srv, err := server.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Work().Stop)
	return srv
}

func do(h http.Handler, method, path string) (code int, body string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w.Code, w.Body.String()
}

func TestEndpoints(t *testing.T) {
	srv := withScheduler(t)
	for path, want := range map[string]struct {
		lines int
		has   string
	}{
		"/delay1ms":                          {1, "delayed: "},
		"/delay1msLoop":                      {11, "delays: 10 took: "},
		"/delay1msLoopWithCpuWorker":         {11, "delays: 10 took: "},
		"/checksumWithoutCpuWorker":          {1, "crc32: "},
		"/checksumWithCpuWorker":             {1, "crc32: "},
		"/checksumWithCpuWorkerNoCheckpoint": {1, "crc32: "},
		"/checksumSmallTaskWithCpuWorker":    {1, "checksums: 10 took: "},
		"/lab/light?checksums=2":             {1, "delayed: "},
	} {
		code, body := do(srv, http.MethodGet, path)
		if code != http.StatusOK || strings.Count(body, "\n") != want.lines || !strings.Contains(body, want.has) {
			t.Errorf("%s: %d %q", path, code, body)
		}
	}
	if open := srv.Work().Open(); open != 0 {
		t.Errorf("%d jobs are open after all requests", open)
	}
}

func TestPlainServerHasNoCpuWorkerEndpoints(t *testing.T) {
	srv := plain(t)
	for path, want := range map[string]int{
		"/delay1ms":                       http.StatusOK,
		"/checksumWithoutCpuWorker":       http.StatusOK,
		"/checksumWithCpuWorker":          http.StatusNotFound,
		"/checksumSmallTaskWithCpuWorker": http.StatusNotFound,
		"/delay1msLoopWithCpuWorker":      http.StatusNotFound,
	} {
		if code, _ := do(srv, http.MethodGet, path); code != want {
			t.Errorf("%s: %d, want %d", path, code, want)
		}
	}
}

func TestHeavySizes(t *testing.T) {
	for range 1000 {
		if n := server.HeavySize(); n < 10_000 || n > 19_999 {
			t.Fatalf("a heavy request of %d checksums", n)
		}
	}
}

func TestCancelledRequestIsNotServed(t *testing.T) {
	srv := withScheduler(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/checksumWithCpuWorker", nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestBanner(t *testing.T) {
	addr := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	p := fmt.Sprintf("GOMAXPROCS: %d", runtime.GOMAXPROCS(0))
	for name, test := range map[string]struct {
		srv  *server.Server
		want []string
	}{
		"plain":          {plain(t), []string{p, "http://127.0.0.1:8080", "262144"}},
		"with scheduler": {withScheduler(t), []string{p, "http://127.0.0.1:8080", "262144", "mode: cooperative", "slots: ", "slice: 10ms"}},
	} {
		banner := test.srv.Banner(addr)
		for _, want := range test.want {
			if !strings.Contains(banner, want) {
				t.Errorf("%s: %q does not have %q", name, banner, want)
			}
		}
	}
}

// Endless work without checkpoints must not hold up the end of the server.
func TestServeEndsWithItsContext(t *testing.T) {
	for name, srv := range map[string]*server.Server{"plain": plain(t), "with scheduler": withScheduler(t)} {
		t.Run(name, func(t *testing.T) {
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- srv.Serve(ctx, ln) }()
			resp, err := http.Post("http://"+ln.Addr().String()+"/lab/endless?n=2&as=goroutine", "", nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := resp.Body.Close(); err != nil {
				t.Error(err)
			}
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			for srv.Work().Open() > 0 {
				time.Sleep(time.Millisecond)
			}
		})
	}
}

func TestEcho(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- server.Echo(ln) }()
	conn, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []byte("echo") {
		if _, err := conn.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 1)
		if _, err := io.ReadFull(conn, got); err != nil || got[0] != b {
			t.Errorf("%q came back for %q, %v", got, b, err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	if err := ln.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("it ended without saying why")
	}
}
