package server

import (
	"io"
	"net"
)

// Echo accepts connections on ln and sends back what they send, until ln is
// closed. It is the least a network service can do, so its round trip shows the
// scheduling delay and little else.
func Echo(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			// A plain reader and writer: io.Copy between two TCP connections
			// would use splice, which a one-byte reply does not deserve.
			_, _ = io.CopyBuffer(struct{ io.Writer }{conn}, struct{ io.Reader }{conn}, make([]byte, 512))
		}()
	}
}
