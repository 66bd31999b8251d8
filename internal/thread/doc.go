// Package thread is what cpuworker needs of the kernel about one OS thread: its
// number, its CPU clock, whether it wants a CPU, and its priority and slice. None of it
// needs a privilege, as long as priorities only go down.
package thread
