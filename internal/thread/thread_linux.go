package thread

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Self returns the calling thread's number. It means something for as long as
// the goroutine is locked to its thread.
func Self() int {
	tid, _, _ := unix.RawSyscall(unix.SYS_GETTID, 0, 0, 0)
	return int(tid)
}

// IsMain says whether tid is the process's first thread. It must never be
// lowered: its priority is what tools show as the process's, and it does not
// end with a goroutine.
func IsMain(tid int) bool { return tid == os.Getpid() }

// CPU returns the CPU time thread tid has used. The clock's number is made
// from the thread's as in the kernel's posix-timers.h (CPUCLOCK_PERTHREAD,
// CPUCLOCK_SCHED).
func CPU(tid int) (time.Duration, error) {
	var ts unix.Timespec
	clock := ^tid<<3 | 4 | 2
	// The raw form: the call cannot block, so the Go scheduler need not know.
	_, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(int32(clock)), uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		return 0, os.NewSyscallError("clock_gettime", errno)
	}
	return time.Duration(ts.Nano()), nil
}

// Lower gives thread tid a level and returns the one that the kernel says it
// has now. Without privileges the priority can be lowered only.
func Lower(tid int, level Level) (Level, error) {
	return set(tid, level)
}

// SetSlice changes the slice of thread tid and keeps its priority. A thread
// with another policy than the normal one is left alone: it has no slice.
func SetSlice(tid int, slice time.Duration) (before, after time.Duration, err error) {
	attr, err := unix.SchedGetAttr(tid, 0)
	if err != nil {
		return 0, 0, os.NewSyscallError("sched_getattr", err)
	}
	before = time.Duration(attr.Runtime)
	if attr.Policy != unix.SCHED_NORMAL {
		return slice, slice, nil // as good as done
	}
	now, err := set(tid, Level{Nice: int(attr.Nice), Slice: slice})
	return before, now.Slice, err
}

func set(tid int, level Level) (Level, error) {
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Nice: int32(level.Nice), Runtime: uint64(level.Slice)}
	if err := unix.SchedSetAttr(tid, &attr, 0); err != nil {
		return Level{}, os.NewSyscallError("sched_setattr", err)
	}
	return Get(tid)
}

// LowerNice lowers thread tid by the older call, for where the newer one is
// not permitted.
func LowerNice(tid, nice int) error {
	return os.NewSyscallError("setpriority", unix.Setpriority(unix.PRIO_PROCESS, tid, nice))
}

// Get returns what the kernel says of thread tid. Before Linux 6.12 a slice
// reads as 0, whatever was asked for.
func Get(tid int) (Level, error) {
	attr, err := unix.SchedGetAttr(tid, 0)
	if err != nil {
		return Level{}, os.NewSyscallError("sched_getattr", err)
	}
	return Level{Nice: int(attr.Nice), Slice: time.Duration(attr.Runtime)}, nil
}

// RunDelay returns for how long thread tid has been able to run without
// running, up to when it last ran.
func RunDelay(tid int) (time.Duration, error) {
	text, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(tid) + "/schedstat")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("schedstat of thread %d: %q", tid, text)
	}
	ns, err := strconv.ParseInt(fields[1], 10, 64)
	return time.Duration(ns), err
}

// WantsCPU says whether thread tid runs or would if it were given a CPU. The
// run delay in schedstat would not do: the kernel adds to it only when the
// delay is over.
func WantsCPU(tid int) (bool, error) {
	text, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(tid) + "/stat")
	if err != nil {
		return false, err
	}
	// The state follows the name, which is in brackets and may hold anything.
	_, rest, found := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ")
	if !found || rest == "" {
		return false, fmt.Errorf("stat of thread %d: %q", tid, text)
	}
	return rest[0] == 'R', nil
}

// Pause lets the thread sleep. A timer of Go's would round up to a millisecond.
func Pause(d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&ts, nil) // a signal may shorten it
}

// All returns the threads of this process.
func All() ([]int, error) {
	dir, err := os.Open("/proc/self/task")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	tids := make([]int, 0, len(names))
	for _, name := range names {
		if tid, err := strconv.Atoi(name); err == nil {
			tids = append(tids, tid)
		}
	}
	return tids, nil
}
