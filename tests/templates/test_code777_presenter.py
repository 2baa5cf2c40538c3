"""What pages of Code 777 show, worked out from a view: names of racks, what an answer was about, the log in its order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import TILES, TRIANGLE
from referee.code777.state import Declaration
from referee.code777.views import LineView, View
from referee.game import TABLE, Outcome
from templates import i18n, loader
from templates.pages.code777 import presenter as p

KIT = loader.kit_data("code777")
RACKS = [tuple(TILES[i : i + 3]) for i in range(0, 15, 3)]


class Chair(Struct, frozen=True):
    """Somebody at the table."""

    name: str


CHAIRS = (Chair("Ann"), Chair("Bob"), Chair("Cid"))


def test_of_tiles_there_are_left_what_everybody_may_know() -> None:
    """What stands on open racks is used up; what stands before a player is not told by what another one may enter."""
    state = GAME.start()
    for event in GAME.deal(m.Options(pieces="paper", racks="paper", answers="announced"), 3, Chance(bytes(32), 0)):
        state = GAME.evolve(state, event)
    box = tuple(Counter(TILES).values())
    assert p.left(GAME.view(state, 0), 1, hosted=False) == box
    before, opened = (
        GAME.evolve(state, m.Entered(0, rack, (TILES[0], TILES[1], TILES[1]), 0, False, None, ())) for rack in (2, 3)
    )
    assert p.left(GAME.view(before, 0), 1, hosted=False) == box
    fewer = (box[0] - 1, box[1] - 2, *box[2:])
    assert p.left(GAME.view(opened, 0), 1, hosted=False) == fewer
    assert p.left(GAME.view(opened, 0), 3, hosted=False) == p.left(GAME.view(opened, TABLE), 1, hosted=True) == box


def a_view(seat: int = 0, **more: Any) -> View:
    """What a seat of three sees after the deal, but for what is told."""
    state = GAME.start()
    for event in GAME.deal(m.Options(), 3, Chance(bytes(32), 0)):
        state = GAME.evolve(state, event)
    return replace(GAME.view(state, seat), **more)


def line(seat: int = 0, *about: int) -> LineView:
    """A question that was answered."""
    return LineView(seat, 1, 2, about)


def declared(seat: int, after: int, filling: int = 0) -> Declaration:
    """What somebody said."""
    return Declaration(seat, (1, 2, 3), filling, True, after)


def test_names_of_racks() -> None:
    assert p.rack_names((0, 1, 2), CHAIRS) == ("Ann", "Bob", "Cid")
    assert p.rack_names((0, 1, 2, None), CHAIRS)[3] == "Open rack"
    assert p.rack_names((0, 1, 2, None, None), CHAIRS)[3:] == ("Open rack 1", "Open rack 2")


def test_answers_in_the_words_of_their_card() -> None:
    number = next(n for n, card in enumerate(KIT["question"], 1) if "first" in card)
    card = KIT["question"][number - 1]
    said = [p.answer_text(number, answer, KIT) for answer in ("first", "second", "same", 3)]
    assert said == [card["first"], card["second"], KIT["questions"]["same"], "3"]


def test_what_an_answer_was_about() -> None:
    """All racks but the asker's own; those that were refilled since are gone."""
    found = p.racks_of(line(1, 0, 5, 2, 0), ("Ann", "Bob", "Cid", "Open rack"), (0, 9, 3, 0))
    assert found == ((0, "Ann", False), (2, "Cid", True), (3, "Open rack", False))
    assert (p.called(found), p.replaced(found)) == (["Ann", "Cid", "Open rack"], ["Cid"])


def test_the_log_has_the_last_first_and_declarations_after_their_question() -> None:
    lines = (line(0), line(1))
    first, second, early = declared(0, 2), declared(0, 2, 1), declared(1, 0, 4)
    before = ((RACKS[0],), (), ())
    assert list(p.log(0, lines, (early, first, second), before, None)) == [
        ("declared", "2-2", second, None),
        ("declared", "2-1", first, RACKS[0]),
        ("line", 2, lines[1], None),
        ("line", 1, lines[0], None),
        ("declared", "0-1", early, None),
    ]
    shown = (RACKS[2], RACKS[3], None)
    assert [
        seen for kind, *_, seen in p.log(0, lines, (early, first, second), before, shown) if kind == "declared"
    ] == [
        RACKS[2],
        RACKS[0],
        RACKS[3],
    ]


def test_a_declaration_is_shown_until_others_have_asked() -> None:
    said = declared(0, 1)
    for asked, within_one, within_none in ((1, True, True), (2, True, False), (3, False, False)):
        view = a_view(lines=(line(),) * asked, declarations=(declared(1, 0), said))
        assert p.last_declaration(view, 1) == (said if within_one else None)
        assert p.last_declaration(view, 0) == (said if within_none else None)
    assert p.last_declaration(a_view(), 1) is None


