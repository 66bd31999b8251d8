// Package bench compares cpuworker with what a Go service would use in its
// place: a plain goroutine and a channel, a semaphore, and the worker pools
// ants and pond. It has nothing to import; it holds benchmarks only.
//
//	go test -bench . ./bench/...
//
// Each benchmark is a family of which every contestant is a sub-benchmark, so
// that ratios are taken within one run on one machine. The absolute times of
// two runs are not comparable.
//
// The rules are the same for everybody:
//
//   - The limit on what runs at once is the number of slots that a cooperative
//     scheduler has on this machine. "go+channel" is the exception: a plain
//     goroutine has no limit, and is here as the price of a bare hand-off.
//   - The submitter waits for the result of its task, which is an error.
//   - What can be made once is made once, outside the measured loop: closures,
//     channels, pools.
//
// Semaphore differs in kind: the submitter takes a slot and then runs the task
// itself, so that no hand-off takes place. Where nobody waits for a slot it is
// therefore the cheapest there can be.
//
// The project's bars for these numbers are checked with
//
//	go test -C bench -bars
//
// which measures each family three times, in turns, prints a table and ends
// with status 1 if a bar is missed. It is no part of the ordinary tests, since
// a busy machine misses bars that a quiet one meets.
package bench
