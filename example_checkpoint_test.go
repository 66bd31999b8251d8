package cpuworker_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// A loop with a checkpoint lets other tasks run when its slice is over, and
// ends when its submitter no longer wants the result.
func ExampleCheckpoint() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	ctx, cancel := context.WithCancel(context.Background())
	err = s.Do(ctx, func(ctx context.Context) error {
		for i := 0; ; i++ {
			if i == 1_000 {
				cancel() // the client has gone
			}
			if err := cpuworker.Checkpoint(ctx); err != nil {
				return fmt.Errorf("gave up: %w", err)
			}
			// ... a few microseconds of work ...
		}
	})
	fmt.Println(err, errors.Is(err, context.Canceled))
	// Output: gave up: context canceled true
}
