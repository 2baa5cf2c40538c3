"""What a sharp robot of Allo... la France weighs: whose number is nearest, what a call gains in the race for it, and where to
stand for that call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

from referee.allo.knowledge.reasoner import NumberReasoner
from referee.allo.knowledge.worlds import split
from referee.allo.maps import near
from referee.allo.moves import NAMES
from referee.allo.pieces import MOST_UNITS, Part
from referee.allo.strategy import race
from referee.allo.strategy.tactics import beliefs, entropy, worth_of_name
from referee.allo.views import View
from referee.allo.ways import Pair, costs, distances, pair
from referee.chance import Chance

FAR = 0.015  # what a question gains while a number is still far away, as a share of the game
NEAR = 8.0  # so many calls away it is no longer far
PRECIOUS = 0.008  # a kept card is played for a call that gains so much
ENOUGH = 4  # units: more of them are seldom needed
UNIT = 0.0005  # what one of them is worth below that
CLOSE = 0.0003  # what it is worth to stand beside a rival


class Call(NamedTuple):
    """A call and what it gains."""

    gain: float
    to: int
    part: Part | None  # None: the number itself
    value: str | None


class Pursuit:
    """A robot's own view, and what it knows, weighed. Made anew for every decision."""

    def __init__(self, view: View, known: NumberReasoner) -> None:
        assert isinstance(view.observer, int)
        self.view, self.known, self.me = view, known, view.observer
        self.beliefs = beliefs(known)
        self.hunters = len(known.rivals) - 1
        self._races: dict[int, race.Race] = {}

    def sizes(self, rival: int) -> race.Sizes:
        """How many plates of each part a rival can hold."""
        parts = self.beliefs[rival]
        return race.ordered(*(len(parts[part]) for part in Part))

    def calls_left(self, rival: int, without: Part | None = None) -> float:
        """How many questions his number takes yet, on average; or the rest of it."""
        found = 0.0
        for part, codes in self.beliefs[rival].items():
            if part != without:
                found += race.city_calls(len(codes)) if part == Part.CITY else race.name_calls(len(codes))
        return found

    def said(self, rival: int) -> int:
        """How many of the numbers that his plates make were dialled in vain, or cannot be for other reasons."""
        return prod(self.sizes(rival)) - self.numbers(rival)

    def numbers(self, rival: int) -> int:
        """How many numbers he can have."""
        return int(self.known.believed.how_many(self.known.rivals.index(rival)))

    @cached_property
    def plain(self) -> dict[int, dict[Part, int]]:
        """How many plates of each part of each player's number those leave who heard nothing but the calls."""
        return {seat: public(self.view, seat) for seat in range(self.view.seats)}

    def numbers_before(self, hunter: int, of: int) -> float:
        """How many numbers of that player another must have before him: he knows his own plates, and what he was shown."""
        seen = {sight.part or Part.CITY for sight in self.view.secrets if (sight.owner, sight.to) == (of, hunter)}
        found = 1.0
        for part, many in self.plain[of].items():
            found *= 1 if part in seen else many - (many - 1) / (len(self.view.options.values(part)) - 1)
        return found

    def race(self, rival: int) -> race.Race:
        """How the race for that number stands."""
        if rival not in self._races:
            others = [seat for seat in self.known.rivals if seat != rival]
            fewest = min(self.numbers_before(seat, rival) for seat in others)
            behind = max(1, min(3, round(fewest / max(1, self.numbers(rival)))))
            self._races[rival] = race.race(self.sizes(rival), self.said(rival), self.hunters, behind)
        return self._races[rival]

    def calls(self, rival: int, at: str) -> Iterator[Call]:
        """What one can say to a rival from a city: his number, or the question that tells most."""
        part, value, less = self.question(rival, at)
        if self.numbers(rival) <= race.FEW:
            now = self.race(rival)
            yield Call(now.dial - now.leave, rival, None, None)
            if less:
                yield Call(now.ask - now.leave, rival, part, value)
        elif less:
            away = max(1.0, self.calls_left(rival) / NEAR)
            yield Call(FAR * less / away**4, rival, part, value)

    def question(self, rival: int, at: str) -> tuple[Part, str | None, float]:
        """The one that spares most others, and how many."""
        parts = self.beliefs[rival]
        spares = self.spared(parts[Part.CITY], at)
        names = [part for part in NAMES if len(parts[part]) > 1]
        if not names or spares > 1:
            return Part.CITY, None, spares
        part = max(names, key=lambda each: (worth_of_name(parts[each]), each))
        return part, max(parts[part], key=lambda value: (self.ways(rival, part, value), value)), 1.0

    def ways(self, rival: int, part: Part, value: str) -> int:
        """In how many ways all rivals can hold that part if he has this plate: it is not as likely as any other, since no two
        have the same."""
        held: list[str | None] = [value if seat == rival else None for seat in self.known.rivals]
        return int(self.known.believed.ways_with(part, tuple(held)))

    def likeliest(self, rival: int, chance: Chance) -> str:
        """The number that he is likeliest to have; any of them, if there are several."""
        weight = {
            number: prod(self.ways(rival, part, plate) for part, plate in zip(Part, split(number), strict=True))
            for number in self.known.numbers(rival)
        }
        return chance.one([number for number in weight if weight[number] == max(weight.values())])

    def spared(self, cities: set[str], at: str) -> float:
        """How many questions about a home the answer how far it is from there spares."""
        far = distances(self.view.options.map, at)
        counts: dict[int, int] = {}
        for city in cities:
            counts[far[city]] = counts.get(far[city], 0) + 1
        if len(counts) < 2:
            return 0.0
        after = sum(n * race.city_calls(n) for n in counts.values()) / len(cities)
        return max(race.city_calls(len(cities)) - after, entropy(tuple(sorted(counts.values()))) / 2)

    def best(self, whom: Sequence[int], at: str) -> Call | None:
        """The call that gains most; among equals to the left neighbour, who can do nothing with it before the others."""
        every = [call for rival in whom for call in self.calls(rival, at)]
        return max(every, key=lambda call: (call.gain, -((call.to - self.me) % self.view.seats)), default=None)

    def worth(self, city: str, laid: frozenset[Pair], free: bool) -> float:
        """What it is worth to stand there: the best call, units, rivals near by."""
        view, there = self.view, near(self.view.options.map)[city]
        units, gain = view.units[self.me], 0
        for rival in self.known.rivals:
            sections = there.get(view.places[rival])
            if sections and pair(city, view.places[rival]) not in laid:
                gain = max(gain, min(sections, MOST_UNITS - units))
        found = UNIT * min(ENOUGH, units + gain)
        far = distances(view.options.map, city)
        found += sum(CLOSE / far[view.places[rival]] for rival in self.known.rivals)
        assert view.card is not None
        if view.card.call or free:
            whom = [rival for rival in self.known.rivals if self.reaches(city, rival, laid, units + gain)]
            if (call := self.best(whom, city)) and (view.card.call or call.gain >= PRECIOUS):
                found += call.gain
        return found

    def reaches(self, city: str, rival: int, laid: frozenset[Pair], units: int) -> bool:
        """Could one call him from there, with the cable that one may lay first?"""
        there, of = self.view.places[rival], self.view.options.map
        if there in near(of)[city]:
            return units > 0
        return costs(of, laid, self.view.towers, there).get(city, MOST_UNITS + 1) <= units


def public(view: View, seat: int) -> dict[Part, int]:
    """How many plates of each part of somebody's number the calls leave to whoever only listened."""
    sheet = view.sheets[seat]
    cities = set(view.options.values(Part.CITY))
    for at, links in sheet.distances:
        far = distances(view.options.map, at)
        cities = {city for city in cities if far[city] == links}
    found = {Part.CITY: len(cities)}
    for part in NAMES:
        marks: dict[str, bool] = dict(getattr(sheet, part.value))
        elsewhere = {
            value
            for other in view.sheets
            if other.seat != seat
            for value, yes in getattr(other, part.value)
            if yes and value not in marks
        }
        known = any(marks.values())
        found[part] = 1 if known else max(1, len(view.options.values(part)) - len(marks) - len(elsewhere))
    return found