@pytest.mark.parametrize(
    ("players", "names"), [(2, ["Open rack 1", "Open rack 2"] * 2), (3, ["Open rack"] * 4), (4, [""] * 4)]
)
def test_the_open_rack_that_is_replaced_is_named(players: int, names: list[str]) -> None:
    """After a right declaration, and not after a wrong one, nor at the end; who declared holds new tiles either way."""
    state, chairs, chance = GAME.start(), (*CHAIRS, Chair("Dot"))[:players], Chance(bytes(32), 0)
    ever: set[bool] = set()
    for event in GAME.deal(m.Options(target=5), players, chance):
        state = GAME.evolve(state, event)
    for turn, name in enumerate(names):
        for right in (False, True):
            tiles = state.racks[turn % 2] or ()
            digits = tuple(sorted(tile.digit for tile in tiles)) if right else (1, 1, 1)
            opened = state.refills[players:]
            shuffled = False
            for event in GAME.decide(state, turn % 2, m.Declare(digits), chance):  # type: ignore[arg-type]
                state, shuffled = GAME.evolve(state, event), shuffled or isinstance(event, m.Reshuffled)
            said, views = state.declarations[-1], [GAME.view(state, seat) for seat in range(players)]
            assert said.right == right
            assert {p.renewed(view, said, chairs) for view in views} == {name if right else ""}
            new = [rack for rack, (a, b) in enumerate(zip(opened, state.refills[players:], strict=True)) if a != b]
            assert [p.rack_name(players + rack, None, chairs, len(state.racks)) for rack in new] == [name] * bool(
                name and right
            )
            assert [p.is_shuffled(view, said) for view in views] == [shuffled] * players
            ever |= {shuffled}
            assert [p.is_refilled(view, said) for view in views] == [seat == turn % 2 for seat in range(players)]
    assert ever == {False, True}, "it happens, and not always"
    last = declared(0, 0)
    assert p.renewed(replace(views[0], declarations=(*views[0].declarations, last)), last, chairs) == ""


def test_nobody_sees_the_tiles_that_stand_before_oneself() -> None:
    view = a_view(0)
    racks = list(view.racks)
    racks[1] = replace(racks[1], refills=1, before=(RACKS[0],), tiles=RACKS[1])
    racks[0] = replace(racks[0], refills=1, before=(RACKS[2],), tiles=RACKS[3])
    view = replace(view, racks=tuple(racks))
    assert p.declared_tiles(view, declared(1, 0, 0), 0) == RACKS[0]
    assert p.declared_tiles(view, declared(1, 0, 1), 0) == RACKS[1]
    assert p.declared_tiles(view, declared(0, 0, 0), 0) == RACKS[2]
    assert p.declared_tiles(view, declared(0, 0, 1), 0) is None
    over = replace(view, outcome=Outcome("points", (0,), (3, 0, 0)))
    assert p.declared_tiles(over, declared(0, 0, 1), 0) == RACKS[3]


def test_boxes_of_what_one_sees() -> None:
    """As many of a kind as are seen, and none of one's own; when it is over there is nothing left to cross out."""
    view = a_view(0)
    seen = [tile for rack in view.racks[1:] for tile in rack.tiles or ()]
    boxes = p.boxes_seen(view)
    assert len(boxes) == len(set(boxes)) == len(seen) == 9
    kinds = [TRIANGLE[int(box.split(".")[2]) - 1][int(box.split(".")[1])] for box in boxes]
    assert sorted(kinds, key=str) == sorted(seen, key=str)
    assert p.boxes_seen(replace(view, outcome=Outcome("points", (0,), (3, 0, 0)))) == ()


def test_each_filling_of_the_own_rack_has_its_own_sheets() -> None:
    """What was crossed out of the tiles before says nothing of the new ones."""
    view = a_view(0)
    mine = replace(view.racks[0], refills=2)
    later = replace(view, racks=(mine, *view.racks[1:]))
    assert [p.sheet(n, 0) for n in range(3)] == ["a", "b", "c"]
    assert {box.partition(".")[0] for box in p.boxes_seen(view)} == {"a"}
    assert {box.partition(".")[0] for box in p.boxes_seen(later)} == {p.sheet(0, 2)} == {"a3"}
    assert {box.partition(".")[0] for box in p.boxes_out(later, (), "notes")} == {"a3"}
    assert p.boxes_seen(
        replace(view, racks=(view.racks[0], replace(view.racks[1], refills=1), *view.racks[2:]))
    ) == p.boxes_seen(view)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_guide_says_what_the_letters_of_tiles_mean(lang: str) -> None:
    """As tiles have them in that language: S is pink in French, because R is red."""
    with i18n.speaking(lang):
        colours = loader.kit_data("code777")["colours"].values()
        guide = loader.guide("code777")
    assert all(f"**{colour['letter']}** {colour['name']}" in guide for colour in colours)
