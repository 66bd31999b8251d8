package demo

import (
	"os"
	"runtime"
	"strings"
)

// Environment is where a run took place.
type Environment struct {
	Cores      int    `json:"cores"`
	GOMAXPROCS int    `json:"gomaxprocs"` // the default, as in the plain server
	CPU        string `json:"cpu"`
	Kernel     string `json:"kernel"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Go         string `json:"go"`
}

func environment() Environment {
	e := Environment{
		Cores: runtime.NumCPU(),
		CPU:   "unknown", Kernel: "unknown",
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
	}
	if b, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		e.Kernel = strings.TrimSpace(string(b))
	}
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				e.CPU = strings.TrimSpace(model)
				break
			}
		}
	}
	return e
}
