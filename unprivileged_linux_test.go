package cpuworker

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/cpuworker/cpuworker/internal/thread"
)

// nobody is a user without any privilege.
const nobody = 65534

// important are the tests of what the kernel may see differently without
// privileges.
var important = []string{
	"TestLoweredThreadStaysLow", "TestServiceSlice", "TestLongTaskIsLowered", "TestBatchIsLoweredAtOnce",
	"TestMainThreadIsNeverLowered", "TestLoweredAfterBlock", "TestSchedulersCloseInEitherOrder",
	"TestGoexitAnywhere", "TestShutdownFinishesWhatWasAccepted", "TestCyclesLeaveNothing",
}

// The same tests as a user who may do nothing: who lowers threads needs no
// privilege, and a service should have none.
func TestUnprivileged(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("the tests do not run as root, so all of them are unprivileged")
	}
	binary := publicCopy(t)
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.v", "-test.short", "-test.run=^("+strings.Join(important, "|")+")$")
	cmd.Dir = filepath.Dir(binary)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as user %d: %v\n%s", nobody, err, out)
	}
	for _, name := range important {
		if strings.Contains(string(out), "\n--- SKIP: TestMainThreadIsNeverLowered ") {
			continue // it depends on where goroutines land
		}
		if !strings.Contains(string(out), "\n--- PASS: "+name+" ") {
			t.Errorf("as user %d %s did not pass:\n%s", nobody, name, out)
		}
	}
}

// publicCopy copies the test binary to where everybody can run it.
func publicCopy(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	must(t, "the test binary", err)
	dir, err := os.MkdirTemp("", "cpuworker")
	must(t, "a directory", err)
	t.Cleanup(func() { must(t, "RemoveAll", os.RemoveAll(dir)) })
	must(t, "Chmod", os.Chmod(dir, 0o755))
	bytes, err := os.ReadFile(self)
	must(t, "reading the test binary", err)
	binary := filepath.Join(dir, "cpuworker.test")
	must(t, "writing the test binary", os.WriteFile(binary, bytes, 0o755))
	return binary
}

// Without privileges what was lowered cannot be raised: the reason why such a
// thread ends with its task.
func TestLoweredThreadStaysLow(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can raise a thread; TestUnprivileged runs this as another user")
	}
	s := newScheduler(t, Config{Mode: Preemptive})
	must(t, "Do", s.Do(context.Background(), func(context.Context) error {
		tid, low := computeUntilLowered(t)
		wantErr(t, "setpriority", thread.LowerNice(tid, 0), unix.EACCES)
		_, err := thread.Lower(tid, thread.Level{Nice: 0, Slice: serviceSlice})
		wantErr(t, "sched_setattr", err, unix.EPERM)
		if _, now := own(t); now != low {
			t.Errorf("the level went from %+v to %+v", low, now)
		}
		return nil
	}))
	allNormal(t)
}
