"""What a successful `print` leaves and says: the file, the table, the data, or nothing."""

from __future__ import annotations

import json
import re

import pikepdf
import pytest

from referee.code777.pieces import PLAYERS, USUAL, box
from referee.registry import GAMES
from templates import loader

POINT = 25.4 / 72
SIZED = {"tiles": "tile", "questions": "question", "notes": "note", "list": "list", "diagram": "diagram"}


def pages(path):
    """How many pages a PDF has."""
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def size(component, paper):
    """Of a piece, as templates/kits/code777.toml has it; pages are as large as paper leaves them."""
    kit = loader.parsed_toml(loader.kit_file("code777"))
    if component in SIZED:
        return tuple(kit["sizes"][SIZED[component]])
    if component == "racks":
        strip = kit["rack"]
        return strip["width"], strip["tab"] + strip["base"] + strip["back"] + strip["front"] + 2 * strip["lip"]
    return paper[0] - 2 * 5, paper[1] - 2 * 5 - 8  # safe margins, footer


def test_a_kit_and_its_table(empty_desk):
    """No game named: all of them, into output/; then file, pages, sheets and cuts in a table, as --json has them."""
    result = empty_desk.run("print")
    assert (result.code, result.err) == (0, "")
    kit = empty_desk.output / "code777-en-a4.pdf"
    assert sorted(path.name for path in empty_desk.output.glob("*.pdf")) == sorted(
        f"{slug}-en-a4.pdf" for slug in GAMES
    )
    assert kit.read_bytes().startswith(b"%PDF-")
    head, row, *_ = result.out.splitlines()
    assert re.split(r"\s{2,}", head.strip()) == ["file", "pages", "sheets", "strokes", "cuts", "players"]
    told = json.loads(empty_desk.run("print", "code777", "--json").out)["files"][0]
    assert row.split() == [
        "output/code777-en-a4.pdf",
        *(str(told[key]) for key in ("pages", "sheets", "strokes", "cuts", "players")),
    ]
    assert pages(kit) == told["pages"]


def test_the_table_has_a_row_that_fits_a_long_path(empty_desk):
    """A pipe gets the whole path, however long, on one line."""
    folder = "a folder with a rather long name/" * 4
    row = empty_desk.run("print", "--only", "tiles", "--out", folder).out.splitlines()[1]
    assert row.startswith(f"{folder}code777-tiles-en-a4.pdf ")


ORDERS = {
    **{f"{n} players": (["--players", str(n)], n, {}) for n in PLAYERS},
    "names alone say how many": (["--names", "Anne,Mario,Zoé"], 3, {}),
    "both sides": (["--sides", "long-edge"], USUAL, {}),
    "fronts first": (["--sides", "short-edge", "--fronts-first", "--back-offset", "0.5,-1"], USUAL, {}),
    "letter to fold": (["--paper", "letter", "--sides", "fold"], USUAL, {}),
    "own paper": (["--paper", "250x340mm", "--marks", "lines"], USUAL, {}),
    "copies": (["--copies", "tiles=3", "--copies", "rules=2,list=2"], USUAL, {"tiles": 3, "rules": 2, "list": 2}),
}


@pytest.mark.parametrize(("words", "players", "copies"), ORDERS.values(), ids=ORDERS)
def test_the_data_agree_with_the_paper(empty_desk, words, players, copies):
    """--json: pages and sizes as in the PDF, counts as in the box, sizes of pieces as on the shelf."""
    result = empty_desk.run("print", "code777", "--json", *words)
    assert (result.code, result.err) == (0, "")
    (told,) = json.loads(result.out)["files"]
    path = empty_desk.folder / told["file"]
    with pikepdf.open(path) as pdf:
        assert told["pages"] == len(pdf.pages)
        paper = told["paper_width"], told["paper_height"]
        for page in pdf.pages:
            assert [float(v) * POINT for v in page.mediabox] == pytest.approx([0, 0, *paper], abs=0.01)
    assert told["bytes"] == path.stat().st_size
    assert (told["game"], told["lang"], told["players"]) == ("code777", "en", players)

    parts = {part["component"]: part for part in told["components"]}
    expected = {name: count * copies.get(name, 1) for name, count in box(players).items()}
    found = {name: part["pieces"] for name, part in parts.items()}
    assert found == {
        "contents": 1,
        "tuckbox": 1,
        **expected,
        "rules": found["rules"],
    }  # the leaflet has a test of its own
    assert {name: (part["width"], part["height"]) for name, part in parts.items()} == {
        name: pytest.approx(size(name, paper)) for name in parts if name != "tuckbox"
    } | {"tuckbox": (parts["tuckbox"]["width"], parts["tuckbox"]["height"])}  # it has tests of its own
    for total in ("pages", "sheets", "strokes", "cuts"):
        assert told[total] == sum(part[total] for part in parts.values())
    assert told["pages"] == told["sheets"] * (2 if told["sides"].endswith("edge") else 1)
    assert parts["tiles"]["cuts"] > 0
    assert parts["rules"]["cuts"] == parts["contents"]["cuts"] == 0


