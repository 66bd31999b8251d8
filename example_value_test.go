package cpuworker_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/cpuworker/cpuworker"
)

// Value is Do for a function that returns something.
func ExampleValue() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	words, err := cpuworker.Value(context.Background(), s.Root(), func(context.Context) (int, error) {
		return len(strings.Fields("as many words as there are")), nil
	})
	fmt.Println(words, err)
	// Output: 6 <nil>
}
