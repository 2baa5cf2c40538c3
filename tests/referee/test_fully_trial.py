"""What sentences tell is kept, also where games are looked back on in other threads meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from referee.fully.knowledge.trial import PLACES, Trial


class Busy(dict[Any, Any]):
    """Between any two steps another thread takes away what is there."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        if len(self) == PLACES:
            self.clear()

    def __delitem__(self, key: Any) -> None:
        raise KeyError(key)


def test_another_thread_asks_the_same_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial((1,))
    monkeypatch.setattr(trial, "heard", lambda heard: (heard, heard))
    for kept in ({}, Busy()):
        trial._cells = kept
        for number in range(3 * PLACES):
            heard: Any = (number,)
            assert trial.told(heard) == (heard, heard)
            assert len(trial._cells) <= PLACES
