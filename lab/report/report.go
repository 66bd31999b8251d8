// Package report draws a demo's result as one HTML file that needs no other: the
// pictures are inline SVG, and there is no script.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/cpuworker/cpuworker/lab/demo"
)

//go:embed report.html.tmpl
var page string

// Write writes the report of r.
func Write(w io.Writer, r *demo.Result) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := t.Execute(w, newView(r)); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// view is what the page shows.
type view struct {
	Result *demo.Result
	Time   string
	Tiles  []tile
	Charts []chart
	Groups []group
	Heads  []string
	Span   int // columns of the table in all
	Legend string
	Facts  []fact
	Notes  []string
	Bars   []demo.Bar
}

// tile is one figure told large.
type tile struct{ Name, Value, Note string }

// group is the rows of the table that belong together.
type group struct {
	Title string
	Rows  []row
}

type row struct {
	Step, Title string
	Colour      int
	Cells       []string
}

type fact struct{ Name, Value string }

func newView(r *demo.Result) view {
	v := view{
		Result: r,
		Time:   r.Time.Format("2 January 2006, 15:04 MST"),
		Tiles:  tiles(r),
		Legend: strings.Join(r.Legend(), " "),
		Facts:  facts(r),
		Notes:  r.Notes,
		Bars:   r.Bars,
	}
	for _, c := range r.Columns() {
		v.Heads = append(v.Heads, c.Head)
	}
	v.Span = len(v.Heads) + 1
	for _, set := range r.Sets() {
		v.Charts = append(v.Charts, newChart(set))
		v.Groups = append(v.Groups, newGroup(r, set))
	}
	return v
}

func newGroup(r *demo.Result, s demo.Set) group {
	g := group{Title: s.Title}
	columns := r.Columns()
	for i, c := range s.Cells {
		cells := make([]string, len(columns))
		for j, column := range columns {
			cells[j] = column.Of(c)
		}
		g.Rows = append(g.Rows, row{Step: c.Step, Title: c.Title, Colour: colour(c, i), Cells: cells})
	}
	return g
}
