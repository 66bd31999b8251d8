package server

import (
	"crypto/rand"
	"hash/crc32"
	mathrand "math/rand/v2"
	"sync/atomic"
)

// The sizes are those of the original's demo, so that figures can be compared.
const (
	bufferLen   = 256 << 10
	heavyMin    = 10_000
	heavySpread = 10_000
	smallSize   = 10
)

// MeanHeavySize is the mean number of checksums in a heavy request. Checksums
// done in a time, divided by it, give heavy requests per second without the
// quantisation of counting whole requests.
const MeanHeavySize = heavyMin + (heavySpread-1)/2.0

// HeavySize is the number of checksums of one heavy request.
func HeavySize() int { return heavyMin + mathrand.IntN(heavySpread) }

// Work is the CPU work of the demo: crc32 over one random buffer.
//
// Every variant of a handler does its work through it, so that all of them pay
// the same two atomic operations for each checksum.
type Work struct {
	buf   []byte
	done  atomic.Int64 // checksums of jobs, ever
	open  atomic.Int64 // jobs begun and not ended
	epoch atomic.Int64 // raised by Stop
}

// NewWork fills the buffer.
func NewWork() *Work {
	w := &Work{buf: make([]byte, bufferLen)}
	rand.Read(w.buf) // never fails, by its contract
	return w
}

// Stop ends every job that has begun, at its next checksum. A load test uses it
// to end a measurement at once; a service has no need of it.
func (w *Work) Stop() { w.epoch.Add(1) }

// Done is the number of checksums all jobs have done so far.
func (w *Work) Done() int64 { return w.done.Load() }

// Open is the number of jobs that have begun and not ended.
func (w *Work) Open() int64 { return w.open.Load() }

// Sum does one checksum outside every count.
func (w *Work) Sum(crc uint32) uint32 {
	return crc32.Update(crc, crc32.IEEETable, w.buf)
}

// Begin starts a job of n checksums. The caller must End it.
func (w *Work) Begin(n int) *Job {
	w.open.Add(1)
	return &Job{work: w, epoch: w.epoch.Load(), size: n, left: n}
}

// Job is the work of one request.
type Job struct {
	work  *Work
	epoch int64
	size  int
	left  int
	crc   uint32
}

// Next does one checksum. It reports false, with nothing done, once the job is
// complete or Work.Stop was called.
func (j *Job) Next() bool {
	if j.left == 0 || j.work.epoch.Load() != j.epoch {
		return false
	}
	j.crc = j.work.Sum(j.crc)
	j.left--
	j.work.done.Add(1)
	return true
}

// Complete reports whether every checksum of the job was done.
func (j *Job) Complete() bool { return j.left == 0 }

// End closes the job.
func (j *Job) End() { j.work.open.Add(-1) }
