"""How long a game has been played: from the log alone."""

from __future__ import annotations

import pytest

from companion import sitting as s
from companion.watch import LONG, REST, Watch, silence, watched
from referee.rallye.moves import Options

BEGAN, MOVED, STOPPED, ON = s.Began("", []), s.Moved(0, {}, []), s.Halted(True), s.Halted(False)
SAT = s.Took(0, "Ada", 0)


def shown(*acts: tuple[s.Act, float]) -> Watch:
    """The watch after those acts."""
    return watched([(n, s.encode(act)) for n, (act, _) in enumerate(acts, 1)], [at for _, at in acts])


def test_where_the_game_is_on_the_table_a_longer_silence_counts() -> None:
    """Phones are only asked now and then; but nobody plays till morning."""
    acts = [(1, s.encode(BEGAN)), (2, s.encode(MOVED))]
    paper = watched(acts, [0, 60], silence(Options(pieces="paper")))
    assert paper.at(60 + 1800) == 1860
    assert paper.at(99_999) == 60 + LONG
    assert watched(acts, [0, 60], silence(Options())).at(60 + 1800) == 60 + REST


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
