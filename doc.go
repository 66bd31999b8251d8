// Package cpuworker is a CPU scheduler for Go services, inside the service's
// own process, on stock Go. A service hands it its CPU-heavy work and writes
// everything else as plain goroutines. These then keep about the latency they
// have on an idle machine, while the heavy work takes the CPU time that is left.
//
//	s, err := cpuworker.New(cpuworker.Config{})
//	...
//	defer s.Close()
//	err = s.Do(ctx, func(ctx context.Context) error {
//		return encode(ctx, job) // seconds of CPU
//	})
//
// Most callers want Do, in an HTTP handler for example, and one [Group] for
// each kind of work or each tenant.
//
// # Modes
//
// In [Preemptive] mode (Linux) a task runs on an OS thread of its own. Once it
// has used a few milliseconds of CPU the thread's priority is lowered, and the
// kernel puts all other threads of the service first. The heavy code needs no
// change. No privilege is needed.
//
// In [Cooperative] mode (everywhere) tasks are ordinary goroutines on fewer
// slots than GOMAXPROCS, and share the slots at checkpoints.
//
// [Auto], the default, is Preemptive where it works, else Cooperative;
// [Scheduler.Mode] says which and why.
//
// # Groups
//
// A [Group] is a share of the CPU: a class, a weight, a bounded queue. Classes
// come first in the order Interactive, Normal, Batch, but Normal gets at least
// a tenth and Batch at least a hundredth of the service while they have work
// and a slot is free. Inside a class groups share by weight. Inside a group new
// tasks go first, but take at most half of the group while older ones wait.
//
// In Preemptive mode a group of which nothing runs gets an extra slot at once,
// up to as many as there are slots: so put work that must not wait for other
// work in a group of its own.
//
// # Guarantees
//
//   - A function runs at most once. If its context was done or the scheduler
//     closed before it was started, it never runs.
//   - Do does not return while its function runs.
//   - Every wait ends: with a result, with its context, or with Close.
//   - A panic reaches the waiter as a *[PanicError]; it does not reach the
//     scheduler.
//   - Submitting and waiting inside a task does not deadlock, at one slot too.
//   - A task that blocks without saying so (see [Task.Block]) loses nothing but
//     time: its slot is lent to another after some slices.
//   - Effects on the process happen in [New], are listed there, and are undone
//     when the scheduler is closed and its last task has ended.
//
// # Not guaranteed
//
//   - A deadline. Light work that alone saturates the machine is slow, with or
//     without this package.
//
//   - That a task stops. Nothing can stop a function that does not look at its
//     context or call [Task.Checkpoint]; in Preemptive mode it does not need to
//     be stopped for others to be fast.
//
//   - That goroutines started by a task with the go statement belong to it. They
//     are ordinary goroutines; [Go] starts a child that does belong.
//
//   - Exact shares over short times. Shares are kept in units of slices (10 ms),
//     in Preemptive mode of turns (20 slices), and count CPU time: exact in
//     Preemptive mode, wall time between checkpoints in Cooperative mode and for
//     Interactive work.
//
//   - That thread counts return to the first value: the Go runtime keeps idle
//     threads. They settle.
//
//   - That a function may call runtime.UnlockOSThread more often than
//     LockOSThread. In a plain goroutine that does nothing; in a task it gives a
//     lowered thread back to the service.
//
//   - That more than some thousands of lowered tasks can wait in Block at once:
//     each keeps its thread, and the Go runtime ends a process with 10,000.
//
// # Priority inversion
//
// A task that holds a mutex which light work needs makes that work wait, for a
// slot in Cooperative mode, behind lowered priority in Preemptive mode. Hold no
// shared lock across a checkpoint or a long computation.
package cpuworker
