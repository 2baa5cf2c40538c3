"""The calibration sheet: a grid on either side and three crosses, to hold against the light and read a printer by.

The crosses stand at the middle of the front and far above and below it. On the back, scales stand where they must shine
through. The middle one gives X and Y; the difference of the other two is the angle: they are so far apart that four
millimetres make one degree. A bar of 200 mm gives the scale.
"""

from __future__ import annotations

from math import radians, sin

from generator.drawing.fonts import BOLD, SANS, cap
from generator.drawing.geometry import Area, after, shift
from generator.drawing.palette import WHITE, InkPalette
from generator.drawing.pen import HAIR, Face, FaceStamp, Item, Op, Pen, placed
from generator.drawing.text_flow import Style, TextLine, filled_page, paragraph, total_height
from generator.errors import BadValue
from generator.layout import decoration
from generator.layout.imposition import Side
from generator.layout.paper import FOOTER, SAFE, Paper, turn
from generator.layout.print_settings import PrintSettings
from generator.press.alignment import crosshair, ruler
from generator.press.assembling import assemble
from templates.i18n import say

ACCENT = "#5a3d8c"  # the house's own
LEAST = 200.0, 270.0
PITCH = 10.0
PER_DEGREE = 4  # millimetres between A and B that make one
APART = PER_DEGREE / sin(radians(1)) / 2  # from the middle to the cross above and to the one below
BAR = 200.0
AISLE = 32.0  # from the middle to the text on either side


def command() -> str:
    """What to type after the sheet was read."""
    return say("sousmain calibrate --set X,Y --rotate DEG --scale PCT --name NAME")


def calibration(settings: PrintSettings) -> bytes:
    """The PDF: two pages, for the two sides of one sheet."""
    paper = settings.paper
    if paper.width < LEAST[0] or paper.height < LEAST[1] or paper.width > paper.height:
        expected = say("calibration takes an upright sheet of at least {least} mm").format(
            least="{:g} × {:g}".format(*LEAST)
        )
        raise BadValue("--paper", paper.label, expected)
    palette = InkPalette(settings.ink)
    form = behind(paper, palette)
    above = Pen()
    head(above, say("This side towards you, against the light"), paper, palette)
    mended = after(shift(*settings.shift), turn(settings.turn, paper))
    title = say("Calibration")
    sides = [
        Side("front", say("front"), tuple(front(settings, palette)), paper.footer),
        Side("back", say("back"), (*above.items, FaceStamp(form.name, mended)), paper.footer),
    ]
    return assemble(sides, [form], settings, title=title, subject=title, options=settings.options_line())


def middle(paper: Paper) -> tuple[float, float]:
    """Of the sheet: all is read there, for turning and scaling leave it where it is."""
    return paper.width / 2, paper.height / 2


def spots(paper: Paper) -> list[tuple[float, float]]:
    """The crosses: above, in the middle, below. Whichever edge a sheet is turned over, they lie behind each other."""
    x, y = middle(paper)
    return [(x, y - APART), (x, y), (x, y + APART)]


