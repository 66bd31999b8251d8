//go:build race

package cpuworker

const raceEnabled = true
