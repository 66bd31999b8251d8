// Package process keeps the effects that schedulers have on the whole process,
// so that several of them, closed in any order, leave it as they found it. Its
// ledger is the one package-level state of the library.
package process

import (
	"os"
	"runtime"
	"sync"
)

var ledger struct { //nolint:gochecknoglobals // the ledger of effects on the process, see the package comment
	mu    sync.Mutex
	base  int // GOMAXPROCS without our raises
	extra int // by how much it is raised in all
	epoch int // counts the times that somebody else set it

	slices slices
}

// BaseProcs returns what GOMAXPROCS is without our own raises.
func BaseProcs() int {
	ledger.mu.Lock()
	defer ledger.mu.Unlock()
	adoptProcsLocked()
	return ledger.base
}

// RaiseProcs raises GOMAXPROCS by extra until release is called; calling it
// again does nothing. Each stops the world, for tens of microseconds. The
// runtime's own following of the CPU limit is off meanwhile. If the program
// sets GOMAXPROCS itself in between, its value stays.
func RaiseProcs(extra int) (release func()) {
	ledger.mu.Lock()
	defer ledger.mu.Unlock()
	adoptProcsLocked()
	epoch := ledger.epoch
	changeProcsLocked(extra)
	return sync.OnceFunc(func() {
		ledger.mu.Lock()
		defer ledger.mu.Unlock()
		adoptProcsLocked()
		if epoch != ledger.epoch {
			return
		}
		changeProcsLocked(-extra)
		if extra > 0 && ledger.extra == 0 {
			followLimitLocked()
		}
	})
}

// adoptProcsLocked takes a value that somebody else has set as the new base.
func adoptProcsLocked() {
	if now := runtime.GOMAXPROCS(0); now != ledger.base+ledger.extra {
		ledger.base, ledger.extra = now, 0
		ledger.epoch++
	}
}

func changeProcsLocked(by int) {
	if by == 0 {
		return
	}
	ledger.extra += by
	runtime.GOMAXPROCS(ledger.base + ledger.extra)
}

// followLimitLocked hands GOMAXPROCS back to the runtime, which follows the
// CPU limit by itself, if that gives the value we found and the environment
// does not fix one.
func followLimitLocked() {
	if os.Getenv("GOMAXPROCS") != "" {
		return
	}
	runtime.SetDefaultGOMAXPROCS()
	if runtime.GOMAXPROCS(0) != ledger.base {
		runtime.GOMAXPROCS(ledger.base)
	}
}
