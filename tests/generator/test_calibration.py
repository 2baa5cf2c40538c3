"""The calibration sheet: what is read on it is what `--set` wants, by anybody, on either paper, in either language."""

from __future__ import annotations

from functools import cache
from math import degrees, sin

import pytest
from support.faulty import through
from support.printing import texts
from support.rasters import PER_MM, beyond_margin, ink, longest_run, page, part

from generator.drawing.geometry import Area
from generator.errors import BadValue
from generator.layout.paper import PAPERS, paper
from generator.layout.print_settings import PrintSettings
from generator.layout.printer_profile import FARTHEST, Edge, Profile
from generator.press.alignment import ARM
from generator.press.calibration import APART, BAR, PER_DEGREE, calibration, command, spots
from templates import i18n

WAYS = [(name, sides) for name in ("a4", "letter") for sides in ("long-edge", "short-edge")]
every_way = pytest.mark.parametrize(("name", "sides"), WAYS)


@cache
def made(name: str, sides: str, lang: str = "en", profile: Profile | None = None) -> bytes:
    named = {"printer": "home", "profile": profile} if profile else {}
    settings = PrintSettings(paper=paper(name), sides=sides, lang=lang, **named)  # type: ignore[arg-type]
    with i18n.speaking(lang):
        return calibration(settings)


def dark(data: bytes, index: int, x: float, y: float) -> bool:
    """Is there strong ink at that point of a page?"""
    box = Area(x - 0.15, y - 0.15, 0.3, 0.3)
    return ink(part(page(data, index), box)).getextrema()[1] > 150  # type: ignore[operator]


@every_way
def test_crosses_shine_through_at_the_zero_of_their_scales(name: str, sides: str) -> None:
    """On a true printer; seen on the drawing: arms of a cross on the front, ticks of a scale behind it."""
    data, sheet = made(name, sides), PAPERS[name]
    for x, y in spots(sheet):
        for u, v in ((ARM - 0.5, 0), (0, ARM - 0.5), (0.5 - ARM, 0), (0, 0.5 - ARM)):
            assert dark(data, 0, x + u, y + v)
        behind = through((x, y), sheet, sides)
        assert min(abs(behind[1] - z) for _, z in spots(sheet)) < 1e-6  # there is a scale
        for n in range(-int(FARTHEST), int(FARTHEST) + 1):
            assert dark(data, 1, behind[0] + n, behind[1] + 0.8)
            if abs(n) > 3:  # nearer there are the ticks of the scale that stands
                assert not dark(data, 1, behind[0] + n + 0.5, behind[1] + 0.8)


def test_four_millimetres_make_a_degree() -> None:
    """A and B are that far apart; at two degrees the chord is wrong by less than a thousandth."""
    for turn in (-2.0, -0.5, 0.1, 1.0, 2.0):
        difference = 2 * APART * sin(turn * 3.14159265 / 180)
        assert difference / PER_DEGREE == pytest.approx(turn, abs=0.001)
    assert degrees(PER_DEGREE / (2 * APART)) == pytest.approx(1, abs=0.001)


@every_way
def test_the_bar_is_two_hundred_millimetres_long(name: str, sides: str) -> None:
    picture = page(made(name, sides), 0).rotate(90, expand=True)
    assert max(longest_run(picture, row) for row in range(picture.height)) == pytest.approx(BAR * PER_MM, abs=6)


@every_way
def test_no_ink_outside_the_safe_margin(name: str, sides: str) -> None:
    for lang in ("en", "fr"):
        assert [beyond_margin(page(made(name, sides, lang), i)) for i in (0, 1)] == [[], []]


@pytest.mark.parametrize("lang", ["en", "fr"])
@every_way
def test_the_sheet_says_what_to_do_in_its_language(name: str, sides: str, lang: str) -> None:
    front, back = (" ".join(text.split()) for text in texts(made(name, sides, lang)))
    with i18n.speaking(lang):
        assert command() in front
    with i18n.speaking(lang):
        edge = {
            "long-edge": i18n.say("Print both pages on one sheet: scale 100 %, both sides, turned over the long edge."),
            "short-edge": i18n.say(
                "Print both pages on one sheet: scale 100 %, both sides, turned over the short edge."
            ),
        }[sides]
        assert " ".join(edge.split()) in front
        assert i18n.say("This side towards you, against the light") in back
    assert [word for word in ("A =", "B =", "X =", "Y =", "(A − B) / 4 =", "PCT =") if word not in back] == []


def test_with_a_profile_the_scales_are_where_that_printer_needs_them() -> None:
    """To check a profile: the middle scale has gone where the cross was read."""
    profile = Profile(100, Edge(2, -3))
    data = made("a4", "long-edge", "en", profile)
    for x, y in spots(PAPERS["a4"]):
        assert dark(data, 1, x + 2 + 7, y - 3 + 0.8)
        assert not dark(data, 1, x + 2 + 7, y + 0.8 + 1.5)
    assert "2,-3" in texts(data)[0]
    assert "home" in texts(data)[0]


@pytest.mark.parametrize("name", ["297x210mm", "150x200mm", "190x270mm"])
def test_paper_that_has_no_room_for_it_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="at least 200 × 270 mm"):
        made(name, "long-edge")
