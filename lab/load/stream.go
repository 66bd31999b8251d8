// Package load sends requests to a server and measures how long the answers
// take.
//
// A Stream with a Rate is an open loop: every request has an intended time, and
// its latency counts from there, whether or not a connection was free to send it.
// A server that stalls therefore shows the stall in every request that was due
// meanwhile, as its users would feel it. A Stream without a Rate is a closed
// loop: each connection sends again as soon as it has its answer.
//
// The instrument has to be cheaper and more punctual than what it measures. On
// Linux one locked thread drives all connections of a stream with epoll and a
// timerfd; elsewhere goroutines do.
package load

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Stream describes one load.
type Stream struct {
	Addr    string // numeric host:port
	Request []byte
	Reply   ReplyFunc
	Conns   int

	Rate float64 // requests per second, Poisson arrivals; 0 = closed loop
	Seed uint64  // of the arrivals
	// RoundTrip has latencies count from the send where a connection was free,
	// as a ping does: the generator's own lateness is then no part of them.
	RoundTrip bool

	Warm   time.Duration // at the start, sent but not counted
	Window time.Duration // counted; 0 = until the context is done
	Drain  time.Duration // at the end, how long to wait for the last answers
}

// ReplyFunc looks for a reply at the start of b and returns its length, or 0
// when it is not complete yet. The error of a reply that says no is ErrRefused.
type ReplyFunc func(b []byte) (n int, err error)

// ErrRefused is a complete reply that is not the one asked for. The connection
// goes on.
var ErrRefused = errors.New("load: refused by the server")

// Result is what a stream measured in its window.
type Result struct {
	Latency *hdrhistogram.Histogram // ns, from the intended time
	Late    *hdrhistogram.Histogram // ns, from the intended time to the send, where a connection was free
	Sent    int64
	Refused int64
	// Unfinished requests had no answer when the drain ended. Latency has them
	// with the time they had waited by then, which is too little.
	Unfinished int64
	// PerSecond is the rate of answers within the window.
	PerSecond float64
}

func (s Stream) validate() error {
	switch {
	case s.Conns < 1:
		return fmt.Errorf("load: %d connections", s.Conns)
	case s.Rate < 0:
		return fmt.Errorf("load: rate %v", s.Rate)
	case s.Rate > 0 && s.Window <= 0:
		return errors.New("load: an open loop needs a window")
	case s.Reply == nil || len(s.Request) == 0:
		return errors.New("load: no request or no reply")
	}
	return nil
}

// Run sends the stream until its window and drain are over or ctx is done. It
// keeps one P of the Go scheduler to itself: raise GOMAXPROCS by the number of
// streams that run at once.
func Run(ctx context.Context, s Stream) (Result, error) {
	if err := s.validate(); err != nil {
		return Result{}, err
	}
	return run(ctx, s)
}
