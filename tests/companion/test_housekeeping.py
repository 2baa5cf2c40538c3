"""All is looked through for rubbish when nobody is served, and not before it is worth it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from companion.server import housekeeping
from companion.server.housekeeping import BUSY, LATEST, OVERDUE, QUIET, WHOLE, WORTH, Housekeeping


class Moments:
    """A clock, a processor and a collector that say what they are told."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0
        self.rounds = self.looked = self.wholly = 0

    def pass_by(self, seconds: float, share: float) -> None:
        """Time in which so much of the processor was used."""
        self.now += seconds
        self.worked += seconds * share


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Iterator[Moments]:
    found, usual = Moments(), gc.get_threshold()
    monkeypatch.setattr(housekeeping.time, "monotonic", lambda: found.now)
    monkeypatch.setattr(housekeeping.time, "process_time", lambda: found.worked)
    monkeypatch.setattr(housekeeping.gc, "get_count", lambda: (0, 0, found.rounds))
    monkeypatch.setattr(housekeeping.gc, "collect", lambda: setattr(found, "looked", found.looked + 1))
    monkeypatch.setattr(housekeeping.gc, "freeze", lambda: None)
    monkeypatch.setattr(housekeeping.gc, "unfreeze", lambda: setattr(found, "wholly", found.wholly + 1))
    yield found
    gc.set_threshold(*usual)


@pytest.mark.parametrize(
    ("share", "rounds", "done"),
    [
        (QUIET / 2, WORTH, True),
        (QUIET / 2, WORTH - 1, False),
        (QUIET * 2, WORTH, False),
        (QUIET * 2, WORTH * 3, True),
        (1, OVERDUE - 1, False),
        (1, OVERDUE, True),
    ],
)
def test_when_all_is_looked_through(moments: Moments, share: float, rounds: int, done: bool) -> None:
    keep_house = Housekeeping()
    moments.looked, moments.rounds = 0, rounds
    moments.pass_by(0.2, share)
    assert keep_house() is done
    assert moments.looked == done


def test_a_quiet_moment_is_the_last_one(moments: Moments) -> None:
    """Not all the time since the start: a busy evening has quiet moments, and a quiet one busy ones."""
    keep_house = Housekeeping()
    moments.looked, moments.rounds = 0, WORTH
    moments.pass_by(60, 0)
    assert keep_house()
    moments.pass_by(0.2, 0.5)
    assert not keep_house()
    moments.pass_by(0.2, 0)
    assert keep_house()


@pytest.mark.parametrize(("share", "times"), [(QUIET, WHOLE), (QUIET * 3, WHOLE * 3)])
def test_what_is_left_out_is_looked_through_now_and_then(moments: Moments, share: float, times: int) -> None:
    """The busier it is, the later."""
    keep_house = Housekeeping()
    moments.rounds = OVERDUE
    for number in range(1, times + 1):
        assert moments.wholly == 0
        moments.pass_by(0.2, share * 0.99)
        assert keep_house(), number
    assert moments.wholly == 1


def test_in_a_busy_cafe_all_is_looked_through_late_but_at_last(moments: Moments) -> None:
    """Memory matters more than one slow move, and until then no slow move comes of it, however often it was put off."""
    keep_house = Housekeeping()
    moments.rounds = OVERDUE
    for _ in range(LATEST - 1):
        moments.pass_by(0.2, BUSY * 1.1)
        assert keep_house()
    assert moments.wholly == 0
    moments.pass_by(0.2, BUSY * 1.1)
    assert keep_house() and moments.wholly == 1


def test_what_was_looked_through_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the real collector: a busy moment looks through what came since, and a ring that is let go later goes with the whole."""
    usual = gc.get_threshold()
    monkeypatch.setattr(housekeeping.time, "process_time", lambda: 0.0)
    try:
        keep_house, ring = Housekeeping(), Ring()
        monkeypatch.setattr(housekeeping.gc, "get_count", lambda: (0, 0, WORTH))
        assert keep_house()
        gone = weakref.ref(ring)
        del ring
        for _ in range(WHOLE - 2):
            assert keep_house() and gone()
        assert keep_house() and not gone()
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_the_collector_never_looks_through_everything_by_itself(moments: Moments) -> None:
    Housekeeping()
    assert gc.get_threshold()[2] > 100 * OVERDUE


def test_rubbish_goes_at_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the real collector: what it counts is what is asked for."""
    usual = gc.get_threshold()
    monkeypatch.setattr(housekeeping.time, "process_time", lambda: 0.0)
    try:
        keep_house, kept = Housekeeping(), []
        while gc.get_count()[2] < WORTH:
            kept.append([None])
        assert keep_house()
        assert gc.get_count()[2] == 0 and not keep_house()
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
