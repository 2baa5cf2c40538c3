"""Plays any seat of Allo... la France from its own view and memory: goes where it can lay cable and call, asks what tells most about
the rival it knows best, and says a number when no other is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.allo import moves as m
from referee.allo.knowledge.reasoner import NumberReasoner
from referee.allo.maps import near
from referee.allo.pieces import MOST_UNITS, Part, Special, fallback_plate
from referee.allo.state import State
from referee.allo.strategy import tactics
from referee.allo.strategy.pursuit import PRECIOUS, Pursuit
from referee.allo.views import View
from referee.allo.ways import Pair, costs, distances, pair
from referee.chance import Chance
from referee.game import TABLE, Actor, Offer
from referee.mind import EASY, Mind

PAYS = {"easy": 1, "good": 3, "sharp": 6}  # of so many numbers it says one
BOLDER = 24  # after each so many turns it says one of one number more that it takes for possible: games must end
TALK = 16  # with paper the same after so many calls
SELDOM = 12  # with paper: one time in so many somebody has drawn secret information
BETTER = 2  # by so much a city must be worth more than any in reach to play a kept card for it


def choose(view: View, offers: list[Offer], chance: Chance, mind: Mind = EASY) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    kinds: dict[str, Offer] = {}
    for offer in offers:
        kinds.setdefault(offer.kind, offer)  # what is paid for comes before a kept card
    if "draw" in kinds:
        return m.Draw()
    if mind.sharp and view.step != "paper" and (thought := pursuing(view, offers, kinds, chance, mind)):
        return thought
    if "show" in kinds:
        return m.Show(fallback_plate(kinds["show"].choices, parts_revealed(view)))
    if "go" in kinds or "jump" in kinds:
        return away(view, kinds, chance, mind)
    if "lay" in kinds:
        return cable(view, kinds["lay"].choices, chance, mind)
    if "look" in kinds and view.step == "special":
        return m.Look(most_unknown(view, kinds["look"].choices, mind), kinds["look"].settled["part"])
    if "build" in kinds:
        return m.Build(chance.one(kinds["build"].choices))
    if "ask" in kinds:
        return call(view, offers, chance, mind)
    return m.Pass() if "pass" in kinds else None


def pursuing(view: View, offers: list[Offer], kinds: dict[str, Offer], chance: Chance, mind: Mind) -> m.Move | None:
    """What a sharp one does otherwise: it runs the race for the nearest number, and keeps cards for when they count."""
    hunt = Pursuit(view, tactics.known(view, mind))
    laid = frozenset(cable.link for cable in view.cables)
    if "show" in kinds:
        told = hunt.plain[hunt.me]
        return m.Show(min(kinds["show"].choices, key=lambda part: (told[part] > 1, told[part] * (part != Part.CITY))))
    if "go" in kinds or "jump" in kinds:
        free = Special.FREE in view.keeps
        scored = [(hunt.worth(city, laid, free), city) for city in (kinds["go"].choices if "go" in kinds else ())]
        best = max(scored, default=(0.0, ""))
        if "jump" in kinds:
            far = max((hunt.worth(city, laid, free), city) for city in kinds["jump"].choices)
            if far[0] >= best[0] + PRECIOUS:
                return m.Jump(far[1])
        return m.Go(best[1]) if scored else m.Pass()
    if "look" in kinds:
        part = kinds["look"].settled["part"]
        rest = {
            seat: (len(hunt.beliefs[seat][part]) < 2, hunt.calls_left(seat, part)) for seat in kinds["look"].choices
        }
        return m.Look(min(rest, key=lambda seat: rest[seat]), part)
    if "ask" in kinds:
        for offer in (each for each in offers if each.kind == "ask"):
            free = offer.settled["free"]
            call = hunt.best(offer.choices, view.places[hunt.me])
            if call and call.gain > (PRECIOUS if free else 0):
                if call.part is None:
                    return m.Guess(call.to, hunt.likeliest(call.to, chance), free)
                return m.Ask(call.to, call.part, call.value, free)
        return m.Pass()
    return None


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """For an absent player: he is passed over, and shows a plate if he owes one. Questions about him the referee answers,
    truly."""
    assert isinstance(view.observer, int)
    kinds = {offer.kind: offer for offer in offers}
    if "show" in kinds:
        return view.observer, m.Show(fallback_plate(kinds["show"].choices, parts_revealed(view)))
    if view.step != "paper" and view.turn == view.observer and offers:
        return TABLE, m.Skip(view.observer)
    return None


def hands(state: State, chance: Chance) -> tuple[Actor, m.Move] | None:
    """Nothing on the table keeps the phones waiting."""
    return None


def parts_revealed(view: View) -> set[Part]:
    """The parts of its own number that a yes has told everybody."""
    return {call.part for call in view.calls if call.to == view.observer and call.part and call.answer is True}


def rivals(view: View) -> list[int]:
    """The other seats."""
    return [seat for seat in range(view.seats) if seat != view.observer]


def leftwards(view: View, seat: int) -> int:
    """How many chairs away, so that among equal rivals robots do not all turn to the same one."""
    assert isinstance(view.observer, int)
    return (seat - view.observer) % view.seats


def away(view: View, kinds: dict[str, Offer], chance: Chance, mind: Mind) -> m.Move:
    """The best city in reach; with a kept card any city, if one is much better."""
    cities = kinds["go"].choices if "go" in kinds else ()
    believed = tactics.beliefs(tactics.known(view, mind))
    laid = frozenset(cable.link for cable in view.cables)
    scored = [(worth(view, city, believed, laid), city) for city in cities]
    best = max(scored, default=(-1.0, ""))
    if "jump" in kinds:
        far = max((worth(view, city, believed, laid), city) for city in kinds["jump"].choices)
        if far[0] >= best[0] + BETTER:
            return m.Jump(far[1])
    if not cities:
        return m.Pass()
    return m.Go(chance.one([city for score, city in scored if score == best[0]]))


def worth(view: View, city: str, believed: tactics.Beliefs, laid: frozenset[Pair]) -> float:
    """What it is worth to stand there: a call that can be made, units that can be won, rivals that are near."""
    assert isinstance(view.observer, int) and view.card is not None
    units, score = view.units[view.observer], 0.0
    gain = 0
    for seat in rivals(view):
        there = view.places[seat]
        sections = near(view.options.map)[city].get(there)
        if sections and pair(city, there) not in laid:
            gain = max(gain, min(sections, MOST_UNITS - units))
        score += 0.3 / distances(view.options.map, city)[there]
    score += gain / 2 + (0.5 if gain else 0)
    if view.card.call:
        for seat in rivals(view):
            score += reach(view, city, seat, laid, units, gain) * (0.5 + 20 / (4 + tactics.bits(believed[seat])))
    return score


def reach(view: View, city: str, seat: int, laid: frozenset[Pair], units: int, gain: int) -> float:
    """Can it call that rival from there? One if it is cheap, less if it is dear, nothing if it cannot."""
    there = view.places[seat]
    if there in near(view.options.map)[city]:
        return 1.0 if units + gain > 0 else 0.0
    cost = costs(view.options.map, laid, view.towers, there).get(city, MOST_UNITS + 1)
    return 1 - cost / 20 if cost <= units + gain else 0.0


def cable(view: View, choices: Sequence[Any], chance: Chance, mind: Mind) -> m.Lay:
    """To the rival it knows best, if that one is next to it; if a cable must be lifted, any that helps."""
    believed = tactics.beliefs(tactics.known(view, mind))
    at = {place: seat for seat, place in enumerate(view.places)}
    city, lifts = min(choices, key=lambda choice: (tactics.bits(believed[at[choice[0]]]), choice[0]))
    return m.Lay(city, chance.one(lifts) if lifts else None)


def most_unknown(view: View, choices: Sequence[int], mind: Mind) -> int:
    """Of whom the secret tells it most; among equals the rival it knows best."""
    assert view.card is not None and view.card.part is not None
    part, believed = view.card.part, tactics.beliefs(tactics.known(view, mind))
    return max(
        choices, key=lambda seat: (len(believed[seat][part]) > 1, -tactics.bits(believed[seat]), -leftwards(view, seat))
    )


def call(view: View, offers: list[Offer], chance: Chance, mind: Mind) -> m.Move | None:
    """A number if no other is left, else the question that tells most; with paper, seldom, secret information."""
    known = tactics.known(view, mind)
    believed = tactics.beliefs(known)
    for offer in offers:
        if offer.kind == "guess" and (guess := guessed(view, offer, known, chance, mind)):
            return guess
    paper = view.step == "paper"
    look = next((offer for offer in offers if offer.kind == "look"), None)
    if paper and look and not chance.below(SELDOM):
        seat, parts = chance.one(look.choices)
        return m.Look(seat, chance.one(parts))
    assert isinstance(view.observer, int)
    at = chance.one(view.options.map.codes) if paper else view.places[view.observer]
    asks = [offer for offer in offers if offer.kind == "ask"]
    found = [each for offer in asks[:1] for each in questions(view, offer, believed, at)]
    if not found:
        return None if paper else m.Pass()
    _, seat, part, value = max(found, key=lambda each: (each[0], -leftwards(view, each[1]), each[2], each[3] or ""))
    return m.Ask(seat, part, value, asks[0].settled["free"], at if paper and part == Part.CITY else None)


def guessed(view: View, offer: Offer, known: NumberReasoner, chance: Chance, mind: Mind) -> m.Guess | None:
    """A number that somebody can have, if there are so few that it pays: a wrong one rules it out, too, as a question would.
    The longer the game lasts, of more."""
    most = PAYS[mind.strength] + (len(view.calls) // TALK if view.step == "paper" else view.turns // BOLDER)
    believed = tactics.beliefs(known)
    found: list[tuple[int, int, list[str]]] = []
    for seat in offer.choices:
        left = tactics.candidates(known, believed[seat], seat)
        if 0 < len(left) <= most:
            found.append((len(left), seat, left))
    if not found:
        return None
    _, seat, left = found[0] if mind.strength == "easy" else min(found)
    return m.Guess(seat, chance.one(left), offer.settled["free"])


def questions(
    view: View, offer: Offer, believed: tactics.Beliefs, at: str
) -> Iterator[tuple[float, int, Part, str | None]]:
    """What it can ask whom, and what that is worth: more about a rival of whom little is left to learn."""
    for seat in offer.choices:
        parts = believed[seat]
        near_end = 1 + 10 / (1 + tactics.bits(parts))
        for part in Part:
            if part == Part.CITY:
                tells, value = tactics.worth_of_place(view.options, at, parts[part]), None
            else:
                tells, value = tactics.worth_of_name(parts[part]), min(parts[part])
            if tells:
                yield tells * near_end, seat, part, value
