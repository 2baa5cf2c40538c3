"""The kit of Rallye-Code: how many of each piece, what they say, and that all of it stays on its piece."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from support.pdfs import opened
from support.pdfs import placed as stamped
from support.printing import ordered, texts
from support.rallye_printing import context, faces, printed, words
from support.type_area import extent, outside, tiny

from generator.drawing.palette import InkPalette
from generator.drawing.pen import FaceStamp, Path, Text
from generator.drawing.road_signs import SIGNS
from generator.drawing.shapes import SHAPES
from generator.errors import PrintError, Unknown
from generator.kits.rallye.cardart import CARD_ART, CARD_SIGNS
from generator.kits.rallye.notes import thin
from generator.kits.rallye.tills import PLAY, strokes
from generator.order.request import LONGEST_NAME, SIDES, requests
from generator.press import build
from referee.rallye.pieces import CARDS, LABELS, NOTES, PLAYERS, PURSE, Till, box, cars
from referee.rallye.road.tariff import EDITIONS
from templates import loader
from templates.i18n import LANGUAGES, speaking

LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(6))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_component_has_as_many_pieces_as_the_box(players: int) -> None:
    work = build.compose(ordered("rallye", players_=str(players)))
    found = {run.component.key: run.component.pieces for run in work.runs}
    assert found == {"contents": 1, "tuckbox": 1, **box(players)}
    assert found["notes"] == (6 + 7 + 4 + 2) * cars(players)
    assert found["cars"] == (2 * players if players <= 3 else players)
    assert found["tills"] == 4


@pytest.mark.parametrize("players", PLAYERS)
def test_every_car_is_given_its_purse(players: int) -> None:
    notes = build.compose(ordered("rallye", players_=str(players), only="notes")).runs[0].component
    found = Counter(int(face.name.rpartition(".")[2]) for face in notes.fronts)
    assert found == {value: count * cars(players) for value, count in NOTES.items()}
    assert sum(value * count for value, count in found.items()) == PURSE * cars(players) == 50_000 * cars(players)
    assert [face.name for face in notes.behind] == [f"{face.name}.back" for face in notes.fronts]


@pytest.mark.parametrize("sides", SIDES)
def test_every_piece_is_on_paper(sides: str) -> None:
    """Counted in the PDF: each note and card, and a back behind it where there are backs."""
    with opened(printed(sides=sides).data) as pdf:
        found = stamped(pdf)
    fold = ".fold" if sides == "fold" else ""
    assert [found[f"rallye.card.{card.code}{fold}"] for card in CARDS] == [1] * len(CARDS)
    assert {value: found[f"rallye.note.{value}{fold}"] for value in NOTES} == {v: 6 * n for v, n in NOTES.items()}
    assert [found[f"rallye.till.{till}"] for till in Till] == [1] * 4
    if sides in ("long-edge", "short-edge"):
        assert found["rallye.card.back"] == len(CARDS)
        assert {value: found[f"rallye.note.{value}.back"] for value in NOTES} == {v: 6 * n for v, n in NOTES.items()}


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_the_back_of_a_note_is_that_of_its_denomination(sides: str) -> None:
    for sheet in printed(sides=sides, paper_="letter").run("notes").sheets:
        assert sheet.back is not None
        fronts, backs = ([i.face for i in side.items if isinstance(i, FaceStamp)] for side in (sheet.front, sheet.back))
        assert [f"{name}.back" for name in fronts] == backs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notes_say_their_value_in_figures_and_in_words_on_both_sides(lang: str) -> None:
    spec = context(lang=lang).spec
    notes = printed(lang=lang).run("notes").component
    for value in NOTES:
        for side in (notes.fronts, notes.behind):
            said = words(next(face for face in side if f".{value}." in f"{face.name}."))
            assert spec.amount(value) in said
            assert spec.money.notes[str(value)].words in said
    assert spec.amount(10_000) == ("10\xa0000" if lang == "fr" else "10,000")


def test_notes_cannot_be_confused() -> None:
    """Each has a colour, a picture and a pattern of its own; the pattern also with black alone."""
    looks = context().spec.money.notes
    assert len({look.hex for look in looks.values()}) == len({look.figure for look in looks.values()}) == len(NOTES)
    notes = {face.name: face for face in printed(ink="mono").run("notes").component.fronts}
    patterns = {tuple(op for i in face.items if isinstance(i, Path) and i.stroke == thin(InkPalette("mono"), "") for op, _ in i.ops) for face in notes.values()}  # fmt: skip
    assert len(patterns) == len(NOTES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_say_offence_amount_and_who_pays(lang: str) -> None:
    spec = context(lang=lang).spec
    for card, face in zip(CARDS, printed(lang=lang).run("cards").component.fronts, strict=True):
        said, texts_ = words(face), spec.offences[card.code]
        assert texts_.title in said
        assert texts_.text.replace("\xa0", " ") in " ".join(said).replace("\xa0", " ")
        assert f"{spec.amount(card.amount)} {spec.money.francs}" in said
        assert (spec.cards.fine in said) == card.offence
        assert (spec.cards.none in said) == (spec.cards.pays in said) == (not card.offence)


def test_a_card_without_offence_looks_different_also_without_colour() -> None:
    for card, face in zip(CARDS, printed(ink="mono").run("cards").component.fronts, strict=True):
        assert any(isinstance(i, Path) and i.dash for i in face.items) == (not card.offence)


def test_every_card_has_a_picture_and_no_picture_is_left_over() -> None:
    assert sorted([*CARD_ART, *CARD_SIGNS]) == sorted(card.code for card in CARDS)
    assert set(CARD_SIGNS.values()) <= set(SIGNS)


@pytest.mark.parametrize("till", Till)
def test_a_till_shows_label_and_sign_on_every_wall(till: Till) -> None:
    """Inside and outside of the back, the front and both sides; each upright once it is folded."""
    face = next(f for f in printed().run("tills").component.fronts if f.name.endswith(f".{till}"))
    sizes = context().spec.sizes.till
    labels = [i for i in face.items if isinstance(i, Text) and i.string == LABELS[till]]
    floor, lip = 2 * sizes.back, 2 * sizes.back + sizes.depth
    assert Counter(i.turn for i in labels) == {0: 1, 180: 2, 270: 1, 90: 1}
    for item in labels:
        on = {0: item.y < floor and item.y > sizes.back, 180: item.y < sizes.back or item.y > lip,
              270: item.x < sizes.wall, 90: item.x > sizes.wall + sizes.width}  # fmt: skip
        assert on[item.turn], item
    assert any(isinstance(i, Path) and i.fill == context().spec.gerance[till].hex for i in face.items)


def test_a_till_closes_and_takes_a_note() -> None:
    """The walls of the net meet: sides as long as the floor is deep, front and back as wide as it is."""
    sizes = context().spec.sizes
    till, note, corners = (
        sizes.till,
        sizes.note,
        {point for x, y, *end in strokes(context()) for point in ((x, y), tuple(end))},
    )
    wide, high = till.flat
    assert till.width > note[0] and till.depth > note[1]
    right, floor, lip = wide - till.wall, 2 * till.back, 2 * till.back + till.depth
    assert {(right, floor), (till.wall, floor), (right, lip), (till.wall, lip)} <= corners
    assert (wide - till.wall, high) in corners and (till.wall, high) in corners
    assert (wide - till.wall - PLAY, 0) in corners, "what is folded inside is narrower"
    assert (wide, high) == printed().run("tills").component.size


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [2, 6])
def test_cars_have_a_letter_and_a_shape_and_pairs_a_number(players: int, lang: str) -> None:
    spec = context(lang=lang).spec
    fronts = printed(players_=str(players), lang=lang).run("cars").component.fronts
    each = len(fronts) // players
    hues = list(spec.seats.values())
    assert len({hue.letter for hue in hues}) == len({hue.shape for hue in hues}) == 6
    for i, face in enumerate(fronts):
        hue, said = hues[i // each], words(face)
        assert said.count(hue.letter) == 2, "on both sides"
        assert said.count(str(i % each + 1)) == (2 if each > 1 else 0)
        kinds = {tuple(op for op, _ in item.ops) for item in face.items if isinstance(item, Path)}
        assert tuple(op for op, _ in SHAPES[hue.shape](0, 0, 1)) in kinds


def test_a_car_has_its_nose_at_one_end() -> None:
    """Its two sides are mirror images: seen from above, both lamps are at the same end of the strip."""
    face = printed().run("cars").component.fronts[0]
    lamps = [item.ops[0][1][0] for item in face.items if isinstance(item, Path) and item.fill == "#fff3c4"]
    size = context().spec.sizes.car
    assert len(lamps) == 2
    assert all(x > size.width * 0.7 for x in lamps)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tariff_card_has_every_amount_of_its_edition(edition: str, lang: str) -> None:
    """Also the badge; both from the rules' own table."""
    kit = printed(edition_=edition, lang=lang)
    known = context(lang=lang).spec.terms(edition)
    (front, *_) = kit.run("tariff").component.fronts
    said = " ".join(words(front)).replace("\xa0", " ")
    missing = {name: text for name, text in known.items() if text.replace("\xa0", " ") not in said}
    assert missing == {}
    assert edition.upper() in words(front)[0]
    badge = " ".join(words(kit.run("badge").component.fronts[0])).replace("\xa0", " ")
    for name in ("overtaking", "side", "groundless"):
        assert known[name].replace("\xa0", " ") in badge


