"""A game looked back on, in words and as curves: what `sousmain debrief` and the pages of phones say when it is over."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil, log2, log10
from typing import Any

from msgspec import Struct

from referee.debrief import Debrief, Happened, Known, Lost, Mistake, Moment, Secret, Telling
from referee.knowledge import Fact
from referee.registry import game
from templates import loader
from templates.i18n import say
from templates.pages import presenter
from templates.sentences import Mark, Scene, Teller, sentence, sentence_table, unmarked

LARGE = 100_000  # a count from there on is rounded
MOST = 99.9  # per cent that something can rule out: something is always left
WIDE, HIGH = 320.0, 170.0  # of the curves on a page
LEFT, TOP, RIGHT, FOOT = 26.0, 10.0, 8.0, 26.0
LINES_ACROSS, TURNS_BELOW = 6, 8


class DebriefWords:
    """What there is to say about a game, in the language spoken. `mark` makes a text safe to be laid out on a page."""

    def __init__(self, found: Debrief, names: Sequence[str], mark: Mark = unmarked) -> None:
        self.debrief, self.names, self.mark = found, names, mark
        self.rules, self.kit = game(found.game), loader.kit_data(found.game)
        self.table, self.helpers = sentence_table(found.game, "debrief"), presenter(found.game).NARRATION
        self.narration = sentence_table(found.game, "narration")

    def happened(self, number: int) -> str:
        """What happened, by the number of the event: in words that need not the event before it."""
        each = self.debrief.events[number]
        scene = Scene(each.event, self.names, self.kit, each.event, each.state)
        alone = f"alone {kind(each.event)}"
        if alone in self.table.sentences:
            return sentence(self.table, alone, scene, self.helpers, self.mark)
        return sentence(self.narration, kind(each.event), scene, self.helpers, self.mark)

    def seen(self, number: int, seat: int) -> str:
        """The same as that seat saw it; nothing where it saw nothing."""
        each = self.debrief.events[number]
        event = self.rules.witness(each.state, each.event, seat)
        if event is None:
            return ""
        scene = Scene(event, self.names, self.kit, event, each.state, item=seat)
        own = self.table.sentences.get(f"saw {kind(event)}")
        told = Teller(self.table, self.helpers, self.mark).told(own, scene) if own else ""
        return told or sentence(self.narration, kind(event), scene, self.helpers, self.mark)

    def turns_seen(self, seat: int) -> list[list[str]]:
        """For each turn of the game the lines that tell it, as that seat saw it."""
        found: list[list[str]] = [[] for _ in self.debrief.steps]
        for number, each in enumerate(self.debrief.events):
            line = self.seen(number, seat)
            found[each.turn] += [line] if line else []
        return found

    def open_at_all(self) -> bool:
        """Was there ever more than one way it could be?"""
        return any(known.worlds > 1 for known in self.debrief.steps[0].seats)

    def left(self, known: Known) -> str:
        """How many answers were left to a seat; of several secrets, for each of those who hold them."""
        if isinstance(known.solutions, Mapping):
            each = (
                self.mark("{name} {count}").format(name=self.names[int(of)], count=counted(count))
                for of, count in known.solutions.items()
            )
            return self.mark(", ").join(each)
        return counted(known.solutions)

    def questions(self, turn: int) -> int:
        """How many questions were asked up to a turn, in a game where cards ask them; else none."""
        return bisect_right(self.asked, turn)

    @cached_property
    def asked(self) -> list[int]:
        """The turns in which questions were asked, one after the other."""
        return [
            each.turn for each in self.debrief.events if kind(each.event) == "asked" and hasattr(each.event, "question")
        ]

    def when(self, turn: int) -> str:
        """A moment as players count it, with its turn in the record."""
        if number := self.questions(turn):
            return self.mark(say("question {number} (move {turn})")).format(number=number, turn=turn)
        return self.mark(say("move {turn}")).format(turn=turn)

    def place(self, turn: int) -> str:
        """The same as a heading: the slider, proofs and mistakes count as everything else does."""
        if number := self.questions(turn):
            return self.mark(say("Question {number} (move {turn})")).format(number=number, turn=turn)
        return self.mark(say("Move {turn}")).format(turn=turn)

    def then(self, turn: int) -> str:
        """The same of what somebody said or entered."""
        if number := self.questions(turn):
            return self.mark(say("after question {number} (move {turn})")).format(number=number, turn=turn)
        return self.mark(say("in move {turn}")).format(turn=turn)

    def could_know(self, secret: Secret) -> str:
        """From when on somebody could know what he had to find, and when he said it."""
        assert secret.fact is not None and secret.could_know is not None
        return self.mark(say("After {moment} {name} could know it: “{fact}” {said}")).format(
            moment=self.when(secret.could_know),
            name=self.names[secret.seat],
            fact=self.fact(secret.fact),
            said=self.said(secret),
        )

    def said(self, secret: Secret) -> str:
        """When somebody said what he could know; or something else that was right."""
        if secret.did is None or secret.said is None:
            return self.mark(say("Never said."))
        if secret.said == secret.fact:
            return self.mark(say("Said {moment}.")).format(moment=self.then(secret.did))
        return self.mark(say("Said instead {moment}: “{fact}”")).format(
            moment=self.then(secret.did), fact=self.fact(secret.said)
        )

    def proof(self, events: Iterable[int], seat: int) -> Iterator[str]:
        """The events that prove something, each with its turn."""
        for number in events:
            happened = self.debrief.events[number]
            clue = self.clue(happened, seat)
            yield self.mark(say("{moment}: {clue}")).format(moment=self.place(happened.turn), clue=clue)

    def clue(self, happened: Happened, seat: int) -> str:
        """How an event that proves something is called."""
        scene = Scene(happened.event, self.names, self.kit, happened.event, happened.state, item=seat)
        return sentence(self.table, f"by {kind(happened.event)}", scene, self.helpers, self.mark)

    def fact(self, fact: Fact) -> str:
        """A fact in words."""
        scene = Scene(fact, self.names, self.kit, None, self.debrief.events[-1].state)
        return sentence(self.table, fact.part if fact.so else f"not {fact.part}", scene, self.helpers, self.mark)

    def told_most(self, each: Telling) -> str:
        """What told somebody most, by how much of what was possible it ruled out."""
        text = say("What told {name} most: {moment}. It ruled out {share}% of what was still possible. {event}")
        return self.mark(text).format(
            name=self.names[each.seat],
            moment=self.when(self.debrief.events[each.event].turn),
            share=decimal(min(MOST, 100 * (1 - 2**-each.bits))),
            event=self.happened(each.event),
        )

    def mistake(self, each: Mistake) -> str:
        """What was said and was wrong, and whether one could have known that."""
        text = (
            say("{moment}: {name} said “{fact}” It was wrong, and {name} could have known.")
            if each.proof is not None
            else say("{moment}: {name} said “{facts}” It was wrong, and {name} could not know.")
        )
        fact, moment = self.fact(each.fact), self.place(each.turn)
        return self.mark(text).format(moment=moment, name=self.names[each.seat], fact=fact, facts=fact)

    def lost(self, each: Lost) -> str:
        """What was to be had and nobody took."""
        return self.mark(say("Nobody took it between move {since} and move {turn}: {fact}")).format(
            since=each.since, turn=each.turn, fact=self.fact(each.fact)
        )

    def audit(self) -> Iterator[str]:
        """Where what was entered contradicts itself, and whose entry alone would heal it."""
        found = self.debrief.audit
        if found is None:
            return
        yield self.mark(say("{moment}: from then on what was entered contradicts itself.")).format(
            moment=self.place(self.debrief.events[found.at].turn)
        )
        for entry in found.heals:
            name = self.names[entry.by] if isinstance(entry.by, int) else self.mark(say("The host"))
            moment = self.then(self.debrief.events[entry.at].turn)
            yield self.mark(
                say("Had this one entry been different, everything would fit: {name} {moment}. {event}")
            ).format(name=name, moment=moment, event=self.happened(entry.at))
        if not found.heals:
            yield self.mark(say("No single entry would make everything fit."))

    def moment(self, moment: Moment) -> str:
        """Something that decided the game."""
        what = moment.what
        if isinstance(what, Secret):
            return self.could_know(what)
        if isinstance(what, Mistake):
            return self.mistake(what)
        return self.told_most(what) if isinstance(what, Telling) else self.lost(what)


def kind(event: Any) -> str:
    """The tag of an event."""
    return str(type(event).__struct_config__.tag)


def counted(count: float) -> str:
    """A count in digits, rounded and parted by threes where it is large."""
    if count >= LARGE:
        rounded = round(count, 1 - int(log10(count)))
        return f"{int(rounded):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return f"{count:g}" if count == int(count) else decimal(count)


def possibilities(height: int) -> str:
    """What stands beside a line of the curves: how many answers are possible there, in few letters."""
    count, sign = 2**height, ""
    for larger in ("k", "M"):
        if count >= 10_000:
            count, sign = round(count / 1000), f"\N{NARROW NO-BREAK SPACE}{larger}"
    return f"{count}{sign}"


def decimal(number: float, form: str = ".1f") -> str:
    """A number with one decimal, or as many as the form tells."""
    whole, _, tenths = f"{number:{form}}".partition(".")
    return say("{whole}.{tenths}").format(whole=whole, tenths=tenths)


def bits(known: Known) -> float:
    """How much was open: the logarithm of the answers left, of several secrets that which is best known."""
    left = known.solutions
    return log2(max(1.0, min(left.values()) if isinstance(left, Mapping) else left))


class Curve(Struct, frozen=True):
    """The curve of a seat: its points as SVG has them, where it could know, and where it said it."""

    points: str
    rings: tuple[tuple[float, float], ...]
    dots: tuple[tuple[float, float], ...]


class Curves(Struct, frozen=True):
    """All curves of a game on a page: a line for each seat, the heights and turns that are named, and where turns are."""

    curves: tuple[Curve, ...]
    heights: tuple[tuple[float, str], ...]
    turns: tuple[tuple[float, int], ...]
    across: tuple[float, ...]  # of each turn


def curves(found: Debrief) -> Curves:
    """How much was open to each seat after each turn."""
    steps = found.steps
    most = max(1, ceil(max(bits(known) for step in steps for known in step.seats)))
    last = max(1, len(steps) - 1)

    def across(turn: int) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * turn / last, 1)

    def down(height: float) -> float:
        return round(HIGH - FOOT - (HIGH - TOP - FOOT) * height / most, 1)

    drawn = []
    for seat, secrets in enumerate(found.secrets):
        points = " ".join(f"{across(step.turn)},{down(bits(step.seats[seat]))}" for step in steps)
        rings = tuple((across(s.could_know), down(0)) for s in secrets if s.could_know is not None)
        dots = tuple((across(s.did), down(0)) for s in secrets if s.did is not None)
        drawn.append(Curve(points, rings, dots))
    heights = range(0, most + 1, max(1, ceil(most / LINES_ACROSS)))
    turns = range(0, last + 1, max(1, ceil(last / TURNS_BELOW)))
    return Curves(
        tuple(drawn),
        tuple((down(height), possibilities(height)) for height in heights),
        tuple((across(turn), turn) for turn in turns),
        tuple(across(step.turn) for step in steps),
    )
