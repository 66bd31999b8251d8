package bench

import (
	"flag"
	"os"
	"testing"
)

// TestMain adds -bars, which checks the project's bars in place of the tests.
func TestMain(m *testing.M) {
	check := flag.Bool("bars", false, "measure every family in turns and check the bars")
	flag.Parse()
	if *check {
		os.Exit(checkBars(os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}
