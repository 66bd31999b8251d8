package load

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

func run(ctx context.Context, s Stream) (Result, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	l, err := newLoop(s)
	if err != nil {
		return Result{}, err
	}
	defer l.close()
	stop := context.AfterFunc(ctx, l.poll.wake)
	defer func() {
		// The wake-up must not come after its descriptor was closed.
		if !stop() {
			<-l.poll.woken
		}
	}()
	return l.run(ctx)
}

// loop drives the connections of one stream from one thread.
type loop struct {
	account *account
	poll    *poll
	conns   []conn
	free    []int         // connections without a request; the last one freed goes first
	freeAt  time.Duration // when there was a free one again, after there was none
	start   time.Time
	armed   time.Duration // what the timer is set to
	events  [64]unix.EpollEvent
}

// conn is one connection, with at most one request in flight.
type conn struct {
	fd   int
	busy bool
	from time.Duration // what the latency of the request in flight counts from
	got  int           // bytes of its reply so far
	buf  [4 << 10]byte
}

func newLoop(s Stream) (*loop, error) {
	p, err := newPoll()
	if err != nil {
		return nil, err
	}
	l := &loop{account: newAccount(s), poll: p, conns: make([]conn, s.Conns)}
	for i := range l.conns {
		l.conns[i].fd = -1
	}
	for i := range l.conns {
		fd, err := dial(s.Addr)
		if err != nil {
			l.close()
			return nil, err
		}
		l.conns[i].fd = fd
		if err := p.add(fd, int32(i)); err != nil {
			l.close()
			return nil, err
		}
		l.free = append(l.free, i)
	}
	return l, nil
}

func (l *loop) close() {
	for i := range l.conns {
		if l.conns[i].fd >= 0 {
			unix.Close(l.conns[i].fd)
		}
	}
	l.poll.close()
}

func (l *loop) now() time.Duration { return time.Since(l.start) }

func (l *loop) run(ctx context.Context) (Result, error) {
	l.start = time.Now()
	for {
		if err := l.sendDue(); err != nil {
			return Result{}, err
		}
		now := l.now()
		if ctx.Err() != nil || l.account.over(now, len(l.conns)-len(l.free)) {
			break
		}
		if at := l.wakeAt(now); at != l.armed {
			if err := l.poll.arm(at - now); err != nil {
				return Result{}, err
			}
			l.armed = at
		}
		n, err := l.poll.wait(l.events[:])
		if err != nil {
			return Result{}, err
		}
		for _, ev := range l.events[:n] {
			if ev.Fd < 0 {
				continue // the timer or the wake-up
			}
			if err := l.receive(int(ev.Fd)); err != nil {
				return Result{}, err
			}
		}
	}
	now := l.now()
	for i := range l.conns {
		if c := &l.conns[i]; c.busy {
			l.account.unfinished(c.from, now)
		}
	}
	return l.account.finish(now), nil
}

const forever = time.Duration(1<<63 - 1)

// wakeAt is when the loop has to look even if no answer comes.
func (l *loop) wakeAt(now time.Duration) time.Duration {
	s := l.account.stream
	if due, ok := l.account.nextDue(); ok && len(l.free) > 0 {
		return due
	}
	if s.Window == 0 {
		return forever // the context will end it
	}
	if end := s.Warm + s.Window; now < end {
		return end
	}
	return s.Warm + s.Window + s.Drain
}
