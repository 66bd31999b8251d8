package cpuworker_test

import (
	"context"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// A task that waits for something gives its slot back meanwhile: here one slot
// is enough for a task that waits for another.
func ExampleBlock() {
	s, err := cpuworker.New(cpuworker.Config{Slots: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	ctx := context.Background()
	reply := make(chan string)
	reader, err := s.Go(ctx, func(ctx context.Context) error {
		var text string
		cpuworker.Block(ctx, func() { text = <-reply })
		fmt.Println("got", text)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	err = s.Do(ctx, func(ctx context.Context) error {
		cpuworker.Block(ctx, func() { reply <- "a reply" })
		return nil
	})
	fmt.Println(err, reader.Wait(ctx))
	// Output:
	// got a reply
	// <nil> <nil>
}
