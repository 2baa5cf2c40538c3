"""What it costs a seat to know what it can: after each event it witnesses, and for each proof. Processor time."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from bench.measure import Measure
from referee import simulation
from referee.chance import Chance
from referee.game import Offer
from referee.knowledge import Fact
from referee.registry import GAMES, Robot, game, robot
from templates import loader

ROUNDS = 4  # games
AN_EVENT, WITH_CODES, A_PROOF = 10.0, 60.0, 50.0  # milliseconds
PROOFS = 300  # at most so many of a game: the first ones after each turn


def measures() -> Iterator[Measure]:
    """Of each game: the event that took longest but for one in a hundred, and the same of proofs; both twice, as a control."""
    for slug in GAMES:
        rules = game(slug)
        if rules.knowledge is None:
            continue
        once, again = (timed(slug, rules.players[-1]) for _ in range(2))
        name = loader.kit_data(slug)["name"]
        limit = WITH_CODES if rules.shared else AN_EVENT
        for what, most, times, control in zip(
            ("an event, a seat", "a proof"), (limit, A_PROOF), once, again, strict=True
        ):
            if times:
                noise = abs(high(control) / high(times) - 1)
                yield Measure(f"{name}: {what}", figure(times), high(times), most=most, unit="ms", noise=noise)


def timed(slug: str, seats: int) -> tuple[list[float], list[float]]:
    """Milliseconds of every event and of every proof of what is certain then."""
    rules = game(slug)
    assert rules.knowledge
    events: list[float] = []
    proofs: list[float] = []
    for number in range(ROUNDS):
        by = AnyWords(robot(slug)) if rules.shared and number % 2 else robot(slug)
        turns, _ = simulation.play(rules, by, rules.Options(), seats, simulation.seed_of("bench", number))
        state, known, proven = rules.start(), [], set[tuple[int, int, Fact]]()
        for turn in turns:
            for event in turn.events:
                state = rules.evolve(state, event)
                seen = [rules.witness(state, event, seat) for seat in range(seats)]
                if not known:
                    known = [rules.knowledge.begin(rules.view(state, seat), seen[seat]) for seat in range(seats)]
                    continue
                for seat in range(seats):
                    started = process_time()
                    known[seat] = known[seat].after(seen[seat])
                    use(known[seat].worlds, known[seat].solutions)
                    events.append(1000 * (process_time() - started))
            for seat, each in enumerate(known):
                for fact in each.certain():
                    if (seat, each.era, fact) not in proven and len(proofs) < PROOFS * (number + 1):
                        proven.add((seat, each.era, fact))
                        started = process_time()
                        use(each.proof(fact))
                        proofs.append(1000 * (process_time() - started))
    return events, proofs


class AnyWords:
    """Players who talk as for somebody absent, in all digits: the more of them, the more codes are to be told apart."""

    def __init__(self, by: Robot) -> None:
        self.by, self.hands, self.stand_in = by, by.hands, by.stand_in

    def choose(self, view: Any, offers: list[Offer], chance: Chance) -> Any:
        """Any words of one's own; else what a robot does."""
        seat, move = self.by.stand_in(view, offers, chance) or (None, None)
        return move if seat == view.observer else self.by.choose(view, offers, chance)


def use(*_: Any) -> None:
    """What was worked out."""


def high(times: list[float]) -> float:
    """Of a hundred the second longest."""
    return sorted(times)[int(len(times) * 0.99)]


def figure(times: list[float]) -> str:
    """The usual one, and how many there were."""
    return f"{sorted(times)[len(times) // 2]:.2f} ms median of {len(times):,}"
