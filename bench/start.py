"""Starting: `sousmain --help` against the two libraries that it cannot do without."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench import clock
from bench.measure import Measure, milliseconds

TIME = 1.5


def measures() -> Iterator[Measure]:
    """Whole processes."""
    bare = clock.process(sys.executable, "-c", "import typer, rich")
    english, french = clock.sousmain("--help"), clock.sousmain("--help", env=clock.FRENCH)
    race = clock.race(15, bare, english, french)
    title = "sousmain --help : import typer, rich"
    yield Measure(title, milliseconds(race[1], race[0]), race.ratio(1, 0), most=TIME, noise=race.noise)
    yield Measure("  in French", milliseconds(race[2], race[0]), race.ratio(2, 0), most=TIME, noise=race.noise)
