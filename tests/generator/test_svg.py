"""SVG for phones: shapes within their boxes, codes that can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from generator.drawing import qr, svg
from generator.drawing.pen import Op
from generator.drawing.shapes import SHAPES
from templates import i18n

NS = {"s": svg.XMLNS}
NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}


def parsed(d: str) -> Iterator[Op]:
    """A path of the kind that `path` writes, command by command."""
    for op, rest in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        values = [float(v) for v in rest.split()]
        take = NUMBERS[op]
        assert len(values) % take == 0 if take else not values
        for i in range(0, max(len(values), 1), max(take, 1)):
            yield ("L" if op == "M" and i else op), tuple(values[i : i + take])


def outline(ops: list[Op]) -> Iterator[tuple[float, float]]:
    """Points along a path, also on its curves."""
    at = (0.0, 0.0)
    for op, v in ops:
        if op == "C":
            xs, ys = (at[0], *v[::2]), (at[1], *v[1::2])
            for i in range(1, 33):
                t = i / 32
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                yield tuple(sum(w * c for w, c in zip(weights, cs, strict=True)) for cs in (xs, ys))  # type: ignore[misc]
        elif op != "Z":
            yield v  # type: ignore[misc]
        at = v[-2:] if v else at  # type: ignore[assignment]


def symbols(text: str) -> dict[str, tuple[str, str]]:
    """Name -> viewBox, path."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{{{svg.XMLNS}}}svg"
    return {
        s.attrib["id"]: (s.attrib["viewBox"], s.find("s:path", NS).attrib["d"])  # type: ignore[union-attr]
        for s in root.findall("s:symbol", NS)
    }


def test_the_sprite_has_every_shape_in_the_colour_of_the_text() -> None:
    text = svg.sprite(SHAPES)
    assert list(symbols(text)) == list(SHAPES)
    assert text.count('fill="currentColor"') == len(SHAPES)
    assert len(text) < 2500  # compact: it goes out with every page


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_fills_its_box_and_stays_within(name: str) -> None:
    box, d = symbols(svg.sprite(SHAPES))[name]
    left, top, wide, high = map(float, box.split())
    points = list(outline(list(parsed(d))))
    xs, ys = zip(*points, strict=True)
    assert left <= min(xs) and max(xs) <= left + wide
    assert top <= min(ys) and max(ys) <= top + high
    assert max(xs) - min(xs) > 0.6 * wide
    assert max(ys) - min(ys) > 0.8 * high


@pytest.mark.parametrize("name", SHAPES)
def test_a_path_is_what_is_printed_to_two_decimals(name: str) -> None:
    ops = SHAPES[name](12, 12, 12)
    d = svg.path(ops)
    assert not re.search(r"\.\d{3}|e-|-0(?!\.)", d)
    back = list(parsed(d))
    assert [op for op, _ in back] == [op for op, _ in ops]
    for (_, found), (_, wanted) in zip(back, ops, strict=True):
        assert found == pytest.approx(wanted, abs=0.0051)


PAYLOADS = ["http://192.168.1.20:7770/join/kQ7-vT_x9Zb4Rm2Lw8Yc1Hd5fG", "http://a.local/", "é" * 90]


def rasterised(text: str, scale: int = 4) -> Image.Image:
    """A code as a browser would paint it: the white square, then each run of the path."""
    root = ElementTree.fromstring(text)
    left, top, wide, high = map(int, root.attrib["viewBox"].split())
    rect, path = root.find("s:rect", NS), root.find("s:path", NS)
    assert rect is not None and path is not None
    assert (left, top, rect.attrib["width"], rect.attrib["height"]) == (0, 0, str(wide), str(high))
    picture = Image.new("L", (wide * scale, high * scale), 255)
    pen = ImageDraw.Draw(picture)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path.attrib["d"])
    assert "".join("M{} {}h{}v1h-{}z".format(*run) for run in runs) == path.attrib["d"]
    for x, y, n, back in (map(int, run) for run in runs):
        assert n == back
        pen.rectangle((x * scale, y * scale, (x + n) * scale - 1, (y + 1) * scale - 1), fill=0)
    return picture


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_code_is_read_back(payload: str) -> None:
    (found,) = zxingcpp.read_barcodes(rasterised(svg.qr_svg(payload)), formats=zxingcpp.BarcodeFormat.QRCode)
    assert found.text == payload


def test_a_code_has_four_modules_of_white_around_it() -> None:
    picture = rasterised(svg.qr_svg(PAYLOADS[0]), 1)
    (modules,) = qr.codes([PAYLOADS[0]])
    box = picture.point(lambda v: 255 - v).getbbox()
    assert box == (4, 4, 4 + len(modules), 4 + len(modules))
    assert picture.width == picture.height == len(modules) + 8


def test_a_code_says_what_it_is_and_scales_with_sharp_edges() -> None:
    root = ElementTree.fromstring(svg.qr_svg("x", 'Seat 2 <"Zoé" & Co>'))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == 'Seat 2 <"Zoé" & Co>'
    assert root.attrib["shape-rendering"] == "crispEdges"
    assert not {"width", "height"} & set(root.attrib)
    assert len(root.findall("s:path", NS)) == 1
    with i18n.speaking("fr"):
        assert ElementTree.fromstring(svg.qr_svg("x")).attrib["aria-label"] == "Code QR"


@pytest.mark.parametrize("module", ["svg", "qr_blocks"])
def test_it_costs_no_pdf_machinery(module: str) -> None:
    program = f"import generator.drawing.{module}, sys; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert f"generator.drawing.{module}" in told
    assert {"reportlab", "pikepdf", "pypdfium2", "babel"} & {name.partition(".")[0] for name in told} == set()
