// Package sched is the policy of cpuworker: which task runs, which one waits
// and which one is asked to stop. It is a pure state machine. It has no
// goroutine, no lock, no clock and no log, so the live scheduler and a
// simulator can drive the same code.
//
// # Contract
//
// Events go in as method calls on [Core]; decisions come out of [Core.Take].
// One goroutine at a time may use a Core; the caller locks.
//
//	event     meaning
//	Arrive    a task was submitted
//	Ran       a running task has used CPU time since the last report
//	Yield     a running task stopped at a checkpoint and wants to go on
//	Block     a running task gave its slot back to wait for something
//	Wake      a blocked task wants to go on
//	Finish    a task ended, wherever it was
//	Stall     a running task was seen to make no progress: its slot is lent
//	Unstall   it moves again
//	Force     a waiting task goes on without a slot (its context is done)
//	SetSlots  the capacity changed
//
//	decision  meaning
//	Start     run this task now; it holds a slot
//	Preempt   ask this task to stop at its next checkpoint
//
// Time in the core is service: nanoseconds of CPU that tasks reported with
// Ran. A machine on which light work takes all the CPU delivers no service,
// and then nobody here waits any longer. A Preempt may stay unacknowledged for
// ever: a task without checkpoints. The policy stays correct, because such a
// task is charged slice after slice as it runs, and because a slot that must
// not be waited for can be added (see Config.Extra).
//
// # Order
//
// Classes are strict: [Interactive], then [Normal], then [Batch], except that
// a class with work gets its floor (see [Config.Floors]): a slice, for which no
// higher class has it stopped, each time its part of all service comes to one.
// So a class of which nothing runs waits at most
//
//	slice / floor + slots * (slice + the longest checkpoint gap)
//
// of service, and Normal a slice and a gap more, because Batch goes first where
// both are due. Inside a class, groups share by weight with start-time fair
// queueing (Goyal, Vin, Cheng: SIGCOMM 1996): every group carries a virtual
// time that grows with its service divided by its weight, and the least goes
// first. On more than one slot a slice is charged when it is granted and
// corrected when it ends; charged only at the end, a group could take every
// slot at once on the same virtual time.
//
// Inside a group a new task goes before tasks that have already used up a
// slice, within a bound: see queue.go.
package sched
