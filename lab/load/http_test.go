package load

import (
	"errors"
	"testing"
)

func TestHTTPReply(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 5\r\nX: y\r\n\r\nhello"
	const no = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
	for n := range len(ok) {
		if got, err := HTTPReply([]byte(ok[:n])); got != 0 || err != nil {
			t.Fatalf("of %q: %d, %v", ok[:n], got, err)
		}
	}
	for _, test := range []struct {
		name, reply string
		n           int
		err         error
	}{
		{"complete", ok, len(ok), nil},
		{"with more behind it", ok + "HTTP", len(ok), nil},
		{"refused", no, len(no), ErrRefused},
	} {
		n, err := HTTPReply([]byte(test.reply))
		if n != test.n || !errors.Is(err, test.err) {
			t.Errorf("%s: %d, %v; want %d, %v", test.name, n, err, test.n, test.err)
		}
	}
	for _, bad := range []string{
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
	} {
		if n, err := HTTPReply([]byte(bad)); err == nil || errors.Is(err, ErrRefused) {
			t.Errorf("of %q: %d, %v", bad, n, err)
		}
	}
}
