"""How long a game has been played: from the log alone."""

from __future__ import annotations

import pytest

from companion.table.acts import Act, GameAbandoned, GameBegun, MoveMade, PauseSet, SeatTaken, encode
from companion.table.clock import LONG, REST, PlayClock, clock_of_log, counted_silence
from referee.rallye.moves import Options

BEGAN, MOVED, STOPPED, ON = GameBegun("", []), MoveMade(0, {}, []), PauseSet(True), PauseSet(False)
SAT = SeatTaken(0, "Ada", 0)


def shown(*acts: tuple[Act, float]) -> PlayClock:
    """The watch after those acts."""
    return clock_of_log([(n, encode(act)) for n, (act, _) in enumerate(acts, 1)], [at for _, at in acts])


def test_where_the_game_is_on_the_table_a_longer_silence_counts() -> None:
    """Phones are only asked now and then; but nobody plays till morning."""
    acts = [(1, encode(BEGAN)), (2, encode(MOVED))]
    paper = clock_of_log(acts, [0, 60], counted_silence(Options(pieces="paper")))
    assert paper.at(60 + 1800) == 1860
    assert paper.at(99_999) == 60 + LONG
    assert clock_of_log(acts, [0, 60], counted_silence(Options())).at(60 + 1800) == 60 + REST


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
        ([(BEGAN, 0), (MOVED, 60), (GameAbandoned(), 70), (SAT, 80)], 200, 70),
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
def test_played(acts: list[tuple[Act, float]], now: float, played: float) -> None:
    assert shown(*acts).at(now) == played
