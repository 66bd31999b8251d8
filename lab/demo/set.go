package demo

import "fmt"

// Set is the cells that are compared with each other: those of one light load,
// or those of the echo.
type Set struct {
	Title string
	Note  string
	Cells []*CellResult
}

// Sets are the sets of the result, in the order of their first cells.
func (r *Result) Sets() (sets []Set) {
	at := map[int]int{}
	for _, c := range r.Cells {
		i, ok := at[c.Light]
		if !ok {
			i = len(sets)
			at[c.Light] = i
			sets = append(sets, Set{Title: r.setTitle(c.Light), Note: r.setNote(c.Light)})
		}
		sets[i].Cells = append(sets[i].Cells, c)
	}
	return sets
}

func (r *Result) setTitle(light int) string {
	switch {
	case light == 0:
		return "Round trip of one byte over TCP"
	case r.Settings.Closed:
		return "Light requests, closed loop"
	}
	return fmt.Sprintf("Light requests, light work at %d%% of the machine", light)
}

// setNote says what a light load is and what it took of the machine alone.
func (r *Result) setNote(light int) string {
	for _, l := range r.Lights {
		if l.Percent != light {
			continue
		}
		note := fmt.Sprintf("%s at %.0f req/s.", l.Path, l.Rate)
		if c := r.cell(Step1, light); c != nil {
			s, g := c.Median.ServerShare*100, c.Median.GeneratorShare*100
			note += fmt.Sprintf(" Alone it took %.1f%% of the machine: the server %.1f%%, the generator %.1f%%.", s+g, s, g)
		}
		return note
	}
	if light == 0 {
		return fmt.Sprintf("%d a second over %d connections, timed from the send.", echoRate, echoConns)
	}
	return ""
}
