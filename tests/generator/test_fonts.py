"""Type: lines that fit, words that break where they may, letters that exist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from support.catalogues import translations
from support.printing import printed

from generator.drawing.fonts import (
    FILES,
    LEAST_PT,
    SANS,
    SERIF,
    cap,
    fitting,
    lacking,
    pt_for_cap,
    register,
    width,
    wrap,
    wrap_even,
)
from generator.drawing.pen import Text
from referee.registry import GAMES
from templates import i18n, loader

words = st.text(st.sampled_from("abcdeimwéœ’-\u00a0"), min_size=1, max_size=14)
sentences = st.lists(words, min_size=1, max_size=30).map(" ".join)
rooms = st.floats(15, 120)


@given(sentences, st.floats(7, 40), rooms)
def test_a_fitted_line_fits_and_is_never_too_small_to_read(text: str, pt: float, room: float) -> None:
    line, size = fitting(text, SANS, pt, room)
    assert LEAST_PT <= size <= max(pt, LEAST_PT)
    assert width(line, SANS, size) <= room + 1e-6
    assert line == text or (line.endswith("…") and text.startswith(line[:-1]))


def test_a_line_is_made_smaller_before_it_is_shortened() -> None:
    text = "Wilhelmina von Winterhausen"
    room = width(text, SERIF, 12)
    line, size = fitting(text, SERIF, 24, room)
    assert line == text
    assert 11.8 < size <= 12
    assert fitting(text, SERIF, 10, room) == (text, 10)


@given(sentences, rooms)
def test_wrapped_lines_fit_lose_nothing_and_break_at_ordinary_spaces_alone(text: str, room: float) -> None:
    lines = wrap(text, SANS, 10, room)
    assert " ".join(lines) == text
    assert all(width(line, SANS, 10) <= room + 1e-6 or " " not in line for line in lines)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_no_break_space_holds(space: str) -> None:
    text = f"aaaa bbbb{space}:{space}cccc dddd"
    assert wrap(text, SANS, 10, 1) == ["aaaa", f"bbbb{space}:{space}cccc", "dddd"]
    assert wrap(text.replace(space, " "), SANS, 10, 1) == ["aaaa", "bbbb", ":", "cccc", "dddd"]


@given(sentences, rooms)
def test_even_lines_are_as_few_as_greedy_ones_and_no_wider(text: str, room: float) -> None:
    greedy, even = wrap(text, SANS, 10, room), wrap_even(text, SANS, 10, room)
    assert " ".join(even) == text
    assert len(even) == len(greedy)
    assert max(width(line, SANS, 10) for line in even) <= max(width(line, SANS, 10) for line in greedy) + 1e-6


def test_even_lines_leave_no_word_alone() -> None:
    text = "one two three four five six seven"
    room = width("one two three four five six", SANS, 10) + 0.1
    assert wrap(text, SANS, 10, room)[-1] == "seven"
    assert len(wrap_even(text, SANS, 10, room)[-1].split()) >= 3


@pytest.mark.parametrize("font", FILES)
def test_capitals_are_as_high_as_asked(font: str) -> None:
    assert cap(font, pt_for_cap(font, 18.5)) == pytest.approx(18.5)


def test_the_typefaces_have_every_french_letter_and_lack_what_must_be_drawn() -> None:
    assert lacking("àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’“”–—…·×≥≤\u00a0") == ""
    assert lacking("a●b★c☃") == "●★☃"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_text_of_kit_and_rules_can_be_set(slug: str, lang: str) -> None:
    with i18n.speaking(lang):
        everything = [text for _, text in i18n.texts(loader.kit_data(slug), slug)]
        everything += [loader.rules(slug).replace("\n", " ")]
    assert {text: missing for text in everything if (missing := lacking(text))} == {}


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_letter_of_the_kit_exists_in_the_typeface_it_is_set_in(lang: str) -> None:
    """A letter that a typeface lacks prints as an empty box."""
    kit = printed(lang=lang, sides="long-edge", names_="Zoé,Œdipe")
    lines = {
        (i.font, i.string) for run in kit.work.runs for face in run.faces for i in face.items if isinstance(i, Text)
    }
    assert len(lines) > 200
    glyphs = {font: pdfmetrics.getFont(register(font)).face.charToGlyph for font in FILES}
    assert [(font, line) for font, line in lines if not all(ord(c) in glyphs[font] for c in line)] == []


def test_every_text_of_the_catalogue_can_be_set() -> None:
    for lang in i18n.LANGUAGES[1:]:
        strings = translations(lang).values()
        assert len(strings) > 50
        assert {s: missing for s in strings if (missing := lacking(s.replace("\n", " ")))} == {}
