"""What the sentences about a place tell, in whichever columns it is reckoned; and no more of it is kept than is asked for again."""

from __future__ import annotations

from itertools import combinations

import pytest

from referee.chance import Chance
from referee.fully.knowledge import trial
from referee.fully.knowledge.decoding import Evidence
from referee.fully.pieces import DIGITS, Colour, Place


def talk(sentences: int) -> tuple[Evidence, ...]:
    """Any words of one team in all digits, about two places: more digits than a place is reckoned alone with."""
    chance = Chance(bytes(32), 1)
    said = []
    for _ in range(sentences):
        place, colour = chance.one((Place.A, Place.B)), chance.one(tuple(Colour))
        said.append(Evidence("say", 1, place, colour, chance.one(DIGITS)))
        said.append(Evidence("reply", 3, place, colour, chance.one(DIGITS), chance.one(DIGITS)))
    return tuple(said)


@pytest.mark.parametrize("sentences", [3, 6, 12])
def test_a_place_is_told_the_same_in_its_own_columns_and_in_all(
    sentences: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, found = talk(sentences), []
    for few in (trial.FEW, 0):
        monkeypatch.setattr(trial, "FEW", few)
        every = trial.Trial(tuple(sorted(DIGITS)))
        decoder = every.after(heard)
        cells = [decoder.colours((seat, place)) for seat in (1, 3) for place in (Place.A, Place.B)]
        found.append((*cells, decoder.kinds(4), (decoder.open,), (every.coherence(heard),)))
    for own, all_ in zip(*found, strict=True):
        assert own == pytest.approx(all_, rel=1e-9)


def test_what_is_kept_is_bounded() -> None:
    """Games are looked back on for as long as a server runs."""
    one = trial.Trial(tuple(sorted(DIGITS)))
    for digits in combinations(DIGITS, 3):
        one.after([Evidence("say", 1, Place.A, Colour.RED, digit) for digit in digits])
    kept = trial.within.cache_info(), trial.reckoned.cache_info()
    assert all(info.maxsize is not None and info.currsize == info.maxsize for info in kept)
