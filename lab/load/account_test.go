package load

import (
	"testing"
	"time"
)

func openLoop(t *testing.T) *account {
	t.Helper()
	a := newAccount(Stream{Rate: 1, Warm: 10, Window: 100, Drain: 20})
	a.due = []time.Duration{5, 20, 30, 109}
	return a
}

func TestLatencyCountsFromTheIntendedTime(t *testing.T) {
	a := openLoop(t)
	if _, ok := a.take(4); ok {
		t.Error("took a request before it was due")
	}
	for _, want := range []time.Duration{5, 20, 30} {
		intended, ok := a.take(60)
		if !ok || intended != want {
			t.Fatalf("took %v, %v; want %v", intended, ok, want)
		}
		a.answered(a.sent(intended, 60, true), 70, false)
	}
	if _, ok := a.take(60); ok {
		t.Error("took a request before it was due")
	}
	h := a.result.Latency
	if h.TotalCount() != 2 || h.Max() != 50 || h.Min() != 40 {
		t.Errorf("%d latencies from %d to %d, want 2 from 40 to 50: the warm-up does not count", h.TotalCount(), h.Min(), h.Max())
	}
	if n := a.result.Late.TotalCount(); n != 0 {
		t.Errorf("the generator was late %d times, but the requests waited for a connection", n)
	}
}

func TestRoundTripCountsFromTheSend(t *testing.T) {
	a := openLoop(t)
	a.stream.RoundTrip = true
	if from := a.sent(20, 60, false); from != 60 {
		t.Errorf("with a free connection it counts from %d, want 60", from)
	}
	if from := a.sent(20, 60, true); from != 20 {
		t.Errorf("without a free connection it counts from %d, want 20", from)
	}
}

func TestUnansweredRequestsCount(t *testing.T) {
	a := openLoop(t)
	for range 2 {
		if _, ok := a.take(20); !ok {
			t.Fatal("nothing due")
		}
	}
	if a.over(109, 2) || a.over(110, 2) || !a.over(130, 2) {
		t.Error("the drain does not wait for answers until its end")
	}
	a.unfinished(20, 130)
	r := a.finish(130) // with two that were never sent
	if r.Unfinished != 3 || r.Latency.TotalCount() != 3 || r.Latency.Max() != 110 {
		t.Errorf("%d unfinished, %d latencies up to %d; want 3, 3 and 110", r.Unfinished, r.Latency.TotalCount(), r.Latency.Max())
	}
}

func TestClosedLoopEndsWithItsWindow(t *testing.T) {
	a := newAccount(Stream{Warm: 10, Window: 100, Drain: 20})
	if intended, ok := a.take(109); !ok || intended != 109 {
		t.Errorf("took %v, %v within the window", intended, ok)
	}
	if _, ok := a.take(110); ok {
		t.Error("took a request after the window")
	}
	if a.over(110, 1) || !a.over(110, 0) {
		t.Error("it is over when the last answer is there")
	}
}

func TestRateIsOfAnswersInTheWindow(t *testing.T) {
	a := newAccount(Stream{Warm: time.Second, Window: 2 * time.Second})
	for _, now := range []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second} {
		a.answered(0, now, false)
	}
	if r := a.finish(3 * time.Second); r.PerSecond != 1 {
		t.Errorf("%v answers a second, want 1", r.PerSecond)
	}
}