def test_every_field_of_the_tariff_is_on_the_card() -> None:
    """A new amount in the rules must get its line."""
    rows = context().spec.tariff.rows
    named = {line.figure for row in rows for line in row.lines} | {
        name for row in rows for line in row.lines for name in re.findall(r"\{(\w+)\}", line.said + line.pays)
    }
    assert named - {""} == set(EDITIONS["a"].__struct_fields__)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_edition_changes_tariff_rules_and_rejoin_signs_and_nothing_else(lang: str) -> None:
    one, other = (printed(edition_=edition, lang=lang) for edition in EDITIONS)
    changed = {
        run.component.key
        for run, like in zip(one.work.runs, other.work.runs, strict=True)
        if faces(run.component) != faces(like.component)
    }
    assert changed == {"tariff", "rules", "board"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_leaflet_has_the_amounts_of_its_edition(edition: str, lang: str) -> None:
    kit = printed(edition_=edition, lang=lang)
    said = re.sub(r"\s+", " ", " ".join(texts(kit.data)[i] for i in kit.pages("rules")))
    known = context(lang=lang).spec.terms(edition)
    assert re.findall(r"[{}]", said) == []
    for name in ("crash", "aid", "hotel", "manage", "indemnity_aid", "side", "signs"):
        assert known[name].replace("\xa0", " ") in said, name


def test_the_usual_edition_is_the_first_and_the_file_tells_the_other() -> None:
    assert ordered("rallye").edition == "a"
    assert ordered("rallye").file() == "rallye-en-a4.pdf"
    assert ordered("rallye", edition_="B").file() == "rallye-en-a4-edition-b.pdf"
    assert "edition B" in build.options_line(ordered("rallye", edition_="b"))
    assert ordered("rallye") == ordered("rallye", edition_="A")


def test_an_edition_that_is_not_or_a_game_without_any() -> None:
    with pytest.raises(Unknown, match=r"--edition “C”"):
        ordered("rallye", edition_="C")
    with pytest.raises(PrintError, match=r"--edition is for games that have several editions, not for code777, allo"):
        requests(["code777", "allo"], edition_="a")
    both = requests(["code777", "rallye"], edition_="b")
    assert [order.edition for order in both] == ["", "b"]


ORDERS: dict[str, dict[str, object]] = {
    "English, long names": {"lang": "en", "names_": LONG},
    "French, long names, B": {"lang": "fr", "names_": LONG, "ink": "saver", "edition_": "b"},
    "French, letter, two": {"lang": "fr", "paper_": "letter", "players_": "2", "ink": "mono"},
    "French, A3": {"lang": "fr", "paper_": "a3"},
    "English, own paper, B": {"lang": "en", "paper_": "230x320mm", "edition_": "b"},
}


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_type_leaves_its_piece_or_is_too_small(options: dict[str, object]) -> None:
    kit = printed(**options)
    found = {name: face for run in kit.work.runs for name, face in faces(run.component).items()}
    assert len(found) > 45
    assert [line for face in found.values() for line in (*outside(face), *tiny(face))] == []


def test_nothing_is_stamped_smaller_than_it_is() -> None:
    """Else its type would be smaller than it says."""
    for run in printed().work.runs:
        for face in faces(run.component).values():
            for item in face.items:
                if isinstance(item, FaceStamp):
                    assert sorted(map(abs, item.matrix[:4])) == [0, 0, 1, 1]


def test_no_lines_of_type_lie_upon_each_other() -> None:
    for lang in LANGUAGES:
        for run in printed(lang=lang, names_="Anaïs,Béatrice,Charles-Édouard,Dominique").work.runs:
            for face in faces(run.component).values():
                if face.name == "rallye.card.back":
                    continue  # its word stands once upright and once on its head, on purpose
                boxes = [(i.string, extent(i)) for i in face.items if isinstance(i, Text)]
                for n, (one, a) in enumerate(boxes):
                    for other, b in boxes[:n]:
                        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] - 0.9 <= b[1] or b[3] - 0.9 <= a[1]
                        assert apart or one == other, (lang, face.name, one, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_are_cut_short(lang: str) -> None:
    for run in printed(lang=lang).work.runs:
        for face in faces(run.component).values():
            assert [word for word in words(face) if word.endswith("…")] == []


def test_small_notes_are_the_same_money_without_the_largest() -> None:
    """Eight of 5,000 for four of them and two of 10,000: as the old box had it too."""
    component = printed(notes_="small").run("notes").component
    found = Counter(int(face.name.split(".")[-1]) for face in component.fronts)
    assert found == {500: 6 * 6, 1_000: 7 * 6, 5_000: 8 * 6}
    assert sum(value * count for value, count in found.items()) == 6 * PURSE
    assert "21" in component.advice


def test_small_notes_are_for_games_with_money() -> None:
    with pytest.raises(PrintError, match="--notes"):
        ordered("inkognito", notes_="small")


def test_the_tariff_card_tells_what_a_low_roll_of_a_collision_costs() -> None:
    said = [
        item.string.replace("\xa0", " ")
        for item in printed().run("tariff").component.fronts[0].items
        if isinstance(item, Text)
    ]
    row = said[said.index("Collision") :]
    assert row.index("rolled less than 8") < row.index("crash") < row.index("rolled 8 or more")


TOLD = {  # what a table got wrong when the leaflet said less, or the opposite
    "en": (
        "The parked car misses its next turn",
        "notes with anybody, or with any till",
        "the policeman sees to it",
        "from there on",
    ),
    "fr": (
        "La voiture garée passe son prochain tour",
        "avec n’importe qui, ou avec n’importe quelle caisse",
        "sous l’œil du gendarme",
        "à partir de là",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_leaflet_leaves_no_doubt(lang: str) -> None:
    with speaking(lang):
        rules = loader.rules("rallye").replace("*", "")
    assert [each for each in TOLD[lang] if each not in rules] == []


def test_the_french_badge_says_who_pays_a_forgotten_fine() -> None:
    """“Vous la payez”: the policeman pays; it had read as if he were paid."""
    badge = " ".join(words(printed(lang="fr").run("badge").component.fronts[0])).replace("\xa0", " ")
    assert "c’est vous qui la payez" in badge
