"""A game looked back on: what each seat could have known after each turn, when it said so, and what was wrong though it could
be known. Made from what the seats witnessed; only whether a claim was right is asked of the game itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Game
from referee.knowledge import Contradiction, Fact, Knowledge, Reasoner, Solutions, Unproven


class Known(Struct, frozen=True):
    """How much was open to a seat after a turn."""

    worlds: float
    solutions: Solutions


class Step(Struct, frozen=True):
    """A turn, and what was open to each seat after it."""

    turn: int
    seats: tuple[Known, ...]


class Happened(Struct, frozen=True):
    """An event by its number (the deal is 0), with its turn and the state that it led to."""

    turn: int
    event: Any
    state: Any


class Secret(Struct, frozen=True):
    """What a seat had to find, until it was dealt anew: from which turn on it could know it, and when it said it."""

    seat: int
    era: int
    since: int  # the turn in which it was dealt
    could_know: int | None = None
    fact: Fact | None = None
    at: int = 0  # the event that made it certain, by its number
    proof: tuple[int, ...] = ()  # events by their numbers
    did: int | None = None
    said: Fact | None = None


class Mistake(Struct, frozen=True):
    """Something wrong that a seat said. `proof` tells by what it could have known that; none if it could not."""

    turn: int
    seat: int
    fact: Fact
    proof: tuple[int, ...] | None
    at: int = 0  # the last event before it was said


class Telling(Struct, frozen=True):
    """How much an event told a seat, in bits."""

    event: int
    seat: int
    bits: float


class Lost(Struct, frozen=True):
    """Something that was to be had, until which turn, and that nobody took."""

    turn: int
    since: int
    fact: Fact
    worth: int


class Debrief(Struct, frozen=True):
    """All of it."""

    game: str
    seats: int
    events: tuple[Happened, ...]
    steps: tuple[Step, ...]
    secrets: tuple[tuple[Secret, ...], ...]  # of each seat
    mistakes: tuple[Mistake, ...]
    telling: tuple[Telling, ...]  # of each seat the event that told it most, the most telling of them first
    lost: tuple[Lost, ...]
    contradictions: tuple[tuple[int, int], ...]  # seat and turn: nothing was possible any more
    audit: Contradiction | None = None  # of what people entered

    def turns(self, proof: Iterable[int]) -> list[int]:
        """The turns of some events."""
        return sorted({self.events[number].turn for number in proof})

    def decisive(self, seat: int) -> Secret:
        """Of all that a seat had to find, what it could know first; else the last."""
        known = [secret for secret in self.secrets[seat] if secret.could_know is not None]
        return known[0] if known else self.secrets[seat][-1]


TOLD = 0.01  # bits: an event that rules out less than one in a hundred of what was possible told nothing


class Watcher:
    """One seat while the game goes by again."""

    def __init__(self, knowledge: Knowledge, seat: int, reasoner: Reasoner, proofs: bool) -> None:
        self.knowledge, self.seat, self.reasoner, self.proofs = knowledge, seat, reasoner, proofs
        self.secrets = [Secret(seat, reasoner.era, 0)]
        self.mistakes: list[Mistake] = []
        self.telling: list[Telling] = []
        self.contradiction: int | None = None

    def known(self) -> Known:
        """What is open to it now."""
        return Known(self.reasoner.worlds, self.reasoner.solutions)

    def see(self, turn: int, seen: Any | None, before: Any) -> None:
        """One more event, as the seat saw it; `before` is the state that it happened in."""
        self.hear(turn, self.reasoner.claims(seen) if seen is not None else (), before)
        was, now = self.reasoner, self.reasoner.after(seen)
        self.reasoner = now
        if now.era != was.era:
            self.secrets.append(Secret(self.seat, now.era, turn))
        elif now.worlds and (bits := openness(was) - openness(now)) > TOLD:  # what contradicts tells nothing
            self.telling.append(Telling(now.heard, self.seat, bits))
        if not now.worlds and self.contradiction is None:
            self.contradiction = turn
        last = self.secrets[-1]
        if last.could_know is None and (facts := now.solved()):
            proof = self.proof_of(facts[0]) or ()
            self.secrets[-1] = replace(last, could_know=turn, fact=facts[0], at=now.heard, proof=proof)

    def hear(self, turn: int, claims: Sequence[Fact], before: Any) -> None:
        """What the seat itself says, judged by how it is and by what it could know."""
        wrong = [fact for fact in claims if not self.knowledge.is_so(before, fact)]
        for fact in wrong:
            self.mistakes.append(Mistake(turn, self.seat, fact, self.proof_of(denied(fact)), self.reasoner.heard))
        right = next((fact for fact in claims if fact.whole and fact not in wrong), None)
        if right and self.secrets[-1].did is None:
            self.secrets[-1] = replace(self.secrets[-1], did=turn, said=right)

    def proof_of(self, fact: Fact) -> tuple[int, ...] | None:
        """A proof, if it can be known; an empty one where proofs are looked for later."""
        return proof_of(self.reasoner, fact) if self.proofs else () if self.reasoner.holds(fact) else None


def proof_of(reasoner: Reasoner, fact: Fact) -> tuple[int, ...] | None:
    """A proof, if it can be known."""
    try:
        return reasoner.proof(fact) if reasoner.holds(fact) else None
    except Unproven:
        return None


def denied(fact: Fact) -> Fact:
    """That it is not so."""
    return Fact(fact.part, fact.about, fact.value, so=False)


def openness(reasoner: Reasoner) -> float:
    """How much is open, in bits."""
    left = reasoner.solutions
    if isinstance(left, Mapping):
        return sum(log2(max(each, 1)) for each in left.values())
    return log2(max(reasoner.worlds, 1))


def debriefed(game: Game, turns: Sequence[Sequence[Any]], seats: int, proofs: bool = True) -> Debrief:
    """A game looked back on, from the events of each of its turns; the first are the deal. Without proofs it is told what
    could be known all the same; `reasoner_at` has them for whoever asks."""
    assert game.knowledge is not None, "nothing to look back on"
    state = game.start()
    events: list[Happened] = []
    steps: list[Step] = []
    watchers: list[Watcher] = []
    for turn, happened in enumerate(turns):
        for event in happened:
            before, state = state, game.evolve(state, event)
            events.append(Happened(turn, event, state))
            if not watchers:
                for seat in range(seats):
                    dealt = game.witness(state, event, seat)
                    begun = game.knowledge.begin(game.view(state, seat), dealt)
                    watchers.append(Watcher(game.knowledge, seat, begun, proofs))
                continue
            for watcher in watchers:
                watcher.see(turn, game.witness(state, event, watcher.seat), before)
        steps.append(Step(turn, tuple(watcher.known() for watcher in watchers)))
    most = [max(watcher.telling, key=lambda each: each.bits) for watcher in watchers if watcher.telling]
    missed = watchers[0].reasoner.missed if watchers else ()
    return Debrief(
        game=game.slug,
        seats=seats,
        events=tuple(events),
        steps=tuple(steps),
        secrets=tuple(tuple(watcher.secrets) for watcher in watchers),
        mistakes=tuple(sorted((m for w in watchers for m in w.mistakes), key=lambda each: (each.turn, each.seat))),
        telling=tuple(sorted(most, key=lambda each: -each.bits)),
        lost=tuple(Lost(events[each.at].turn, events[each.since].turn, each.fact, each.worth) for each in missed),
        contradictions=tuple((w.seat, w.contradiction) for w in watchers if w.contradiction is not None),
        audit=game.knowledge.audited([each.event for each in events]),
    )


def reasoner_at(game: Game, events: Sequence[Happened], seat: int, last: int) -> Reasoner:
    """What a seat could know after that event, by its number."""
    assert game.knowledge is not None, "nothing to look back on"
    first = events[0]
    reasoner = game.knowledge.begin(game.view(first.state, seat), game.witness(first.state, first.event, seat))
    for each in events[1 : last + 1]:
        reasoner = reasoner.after(game.witness(each.state, each.event, seat))
    return reasoner


MOST_MOMENTS = 3


class Moment(Struct, frozen=True):
    """Something that decided a game: a winner could know, a rival could have, somebody was wrong, an answer told a lot, or
    something was left lying."""

    turn: int
    what: Secret | Mistake | Telling | Lost


def moments(found: Debrief, winners: Sequence[int]) -> tuple[Moment, ...]:
    """The three that decided it, one of each kind before a second of any, in the order in which they came."""
    known = [secret for each in found.secrets for secret in each if secret.could_know is not None]
    won = [secret for secret in known if secret.seat in winners and secret.did is not None]
    let_go = [secret for secret in known if secret.seat not in winners and secret.did is None]
    wrong = [each for each in found.mistakes if each.seat not in winners]
    first_of_winners = sorted(found.telling, key=lambda each: each.seat not in winners)
    kinds: tuple[list[Any], ...] = (
        won[::-1],  # the last is the one that won
        sorted(wrong, key=lambda each: each.proof is None),
        let_go,
        first_of_winners,
        sorted(found.lost, key=lambda each: -each.worth),
    )
    chosen: list[Moment] = []
    for rank in range(max(map(len, kinds))):
        for kind in kinds:
            if rank < len(kind):
                moment = Moment(turn_of(found, kind[rank]), kind[rank])
                if all(moment.turn != each.turn for each in chosen):
                    chosen.append(moment)
    return tuple(sorted(chosen[:MOST_MOMENTS], key=lambda each: each.turn))


def turn_of(found: Debrief, what: Secret | Mistake | Telling | Lost) -> int:
    """The turn in which it happened."""
    if isinstance(what, Telling):
        return found.events[what.event].turn
    if isinstance(what, Secret):
        return what.could_know or 0
    return what.turn
