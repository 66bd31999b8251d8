package bench

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"
)

// The metrics of a queued task: the time from handing it over to having its
// result, the part of that spent handing it over, and the memory it takes up
// while it waits.
const (
	taskUnit  = "ns/task"
	goUnit    = "ns/go"
	bytesUnit = "B/queued"
)

// settleTime is how long what was added may take to arrive in the queue, where
// that happens on goroutines of their own.
const settleTime = 10 * time.Second

var errNotQueued = errors.New("tasks did not queue")

// depths are the lengths of the queue. -short leaves out the last, where a
// goroutine for each task takes gigabytes.
func depths() []int {
	all := []int{10_000, 100_000, 1_000_000}
	if testing.Short() {
		return all[:2]
	}
	return all
}

// queuedFamily measures Go and Wait of many tiny tasks that all wait at once.
// That the time of a task grows no faster than the logarithm of their number is
// seen by comparing the depths.
func queuedFamily() family {
	f := family{name: "Queued"}
	for _, kind := range backlogKinds() {
		for _, n := range depths() {
			name := fmt.Sprintf("%s/n=%d", kind.name, n)
			f.contestants = append(f.contestants, contestant{name, func(b *testing.B) error {
				return measureQueue(b, kind, n)
			}})
		}
	}
	return f
}

func measureQueue(b *testing.B, kind backlogKind, n int) error {
	limit, err := slotLimit()
	if err != nil {
		return err
	}
	q, err := kind.open(limit, n)
	if err != nil {
		return err
	}
	var total filled
	for b.Loop() {
		one, err := fill(q, n)
		if err != nil {
			return errors.Join(err, q.close())
		}
		total.adding += one.adding
		total.draining += one.draining
		total.bytes += one.bytes
	}
	tasks := float64(b.N) * float64(n)
	b.ReportMetric(float64(total.adding+total.draining)/tasks, taskUnit)
	b.ReportMetric(float64(total.adding)/tasks, goUnit)
	b.ReportMetric(float64(total.bytes)/tasks, bytesUnit)
	b.ReportMetric(0, "ns/op") // it would count the garbage collections
	return q.close()
}

// filled is what filling and emptying a queue once took.
type filled struct {
	adding, draining time.Duration
	bytes            int64
}

// fill queues n tasks behind slots that are held, lets go, and waits for all.
func fill(q backlog, n int) (filled, error) {
	release, err := q.hold()
	if err != nil {
		return filled{}, err
	}
	var f filled
	before := memoryInUse()
	start := time.Now()
	err = q.add(n)
	if err == nil {
		err = settle(q, n)
	}
	f.adding = time.Since(start)
	f.bytes = memoryInUse() - before
	start = time.Now()
	release()
	if err != nil {
		return filled{}, err
	}
	err = q.wait()
	f.draining = time.Since(start)
	return f, err
}

// settle waits until all n tasks are in the queue.
func settle(q backlog, n int) error {
	deadline := time.Now().Add(settleTime)
	for {
		queued := q.queued()
		if queued >= n {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%w: %d of %d", errNotQueued, queued, n)
		}
		runtime.Gosched()
	}
}

// memoryInUse counts stacks as well: a goroutine that waits is not free.
func memoryInUse() int64 {
	runtime.GC()
	runtime.GC() // the first only moves what is in a sync.Pool aside
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
