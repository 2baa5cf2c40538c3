"""`puzzles`: a booklet to print, and the same for programs."""

from __future__ import annotations

import json
from collections import Counter

import pikepdf
import pypdfium2
import pytest
from support.referee import naive_puzzles as naive


def texts(path):
    """The words of each page."""
    pdf = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in pdf]


def made(desk, *words):
    """What programs are told."""
    result = desk.run("puzzles", *words, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def test_a_booklet_has_how_to_the_puzzles_and_their_solutions(empty_desk):
    """In this order; a solution never stands on the page of its puzzle."""
    result = empty_desk.run("puzzles", "code777", "--count", "3", "--seed", "noel")
    assert (result.code, result.err) == (0, "")
    path = empty_desk.output / "puzzles-code777-noel-en-a4.pdf"
    assert str(path.relative_to(empty_desk.folder)) in result.out.replace("\\", "/")
    pages = texts(path)
    assert "How to solve them" in pages[0]
    assert "An example, solved" in pages[0]
    for page, head in zip(pages[1:4], ("1 · easy", "2 · medium", "3 · hard"), strict=True):
        assert head in page
        assert "From 1" not in page
    assert "All solutions" in pages[4]
    assert "private use" in pages[0]
    told = made(empty_desk, "code777", "--count", "3", "--seed", "noel")["puzzles"]
    for each in told:
        assert " ".join(map(str, each["solution"])) in pages[4]


def test_what_programs_read_can_be_solved(empty_desk):
    """As docs/puzzles.md says, with a plain search; so many of each level, no deal twice."""
    told = made(empty_desk, "code777", "--count", "6", "--level", "hard,easy", "--seed", "S")
    assert set(told) == {"file", "puzzles"}
    levels = [each["level"] for each in told["puzzles"]]
    assert levels == ["easy"] * 3 + ["hard"] * 3
    for each in told["puzzles"]:
        assert each["game"] == "code777"
        assert naive.code777(each, range(len(each["lines"]))) == {tuple(each["solution"])}
        assert each["steps"] == len(each["reasons"])
        assert each["k"] == max(len(step["clues"]) for step in each["reasons"])
    assert len({json.dumps(each["racks"]) for each in told["puzzles"]}) == 6


def test_the_same_seed_gives_the_same_bytes(empty_desk):
    """And another one another booklet; without one it is another each time."""
    path = empty_desk.folder / made(empty_desk, "inkognito", "--count", "2", "--seed", "S")["file"]
    first = path.read_bytes()
    path.unlink()
    made(empty_desk, "inkognito", "--count", "2", "--seed", "S")
    assert path.read_bytes() == first
    files = {made(empty_desk, "inkognito", "--count", "1")["file"] for _ in range(2)}
    assert len(files) == 2


def test_all_games_in_one_booklet_in_french(empty_desk):
    """Each with its own head; on other paper, in black."""
    told = made(empty_desk, "--count", "1", "--seed", "S", "--lang", "fr", "--paper", "letter", "--ink", "mono")
    assert Counter(each["game"] for each in told["puzzles"]).keys() == {
        "code777",
        "inkognito",
        "fully",
        "allo",
        "rallye",
    }
    assert "D’après" in told["puzzles"][0]["reasons"][0]["says"]
    pages = texts(empty_desk.folder / told["file"])
    assert sum("Comment les résoudre" in page for page in pages) == 5
    with pikepdf.open(empty_desk.folder / told["file"]) as pdf:
        assert [round(float(side)) for side in pdf.pages[0].MediaBox[2:]] == [612, 792]


def test_a_month_of_puzzles(empty_desk):
    """One for each day, the same as the companion has."""
    from referee.daily import of_the_day

    told = made(empty_desk, "code777", "--daily", "2026-12")["puzzles"]
    assert len(told) == 31
    assert told[23]["solution"] == list(of_the_day("code777", "2026-12-24", told[23]["level"]).solution)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["--level", "silly"], ["--level", "silly", "easy"]),
        (["--count", "0"], ["--count", "1 to 200"]),
        (["--daily", "2026-13"], ["--daily", "2026-12"]),
        (["--daily", "2026-12", "--seed", "x"], ["--daily", "--seed"]),
        (["chess"], ["chess"]),
        (["--paper", "60x60mm"], ["60"]),
    ],
)
def test_a_mistake_is_one_sentence(empty_desk, words, meant):
    """And nothing is written."""
    told = empty_desk.refused("puzzles", *words)
    assert [part for part in meant if part not in told] == []
    assert not list(empty_desk.output.glob("*")) if empty_desk.output.exists() else True
