package cpuworker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// denyEnv lists the system calls that the seccomp child is denied.
const denyEnv = "CPUWORKER_TEST_DENY"

// found is what the child program reports.
type found struct {
	Mode, Why, Preemptive string
	Ran                   bool
}

// A container's seccomp profile may forbid what the scheduler would like to do.
func TestSeccomp(t *testing.T) {
	for _, c := range []struct {
		deny       string
		mode, why  string
		preemptive string // the error of asking for it
	}{
		{"", "preemptive", "nice and slice", ""},
		{"sched_setattr", "preemptive", "nice only; sched_setattr: operation not permitted", ""},
		{
			"sched_setattr,setpriority", "cooperative", "sched_setattr: operation not permitted; setpriority: operation not permitted",
			"preemptive mode unavailable: sched_setattr: operation not permitted",
		},
	} {
		t.Run("without "+c.deny, func(t *testing.T) {
			cmd := child(t, "seccomp")
			cmd.Env = append(cmd.Env, denyEnv+"="+c.deny)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			must(t, "the child", err)
			if strings.HasPrefix(string(out), "skip") {
				t.Skip(string(out))
			}
			var got found
			must(t, "its answer", json.Unmarshal(out, &got))
			if got.Mode != c.mode || !strings.Contains(got.Why, c.why) {
				t.Errorf("New(Config{}) chose %q: %q, want %q and %q", got.Mode, got.Why, c.mode, c.why)
			}
			if (got.Preemptive == "") != (c.preemptive == "") || !strings.Contains(got.Preemptive, c.preemptive) {
				t.Errorf("New(Config{Mode: Preemptive}): %q, want %q", got.Preemptive, c.preemptive)
			}
			if !got.Ran {
				t.Error("no task ran")
			}
		})
	}
}

// tryUnderFilter is a child program: it denies itself system calls and makes
// schedulers.
func tryUnderFilter() error {
	if err := deny(strings.Split(os.Getenv(denyEnv), ",")...); err != nil {
		fmt.Println("skip: no seccomp filters here:", err)
		return nil
	}
	var got found
	s, err := New(Config{})
	if err != nil {
		return err
	}
	mode, why := s.Mode()
	got.Mode, got.Why = mode.String(), why
	if err := s.Do(context.Background(), func(context.Context) error { got.Ran = true; return nil }); err != nil {
		return err
	}
	if err := s.Shutdown(context.Background()); err != nil {
		return err
	}
	if s, err := New(Config{Mode: Preemptive}); err == nil {
		_ = s.Close()
	} else {
		got.Preemptive = err.Error()
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// deny makes system calls fail with EPERM in every thread of the process.
func deny(calls ...string) error {
	numbers := map[string]uint32{"sched_setattr": unix.SYS_SCHED_SETATTR, "setpriority": unix.SYS_SETPRIORITY}
	program := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}} // the number of the call
	for _, call := range calls {
		if number, known := numbers[call]; known {
			program = append(program,
				unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: number, Jf: 1},
				unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)})
		} else if call != "" {
			return fmt.Errorf("no number for %q", call)
		}
	}
	program = append(program, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})

	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(program)
	switch {
	case errno != 0:
		return errno
	case thread != 0:
		return errors.New("a thread has a filter of its own")
	}
	return nil
}
