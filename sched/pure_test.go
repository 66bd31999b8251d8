package sched

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestThePackageIsPure: it imports next to nothing, of package time it uses the
// type of a duration only, it starts no goroutine and knows no channel. So it
// cannot read a clock, wait or be surprised, and a simulator gets the same
// decisions as the live scheduler.
func TestThePackageIsPure(t *testing.T) {
	allowed := map[string]bool{"errors": true, "fmt": true, "time": true}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		for _, i := range file.Imports {
			if path, err := strconv.Unquote(i.Path.Value); err != nil || !allowed[path] || i.Name != nil {
				t.Errorf("%v: import of %s", set.Position(i.Pos()), i.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && n.Sel.Name != "Duration" {
					t.Errorf("%v: time.%s", set.Position(n.Pos()), n.Sel.Name)
				}
			case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%v: a goroutine, a channel or a wait", set.Position(n.Pos()))
			case *ast.MapType: // its order is random
				t.Errorf("%v: a map", set.Position(n.Pos()))
			}
			return true
		})
	}
	if checked < 5 {
		t.Errorf("only %d files were checked", checked)
	}
}
