package sched

import (
	"errors"
	"testing"
)

func TestClassesAndTheirRanks(t *testing.T) {
	for rank := range classes {
		class := classAt(rank)
		if class.rank() != rank || !class.Valid() || class.String() == Class(classes).String() {
			t.Errorf("class %d (%v) has rank %d of %d, valid %v", class, class, class.rank(), rank, class.Valid())
		}
	}
	if Class(classes).Valid() {
		t.Errorf("class %d is valid", classes)
	}
}

// A refused change changes nothing.
func TestSetSlotsRefuses(t *testing.T) {
	c := must(New(Config{Slots: 2, Slice: 1}))
	if err := c.SetSlots(0); !errors.Is(err, ErrConfig) {
		t.Errorf("SetSlots(0): %v", err)
	}
	if c.Slots() != 2 {
		t.Errorf("then there are %d slots", c.Slots())
	}
}
