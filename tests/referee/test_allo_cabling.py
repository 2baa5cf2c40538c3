"""Cables of Allo... la France: between whom, what they bring, and strips that run short."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from support.referee.allo_table import SEED, C, a_card, cabled, play, refused, table

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import strips
from referee.allo.game import GAME
from referee.allo.state import Cable, State
from referee.allo.ways import pair
from referee.chance import Chance


def test_a_cable_between_neighbours_brings_its_sections_in_units() -> None:
    """Seven for Toulouse to Clermont-Ferrand."""
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable")
    (lay, leave) = GAME.moves(state, 0)
    assert (lay.choices, leave.kind) == (((C["Clermont-Ferrand"], ()),), "pass")
    (laid,) = GAME.decide(state, 0, m.Lay(C["Clermont-Ferrand"]), Chance(SEED, 1))
    assert laid == e.Laid(0, pair(C["Toulouse"], C["Clermont-Ferrand"]), (0, 0, 1, 1), 7)
    after = GAME.evolve(state, laid)
    assert (after.units, after.supply, after.step) == ((7, 0, 0), (24, 11, 7, 7), "call")


def test_units_beyond_ten_are_lost() -> None:
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable", units=(6, 0, 0))
    (laid,) = GAME.decide(state, 0, m.Lay(C["Clermont-Ferrand"]), Chance(SEED, 1))
    assert isinstance(laid, e.Laid)
    assert laid.gained == 4
    assert GAME.evolve(state, laid).units == (10, 0, 0)


def test_after_a_move_next_to_somebody_one_may_lay() -> None:
    state = table("Marseille", "Bordeaux", "Clermont-Ferrand", card=a_card(2, False), step="move")
    state = play(state, 0, m.Go(C["Toulouse"]))
    assert state.step == "cable"
    assert {city for city, _ in GAME.moves(state, 0)[0].choices} == {C["Bordeaux"], C["Clermont-Ferrand"]}
    assert play(state, 0, m.Pass()).turn == 1, "nobody must"


def test_with_nobody_near_there_is_nothing_to_lay() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2, False), step="move")
    state = play(state, 0, m.Go(C["Toulouse"]))
    assert (state.turn, state.step) == (1, "card")


def test_why_a_cable_is_refused() -> None:
    laid = cabled(("Toulouse", "Bordeaux"))
    state = table("Toulouse", "Clermont-Ferrand", "Bordeaux", card=a_card(), step="cable", cables=laid)
    assert refused(state, 0, m.Lay(C["Lille"])) == ("no link", {"a": "Toulouse", "b": "Lille"})
    assert refused(state, 0, m.Lay(C["Montpellier"])) == ("nobody there", {"city": "Montpellier"})
    assert refused(state, 0, m.Lay(C["Bordeaux"])) == ("laid before", {"a": "Toulouse", "b": "Bordeaux"})
    lift = m.Lay(C["Clermont-Ferrand"], (C["Toulouse"], C["Bordeaux"]))
    assert refused(state, 0, lift) == ("strips suffice", {"need": 7})


def test_one_cable_a_turn() -> None:
    state = table("Toulouse", "Clermont-Ferrand", "Bordeaux", card=a_card(call=True), step="cable")
    state = play(state, 0, m.Lay(C["Clermont-Ferrand"]))
    assert refused(state, 0, m.Lay(C["Bordeaux"])) == ("other step", {"step": "call"})


def scarce(**more: Any) -> State:
    """Two strips of three are all that is left: six sections, and seven are needed."""
    hoard = Cable(pair(C["Lille"], C["Amiens"]), (24, 11, 5, 8))
    small = Cable(pair(C["Lyon"], C["Dijon"]), (0, 0, 0, 0))
    one = Cable(pair(C["Paris"], C["Caen"]), (0, 0, 1, 0))
    return table(
        "Toulouse", "Clermont-Ferrand", "Caen", step="cable", card=a_card(), cables=(hoard, small, one), **more
    )


def test_when_strips_run_short_one_other_cable_is_lifted() -> None:
    state = scarce()
    assert state.supply == (0, 0, 2, 0)
    (lay, _) = GAME.moves(state, 0)
    hoard = pair(C["Lille"], C["Amiens"])
    assert lay.choices == ((C["Clermont-Ferrand"], (hoard,)),), "three strips of three make no seven"
    assert refused(state, 0, m.Lay(C["Clermont-Ferrand"])) == (
        "strips short",
        {"need": 7, "strips": (0, 0, 2, 0), "lift": True},
    )
    small, bare = (C["Lyon"], C["Dijon"]), (C["Lyon"], C["Nice"])
    assert refused(state, 0, m.Lay(C["Clermont-Ferrand"], small)) == (
        "lifting too little",
        {"a": "Lyon", "b": "Dijon", "need": 7},
    )
    assert refused(state, 0, m.Lay(C["Clermont-Ferrand"], bare)) == ("no cable there", {"a": "Lyon", "b": "Nice"})
    events = GAME.decide(state, 0, m.Lay(C["Clermont-Ferrand"], hoard[::-1]), Chance(SEED, 1))  # type: ignore[arg-type]
    assert [type(event) for event in events] == [e.Lifted, e.Laid]
    after = play(state, 0, m.Lay(C["Clermont-Ferrand"], hoard))
    assert hoard not in after.laid
    assert after.supply == (24, 11, 6, 7)
    assert after.units[0] == 7


def test_no_cable_at_all_when_not_even_lifting_helps() -> None:
    """Then the step is left out."""
    state = scarce()
    spoilt = tuple(replace(c, strips=(0, 0, 0, 0)) if sum(c.strips) > 1 else c for c in state.cables)
    filled = (*spoilt, Cable(pair(C["Metz"], C["Strasbourg"]), (24, 11, 5, 8)))
    state = replace(state, cables=filled, step="move", places=(C["Montpellier"], C["Clermont-Ferrand"], C["Caen"]))
    helps = replace(state, card=a_card(1, False))
    assert play(helps, 0, m.Go(C["Toulouse"])).step == "cable", "the last one helps"
    both = (*filled[:-1], replace(filled[-1], strips=(24, 0, 5, 8)), Cable(pair("93", "91"), (0, 11, 0, 0)))
    helps = replace(helps, cables=tuple(c for c in both if c.link != filled[-1].link), units=(0, 0, 0))
    assert strips.make(helps.supply, 7)
    none = replace(helps, cables=(*(Cable(c.link, (0, 0, 0, 0)) for c in helps.cables), *spread()))
    after = play(none, 0, m.Go(C["Toulouse"]))
    assert (after.turn, after.step) == (1, "card")
    cable = replace(none, step="cable", places=(C["Toulouse"], *none.places[1:]))
    assert refused(cable, 0, m.Lay(C["Clermont-Ferrand"])) == (
        "strips short",
        {"need": 7, "strips": (0, 0, 0, 0), "lift": False},
    )


def spread() -> tuple[Cable, ...]:
    """All strips, one to each of many links: lifting any brings four sections at most."""
    every = [strip for sections, count in enumerate(strips.ALL) for strip in [sections] * count]
    return tuple(Cable((f"{i:02}", "zz"), tuple(int(k == strip) for k in range(4))) for i, strip in enumerate(every))  # type: ignore[arg-type]
