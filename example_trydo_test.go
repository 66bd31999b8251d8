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

	// Some work is there already: one task runs and ten wait.
	ctx := context.Background()
	begin, finish := make(chan struct{}), make(chan struct{})
	for i := range 11 {
		_, err := s.Go(ctx, func(ctx context.Context) error {
			if i == 0 {
				close(begin)
			}
			<-finish
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	<-begin

	err = s.TryDo(ctx, func(context.Context) error { return nil })
	if errors.Is(err, cpuworker.ErrQueueFull) {
		fmt.Println("503 Service Unavailable")
	}
	close(finish)
	// Output: 503 Service Unavailable
}
