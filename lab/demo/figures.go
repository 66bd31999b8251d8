package demo

import (
	"reflect"
	"slices"
	"time"

	"github.com/cpuworker/cpuworker/lab/load"
)

// Figures are what one cell measured in one repetition, or the medians of that
// over the repetitions. Every field is a float64, or a struct of them.
type Figures struct {
	Light          Latency `json:"light"`
	Small          Latency `json:"small"`
	Echo           Latency `json:"echo"`
	HeavyPerSecond float64 `json:"heavy_per_second"`
	// Shares of the machine's CPU time, 0 to 1, by process.
	ServerShare    float64 `json:"server_share"`
	GeneratorShare float64 `json:"generator_share"`
	OtherShare     float64 `json:"other_share"` // of everybody else, with what a hypervisor took
	Threads        float64 `json:"threads"`
	GOMAXPROCS     float64 `json:"gomaxprocs"`
}

// Latency has times in milliseconds.
type Latency struct {
	PerSecond float64 `json:"per_second"` // answers
	Requests  float64 `json:"requests"`
	P50       float64 `json:"p50_ms"`
	P90       float64 `json:"p90_ms"`
	P99       float64 `json:"p99_ms"`
	P999      float64 `json:"p99.9_ms"`
	Max       float64 `json:"max_ms"`
	// Unfinished requests had no answer by the end; they count with the time
	// they had waited.
	Unfinished float64 `json:"unfinished"`
	Refused    float64 `json:"refused"`
	// LateP99 is how late the generator itself was to send.
	LateP99 float64 `json:"generator_late_p99_ms"`
}

func latency(r load.Result) Latency {
	at := func(percentile float64) float64 { return milliseconds(r.Latency.ValueAtPercentile(percentile)) }
	return Latency{
		PerSecond: r.PerSecond,
		Requests:  float64(r.Sent),
		P50:       at(50), P90: at(90), P99: at(99), P999: at(99.9),
		Max:        milliseconds(r.Latency.Max()),
		Unfinished: float64(r.Unfinished),
		Refused:    float64(r.Refused),
		LateP99:    milliseconds(r.Late.ValueAtPercentile(99)),
	}
}

func milliseconds(ns int64) float64 { return float64(ns) / float64(time.Millisecond) }

// Medians takes the median of every field by itself.
func Medians(samples []Figures) (m Figures) {
	if len(samples) == 0 {
		return m
	}
	values := make([]reflect.Value, len(samples))
	for i := range samples {
		values[i] = reflect.ValueOf(samples[i])
	}
	setMedians(reflect.ValueOf(&m).Elem(), values)
	return m
}

func setMedians(dst reflect.Value, values []reflect.Value) {
	if dst.Kind() == reflect.Float64 {
		floats := make([]float64, len(values))
		for i, v := range values {
			floats[i] = v.Float()
		}
		dst.SetFloat(median(floats))
		return
	}
	for f := range dst.NumField() {
		fields := make([]reflect.Value, len(values))
		for i, v := range values {
			fields[i] = v.Field(f)
		}
		setMedians(dst.Field(f), fields)
	}
}

// median of an even number of values is the mean of the middle two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
