package sched

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
)

// TestScripts plays the scripts in testdata: they are the specification, one
// behaviour each. All times are milliseconds of service. A script says
//
//	new slots=1 extra=0 slice=10 turn=10 max=0 normal=0.1 batch=0.01
//	group NAME class=batch weight=200 parent=NAME
//	events         with one event a line; those that lead to decisions come out
//	turns 12       so often, the task that has run longest uses up its slice and
//	               yields (or part=4 of it); the tasks started come out
//	dump           what the core knows
//
// and its events are
//
//	arrive GROUP TASK...       ran TASK MS        yield TASK MS
//	block TASK MS              wake TASK          finish TASK MS
//	stall TASK                 unstall TASK       force TASK
//	slots N
//
// After go test -run TestScripts -rewrite they say what the core does now.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			t.Helper()
			if s.ledger != nil {
				s.ledger.t = t
			}
			switch d.Cmd {
			case "new":
				return s.create(t, d)
			case "group":
				return s.group(t, d)
			case "events":
				return s.events(t, d.Input)
			case "turns":
				return s.turns(t, d)
			case "dump":
				return s.dump()
			}
			d.Fatalf(t, "unknown command %q", d.Cmd)
			return ""
		})
	})
}

type script struct {
	ledger *ledger
	groups map[string]*Group
	names  []string // of the groups, in order
	tasks  map[string]*Task
	order  []*Task // the running ones, first started first
}

func (s *script) create(t *testing.T, d *datadriven.TestData) string {
	cfg := Config{Slots: 1, Slice: 10 * time.Millisecond}
	slice, turn := int64(10), int64(0)
	d.MaybeScanArgs(t, "slots", &cfg.Slots)
	d.MaybeScanArgs(t, "extra", &cfg.Extra)
	d.MaybeScanArgs(t, "max", &cfg.MaxSuspended)
	d.MaybeScanArgs(t, "slice", &slice)
	d.MaybeScanArgs(t, "turn", &turn)
	cfg.Slice, cfg.Turn = time.Duration(slice)*time.Millisecond, time.Duration(turn)*time.Millisecond
	for class, name := range map[Class]string{Normal: "normal", Batch: "batch"} {
		if d.HasArg(name) {
			var part string
			d.ScanArgs(t, name, &part)
			cfg.Floors[class] = must(strconv.ParseFloat(part, 64))
		}
	}
	if _, err := New(cfg); err != nil {
		return err.Error()
	}
	*s = script{ledger: newLedger(t, cfg), groups: map[string]*Group{}, tasks: map[string]*Task{}}
	return ""
}

func (s *script) group(t *testing.T, d *datadriven.TestData) string {
	name, class, parent, cfg := d.CmdArgs[0].Key, "normal", "", GroupConfig{}
	d.MaybeScanArgs(t, "class", &class)
	d.MaybeScanArgs(t, "weight", &cfg.Weight)
	d.MaybeScanArgs(t, "parent", &parent)
	for cfg.Class = 0; cfg.Class.Valid() && cfg.Class.String() != class; cfg.Class++ {
	}
	if _, err := s.ledger.core.NewGroup(s.groups[parent], cfg); err != nil {
		return err.Error()
	}
	s.groups[name] = s.ledger.group(s.groups[parent], cfg)
	s.names = append(s.names, name)
	return ""
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// taken says what the last event led to, and keeps track of what runs.
func (s *script) taken() string {
	var said []string
	for _, d := range s.ledger.Take() {
		verb := "start "
		if d.Kind == Preempt {
			verb = "preempt "
		} else {
			s.order = append(s.order, d.Task)
		}
		said = append(said, verb+s.ledger.books[d.Task].name)
	}
	return strings.Join(said, ", ")
}

func (s *script) turns(t *testing.T, d *datadriven.TestData) string {
	use, had := int64(s.ledger.cfg.Slice/time.Millisecond), map[string]int{}
	d.MaybeScanArgs(t, "part", &use)
	var starts []string
	for range must(strconv.Atoi(d.CmdArgs[0].Key)) {
		for s.order[0].State() != Running {
			s.order = s.order[1:]
		}
		oldest := s.order[0]
		s.order = s.order[1:]
		had[s.ledger.books[oldest].name]++
		s.ledger.Yield(oldest, time.Duration(use)*time.Millisecond)
		for _, said := range strings.Split(s.taken(), ", ") {
			if name, ok := strings.CutPrefix(said, "start "); ok {
				starts = append(starts, name)
			}
		}
	}
	out := strings.Join(starts, " ") + "\nturns had:"
	for _, task := range s.ledger.tasks {
		if name := s.ledger.books[task].name; had[name] > 0 {
			out += fmt.Sprintf(" %s=%d", name, had[name])
		}
	}
	return out
}
