"""Plays any seat of Inkognito from its own view: goes and shows at random, calls when one world is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from referee.chance import Chance
from referee.game import Actor, Offer
from referee.inkognito import moves as m
from referee.inkognito.fallback import stopgap
from referee.inkognito.pieces import AGENTS, ALLIES, AMBASSADOR, Fragment, Identity
from referee.inkognito.secrets import true_cards
from referee.inkognito.state import Showing, State
from referee.inkognito.views import View

PATIENCE = 60  # so many rounds of a deal, and it calls what is possible: games must end
FRANK = 8  # one time in so many it shows a true card instead of a pair
TALK = 12  # with printed cards, so many pairs handed over by one player and as many rounds have gone by

World = tuple[tuple[Identity, ...], tuple[Fragment, ...]]  # of each agent
WORLDS: tuple[World, ...] = tuple((who, what) for who in permutations(Identity) for what in permutations(Fragment))


def choose(view: View, offers: list[Offer], chance: Chance) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    kinds = {offer.kind: offer for offer in offers}
    if "again" in kinds:
        return m.Again()
    if "call" in kinds and (world := certain(view, kinds["call"], chance)):
        who, what = world
        return m.Call(who, what, met_in(view, kinds["call"], who))  # type: ignore[arg-type]
    if view.stage == "paper":
        return at_the_table(view, offers, chance)
    if "ask" in kinds:
        agent, cards = chance.one(kinds["ask"].choices)
        return m.Ask(agent, chance.one(cards) if cards else None)
    if "show" in kinds and not chance.below(FRANK):
        return m.Show(chance.one(kinds["show"].choices), kinds["show"].settled["to"])
    if "look" in kinds:
        return m.Look(chance.one(kinds["look"].choices))
    return stopgap(offers, chance)


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


def certain(view: View, offer: Offer, chance: Chance) -> World | None:
    """How it is, if what it has seen leaves no other way; after long patience, something possible."""
    found = list(possible(view))
    patient = view.round if view.stage != "paper" else len(view.sheet) // TALK * PATIENCE
    if len(found) > 1 and patient < PATIENCE:
        return None
    found = [world for world in found if met_in(view, offer, world[0]) is not None or view.seats != len(AGENTS)]
    return chance.one(found) if found else None


def met_in(view: View, offer: Offer, who: tuple[Identity, ...]) -> int | None:
    """Whom it meets, if that is its ally there; with printed cards it says that it meets him."""
    if view.seats != len(AGENTS):
        return None
    assert isinstance(view.observer, int)
    ally = who.index(ALLIES[who[view.observer]])
    return ally if offer.settled.get("met", ally) == ally else None


def possible(view: View) -> Iterator[World]:
    """Every way it could be, after its own cards and all that it was shown. Its own pairs tell it nothing new."""
    seen = [showing for showing in view.sheet if showing.by != view.observer]
    return (world for world in WORLDS if own(view, world) and all(agrees(world, showing) for showing in seen))


def own(view: View, world: World) -> bool:
    """Does it hold its own cards there?"""
    seat = view.observer
    return view.identity is None or (isinstance(seat, int) and mine(world, seat) == (view.identity, view.fragment))


def mine(world: World, agent: int) -> tuple[Identity, Fragment]:
    """The true cards of an agent."""
    return world[0][agent], world[1][agent]


def agrees(world: World, showing: Showing) -> bool:
    """Could that have been shown there? A pair and a true card alike hold one card that is true."""
    return true_cards(showing.cards, *mine(world, showing.by)) == 1


def spelled(who: Iterable[Identity], what: Iterable[Fragment]) -> str:
    """The telephone number: the fragments in the order of the identities."""
    held = dict(zip(who, what, strict=True))
    return "".join(held[identity] for identity in Identity)
