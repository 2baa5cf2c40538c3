"""All bars that robots come to at the feet of hands, in whole games on phones and beside paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any

from referee.chance import Chance
from referee.game import decided
from referee.options import default_options
from referee.registry import game, pieces, robot
from referee.simulation import next_move, seed_of
from templates import i18n, loader
from templates.pages import presenter
from templates.pages.actions import Bar

PAPER = {  # more than that the pieces are printed
    "code777": {"racks": "paper", "answers": "announced"},
    "fully": {"logged": True},
}
CHAIRS = tuple(SimpleNamespace(name="Maximilian-Joseph") for _ in range(6))
MOST = 160  # moves
GAMES_EACH = 2
LONGEST_GOAL = "Clermont-Ferrand"  # what a button may end with that says where one goes


def states(slug: str, seats: int, options: Any, seed: bytes) -> Iterator[Any]:
    """The states of a game of robots, one after the other."""
    rules = game(slug)
    state = rules.start()
    for event in rules.deal(options, seats, Chance(seed, 0)):
        state = rules.evolve(state, event)
    for number in range(1, MOST):
        yield state
        found = next_move(rules, robot(slug), state, seats, Chance(seed, number))
        if found is None or rules.outcome(state) is not None:
            return
        for event in decided(rules, state, *found, Chance(seed, number)):
            state = rules.evolve(state, event)


def bars(slug: str, modes: Sequence[str] = ("phone", "paper")) -> Iterator[tuple[str, Bar]]:
    """Every bar of every seat in games of few and many players, with the language that it speaks."""
    rules = game(slug)
    kits = {}
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            kits[lang] = loader.kit_data(slug)
    plain = {"phone": default_options(rules), "paper": rules.Options(pieces="paper", **PAPER.get(slug, {}))}
    for options in (plain[mode] for mode in modes):
        for seats, number in product({pieces(slug).PLAYERS[0], pieces(slug).USUAL}, range(GAMES_EACH)):
            for state in states(slug, seats, options, seed_of(f"bars of {seats}", number)):
                for seat in range(seats):
                    offers = rules.moves(state, seat)
                    if not offers:
                        continue
                    view = rules.view(state, seat)
                    for lang, kit in kits.items():
                        with i18n.speaking(lang):
                            yield lang, presenter(slug).bar(view, offers, seat, CHAIRS, kit)


def labels(bar: Bar) -> tuple[str, ...]:
    """What stands on the buttons of a bar, at its longest."""
    return tuple(f"{each.label} {LONGEST_GOAL}" if each.goal else each.label for each in bar.actions)


Asked = tuple[str | tuple[str, str], ...]


def asked_by(bar: Bar) -> Iterator[Asked]:
    """The same for each of its buttons that asks whether one is sure: that one with what it asks."""
    shown = labels(bar)
    for i, each in enumerate(bar.actions):
        if each.sure:
            yield (*shown[:i], (shown[i], each.sure), *shown[i + 1 :])
