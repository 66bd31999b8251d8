package child

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/cpuworker/cpuworker/examples/demo/server"
)

// Status asks the child for its figures.
func (c *Child) Status(ctx context.Context) (server.Status, error) {
	return c.control(ctx, http.MethodGet, "/lab/status")
}

// Endless starts n endless tasks without checkpoints: as tasks of the child's
// scheduler, or as goroutines if it has none.
func (c *Child) Endless(ctx context.Context, n int) error {
	as := "task"
	if c.Hello.Status.Mode == server.PlainMode {
		as = "goroutine"
	}
	_, err := c.control(ctx, http.MethodPost, fmt.Sprintf("/lab/endless?n=%d&as=%s", n, as))
	return err
}

// Quiet ends all heavy work of the child and waits until there is none. It looks
// twice: a request that was still on its way may begin after the first stop.
func (c *Child) Quiet(ctx context.Context) error {
	for quiet := 0; quiet < 2; {
		st, err := c.control(ctx, http.MethodPost, "/lab/stop")
		if err != nil {
			return err
		}
		quiet++
		if st.Open > 0 {
			quiet = 0
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

func (c *Child) control(ctx context.Context, method, path string) (st server.Status, err error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+c.Addr+path, nil)
	if err != nil {
		return st, fmt.Errorf("child: %w", err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return st, fmt.Errorf("child: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return st, fmt.Errorf("child: %s: %w", path, err)
	}
	if resp.StatusCode != http.StatusOK {
		return st, fmt.Errorf("child: %s: %s", path, strings.TrimSpace(string(body)))
	}
	if err := json.Unmarshal(body, &st); err != nil {
		return st, fmt.Errorf("child: %s: %w", path, err)
	}
	return st, nil
}
