package cpuworker_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/cpuworker/cpuworker"
)

// Groups say how work shares the CPU: queries that somebody waits for go first,
// one customer's work counts twice another's, and the nightly job gets what is
// left.
func ExampleScheduler_NewGroup() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	queries, err := s.NewGroup("queries", cpuworker.GroupConfig{Class: cpuworker.Interactive})
	if err != nil {
		log.Fatal(err)
	}
	customers, err := s.NewGroup("customers", cpuworker.GroupConfig{})
	if err != nil {
		log.Fatal(err)
	}
	acme, err := customers.NewGroup("acme", cpuworker.GroupConfig{Weight: 200})
	if err != nil {
		log.Fatal(err)
	}
	_, err = customers.NewGroup("acme", cpuworker.GroupConfig{})
	fmt.Println(errors.Is(err, cpuworker.ErrGroupExists))
	nightly, err := s.NewGroup("nightly", cpuworker.GroupConfig{Class: cpuworker.Batch})
	if err != nil {
		log.Fatal(err)
	}

	for _, g := range []*cpuworker.Group{queries, acme, nightly} {
		err := g.Do(context.Background(), func(context.Context) error { return nil })
		fmt.Println(g.Name(), g.Class(), err)
	}
	// Output:
	// true
	// queries interactive <nil>
	// customers/acme normal <nil>
	// nightly batch <nil>
}
