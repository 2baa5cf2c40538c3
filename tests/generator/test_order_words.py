"""Words of an order that people type in their own ways: commas, accents, other scripts, empty ones."""

from __future__ import annotations

import pypdfium2
import pytest
from support.printing import ordered, printed

from generator.drawing.fonts import ITALIC, SANS, lacking, register, setting
from generator.errors import BadValue
from generator.layout.paper import paper
from generator.order.request import requests
from generator.order.words import ascii_name, file_part, millimetres_xy


@pytest.mark.parametrize("given", ["An\nne,Bob", "Anne\r,Bob", "An\u2028ne", "Anne,Bob\n"])
def test_a_name_stands_on_one_line(given: str) -> None:
    with pytest.raises(BadValue, match="one line"):
        requests(["code777"], names=given)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("0.5,-1", (0.5, -1)),
        ("0,5;-1", (0.5, -1)),
        ("0,5 -1", (0.5, -1)),
        ("0,5,-1,0", (0.5, -1)),
        (" 1 , 2 ", (1, 2)),
        ("-0.5; 0,25", (-0.5, 0.25)),
    ],
)
def test_millimetres_with_a_point_or_a_comma(given: str, meant: tuple[float, float]) -> None:
    assert millimetres_xy(given) == meant


@pytest.mark.parametrize("given", ["0,5,-1", "1", "1;2;3", "a,b", "1,2,3,4,5", ""])
def test_what_could_mean_two_things_is_refused(given: str) -> None:
    with pytest.raises(BadValue):
        millimetres_xy(given)


def test_sizes_with_a_decimal_comma() -> None:
    assert (paper("210,5x297mm").width, paper("8,5x11in").width) == (210.5, 215.9)
    (order,) = requests(["code777"], spares="tiles: 7 blue; questions: 1", size=("tiles=25,5x32,questions=60x88,5",))
    assert dict(order.sizes) == {"tiles": (25.5, 32), "questions": (60, 88.5)}


def test_letters_that_have_no_accent_to_lose_are_spelled() -> None:
    assert ascii_name("Łukasz Þór Weiß Ægir Øre") == "lukasz-thor-weiss-aegir-ore"


def test_two_names_are_two_files() -> None:
    one, other = (ordered(names_=f"{name},Bob", players_="2").file() for name in ("Zoé", "Zoe"))
    assert one != other
    assert other == "code777-en-a4-2p-zoe-bob.pdf"
    assert one.startswith("code777-en-a4-2p-zoe-bob-")
    spellings = ("Anne,Marie", "Anne Marie", "ANNE,Marie", "Ελένη", "Борис", "A" * 40 + "," + "B" * 40, "A" * 41)
    assert len({file_part(each.split(",")) for each in spellings}) == len(spellings)
    assert all(len(file_part(each.split(","))) <= 60 for each in spellings)


def test_greek_and_cyrillic_names_are_printed() -> None:
    """Only the italic lacks them: the upright stands in for it, in widths and on paper."""
    assert lacking("Ελένη Борис") == ""
    assert lacking("山") == "山"
    assert setting("Ελένη", ITALIC) == register(SANS)
    assert setting("Élise", ITALIC) == register(ITALIC)
    kit = printed(names_="Ελένη,Борис", players_="2", only=("racks", "notes"))
    with pypdfium2.PdfDocument(kit.data) as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Ελένη" in text
    assert "Борис" in text
