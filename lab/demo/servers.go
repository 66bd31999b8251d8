package demo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cpuworker/cpuworker/examples/demo/server"
	"github.com/cpuworker/cpuworker/lab/child"
	"github.com/cpuworker/cpuworker/lab/load"
)

// startChildren starts every server of the plan, idle. What the machine cannot
// do is taken out of the plan and noted.
func (r *runner) startChildren() (notes []string, err error) {
	if options, ok := r.plan.servers[preemptiveServer]; ok {
		c, err := child.Start(options)
		if err == nil && c.Hello.Status.Mode != preemptiveServer {
			err = fmt.Errorf("the server runs in mode %s: %s", c.Hello.Status.Mode, c.Hello.Status.Why)
			c.Stop()
		}
		if err == nil {
			r.children[preemptiveServer] = c
		} else {
			notes = append(notes, fmt.Sprintf("Preemptive mode is not to be had here, going on without it: %v", err))
			r.plan.withoutPreemptive()
		}
	}
	if r.plan.needs(raisedServer) {
		raised := r.children[preemptiveServer].Hello.Status.GOMAXPROCS
		r.plan.servers[raisedServer] = child.Options{Mode: server.PlainMode, GOMAXPROCS: raised}
	}
	for name, options := range r.plan.servers {
		if r.children[name] != nil {
			continue
		}
		if r.children[name], err = child.Start(options); err != nil {
			delete(r.children, name)
			return notes, err
		}
	}
	return notes, nil
}

func (r *runner) stopChildren() {
	for _, c := range r.children {
		c.Stop()
	}
}

// describe says what the servers are, and that none has the generator's slice.
func (r *runner) describe() (servers []Server) {
	for name, c := range r.children {
		s := Server{Name: name, Status: c.Hello.Status}
		if slicesOf, err := load.Slices(c.PID()); err == nil && len(slicesOf) > 0 {
			s.ThreadSlices = slices.Compact(slices.Sorted(slices.Values(slicesOf)))
		}
		servers = append(servers, s)
	}
	slices.SortFunc(servers, func(a, b Server) int { return strings.Compare(a.Name, b.Name) })
	return servers
}
