"""The kit of Allo... la France: how many of each piece, what they say, and that all of it stays on its piece."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from contextlib import nullcontext
from math import hypot

import pytest
from support.allo_printing import context, faces, ordered, printed
from support.pdfs import opened
from support.pdfs import placed as stamped
from support.printing import texts
from support.type_area import extent, outside, tiny

from generator.drawing.fonts import width
from generator.drawing.pen import Face, FaceStamp, Path, Text
from generator.drawing.shapes import ICONS, SHAPES, handset
from generator.errors import DoesNotFit
from generator.kits.allo.spec import GLUED
from generator.kits.allo.stand import pocket
from generator.layout.component import FRONT_BLEED
from generator.layout.paper import PAPERS
from generator.order.request import LONGEST_NAME, SIDES
from generator.press import build
from referee.allo.france import FRANCE
from referee.allo.pieces import DECK, KEPT, MOST_UNITS, STRIPS, First, Job, Part, Special, Surname, box, plates
from templates import loader
from templates.i18n import LANGUAGES, speaking

LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(4))


@pytest.mark.parametrize("players", [3, 4])
def test_every_component_has_as_many_pieces_as_the_box(players: int) -> None:
    work = build.compose(ordered(players_=str(players)))
    found = {run.component.key: run.component.pieces for run in work.runs}
    assert found == {"contents": 1, "tuckbox": 1, **box(players)}
    assert found["plates"] == plates() == 22 + 8 + 8 + 8 == 46
    assert found["events"] == 54
    assert found["cables"] == 24 + 11 + 8 + 8 == sum(STRIPS.values())


@pytest.mark.parametrize("sides", SIDES)
def test_every_piece_is_on_paper(sides: str) -> None:
    """Counted in the PDF: each plate and card once, each back once behind it where there are backs."""
    kit = printed(sides=sides)
    with opened(kit.data) as pdf:
        found = stamped(pdf)
    fold = ".fold" if sides == "fold" else ""
    cards = [f"allo.event.{card.number}{fold}" for card in DECK]
    assert [found[name] for name in cards] == [1] * 54
    if sides == "fold":
        return
    assert sum(n for name, n in found.items() if re.fullmatch(r"allo\.plate\.\w+\.\d\d", name)) == 46
    backs = {name: n for name, n in found.items() if name.startswith("allo.plate.") and name.endswith(".back")}
    if sides == "single":
        assert backs == {}
        assert found["allo.mark.back.t"] == 8, "a marking sheet always has its back: beside it, to fold"
    else:
        assert backs == {
            "allo.plate.city.back": 22, "allo.plate.surname.back": 8, "allo.plate.first.back": 8, "allo.plate.job.back": 8,
        }  # fmt: skip
        assert (found["allo.mark.back"], found["allo.event.back"]) == (8, 54)


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_the_back_of_each_plate_tells_its_pile(sides: str) -> None:
    """Seen through the paper: behind a city lies the back of a city, also where the last sheet is not full."""
    kit = printed(sides=sides, paper_="letter")
    for sheet in kit.run("plates").sheets:
        assert sheet.back is not None
        fronts, backs = ([i for i in side.items if isinstance(i, FaceStamp)] for side in (sheet.front, sheet.back))
        backs = backs[: len(backs) // 2]  # and once more, without what runs over their edges
        assert [i.face.rpartition(".")[0] for i in fronts] == [i.face.rpartition(".")[0] for i in backs]


def words(face: Face) -> list[str]:
    return [item.string for item in face.items if isinstance(item, Text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plates_say_part_code_and_word(lang: str) -> None:
    kit, spec = printed(lang=lang), context(lang=lang).spec
    found = {face.name: words(face) for face in kit.run("plates").component.fronts}
    assert found["allo.plate.city.14"] == [spec.parts[Part.CITY], "14", "Paris"]
    assert found["allo.plate.city.73"] == [spec.parts[Part.CITY], "73", "Clermont-", "Ferrand"]
    assert found["allo.plate.first.33"] == [spec.parts[Part.FIRST], "33", "Denis", "Denise"]
    for codes, part in ((Surname, "surname"), (First, "first"), (Job, "job")):
        assert {name.rpartition(".")[2] for name in found if f".{part}." in name} == {code.value for code in codes}


def test_plates_fit_the_stand_in_the_order_of_the_number() -> None:
    """Four beside each other between the glued ends, and the lip names them from left to right."""
    drawing = context()
    wide, sizes = drawing.spec.sizes.plate[0], drawing.spec.sizes.stand
    left = pocket(drawing).places(sizes.width)
    assert left[0] >= GLUED + 1
    assert all(b - a >= wide + 1 for a, b in itertools.pairwise(left))
    assert left[-1] + wide <= sizes.width - GLUED - 1
    front = printed().run("stands").component.fronts[0]
    lip = [i for i in front.items if isinstance(i, Text) and i.y > sizes.height - sizes.lip]
    assert [i.string for i in sorted(lip, key=lambda i: i.x)] == ["city", "surname", "first name", "job"]
    for label, x in zip(sorted(lip, key=lambda i: i.x), left, strict=True):
        assert label.x == pytest.approx(x + wide / 2)
    assert drawing.spec.sizes.plate[1] - sizes.lip >= 20, "what is printed stands above the lip"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_say_move_call_and_special(lang: str) -> None:
    kit, spec = printed(lang=lang), context(lang=lang).spec
    for card, face in zip(DECK, kit.run("events").component.fronts, strict=True):
        said = words(face)
        assert said[0] == str(card.move)
        assert said[1] == (spec.events.link if card.move == 1 else spec.events.links)
        assert (spec.events.call in said) == card.call
        assert (spec.events.barred in said) == (not card.call)
        assert said[-1] == str(card.number)
        whole = " ".join(said).replace("\N{NO-BREAK SPACE}", " ")
        titles = {kind for kind in Special if spec.special[kind].title.format(units=3) in said}
        assert titles == ({card.special} if card.special else set())
        if card.part:
            assert spec.parts[card.part] in whole
        assert "{" not in whole
    kept = [spec.special[kind].text for kind in KEPT]
    assert all(text.startswith(("Keep", "À garder")) for text in kept)


def test_a_barred_call_is_crossed_out_not_only_coloured() -> None:
    allowed = next(card for card in DECK if card.call)
    barred = next(card for card in DECK if not card.call)
    fronts = printed(ink="mono").run("events").component.fronts

    def strokes(number: int) -> int:
        return sum(isinstance(i, Path) and i.width == 1.3 for i in fronts[number - 1].items)

    assert (strokes(allowed.number), strokes(barred.number)) == (0, 2)


def test_a_phone_card_counts_to_ten_and_its_window_shows_one_number() -> None:
    sizes = context().spec.sizes.phone
    for face in printed().run("phonecards").component.fronts:
        scale = [i for i in face.items if isinstance(i, Text) and i.string.isdigit()]
        assert [int(i.string) for i in scale] == list(range(MOST_UNITS + 1))
        steps = {round(b.x - a.x, 6) for a, b in itertools.pairwise(scale)}
        assert steps == {round(sizes.pitch, 6)}
        assert scale[0].x >= sizes.band / 2 - 0.01, "the slider does not leave the card at 0"
        assert scale[-1].x <= sizes.width - sizes.band / 2 + 0.01
        assert sizes.pitch < sizes.band - 6, "there is paper on both sides of the window"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("component", ["tokens", "stands", "phonecards"])
def test_every_colour_has_a_letter_and_a_shape(lang: str, component: str) -> None:
    spec = context(lang=lang).spec
    hues = list(spec.seats.values())
    assert len({hue.letter for hue in hues}) == len({hue.shape for hue in hues}) == 4
    for hue, face in zip(hues, printed(lang=lang).run(component).component.fronts, strict=True):
        assert hue.letter in words(face)
        kinds = {tuple(op for op, _ in i.ops) for i in face.items if isinstance(i, Path)}
        assert tuple(op for op, _ in SHAPES[hue.shape](0, 0, 1)) in kinds


def test_marking_sheets_have_their_rivals_in_their_heads() -> None:
    kit = printed(names_="Anne,Mario,Nora,Sam")
    fronts = kit.run("marks").component.fronts
    assert Counter(face.name for face in fronts) == {f"allo.mark.{n}": 2 for n in (1, 2, 3, 4)}
    said = words(fronts[0])
    assert "R  Anne" in said
    assert {"Mario", "Nora", "Sam"} <= set(said)
    assert Counter(said)["G"] == 1 + 3, "a line of distances and three grids"
    for word in ("Dupré", "François(e)", "switchboard operator"):
        assert word in said
    three = words(printed(players_="3").run("marks").component.fronts[0])
    assert "B" not in three


def test_the_back_of_a_marking_sheet_has_secrets_and_a_small_map() -> None:
    """What one learned, what one showed; and every city with its code, every link as a line between two of them."""
    component = printed().run("marks").component
    said = [words(face) for face in component.behind or component.fronts]
    texts_ = context().spec.marks
    for each in said:
        assert {texts_.secrets, texts_.shown, texts_.map} <= set(each)
        assert {texts_.who, texts_.what, texts_.to_whom, texts_.which} <= set(each), "each table has its own heads"
        assert {city.code for city in FRANCE.cities} <= set(each)
        assert {city.name for city in FRANCE.cities} <= set(each)


def test_sheets_are_shared_out_evenly() -> None:
    work = build.compose(ordered(only="marks", pads="10"))
    (run,) = work.runs
    assert run.component.pieces == 10
    assert sorted(Counter(face.name for face in run.component.fronts).values()) == [2, 2, 3, 3]


ORDERS: dict[str, dict[str, object]] = {
    "English, long names": {"lang": "en", "names_": LONG},
    "French, long names": {"lang": "fr", "names_": LONG, "ink": "saver"},
    "French, letter, three": {"lang": "fr", "paper_": "letter", "players_": "3", "ink": "mono"},
    "French, A3": {"lang": "fr", "paper_": "a3"},
    "English, own paper": {"lang": "en", "paper_": "230x320mm"},
}


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_type_leaves_its_piece_or_is_too_small(options: dict[str, object]) -> None:
    kit = printed(**options)
    found = {name: face for run in kit.work.runs for name, face in faces(run.component).items()}
    assert len(found) > 120
    assert [line for face in found.values() for line in (*outside(face), *tiny(face))] == []


def test_no_lines_of_type_lie_upon_each_other() -> None:
    """On cards, plates, boards and sheets, in both languages."""
    for lang in LANGUAGES:
        for run in printed(lang=lang, names_="Anaïs,Béatrice,Charles-Édouard,Dominique").work.runs:
            if run.component.key in ("contents", "rules"):
                continue
            backs = {face.name for face in run.component.behind}
            for face in faces(run.component).values():
                if face.name in backs and run.component.key != "marks":
                    continue  # their word stands once upright and once on its head, on purpose
                boxes = [(i.string, extent(i)) for i in face.items if isinstance(i, Text)]
                for n, (one, a) in enumerate(boxes):
                    for other, b in boxes[:n]:
                        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] - 0.9 <= b[1] or b[3] - 0.9 <= a[1]
                        assert apart, (lang, face.name, one, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_can_be_read_in_the_pdf(lang: str) -> None:
    kit = printed(lang=lang)
    found = "\n".join(texts(kit.data))
    for word in ("Clermont-Ferrand", "Strasbourg", "Dulac", "Valentine", "67.05.66.20"):
        assert word in found
    for word in ("Événements", "comptable", "Mon numéro") if lang == "fr" else ("Events", "accountant", "My number"):
        assert word in found


def test_handset_and_mast_stay_in_their_circle() -> None:
    for name in ("handset", "mast"):
        points = [n for _, v in ICONS[name](0, 0, 1) for n in v]
        assert max(map(abs, points)) <= 1.01
    assert handset(5, 5, 1) != handset(5, 5, 2)


def test_names_are_not_translated_but_jobs_are() -> None:
    with speaking("fr"):
        data = loader.kit_data("allo")
    assert data["people"]["surname"]["07"] == "Dupré"
    assert data["job"]["80"] == "standardiste"
    assert [colour["letter"] for colour in data["seats"].values()] == ["R", "V", "J", "B"]


@pytest.mark.parametrize("paper", ["140x140mm", "legal", "1300x1300mm"])
@pytest.mark.parametrize("component", [*box(4), "contents"])
def test_each_component_goes_on_any_paper_or_says_why_not(component: str, paper: str) -> None:
    too_large = paper == "140x140mm" and component in ("stands", "marks", "cables")
    with pytest.raises(DoesNotFit) if too_large else nullcontext():
        work = build.compose(ordered(only=component, paper_=paper))
        assert build.render(work).startswith(b"%PDF-")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("paper", [name for name in PAPERS if name != "a5"])
def test_the_rules_are_one_sheet_on_every_paper(paper: str, lang: str) -> None:
    """Front and back, no third page."""
    assert len(printed(paper_=paper, lang=lang, only="rules").run("rules").component.fronts) <= 2


@pytest.mark.parametrize(("lang", "where"), [("en", "n the map of France"), ("fr", "ur la carte de France")])
def test_what_the_rules_tell_of_french_cities_holds_on_any_board(lang: str, where: str) -> None:
    """They are printed with other countries too: each such figure and example says which map it is about."""
    cities = {city.name for city in FRANCE.cities}
    with speaking(lang):
        told = [
            each
            for each in loader.rules("allo").split("\n\n")
            if any(re.search(rf"\b{name}\b", each) for name in cities)
        ]
    assert len(told) == 3
    assert all(where in each for each in told)


def test_towers_are_nobodys() -> None:
    """Neutral and numbered: in no colour of a player."""
    hues = {hue.hex for hue in context().spec.seats.values()}
    for number, face in enumerate(printed().run("towers").component.fronts, 1):
        assert str(number) in words(face)
        assert not hues & {item.fill for item in face.items if isinstance(item, Path)}
    for lang, word in (("en", "Their numbers"), ("fr", "Leurs numéros")):
        with speaking(lang):
            assert word in loader.rules("allo")


@pytest.mark.parametrize("board", ["large", "small"])
def test_towers_touch_and_cover_nothing_of_each_other(board: str) -> None:
    """Their colour runs over their edges: what is drawn upon it keeps away from there."""
    run = printed(board=board).run("towers")
    assert run.grid.touching and run.cuts == run.strokes == 2 + 5
    wide = run.component.size[0]
    for face in run.component.fronts:
        for item in face.items:
            if isinstance(item, Path) and item.fill == "#ffffff":
                xs = [x for _, v in item.ops for x in v[::2]]
                assert FRONT_BLEED < min(xs) < max(xs) < wide - FRONT_BLEED


@pytest.mark.parametrize("paper", ["a2", "a3"])
def test_tokens_shrink_with_the_board(paper: str) -> None:
    kit = printed(paper_=paper)
    wide = kit.run("board").component.finished[0]
    for component in ("tokens", "towers"):
        assert kit.run(component).component.size[0] <= 16 * max(wide, 372) / 496 + 0.01


def test_names_on_the_small_map_stand_at_their_dots() -> None:
    """No farther than the height of a line; the coast may be crossed."""
    (back,) = {face.items for face in printed(sides="long-edge").run("marks").component.behind}
    texts_ = [item for item in back if isinstance(item, Text)]
    dots = {item.string: (item.x, item.y) for item in texts_ if item.string.isdigit()}
    for city in FRANCE.cities:
        name = next(item for item in texts_ if item.string == city.name)
        half = width(name.string, name.font, name.pt) / 2
        x, y = dots[city.code]
        beside = max(0.0, abs(name.x - x) - half), abs(name.y - y)
        assert hypot(*beside) < 2.3 + 2.4 + 1.3, city.name  # the dot, white, half a line


def test_kept_cards_say_that_they_are_for_a_later_turn() -> None:
    kept = [" ".join(words(face)) for face in printed().run("events").component.fronts]
    kept = [said for said in kept if "Keep this" in said]
    assert len(kept) == 4
    assert all("On a later turn" in said for said in kept)
