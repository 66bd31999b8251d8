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
		var report map[string]int
		report["pages"]++
		return nil
	})
	if p, ok := errors.AsType[*cpuworker.PanicError](err); ok {
		fmt.Println(p.Value, len(p.Stack) > 0)
	}
	// Output: assignment to entry in nil map true
}
