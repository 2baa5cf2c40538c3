"""Ink modes: what a colour becomes where ink is spared or black is all there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.kits.code777.shelf import Shelf
from generator.order import INKS
from generator.tone import BLACK, WHITE, Tone, luminance, mix
from referee.code777.pieces import Colour
from templates import kit

colours = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
modes = pytest.mark.parametrize("mode", INKS)


def contrast(a: str, b: str) -> float:
    """As WCAG counts it: 1 is none, 21 is black on white."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grey(colour: str | None) -> bool:
    return colour is None or colour[1:3] == colour[3:5] == colour[5:7]


@given(colours)
def test_mono_answers_with_grey_whatever_it_is_asked(colour: str) -> None:
    tone = Tone("mono")
    surfaces = tone.area(colour), tone.badge(colour)
    answers = [tone.ink, tone.soft, tone.line(colour), tone.on(colour), tone.tint(colour)]
    answers += [s["fill"] for s in surfaces] + [s["stroke"] for s in surfaces]
    assert all(map(grey, answers))


@given(colours)
def test_type_and_lines_are_quite_black_where_black_is_all_there_is(colour: str) -> None:
    """A printer without grey would make dots of it, and of thin letters crumbs."""
    tone = Tone("mono")
    assert {tone.ink, tone.line(colour), tone.on(colour), tone.area(colour)["stroke"]} == {BLACK}


@given(colours)
def test_only_full_floods_and_the_others_draw_an_outline(colour: str) -> None:
    assert Tone("full").floods
    assert Tone("full").area(colour)["fill"] == colour
    for mode in ("saver", "mono"):
        area = Tone(mode).area(colour)  # type: ignore[arg-type]
        assert not Tone(mode).floods  # type: ignore[arg-type]
        assert area["stroke"]
        assert luminance(str(area["fill"])) > 0.75


@given(colours)
def test_saver_tints_are_lighter_than_full_ones(colour: str) -> None:
    full, saver = Tone("full").tint(colour), Tone("saver").tint(colour)
    assert luminance(saver) >= luminance(full)
    assert Tone("mono").tint(colour) == WHITE


@given(colours, st.floats(0, 1))
def test_mixing_with_white_never_darkens(colour: str, share: float) -> None:
    assert luminance(mix(colour, share)) >= luminance(colour) - 1e-9
    assert (mix(colour, 1), mix(colour, 0)) == (colour, WHITE)


@modes
def test_type_on_a_tile_can_be_read_in_each_of_the_seven_colours(mode: str) -> None:
    tone, shelf = Tone(mode), kit("code777", Shelf)  # type: ignore[arg-type]
    for colour in Colour:
        hue = shelf.colours.of(colour).hex
        ground = tone.area(hue)["fill"] or WHITE
        assert contrast(tone.on(hue), ground) >= 2.5, (mode, colour)


@modes
def test_lines_and_type_in_the_accent_can_be_read_on_white(mode: str) -> None:
    tone, shelf = Tone(mode), kit("code777", Shelf)  # type: ignore[arg-type]
    assert contrast(tone.line(shelf.accent), WHITE) >= 4.5
    assert contrast(tone.ink, WHITE) >= 12
    assert contrast(tone.on(shelf.accent), tone.area(shelf.accent)["fill"] or WHITE) >= 4.5


@modes
def test_a_badge_is_seen_on_white_even_in_yellow(mode: str) -> None:
    tone, shelf = Tone(mode), kit("code777", Shelf)  # type: ignore[arg-type]
    for colour in Colour:
        badge = tone.badge(shelf.colours.of(colour).hex)
        edge = badge["stroke"] or badge["fill"]
        assert contrast(str(edge), WHITE) >= 2.5, (mode, colour)
    assert Tone("mono").badge("#f2c230")["fill"] == BLACK
