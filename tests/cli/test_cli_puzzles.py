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
    """In this order, after a cover; a solution never stands on the page of its puzzle."""
    result = empty_desk.run("puzzles", "code777", "--count", "3", "--seed", "noel")
    assert (result.code, result.err) == (0, "")
    path = empty_desk.output / "puzzles-code777-noel-en-a4.pdf"
    assert str(path.relative_to(empty_desk.folder)) in result.out.replace("\\", "/")
    cover, *pages = texts(path)
    assert "1 easy, 1 medium, 1 hard" in cover
    assert "private use" in cover
    assert "How to solve them" in pages[0]
    assert "An example, solved" in pages[0]
    for page, head in zip(pages[1:4], ("1 · easy", "2 · medium", "3 · hard"), strict=True):
        assert head in page
        assert "From 1" not in page
    assert "Solutions: Code 777" in pages[4]
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


def test_solutions_of_all_games_stand_at_the_very_back(empty_desk):
    """Whoever turns the page of one game to the next sees none."""
    told = made(empty_desk, "code777", "inkognito", "--count", "1", "--seed", "S")
    heads = [page for page, words in enumerate(texts(empty_desk.folder / told["file"])) if "Solutions: " in words]
    pages = texts(empty_desk.folder / told["file"])
    assert heads == [len(pages) - 1]
    assert "Inkognito" in pages[heads[0] - 1]


def folded(path, turned_over_the_long_edge):
    """The words of each page when the sheets lie in each other and are folded. On a front the left page is the lower half
    of the paper as it lies in the printer; on a back, too, unless paper is turned over its long edge."""
    sides = list(pypdfium2.PdfDocument(path))
    count, found = 2 * len(sides), {}
    for number, side in enumerate(sides):
        (width, height), words = side.get_size(), side.get_textpage()
        lower = words.get_text_bounded(0, 0, width, height / 2)
        upper = words.get_text_bounded(0, height / 2, width, height)
        left, right = (upper, lower) if number % 2 and turned_over_the_long_edge else (lower, upper)
        outer, inner = count - number, number + 1
        found |= {outer: left, inner: right} if number % 2 == 0 else {inner: left, outer: right}
    return [found[page] for page in sorted(found)]


@pytest.mark.parametrize("sides", ["single", "short-edge"])
def test_a_booklet_to_fold_has_its_pages_in_order(empty_desk, sides):
    """Cover, how to, puzzles, solutions, each with its number; the same seed gives the same bytes."""
    words = ("inkognito", "code777", "--count", "2", "--seed", "s", "--booklet", "--sides", sides)
    path = empty_desk.folder / made(empty_desk, *words)["file"]
    assert path.name == "puzzles-s-en-a4-booklet.pdf"
    data, pages = path.read_bytes(), folded(path, sides != "short-edge")
    assert len(pages) % 4 == 0
    heads = [
        ["1 easy, 1 medium"], ["Inkognito", "solved"], ["1 · easy", "2 · medium"], ["Code 777", "solved"], ["1 · easy"],
        ["2 · medium"], ["Solutions: Inkognito", "Solutions: Code 777"],
    ]  # fmt: skip
    assert [[head for head in some if head not in page] for some, page in zip(heads, pages, strict=False)] == [[]] * 7
    for number in range(2, 8):
        assert str(number) in pages[number - 1].split(), number
    assert len(pages[7].splitlines()) <= 3, "the outside of the back has but the foot of the sheet"
    with pikepdf.open(path) as pdf:
        edge = "/DuplexFlipShortEdge" if sides == "short-edge" else "/DuplexFlipLongEdge"
        assert str(pdf.Root.ViewerPreferences.Duplex) == edge
    path.unlink()
    made(empty_desk, *words)
    assert path.read_bytes() == data


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
        (["allo", "--count", "6", "--seed", "x", "--paper", "140x140mm", "--booklet"], ["140"]),
    ],
)
def test_a_mistake_is_one_sentence(empty_desk, words, meant):
    """And nothing is written."""
    told = empty_desk.refused("puzzles", *words)
    assert [part for part in meant if part not in told] == []
    assert not list(empty_desk.output.glob("*")) if empty_desk.output.exists() else True
