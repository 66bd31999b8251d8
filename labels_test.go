package cpuworker

import (
	"bytes"
	"context"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
)

type testKey struct{}

// Labels and values of the submitter's context are the task's, whether it ran
// at once or was queued, and are gone from the goroutine that runs the next one.
func TestLabelsAndValuesReachTheTask(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: longSlice})
		for _, way := range submissions {
			for _, when := range []string{"at once", "queued"} {
				var all sync.WaitGroup
				release := func() {}
				if when == "queued" {
					release = occupy(t, s)
				}
				for _, name := range []string{"first", "second"} {
					labelled := context.WithValue(context.Background(), testKey{}, name)
					pprof.Do(labelled, pprof.Labels("job", way.name+" "+name), func(ctx context.Context) {
						all.Go(func() { // inherits the labels, as any goroutine
							must(t, way.name, way.submit(s.Root(), ctx, func(ctx context.Context) error {
								checkLabel(ctx, t, way.name+" "+name)
								if v := ctx.Value(testKey{}); v != name {
									t.Errorf("%s, %s: the context's value is %v, want %q", way.name, when, v, name)
								}
								must(t, "Checkpoint", Checkpoint(ctx))
								Block(ctx, func() {})
								checkLabel(ctx, t, way.name+" "+name)
								return nil
							}))
						})
					})
				}
				if when == "queued" {
					queued(t, s, 2)
				}
				release()
				all.Wait()
				must(t, way.name, way.submit(s.Root(), context.Background(), func(ctx context.Context) error {
					if profile := goroutines(t); strings.Contains(around(profile, "TestLabelsAndValues"), `"job":"`+way.name) {
						t.Errorf("%s: a task without labels has those of the one before it:\n%s", way.name, profile)
					}
					return ctx.Err()
				}))
			}
		}
	})
}

// checkLabel checks the label of the context and, what profiles show, of the
// goroutine.
func checkLabel(ctx context.Context, t testing.TB, want string) {
	t.Helper()
	if got, _ := pprof.Label(ctx, "job"); got != want {
		t.Errorf("the context's label is %q, want %q", got, want)
	}
	if profile := goroutines(t); !strings.Contains(around(profile, "checkLabel"), `"job":"`+want+`"`) {
		t.Errorf("the goroutine has no label %q:\n%s", want, around(profile, "checkLabel"))
	}
}

func goroutines(t testing.TB) string {
	t.Helper()
	var profile bytes.Buffer
	must(t, "the profile", pprof.Lookup("goroutine").WriteTo(&profile, 1))
	return profile.String()
}

// around returns the entries of a profile that name a function.
func around(profile, function string) string {
	var found []string
	for entry := range strings.SplitSeq(profile, "\n\n") {
		if strings.Contains(entry, function) {
			found = append(found, entry)
		}
	}
	return strings.Join(found, "\n\n")
}
