"""QR codes: merged paths against pictures, and one mask for a batch against one for each code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from bench import clock
from bench.measure import Measure, kilobytes, milliseconds
from bench.paper.likeness import alike
from bench.paper.naive import ascii85, draw, plain_path
from bench.paper.sheets import pages, work_of
from generator.drawing import qr
from generator.drawing.palette import BLACK
from generator.drawing.pen import Face, FaceStamp, Item, Pen
from generator.layout.paper import Paper
from generator.press import build
from generator.press.pdf_writer import PT

COUNT = 60
CARD = 60.0, 85.0
SIDE, X, Y = 40.0, 10.0, 20.0  # the dark field on its card
BOX = 10  # pixels a module, as qrcode has it by itself
ALIKE = 0.02  # of the pixels of a page: edges of a picture are not where those of a path are


def payloads() -> list[str]:
    """Addresses as long as those of a table on the local network."""
    return [f"http://192.168.1.23:7770/t/K7QX/seat/{i:04d}-{i * 7919 % 10000:04d}" for i in range(COUNT)]


def face(number: int, modules: qr.Modules) -> Face:
    """A card with a code as one path."""
    pen = Pen()
    pen.path(qr.path(modules, X, Y, SIDE), fill=BLACK)
    return pen.face(f"qr.{number}", *CARD)


def as_paths(addresses: Sequence[str]) -> bytes:
    """The cards as the press prints them."""
    return build.render(work_of([face(i, modules) for i, modules in enumerate(qr.codes(addresses))]))


def as_pictures(addresses: Sequence[str], sheets: Sequence[Sequence[Item]], paper: Paper) -> bytes:
    """The same cards with qrcode's own PNG, at their best: one mask for all, and no ASCII85, as in the press."""
    buffer = BytesIO()
    waiting = iter(pictures(addresses))
    with ascii85(False):
        canvas = Canvas(buffer, pagesize=(paper.width * PT, paper.height * PT), pageCompression=1)
        for items in sheets:
            draw(canvas, [item for item in items if not isinstance(item, FaceStamp)], paper.height, {}, plain_path)
            for stamp in (item for item in items if isinstance(item, FaceStamp)):
                *_, left, top = stamp.matrix
                low = paper.height - top - Y - SIDE
                canvas.drawImage(next(waiting), (left + X) * PT, low * PT, SIDE * PT, SIDE * PT)
            canvas.showPage()
        canvas.save()
    return buffer.getvalue()


def pictures(addresses: Sequence[str]) -> Iterator[ImageReader]:
    """Codes as PNG. The addresses are of one length, so the mask of the first suits all."""
    mask = None
    for address in addresses:
        code = QRCode(error_correction=ERROR_CORRECT_M, box_size=BOX, border=0, mask_pattern=mask)
        code.add_data(address)
        if mask is None:
            code.best_fit()
            mask = code.mask_pattern = code.best_mask_pattern()
        code.make()
        buffer = BytesIO()
        code.make_image().save(buffer)
        buffer.seek(0)
        yield ImageReader(buffer)


def measures() -> Iterator[Measure]:
    """Both from the addresses to the bytes of a file; then the codes alone."""
    addresses = payloads()
    blank = work_of([Pen().face(f"qr.{i}", *CARD) for i in range(COUNT)])
    sheets, paper = pages(blank), blank.order.paper
    assert all(stamp.matrix[:4] == (1, 0, 0, 1) for page in sheets for stamp in page if isinstance(stamp, FaceStamp))
    ours, theirs = as_paths(addresses), as_pictures(addresses, sheets, paper)
    race = clock.race(5, lambda: as_pictures(addresses, sheets, paper), lambda: as_paths(addresses))
    title = f"PNG : {COUNT} QR codes as paths"
    yield Measure(title, milliseconds(race[0], race[1]), race.ratio(0, 1), more_than=1, noise=race.noise)
    yield Measure(title, kilobytes(len(theirs), len(ours)), len(theirs) / len(ours), more_than=1)
    yield alike(f"  pixels that differ, {len(sheets)} pages", ours, theirs, ALIKE)
    race = clock.race(3, lambda: [qr.codes([address]) for address in addresses], lambda: qr.codes(addresses))
    title = f"a mask for each code : one for all {COUNT}"
    yield Measure(title, milliseconds(race[0], race[1]), race.ratio(0, 1), more_than=1, noise=race.noise)
