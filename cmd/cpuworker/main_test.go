package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestBadFlags(t *testing.T) {
	for args, want := range map[string]string{
		"":                               "serve",
		"dance":                          "dance",
		"serve --mode magic":             "--mode must be one of",
		"serve --slots -1":               "--slots",
		"serve --slots=-1":               "--slots must be 0 or more",
		"serve --slice 0":                "--slice must be longer than 0",
		"serve --slice soon":             "soon",
		"serve --addr nowhere":           "nowhere",
		"demo --light 0":                 "--light must be a percentage from 1 to 100, not 0",
		"demo --light 101":               "--light must be a percentage from 1 to 100, not 101",
		"demo --light 5,abc":             "abc",
		"demo --light=":                  "--light",
		"demo -c 0":                      "-c must be 1 or more",
		"demo --closed -c 0":             "-c must be 1 or more",
		"demo --slices 0":                "--slices must be longer than 0",
		"demo --slices 1ms,never":        "never",
		"demo --reps 0":                  "--reps must be 1 or more",
		"demo --check --closed":          "--check",
		"demo --closed --slices 1ms":     "--closed and --slices",
		"demo --slices 1ms --light 5,25": "--light",
		"demo --nonsense":                "--nonsense",
	} {
		err := run(t.Context(), strings.Fields(args), io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("cpuworker %s: error is %v, want one line with %q", args, err, want)
		}
	}
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--mode", "cooperative", "--slots", "1", "--slice", "5ms"}, in)
	}()
	banner, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mode: cooperative", "slots: 1", "slice: 5ms"} {
		if !strings.Contains(banner, want) {
			t.Errorf("%q does not have %q", banner, want)
		}
	}
	_, rest, _ := strings.Cut(banner, "listening on ")
	url, _, _ := strings.Cut(rest, " ")
	resp, err := http.Get(url + "/checksumSmallTaskWithCpuWorker")
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
