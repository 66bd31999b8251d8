module github.com/cpuworker/cpuworker/cmd/cpuworker

go 1.26.0

require github.com/cpuworker/cpuworker v0.0.0

replace github.com/cpuworker/cpuworker => ../..

require github.com/cpuworker/cpuworker/lab v0.0.0

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0 // indirect
	github.com/alecthomas/kong v1.17.0
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/panjf2000/ants/v2 v2.12.1 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/schollz/progressbar/v3 v3.19.1 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)

replace github.com/cpuworker/cpuworker/lab => ../../lab
