package demo

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cpuworker/cpuworker/lab/child"
)

// TestMain is also the servers of a run: they are this program started again.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == child.Command {
		if err := child.Serve(context.Background(), os.Args[2], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m,
		// Those of the pool that package ants makes when it is imported.
		goleak.IgnoreTopFunction("github.com/panjf2000/ants/v2.(*poolCommon).purgeStaleWorkers"),
		goleak.IgnoreTopFunction("github.com/panjf2000/ants/v2.(*poolCommon).ticktock"))
}
