package cpuworker_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"log"

	"github.com/cpuworker/cpuworker"
)

// A service makes one scheduler and hands it its CPU-heavy work. What it does
// beside that stays as it is.
func Example() {
	s, err := cpuworker.New(cpuworker.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	var sum uint32
	err = s.Do(context.Background(), func(context.Context) error {
		sum = crc32.ChecksumIEEE([]byte("a large file"))
		return nil
	})
	fmt.Println(sum, err)
	// Output: 1513792673 <nil>
}

// Mode says what the system allows; a service may log it when it starts.
func ExampleScheduler_Mode() {
	s, err := cpuworker.New(cpuworker.Config{Mode: cpuworker.Cooperative})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	mode, why := s.Mode()
	fmt.Println(mode)
	fmt.Println(why)
	// Output:
	// cooperative
	// cooperative: asked for
}
