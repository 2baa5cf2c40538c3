"""Running text: Markdown and simple blocks, broken into lines, filled into columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, width, wrap
from generator.drawing.geometry import shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import FaceStamp, Item, Pen, placed
from templates.i18n import held

if TYPE_CHECKING:
    from markdown_it.token import Token

USUAL = 10.8  # points: the largest that running text has unless large type is wanted

Span = tuple[str, str]  # text, font
Figure = Callable[[float], tuple[list[Item], float]]  # room -> drawing, its height


class TextLine(Struct, frozen=True):
    """One unbreakable strip of a column."""

    height: float
    items: tuple[Item, ...]
    before: float = 0  # white above it, unless it begins a column
    keep: int = 0  # stays together with that many lines that follow


class Style(Struct, frozen=True):
    """How running text looks."""

    palette: InkPalette
    accent: str
    pt: float = 9.6
    lead: float = 1.3

    @property
    def grown(self) -> float:
        """How much larger than usual all is, where large type is wanted."""
        return max(1.0, self.pt / USUAL)

    @property
    def leading(self) -> float:
        """From baseline to baseline."""
        return self.pt * self.lead * MM


def broken_lines(spans: Iterable[Span], pt: float, room: float) -> list[list[Span]]:
    """Breaks spans of type into lines, at spaces alone: a bold word and its comma stay together."""
    words: list[list[Span]] = [[]]
    for text, font in spans:
        for i, part in enumerate(held(text).split(" ")):
            if i and words[-1]:
                words.append([])
            if part:
                words[-1].append((part, font))
    lines: list[list[Span]] = []
    used = 0.0
    for word in filter(None, words):
        space = width(" ", word[0][1], pt)
        length = sum(width(part, font, pt) for part, font in word)
        if lines and used + space + length <= room:
            first, font = word[0]
            lines[-1] += [(f" {first}", font), *word[1:]]
            used += space + length
        else:
            lines.append(list(word))
            used = length
    return lines


def paragraph(
    spans: Iterable[Span],
    room: float,
    style: Style,
    bullet: str = "",
    before: float = 1.6,
    colour: str = "",
    hang: float = 4.6,
) -> list[TextLine]:
    """Lines of a paragraph; with a bullet it hangs, by so much."""
    indent = hang * style.grown if bullet else 0.0
    lines: list[TextLine] = []
    rows, said = broken_lines(spans, style.pt, room - indent), False
    for i, line in enumerate(rows):
        pen = Pen()
        x, base = indent, style.pt * 0.95 * MM
        if bullet and not i:
            pen.text(0.4, base, bullet, BOLD, style.pt, style.palette.line(style.accent), role="Lbl")
        for text, font in merged_spans(line):
            x += width(" ", font, style.pt) * (len(text) - len(text.lstrip(" ")))
            role = ("LI" if bullet else "P") if not said else "li" if bullet else "p"
            pen.text(x, base, text.strip(" "), font, style.pt, colour or style.palette.ink, role=role)
            said = True
            x += width(text.lstrip(" "), font, style.pt)
        alone = len(rows) > 1 and i in (0, len(rows) - 2)  # a first or last line never stands by itself
        lines.append(TextLine(style.leading, tuple(pen.items), 0 if i else before, keep=int(alone)))
    return lines


def merged_spans(line: Sequence[Span]) -> Iterator[Span]:
    """Neighbouring spans of one face as one."""
    text, font = "", ""
    for part, face in line:
        if face != font and text:
            yield text, font
            text = ""
        text, font = text + part, face
    if text:
        yield text, font


def heading(text: str, level: int, room: float, style: Style) -> list[TextLine]:
    """A heading keeps the two lines below it."""
    pt = round({1: 21.0, 2: 12.5}.get(level, 10.5) * style.grown, 1)
    colour = style.palette.line(style.accent) if level > 1 else style.palette.ink
    lines = []
    for i, line in enumerate(wrap(text, SERIF, pt, room)):
        pen = Pen()
        pen.text(0, pt * 0.9 * MM, line, SERIF, pt, colour, role="h" if i else f"H{min(level, 3)}")
        lines.append(TextLine(pt * 1.22 * MM, tuple(pen.items), 0 if i else (0 if level == 1 else 3.6), keep=2))
    return lines


def figure(draw: Figure, caption: str, room: float, style: Style) -> list[TextLine]:
    """A drawing with its caption."""
    drawn, height = draw(room)
    items = [replace(item, alt=caption) if isinstance(item, FaceStamp) else item for item in drawn]
    lines = [TextLine(height, tuple(items), 2.4, keep=1 if caption else 0)]
    if caption:
        lines += paragraph([(caption, ITALIC)], room, style, before=1)
    return lines


class UnsupportedMarkdown(Exception):
    """Markdown that we do not set: where it is, and what could stand there."""

    def __init__(self, where: str, expected: str) -> None:
        self.where, self.expected = where, expected
        super().__init__(f"{where}: {expected}")


STRUCTURE = {f"{kind}_{end}" for kind in ("heading", "paragraph", "list_item") for end in ("open", "close")}
LISTS = {f"{kind}_list_{end}" for kind in ("bullet", "ordered") for end in ("open", "close")}


def markdown(text: str, room: float, style: Style, figures: dict[str, Figure]) -> list[TextLine]:
    """The lines of a Markdown text: headings, paragraphs, lists, and `![caption](name)` for a figure of the kit."""
    lines: list[TextLine] = []
    lists: list[int | None] = []
    from markdown_it import MarkdownIt  # heavy, and only the rules need it

    tokens = MarkdownIt("commonmark").parse(text)
    for i, token in enumerate(tokens):
        line = f"line {(token.map or [0])[0] + 1}"
        if token.type in LISTS:
            if token.nesting < 0:
                lists.pop()
            else:
                lists.append(0 if token.type.startswith("ordered") else None)
        elif token.type != "inline":
            if token.type not in STRUCTURE:
                raise UnsupportedMarkdown(line, f"Expected headings, paragraphs, lists and figures, got `{token.type}`")
        elif tokens[i - 1].tag == "h1":
            continue  # the name of the game stands in the masthead
        elif tokens[i - 1].type == "heading_open":
            lines += heading(token.content, int(tokens[i - 1].tag[1]), room, style)
        elif picture := next((c for c in token.children or () if c.type == "image"), None):
            name = str(picture.attrs["src"])
            if name not in figures:
                raise UnsupportedMarkdown(line, f"Expected a figure named {' or '.join(figures)}, got `{name}`")
            lines += figure(figures[name], picture.content, room, style)
        else:
            bullet = ""
            if lists and tokens[i - 2].type == "list_item_open":
                if lists[-1] is None:
                    bullet = "–"
                else:
                    lists[-1] += 1
                    bullet = f"{lists[-1]}."
            lines += paragraph(spans(token.children or (), line), room, style, bullet, 0.7 if bullet else 1.6)
    return lines


def spans(children: Sequence[Token], line: str) -> Iterator[Span]:
    """The pieces of a paragraph with their typefaces; the innermost mark decides."""
    fonts = [SANS]
    for child in children:
        if child.type in ("strong_open", "em_open"):
            fonts.append(BOLD if child.type == "strong_open" else ITALIC)
        elif child.type in ("strong_close", "em_close"):
            fonts.pop()
        elif child.type == "softbreak":
            yield " ", fonts[-1]
        elif child.type == "text":
            yield child.content, fonts[-1]
        else:
            raise UnsupportedMarkdown(line, f"Expected words, *italics* and **bold**, got `{child.type}`")


def tops_in_column(lines: Sequence[TextLine], height: float) -> list[float]:
    """Where the lines stand that one column takes. A line that keeps with the next never ends it, even if the column stays
    empty."""
    y = 0.0
    tops: list[float] = []
    for i, line in enumerate(lines):
        top = y + (line.before if i else 0)
        if top + line.height > height + 1e-6:
            break
        tops.append(top)
        y = top + line.height
    if len(tops) < len(lines):
        while tops and any(lines[len(tops) - 1 - back].keep > back for back in range(min(3, len(tops)))):
            tops.pop()
    return tops


def filled_column(lines: Sequence[TextLine], height: float) -> tuple[list[Item], Sequence[TextLine]]:
    """Fills one column; gives it and the lines that are left."""
    tops = tops_in_column(lines, height)
    items = [item for line, top in zip(lines, tops, strict=False) for item in placed(line.items, shift(0, top))]
    return items, lines[len(tops) :]


def filled_page(
    lines: Sequence[TextLine], columns: int, room: float, gap: float, height: float
) -> tuple[list[Item], Sequence[TextLine]]:
    """Fills the columns of a page; the last page of a text gets columns of even height."""

    def fits(limit: float) -> bool:
        rest = lines
        for _ in range(columns):
            rest = rest[len(tops_in_column(rest, limit)) :]
        return not rest

    if fits(height):
        low = 0.0
        while height - low > 0.5:
            middle = (low + height) / 2
            low, height = (low, middle) if fits(middle) else (middle, height)
    items: list[Item] = []
    for i in range(columns):
        column, lines = filled_column(lines, height)
        items += placed(column, shift(i * (room + gap), 0))
    return items, lines


def pages(
    lines: Sequence[TextLine], columns: int, room: float, gap: float, height: float, first: float | None = None
) -> list[list[Item]]:
    """All pages of a text; on the first one there may be less room."""
    made = []
    limit = height if first is None else first
    while lines:
        items, rest = filled_page(lines, columns, room, gap, limit)
        if len(rest) == len(lines) and limit == height:
            raise ValueError(f"a line {lines[0].height:g} mm high does not fit on a page")
        made.append(items)
        lines, limit = rest, height
    return made


def total_height(lines: Sequence[TextLine]) -> float:
    """How high a column must be for all lines."""
    return sum(line.height + (line.before if i else 0) for i, line in enumerate(lines))
