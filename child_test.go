package cpuworker

import (
	"context"
	"os"
	"os/exec"
	"testing"
)

// childPrograms are what the test binary can be started again as.
func childPrograms() map[string]func() error {
	all := map[string]func() error{}
	addSystemChildren(all)
	return all
}

// child is a command that starts the test binary as one of childPrograms.
func child(t testing.TB, name string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	must(t, "the test binary", err)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = append(os.Environ(), childEnv+"="+name)
	return cmd
}
