package bench

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"testing"
)

const library = "github.com/cpuworker/cpuworker"

// TestCheckpointInlines asks the compiler: a checkpoint with nothing to do
// costs next to nothing only as long as it is not a call.
func TestCheckpointInlines(t *testing.T) {
	inlines, err := checkpointInlines(t.Context())
	if errors.Is(err, errUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !inlines {
		t.Error("go build -gcflags=-m does not say: can inline (*Task).Checkpoint")
	}
}

func checkpointInlines(ctx context.Context) (bool, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return false, fmt.Errorf("go tool %w: %w", errUnavailable, err)
	}
	out, err := exec.CommandContext(ctx, tool, "build", "-gcflags=-m", library).CombinedOutput()
	if err != nil {
		return false, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return regexp.MatchString(`can inline \(\*Task\)\.Checkpoint\b`, string(out))
}
