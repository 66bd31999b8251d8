package demo

import (
	"fmt"
	"time"

	"github.com/cpuworker/cpuworker/examples/demo/server"
	"github.com/cpuworker/cpuworker/lab/baseline"
	"github.com/cpuworker/cpuworker/lab/child"
)

// Steps of a run. 1 to 4 are the original's.
const (
	Step1           = "1"
	Step2           = "2"
	Step3           = "3"
	Step3b          = "3b"
	Step4           = "4"
	Step3Coop       = "3 coop"
	Step4Coop       = "4 coop"
	StepSemaphore   = "semaphore"
	StepErrgroup    = "errgroup"
	StepAnts        = "ants"
	StepRaised      = "raised"
	StepEchoIdle    = "echo idle"
	StepEchoLoaded  = "echo loaded"
	StepEchoPlain   = "echo plain"
	stepSlicePrefix = "slice "
)

// Servers of a run.
const (
	plainServer       = server.PlainMode
	raisedServer      = "plain, GOMAXPROCS raised"
	preemptiveServer  = "preemptive" // also the names of the modes
	cooperativeServer = "cooperative"
)

// Endpoints of package server that a load uses.
const (
	lightPath        = "/delay1ms"
	plainPath        = "/checksumWithoutCpuWorker"
	checkpointPath   = "/checksumWithCpuWorker"
	noCheckpointPath = "/checksumWithCpuWorkerNoCheckpoint"
	smallPath        = "/checksumSmallTaskWithCpuWorker"
)

// Cell is one measurement: a load on a server.
type Cell struct {
	Step   string `json:"step"`
	Title  string `json:"title"`
	Server string `json:"server"`
	// Light is the light work in percent of the machine. 0 = the load is not
	// HTTP but the echo of one byte.
	Light int    `json:"light_percent,omitempty"`
	Heavy string `json:"heavy,omitempty"` // path of the heavy requests
	Small bool   `json:"small,omitempty"` // with small tasks
	Busy  bool   `json:"busy,omitempty"`  // echo: with endless tasks
	Once  bool   `json:"once,omitempty"`  // in the first repetition only
}

// name tells the cell from every other of its run.
func (c Cell) name() string {
	if c.Light == 0 {
		return c.Step
	}
	return fmt.Sprintf("%s at %d%% light", c.Step, c.Light)
}

// steps are steps 1 to 3b, which exist at every light load.
func steps(light int) []Cell {
	return []Cell{
		{Step: Step1, Title: "light alone", Server: plainServer, Light: light},
		{Step: Step2, Title: "light + heavy, plain", Server: plainServer, Light: light, Heavy: plainPath},
		{Step: Step3, Title: "light + heavy, cpuworker", Server: preemptiveServer, Light: light, Heavy: checkpointPath},
		{Step: Step3b, Title: "the same without checkpoints", Server: preemptiveServer, Light: light, Heavy: noCheckpointPath},
	}
}

func smallTasks(light int) Cell {
	return Cell{Step: Step4, Title: "light + heavy + small tasks", Server: preemptiveServer, Light: light, Heavy: checkpointPath, Small: true}
}

func smallTasksCooperative(light int) Cell {
	return Cell{Step: Step4Coop, Title: "step 4, cooperative mode", Server: cooperativeServer, Light: light, Heavy: checkpointPath, Small: true}
}

func cooperative(light int) Cell {
	return Cell{Step: Step3Coop, Title: "step 3, cooperative mode", Server: cooperativeServer, Light: light, Heavy: checkpointPath}
}

// baselines are what a Go team would do today.
func baselines(light int) []Cell {
	return []Cell{
		{Step: StepSemaphore, Title: "plain, semaphore of GOMAXPROCS-1", Server: plainServer, Light: light, Heavy: baseline.SemaphorePath, Once: true},
		{Step: StepErrgroup, Title: "plain, errgroup limit of GOMAXPROCS-1", Server: plainServer, Light: light, Heavy: baseline.ErrgroupPath, Once: true},
		{Step: StepAnts, Title: "plain, ants pool of GOMAXPROCS-1", Server: plainServer, Light: light, Heavy: baseline.AntsPath, Once: true},
		{Step: StepRaised, Title: "plain, GOMAXPROCS as in step 3", Server: raisedServer, Light: light, Heavy: plainPath, Once: true},
	}
}

// echoes are the round trips of one byte, alone and beside endless tasks.
func echoes() []Cell {
	return []Cell{
		{Step: StepEchoIdle, Title: "TCP echo alone", Server: preemptiveServer},
		{Step: StepEchoLoaded, Title: "TCP echo, endless tasks", Server: preemptiveServer, Busy: true},
		{Step: StepEchoPlain, Title: "TCP echo, endless goroutines, plain", Server: plainServer, Busy: true, Once: true},
	}
}

// sliced is a cell for one slice length in Cooperative mode, with its server.
func sliced(light int, slice time.Duration) (Cell, string, child.Options) {
	name := fmt.Sprintf("%s, slice %v", cooperativeServer, slice)
	cell := Cell{
		Step:   stepSlicePrefix + slice.String(),
		Title:  fmt.Sprintf("light + heavy + small tasks, slice %v", slice),
		Server: name, Light: light, Heavy: checkpointPath, Small: true,
	}
	return cell, name, child.Options{Mode: cooperativeServer, Slice: slice}
}
