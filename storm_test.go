package cpuworker

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// stormEnv is how many submissions the storm is to make in each mode; a million
// take a minute or so.
const stormEnv = "CPUWORKER_STORM"

// Everything at once, at random, and Close somewhere in it: every submission is
// answered exactly once, by what happened to it, and counted once.
func TestStorm(t *testing.T) {
	total := 100_000
	if testing.Short() {
		total = 5_000
	}
	if text := os.Getenv(stormEnv); text != "" {
		n, err := strconv.Atoi(text)
		must(t, stormEnv, err)
		total = n
	}
	const storms = 5
	inModes(t, func(t *testing.T, mode Mode) {
		for i := range storms {
			seed := rand.Uint64()
			t.Logf("storm %d: seed %d", i, seed)
			runStorm(t, mode, seed, total/storms)
			if t.Failed() {
				return
			}
		}
	})
}

// storm is one scheduler in a storm and what its submitters know.
type storm struct {
	t      *testing.T
	s      *Scheduler
	groups []*Group
	left   atomic.Int64 // submissions still to make
	tasks  atomic.Uint64
	ran    atomic.Uint64 // functions of tasks that ran
}

func runStorm(t *testing.T, mode Mode, seed uint64, total int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := newScheduler(t, Config{Mode: mode, Slots: 1 + rng.IntN(4), MaxQueued: 1 + rng.IntN(20), Slice: time.Millisecond})
	w := &storm{t: t, s: s, groups: []*Group{s.Root()}}
	w.left.Store(int64(total))
	for _, class := range []Class{Normal, Interactive, Batch} {
		g, err := s.NewGroup(class.String(), GroupConfig{Class: class, Weight: 1 + rng.IntN(500)})
		must(t, "NewGroup", err)
		nested, err := g.NewGroup("nested", GroupConfig{MaxQueued: 1 + rng.IntN(3)})
		must(t, "NewGroup", err)
		w.groups = append(w.groups, g, nested)
	}
	closeAt := rng.Int64N(int64(total) / 10) // with so many left
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, uint64(i)+1))
			for {
				left := w.left.Add(-1)
				if left < 0 {
					return
				}
				if left == closeAt {
					must(t, "Close", s.Close())
				}
				w.submit(rng)
			}
		})
	}
	over := make(chan struct{})
	go func() {
		all.Wait()
		close(over)
	}()
	for was := int64(-1); ; was = w.left.Load() { // however long it takes, as long as it goes on
		select {
		case <-over:
		case <-time.After(patience):
			if w.left.Load() == was {
				t.Fatalf("seed %d: hangs at %+v\n%s", seed, s.Stats(), stacks())
			}
			continue
		}
		break
	}
	settle(t, s)
	st := s.Stats()
	if st.Submitted != w.tasks.Load() || st.Done+st.Panicked != w.ran.Load() {
		t.Errorf("seed %d: %d submitted and %d ran, counted %+v", seed, w.tasks.Load(), w.ran.Load(), st.Counts)
	}
	t.Logf("%d slots: %+v, %d lowered", st.Slots, st.Counts, st.Lowerings)
}

// submit makes one submission and checks its answer.
func (w *storm) submit(rng *rand.Rand) {
	ctx, cancel := w.context(rng)
	defer cancel()
	var ran atomic.Int64
	act := rng.IntN(100)
	fn := func(ctx context.Context) error {
		ran.Add(1)
		w.ran.Add(1)
		return w.act(ctx, act)
	}
	w.tasks.Add(1)
	way := submissions[rng.IntN(len(submissions))]
	if act == actGoexit { // with Do it may end the submitter
		way = submissions[2+rng.IntN(2)]
	}
	err := way.submit(w.groups[rng.IntN(len(w.groups))], ctx, fn)
	w.check(way.name, act, ran.Load(), err)
}

// What a task does is drawn from 0 to 99; these are named.
const (
	actPanic = iota
	actGoexit
	actError
)

// check compares an answer with what happened.
func (w *storm) check(way string, act int, ran int64, err error) {
	_, panicked := errors.AsType[*PanicError](err)
	switch {
	case ran > 1:
		w.t.Errorf("%s: ran %d times", way, ran)
	case ran == 0 && (errors.Is(err, ErrClosed) || errors.Is(err, ErrQueueFull) || errors.Is(err, context.Canceled)):
	case ran == 1 && act == actPanic && panicked:
	case ran == 1 && act == actGoexit && err == ErrGoexit: //nolint:errorlint // the very error
	case ran == 1 && act == actError && err == errTest: //nolint:errorlint // the very error
	case ran == 1 && act > actError && err == nil:
	default:
		w.t.Errorf("%s of act %d: ran %d times, error %v", way, act, ran, err)
	}
}

// context returns one that is done never, already, or soon.
func (*storm) context(rng *rand.Rand) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	switch rng.IntN(10) {
	case 0:
		cancel()
	case 1, 2:
		delay := time.Duration(rng.IntN(300)) * time.Microsecond
		timer := time.AfterFunc(delay, cancel)
		return ctx, func() { timer.Stop(); cancel() }
	case 3, 4, 5:
		return context.Background(), cancel
	}
	return ctx, cancel
}

// act is what a task does, apart from being submitted.
func (w *storm) act(ctx context.Context, act int) error {
	switch {
	case act == actPanic:
		return detonate(errTest)
	case act == actGoexit:
		runtime.Goexit()
	case act == actError:
		return errTest
	case act < 20:
		for range 20 {
			compute()
			if Checkpoint(ctx) != nil {
				break
			}
		}
	case act < 30:
		Block(ctx, func() { time.Sleep(time.Duration(act) * time.Microsecond) })
	case act < 40:
		w.child(ctx, act, func(ctx context.Context, fn func(context.Context) error) error {
			return w.groups[act%len(w.groups)].Do(ctx, fn)
		})
	case act < 50:
		w.child(ctx, act, func(ctx context.Context, fn func(context.Context) error) error {
			child, err := Go(ctx, fn)
			if err != nil {
				return err
			}
			return child.Wait(ctx)
		})
	case act == 50: // long enough to be lowered
		start := time.Now()
		return computeUntil(func() bool { return time.Since(start) > 3*time.Millisecond })
	case act == 51: // waits without a word
		time.Sleep(time.Millisecond)
	}
	return nil
}

// child submits inside a task. Run inline it is not counted, so neither here.
func (w *storm) child(ctx context.Context, act int, submit func(ctx context.Context, fn func(context.Context) error) error) {
	parent := FromContext(ctx)
	inline := act < 40 && parent.Group() == w.groups[act%len(w.groups)]
	if !inline {
		w.tasks.Add(1)
	}
	var ran atomic.Int64
	err := submit(ctx, func(context.Context) error {
		ran.Add(1)
		if !inline {
			w.ran.Add(1)
		}
		compute()
		return nil
	})
	if err != nil && ran.Load() != 0 && !errors.Is(err, context.Canceled) {
		w.t.Errorf("a child: ran %d times, error %v", ran.Load(), err)
	}
	if err == nil && ran.Load() != 1 {
		w.t.Errorf("a child: ran %d times without an error", ran.Load())
	}
}
