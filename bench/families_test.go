package bench

import "testing"

func BenchmarkCheckpoint(b *testing.B)        { checkpointFamily().bench(b) }
func BenchmarkCheckpointContext(b *testing.B) { checkpointContextFamily().bench(b) }
func BenchmarkDo(b *testing.B)                { doFamily().bench(b) }
func BenchmarkDoContended(b *testing.B)       { contendedFamily().bench(b) }
func BenchmarkDoMillisecond(b *testing.B)     { millisecondFamily().bench(b) }
func BenchmarkDoNested(b *testing.B)          { nestedFamily().bench(b) }
func BenchmarkBlock(b *testing.B)             { blockFamily().bench(b) }
func BenchmarkQueued(b *testing.B)            { queuedFamily().bench(b) }

// families is what the table of bars measures.
func families() []family {
	return []family{
		checkpointFamily(),
		checkpointContextFamily(),
		doFamily(),
		contendedFamily(),
		millisecondFamily(),
		nestedFamily(),
		blockFamily(),
		queuedFamily(),
	}
}
