"""The turn of Allo... la France: start, card, move, cable, special; and why something is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.allo import moves as m
from referee.allo import strips
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.maps import near
from referee.allo.pieces import DECK, Part, Special
from referee.allo.state import Cable, State
from referee.allo.ways import ends, pair
from referee.chance import Chance
from referee.game import TABLE, Refused

SEED = bytes(32)
C = {city.name: city.code for city in FRANCE.cities}
NUMBERS = (
    m.Number(C["Besançon"], "08", "11", "40"),
    m.Number(C["Nantes"], "01", "33", "70"),
    m.Number(C["Paris"], "02", "22", "10"),
)


def a_card(move: int | None = None, call: bool | None = None, special: Special | None = None) -> int:
    """The number of a card like that; without a special unless told."""
    for card in DECK:
        if move in (None, card.move) and call in (None, card.call) and card.special == special:
            return card.number
    raise AssertionError("no such card")


def table(*cities: str, **more: Any) -> State:
    """Three players in those cities, the first on turn and about to draw."""
    (dealt,) = GAME.deal(m.Options(), 3, Chance(SEED, 0))
    state = replace(GAME.evolve(GAME.start(), dealt), turn=0, numbers=NUMBERS, places=tuple(C[city] for city in cities))
    if (card := more.get("card")) is not None:
        more["deck"] = tuple(number for number in state.deck if number != card)
    return replace(state, **more)


def play(state: State, actor: Any, move: m.Move) -> State:
    for event in GAME.decide(state, actor, move, Chance(SEED, 1)):
        state = GAME.evolve(state, event)
    return state


def refused(state: State, actor: Any, move: m.Move) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as refusal:
        GAME.decide(state, actor, move, Chance(SEED, 1))
    return refusal.value.rule, refusal.value.evidence


def cabled(*links: tuple[str, str]) -> tuple[Cable, ...]:
    found = []
    for a, b in links:
        made = strips.make(strips.left(c.strips for c in found), near(FRANCE)[C[a]][C[b]])
        assert made
        found.append(Cable(pair(C[a], C[b]), made))
    return tuple(found)


def kinds(state: State, actor: Any = 0) -> list[str]:
    return [offer.kind for offer in GAME.moves(state, actor)]


# Start


@pytest.mark.parametrize("seed", range(20))
def test_the_highest_code_begins(seed: int) -> None:
    """Cities are drawn without repetition and go back; so a home may be a start, but no plate is on two stands."""
    (dealt,) = GAME.deal(m.Options(), 4, Chance(seed.to_bytes(32), 0))
    assert isinstance(dealt, m.Dealt)
    assert dealt.starts[dealt.first] == max(dealt.starts)
    assert len(set(dealt.starts)) == 4
    for part in Part:
        assert len({number.part(part) for number in dealt.numbers}) == 4
    assert sorted(dealt.deck) == [card.number for card in DECK]


def test_a_home_can_be_where_somebody_starts() -> None:
    deals = [GAME.deal(m.Options(), 4, Chance(n.to_bytes(32), 0))[0] for n in range(40)]
    assert any({number.city for number in d.numbers} & set(d.starts) for d in deals if isinstance(d, m.Dealt))


def test_turns_go_clockwise() -> None:
    state = table("Nice", "Lille", "Caen")
    state = replace(state, turn=2)
    assert GAME.awaited(state) == (2,)
    state = play(state, TABLE, m.Skip(2))
    assert GAME.awaited(state) == (0,)
    assert refused(state, 1, m.Draw()) == ("not your turn", {"seat": 0})


def test_two_or_five_players_are_refused() -> None:
    for seats in (2, 5):
        with pytest.raises(Refused, match="players"):
            GAME.deal(m.Options(), seats, Chance(SEED, 0))


# Short game


def test_a_short_game_has_the_first_names_of_each_list() -> None:
    options = m.Options(surnames=4, firsts=5, jobs=6)
    assert options.values(Part.SURNAME) == ("01", "02", "03", "04")
    assert options.values(Part.FIRST) == ("11", "22", "33", "44", "55")
    assert options.values(Part.JOB) == ("10", "20", "30", "40", "50", "60")
    assert len(options.values(Part.CITY)) == 22
    for seed in range(10):
        (dealt,) = GAME.deal(options, 4, Chance(seed.to_bytes(32), 0))
        assert isinstance(dealt, m.Dealt)
        assert {number.surname for number in dealt.numbers} == {"01", "02", "03", "04"}
        assert all(number.first <= "55" and number.job <= "60" for number in dealt.numbers)


@pytest.mark.parametrize("name", ["surnames", "firsts", "jobs"])
@pytest.mark.parametrize("count", [3, 9])
def test_not_shorter_than_four_nor_longer_than_eight(name: str, count: int) -> None:
    with pytest.raises(ValueError, match=name):
        m.Options(**{name: count})  # type: ignore[arg-type]


# Card and move


def test_the_top_card_is_drawn_and_goes_under_the_others() -> None:
    state = table("Nice", "Lille", "Caen")
    top = a_card(1, True)
    state = replace(state, deck=(top, *(number for number in state.deck if number != top)))
    drawn = play(state, 0, m.Draw())
    assert (drawn.step, drawn.card, len(drawn.deck)) == ("move", top, 53)
    after = play(drawn, 0, m.Go(C["Marseille"]))
    assert after.turn == 1
    assert after.deck == (*state.deck[1:], top)


def test_exactly_as_far_as_the_card_says() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    (go,) = GAME.moves(state, 0)
    assert go.choices == ends(FRANCE, C["Marseille"], 2)
    assert C["Montpellier"] not in go.choices
    assert refused(state, 0, m.Go(C["Metz"])) == ("not in reach", {"city": "Metz", "links": 2})
    assert play(state, 0, m.Go(C["Toulouse"])).places[0] == C["Toulouse"]


def test_through_a_player_but_never_onto_one() -> None:
    """Montpellier is taken; Toulouse lies behind it."""
    state = table("Marseille", "Montpellier", "Caen", card=a_card(2), step="move")
    assert play(state, 0, m.Go(C["Toulouse"])).places[0] == C["Toulouse"]
    state = table("Marseille", "Toulouse", "Caen", card=a_card(2), step="move")
    assert C["Toulouse"] not in GAME.moves(state, 0)[0].choices
    assert refused(state, 0, m.Go(C["Toulouse"])) == ("occupied", {"city": "Toulouse", "seat": 1})


def test_back_to_the_start_round_a_triangle() -> None:
    state = table("Dijon", "Lille", "Caen", card=a_card(3), step="move")
    assert play(state, 0, m.Go(C["Dijon"])).places[0] == C["Dijon"]


def test_no_end_no_turn() -> None:
    """Rennes has two neighbours; with both taken a move of one ends nowhere, and the card goes under."""
    state = table("Rennes", "Caen", "Nantes", step="card")
    top = a_card(1, special=Special.TOWER)
    state = replace(state, deck=(top, *(number for number in state.deck if number != top)))
    events = GAME.decide(state, 0, m.Draw(), Chance(SEED, 1))
    assert events[1:] == [m.Blocked(0, 1)]
    after = play(state, 0, m.Draw())
    assert (after.turn, after.step, after.deck[-1], after.towers) == (1, "card", top, ())


def test_nobody_may_stay_who_can_move() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    assert refused(state, 0, m.Pass()) == ("no passing", {"step": "move"})
    assert refused(replace(state, step="card", card=None), 0, m.Pass()) == ("no passing", {"step": "card"})


def test_cities_that_do_not_exist() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    assert refused(state, 0, m.Go("00")) == ("no such city", {"given": "00"})


@pytest.mark.parametrize(
    "move", [m.Go("61"), m.Jump("61"), m.Lay("61"), m.Ask(1, Part.JOB, "10"), m.Look(1), m.Build()], ids=str
)
def test_everything_in_its_order(move: m.Move) -> None:
    assert refused(table("Nice", "Lille", "Caen"), 0, move) == ("other step", {"step": "card"})


# Cable


def test_a_cable_between_neighbours_brings_its_sections_in_units() -> None:
    """Seven for Toulouse to Clermont-Ferrand."""
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable")
    (lay, leave) = GAME.moves(state, 0)
    assert (lay.choices, leave.kind) == (((C["Clermont-Ferrand"], ()),), "pass")
    (laid,) = GAME.decide(state, 0, m.Lay(C["Clermont-Ferrand"]), Chance(SEED, 1))
    assert laid == m.Laid(0, pair(C["Toulouse"], C["Clermont-Ferrand"]), (0, 0, 1, 1), 7)
    after = GAME.evolve(state, laid)
    assert (after.units, after.supply, after.step) == ((7, 0, 0), (24, 11, 7, 7), "call")


def test_units_beyond_ten_are_lost() -> None:
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable", units=(6, 0, 0))
    (laid,) = GAME.decide(state, 0, m.Lay(C["Clermont-Ferrand"]), Chance(SEED, 1))
    assert isinstance(laid, m.Laid)
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
    assert [type(event) for event in events] == [m.Lifted, m.Laid]
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


# Specials


def test_a_tower_goes_where_one_stands() -> None:
    state = table("Nice", "Lille", "Caen", card=a_card(special=Special.TOWER), step="special")
    assert [(o.kind, o.choices) for o in GAME.moves(state, 0)] == [("build", (None,)), ("pass", ())]
    assert refused(state, 0, m.Build("20")) == ("towers left", {"count": 4})
    after = play(state, 0, m.Build())
    assert (after.towers, after.towers_left, after.turn) == ((C["Nice"],), 3, 1)
    assert play(state, 0, m.Pass()).towers == ()


def test_none_left_moves_one() -> None:
    towers = (C["Lyon"], C["Metz"], C["Paris"], C["Rennes"])
    state = table("Nice", "Lille", "Caen", card=a_card(special=Special.TOWER), step="special", towers=towers)
    assert GAME.moves(state, 0)[0].choices == towers
    assert refused(state, 0, m.Build()) == ("which tower", {})
    assert refused(state, 0, m.Build(C["Lille"])) == ("no tower there", {"city": "Lille"})
    assert set(play(state, 0, m.Build(C["Metz"])).towers) == {*towers, C["Nice"]} - {C["Metz"]}


def test_moving_a_tower_takes_one_that_stands() -> None:
    shift = a_card(special=Special.SHIFT)
    state = table("Nice", "Lille", "Caen", card=shift, step="special", towers=(C["Lyon"],))
    assert refused(state, 0, m.Build()) == ("which tower", {})
    assert play(state, 0, m.Build(C["Lyon"])).towers == (C["Nice"],)


@pytest.mark.parametrize(
    ("special", "towers"), [(Special.SHIFT, ()), (Special.SHIFT, ("91",)), (Special.TOWER, ("91", "14"))]
)
def test_a_tower_card_that_is_of_no_use_goes_under(special: Special, towers: tuple[str, ...]) -> None:
    """Nothing stands that could be moved, or a tower stands here already."""
    state = table("Nice", "Lille", "Caen", card=a_card(1, special=special), step="move", towers=towers)
    after = play(state, 0, m.Go(C["Marseille"]))
    assert (after.turn, after.deck[-1], after.towers) == (1, state.card, towers)


def test_three_units_from_a_card_after_the_call() -> None:
    card = next(c for c in DECK if c.special == Special.UNITS and c.move == 1)
    state = table("Nice", "Lille", "Caen", card=card.number, step="move", units=(8, 0, 0))
    events = GAME.decide(state, 0, m.Go(C["Marseille"]), Chance(SEED, 1))
    assert events[-1] == m.Gained(0, 2), "up to ten"
    assert play(state, 0, m.Go(C["Marseille"])).units == (10, 0, 0)


def test_a_secret_for_the_drawer_alone() -> None:
    card = next(c for c in DECK if c.part == Part.JOB)
    state = table("Nice", "Lille", "Caen", card=card.number, step="special")
    look = GAME.moves(state, 0)[0]
    assert (look.kind, look.choices, look.settled) == ("look", (1, 2), {"part": Part.JOB})
    assert refused(state, 0, m.Look(0)) == ("yourself", {})
    assert refused(state, 0, m.Look(3)) == ("no such seat", {"given": 3})
    assert refused(state, 0, m.Look(1, Part.CITY)) == ("other part", {"part": Part.JOB})
    (looked,) = GAME.decide(state, 0, m.Look(1), Chance(SEED, 1))
    assert looked == m.Looked(0, 1, Part.JOB, "70")
    after = GAME.evolve(state, looked)
    assert GAME.view(after, 0).secrets[0].value == GAME.view(after, 1).secrets[0].value == "70"
    for observer in (2, TABLE):
        seen = GAME.view(after, observer).secrets[0]
        assert (seen.owner, seen.to, seen.part, seen.value) == (1, 0, Part.JOB, None)
    again = replace(after, turn=0, step="special", card=card.number)
    assert GAME.moves(again, 0)[0].choices == (2,)
    assert refused(again, 0, m.Look(1)) == ("seen before", {"seat": 1, "part": Part.JOB})


def test_the_wrong_special() -> None:
    state = table("Nice", "Lille", "Caen", card=a_card(special=Special.TOWER), step="special")
    assert refused(state, 0, m.Look(1)) == ("other special", {})
    card = next(c for c in DECK if c.part == Part.JOB)
    assert refused(replace(state, card=card.number), 0, m.Build()) == ("other special", {})


# Kept cards


@pytest.mark.parametrize("special", [Special.FREE, Special.ANYWHERE])
def test_a_kept_card_gives_its_move_now_and_its_special_later(special: Special) -> None:
    state = table("Nice", "Lille", "Caen", card=a_card(2, special=special), step="move")
    events = GAME.decide(state, 0, m.Go(C["Dijon"]), Chance(SEED, 1))
    assert events == [m.Moved(0, C["Dijon"], False), m.Kept(0, special)]
    after = play(state, 0, m.Go(C["Dijon"]))
    assert (after.kept, after.turn, len(after.deck)) == (((state.card,), (), ()), 1, 53)
    assert GAME.view(after, 0).keeps == (special,)
    assert GAME.view(after, 1).keeps == ()
    assert GAME.view(after, 1).kept == (1, 0, 0)


def test_any_city_replaces_a_later_move() -> None:
    kept = a_card(2, special=Special.ANYWHERE)
    state = table("Nice", "Lille", "Caen", card=a_card(1, False), step="move", kept=((kept,), (), ()))
    assert kinds(state) == ["go", "jump"]
    jump = GAME.moves(state, 0)[1]
    assert set(jump.choices) == set(FRANCE.codes) - {C["Nice"], C["Lille"], C["Caen"]}
    assert refused(state, 0, m.Jump(C["Lille"])) == ("occupied", {"city": "Lille", "seat": 1})
    assert refused(state, 0, m.Jump(C["Nice"])) == ("already there", {"city": "Nice"})
    after = play(state, 0, m.Jump(C["Amiens"]))
    assert (after.places[0], after.step, after.kept[0]) == (C["Amiens"], "cable", ())
    assert after.deck[-1] == kept, "it goes under when it was played"


def test_what_is_not_kept_cannot_be_played() -> None:
    kept = a_card(2, special=Special.FREE)
    state = table("Nice", "Lille", "Caen", card=a_card(1, False), step="move", kept=((kept,), (), ()))
    assert refused(state, 0, m.Jump(C["Amiens"])) == ("not kept", {"special": Special.ANYWHERE})


@pytest.mark.parametrize("special", [Special.FREE, Special.ANYWHERE])
def test_whoever_keeps_a_card_is_asked_even_when_he_cannot_move(special: Special) -> None:
    """Else everybody could tell what he keeps."""
    top = a_card(1, False)
    state = table("Rennes", "Caen", "Nantes", kept=((a_card(2, special=special),), (), ()))
    state = replace(state, deck=(top, *(number for number in state.deck if number != top)))
    state = play(state, 0, m.Draw())
    assert state.step == "move"
    assert kinds(state) == (["jump", "pass"] if special == Special.ANYWHERE else ["pass"])
    assert play(state, 0, m.Pass()).turn == 1


# The table


def test_the_table_passes_over_whoever_is_awaited() -> None:
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable")
    (skip,) = GAME.moves(state, TABLE)
    assert (skip.kind, skip.choices, skip.settled) == ("skip", (0,), {"seat": 0})
    after = play(state, TABLE, m.Skip(0))
    assert (after.turn, after.step, after.deck[-1]) == (1, "card", state.card)
    assert refused(state, TABLE, m.Skip(1)) == ("not waiting", {"given": 1})
    assert refused(state, 0, m.Skip(0)) == ("table only", {})
    assert refused(state, TABLE, m.Draw()) == ("players only", {})
    assert refused(state, 3, m.Draw()) == ("no such seat", {"given": 3})


def test_an_offer_keeps_its_id_while_it_is_the_same_thing_to_do() -> None:
    """And no two things to do share one."""
    state = table("Nice", "Lille", "Caen")
    seen: dict[str, str] = {}
    for turn in range(6):
        for offer in (*GAME.moves(state, 0), *GAME.moves(state, 1), *GAME.moves(state, 2)):
            assert seen.setdefault(offer.id, offer.kind) == offer.kind
        before = GAME.moves(state, state.turn)
        assert GAME.moves(state, state.turn) == before
        assert not {offer.id for offer in before} & {
            o.id for o in GAME.moves(play(state, TABLE, m.Skip(state.turn)), turn)
        }
        state = play(state, TABLE, m.Skip(state.turn))
