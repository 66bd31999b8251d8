//go:build !race

package cpuworker

const raceEnabled = false
