"""Runs the benchmarks and prints one table; exit code 1 when a limit is broken by more than noise.

`python -m bench pads cards` runs those alone; `servers`, the comparison behind a choice made once, runs only when named.
"""

from __future__ import annotations

import sys
from importlib import import_module

from bench.measure import Measure, tell

ALL = ("pads", "kit", "cards", "codes", "start", "replay", "push")
NAMED = ("servers",)


def main(names: list[str]) -> int:
    """All measures of those modules."""
    unknown = [name for name in names if name not in ALL + NAMED]
    if unknown:
        print(f"bench: there is no {', '.join(unknown)}; there are {', '.join(ALL + NAMED)}", file=sys.stderr)
        return 2
    found: list[Measure] = []
    for name in names or ALL:
        print(f"{name} ...", file=sys.stderr, flush=True)
        found += import_module(f"bench.{name}").measures()
    tell(found)
    return 0 if all(measure.ok or measure.noisy for measure in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
