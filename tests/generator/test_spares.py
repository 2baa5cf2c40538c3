"""Spare parts: every piece that has a name can be asked for by it, in either language, with its back, at any size."""

from __future__ import annotations

from functools import cache

import pytest
from PIL import ImageChops, ImageStat
from support.pdfs import opened, placed
from support.printing import Print, ordered, printed
from support.rasters import PER_MM, Picture, ink, page, part

from generator.drawing.geometry import bounding_box
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.errors import BadValue, Unknown
from generator.kits.common.kit_context import KitContext
from generator.layout.component import Component
from generator.order.request import PrintRequest, requests
from generator.order.spares import SpareItem, counted, key, picked, sizes, spare_items
from generator.press import build as press
from referee.registry import GAMES, pieces
from templates import i18n

NAMES = "Anne,Mario,Zoé"
# Components whose pieces have no names: pages of text, one big board, a block of strips; or are all alike.
NAMELESS = {"rules", "board", "cables", "list", "diagram", "example", "badge", "tariff"}


@cache
def built(game: str, lang: str, names: str = "") -> dict[str, Component]:
    """The components of a kit."""
    order = ordered(game, lang=lang, names_=names, without="board" if game == "allo" else ())
    with i18n.speaking(lang):
        room = press.kit_context(order)
        return {k: build(room) for k, build in press.kit(game).builders.items() if order.wants(k)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_piece_has_a_name_of_its_own(game: str, lang: str) -> None:
    """The first one shows in lists: it must tell any two pieces apart that look different."""
    for component in built(game, lang).values():
        assert bool(component.names) == (component.key not in NAMELESS), component.key
        for alias in range(3):
            known: dict[tuple[str, ...], str] = {}
            first = slice(None, None, component.joined)  # of halves that are glued together
            for face, names in zip(component.fronts[first], component.names[first], strict=bool(component.names)):
                for name in names[alias : alias + 1]:
                    assert known.setdefault(key(name), face.name) == face.name, (component.key, name)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_finds_its_piece_in_either_language(game: str) -> None:
    both = [built(game, lang) for lang in i18n.LANGUAGES]
    for made in both[0].values():
        others = [kit[made.key].names for kit in both]
        for called in others:
            for face, names in zip(made.fronts[:: made.joined], called[:: made.joined], strict=bool(called)):
                for name in (names[0], names[0].upper(), " ".join(reversed(names[0].split()))):
                    front, *_ = picked(made, others, [SpareItem(made.key, name, 1)]).fronts
                    assert front.name == face.name, (made.key, name)


@pytest.mark.parametrize(
    ("game", "component", "name", "face"),
    [
        ("code777", "tiles", "BLUE 7", "tile.7.blue"),
        ("code777", "tiles", "7 bleu", "tile.7.blue"),
        ("code777", "questions", "16", "question.16"),
        ("inkognito", "cards", "X noir", "identity.black.X"),
        ("inkognito", "cards", "black Lord Fiddlebottom", "identity.black.F"),
        ("inkognito", "cards", "ponte dei sospiri, yellow", "place.yellow.sospiri"),
        ("inkognito", "cards", "téléphone", "telephone"),
        ("allo", "plates", "clermont ferrand", "plate.city.73"),
        ("allo", "plates", "Pascale", "plate.first.11"),
        ("allo", "plates", "metier 40", "plate.job.40"),
        ("allo", "plates", "city 40", "plate.city.40"),
        ("allo", "tokens", "rouge", "token.1"),
        ("allo", "tokens", "zoe", "token.3"),
        ("fully", "pawns", "violet", ""),
        ("fully", "boards", "Sud", "board.south"),
        ("fully", "sheets", "est-ouest", "sheet.east_west.2"),
    ],
)
def test_a_name_is_understood_as_people_say_it(game: str, component: str, name: str, face: str) -> None:
    kits = [built(game, lang, NAMES if game == "allo" else "") for lang in i18n.LANGUAGES]
    made, others = kits[0][component], [kit[component].names for kit in kits]
    if not face:
        with pytest.raises(Unknown, match="There are: red"):
            picked(made, others, [SpareItem(component, name, 1)])
        return
    (front,) = picked(made, others, [SpareItem(component, name, 1)]).fronts
    assert front.name.removeprefix(f"{game}.").replace("east-west", "east_west") == face


@pytest.mark.parametrize("players", ["", "2", "3", "5", "6"])
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_names_are_known_without_drawing(game: str, lang: str, players: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those of the pieces when these are drawn, and no pen is touched to know them."""
    if players and int(players) not in pieces(game).PLAYERS:
        pytest.skip("not for so many")
    (order,) = requests([game], lang=lang, players=players)
    made = press.kit(game)
    with i18n.speaking(lang):
        context = press.kit_context(order)
        drawn = {key: builder(context).names for key, builder in made.builders.items()}
        monkeypatch.setattr(Pen, "path", lambda *args, **more: pytest.fail("drawn"))
        monkeypatch.setattr(Pen, "text", lambda *args, **more: pytest.fail("drawn"))
        known = {key: names(context) for key, names in made.names.items()}
    named = {key: names for key, names in drawn.items() if names}
    assert known in (named, {})  # all of them, or a kit that is drawn to know them


def test_a_component_must_name_all_its_pieces_or_none() -> None:
    face = Face("x", 10, 10, ())
    with pytest.raises(ValueError, match="1 names for 2 fronts"):
        Component("x", "X", "", (face, face), names=(("a",),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tiles: 7 blue x2, 1 green; questions: 16", [("tiles", "7 blue", 2), ("tiles", "1 green", 1), ("questions", "16", 1)]),
        ("Tiles:7 blue ×3", [("tiles", "7 blue", 3)]),
        (" list  x 4 ;; ", [("list", "", 4)]),
        ("list", [("list", "", 1)]),
        ("tiles: black X x2, x", [("tiles", "black X", 2), ("tiles", "x", 1)]),
    ],
)  # fmt: skip
def test_wishes_are_read(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert [(w.component, w.piece, w.count) for w in spare_items(text, ("tiles", "questions", "list"))] == expected


def test_numbers_are_not_taken_from_names() -> None:
    assert counted("16") == ("16", 0)
    assert counted("Agent X") == ("Agent X", 0)
    assert counted("black 2x2") == ("black 2x2", 0)


def test_sizes_are_read() -> None:
    assert sizes(["25x32"], ["tiles"]) == (("tiles", (25, 32)),)
    assert sizes(["tiles=25.5×32mm", "list=100x160"], ["tiles", "list"]) == (
        ("tiles", (25.5, 32)),
        ("list", (100, 160)),
    )
    assert sizes([], ["tiles"]) == ()
    with pytest.raises(BadValue):
        sizes(["25"], ["tiles"])


# -- on paper ----------------------------------------------------------------------------------------------------------


def stamped(made: Print) -> dict[str, int]:
    """How often each face of the kit is on the pages."""
    with opened(made.data) as pdf:
        return {name: count for name, count in placed(pdf).items() if not name.startswith("foot")}


def test_only_what_is_missing_is_printed() -> None:
    found = stamped(printed(spares="tiles: 7 blue x2, 1 vert; questions: 16"))
    assert found == {"code777.tile.7.blue": 2, "code777.tile.1.green": 1, "code777.question.16": 1}


def test_backs_come_with_their_fronts_and_behind_them() -> None:
    made = printed(game="allo", spares="plates: Nantes, job 40 x2", sides="long-edge")
    assert stamped(made) == {
        "allo.plate.city.40": 1, "allo.plate.job.40": 2, "allo.plate.city.back": 1, "allo.plate.job.back": 2,
    }  # fmt: skip
    (sheet,) = made.run("plates").sheets
    fronts, backs = (
        [item.face for item in side.items if isinstance(item, FaceStamp) and not item.face.endswith(".trimmed")]
        for side in (sheet.front, sheet.back)
    )
    assert [name.split(".")[2] for name in fronts] == [name.split(".")[2] for name in backs] == ["city", "job", "job"]


def test_backs_lie_beside_fronts_where_they_are_folded() -> None:
    made = printed(spares="tiles: 7 blue", sides="fold", size_=("24x36",))
    found = stamped(made)
    assert {"code777.tile.7.blue", "code777.tile.back"} <= {name for name in found if found[name] == 1}
    grid = made.run("tiles").grid
    assert sorted((grid.width, grid.height)) == [36, 48] or sorted((grid.width, grid.height)) == [24, 72]


def upright(made: Print) -> Picture:
    """The only tile of a print, as one holds it."""
    run = made.run("tiles")
    (at,) = [
        bounding_box(item.matrix, *run.component.size)
        for item in run.sheets[0].front.items
        if isinstance(item, FaceStamp)
    ]
    picture = part(page(made.data, 0), at)
    return picture.rotate(-90, expand=True) if run.grid.turned else picture


@pytest.mark.parametrize("marks", ["crop", "lines", "none"])
def test_a_piece_of_another_size_is_the_same_drawing_scaled(marks: str) -> None:
    made = printed(spares="tiles: 7 blue", size_=("24x34",), marks=marks)
    run = made.run("tiles")
    assert run.component.size == (24, 34)
    small, large = (upright(each) for each in (made, printed(spares="tiles: 7 blue", marks=marks)))
    assert (small.size, large.size) == ((24 * PER_MM, 34 * PER_MM), (30 * PER_MM, 42 * PER_MM))
    large = large.resize(small.size)
    assert max(ImageStat.Stat(ImageChops.difference(small, large)).mean) < 8
    assert ink(small).getbbox() == (0, 0, *small.size)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sides", ["single", "long-edge", "short-edge", "fold"])
def test_every_component_with_names_prints_one_of_its_pieces(game: str, sides: str) -> None:
    kit = built(game, "en")
    wish = "; ".join(f"{c.key}: {c.names[-1][0]}" for c in kit.values() if c.names)
    made = printed(game=game, spares=wish, sides=sides)
    assert [run.component.pieces for run in made.work.runs] == [1] * len(wish.split(";"))


def test_the_first_page_is_not_for_spares() -> None:
    order: PrintRequest = ordered(spares="tiles: 7 blue")
    assert not order.wants("contents")
    assert order.only == ("tiles",)
    assert order.file() == "code777-spares-tiles-en-a4-7-blue.pdf"
    assert (
        ordered(spares="tiles: 7 blue", size_=("20x28",)).file() == "code777-spares-tiles-en-a4-tiles-20x28-7-blue.pdf"
    )


def test_half_a_name_lists_only_what_it_may_be() -> None:
    """Sixty-six cards are no help to somebody who misses a Rialto."""
    with pytest.raises(Unknown) as mistake:
        press.compose(*requests(("inkognito",), spares="cards: rialto", lang="en"))
    listed = "Rialto blue, Rialto yellow, Rialto green, Rialto pink, Rialto black"
    assert str(mistake.value) == f"Piece of cards “rialto” is not known: did you mean one of these: {listed}?"


@pytest.mark.parametrize("text", ["tuiles: 7 bleu x2; Cartes questions: 16", "tiles: 7 blue x2; question cards: 16"])
def test_components_may_be_called_as_on_paper(text: str) -> None:
    """In either language, whatever is spoken."""
    (order,) = requests(("code777",), spares=text, lang="en")
    assert order.only == ("tiles", "questions")
    assert requests(("code777",), only=("Feuilles de notes",), lang="en")[0].only == ("notes",)


@pytest.mark.parametrize(
    ("text", "lang", "drawn"),
    [
        ("tiles: 7 blue x2, 1 green", "en", ["en"]),
        ("tiles: 7 bleu, 1 vert", "fr", ["fr"]),
        ("tiles: 7 bleu, 1 vert, 7 rose", "en", ["en"]),
        ("tiles: 1 green, 7 blue", "fr", ["fr"]),
    ],
)
def test_a_component_is_drawn_once_in_the_language_on_paper(
    text: str, lang: str, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names in another language are known without drawing it there."""
    found = []
    builders = press.kit("code777").builders
    draw = builders["tiles"]

    def noted(room: KitContext) -> Component:
        found.append(i18n.language())
        return draw(room)

    monkeypatch.setitem(builders, "tiles", noted)
    press.compose(*requests(("code777",), spares=text, lang=lang))
    assert found == drawn
