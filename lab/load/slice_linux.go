package load

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// SetSlice gives every thread of this process a scheduling slice of its own
// (EEVDF, Linux 6.12 and later; 0 = the kernel's default). Threads and child
// processes made later inherit it. A short slice gets a thread that wakes up
// onto a CPU at once, so that the generator does not measure its own delay.
func SetSlice(d time.Duration) error {
	attr := unix.SchedAttr{
		Size:    unix.SizeofSchedAttr,
		Policy:  unix.SCHED_NORMAL,
		Runtime: uint64(d.Nanoseconds()),
	}
	// Twice: the first look may miss a thread that is just being made.
	for range 2 {
		tids, err := threads(os.Getpid())
		if err != nil {
			return err
		}
		for _, tid := range tids {
			if err := unix.SchedSetAttr(tid, &attr, 0); err != nil && !errors.Is(err, unix.ESRCH) {
				return fmt.Errorf("load: slice of thread %d: %w", tid, err)
			}
		}
	}
	return nil
}

// Slices returns the scheduling slice of every thread of process pid. Kernels
// that have no such thing say 0.
func Slices(pid int) ([]time.Duration, error) {
	tids, err := threads(pid)
	if err != nil {
		return nil, err
	}
	var slices []time.Duration
	for _, tid := range tids {
		attr, err := unix.SchedGetAttr(tid, 0)
		if errors.Is(err, unix.ESRCH) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("load: slice of thread %d: %w", tid, err)
		}
		slices = append(slices, time.Duration(attr.Runtime))
	}
	return slices, nil
}

func threads(pid int) ([]int, error) {
	entries, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil, fmt.Errorf("load: threads: %w", err)
	}
	tids := make([]int, 0, len(entries))
	for _, e := range entries {
		tid, err := strconv.Atoi(e.Name())
		if err != nil {
			return nil, fmt.Errorf("load: threads: %w", err)
		}
		tids = append(tids, tid)
	}
	return tids, nil
}
