"""Codes on the terminal: read back from the characters, on dark terminals and on light ones."""

from __future__ import annotations

import re

import pytest
import zxingcpp
from PIL import Image

from generator.drawing import qr
from generator.drawing.qr_blocks import BLACK_ON_WHITE, HALVES, RESET, blocks

PAYLOADS = [
    "http://192.168.1.20:7770/",
    "http://192.168.1.20:7770/join/kQ7-vT_x9Zb4Rm2Lw8Yc1Hd5fG",
    "http://x/" + "é" * 60,
]
every = pytest.mark.parametrize("payload", PAYLOADS)
DARK, LIGHT = (0, 255), (255, 0)  # ground and type of a terminal


def shown(text: str, terminal: tuple[int, int], around: int = 3, scale: int = 4) -> Image.Image:
    """What a terminal shows, with some of its own ground around the text."""
    halves = {char: pair for pair, char in HALVES.items()}
    lines = text.split("\n")
    wide = max(len(re.sub("\x1b[^m]*m", "", line)) for line in lines)
    picture = Image.new("L", (wide + 2 * around, 2 * (len(lines) + around)), terminal[0])
    for row, line in enumerate(lines):
        column, (ground, ink) = around, terminal
        for code, char in re.findall(r"(\x1b\[[0-9;]*m)|(.)", line):
            if code:
                ground, ink = {BLACK_ON_WHITE: (255, 0), RESET: terminal}[code]
                continue
            for half, drawn in enumerate(halves[char]):
                picture.putpixel((column, 2 * row + around + half), ink if drawn else ground)
            column += 1
        assert (ground, ink) == terminal  # no colour runs into the next line
    return picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)


def read(picture: Image.Image, invert: bool = False) -> list[str]:
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode, try_invert=invert)
    return [code.text for code in found]


@every
@pytest.mark.parametrize("terminal", [DARK, LIGHT], ids=["dark", "light"])
def test_in_colour_it_is_right_on_any_terminal(payload: str, terminal: tuple[int, int]) -> None:
    assert read(shown(blocks(payload), terminal)) == [payload]


@every
def test_without_colour_it_is_right_on_a_dark_terminal_and_a_negative_on_a_light_one(payload: str) -> None:
    text = blocks(payload, colour=False)
    assert "\x1b" not in text
    assert read(shown(text, DARK)) == [payload]
    assert read(shown(text, LIGHT)) == []  # proves that the negative is one
    assert read(shown(text, LIGHT), invert=True) == [payload]


@every
def test_the_modules_are_those_of_the_smallest_code_with_two_of_white_around(payload: str) -> None:
    (modules,) = qr.codes([payload], level="L")
    side = len(modules) + 4
    for colour in (True, False):
        lines = re.sub("\x1b[^m]*m", "", blocks(payload, colour)).split("\n")
        assert {len(line) for line in lines} == {side}
        assert len(lines) == (side + 1) // 2
    picture = shown(blocks(payload), LIGHT, around=0, scale=1)
    found = [[picture.getpixel((x, y)) == 0 for x in range(2, side - 2)] for y in range(2, side - 2)]
    assert found == modules


def test_less_correction_makes_it_narrower() -> None:
    (low,), (paper,) = qr.codes([PAYLOADS[1]], level="L"), qr.codes([PAYLOADS[1]])
    assert len(low) < len(paper)
    assert qr.codes([PAYLOADS[1]], level="M") == [paper]


def test_the_address_of_a_table_fits_a_narrow_terminal() -> None:
    text = blocks(PAYLOADS[0], colour=False)
    assert max(map(len, text.split("\n"))) <= 40
    assert len(text.split("\n")) <= 23  # and 24 lines
