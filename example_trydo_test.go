package cpuworker_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// TryDo is for a service that would rather turn work away than let it pile up.
func ExampleScheduler_TryDo() {
	s, err := cpuworker.New(cpuworker.Config{Slots: 1, MaxQueued: 10})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	render := func(context.Context) error { return nil }
	handle := func() {
		err := s.TryDo(context.Background(), render)
		if errors.Is(err, cpuworker.ErrQueueFull) {
			fmt.Println("503 Service Unavailable")
		}
	}

	// A request comes while one task runs and ten wait.
	err = s.Do(context.Background(), func(ctx context.Context) error {
		for range 10 {
			if _, err := s.Go(ctx, render); err != nil {
				return err
			}
		}
		handle()
		return nil
	})
	fmt.Println(err)
	// Output:
	// 503 Service Unavailable
	// <nil>
}
