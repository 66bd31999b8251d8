// Command demo is a small HTTP service that keeps its light requests fast while
// heavy ones take the CPU: the program to copy from. The handlers are in
// package server.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/cpuworker/cpuworker"
	"github.com/cpuworker/cpuworker/examples/demo/server"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on")
	flag.Parse()
	if err := run(*addr); err != nil {
		log.Fatal(err)
	}
}

func run(addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	sched, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		return err
	}
	defer sched.Close()

	srv, err := server.New(sched)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println(srv.Banner(ln.Addr()))
	return srv.Serve(ctx, ln)
}
