"""Seat cards: one for each place at the table, with the QR code that brings a phone to it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import cast, get_args

from msgspec import Struct

from generator.drawing import qr
from generator.drawing.fonts import BOLD, ITALIC, LEAST_PT, MM, SANS, SERIF, cap, fitting, lacking, width, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.palette import BLACK, WHITE, InkPalette, Mode
from generator.drawing.pen import Face, Pen
from generator.errors import PrintError, Unknown
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED, Component
from generator.layout.imposition import impose
from generator.layout.paper import paper as sheet
from generator.layout.print_settings import PrintSettings
from generator.order.printers import profile_for as printer_for
from generator.press.assembling import assemble
from templates import i18n
from templates.i18n import LANGUAGES, say

SIZE = 90.0, 59.0  # as high as a question card is wide, and upright on A4 and Letter
PANEL = 40.0  # the left part, in the colour of the game
TOP, CODE = 1.8, 46.0  # the code with the white around it, whatever the number of its modules
INSET = 3.0  # scissors are not exact: no frame comes nearer to the edge
STEPS, LEAD = 8.5, 1.2
ONE, TWO = 1, 2  # lines
TITLE = ((ONE, range(22, 14, -1)), (TWO, range(16, 9, -1)))  # on so many lines, in which sizes
TABLE = ((ONE, range(9, 7, -1)), (TWO, range(9, 6, -1)))

Sizes = Sequence[tuple[int, range]]


class SeatCard(Struct, frozen=True):
    """Whose card it is, and where its code leads. Without a title there is room to write one."""

    title: str
    url: str


class CardTable(Struct, frozen=True):
    """What all cards of a table have in common."""

    game: str
    name: str
    address: str
    accent: str
    palette: InkPalette


def seat_cards(
    cards: Sequence[SeatCard],
    *,
    game: str,
    accent: str,
    address: str,
    table: str = "",
    anyone: str = "",
    screen: str = "",
    paper: str = "a4",
    lang: str | None = None,
    ink: str = "full",
    printer: str = "",
) -> bytes:
    """The PDF: a card for each seat, one for whoever takes a free seat (`anyone`), one to look on by (`screen`).

    `game` is the name of the game and `accent` its colour, both from its kit; `address` is what to type where a code
    cannot be scanned; `printer` is the name of a profile; `anyone` and `screen` are where those two codes lead, and without it there is no such card.
    """
    settings = checked(paper, ink, lang or i18n.language(), printer)
    with i18n.speaking(settings.lang):
        shared = CardTable(settable(game), settable(table), address, accent, InkPalette(settings.ink))
        wanted = [*instructed(cards, anyone, screen)]
        if not wanted:
            raise PrintError(say("Nothing is left to print."))
        codes = qr.codes([card.url for card, _ in wanted])
        faces = [
            face(f"seat.{number}", card, todo, modules, shared)
            for number, ((card, todo), modules) in enumerate(zip(wanted, codes, strict=True), 1)
        ]
        title = say("Seat cards")
        run = impose(Component("seats", title, "", tuple(faces)), settings, "")
        sides = [sheet.front for sheet in run.sheets]
        return assemble(sides, run.faces, settings, title=shared.game, subject=title, options=settings.options_line())


def checked(paper: str, ink: str, lang: str, printer: str = "") -> PrintSettings:
    """How they are printed, if that can be done."""
    for option, given, known in (("--ink", ink, get_args(Mode)), ("--lang", lang, LANGUAGES)):
        if given not in known:
            raise Unknown(option, given, known)
    on = sheet(paper)
    name, profile = printer_for(printer, on, "single")
    return PrintSettings(paper=on, lang=lang, ink=cast(Mode, ink), printer=name, profile=profile)


def instructed(cards: Sequence[SeatCard], anyone: str, screen: str) -> Iterator[tuple[SeatCard, list[str]]]:
    """Every card with what it tells its reader to do, in the order of the sheets."""
    wifi = say("Same Wi-Fi as the laptop.")
    for card in cards:
        yield card, [say("Scan, then tap the button."), wifi]
    if anyone:
        yield SeatCard(say("Any seat"), anyone), [say("Scan, then take a free seat."), wifi]
    if screen:
        yield SeatCard(say("The table"), screen), [say("Scan to see what everybody sees."), wifi]


def settable(text: str) -> str:
    """A text without what our typefaces lack: names come from phones, which have more letters than we do."""
    text = unicodedata.normalize("NFC", text)
    missing = lacking(text)
    return " ".join("".join(" " if c in missing else c for c in text).split())


def face(name: str, card: SeatCard, todo: Sequence[str], modules: qr.Modules, table: CardTable) -> Face:
    """A card: on the left whose it is, on the right its code."""
    w, h = SIZE
    palette = table.palette
    on = palette.on(table.accent)
    pen = Pen()
    if palette.floods:
        pen.rect(-FRONT_BLEED, -FRONT_BLEED, PANEL + FRONT_BLEED, h + 2 * FRONT_BLEED, fill=table.accent)
    inner = Area(INSET, INSET, PANEL - 2 * INSET, h - 2 * INSET)
    ground = None if palette.floods else palette.area(table.accent)["fill"]
    pen.rect(inner.x, inner.y, inner.width, inner.height, fill=ground, stroke=on, width=0.3)
    pen.put(*decoration.pad_corners(inner, 5, on, palette))
    words(pen, card, todo, table, inner.inset(2, 0))

    unit = CODE / (len(modules) + 2 * qr.QUIET)
    middle, field = (PANEL + w) / 2, unit * len(modules)
    pen.path(qr.path(modules, middle - field / 2, TOP + unit * qr.QUIET, field), fill=BLACK)
    lines, pt = address_lines(table.address, w - PANEL - 2 * INSET)
    column(pen, middle, (TOP + CODE + h - INSET) / 2, lines, BOLD, pt, palette.ink)
    return pen.face(name, w, h, FRONT_BLEED if palette.floods else 0)


def words(pen: Pen, card: SeatCard, todo: Sequence[str], table: CardTable, area: Area) -> None:
    """Game and table at the head, what to do at the foot, and between them the seat."""
    palette = table.palette
    on = palette.on(table.accent)
    fine = on if palette.floods else palette.ink
    x, room = area.x + area.width / 2, area.width
    game, pt = fitting(table.game, SERIF, 12, room - 5)
    head = area.y + 8.2
    pen.text(x, head, game, SERIF, pt, on, "middle")
    if table.name:
        lines, pt = fitting_lines(table.name, ITALIC, TABLE, room)
        for line in lines:
            head += max(LEAD * pt * MM, 3.6)
            pen.text(x, head, line, ITALIC, pt, fine, "middle")

    lines = [line for sentence in todo for line in wrap_even(sentence, SANS, STEPS, room)]
    lead = LEAD * STEPS * MM
    foot = area.y + area.height - 5.4 - (len(lines) - 1) * lead
    for i, line in enumerate(lines):
        pen.text(x, foot + i * lead, line, SANS, STEPS, fine, "middle")
    rule = foot - lead - 1.6
    pen.line(x - 5, rule, x + 5, rule, on, 0.3)

    middle = (head + 1 + rule) / 2
    if title := settable(card.title):
        lines, pt = fitting_lines(title, SERIF, TITLE, room, rule - head - 5)
        column(pen, x, middle, lines, SERIF, pt, on)
    else:
        pen.rect(area.x, middle - 4, room, 8, 1, fill=WHITE, stroke=on, width=0.2)


def column(pen: Pen, x: float, y: float, lines: Sequence[str], font: str, pt: float, colour: str) -> None:
    """Lines around a middle."""
    lead = LEAD * pt * MM
    base = y + (cap(font, pt) - (len(lines) - 1) * lead) / 2
    for i, line in enumerate(lines):
        pen.text(x, base + i * lead, line, font, pt, colour, "middle")


def fitting_lines(text: str, font: str, sizes: Sizes, room: float, high: float = 20) -> tuple[list[str], float]:
    """A text as large as it goes: on one line, if it must on two, at last on one that is shortened."""
    for most, points in sizes:
        for pt in points:
            lines = wrap_even(text, font, pt, room)
            tall = cap(font, pt) + (len(lines) - 1) * LEAD * pt * MM
            if len(lines) <= most and tall <= high and all(width(line, font, pt) <= room for line in lines):
                return lines, pt
    line, least = fitting(text, font, sizes[-1][1][0], room)
    return [line], least


def address_lines(address: str, room: float) -> tuple[list[str], float]:
    """An address is never shortened, or nobody could type it: it is set smaller, then broken where it has a joint."""
    for pt in (10.0, 9.0, 8.0):
        if width(address, BOLD, pt) <= room:
            return [address], pt
    for pt in (9.0, 8.0, LEAST_PT):
        lines = jointed(address, pt, room)
        if len(lines) <= TWO:
            break
    return lines, pt


def jointed(address: str, pt: float, room: float) -> list[str]:
    """Breaks after a dot, a colon, a slash or a dash, or anywhere if it must, into lines as even as they can be."""
    parts = re.findall(r"[^.:/-]*[.:/-]|[^.:/-]+", address)
    pieces = [piece for part in parts for piece in ([part] if width(part, BOLD, pt) <= room else part)]
    found: list[str] = []
    while True:
        lines = [""]
        for piece in pieces:
            if lines[-1] and width(lines[-1] + piece, BOLD, pt) > room:
                lines.append("")
            lines[-1] += piece
        if found and (len(lines) > len(found) or max(width(line, BOLD, pt) for line in lines) > room):
            return found
        found, room = lines, room - 1
