package cpuworker_test

import (
	"context"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// Go does not wait for its task; Wait does.
func ExampleScheduler_Go() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	ctx := context.Background()
	squares := make([]int, 5)
	var tasks []*cpuworker.Task
	for i := range squares {
		task, err := s.Go(ctx, func(context.Context) error {
			squares[i] = i * i
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
		tasks = append(tasks, task)
	}
	for _, task := range tasks {
		if err := task.Wait(ctx); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(squares)
	// Output: [0 1 4 9 16]
}
