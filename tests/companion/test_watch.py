"""How long a game has been played: from the log alone."""

from __future__ import annotations

import pytest

from companion import sitting as s
from companion.watch import REST, Watch, watched

BEGAN, MOVED, STOPPED, ON = s.Began("", []), s.Moved(0, {}, []), s.Halted(True), s.Halted(False)
SAT = s.Took(0, "Ada", 0)


def shown(*acts: tuple[s.Act, float]) -> Watch:
    """The watch after those acts."""
    return watched([(n, s.encode(act)) for n, (act, _) in enumerate(acts, 1)], [at for _, at in acts])


@pytest.mark.parametrize(
    ("acts", "now", "played"),
    [
        ([(SAT, 0)], 100, 0),
        ([(SAT, 0), (BEGAN, 100)], 130, 30),
        ([(BEGAN, 0), (MOVED, 60), (MOVED, 110)], 120, 120),
        ([(BEGAN, 0), (MOVED, 60), (STOPPED, 100), (SAT, 5000)], 9000, 100),
        ([(BEGAN, 0), (STOPPED, 100), (SAT, 5000), (ON, 9000)], 9010, 110),
        ([(BEGAN, 0), (MOVED, 60)], 99_999, 60 + REST),
        ([(BEGAN, 0), (MOVED, 60), (MOVED, 99_999)], 100_000, 61 + REST),
        ([(BEGAN, 1000), (MOVED, 1060), (MOVED, 500)], 510, 70),
        ([(BEGAN, 0), (MOVED, 60), (s.Abandoned(), 70), (SAT, 80)], 200, 70),
        ([(BEGAN, 0), (MOVED, 60), (BEGAN, 100)], 101, 1),
    ],
    ids=[
        "before the deal",
        "from the deal on",
        "moves",
        "paused",
        "after a pause",
        "silence",
        "after a night",
        "the clock was set back",
        "given up",
        "next game",
    ],
)
def test_played(acts: list[tuple[s.Act, float]], now: float, played: float) -> None:
    assert shown(*acts).at(now) == played
