package load

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// runPortable is the stream without epoll: a goroutine for each connection, and
// each takes the request that is due next. It is as punctual as time.Sleep.
// Compiled everywhere, so that it is tested where the other one is used.
func runPortable(ctx context.Context, s Stream) (Result, error) {
	p := &portable{account: newAccount(s)}
	conns := make([]net.Conn, 0, s.Conns)
	closeAll := sync.OnceFunc(func() {
		for _, c := range conns {
			c.Close()
		}
	})
	defer closeAll()
	for range s.Conns {
		c, err := net.Dial("tcp", s.Addr)
		if err != nil {
			return Result{}, err
		}
		conns = append(conns, c)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// A connection closed under its reader is how a goroutine in Read ends.
	defer context.AfterFunc(ctx, closeAll)()

	p.start = time.Now()
	if s.Window > 0 {
		defer time.AfterFunc(s.Warm+s.Window+s.Drain, cancel).Stop()
	}
	errs := make([]error, len(conns))
	var wg sync.WaitGroup
	for i, c := range conns {
		wg.Go(func() {
			if errs[i] = p.drive(ctx, c); errs[i] != nil {
				cancel() // one broken connection ends the run, as with epoll
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return Result{}, err
	}
	return p.account.finish(time.Since(p.start)), nil
}

type portable struct {
	start   time.Time
	mu      sync.Mutex
	account *account
}

// drive sends on one connection what is due, one request after another.
func (p *portable) drive(ctx context.Context, c net.Conn) error {
	buf := make([]byte, 4<<10)
	for {
		from, ok := p.wait(ctx)
		if !ok {
			return nil
		}
		refused, err := exchange(c, p.account.stream, buf)
		now := time.Since(p.start)
		p.mu.Lock()
		if err == nil {
			p.account.answered(from, now, refused)
		} else if ctx.Err() != nil {
			p.account.unfinished(from, now)
			err = nil
		}
		p.mu.Unlock()
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// wait waits until the next request is due and takes it, or returns false when
// there is none. from is what the latency of the request counts from.
func (p *portable) wait(ctx context.Context) (from time.Duration, ok bool) {
	free := time.Since(p.start)
	for ctx.Err() == nil {
		p.mu.Lock()
		now := time.Since(p.start)
		intended, ok := p.account.take(now)
		due, more := p.account.nextDue()
		if ok {
			from = p.account.sent(intended, now, intended < free)
		}
		p.mu.Unlock()
		switch {
		case ok:
			return from, true
		case !more:
			return 0, false
		}
		select {
		case <-ctx.Done():
		case <-time.After(due - now):
		}
	}
	return 0, false
}

// exchange sends a request and reads its reply.
func exchange(c net.Conn, s Stream, buf []byte) (refused bool, err error) {
	if _, err := c.Write(s.Request); err != nil {
		return false, err
	}
	for got := 0; ; {
		n, err := c.Read(buf[got:])
		if err != nil {
			return false, err
		}
		got += n
		length, err := s.Reply(buf[:got])
		if length > 0 {
			return errors.Is(err, ErrRefused), nil
		}
		if err != nil {
			return false, err
		}
		if got == len(buf) {
			return false, errors.New("load: reply too long")
		}
	}
}
