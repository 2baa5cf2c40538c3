"""Clue sheets, example, folders and rules of Inkognito: who gets what, where it lies, what it says."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from itertools import pairwise

import pytest
from support.pdfs import opened, placed
from support.printing import Print, ordered, printed, texts
from support.rasters import beyond_margin, page
from support.soak import sampled

from generator.drawing.fonts import LEAST_PT
from generator.drawing.pen import Face, Path, Text
from generator.errors import PrintError
from generator.kits.inkognito.grid import MEETINGS
from generator.kits.inkognito.spec import KitSpec
from generator.order.request import INKS, LONGEST_NAME, SIDES
from generator.press import build
from referee.inkognito.pieces import PLAYERS, Fragment, Identity, box
from templates.i18n import LANGUAGES, speaking
from templates.loader import kit, rules

NAMES = "Zoé,Œdipe,Ada,Bob,Chloé"
LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(5))
papers = pytest.mark.parametrize("paper", ["a4", "letter"])
players = pytest.mark.parametrize("players", PLAYERS)


def inkognito(**options: object) -> Print:
    return printed(game="inkognito", **options)


def words(face: Face) -> list[str]:
    return [item.string for item in face.items if isinstance(item, Text)]


def fronts(component: str, **options: object) -> list[Face]:
    return list(inkognito(**options).run(component).component.fronts)


@players
def test_the_box_is_printed(players: int) -> None:
    found = {run.component.key: run.component.pieces for run in inkognito(players_=str(players)).work.runs}
    assert found == {"contents": 1, "tuckbox": 1, **box(players)}


@players
def test_clue_sheets_for_everybody_and_two_for_the_ambassador(players: int) -> None:
    with opened(inkognito(players_=str(players)).data) as pdf:
        found = {n.removeprefix("inkognito.clue."): c for n, c in placed(pdf).items() if ".clue." in n}
    seats = ["blue", "yellow", "green", "pink"][:players] + ["black.1", "black.2"] * (players == 5)
    assert found == dict.fromkeys(seats, {3: 7, 4: 4, 5: 9}[players])  # deals that nine in ten evenings do with


def test_pads_are_shared_out_evenly() -> None:
    names = Counter(face.name for face in fronts("clues", players_="5", pads="11"))
    assert sorted(names.values()) == [1, 2, 2, 2, 2, 2]
    assert sum(names.values()) == 11


@papers
@pytest.mark.parametrize("component", ["clues", "example"])
def test_two_to_a_page(component: str, paper: str) -> None:
    run = inkognito(paper_=paper).run(component)
    assert run.grid.capacity == 2
    assert len(run.sheets) == -(-run.component.pieces // 2)


@pytest.mark.parametrize(
    ("seat", "blocks"),
    [
        ("blue", ["Œdipe", "Ada", "Bob", "Chloé"]),  # the Ambassador last: pairs go to him, too
        ("yellow", ["Ada", "Bob", "Zoé", "Chloé"]),
        ("green", ["Bob", "Zoé", "Œdipe", "Chloé"]),
        ("pink", ["Zoé", "Œdipe", "Ada", "Chloé"]),
        ("black.1", ["Zoé", "Œdipe"]),
        ("black.2", ["Ada", "Bob"]),
    ],
)
def test_a_block_for_each_rival_in_the_order_they_sit(seat: str, blocks: list[str]) -> None:
    (face,) = {f for f in fronts("clues", players_="5", names_=NAMES) if f.name == f"inkognito.clue.{seat}"}
    found = [item for item in face.items if isinstance(item, Text) and item.string in NAMES.split(",")]
    owner, *rivals = found
    assert [item.string for item in rivals] == blocks
    assert owner.string == NAMES.split(",")[["blue", "yellow", "green", "pink", "black"].index(seat.split(".")[0])]
    assert owner.y < min(item.y for item in rivals)
    said = Counter(words(face))
    for card in (*Identity, *Fragment):  # once in each block; agents' own two rows, and the letters of the number
        assert said[card.value] >= len(blocks)


def test_beside_a_player_who_is_the_ambassador_columns_stay_wide_enough_for_a_pencil() -> None:
    """Seven meetings with each agent, five audiences; with four players there is no such block."""
    face = next(f for f in fronts("clues", players_="5") if f.name == "inkognito.clue.blue")
    said = Counter(words(face))
    assert [said[str(n)] for n in range(1, 9)] == [4] * 5 + [3] * 2 + [0]
    upright = sorted({
        round(item.ops[0][1][0], 3) for item in face.items
        if isinstance(item, Path) and len(item.ops) == 2 and item.ops[0][1][0] == item.ops[1][1][0] and item.ops[0][1][1] > 50
    })  # fmt: skip
    assert min(b - a for a, b in itertools.pairwise(upright) if b - a > 0.1) > 3.5


@pytest.mark.parametrize(("players_", "audience"), [("3", False), ("4", False), ("5", True)])
def test_the_folder_tells_a_round_of_that_many(players_: str, audience: bool) -> None:
    """With five the Ambassador and two agents are an audience; three at a place mean nothing only without one."""
    told = " ".join(words(fronts("folders", players_=players_)[0]))
    assert ("audience" in told) == audience
    assert ("three and more" in told) != audience


def test_a_block_has_eight_cards_and_nine_meetings_wide_enough_for_a_pencil() -> None:
    face = fronts("clues")[0]
    said = Counter(words(face))
    assert all(said[str(n)] == 3 for n in range(1, MEETINGS + 1))
    upright = sorted(
        item.ops[0][1][0] for item in face.items
        if isinstance(item, Path) and len(item.ops) == 2 and item.ops[0][1][0] == item.ops[1][1][0]
        and item.ops[1][1][1] > 115
    )  # fmt: skip
    steps = [b - a for a, b in pairwise(upright)]
    columns = [step for step in steps if step < 8]
    assert len(columns) >= 3 * MEETINGS
    assert min(step for step in columns if step > 4) >= 4.8
    lying = sorted({
        round(item.ops[0][1][1], 3) for item in face.items
        if isinstance(item, Path) and len(item.ops) == 2 and item.ops[0][1][1] == item.ops[1][1][1]
        and item.ops[0][1][1] > 55
    })  # fmt: skip
    assert len(lying) == 9
    assert min(b - a for a, b in pairwise(lying)) >= 7


def test_three_players_meet_nobody_s_agent() -> None:
    for face in fronts("clues", players_="3", lang="en"):
        assert words(face).count("Nobody’s agent") == 1
    assert not any("Nobody’s agent" in words(face) for face in fronts("clues", players_="4", lang="en"))


@papers
@players
def test_folders_are_whole_sheets_folded_in_the_middle(paper: str, players: int) -> None:
    kit_ = inkognito(paper_=paper, players_=str(players))
    run, sheet = kit_.run("folders"), kit_.order.paper
    assert len(run.sheets) == run.component.pieces == players
    assert run.cuts == 0
    for sheet_ in run.sheets:
        assert len(sheet_.front.items) == 1  # no crop marks
    for face in run.component.fronts:
        (fold,) = [item for item in face.items if isinstance(item, Path) and item.dash]
        assert fold.ops[0][1][1] + sheet.area.y == pytest.approx(sheet.height / 2)
        assert "TOP SECRET" in words(face)
    width, height = inkognito(paper_=paper).run("clues").component.size
    assert width < sheet.width and height < sheet.height / 2  # what it hides is smaller than what hides it


def test_each_folder_has_its_colour() -> None:
    with speaking("en"):
        hues = kit("inkognito", KitSpec).colours
    found = [words(face) for face in fronts("folders", players_="5")]
    for said, hue in zip(found, (hues.blue, hues.yellow, hues.green, hues.pink, hues.black), strict=True):
        assert hue.letter in said
    assert "Ambassador" in found[4]
    assert "Ambassador" not in found[0]


def test_names_stand_on_clue_sheets_and_folders_alone() -> None:
    kit_ = inkognito(players_="5", names_=NAMES, sides="long-edge")
    for side, text in zip(kit_.work.sides(), texts(kit_.data), strict=True):
        found = [name for name in NAMES.split(",") if name in text]
        if side.component not in ("clues", "folders"):
            assert found == [], side.component
    for seat, name in enumerate(NAMES.split(",")):
        assert name in words(kit_.run("folders").component.fronts[seat])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_tells_what_it_draws(lang: str) -> None:
    """Every number in a disc leads from the drawing to a step, and every step is there to its last word."""
    face = fronts("example", lang=lang)[0]
    with speaking(lang):
        example = kit("inkognito", KitSpec).example
    said = words(face)
    text = " ".join(said).replace("\N{NO-BREAK SPACE}", " ")
    for place, step in enumerate(example.steps, 1):
        assert said.count(str(place)) >= 2 + 2  # a disc each, and two blocks that number their meetings
        assert step.replace("\N{NO-BREAK SPACE}", " ") in text
    assert {example.rival, example.other, example.third, example.me} <= set(said)


@papers
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_are_one_sheet_of_paper(paper: str, lang: str) -> None:
    assert len(inkognito(only="rules", paper_=paper, lang=lang, sides="long-edge").run("rules").sheets) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_have_the_figures_of_the_box(lang: str) -> None:
    with speaking(lang):
        text = rules("inkognito")
    for number in ("66", "52", "11", "29", "5211029"):
        assert re.search(rf"\b{number}\b", text)
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert len(headings) == 11


@pytest.mark.parametrize("mode", INKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_type_below_seven_points(mode: str, lang: str) -> None:
    for options in ({"players_": "5", "names_": LONG}, {"players_": "3"}, {"paper_": "letter"}):
        work = build.compose(ordered("inkognito", ink=mode, lang=lang, **options))
        for run in work.runs:
            for face in run.faces:
                small = [item.string for item in face.items if isinstance(item, Text) and item.pt < LEAST_PT]
                assert small == [], face.name


@pytest.mark.parametrize("sides", SIDES)
@papers
def test_nothing_lies_in_the_dead_margin(paper: str, sides: str) -> None:
    kit_ = inkognito(paper_=paper, sides=sides, players_="3", pads="4")
    beyond = {
        i + 1: beyond_margin(page(kit_.data, i, 4), per_mm=4)
        for i in sampled(range(len(kit_.work.sides())), kit_.order.file())
    }
    assert {n: found for n, found in beyond.items() if found} == {}


def composed(**options: object) -> build.ComposedKit | PrintError:
    try:
        return build.compose(ordered("inkognito", **options))
    except PrintError as refusal:
        return refusal


@pytest.mark.parametrize("size", ["140x140mm", "170x240mm", "210x230mm", "320x230mm", "1300x1300mm"])
def test_any_paper_gives_a_kit_or_one_sentence(size: str) -> None:
    for component in ("rules", "cards", "clues", "example", "folders"):
        work = composed(only=component, paper_=size, players_="5", names_=LONG)
        if isinstance(work, PrintError):
            assert "\n" not in str(work)
            assert component in ("clues", "example")
        else:
            assert build.render(work)
