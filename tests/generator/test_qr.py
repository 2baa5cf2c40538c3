"""QR codes are read back from the printed page, as a phone would."""

from __future__ import annotations

import random
import string
from itertools import groupby

import pikepdf
import pytest
import zxingcpp
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from support.pdfs import opened
from support.rasters import Picture, page

from generator.drawing import qr
from generator.drawing.geometry import Area, shift
from generator.drawing.pen import Face, FaceStamp, Path
from generator.layout.paper import PAPERS, fit
from generator.press.pdf_writer import Document

SIZE = 24.0  # mm of the dark field
DPI_150 = 150 / 25.4


def payloads(count: int, seed: int = 777) -> list[str]:
    dice = random.Random(seed)
    letters = string.ascii_letters + string.digits + "-_"
    return [f"http://192.168.1.23:7770/j/{''.join(dice.choices(letters, k=22))}" for _ in range(count)]


def framed(modules: int) -> float:
    """A code with the white it needs."""
    return SIZE * (1 + 2 * qr.QUIET / modules)


def sheet(codes: list[qr.Modules]) -> tuple[bytes, list[Area]]:
    """Codes on A4, as many as fit; the places of all of them, in order of pages."""
    side = framed(len(codes[0]))
    grid = fit(side, side, PAPERS["a4"].area, gutter=0, halo=0, piece="code", paper="a4")
    quiet = (side - SIZE) / 2
    faces = {}
    for i, modules in enumerate(codes):
        path = Path(qr.path(modules, quiet, quiet, SIZE), fill="#000000")
        faces[f"qr.{i}"] = Face(f"qr.{i}", side, side, (path,))
    document = Document(PAPERS["a4"], faces, title="", subject="", lang="en")
    places = []
    for first in range(0, len(codes), grid.capacity):
        boxes = list(grid.boxes(min(grid.capacity, len(codes) - first)))
        stamps = [FaceStamp(f"qr.{first + i}", shift(b.x, b.y)) for i, b in enumerate(boxes)]
        document.page(document.side(stamps))
        places += boxes
    return document.bytes(), places


def read(data: bytes, places: list[Area]) -> list[str]:
    """What each code on the pages says, at 150 dpi; nothing where none can be read."""
    per_page = next((i for i, b in enumerate(places) if i and b == places[0]), len(places))
    found = []
    for i, b in enumerate(places):
        picture: Picture = page(data, i // per_page, DPI_150)
        crop = picture.crop(tuple(round(v * DPI_150) for v in (b.x, b.y, b.x + b.width, b.y + b.height)))
        codes = zxingcpp.read_barcodes(crop, formats=zxingcpp.BarcodeFormat.QRCode)
        found.append(codes[0].text if len(codes) == 1 else "")
    return found


def test_sixty_seat_cards_all_read_at_150_dpi() -> None:
    said = payloads(60)
    assert len(set(said)) == 60
    assert read(*sheet(qr.codes(said))) == said


def test_a_spoilt_code_is_not_read() -> None:
    """Proves the test above: with a finder pattern wiped out nothing is read, and nothing is made up."""
    said = payloads(3)
    codes = qr.codes(said)
    codes[1] = [[False] * 9 + list(row[9:]) if y < 9 else list(row) for y, row in enumerate(codes[1])]
    found = read(*sheet(codes))
    assert found == [said[0], "", said[2]]


def test_one_code_is_one_path() -> None:
    """Painted at once: rectangles painted one by one show seams between them, and some printers' codes fail."""
    data, _ = sheet(qr.codes(payloads(1)))
    with opened(data) as pdf:
        form = pdf.pages[0].Resources.XObject["/FormXob.qr.0"]
        operators = [str(op) for _, op in pikepdf.parse_content_stream(form)]
        assert sum(op in ("f", "F", "f*", "B", "S", "b") for op in operators) == 1
        assert not dict(form.get("/Resources", {}).get("/XObject", {}))  # no picture


def test_dark_modules_are_merged_into_horizontal_runs() -> None:
    (modules,) = qr.codes(payloads(1))
    ops = qr.path(modules, 10, 20, float(len(modules)))
    runs = sum(1 for row in modules for dark, _ in groupby(row) if dark)
    assert sum(op == "M" for op, _ in ops) == runs
    corners = [v for op, v in ops if op in ("M", "L")]
    covered = set()
    for (left, top), (right, _), (_, low), _ in zip(*[iter(corners)] * 4, strict=True):
        assert low - top == pytest.approx(1)
        covered |= {(round(top) - 20, x - 10) for x in range(round(left), round(right))}
    assert covered == {(y, x) for y, row in enumerate(modules) for x, dark in enumerate(row) if dark}


def best_mask(payload: str) -> int:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(payload)
    code.best_fit()
    return int(code.best_mask_pattern())


def test_the_same_batch_gives_the_same_modules_whatever_was_made_before() -> None:
    """A mask remembered from an earlier batch would change a later one, so the batches here want different masks."""
    batches = {best_mask(batch[0]): batch for batch in (payloads(3, seed) for seed in range(40))}
    assert len(batches) >= 4
    there = [qr.codes(batch) for batch in batches.values()]
    back = [qr.codes(batch) for batch in reversed(batches.values())][::-1]
    assert there == back
    assert len({str(codes[0][:9]) for codes in there}) > 1
    for mask, codes in zip(batches, there, strict=True):
        alone = QRCode(error_correction=ERROR_CORRECT_M, border=0, mask_pattern=mask)
        alone.add_data(batches[mask][0])
        alone.make()
        assert codes[0] == alone.get_matrix()  # the first of a batch has the mask that is best for itself


def test_codes_of_different_sizes_share_a_batch() -> None:
    said = ["hello", *payloads(1), "x" * 200]
    codes = qr.codes(said)
    assert len({len(code) for code in codes}) == 3
    assert [read(*sheet([code]))[0] for code in codes] == said
