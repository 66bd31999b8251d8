package cpuworker

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// childEnv names the program that this test binary is to be when a test starts
// it again: some things can only be tried in a process of their own.
const childEnv = "CPUWORKER_TEST_CHILD"

func TestMain(m *testing.M) {
	name := os.Getenv(childEnv)
	if name == "" {
		goleak.VerifyTestMain(m)
		return
	}
	child := childPrograms()[name]
	if child == nil {
		fmt.Fprintf(os.Stderr, "no child program %q\n", name)
		os.Exit(2)
	}
	if err := child(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
