package demo

import (
	"os"
	"strconv"
	"strings"
)

// machineTime reads how long the CPUs of the machine were busy and existed, in
// ticks, since it started. Time that a hypervisor took away counts as busy.
func machineTime() (busy, all float64) {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	first, _, _ := strings.Cut(string(b), "\n")
	fields := strings.Fields(first)
	// cpu user nice system idle iowait irq softirq steal; the rest is counted in user.
	const idle, iowait, last = 4, 5, 8
	if len(fields) <= last || fields[0] != "cpu" {
		return 0, 0
	}
	for i, field := range fields[1 : last+1] {
		ticks, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0, 0
		}
		all += ticks
		if i+1 != idle && i+1 != iowait {
			busy += ticks
		}
	}
	return busy, all
}
