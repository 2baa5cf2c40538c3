"""Running text: Markdown into lines, lines into columns, headings never left behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.fonts import BOLD, ITALIC, SANS, SERIF, width
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Path, Pen, Text, rectangle
from generator.drawing.text_flow import (
    Style,
    TextLine,
    UnsupportedMarkdown,
    broken_lines,
    filled_column,
    heading,
    markdown,
    pages,
    paragraph,
    total_height,
)

STYLE = Style(InkPalette(), "#5a3d8c")
PT = 10.0


def line(name: str, height: float = 5, before: float = 0, keep: int = 0) -> TextLine:
    pen = Pen()
    pen.text(0, 4, name, SANS, 9, "#000000")
    return TextLine(height, tuple(pen.items), before, keep)


def said(items: list) -> list[str]:
    return [item.string for item in items if isinstance(item, Text)]


def rows(lines: list[TextLine]) -> list[str]:
    return [" ".join(said(list(line.items))) for line in lines]


words = st.text(st.sampled_from("abcdeimw"), min_size=1, max_size=9)
fonts = st.sampled_from([SANS, BOLD, ITALIC])
spans = st.lists(st.tuples(st.lists(words, min_size=1, max_size=8).map(" ".join), fonts), min_size=1, max_size=6)


@given(spans, st.floats(30, 100))
def test_no_line_is_wider_than_its_room(parts: list, room: float) -> None:
    """Words of several spans that touch, such as a bold word and its comma, break together or not at all."""
    for row in broken_lines(parts, PT, room):
        text = "".join(word for word, _ in row)
        used = sum(width(word, font, PT) for word, font in row)
        assert used <= room + 1e-6 or " " not in text, text


@given(spans, st.floats(30, 100))
def test_breaking_loses_no_word_and_makes_none(parts: list, room: float) -> None:
    given_text = "".join(text for text, _ in parts)
    lines = ["".join(word for word, _ in row) for row in broken_lines(parts, PT, room)]
    assert " ".join(lines).split() == given_text.split()


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_no_break_spaces_hold_in_running_text(space: str) -> None:
    row = broken_lines([(f"aaaa bbbb{space}!", SANS)], PT, width("aaaa bbbb", SANS, PT) + 0.5)
    assert ["".join(w for w, _ in line) for line in row] == ["aaaa", f"bbbb{space}!"]


def test_typefaces_change_within_a_paragraph_without_gaps() -> None:
    items = [i for ln in paragraph([("one ", SANS), ("two", BOLD), (", three", SANS)], 100, STYLE) for i in ln.items]
    assert [(i.string, i.font) for i in items] == [("one", SANS), ("two", BOLD), (", three", SANS)]
    one, two, three = items
    assert two.x == pytest.approx(one.x + width("one", SANS, STYLE.pt) + width(" ", BOLD, STYLE.pt), abs=0.2)
    assert three.x == pytest.approx(two.x + width("two", BOLD, STYLE.pt))


def test_markdown_lists_are_numbered_and_hang() -> None:
    text = "1. first\n2. second\n\nbetween\n\n- dash\n- **bold** dash\n\n1. again"
    lines = markdown(text, 80, STYLE, {})
    assert rows(lines) == ["1. first", "2. second", "between", "– dash", "– bold dash", "1. again"]
    long = markdown("- " + "word " * 60, 60, STYLE, {})
    starts = {next(i.x for i in ln.items if isinstance(i, Text) and i.string != "–") for ln in long}
    assert len(long) > 2
    assert len(starts) == 1  # every line begins where the first word does
    assert starts.pop() > 0


def test_markdown_headings_emphasis_and_soft_breaks() -> None:
    lines = markdown("# Game\n\n## Turn\n\nTake *one*\ncard.", 80, STYLE, {})
    assert rows(lines) == ["Turn", "Take one card."]  # the name of the game stands in the masthead
    assert {item.font for item in lines[0].items if isinstance(item, Text)} == {SERIF}
    assert [item.font for item in lines[1].items if isinstance(item, Text)] == [SANS, ITALIC, SANS]


def test_markdown_figures_come_from_the_kit_with_their_caption() -> None:
    mark = Path(rectangle(0, 0, 5, 5), fill="#000000")
    lines = markdown("![A caption.](thing)", 80, STYLE, {"thing": lambda room: ([mark], 33.0)})
    assert lines[0].items == (mark,)
    assert lines[0].height == 33
    assert lines[0].keep >= 1  # a figure never parts from its caption
    assert rows(lines)[1] == "A caption."


@pytest.mark.parametrize(
    ("text", "where", "got"),
    [
        ("# A\n\n![x](nothing)", "line 3", "nothing"),
        ("| a |\n|---|\n\n> said", "line 4", "blockquote_open"),
        ("one\n\n`code`", "line 3", "code_inline"),
        ("---", "line 1", "hr"),
    ],
)
def test_markdown_that_is_not_set_is_refused(text: str, where: str, got: str) -> None:
    """Better a sentence with the line than a page with the mark in it, or without the words."""
    with pytest.raises(UnsupportedMarkdown) as mistake:
        markdown(text, 80, STYLE, {"thing": lambda room: ([], 1.0)})
    assert mistake.value.where == where
    assert got in mistake.value.expected


def test_the_innermost_mark_decides_and_the_outer_one_returns() -> None:
    (line,) = markdown("**a *b* c** d", 80, STYLE, {})
    assert [(item.string, item.font) for item in line.items] == [("a", BOLD), ("b", ITALIC), ("c", BOLD), ("d", SANS)]


def test_a_column_never_ends_with_a_heading() -> None:
    lines = [*(line(f"t{i}") for i in range(5)), line("head", keep=2), line("a"), line("b"), line("c")]
    for room in range(5, 50, 5):
        column, rest = filled_column(lines, room)
        assert said(column)[-1] not in ("head",) + (("a",) if rest else ())
        assert said(column) + [n for ln in rest for n in said(list(ln.items))] == rows(lines)


def test_a_heading_keeps_the_two_lines_below_it() -> None:
    assert [ln.keep for ln in heading("Short", 2, 80, STYLE)] == [2]


def test_a_paragraph_leaves_no_line_by_itself() -> None:
    lines = paragraph([("word " * 80, SANS)], 60, STYLE, before=0)
    assert len(lines) >= 5
    for count in range(1, len(lines)):
        _, rest = filled_column(lines, count * STYLE.leading + 0.01)
        taken = len(lines) - len(rest)
        assert taken != 1 or count == 1
        assert len(rest) != 1


def test_white_above_a_line_is_dropped_where_a_column_begins() -> None:
    column, _ = filled_column([line("a", before=9), line("b", before=2)], 50)
    assert [item.y for item in column] == [4, 5 + 2 + 4]  # type: ignore[union-attr]
    assert total_height([line("a", before=9), line("b", before=2)]) == 12


@given(st.lists(st.floats(3, 12), min_size=1, max_size=60), st.integers(1, 3))
def test_pages_hold_every_line_once_in_order_within_their_height(heights: list[float], columns: int) -> None:
    lines = [line(str(i), h, before=1) for i, h in enumerate(heights)]
    made = pages(lines, columns, 50, 5, 60, first=30)
    assert [name for page in made for name in said(page)] == [str(i) for i in range(len(lines))]
    for number, page in enumerate(made):
        for item in page:
            top = item.y - 4  # type: ignore[union-attr]
            assert top + heights[int(item.string)] <= (60 if number else 30) + 1e-6  # type: ignore[union-attr]


def test_the_last_page_gets_columns_of_even_height() -> None:
    lines = [line(str(i)) for i in range(10)]
    (items,) = pages(lines, 2, 50, 5, 200)
    assert [item.x for item in items].count(0) == 5  # type: ignore[union-attr]


def test_what_is_higher_than_a_page_is_refused_instead_of_printed_for_ever() -> None:
    with pytest.raises(ValueError, match="80 mm high does not fit"):
        pages([line("a"), line("b", 80)], 2, 50, 5, 60)
