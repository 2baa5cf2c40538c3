"""Worlds of Fully: other rows, another code of the other team, other findings under seal; the same talk.

Nothing that is said in Fully follows from what is hidden, so the second world is the same moves with other secrets in
those that one does not see. `heard` says what one could see or hear of it, and must find no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import robot
from referee.fully.game import GAME
from referee.fully.pieces import Colour, Place
from referee.fully.state import State
from referee.fully.views import View
from referee.game import TABLE, Actor, Offer, replay

SEATS = 4
PARTNERS = ({0, 2}, {1, 3})
WAYS = (("phone", False), ("paper", True), ("phone", False), ("paper", False))  # pieces, logged
MISCHIEF = 4  # one move in so many is none that a robot would make


def play(options: m.Options, seed: int, steps: int) -> Game:
    """A game by robots and by people who change their minds, cut off before it is over."""
    return played("fully", SEATS, options, seed, steps, next_move)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Somebody changes or puts right something, calls, seals anew or is passed over; else a robot plays."""
    if not chance.below(MISCHIEF):
        actor = chance.one([*range(SEATS), TABLE])
        offers = GAME.moves(state, actor)
        if offers:
            return actor, any_answer(chance.one(offers), chance)
    for seat in chance.shuffled(range(SEATS)):
        move = robot.choose(GAME.view(state, seat), GAME.moves(state, seat), chance)
        if move:
            return seat, move
    raise AssertionError("somebody has always something to do")


def any_answer(offer: Offer, chance: Chance) -> m.Move:
    """A move that answers that offer."""
    words = (chance.one(tuple(Colour)), chance.one(tuple(Place)), chance.below(10))
    if offer.kind == "row":
        return m.SetRow(offer.settled["seat"], robot.random_row(chance))
    if offer.kind == "code":
        return m.SetCode(offer.settled["team"], robot.random_code(chance))
    if offer.kind == "speak":
        return m.Speak(*words)
    if offer.kind == "reply":
        return m.Reply(chance.below(10))
    if offer.kind == "fully":
        return m.Propose()
    if offer.kind == "agree":
        return m.Agree(not chance.below(3))
    if offer.kind == "seal":
        return findings(chance)
    if offer.kind == "amend":
        return m.Amend(offer.settled["line"], *words, reply=None if "reply" in offer.settled else chance.below(10))
    return m.Skip(offer.settled["seat"])


def findings(chance: Chance) -> m.Seal:
    """Anything at all."""
    digits = tuple(digit if chance.below(2) else None for digit in robot.random_code(chance))
    return m.Seal(robot.guesses(chance), robot.guesses(chance), robot.guesses(chance), digits)


def known(actor: Actor | None, event: Any, eyes: Eyes) -> bool:
    """Do those eyes see a row, a code or findings: as their own, or because they told it? By the rule book once more."""
    if actor == TABLE and event.by == TABLE and TABLE in eyes and not isinstance(event, m.Sealed):
        return True
    return bool(eyes & PARTNERS[event.team]) if isinstance(event, m.CodeSet) else event.seat in eyes


