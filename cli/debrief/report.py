"""A debrief in words and as JSON: what `sousmain debrief` says. `docs/debrief.md` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from cli.record_reports import ending, player_names
from generator.errors import BadValue, PrintError
from referee.debrief import Debrief, Known, Mistake, Secret, Telling, debriefed
from referee.record import Record
from referee.registry import game
from templates import loader
from templates.i18n import say
from templates.pages.debrief import DebriefWords


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
        self.debrief: Debrief = debriefed(rules, [turn.events for turn in found.turns], self.setup.seats)
        self.words = DebriefWords(self.debrief, self.names)
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
            "audit": self.audit_data(),
        }

    def audit_data(self) -> dict[str, Any] | None:
        """Where entries contradict each other, and which of them alone would heal it."""
        found, events = self.debrief.audit, self.debrief.events
        if found is None:
            return None
        heals = [{"turn": events[each.at].turn, "by": each.by} for each in found.heals]
        return {"turn": events[found.at].turn, "heals": heals}

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
        before: tuple[Known, ...] = ()
        number = 0
        for step in self.debrief.steps:
            first = True
            while number < len(self.debrief.events) and self.debrief.events[number].turn == step.turn:
                yield f"{step.turn if first else '':>4}  {self.words.happened(number)}"
                number, first = number + 1, False
            if step.seats != before and self.words.open_at_all():
                left = say("; ").join(f"{self.names[seat]} {self.words.left(step.seats[seat])}" for seat in self.seats)
                yield "      " + say("Answers still possible: {counts}").format(counts=left)
            before = step.seats

    def known(self) -> Iterator[str]:
        """Who could have known first, when he said it, and the proof of it."""
        if not self.words.open_at_all():
            return
        found = [
            secret for seat in self.seats for secret in self.debrief.secrets[seat] if secret.could_know is not None
        ]
        for secret in sorted(found, key=lambda each: (each.could_know, each.seat)):
            yield self.words.could_know(secret)
            yield from self.proof(secret.proof, secret.seat)
        never = [self.names[seat] for seat in self.seats if not any(each.seat == seat for each in found)]
        if never:
            yield say("Could never be certain: {names}.").format(names=", ".join(never))

    def proof(self, events: Iterable[int], seat: int) -> Iterator[str]:
        """The events that prove something, set in under it."""
        return (f"      {line}" for line in self.words.proof(events, seat))

    def most_telling(self) -> Iterator[str]:
        """For each player the event that told most."""
        return (self.words.told_most(each) for each in self.telling())

    def wrong(self) -> Iterator[str]:
        """What was said and was wrong, and by what one could have known; what one could not know, together."""
        for (turn, seat), several in groupby(self.mistakes(), key=lambda each: (each.turn, each.seat)):
            every = list(several)
            for each in every:
                if each.proof is not None:
                    yield self.words.mistake(each)
                    yield from self.proof(each.proof, seat)
                    if not each.proof:
                        yield "      " + say("The rules alone say so.")
            unlucky = [self.words.fact(each.fact) for each in every if each.proof is None]
            if unlucky:
                yield say("{moment}: {name} said “{facts}” It was wrong, and {name} could not know.").format(
                    moment=self.words.place(turn), name=self.names[seat], facts=" ".join(unlucky)
                )

    def left_lying(self) -> Iterator[str]:
        """What was to be had and nobody took."""
        return (self.words.lost(each) for each in self.debrief.lost if each.fact.about in self.seats)

    def contradicted(self) -> Iterator[str]:
        """Where what was entered stopped making sense, and for whom."""
        yield from self.words.audit()
        for seat, turn in self.debrief.contradictions:
            if seat in self.seats:
                yield say(
                    "{moment}: from then on what {name} saw contradicts itself: something was entered wrongly."
                ).format(moment=self.words.place(turn), name=self.names[seat])


def counts(known: Known) -> dict[str, Any]:
    """What was open to a seat."""
    return {"worlds": known.worlds, "solutions": known.solutions}
