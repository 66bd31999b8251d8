package sched

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// events sends one event for each line.
func (s *script) events(t *testing.T, input string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(input) {
		words := strings.Fields(line)
		s.event(t, words)
		if said := s.taken(); said != "" {
			fmt.Fprintf(&out, "%s: %s\n", strings.Join(words, " "), said)
		}
	}
	return out.String()
}

func (s *script) event(t *testing.T, words []string) {
	t.Helper()
	l := s.ledger
	switch words[0] {
	case "arrive":
		for _, name := range words[2:] {
			if s.tasks[name] == nil {
				s.tasks[name] = l.task(name)
			}
			l.Arrive(s.tasks[name], s.home(t, words[1]))
		}
		return
	case "slots":
		if err := l.SetSlots(must(strconv.Atoi(words[1]))); err != nil {
			t.Fatalf("%v: %v", words, err)
		}
		return
	}
	task := s.tasks[words[1]]
	if task == nil {
		t.Fatalf("%v: there is no such task", words)
	}
	var service time.Duration
	if len(words) > 2 {
		service = time.Duration(must(strconv.ParseInt(words[2], 10, 64))) * time.Millisecond
	}
	switch words[0] {
	case "ran":
		l.Ran(task, service)
	case "yield":
		l.Yield(task, service)
	case "block":
		l.Block(task, service)
	case "wake":
		l.Wake(task)
	case "finish":
		l.Finish(task, service)
	case "stall":
		l.Stall(task)
	case "unstall":
		l.Unstall(task)
	case "force":
		if task.State() == Waiting {
			s.order = append(s.order, task)
		}
		l.Force(task)
	default:
		t.Fatalf("unknown event %v", words)
	}
}

// home is a group, or a class itself by its name.
func (s *script) home(t *testing.T, name string) *Group {
	t.Helper()
	if g := s.groups[name]; g != nil {
		return g
	}
	for class := Class(0); class.Valid(); class++ {
		if class.String() == name {
			return s.ledger.core.Root(class)
		}
	}
	t.Fatalf("there is no group %q", name)
	return nil
}

// ms is service, or virtual time at default weight, in milliseconds.
func ms(v int64) string { return strconv.FormatFloat(float64(v)/1e6, 'f', -1, 64) }

func (s *script) dump() string {
	c := s.ledger.core
	var out strings.Builder
	fmt.Fprintf(&out, "%d of %d slots, %d suspended, service %s\n", len(c.running), c.cfg.Slots, c.suspended, ms(c.service))
	for _, t := range s.ledger.tasks {
		if t.state == Running || t.state == Stalled || t.state == Blocked {
			fmt.Fprintf(&out, "%s %v", s.ledger.books[t].name, t.state)
			if t.state != Blocked {
				fmt.Fprintf(&out, ", used %s of %s", ms(t.ran), ms(t.granted))
			}
			if t.asked {
				out.WriteString(", asked")
			}
			out.WriteString("\n")
		}
	}
	for _, name := range s.names {
		g := s.groups[name]
		fmt.Fprintf(&out, "%s: service %s, at %s", name, ms(g.service), ms(g.share.vtime/vtimeScale))
		if g.tasks.fresh.head != nil {
			out.WriteString(", new")
			for t := g.tasks.fresh.head; t != nil; t = t.next {
				out.WriteString(" " + s.ledger.books[t].name)
			}
		}
		started := slices.SortedFunc(slices.Values(g.tasks.started), func(a, b *entity) int {
			if a.before(b) {
				return -1
			}
			return 1
		})
		for _, e := range started {
			fmt.Fprintf(&out, ", %s at %s", s.ledger.books[e.task].name, ms(e.vtime/vtimeScale))
		}
		out.WriteString("\n")
	}
	return out.String()
}