def heard(turns: Sequence[Turn], eyes: Eyes) -> Iterator[object]:
    """All that those eyes and their ears could learn at a real table. A row or a code that came by lot its host, too, has
    not seen."""
    for turn in turns:
        yield turn.actor, turn.move if turn.actor in eyes else type(turn.move)
        for event in turn.events:
            lot = isinstance(turn.move, m.Skip)
            if isinstance(event, m.RowSet):
                yield event if known(None if lot else turn.actor, event, eyes) else replace(event, colours=())
            elif isinstance(event, m.CodeSet):
                yield event if known(None if lot else turn.actor, event, eyes) else replace(event, digits=())
            elif isinstance(event, m.Sealed):
                yield event if known(turn.actor, event, eyes) else replace(event, found=None)
            else:
                yield event  # said aloud


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another, where all that those eyes do not see is different."""
    state = GAME.start()
    other: list[Turn] = []
    for number, turn in enumerate(game.turns):
        made = changed(turn, eyes, Chance(seed.to_bytes(32), number)) if number else turn
        other.append(made)
        if number:  # by the rules, but for what came by lot: that is in the event
            again = GAME.decide(state, made.actor, made.move, Chance(bytes(32), 0))  # type: ignore[arg-type]
            assert isinstance(made.move, m.Skip) or list(made.events) == again
        for event in made.events:
            state = GAME.evolve(state, event)
    assert list(heard(game.turns, eyes)) == list(heard(other, eyes))
    lot = isinstance(game.turns[-1].move, m.Skip) and isinstance(game.turns[-1].events[0], m.RowSet | m.CodeSet)
    if len(other) == 1 or lot:  # the last move would be decided with the server's own dice
        return Twins(game, eyes, (game.turns, tuple(other)), None)
    return Twins(game, eyes, (game.turns[:-1], tuple(other[:-1])), (game.turns[-1], other[-1]))


def changed(turn: Turn, eyes: Eyes, chance: Chance) -> Turn:
    """The same move with another secret in it, if it has one that those eyes do not see."""
    (event,), move = turn.events, turn.move
    lot = isinstance(move, m.Skip)
    if not isinstance(event, m.RowSet | m.CodeSet | m.Sealed) or known(None if lot else turn.actor, event, eyes):
        return turn
    if isinstance(event, m.RowSet):
        colours = robot.random_row(chance)
        return Turn(turn.actor, move if lot else replace(move, colours=colours), [replace(event, colours=colours)])
    if isinstance(event, m.CodeSet):
        digits = robot.random_code(chance)
        return Turn(turn.actor, move if lot else replace(move, digits=digits), [replace(event, digits=digits)])
    if lot:  # nothing found, as everybody knows
        return turn
    seal = findings(chance)
    found = m.Findings(seal.partner, seal.first, seal.second, seal.code)
    return Turn(turn.actor, seal, [replace(event, found=found)])


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Digits twice, a row or a code of others, a reply that is still to come."""
    found: list[tuple[Offer, dict[str, Any]]] = []
    for offer in offers:
        if offer.kind == "code":
            found.append((offer, {"kind": "code", **offer.settled, "digits": [1, 1, 2, 3, 4, 5, 6, 7, 8]}))
        elif offer.kind == "seal":
            row = ["red", None, "blue", None, None]
            twice = {"partner": row, "first": row, "second": row, "code": [7, None, 7, *6 * [None]]}
            found.append((offer, {"kind": "seal", **twice}))
        elif offer.kind == "row":
            found.append((offer, {"kind": "row", "seat": (offer.settled["seat"] + 1) % SEATS, "colours": ["red"] * 5}))
        elif offer.kind == "amend":
            words = {"colour": "red", "place": "A", "digit": 1, "reply": 1}
            found.append((offer, {"kind": "amend", "line": 99, **words}))
    return found


options = st.builds(
    lambda way, rounds: m.Options(*way, rounds),
    st.sampled_from(WAYS),
    st.integers(1, 4),
)


def sample(number: int) -> Game:
    """Ways to play by turns, from the first moves to a long game; with the printed kit, the host has the last word."""
    game = play(m.Options(*WAYS[number % len(WAYS)], 1 + number % 3), 1000 * number, 8 + 5 * number % 31)  # type: ignore[arg-type]
    return with_host(game, Chance(number.to_bytes(32), 0)) if number % 2 else game


def with_host(game: Game, chance: Chance) -> Game:
    """One move more, of the host: the first that neither ends the game nor is left to chance."""
    state = replay(GAME, (event for turn in game.turns for event in turn.events))
    for offer in GAME.moves(state, TABLE):
        move = any_answer(offer, chance)
        events = GAME.decide(state, TABLE, move, chance)
        lot = isinstance(move, m.Skip) and isinstance(events[0], m.RowSet | m.CodeSet)
        if not lot and not GAME.outcome(GAME.evolve(state, events[0])):
            return replace(game, turns=(*game.turns, Turn(TABLE, move, events)))
    return game


games = st.builds(play, options, st.integers(0, 10**9), st.integers(0, 50))
