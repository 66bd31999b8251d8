package cpuworker_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// A panic in a task is an error of whoever submitted it, and ends nothing else.
func ExamplePanicError() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	err = s.Do(context.Background(), func(context.Context) error {
		panic("page 7 is missing")
	})
	if p, ok := errors.AsType[*cpuworker.PanicError](err); ok {
		fmt.Println(p.Value, len(p.Stack) > 0)
	}
	// Output: page 7 is missing true
}
