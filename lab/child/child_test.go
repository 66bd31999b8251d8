package child

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

func start(t *testing.T, o Options) *Child {
	t.Helper()
	c, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	return c
}

// ended returns when the process that listens on addr is gone: the connection is
// one that only its end closes.
func ended(t *testing.T, conn net.Conn) {
	t.Helper()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("the child sent something")
	}
	if c, err := net.Dial("tcp", conn.RemoteAddr().String()); err == nil {
		c.Close()
		t.Error("somebody still listens at the child's address")
	}
}

func connect(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestStopEndsTheChild(t *testing.T) {
	for _, mode := range []string{server.PlainMode, "cooperative"} {
		t.Run(mode, func(t *testing.T) {
			c := start(t, Options{Mode: mode})
			if c.Hello.Status.Mode != mode {
				t.Errorf("the child runs in mode %s", c.Hello.Status.Mode)
			}
			conn := connect(t, c.Echo)
			if err := c.Endless(t.Context(), 2); err != nil {
				t.Fatal(err)
			}
			c.Stop()
			ended(t, conn)
			if c.cmd.ProcessState == nil {
				t.Error("the child was not waited for")
			}
		})
	}
}

// The parent is killed, so it can do nothing for its child.
func TestChildEndsWithItsParent(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(exe, parentCommand)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, strings.TrimSpace(addr))
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ended(t, conn)
	if err := parent.Wait(); err == nil {
		t.Error("the parent was not killed")
	}
}

func TestEndlessWorkAndQuiet(t *testing.T) {
	for _, mode := range []string{server.PlainMode, "cooperative"} {
		t.Run(mode, func(t *testing.T) {
			c := start(t, Options{Mode: mode})
			if err := c.Endless(t.Context(), 3); err != nil {
				t.Fatal(err)
			}
			before, err := c.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for after := before; after.Checksums == before.Checksums; {
				if after, err = c.Status(t.Context()); err != nil {
					t.Fatal(err)
				}
				if after.Open != 3 {
					t.Fatalf("%d jobs are open, want 3", after.Open)
				}
			}
			if err := c.Quiet(t.Context()); err != nil {
				t.Fatal(err)
			}
			if st, err := c.Status(t.Context()); err != nil || st.Open != 0 {
				t.Errorf("%d jobs are open when it is quiet, %v", st.Open, err)
			}
		})
	}
}

func TestBadOptionsAreTold(t *testing.T) {
	_, err := Start(Options{Mode: "magic"})
	if err == nil || strings.Contains(err.Error(), "EOF") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error is %v, want one line of what the child said", err)
	}
}
