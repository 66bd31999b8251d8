package cpuworker_test

import (
	"context"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// A task may submit and wait at any depth: work for its own group runs as part
// of it, and while it waits for a child it needs no slot.
func ExampleGo() {
	s, err := cpuworker.New(cpuworker.Config{Slots: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	err = s.Do(context.Background(), func(ctx context.Context) error {
		err := s.Do(ctx, func(context.Context) error {
			fmt.Println("part of the task")
			return nil
		})
		if err != nil {
			return err
		}
		child, err := cpuworker.Go(ctx, func(context.Context) error {
			fmt.Println("a task of its own")
			return nil
		})
		if err != nil {
			return err
		}
		return child.Wait(ctx)
	})
	fmt.Println(err)
	// Output:
	// part of the task
	// a task of its own
	// <nil>
}
