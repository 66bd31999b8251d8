package child

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// parentCommand makes this test program the parent of a child, for the test that
// kills it.
const parentCommand = "test-parent"

// TestMain is also the child, and its parent: both are this program started
// again.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == Command:
		if err := Serve(context.Background(), os.Args[2], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(os.Args) == 2 && os.Args[1] == parentCommand:
		c, err := Start(Options{Mode: "plain"})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(c.Addr)
		select {} // until it is killed
	default:
		goleak.VerifyTestMain(m,
			// Those of the pool that package ants makes when it is imported.
			goleak.IgnoreTopFunction("github.com/panjf2000/ants/v2.(*poolCommon).purgeStaleWorkers"),
			goleak.IgnoreTopFunction("github.com/panjf2000/ants/v2.(*poolCommon).ticktock"))
	}
}
