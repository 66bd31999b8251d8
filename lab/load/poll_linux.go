package load

import (
	"fmt"
	"net/netip"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// poll waits for connections, for a moment in time and for a wake-up, whichever
// is first. The timer is a timerfd because epoll_wait counts in milliseconds.
type poll struct {
	epoll int
	timer int
	event int
	woken chan struct{} // closed when wake is done with event
}

// Descriptors that are no connection have a negative number in their events.
const (
	timerEvent int32 = -1
	wakeEvent  int32 = -2
)

func newPoll() (*poll, error) {
	p := &poll{epoll: -1, timer: -1, event: -1, woken: make(chan struct{})}
	if err := p.open(); err != nil {
		p.close()
		return nil, fmt.Errorf("load: poll: %w", err)
	}
	return p, nil
}

func (p *poll) open() (err error) {
	if p.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	if p.timer, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK); err != nil {
		return err
	}
	if p.event, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	if err := p.add(p.timer, timerEvent); err != nil {
		return err
	}
	return p.add(p.event, wakeEvent)
}

func (p *poll) close() {
	for _, fd := range []int{p.epoll, p.timer, p.event} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

// add watches fd for input. Events carry number in place of the descriptor.
func (p *poll) add(fd int, number int32) error {
	return unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: number})
}

// arm sets the timer, in place of what it was set to.
func (p *poll) arm(d time.Duration) error {
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(max(d, 1)))}
	return unix.TimerfdSettime(p.timer, 0, &spec, nil)
}

// wait waits without telling the Go runtime, which would take the P away and
// wake its monitor thread for every request: more CPU time than all else the
// generator does. The price is a P that nobody else can use meanwhile.
func (p *poll) wait(events []unix.EpollEvent) (int, error) {
	const forever = ^uintptr(0)
	n, _, errno := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.epoll),
		uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)), forever, 0, 0)
	switch errno {
	case 0:
		return int(n), nil
	case unix.EINTR: // also how the runtime asks for a preemption
		return 0, nil
	}
	return 0, errno
}

// wake ends the wait under way, or the next one. To be called once.
func (p *poll) wake() {
	defer close(p.woken)
	one := [8]byte{1}
	_, _ = unix.Write(p.event, one[:]) // a fresh eventfd takes it
}

// dial connects to a numeric IPv4 address. The socket is not one of package net,
// whose own poller would wake for every reply too.
func dial(addr string) (fd int, err error) {
	ap, err := netip.ParseAddrPort(addr)
	if err != nil {
		return -1, fmt.Errorf("load: %w", err)
	}
	if !ap.Addr().Is4() {
		return -1, fmt.Errorf("load: %s is not IPv4", addr)
	}
	fd, err = unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("load: socket: %w", err)
	}
	err = unix.Connect(fd, &unix.SockaddrInet4{Port: int(ap.Port()), Addr: ap.Addr().As4()})
	if err == nil {
		err = unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
	}
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("load: connect to %s: %w", addr, err)
	}
	return fd, nil
}
