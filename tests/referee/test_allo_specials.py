"""What event cards of Allo... la France bring: towers, units, secrets, and cards that are kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.referee.allo_table import SEED, C, a_card, kinds, play, refused, table

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.pieces import DECK, Part, Special
from referee.chance import Chance
from referee.game import TABLE


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
    assert events[-1] == e.Gained(0, 2), "up to ten"
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
    assert looked == e.Looked(0, 1, Part.JOB, "70")
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
    assert events == [e.Moved(0, C["Dijon"], False), e.Kept(0, special)]
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
