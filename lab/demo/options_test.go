package demo

import (
	"strings"
	"testing"
	"time"
)

func defaultOptions() Options {
	return Options{Light: []int{DefaultLight}, Clients: DefaultClients, Reps: DefaultReps}
}

func TestValidate(t *testing.T) {
	if err := defaultOptions().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	for want, change := range map[string]func(*Options){
		"-c must be":            func(o *Options) { o.Clients = 0 },
		"--reps must be":        func(o *Options) { o.Reps = 0 },
		"--light needs":         func(o *Options) { o.Light = nil },
		"not 0":                 func(o *Options) { o.Light = []int{5, 0} },
		"not 101":               func(o *Options) { o.Light = []int{101} },
		"--light has 5 twice":   func(o *Options) { o.Light = []int{5, 25, 5} },
		"--slices must be":      func(o *Options) { o.Slices = []time.Duration{time.Second, 0} },
		"--slices has 1s twice": func(o *Options) { o.Slices = []time.Duration{time.Second, time.Second} },
		"--closed and --slices": func(o *Options) { o.Closed, o.Slices = true, []time.Duration{1} },
		"take one --light":      func(o *Options) { o.Closed, o.Light = true, []int{5, 25} },
	} {
		o := defaultOptions()
		change(&o)
		err := o.Validate()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error is %v, want one line with %q", err, want)
		}
	}
}
