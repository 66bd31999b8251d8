package cpuworker

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
)

// The Go runtime ends a process that has too many threads. So tasks that wait
// inside Block must not keep one each.
func TestBlockedTasksNeedFewThreads(t *testing.T) {
	for _, mode := range []Mode{Cooperative, Preemptive} {
		t.Run(mode.String(), func(t *testing.T) {
			cmd := child(t, "blocked")
			cmd.Env = append(cmd.Env, blockedEnv+"="+mode.String())
			out, err := cmd.CombinedOutput()
			if strings.HasPrefix(string(out), "skip") {
				t.Skip(string(out))
			}
			if err != nil {
				t.Errorf("%d tasks inside Block with at most %d threads: %v\n%.300s", blockedTasks, blockedThreads, err, out)
			}
		})
	}
}

const (
	blockedEnv     = "CPUWORKER_TEST_MODE"
	blockedTasks   = 2_000
	blockedThreads = 500
)

// blockMany is a child program: many tasks are inside Block at the same time.
func blockMany() error {
	mode, err := ParseMode(os.Getenv(blockedEnv))
	if err != nil {
		return err
	}
	s, err := New(Config{Mode: mode})
	if err != nil {
		fmt.Println("skip:", err)
		return nil
	}
	debug.SetMaxThreads(blockedThreads)
	var inside, all sync.WaitGroup
	inside.Add(blockedTasks)
	for range blockedTasks {
		all.Go(func() {
			_ = s.Do(context.Background(), func(ctx context.Context) error {
				Block(ctx, func() {
					inside.Done()
					inside.Wait()
				})
				return nil
			})
		})
	}
	all.Wait()
	return s.Shutdown(context.Background())
}
