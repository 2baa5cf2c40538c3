"""Note pads: two hundred like sheets should cost little more than ten."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper.sheets import ordered
from generator.press import build

FEW, MANY = 10, 200  # sheets
NOTES = 2  # on a sheet
TIME, BYTES = 1.5, 450.0


def pad(sheets: int) -> bytes:
    """A pad, from the order to the file."""
    return build.render(build.compose(ordered(only=("notes",), pads=str(sheets * NOTES))))


def measures() -> Iterator[Measure]:
    """Time and size of a thick pad against a thin one."""
    title = f"pad of {MANY} sheets : {FEW}"
    race = clock.race(31, lambda: pad(MANY), lambda: pad(FEW))
    yield Measure(title, milliseconds(race[0], race[1]), race.ratio(0, 1), most=TIME, noise=race.noise)
    thick, thin = len(pad(MANY)), len(pad(FEW))
    each = (thick - thin) / (MANY - FEW)
    yield Measure(f"{title}, each further sheet", kilobytes(thick, thin), each, most=BYTES, unit="bytes")
    with TemporaryDirectory() as folder:
        words = ("print", "code777", "--only", "notes", "--quiet", "--out", folder, "--pads")
        many, few = (clock.sousmain(*words, str(sheets * NOTES)) for sheets in (MANY, FEW))
        race = clock.race(5, many, few)
    yield Measure(f"{title}, whole process", milliseconds(race[0], race[1]), race.ratio(0, 1))
