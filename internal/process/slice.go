package process

import (
	"fmt"
	"sync"
	"time"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// slices is the ledger's part on the kernel slice of the process's threads.
type slices struct {
	claims int
	slice  time.Duration
	before map[int]time.Duration // by thread, as found
}

// SliceThreads gives every thread of the process a short kernel slice, until
// release is called. Threads that are made later inherit it, and so do child
// processes. If several claims are held the first one's slice stays. An error
// says what the kernel does not honour; nothing is changed then.
func SliceThreads(slice time.Duration) (release func(), err error) {
	ledger.mu.Lock()
	defer ledger.mu.Unlock()
	s := &ledger.slices
	if s.claims == 0 {
		s.slice, s.before = slice, map[int]time.Duration{}
		if err := s.applyLocked(); err != nil {
			s.restoreLocked()
			return nil, err
		}
	}
	s.claims++
	return sync.OnceFunc(func() {
		ledger.mu.Lock()
		defer ledger.mu.Unlock()
		if s.claims--; s.claims == 0 {
			s.restoreLocked()
		}
	}), nil
}

// cleanPasses is how many looks in a row, newbornDelay apart, must find nothing
// to do. A thread that is being made by one not yet changed has the old slice,
// and is not to be seen before it is done.
const (
	cleanPasses  = 3
	newbornDelay = 100 * time.Microsecond
)

// applyLocked repeats until it meets no thread that is new to it.
func (s *slices) applyLocked() error {
	for pass, clean := 0, 0; clean < cleanPasses; pass++ {
		tids, err := thread.All()
		if err != nil {
			return err
		}
		fresh := false
		for _, tid := range tids {
			if _, known := s.before[tid]; known {
				continue
			}
			before, after, err := thread.SetSlice(tid, s.slice)
			if gone(tid) {
				continue
			}
			if err != nil {
				return err
			}
			if after != s.slice && after != before {
				return fmt.Errorf("the kernel made a slice of %v out of %v", after, s.slice)
			}
			if after != s.slice && before == 0 {
				return fmt.Errorf("this kernel has no slices of threads (Linux 6.12 or later has)")
			}
			if pass > 0 && before == s.slice {
				before = 0 // inherited just now from a thread changed before
			}
			s.before[tid] = before
			fresh = true
		}
		if clean++; fresh {
			clean = 0
		}
		thread.Pause(newbornDelay)
	}
	return nil
}

// restoreLocked repeats in the same way. A slice of 0 is
// the kernel's own; a thread that had another one before gets that back.
func (s *slices) restoreLocked() {
	for clean := 0; clean < cleanPasses; clean++ {
		tids, err := thread.All()
		if err != nil {
			return
		}
		for _, tid := range tids {
			level, err := thread.Get(tid)
			if err != nil || level.Slice != s.slice || s.before[tid] == s.slice {
				continue
			}
			_, after, err := thread.SetSlice(tid, 0)
			if err != nil || after == s.slice {
				continue
			}
			clean = -1
			if was, known := s.before[tid]; known && was != after {
				_, _, _ = thread.SetSlice(tid, was)
			}
		}
		thread.Pause(newbornDelay)
	}
	s.before = nil
}

func gone(tid int) bool {
	_, err := thread.Get(tid)
	return err != nil
}
