package load

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// account keeps the books of one stream: what is due, and what every answer
// means. It knows no socket and no clock; all times are since the start. Not
// safe for concurrent use.
type account struct {
	stream Stream
	due    []time.Duration // of an open loop
	next   int             // in due
	result Result
	count  int64 // answers within the window
}

// longest is the highest latency a histogram can tell.
const longest = time.Minute

func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, int64(longest), 3)
}

func newAccount(s Stream) *account {
	a := &account{stream: s}
	a.result.Latency, a.result.Late = newHistogram(), newHistogram()
	if s.Rate > 0 {
		a.due = arrivals(s.Rate, s.Warm+s.Window, s.Seed)
	}
	return a
}

func (a *account) closedLoop() bool { return a.stream.Rate == 0 }

// take returns the intended time of the next request that may be sent at now.
func (a *account) take(now time.Duration) (intended time.Duration, ok bool) {
	if a.closedLoop() {
		return now, !a.windowOver(now)
	}
	if a.next == len(a.due) || a.due[a.next] > now {
		return 0, false
	}
	a.next++
	return a.due[a.next-1], true
}

// nextDue is when the next request of an open loop is due.
func (a *account) nextDue() (time.Duration, bool) {
	if a.closedLoop() || a.next == len(a.due) {
		return 0, false
	}
	return a.due[a.next], true
}

// sent notes that a request went out at now, and returns when its latency counts
// from. waited says that it had been due before and waited for a connection:
// that is the server's delay, not the instrument's.
func (a *account) sent(intended, now time.Duration, waited bool) (from time.Duration) {
	if a.inWindow(intended) {
		a.result.Sent++
		if !a.closedLoop() && !waited {
			record(a.result.Late, now-intended)
		}
	}
	if a.stream.RoundTrip && !waited {
		return now
	}
	return intended
}

// answered notes the reply to a request whose latency counts from that time.
func (a *account) answered(from, now time.Duration, refused bool) {
	if a.inWindow(now) {
		a.count++
	}
	if !a.inWindow(from) {
		return
	}
	if refused {
		a.result.Refused++
		return
	}
	record(a.result.Latency, now-from)
}

// unfinished notes a request that has no answer and will get none.
func (a *account) unfinished(from, now time.Duration) {
	// A closed loop without a window is ended from outside, in mid-request.
	if !a.inWindow(from) || a.stream.Window == 0 {
		return
	}
	a.result.Unfinished++
	record(a.result.Latency, now-from)
}

// finish closes the books at now: requests still due were never even sent.
func (a *account) finish(now time.Duration) Result {
	for {
		intended, ok := a.nextDue()
		if !ok || intended > now {
			break
		}
		a.next++
		a.unfinished(intended, now)
	}
	window := a.stream.Window
	if window == 0 {
		window = now - a.stream.Warm
	}
	if window > 0 {
		a.result.PerSecond = float64(a.count) / window.Seconds()
	}
	return a.result
}

func (a *account) inWindow(t time.Duration) bool {
	return t >= a.stream.Warm && !a.windowOver(t)
}

func (a *account) windowOver(t time.Duration) bool {
	return a.stream.Window > 0 && t >= a.stream.Warm+a.stream.Window
}

// over reports whether nothing is left to wait for at now.
func (a *account) over(now time.Duration, inFlight int) bool {
	if !a.windowOver(now) {
		return false
	}
	if now >= a.stream.Warm+a.stream.Window+a.stream.Drain {
		return true
	}
	_, due := a.nextDue()
	return inFlight == 0 && !due
}

func record(h *hdrhistogram.Histogram, d time.Duration) {
	_ = h.RecordValue(int64(min(max(d, 1), longest))) // cannot be out of range
}
