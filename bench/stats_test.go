package bench

import "slices"

// median of xs, which must not be empty. It leaves xs as it is.
func median(xs []float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}
