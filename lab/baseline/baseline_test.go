package baseline

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

func TestEndpoints(t *testing.T) {
	srv, err := server.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	release, err := Add(srv)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for _, path := range []string{SemaphorePath, ErrgroupPath, AntsPath} {
		before := srv.Work().Done()
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "crc32: ") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if srv.Work().Done() == before || srv.Work().Open() != 0 {
			t.Errorf("%s: %d checksums done, %d jobs open", path, srv.Work().Done()-before, srv.Work().Open())
		}
	}
}
