//go:build !linux

package load

import "context"

func run(ctx context.Context, s Stream) (Result, error) { return runPortable(ctx, s) }
