"""Runs the benchmarks and prints one table; exit code 1 when a limit is broken by more than noise, or a benchmark itself broke.

`python -m bench pads cards` runs those alone; `wsgi`, the comparison behind a choice made once, and `servers`, which needs
PostgreSQL, run only when named.
"""

from __future__ import annotations

import sys
import traceback
from importlib import import_module

from bench.measure import Measure, tell

ROWS = {  # in the order of the table; by name alone: where each is
    "pads": "bench.paper.pads",
    "kit": "bench.paper.kit",
    "cards": "bench.paper.cards",
    "cutting": "bench.paper.cutting",
    "codes": "bench.paper.codes",
    "start": "bench.start",
    "knowledge": "bench.knowledge",
    "puzzles": "bench.puzzles",
    "replay": "bench.phones.replay",
    "push": "bench.phones.push",
    "shop": "bench.phones.shop",
    "wsgi": "bench.phones.wsgi_servers",
    "servers": "bench.phones.servers",
}
NAMED = ("wsgi", "servers")


def main(names: list[str]) -> int:
    """All measures of those modules."""
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        print(f"bench: there is no {', '.join(unknown)}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    found: list[Measure] = []
    broken = []
    for name in names or [name for name in ROWS if name not in NAMED]:
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            for measure in import_module(ROWS[name]).measures():
                found.append(measure)
        except Exception:  # what was measured until then is not lost, and the others are measured
            traceback.print_exc()
            broken.append(name)
    tell(found)
    if broken:
        print(f"bench: {', '.join(broken)} broke before the end", file=sys.stderr)
    return 0 if not broken and all(measure.ok or measure.noisy for measure in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
