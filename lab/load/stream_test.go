package load

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// engines are the ways to run a stream: the one of this system and the portable
// one.
func engines(t *testing.T, test func(t *testing.T, run func(context.Context, Stream) (Result, error))) {
	t.Run("native", func(t *testing.T) { test(t, run) })
	t.Run("portable", func(t *testing.T) { test(t, runPortable) })
}

// serve answers each byte by what reply says, until the test ends. A false ends
// the connection.
func serve(t *testing.T, reply func() bool) (addr string) {
	t.Helper()
	ln, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer c.Close()
				for b := make([]byte, 1); ; {
					if _, err := c.Read(b); err != nil || !reply() {
						return
					}
					if _, err := c.Write(b); err != nil {
						return
					}
				}
			})
		}
	})
	t.Cleanup(func() {
		ln.Close()
		wg.Wait()
	})
	return ln.Addr().String()
}

func bytesTo(addr string) Stream {
	return Stream{
		Addr: addr, Request: Byte(), Reply: ByteReply, Conns: 1,
		Window: 400 * time.Millisecond, Drain: time.Second,
	}
}

// A server that stalls has to show it in every request that was due meanwhile,
// not only in the one that it had received.
func TestStallShowsInRequestsDueMeanwhile(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		const stall = 100 * time.Millisecond
		var served atomic.Int32
		s := bytesTo(serve(t, func() bool {
			if served.Add(1) == 50 {
				time.Sleep(stall)
			}
			return true
		}))
		s.Rate, s.Seed = 1000, 1
		r, err := run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		var slow int64
		for _, bar := range r.Latency.Distribution() {
			if bar.From >= int64(stall/2) {
				slow += bar.Count
			}
		}
		// About 50 were due in the first half of the stall.
		if slow < 25 {
			t.Errorf("%d requests waited for half of the stall, want about 50", slow)
		}
		if r.Latency.TotalCount() != r.Sent+r.Unfinished {
			t.Errorf("%d latencies for %d requests sent and %d unfinished", r.Latency.TotalCount(), r.Sent, r.Unfinished)
		}
	})
}

func TestServerThatNeverAnswers(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		release := make(chan struct{})
		s := bytesTo(serve(t, func() bool { <-release; return false }))
		defer close(release)
		s.Rate, s.Seed = 1000, 1
		s.Window, s.Drain = 50*time.Millisecond, 10*time.Millisecond
		r, err := run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(len(arrivals(s.Rate, s.Window, s.Seed))); r.Unfinished != want || r.PerSecond != 0 {
			t.Errorf("%d unfinished and %v answers a second, want %d and 0", r.Unfinished, r.PerSecond, want)
		}
	})
}

func TestClosedLoop(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		s := bytesTo(serve(t, func() bool { return true }))
		s.Window, s.Conns = 50*time.Millisecond, 3
		r, err := run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if r.PerSecond == 0 || r.Unfinished != 0 {
			t.Errorf("%v answers a second, %d unfinished", r.PerSecond, r.Unfinished)
		}
	})
}

func TestContextEndsStream(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		ctx, cancel := context.WithCancel(t.Context())
		var served atomic.Int32
		s := bytesTo(serve(t, func() bool {
			if served.Add(1) == 20 {
				cancel()
			}
			return true
		}))
		s.Window = 0
		if _, err := run(ctx, s); err != nil {
			t.Fatal(err)
		}
	})
}

func TestBrokenConnectionEndsStream(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		s := bytesTo(serve(t, func() bool { return false }))
		s.Conns = 2
		if _, err := run(t.Context(), s); err == nil {
			t.Error("no error")
		}
	})
}

func TestRefusalsAreCountedApart(t *testing.T) {
	engines(t, func(t *testing.T, run func(context.Context, Stream) (Result, error)) {
		s := bytesTo(serve(t, func() bool { return true }))
		s.Window = 20 * time.Millisecond
		s.Reply = func(b []byte) (int, error) { return len(b), ErrRefused }
		r, err := run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if r.Refused == 0 || r.Refused != r.Sent || r.Latency.TotalCount() != 0 {
			t.Errorf("%d of %d refused, %d latencies", r.Refused, r.Sent, r.Latency.TotalCount())
		}
	})
}

func TestRunValidates(t *testing.T) {
	good := bytesTo("127.0.0.1:1")
	for name, change := range map[string]func(*Stream){
		"no connection":              func(s *Stream) { s.Conns = 0 },
		"negative rate":              func(s *Stream) { s.Rate = -1 },
		"open loop without a window": func(s *Stream) { s.Rate, s.Window = 1, 0 },
		"no request":                 func(s *Stream) { s.Request = nil },
		"no reply":                   func(s *Stream) { s.Reply = nil },
		"nobody listens":             func(*Stream) {},
		"no address":                 func(s *Stream) { s.Addr = "here" },
	} {
		s := good
		change(&s)
		if _, err := Run(t.Context(), s); err == nil || errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
