package load

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"
)

// sendDue sends what is due for as long as a connection is free.
func (l *loop) sendDue() error {
	for len(l.free) > 0 {
		now := l.now()
		intended, ok := l.account.take(now)
		if !ok {
			return nil
		}
		last := len(l.free) - 1
		c := &l.conns[l.free[last]]
		l.free = l.free[:last]
		if err := c.send(l.account.stream.Request); err != nil {
			return err
		}
		c.from = l.account.sent(intended, now, intended < l.freeAt)
	}
	return nil
}

func (c *conn) send(request []byte) error {
	// The connection is idle, so its send buffer is empty and has room.
	n, err := unix.Write(c.fd, request)
	if err != nil {
		return fmt.Errorf("load: send: %w", err)
	}
	if n != len(request) {
		return fmt.Errorf("load: send: %w", io.ErrShortWrite)
	}
	c.busy, c.got = true, 0
	return nil
}

// receive reads what came on connection i.
func (l *loop) receive(i int) error {
	c := &l.conns[i]
	n, err := unix.Read(c.fd, c.buf[c.got:])
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		return nil
	case err != nil:
		return fmt.Errorf("load: receive: %w", err)
	case n == 0:
		return fmt.Errorf("load: receive: %w", io.ErrUnexpectedEOF)
	}
	c.got += n
	length, err := l.account.stream.Reply(c.buf[:c.got])
	if err != nil && !errors.Is(err, ErrRefused) {
		return err
	}
	if length == 0 {
		if c.got == len(c.buf) {
			return errors.New("load: reply too long")
		}
		return nil
	}
	now := l.now()
	l.account.answered(c.from, now, err != nil)
	c.busy = false
	if len(l.free) == 0 {
		l.freeAt = now
	}
	l.free = append(l.free, i)
	return nil
}
