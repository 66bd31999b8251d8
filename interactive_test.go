package cpuworker

import (
	"context"
	"sync"
	"testing"
	"time"
)

// Interactive tasks that wait without Block do not keep their class from going
// on, whichever way they were submitted.
func TestInteractiveWaitingWithoutBlock(t *testing.T) {
	inModes(t, func(t *testing.T, mode Mode) {
		for _, way := range submissions {
			t.Run(way.name, func(t *testing.T) {
				s := newScheduler(t, Config{Mode: mode, Slots: 1, Slice: time.Millisecond})
				g, err := s.NewGroup("interactive", GroupConfig{Class: Interactive})
				must(t, "NewGroup", err)
				gate := make(chan struct{})
				open := sync.OnceFunc(func() { close(gate) })
				t.Cleanup(open)
				var waiting sync.WaitGroup
				for range 4 {
					waiting.Go(func() {
						must(t, way.name, way.submit(g, context.Background(), func(context.Context) error { <-gate; return nil }))
					})
				}
				eventually(t, "all are submitted", func() bool { return s.Stats().Live == 4 })
				for range 3 {
					finishes(t, "a task beside those that wait", func() { must(t, "Do", g.Do(context.Background(), nothing)) })
				}
				open()
				finishes(t, "those that waited", waiting.Wait)
			})
		}
	})
}
