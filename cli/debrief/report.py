"""A debrief in words and as JSON: what `sousmain debrief` says. `docs/debrief.md` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from cli.record_reports import ending, kind, narrator, player_names
from generator.errors import BadValue, PrintError
from referee.debrief import Debrief, Happened, Known, Mistake, Secret, Telling, debriefed
from referee.knowledge import Fact
from referee.record import Record
from referee.registry import game
from templates import loader
from templates.i18n import say
from templates.pages import presenter
from templates.sentences import Scene, sentence, sentence_table

LARGE = 100_000  # a count from there on is rounded


def seat_of(found: Record, told: str) -> int | None:
    """The seat that a name or a number means; none for all."""
    if not told:
        return None
    names = player_names(found.setup)
    if told.isdecimal() and 1 <= int(told) <= len(names):
        return int(told) - 1
    alike = [i for i, name in enumerate(names) if name.casefold() == told.strip().casefold()]
    if len(alike) == 1:
        return alike[0]
    expected = say("it takes a number from {least} to {most}, or a name: {names}").format(
        least=1, most=len(names), names=", ".join(names)
    )
    raise BadValue("--seat", told, expected)


class Report:
    """What there is to say about a game, for all seats or for one."""

    def __init__(self, found: Record, seat: int | None = None) -> None:
        self.setup, self.outcome = found.setup, found.outcome
        rules = game(self.setup.game)
        if rules.knowledge is None:
            raise PrintError(
                say("There is nothing to find out in {game}: a debrief would be empty.").format(
                    game=loader.kit_data(self.setup.game)["name"]
                )
            )
        self.names, self.kit = player_names(self.setup), loader.kit_data(self.setup.game)
        self.table, self.helpers = sentence_table(self.setup.game, "debrief"), presenter(self.setup.game).NARRATION
        self.debrief: Debrief = debriefed(rules, [turn.events for turn in found.turns], self.setup.seats)
        self.seats = range(self.setup.seats) if seat is None else (seat,)

    def data(self) -> dict[str, Any]:
        """All of it for other programs. Seats are counted from 0 and turns as in the record."""
        found = self.debrief
        decisive = [found.decisive(seat) for seat in self.seats]
        return {
            "game": found.game,
            "turns": [
                {"turn": step.turn, "seats": [counts(step.seats[seat]) for seat in self.seats]} for step in found.steps
            ],
            "seats": [self.secret_data(secret) for secret in decisive],
            "secrets": [
                {"since": secret.since, **self.secret_data(secret)}
                for seat in self.seats
                for secret in found.secrets[seat]
            ],
            "mistakes": [
                {"turn": m.turn, "seat": m.seat, "proof": None if m.proof is None else found.turns(m.proof)}
                for m in self.mistakes()
            ],
            "telling": [
                {"turn": found.events[each.event].turn, "seat": each.seat, "bits": round(each.bits, 2)}
                for each in self.telling()
            ],
            "lost": [
                {"turn": each.turn, "since": each.since, "seat": each.fact.about, "worth": each.worth}
                for each in found.lost
                if each.fact.about in self.seats
            ],
            "contradictions": [
                {"seat": seat, "turn": turn} for seat, turn in found.contradictions if seat in self.seats
            ],
        }

    def secret_data(self, secret: Secret) -> dict[str, Any]:
        """What a seat had to find."""
        return {
            "seat": secret.seat,
            "could_know": secret.could_know,
            "did": secret.did,
            "proof": self.debrief.turns(secret.proof),
        }

    def mistakes(self) -> list[Mistake]:
        """Those of the seats that are told of."""
        return [each for each in self.debrief.mistakes if each.seat in self.seats]

    def telling(self) -> list[Telling]:
        """The same for what told most."""
        return [each for each in self.debrief.telling if each.seat in self.seats]

    def lines(self) -> Iterator[str]:
        """The game again, with what was left after each turn; then who could have known what, and when."""
        yield say("{game}: {names}").format(game=self.kit["name"], names=", ".join(self.names))
        yield from self.played()
        yield f"      {ending(self.setup, self.outcome)}"
        for part in (self.known(), self.most_telling(), self.wrong(), self.left_lying(), self.contradicted()):
            told = list(part)
            if told:
                yield ""
                yield from told

    def played(self) -> Iterator[str]:
        """Turn by turn, and what was left then where that changed."""
        happened = narrator(self.setup)
        before: tuple[Known, ...] = ()
        events = iter(self.debrief.events)
        event: Happened | None = next(events, None)
        for step in self.debrief.steps:
            first = True
            while event is not None and event.turn == step.turn:
                yield f"{step.turn if first else '':>4}  {happened(event.event, event.state)}"
                event, first = next(events, None), False
            if step.seats != before and self.open_at_all():
                left = "; ".join(f"{self.names[seat]} {self.left(step.seats[seat])}" for seat in self.seats)
                yield "      " + say("Left: {counts}").format(counts=left)
            before = step.seats

    def open_at_all(self) -> bool:
        """Was there ever more than one way it could be?"""
        return any(known.worlds > 1 for known in self.debrief.steps[0].seats)

    def left(self, known: Known) -> str:
        """How many answers were left to a seat; of several secrets, for each of those who hold them."""
        if isinstance(known.solutions, Mapping):
            each = (f"{self.names[int(of)]} {counted(count)}" for of, count in known.solutions.items())
            return f"({', '.join(each)})"
        return counted(known.solutions)

    def known(self) -> Iterator[str]:
        """Who could have known first, when he said it, and the proof of it."""
        if not self.open_at_all():
            return
        found = [
            secret for seat in self.seats for secret in self.debrief.secrets[seat] if secret.could_know is not None
        ]
        for secret in sorted(found, key=lambda each: (each.could_know, each.seat)):
            assert secret.fact is not None
            said = self.said(secret)
            yield say("After turn {turn} {name} could know: {fact} {said}").format(
                turn=secret.could_know, name=self.names[secret.seat], fact=self.fact(secret.fact), said=said
            )
            yield from self.proof(secret.proof, secret.seat)
        never = [self.names[seat] for seat in self.seats if not any(each.seat == seat for each in found)]
        if never:
            yield say("Could never be certain: {names}.").format(names=", ".join(never))

    def said(self, secret: Secret) -> str:
        """When somebody said what he could know; or something else that was right."""
        if secret.did is None or secret.said is None:
            return say("Never said.")
        if secret.said == secret.fact:
            return say("Said in turn {turn}.").format(turn=secret.did)
        return say("Said in turn {turn} instead: {fact}").format(turn=secret.did, fact=self.fact(secret.said))

    def proof(self, events: Iterable[int], seat: int) -> Iterator[str]:
        """The events that prove something, each with its turn."""
        for number in events:
            happened = self.debrief.events[number]
            yield "      " + say("turn {turn}: {clue}").format(turn=happened.turn, clue=self.clue(happened, seat))

    def clue(self, happened: Happened, seat: int) -> str:
        """How an event that proves something is called."""
        scene = Scene(happened.event, self.names, self.kit, happened.event, happened.state, item=seat)
        return sentence(self.table, f"by {kind(happened.event)}", scene, self.helpers)

    def fact(self, fact: Fact) -> str:
        """A fact in words."""
        state = self.debrief.events[-1].state
        scene = Scene(fact, self.names, self.kit, None, state)
        return sentence(self.table, fact.part if fact.so else f"not {fact.part}", scene, self.helpers)

    def most_telling(self) -> Iterator[str]:
        """For each player the event that told most."""
        happened = narrator(self.setup)
        for each in self.telling():
            event = self.debrief.events[each.event]
            yield say("What told {name} most: turn {turn}, {bits} bits. {event}").format(
                name=self.names[each.seat],
                turn=event.turn,
                bits=decimal(each.bits),
                event=happened(event.event, event.state),
            )

    def wrong(self) -> Iterator[str]:
        """What was said and was wrong, and by what one could have known; what one could not know, together."""
        for (turn, seat), several in groupby(self.mistakes(), key=lambda each: (each.turn, each.seat)):
            every = list(several)
            for each in every:
                if each.proof is not None:
                    yield say("Turn {turn}: {name} was wrong, and could have known it: {fact}").format(
                        turn=turn, name=self.names[seat], fact=self.fact(each.fact)
                    )
                    yield from self.proof(each.proof, seat)
            unlucky = [self.fact(each.fact) for each in every if each.proof is None]
            if unlucky:
                yield say("Turn {turn}: {name} was wrong, and could not know it: {facts}").format(
                    turn=turn, name=self.names[seat], facts=" ".join(unlucky)
                )

    def left_lying(self) -> Iterator[str]:
        """What was to be had and nobody took."""
        for each in self.debrief.lost:
            if each.fact.about in self.seats:
                yield say("Nobody took it between turn {since} and turn {turn}: {fact}").format(
                    since=each.since, turn=each.turn, fact=self.fact(each.fact)
                )

    def contradicted(self) -> Iterator[str]:
        """Where what was entered stopped making sense."""
        for seat, turn in self.debrief.contradictions:
            if seat in self.seats:
                yield say(
                    "From turn {turn} on, what {name} saw contradicts itself: something was entered wrongly."
                ).format(turn=turn, name=self.names[seat])


def counts(known: Known) -> dict[str, Any]:
    """What was open to a seat."""
    return {"worlds": known.worlds, "solutions": known.solutions}


def counted(count: float) -> str:
    """A count, rounded where it is large."""
    if count >= LARGE:
        digits = len(str(int(count))) - 1
        return f"{decimal(count / 10**digits)} × 10^{digits}"
    return f"{count:g}" if count == int(count) else decimal(count)


def decimal(number: float) -> str:
    """A number with one decimal."""
    whole, _, tenths = f"{number:.1f}".partition(".")
    return say("{whole}.{tenths}").format(whole=whole, tenths=tenths)
