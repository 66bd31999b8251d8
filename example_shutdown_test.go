package cpuworker_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/cpuworker/cpuworker"
)

// A service that ends lets its tasks finish, but not for ever.
func ExampleScheduler_Shutdown() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	task, err := s.Go(context.Background(), func(context.Context) error { return nil })
	if err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err = s.Shutdown(ctx)
	if late, ok := errors.AsType[*cpuworker.ShutdownError](err); ok {
		fmt.Println("gave up on", late.Running, "tasks")
	}
	fmt.Println("shut down:", err)
	fmt.Println("the task:", task.Wait(context.Background()))
	fmt.Println("too late:", s.Do(context.Background(), func(context.Context) error { return nil }))
	// Output:
	// shut down: <nil>
	// the task: <nil>
	// too late: cpuworker: scheduler closed
}