def squares(paper: Paper) -> tuple[int, int]:
    """How many squares of the grid lie between the middle and the edges."""
    x, y = middle(paper)
    return int((x - SAFE - 1) // PITCH), int((y - SAFE - FOOTER - 1) // PITCH)


def grid(paper: Paper, colour: str, width: float) -> Item:
    """Squares of a centimetre, the same distance from the middle on either side."""
    x, y = middle(paper)
    across, down = squares(paper)
    ops: list[Op] = []
    for i in range(-across, across + 1):
        ops += [("M", (x + i * PITCH, y - down * PITCH)), ("L", (x + i * PITCH, y + down * PITCH))]
    for j in range(-down, down + 1):
        ops += [("M", (x - across * PITCH, y + j * PITCH)), ("L", (x + across * PITCH, y + j * PITCH))]
    pen = Pen()
    pen.path(ops, stroke=colour, width=width)
    return pen.items[0]


def front(settings: PrintSettings, palette: InkPalette) -> list[Item]:
    """Grid, crosses and bar; on either side what to do."""
    paper = settings.paper
    pen = Pen()
    pen.put(grid(paper, palette.soft, 0.3))
    for spot in spots(paper):
        crosshair(pen, *spot, palette)
    x, y = middle(paper)
    standing(pen, x + AISLE / 2 + 7, y, palette)
    style = Style(palette, ACCENT, pt=10.4)
    wide = x - SAFE - 1 - AISLE
    first, second = todo(settings, wide - 6, style)
    head(pen, say("How true is this printer?"), paper, palette)
    top = y - 11 * PITCH
    panel(pen, Area(x - AISLE - wide, top, wide, 0), first, palette)
    panel(pen, Area(x + AISLE, top, wide, 0), second, palette)
    return pen.items


def todo(settings: PrintSettings, room: float, style: Style) -> tuple[list[TextLine], list[TextLine]]:
    """The steps, in two columns."""
    over = {
        "long-edge": say("Print both pages on one sheet: scale 100 %, both sides, turned over the long edge."),
        "short-edge": say("Print both pages on one sheet: scale 100 %, both sides, turned over the short edge."),
    }[settings.sides]
    first = [
        over,
        say("Measure the bar beside the middle with a ruler. Half its millimetres is PCT: 199 mm make 99.5."),
        say("Turn the sheet over and hold it against the light, its back towards you. Three crosses shine through."),
        say("Read where the middle one stands on its scale: X and Y. To the right and down is plus."),
    ]
    second = [
        say("Read A and B: where the upper and the lower cross stand, from left to right. (A − B) / 4 is DEG."),
        say("Type this, with the numbers you read and a name for your printer:"),
        say("From then on print with --sides {sides} --printer NAME.").format(sides=settings.sides),
    ]
    if settings.printer:
        x, y = settings.profile.edge(settings.sides).x, settings.profile.edge(settings.sides).y  # type: ignore[union-attr]
        told = say(
            "This sheet was made for printer {name}: {x:g},{y:g}, {turn:g}°, {scale:g} %. All crosses should stand at "
            "zero, and the bar should be 200 mm long. What is left of X, Y and DEG, add to those numbers."
        ).format(name=settings.printer, x=x, y=y, turn=settings.turn, scale=settings.profile.scale)
    else:
        told = say("All crosses at zero and the bar 200 mm long? Then there is nothing to do.")
    columns: list[list[TextLine]] = [[], []]
    for number, step in enumerate(first + second, 1):
        into = columns[number > len(first)]
        into += paragraph([(step, SANS)], room, style, bullet=f"{number}.", before=1.6)
        if step is second[1]:
            into += paragraph([(command(), BOLD)], room, style, before=1)
    columns[1] += paragraph([(told, BOLD)], room, style, before=2.4)
    return columns[0], columns[1]


def head(pen: Pen, text: str, paper: Paper, palette: InkPalette) -> None:
    """What a side is for, above its grid."""
    decoration.banner(pen, Area(paper.area.x, paper.area.y, paper.area.width, 10), text, ACCENT, palette)


def standing(pen: Pen, x: float, y: float, palette: InkPalette) -> None:
    """The bar to measure."""
    top, low = y - BAR / 2, y + BAR / 2
    pen.rect(x - 3, top - 1, 6, BAR + 2, fill=WHITE)
    pen.line(x, top, x, low, palette.ink, 0.3)
    for end in (top, low):
        pen.line(x - 2.4, end, x + 2.4, end, palette.ink, 0.3)
    pen.text(x - 1, y, f"{BAR:g} mm", BOLD, 9, palette.ink, "middle", 270)


def panel(pen: Pen, area: Area, lines: list[TextLine], palette: InkPalette) -> None:
    """A text on white, as high as it is."""
    height = total_height(lines) + 6
    pen.rect(area.x, area.y, area.width, height, 1.5, fill=WHITE, stroke=palette.line(ACCENT), width=0.3)
    text, _ = filled_page(lines, 1, area.width - 6, 0, height)
    pen.put(*placed(text, shift(area.x + 3, area.y + 3)))


def behind(paper: Paper, palette: InkPalette) -> Face:
    """The back: the same grid in colour, scales, and lines to write on what was read."""
    pen = Pen()
    pen.put(grid(paper, palette.line(ACCENT), HAIR))
    for (x, y), letters in zip(spots(paper), ("A", "XY", "B"), strict=True):
        down = letters == "XY"
        high = 16.0 if down else 7.0
        pen.rect(x - 16, y - high, 32, 2 * high, fill=WHITE)
        pen.line(x - 16, y, x + 16, y, palette.line(ACCENT), HAIR)
        pen.line(x, y - high, x, y + high, palette.line(ACCENT), HAIR)
        ruler(pen, x, y, palette, ACCENT, down)
        for i, letter in enumerate(letters):
            blank(pen, x + AISLE - 12, y + (i - len(letters) / 2) * PITCH, letter, "mm", palette)
    x, y = spots(paper)[2]
    blank(pen, x + AISLE - 12, y - 2.5 * PITCH, f"DEG = (A − B) / {PER_DEGREE}", "°", palette, 64)
    blank(pen, x + AISLE - 12, y - 3.5 * PITCH, "PCT", "%", palette, 64)
    return pen.face("calibration.back", paper.width, paper.height)


def blank(pen: Pen, x: float, y: float, name: str, unit: str, palette: InkPalette, wide: float = 40.0) -> None:
    """A line to write a number on, in one row of the grid."""
    pen.rect(x, y, wide, PITCH, fill=WHITE, stroke=palette.line(ACCENT), width=0.3)
    base = y + PITCH / 2 + cap(BOLD, 11) / 2
    pen.text(x + 2, base, f"{name} =", BOLD, 11, palette.ink)
    pen.text(x + wide - 2, base, unit, BOLD, 11, palette.ink, "end")
