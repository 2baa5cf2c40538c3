"""Benchmarks: speed and size as ratios, each pair measured side by side in one run. `make bench`, docs/benchmarks.md."""
