"""Ink modes: what a colour becomes where ink is spared or black is all there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.palette import BLACK, WHITE, InkPalette, luminance, mix
from generator.kits.code777.spec import KitSpec
from generator.order.request import INKS
from referee.code777.pieces import Colour
from templates.loader import kit

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
    palette = InkPalette("mono")
    surfaces = palette.area(colour), palette.badge(colour)
    answers = [palette.ink, palette.soft, palette.line(colour), palette.on(colour), palette.tint(colour)]
    answers += [s["fill"] for s in surfaces] + [s["stroke"] for s in surfaces]
    assert all(map(grey, answers))


@given(colours)
def test_type_and_lines_are_quite_black_where_black_is_all_there_is(colour: str) -> None:
    """A printer without grey would make dots of it, and of thin letters crumbs."""
    palette = InkPalette("mono")
    assert {palette.ink, palette.line(colour), palette.on(colour), palette.area(colour)["stroke"]} == {BLACK}


@given(colours)
def test_only_full_floods_and_the_others_draw_an_outline(colour: str) -> None:
    assert InkPalette("full").floods
    assert InkPalette("full").area(colour)["fill"] == colour
    for mode in ("saver", "mono"):
        area = InkPalette(mode).area(colour)  # type: ignore[arg-type]
        assert not InkPalette(mode).floods  # type: ignore[arg-type]
        assert area["stroke"]
        assert luminance(str(area["fill"])) > 0.75


@given(colours)
def test_saver_tints_are_lighter_than_full_ones(colour: str) -> None:
    full, saver = InkPalette("full").tint(colour), InkPalette("saver").tint(colour)
    assert luminance(saver) >= luminance(full)
    assert InkPalette("mono").tint(colour) == WHITE


@given(colours, st.floats(0, 1))
def test_mixing_with_white_never_darkens(colour: str, share: float) -> None:
    assert luminance(mix(colour, share)) >= luminance(colour) - 1e-9
    assert (mix(colour, 1), mix(colour, 0)) == (colour, WHITE)


@modes
def test_type_on_a_tile_can_be_read_in_each_of_the_seven_colours(mode: str) -> None:
    palette, spec = InkPalette(mode), kit("code777", KitSpec)  # type: ignore[arg-type]
    for colour in Colour:
        hue = spec.colours.of(colour).hex
        ground = palette.area(hue)["fill"] or WHITE
        assert contrast(palette.on(hue), ground) >= 2.5, (mode, colour)


@modes
def test_lines_and_type_in_the_accent_can_be_read_on_white(mode: str) -> None:
    palette, spec = InkPalette(mode), kit("code777", KitSpec)  # type: ignore[arg-type]
    assert contrast(palette.line(spec.accent), WHITE) >= 4.5
    assert contrast(palette.ink, WHITE) >= 12
    assert contrast(palette.on(spec.accent), palette.area(spec.accent)["fill"] or WHITE) >= 4.5


@modes
def test_a_badge_is_seen_on_white_even_in_yellow(mode: str) -> None:
    palette, spec = InkPalette(mode), kit("code777", KitSpec)  # type: ignore[arg-type]
    for colour in Colour:
        badge = palette.badge(spec.colours.of(colour).hex)
        edge = badge["stroke"] or badge["fill"]
        assert contrast(str(edge), WHITE) >= 2.5, (mode, colour)
    assert InkPalette("mono").badge("#f2c230")["fill"] == BLACK
