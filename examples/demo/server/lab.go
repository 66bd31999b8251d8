package server

import (
	"encoding/json"
	"net/http"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"
)

// Status is what a load test reads of the server before and after a measurement.
// Time and counts come from one reply, so that a late reply spoils no rate.
type Status struct {
	Since      time.Duration `json:"since_ns"` // since the server was made
	CPU        time.Duration `json:"cpu_ns"`   // CPU time of the process
	Checksums  int64         `json:"checksums"`
	Open       int64         `json:"open_jobs"`
	GOMAXPROCS int           `json:"gomaxprocs"`
	Threads    int           `json:"threads"`
	Mode       string        `json:"mode"`
	Why        string        `json:"why,omitempty"`
	Stats      any           `json:"stats,omitempty"` // a cpuworker.Stats
}

// PlainMode is the Status.Mode of a server without a scheduler.
const PlainMode = "plain"

// Status takes the figures now.
func (s *Server) Status() Status {
	st := Status{
		Since:      time.Since(s.start),
		CPU:        CPUTime(),
		Checksums:  s.work.Done(),
		Open:       s.work.Open(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Threads:    pprof.Lookup("threadcreate").Count(),
		Mode:       PlainMode,
	}
	if s.sched != nil {
		mode, why := s.sched.Mode()
		st.Mode, st.Why, st.Stats = mode.String(), why, s.sched.Stats()
	}
	return st
}

// labRoutes adds the endpoints that only a load test needs.
func (s *Server) labRoutes() {
	s.mux.HandleFunc("GET /lab/status", func(w http.ResponseWriter, _ *http.Request) { s.writeStatus(w) })
	s.mux.HandleFunc("POST /lab/stop", func(w http.ResponseWriter, _ *http.Request) {
		s.work.Stop()
		s.writeStatus(w)
	})
	s.mux.HandleFunc("GET /lab/light", s.light)
	s.mux.HandleFunc("POST /lab/endless", s.endless)
}

func (s *Server) writeStatus(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.Status()) // the client is gone: nobody to tell
}

// light is /delay1ms with CPU work of its own, for a light load that takes a
// large part of the machine at a rate one process can still send. The work is
// counted in checksums, not in time: the time grows when the CPU is shared.
func (s *Server) light(w http.ResponseWriter, r *http.Request) {
	n, ok := number(w, r, "checksums", 1000)
	if !ok {
		return
	}
	start := time.Now()
	time.Sleep(delay)
	var crc uint32
	for range n {
		crc = s.work.Sum(crc)
	}
	replyDelay(w, start)
}

// number reads the query parameter name, from 0 to most.
func number(w http.ResponseWriter, r *http.Request, name string, most int) (int, bool) {
	n, err := strconv.Atoi(r.FormValue(name))
	if err != nil || n < 0 || n > most {
		http.Error(w, name+" must be a number from 0 to "+strconv.Itoa(most), http.StatusBadRequest)
		return 0, false
	}
	return n, true
}