def test_a_leaflet_is_one_piece(empty_desk):
    """However many pages the rules take, the box holds them once; two copies are two."""
    for copies in (1, 2):
        words = ["--only", "rules", "--copies", f"rules={copies}"]
        (told,) = json.loads(empty_desk.run("print", "--json", *words).out)["files"][0]["components"]
        assert told["pages"] > 1
        assert told["pieces"] == copies * box(USUAL)["rules"]


def test_pads_are_counted(empty_desk):
    """--pads N prints N note sheets, whatever the players."""
    told = json.loads(empty_desk.run("print", "--only", "notes", "--pads", "31", "--json").out)["files"][0]
    assert [(part["component"], part["pieces"]) for part in told["components"]] == [("notes", 31)]
    assert told["sheets"] == pages(empty_desk.folder / told["file"]) == 16  # two on a sheet


def test_only_and_except_choose(empty_desk):
    """--only prints those and no contents page; --except all but those."""

    def printed(*words):
        told = json.loads(empty_desk.run("print", "code777", "--json", *words).out)["files"][0]
        return {part["component"] for part in told["components"]}

    assert printed("--only", "tiles, LIST") == {"tiles", "list"}
    assert printed("--except", "rules,contents") == {*box(USUAL), "tuckbox"} - {"rules"}


def test_kits_with_other_options_lie_side_by_side(empty_desk):
    """Options that change the paper show in the name of the file."""
    for words in (
        ["--only", "tiles"],
        ["--only", "tiles", "--paper", "letter"],
        ["--only", "tiles", "--ink", "mono"],
        ["--only", "tiles", "--sides", "long-edge"],
        ["--only", "tiles", "--players", "3"],
        ["--only", "list"],
    ):
        assert empty_desk.run("print", "--quiet", *words).code == 0
    names = [path.name for path in empty_desk.output.glob("*.pdf")]
    assert len(names) == 6
    assert all(name.startswith("code777-") and name.endswith(".pdf") for name in names)


def test_the_same_options_give_the_same_bytes(empty_desk):
    """In two processes, too."""
    for folder in ("first", "second"):
        assert empty_desk.run("print", "--quiet", "--only", "tiles,racks", "--out", folder).code == 0
    one, two = (next((empty_desk.folder / folder).glob("*.pdf")).read_bytes() for folder in ("first", "second"))
    assert one == two


def test_a_game_named_twice_is_printed_once(empty_desk):
    """However often it is named, in whatever letters."""
    told = json.loads(empty_desk.run("print", "code777", "CODE777", "--only", "tiles", "--json").out)
    assert [file["game"] for file in told["files"]] == ["code777"]


def test_quiet_says_nothing(empty_desk):
    """--quiet: the file, and not a word."""
    result = empty_desk.run("print", "--only", "tiles", "--quiet")
    assert result == (0, "", "")
    assert (empty_desk.output / "code777-tiles-en-a4.pdf").is_file()


@pytest.mark.parametrize("words", [["print", "--only", "tiles"], ["games"], ["print", "--help"]], ids=" ".join)
def test_an_old_terminal_is_no_mistake(empty_desk, words):
    """A stream that lacks dashes and quotation marks gets something in their place, never a trace."""
    result = empty_desk.run(*words, PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")


def test_games_that_so_many_cannot_play_are_named(empty_desk):
    """When no game was asked for by name; whoever names one is refused."""
    told = empty_desk.run("print", "--players", "5", "--only", "rules").out
    assert "Not for 5 players: " in told
    assert "fully" in told.split("Not for 5 players: ")[1]
    assert not (empty_desk.output / "fully-rules-en-a4-5p.pdf").exists()
    assert "Not for" not in empty_desk.run("print", "--only", "rules").out
    assert "Not for" not in empty_desk.run("print", "code777", "--players", "5", "--only", "rules").out
