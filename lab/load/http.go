package load

import (
	"bytes"
	"fmt"
	"strconv"
)

// Get is an HTTP/1.1 keep-alive request for path.
func Get(addr, path string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, addr)
}

const (
	headEnd       = "\r\n\r\n"
	contentLength = "\r\nContent-Length: "
	statusOK      = "HTTP/1.1 200 "
)

// HTTPReply finds the end of a reply as net/http writes short ones: with a
// Content-Length, spelt that way. It is no HTTP client for any other server.
func HTTPReply(b []byte) (int, error) {
	head := bytes.Index(b, []byte(headEnd))
	if head < 0 {
		return 0, nil
	}
	at := bytes.Index(b[:head], []byte(contentLength))
	if at < 0 {
		return 0, fmt.Errorf("load: reply without a content length: %q", b[:head])
	}
	length := b[at+len(contentLength) : head]
	if end := bytes.IndexByte(length, '\r'); end >= 0 {
		length = length[:end]
	}
	body, err := strconv.Atoi(string(length))
	if err != nil || body < 0 {
		return 0, fmt.Errorf("load: content length %q", length)
	}
	n := head + len(headEnd) + body
	switch {
	case len(b) < n:
		return 0, nil
	case !bytes.HasPrefix(b, []byte(statusOK)):
		return n, ErrRefused
	}
	return n, nil
}

// Byte is a request of one byte, for an echo server.
func Byte() []byte { return []byte{'.'} }

// ByteReply is the reply to Byte.
func ByteReply(b []byte) (int, error) { return min(len(b), 1), nil }
