"""The curves of a debrief: for each player how many answers were possible after each turn, as SVG, picture or page."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from pathlib import Path

from cli.debrief.report import Report
from generator.drawing.fonts import BOLD, SANS, cap, width
from generator.drawing.pen import Face, FaceStamp, Pen
from generator.errors import BadValue
from generator.press.seat_cards import settable
from templates import i18n
from templates.i18n import say
from templates.pages.debrief import bits, possibilities

WIDE, HIGH = 240.0, 130.0
LEFT, TOP, RIGHT, FOOT = 18.0, 20.0, 44.0, 18.0
INK, GREY, PALE = "#1c1b22", "#6b6876", "#d9d6e0"
# A colour never comes alone: each curve has its own dashes, its own mark and its name at the end.
CURVES = (
    ("#5a3d8c", ()), ("#b3410e", (3.0, 1.2)), ("#1c6e5a", (0.8, 0.8)), ("#1f4e9c", (5.0, 1.2, 0.8, 1.2)), ("#8c1d4f", (1.6, 1.6)),
    ("#555555", (6.0, 2.0)),
)  # fmt: skip
ENDINGS = (".svg", ".png", ".pdf")
DPI = 200
LINE = 5.0  # from one name to the next


def plotted(report: Report, file: Path) -> bytes:
    """The file."""
    if file.suffix.lower() not in ENDINGS:
        raise BadValue("--plot", str(file), say("it takes a file that ends in .svg, .png or .pdf"))
    title = say("What was open to each player: {game}").format(game=report.kit["name"])
    face = drawn(report, title)
    if file.suffix.lower() == ".svg":
        from generator.press.export.vector import document

        return document(face, {}, (0, 0, 0, 0), title, "").encode()
    if file.suffix.lower() == ".pdf":
        from generator.drawing.geometry import shift
        from generator.layout.paper import Paper
        from generator.press.pdf_writer import Document

        pages = Document(Paper("plot", WIDE, HIGH), {face.name: face}, title=title, subject=title, lang=i18n.language())
        pages.page(pages.side([FaceStamp(face.name, shift(0, 0))]))
        return pages.bytes()
    from generator.press.export.pictures import pictures

    ((picture, dots),) = pictures([(face, (0, 0, 0, 0))], {face.name: face}, DPI)
    out = BytesIO()
    picture.save(out, "PNG", dpi=(dots, dots))
    return out.getvalue()


def drawn(report: Report, title: str) -> Face:
    """Axes, a curve for each player, a ring where he could know and a dot where he said it."""
    steps = report.debrief.steps
    most = max(1, ceil(max(bits(step.seats[seat]) for step in steps for seat in report.seats)))
    last = max(1, steps[-1].turn)
    pen = Pen()
    pen.rect(0, 0, WIDE, HIGH, fill="#ffffff")
    pen.text(LEFT, 10, title, BOLD, 13, INK)
    pen.text(
        LEFT, 15.5, say("how many answers were still possible; a ring: could know it, a dot: said it"), SANS, 8.5, GREY
    )

    def at(turn: float, height: float) -> tuple[float, float]:
        return (
            LEFT + (WIDE - LEFT - RIGHT) * turn / last,
            HIGH - FOOT - (HIGH - TOP - FOOT) * height / most,
        )

    step = max(1, ceil(most / 8))
    for height in range(0, most + 1, step):
        x, y = at(0, height)
        pen.line(x, y, at(last, height)[0], y, PALE, 0.2)
        pen.text(x - 2, y + cap(SANS, 8) / 2, possibilities(height), SANS, 8, GREY, "end")
    every = max(1, ceil(last / 12))
    for turn in range(0, last + 1, every):
        pen.text(at(turn, 0)[0], HIGH - FOOT + 5, str(turn), SANS, 8, GREY, "middle")
    pen.text(at(last / 2, 0)[0], HIGH - FOOT + 11, say("moves"), SANS, 9, GREY, "middle")
    ends: list[tuple[float, int]] = []
    for seat in report.seats:
        colour, dash = CURVES[seat % len(CURVES)]
        points = [at(each.turn, bits(each.seats[seat])) for each in steps]
        ops = [("M", points[0]), *(("L", point) for point in points[1:])]
        pen.path(ops, None, colour, 0.55, dash)
        for secret in report.debrief.secrets[seat]:
            if secret.could_know is not None:
                pen.circle(*at(secret.could_know, 0), 1.4, fill="#ffffff", stroke=colour, width=0.4)
            if secret.did is not None:
                pen.circle(*at(secret.did, 0), 0.8, fill=colour)
        ends.append((points[-1][1], seat))
    named(pen, report.names, ends)
    return pen.face("plot", WIDE, HIGH)


def named(pen: Pen, names: Sequence[str], ends: list[tuple[float, int]]) -> None:
    """The names beside the ends of the curves, apart from each other, each with a piece of its line."""
    x = WIDE - RIGHT + 3
    places = sorted(ends)
    for here, (_, seat) in zip(apart([y for y, _ in places], HIGH - FOOT + LINE * 0.8), places, strict=True):
        colour, dash = CURVES[seat % len(CURVES)]
        pen.line(x, here, x + 7, here, colour, 0.55, dash)
        name = settable(names[seat])
        while width(name, SANS, 9) > RIGHT - 12 and len(name) > 1:
            name = f"{name.rstrip('…')[:-1]}…"
        pen.text(x + 8.5, here + cap(SANS, 9) / 2, name, SANS, 9, INK)


def apart(wanted: Sequence[float], lowest: float) -> list[float]:
    """Heights from the top down, as near to those wanted as lines of type can be, and none below the lowest."""
    found: list[float] = []
    for y in wanted:
        below = len(wanted) - len(found) - 1
        found.append(min(max(y, found[-1] + LINE) if found else y, lowest - LINE * below))
    return found
