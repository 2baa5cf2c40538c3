"""Whole games as text: every state with what each observer saw, knows and may do. A change of rules shows as a diff.

Recorded in tests/expected/<slug>/playthrough-<name>.txt. Of a view, each state shows what is new in it; of offers, all
ids, and each offer in full when it first appears.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import simulation
from referee.game import TABLE, Game, Observer
from referee.record import Turn
from referee.registry import GAMES, game, robot

FOLDER = Path(__file__).parent.parent / "expected"
RECORD = os.environ.get("SOUSMAIN_RECORD") == "1"
# Of each game one on phones and one on paper, each played once.
CASES: dict[str, dict[str, tuple[int, dict[str, Any]]]] = {
    "code777": {
        "3-phone": (3, {"target": 2}),
        "2-paper": (2, {"pieces": "paper", "racks": "paper", "answers": "announced", "target": 2}),
    },
    "inkognito": {
        "4-phone": (4, {"target": 1}),
        "5-paper": (5, {"pieces": "paper", "target": 2}),
    },
    "fully": {
        "4-fully": (4, {"rounds": 3}),
        "4-logged": (4, {"pieces": "paper", "logged": True, "rounds": 1}),
    },
    "allo": {
        "3-phone": (3, {"surnames": 4, "firsts": 4, "jobs": 4}),
        "3-paper": (3, {"pieces": "paper", "surnames": 4, "firsts": 4, "jobs": 4}),
    },
    "rallye": {
        "3-first": (3, {"edition": "a", "minutes": 15}),
        "2-paper": (2, {"pieces": "paper", "edition": "b", "minutes": 15}),
    },
}
EVERY = [(slug, name) for slug, cases in CASES.items() for name in cases]
SHOWN = 60  # lines of a diff
ADVICE = """
{file} differs from how the game goes now.
If you meant to change the rules, read the difference to its end, then record it:
    SOUSMAIN_RECORD=1 .venv/bin/python -m pytest tests/referee/test_playthrough.py
If you did not, the code is wrong, not the file.
"""


@cache
def play(slug: str, name: str) -> tuple[bytes, list[Turn], Any]:
    """One game by robots: what it was dealt from, its turns, how it ended. Played once for all tests."""
    played, (seats, options) = game(slug), CASES[slug][name]
    seed = simulation.seed_of(f"playthrough {name}", 0)
    turns, outcome = simulation.play(played, robot(slug), played.Options(**options), seats, seed)
    return seed, turns, outcome


@cache
def playthrough(slug: str, name: str) -> str:
    """That game as text."""
    played, (seats, options) = game(slug), CASES[slug][name]
    seed, turns, outcome = play(slug, name)
    observers: list[Observer] = [*range(seats), TABLE]
    watchers = {observer: Watcher(played, observer) for observer in observers}
    lines = [f"game {slug}", f"options {text(played.Options(**options))}", f"seats {seats}", f"seed {seed.hex()}"]
    state = played.start()
    for number, turn in enumerate(turns):
        lines += ["", f"== {number}: {'the deal' if turn.actor is None else f'{turn.actor} plays {text(turn.move)}'}"]
        seen: dict[Observer, list[str]] = {observer: [] for observer in observers}
        for event in turn.events:
            state = played.evolve(state, event)
            lines.append(f"event {text(event)}")
            for observer in observers:
                seen[observer].append(f"  saw {text(played.witness(state, event, observer))}")
        lines.append(f"awaited {text(played.awaited(state))}")
        for observer in observers:
            lines += [f"observer {observer}", *seen[observer], *watchers[observer].tell(state)]
    return "\n".join([*lines, "", f"outcome {text(outcome)}", ""])


class Watcher:
    """What an observer knows and may do, told as it becomes new."""

    def __init__(self, played: Game, observer: Observer) -> None:
        self.game, self.observer = played, observer
        self.known: dict[str, str] = {}
        self.offered: set[str] = set()

    def tell(self, state: Any) -> Iterator[str]:
        """The difference to the state before."""
        now = dict(flat(msgspec.to_builtins(self.game.view(state, self.observer))))
        for place in [*now, *(place for place in self.known if place not in now)]:
            if now.get(place) != self.known.get(place):
                yield f"  view {place} = {now.get(place, 'gone')}"
        self.known = now
        assert self.observer != "arbiter"
        offers = self.game.moves(state, self.observer)
        yield f"  may {' '.join(offer.id for offer in offers) or 'nothing'}"
        for offer in offers:
            if offer.id not in self.offered:
                self.offered.add(offer.id)
                yield f"  offer {text(offer)}"


def flat(data: Any) -> Iterator[tuple[str, str]]:
    """The fields of a view; of a list, each entry."""
    for name, value in data.items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            yield from ((f"{name}.{i}", text(entry)) for i, entry in enumerate(value))
        else:
            yield name, text(value)


def text(value: Any) -> str:
    """JSON, the same for ever."""
    return msgspec.json.encode(value).decode()


def difference(expected: str, found: str, file: str) -> str:
    """What changed, and what to do about it; nothing if nothing did."""
    lines = list(unified_diff(expected.splitlines(), found.splitlines(), "expected", "now", n=1, lineterm=""))
    if not lines:
        return ""
    more = f"\n... and {len(lines) - SHOWN} lines more" if len(lines) > SHOWN else ""
    return ADVICE.format(file=file) + "\n" + "\n".join(line[:300] for line in lines[:SHOWN]) + more


def recording(slug: str, name: str) -> Path:
    return FOLDER / slug / f"playthrough-{name}.txt"


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_a_game_goes_as_recorded(slug: str, name: str) -> None:
    file, found = recording(slug, name), playthrough(slug, name)
    if RECORD:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8", newline="\n")
    assert file.exists(), ADVICE.format(file=file)
    told = difference(file.read_text(encoding="utf-8"), found, str(file.relative_to(FOLDER.parent.parent)))
    assert not told, told


def test_no_recording_is_left_of_a_case_that_is_gone() -> None:
    assert sorted(FOLDER.glob("*/playthrough-*")) == sorted(recording(slug, name) for slug, name in EVERY)
    assert list(CASES) == list(GAMES)


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_a_recording_shows_every_state_observer_offer_and_event(slug: str, name: str) -> None:
    """Counted against the game itself."""
    lines = recording(slug, name).read_text(encoding="utf-8").splitlines()
    seats, _ = CASES[slug][name]
    _, turns, _ = play(slug, name)
    events = sum(len(turn.events) for turn in turns)
    starts = [line.split()[0] for line in lines if line]
    assert starts.count("==") == len(turns)
    assert starts.count("event") == events
    assert starts.count("saw") == events * (seats + 1)
    assert starts.count("observer") == starts.count("may") == len(turns) * (seats + 1)
    assert starts.count("offer") > seats
    assert "view outcome" in "\n".join(lines)


def test_the_smallest_change_shows_with_advice() -> None:
    """Proves the comparison: one point more in one view."""
    found = playthrough("code777", "3-phone")
    assert "view scores = [0,0,0]" in found
    told = difference(found, found.replace("view scores = [0,0,0]", "view scores = [0,0,1]", 1), "x.txt")
    assert "SOUSMAIN_RECORD=1" in told
    assert sum(line.startswith(("+ ", "- ")) for line in told.splitlines()) == 2
    assert difference(found, found, "x.txt") == ""
