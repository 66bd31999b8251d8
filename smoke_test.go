package cpuworker

import (
	"context"
	"hash/crc32"
	"sync"
	"testing"
	"time"
)

func bench(b *testing.B, m Mode) {
	s, err := New(Config{Mode: m})
	if err != nil {
		b.Skip(err)
	}
	defer s.Close()
	ctx := context.Background()
	fn := func(context.Context) error { return nil }
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Do(ctx, fn); err != nil {
			b.Fatal(err)
		}
	}
}
func BenchmarkDoCoop(b *testing.B) { bench(b, Cooperative) }
func BenchmarkDoPre(b *testing.B)  { bench(b, Preemptive) }
func BenchmarkDoContended(b *testing.B) {
	for _, m := range []Mode{Cooperative, Preemptive} {
		b.Run(m.String(), func(b *testing.B) {
			s, _ := New(Config{Mode: m})
			defer s.Close()
			ctx := context.Background()
			fn := func(context.Context) error { return nil }
			b.SetParallelism(4)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					s.Do(ctx, fn)
				}
			})
		})
	}
}
func BenchmarkCheckpoint(b *testing.B) {
	s, _ := New(Config{Mode: Cooperative})
	defer s.Close()
	s.Do(context.Background(), func(ctx context.Context) error {
		t := FromContext(ctx)
		b.Run("handle", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if t.Checkpoint() != nil {
					b.Fatal()
				}
			}
		})
		b.Run("ctx", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if Checkpoint(ctx) != nil {
					b.Fatal()
				}
			}
		})
		c1, c := context.WithCancel(ctx)
		defer c()
		b.Run("ctx1", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if Checkpoint(c1) != nil {
					b.Fatal()
				}
			}
		})
		return nil
	})
}

var buf [256 << 10]byte

func TestSmoke(t *testing.T) {
	for _, m := range []Mode{Cooperative, Preemptive} {
		s, err := New(Config{Mode: m})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(s.Mode())
		var wg sync.WaitGroup
		for i := 0; i < 6; i++ {
			wg.Go(func() {
				err := s.Do(context.Background(), func(ctx context.Context) error {
					tk := FromContext(ctx)
					for st := time.Now(); time.Since(st) < 500*time.Millisecond; {
						crc32.ChecksumIEEE(buf[:])
						if err := tk.Checkpoint(); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(100 * time.Millisecond)
		t.Logf("%+v", s.Stats())
		wg.Wait()
		t.Logf("%+v", s.Stats())
		s.Close()
		t.Logf("%+v", s.Stats())
	}
}
