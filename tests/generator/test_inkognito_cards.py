"""The 66 cards of Inkognito on paper: all there, true ones jagged, colours told by letter and shape, backs all one."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace
from PIL import ImageChops
from support.pdfs import opened, placed
from support.printing import Print, printed, texts
from support.rasters import Picture, drawn, strongest

from generator.drawing.geometry import shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Path, Text
from generator.drawing.shapes import SHAPES
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.inkognito.frames import mark
from generator.kits.inkognito.spec import KitSpec
from generator.layout.paper import Paper
from generator.order.request import INKS
from referee.inkognito.pieces import CARDS, Colour, Fragment, Identity, Place
from templates.i18n import LANGUAGES, speaking
from templates.loader import kit

modes = pytest.mark.parametrize("mode", INKS)
KINDS = {"identity": Identity, "fragment": Fragment, "place": Place}
TRUE = {f"{kind}.black.{value}" for kind in ("identity", "fragment") for value in KINDS[kind]}


def cards(**options: object) -> Print:
    return printed(game="inkognito", only="cards", **options)


def faces(**options: object) -> dict[str, Face]:
    """The fronts by name, without the name of the game."""
    return {face.name.removeprefix("inkognito."): face for face in cards(**options).run("cards").component.fronts}


def words(face: Face) -> list[str]:
    return [item.string for item in face.items if isinstance(item, Text)]


def corners(face: Face) -> list[Path]:
    """Closed outlines of straight lines with at least forty corners, that turn left and right by turns."""
    found = []
    for item in face.items:
        if not isinstance(item, Path) or len(item.ops) < 41 or any(op not in "MLZ" for op, _ in item.ops):
            continue
        points = [values for op, values in item.ops if op in "ML"]
        steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)]
        turns = [a * d - b * c > 0 for (a, b), (c, d) in pairwise(steps)]
        if sum(one != other for one, other in pairwise(turns)) > 0.8 * len(turns):
            found.append(item)
    return found


def picture(face: Face, per_mm: float = 10) -> Picture:
    bare = replace(face, bleed=(0, 0, 0, 0))
    return drawn(Paper("card", face.width, face.height), [FaceStamp(face.name, shift(0, 0))], [bare], per_mm)


@pytest.mark.parametrize("sides", ["single", "long-edge", "fold"])
def test_66_cards_are_in_the_file(sides: str) -> None:
    """Five times five places, four identities and four fragments; one telephone; and a back for each."""
    with opened(cards(sides=sides).data) as pdf:
        stamped = placed(pdf)
    half = r"\.[ltrb]" if sides == "fold" else ""
    kinds: Counter[tuple[str, str]] = Counter()
    backs = telephones = 0
    for name, count in stamped.items():
        if found := re.fullmatch(rf"inkognito\.(identity|fragment|place)\.(\w+)\.\w+{half}", name):
            kinds[found[1], found[2]] += count
            assert count == 1
        elif re.fullmatch(rf"inkognito\.card\.back{half}", name):
            backs += count
        elif re.fullmatch(rf"inkognito\.telephone{half}", name):
            telephones += count
    assert kinds == {(kind, colour): len(values) for kind, values in KINDS.items() for colour in Colour}
    assert (sum(kinds.values()), telephones) == (25 + 20 + 20, 1)
    assert backs == (0 if sides == "single" else 66)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["single", "long-edge", "short-edge"])
def test_nine_cards_lie_on_a_sheet(paper: str, sides: str) -> None:
    run = cards(paper_=paper, sides=sides).run("cards")
    assert (run.grid.columns, run.grid.rows, run.grid.turned) == (3, 3, False)
    assert len(run.sheets) == 8
    area = cards(paper_=paper).order.paper.area
    for box in run.grid.boxes(9):
        assert area.x <= box.x and box.x + box.width <= area.x + area.width
        assert area.y <= box.y and box.y + box.height <= area.y + area.height


@modes
def test_true_cards_alone_are_jagged(mode: str) -> None:
    found = {name for name, face in faces(ink=mode).items() if corners(face)}
    assert found == TRUE
    assert len(found) == 8


@modes
def test_the_teeth_are_seen(mode: str) -> None:
    """In every ink: a line down the left border meets dark and light by turns on a true card, and not on another."""
    drawn_ = faces(ink=mode)

    def changes(name: str) -> int:
        grey = picture(drawn_[name]).convert("L")
        most = 0
        for x in range(30, 55):
            column = [grey.getpixel((x, y)) < 128 for y in range(150, 650)]
            most = max(most, sum(one != other for one, other in pairwise(column)))
        return most

    assert changes("fragment.black.52") >= 20
    assert changes("identity.black.F") >= 20
    assert changes("fragment.blue.52") <= 4
    assert changes("place.black.rialto") <= 4


@modes
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_colour_comes_with_its_letter_and_shape(mode: str, lang: str) -> None:
    with speaking(lang):
        spec = kit("inkognito", KitSpec)
    for name, face in faces(ink=mode, lang=lang).items():
        if name == "telephone":
            continue
        hue = spec.colours.of(Colour(name.split(".")[1]))
        assert hue.letter in words(face), name
        badge = InkPalette(mode).badge(hue.hex)  # type: ignore[arg-type]
        shape = SHAPES[hue.shape](0, 0, 2.9)
        drawn_ = [item for item in face.items if isinstance(item, Path) and len(item.ops) == len(shape)]
        alike = [
            item for item in drawn_
            if [op for op, _ in item.ops] == [op for op, _ in shape] and item.fill == badge["fill"] and settled(item, shape)
        ]  # fmt: skip
        assert len(alike) == 1, name


def settled(item: Path, shape: tuple[tuple[str, tuple[float, ...]], ...]) -> bool:
    """Is it that shape, somewhere else?"""
    dx, dy = (item.ops[0][1][i] - shape[0][1][i] for i in (0, 1))
    pairs = zip(item.ops, shape, strict=True)
    return all(
        values == pytest.approx([v + (dy if i % 2 else dx) for i, v in enumerate(wanted)], abs=1e-6)
        for (_, values), (_, wanted) in pairs
    )


@modes
def test_colours_differ_without_letters_in_grey(mode: str) -> None:
    """Every letter taken away and all colour too: five cards of one kind still differ by three square millimetres."""
    for kind in ("identity.{}.F", "fragment.{}.0", "place.{}.salute"):
        pictures = {}
        for colour in Colour:
            face = faces(ink=mode)[kind.format(colour)]
            bare = replace(face, items=tuple(item for item in face.items if not isinstance(item, Text)))
            pictures[colour] = picture(bare).convert("L").convert("RGB")
        for one, other in combinations(Colour, 2):
            difference = strongest(ImageChops.difference(pictures[one], pictures[other])).point(
                lambda v: 255 * (v > 40)
            )
            assert sum(difference.histogram()[1:]) / 100 >= 3, (mode, kind, one, other)


def test_letters_and_shapes_are_all_different() -> None:
    for lang in LANGUAGES:
        with speaking(lang):
            hues = kit("inkognito", KitSpec).colours
        for what in ("letter", "shape", "hex"):
            assert len({getattr(hues.of(colour), what) for colour in Colour}) == 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_say_what_they_are(lang: str) -> None:
    with speaking(lang):
        spec = kit("inkognito", KitSpec)
    for name, face in faces(lang=lang).items():
        said = words(face)
        kind, *rest = name.split(".")
        if kind == "identity":
            assert rest[1] in said and spec.identities.of(Identity(rest[1])).name in said
        elif kind == "fragment":
            large = [item for item in face.items if isinstance(item, Text) and item.string == rest[1] and item.pt > 50]
            assert len(large) == 1
        elif kind == "place":
            assert said.count(spec.places.of(Place(rest[1]))) == 2
            assert (spec.roles.ambassador in said) == (rest[0] == "black")
        assert (spec.cards.identity in said or spec.cards.fragment in said) == (name in TRUE)
    text = "".join(texts(cards(lang=lang).data))
    assert spec.cards.telephone in text


def test_the_number_is_in_the_order_of_the_agents() -> None:
    """On an identity card the square of that agent is the filled one."""
    for place, identity in enumerate(Identity):
        face = faces()[f"identity.green.{identity}"]
        squares = [
            item for item in face.items
            if isinstance(item, Path) and len(item.ops) == 5 and item.ops[1][1][0] - item.ops[0][1][0] == pytest.approx(2)
            and item.stroke and item.ops[0][1][1] > 60
        ]  # fmt: skip
        assert [bool(square.fill) for square in squares] == [i == place for i in range(4)]


@modes
def test_one_back_for_all_that_does_not_tell_its_head_from_its_foot(mode: str) -> None:
    component = cards(ink=mode, sides="long-edge").run("cards").component
    assert component.pieces == CARDS == 66
    assert component.back
    upright = picture(component.back)
    assert strongest(ImageChops.difference(upright, upright.rotate(180))).getextrema()[1] <= 40
    assert words(component.back) == []


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_behind_every_card_lies_the_same_back(sides: str) -> None:
    kit_ = cards(sides=sides)
    stamped = [
        item for sheet in kit_.run("cards").sheets for item in (sheet.back.items if sheet.back else ())
        if isinstance(item, FaceStamp) and not item.face.endswith(".back.trimmed")
    ]  # fmt: skip
    assert {item.face for item in stamped} == {"inkognito.card.back"}
    assert len(stamped) == 66
    assert len({item.matrix[:4] for item in stamped}) == 1


def test_no_name_stands_on_a_card() -> None:
    text = "".join(texts(printed(game="inkognito", only="cards", names_="Zoé,Œdipe,Ada,Bob", sides="long-edge").data))
    assert not [name for name in ("Zoé", "Œdipe", "Ada", "Bob") if name in text]


def test_the_mark_of_a_colour_is_the_house_s() -> None:
    hue = MarkedColour(name="blue", letter="B", shape="drop", hex="#2365ae")
    assert mark(hue, 0, 0, 1, InkPalette()).ops == SHAPES["drop"](0, 0, 1)
