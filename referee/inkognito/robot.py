"""Plays any seat of Inkognito from its own view and memory: calls when one world is left. An easy one goes and shows at random."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Actor, Offer
from referee.inkognito import moves as m
from referee.inkognito import tactics
from referee.inkognito.fallback import stopgap
from referee.inkognito.knowledge.reasoner import DealReasoner, World, glance
from referee.inkognito.pieces import AGENTS, ALLIES, AMBASSADOR, Identity
from referee.inkognito.state import State
from referee.inkognito.views import View
from referee.mind import EASY, Mind

PATIENCE = 60  # so many rounds of a deal, and it calls what is possible: games must end
FRANK = 8  # one time in so many it shows a true card instead of a pair
TALK = 12  # with printed cards, so many pairs handed over by one player and as many rounds have gone by

DARED = 2  # a sharp one calls of so many
HURRY = 11  # after so many rounds of a deal: a wrong call is a point for everybody else
TRUST = 0.99  # that somebody is its ally, to show him a true card


def choose(view: View, offers: list[Offer], chance: Chance, mind: Mind = EASY) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    kinds = {offer.kind: offer for offer in offers}
    worlds = left(view, mind) if {"call", "go", "ask", "pair"} & set(kinds) else []
    if "again" in kinds:
        return m.Again()
    if "call" in kinds and (world := certain(view, kinds["call"], chance, worlds, mind)):
        who, what = world
        return m.Call(who, what, met_in(view, kinds["call"], who))  # type: ignore[arg-type]
    if view.stage == "paper":
        return at_the_table(view, offers, chance)
    if mind.strength != "easy" and (thought := thinking(view, kinds, worlds, chance, mind)):
        return thought
    if "ask" in kinds:
        agent, cards = chance.one(kinds["ask"].choices)
        return m.Ask(agent, chance.one(cards) if cards else None)
    if "show" in kinds and not chance.below(FRANK):
        return m.Show(chance.one(kinds["show"].choices), kinds["show"].settled["to"])
    if "look" in kinds:
        return m.Look(chance.one(kinds["look"].choices))
    return stopgap(offers, chance)


def thinking(view: View, kinds: dict[str, Offer], worlds: list[World], chance: Chance, mind: Mind) -> m.Move | None:
    """Whom to meet and whom to ask; a sharp one also weighs what it shows, and shows a true card to its ally alone."""
    if "go" in kinds:
        return tactics.place(view, kinds["go"].choices, worlds, chance)
    if "ask" in kinds:
        return tactics.question(kinds["ask"], worlds, chance)
    if "pair" in kinds and mind.sharp:
        to = kinds["pair"].settled["to"]
        if "show" in kinds and tactics.ally_chance(view, worlds, to) > TRUST:
            return m.Show(chance.one(kinds["show"].choices), to)
        return tactics.pair(view, kinds["pair"], worlds, chance)
    return None


def left(view: View, mind: Mind) -> list[World]:
    """Every way it could be."""
    reasoner = mind.reasoner or glance(view)
    assert isinstance(reasoner, DealReasoner)
    return reasoner.deals()


def at_the_table(view: View, offers: list[Offer], chance: Chance) -> m.Move | None:
    """With printed cards: hand a pair to somebody, or show a true card; who sits where, phones do not know."""
    offer = chance.one([offer for offer in offers if offer.kind in ("pair", "show", "look")] or [None])
    if offer is None:
        return None
    if offer.kind == "look":
        return m.Look(chance.one(offer.choices))
    if offer.kind == "show":
        heard = view.seats > AMBASSADOR and not chance.below(2)
        return m.Show(chance.one(offer.choices), offer.settled["to"], heard)
    return m.Pair(chance.one(offer.choices), offer.settled["to"])


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """For an absent player: a place and a legal pair at random, a true card if he is asked. He never calls, and lets the
    others deal."""
    assert isinstance(view.observer, int)
    move = stopgap(offers, chance) if view.stage in ("going", "meeting") else None
    return (view.observer, move) if move else None


def hands(state: State, chance: Chance) -> tuple[Actor, m.Move] | None:
    """Nothing on the table keeps the phones waiting."""
    return None


def certain(view: View, offer: Offer, chance: Chance, worlds: list[World], mind: Mind = EASY) -> World | None:
    """How it is, if what it has seen leaves no other way; a sharp one calls of two, too, before others do; after long patience,
    something possible."""
    patient = view.round if view.stage != "paper" else len(view.sheet) // TALK * PATIENCE
    enough = DARED if mind.sharp and view.round >= HURRY else 1
    if len(worlds) > enough and patient < PATIENCE:
        return None
    found = [world for world in worlds if met_in(view, offer, world[0]) is not None or view.seats != len(AGENTS)]
    return chance.one(found) if found and (len(found) == len(worlds) or patient >= PATIENCE) else None


def met_in(view: View, offer: Offer, who: tuple[Identity, ...]) -> int | None:
    """Whom it meets, if that is its ally there; with printed cards it says that it meets him."""
    if view.seats != len(AGENTS):
        return None
    assert isinstance(view.observer, int)
    ally = who.index(ALLIES[who[view.observer]])
    return ally if offer.settled.get("met", ally) == ally else None
