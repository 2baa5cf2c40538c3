"""A booklet of puzzles: a cover; how to solve them, with one that is solved; the puzzles, each with room to think; the way to
each solution at the back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.fonts import BOLD, SANS, SERIF, fitted
from generator.drawing.geometry import Area, shift
from generator.drawing.pen import Face, Item, Pen, placed
from generator.drawing.text_flow import Style, TextLine, filled_column, heading, pages, paragraph, total_height
from generator.errors import DoesNotFit
from generator.kits.common.booklet import FOOT, numbered, padded, page_size, spreads
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import PuzzleArt
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.imposition import ComponentRun, impose
from generator.order.request import PrintRequest
from generator.press.assembling import assemble
from generator.press.build import kit_context
from generator.press.cover import ownership
from referee.puzzles import LEVELS, Puzzle
from referee.registry import GAMES
from templates import i18n
from templates.i18n import say
from templates.pages.puzzles import clues, level_name, reasons, words

GAP = 8.0
AIR = 4.0  # between the parts of a puzzle
HANG = 7.0  # of what is numbered: there may be ten and more
APART = 12.0  # between two puzzles
PT, SMALL = 10.4, 8.6  # of type, and of solutions
STAPLED_PT, STAPLED_SMALL = 9.4, 8.0  # on half the paper

Wanted = tuple[PrintRequest, Puzzle, Sequence[Puzzle]]  # of one game: how it is printed, the example, the puzzles


class PageFrame(Struct, frozen=True):
    """A page as it is printed on: how large, how far down a text may go, how large its type is."""

    width: float
    height: float
    low: float
    pt: float = PT
    small: float = SMALL

    @classmethod
    def of(cls, order: PrintRequest) -> PageFrame:
        """Of the paper, or of half of it in a booklet."""
        if order.booklet:
            wide, high = page_size(order.paper)
            return cls(wide, high, high - FOOT, STAPLED_PT, STAPLED_SMALL)
        area = order.paper.area
        return cls(area.width, area.height, area.height - 2)


class Section(Struct, frozen=True):
    """Pages that belong together, and faces that they stamp."""

    key: str
    title: str
    faces: tuple[Face, ...]
    parts: tuple[Face, ...] = ()


def art(slug: str) -> PuzzleArt:
    """How the puzzles of a game are drawn."""
    return cast(PuzzleArt, import_module(f"{GAMES[slug].kit}.puzzle_art").ART)


def booklet(wanted: Sequence[Wanted], title: str, progress: Callable[[int], None] = lambda page: None) -> bytes:
    """The PDF: for each game the example and the puzzles; all solutions at the back."""
    first = settled(wanted[0][0])
    with i18n.speaking(first.lang):
        orders = [(kit_context(settled(order)), example, puzzles) for order, example, puzzles in wanted]
        sections = [cover(title, orders), *(game_pages(*each, title) for each in orders), solutions(orders)]
        runs = [stapled(sections, title, first)] if first.booklet else [separate(each, first) for each in sections]
        sides = [side for each in runs for sheet in each.sheets for side in (sheet.front, sheet.back) if side]
        faces = (face for each in runs for face in each.faces)
        told = first.options_line()
        return assemble(sides, faces, first, title=title, subject=say("Puzzles"), options=told, progress=progress)


def settled(order: PrintRequest) -> PrintRequest:
    """A booklet is printed on both sides, over the long edge unless the other one was asked for."""
    if not order.booklet or order.sides == "short-edge":
        return order
    return replace(order, sides="long-edge")


def separate(section: Section, order: PrintRequest) -> ComponentRun:
    """Pages as large as the paper, from a new sheet on."""
    component = Component(section.key, section.title, "", section.faces, leaflet=True, parts=section.parts, pair=True)
    return impose(component, order, section.title)


def stapled(sections: Sequence[Section], title: str, order: PrintRequest) -> ComponentRun:
    """All pages in the order of folding, numbered but for the cover and what is blank."""
    palette = kit_context(order).palette
    bound = padded([face for section in sections for face in section.faces])
    leaves = [numbered(face, n, palette) if face and n > 1 else face for n, face in enumerate(bound, 1)]
    parts = [*(part for section in sections for part in section.parts), *filter(None, leaves)]
    sides = spreads("puzzles", leaves, order)
    return impose(Component("puzzles", title, "", sides, leaflet=True, parts=tuple(parts), pair=True), order, title)


def cover(title: str, orders: Sequence[tuple[KitContext, Puzzle, Sequence[Puzzle]]]) -> Section:
    """The first page: whose puzzles there are, how many and how hard."""
    first = orders[0][0]
    frame, palette, accent = PageFrame.of(first.order), first.palette, first.spec.accent
    pen, edge = Pen(), 2.0
    inner = Area(edge, edge, frame.width - 2 * edge, frame.low - 2 * edge)
    pen.rect(inner.x, inner.y, inner.width, inner.height, 2, stroke=palette.line(accent), width=0.5)
    pen.put(*decoration.pad_corners(inner, frame.width * 0.14, palette.line(accent), palette))
    middle, top = frame.width / 2, frame.height * 0.2
    word, name = say("Puzzles"), title.removeprefix(say("Puzzles {name}").format(name="")).strip()
    pen.text(middle, top, *fitted(word, SERIF, 40, inner.width - 40), palette.line(accent), "middle", role="H1")
    pen.text(middle, top + 11, *fitted(name, SANS, 15, inner.width - 30), palette.ink, "middle", role="P")
    row = min(24.0, frame.height * 0.4 / len(orders))
    wide = min(inner.width - 24, 120)
    for n, (context, _, puzzles) in enumerate(orders):
        y = frame.height * 0.36 + n * row
        decoration.banner(
            pen, Area(middle - wide / 2, y, wide, row * 0.5), context.spec.name, context.spec.accent, palette
        )
        counts = Counter(each.level for each in puzzles)
        line = ", ".join(f"{counts[level]} {level_name(level)}" for level in LEVELS if counts[level])
        pen.text(middle, y + row * 0.5 + 4.6, *fitted(line, SANS, frame.pt, wide), palette.ink, "middle", role="P")
    style = Style(palette, accent, pt=frame.pt)
    tonight = say("Nobody to play with tonight? Each has one solution, and the way to it stands at the back.")
    lines = [*paragraph([(tonight, BOLD)], wide, style), *paragraph([(ownership(), SANS)], wide, style)]
    foot = total_height(lines)
    pen.put(*placed(filled_column(lines, foot)[0], shift(middle - wide / 2, frame.low - foot - frame.width * 0.16)))
    return Section("puzzles-cover", title, (Face("puzzles.cover", frame.width, frame.height, tuple(pen.items)),))


def game_pages(context: KitContext, example: Puzzle, puzzles: Sequence[Puzzle], title: str) -> Section:
    """The puzzles of one game."""
    book = Pages(context)
    book.begin(title, example)
    for number, puzzle in enumerate(puzzles, 1):
        book.puzzle(number, puzzle)
    book.turn()
    name = say("Puzzles: {game}").format(game=context.spec.name)
    return Section(f"puzzles-{context.order.game}", name, tuple(book.faces), tuple(book.parts))


def solutions(orders: Sequence[tuple[KitContext, Puzzle, Sequence[Puzzle]]]) -> Section:
    """All of them with their ways, game by game, in columns."""
    frame = PageFrame.of(orders[0][0].order)
    count = 2 if frame.width >= 170 else 1
    room = (frame.width - GAP * (count - 1)) / count
    lines: list[TextLine] = []
    for context, _, puzzles in orders:
        style = Style(context.palette, context.spec.accent, pt=frame.pt)
        small, said = Style(context.palette, context.spec.accent, pt=frame.small), words(context.order.game)
        lines += heading(say("Solutions: {game}").format(game=context.spec.name), 2, room, style)
        for number, puzzle in enumerate(puzzles, 1):
            head = paragraph([(f"{number}. {said.answer(puzzle)}", BOLD)], room, small, before=2.4)
            lines += [replace(line, keep=1) for line in head]
            lines += paragraph([(" ".join(reasons(puzzle)), SANS)], room, small, before=0.6)
    faces = [
        Face(f"puzzles.solutions.{n}", frame.width, frame.height, tuple(items))
        for n, items in enumerate(pages(lines, count, room, GAP, frame.low), 1)
    ]
    return Section("solutions", say("All solutions"), tuple(faces))


class Pages:
    """The pages of one game, one after the other."""

    def __init__(self, context: KitContext) -> None:
        self.context, self.art, self.words = context, art(context.order.game), words(context.order.game)
        self.frame = PageFrame.of(context.order)
        self.style = Style(context.palette, context.spec.accent, pt=self.frame.pt)
        self.faces: list[Face] = []
        self.parts: list[Face] = list(self.art.faces(context))
        self.open: list[Item] = []  # a page that has room left
        self.used = 0.0  # of its height

    def add(self, items: Iterable[Item]) -> None:
        """One more page."""
        name = self.context.shown(f"puzzles.{len(self.faces) + 1}")
        self.faces.append(Face(name, self.frame.width, self.frame.height, tuple(items)))

    def texts(self, lines: Iterable[str], bullets: bool = False, before: float = 1.6) -> list[TextLine]:
        """Paragraphs as wide as the page; numbered if they are clues."""
        found: list[TextLine] = []
        for number, line in enumerate(lines, 1):
            bullet = f"{number}." if bullets else ""
            found += paragraph([(line, SANS)], self.frame.width, self.style, bullet, before, hang=HANG)
        return found

    def begin(self, title: str, example: Puzzle) -> None:
        """How to solve them, with one that is solved."""
        spec, palette, width = self.context.spec, self.context.palette, self.frame.width
        head = decoration.masthead(width, spec.name, title, spec.accent, palette)
        lines = [*heading(say("How to solve them"), 2, width, self.style), *self.texts(self.words.rules())]
        for needed in self.art.reference(self.context, width):
            self.parts += needed.faces
            lines.append(TextLine(needed.height, tuple(needed.items), 2.4))
        lines += self.texts(
            [
                say(
                    "Every puzzle has one solution, and nothing that is said can be left out. Numbers at the end of each way "
                    "name what was said. Levels are thirds of all such puzzles by the steps they take and by how much has to "
                    "be kept in mind at once; no people were timed."
                )
            ]
        )
        lines += [*heading(say("An example, solved"), 2, width, self.style), *self.setting(example)]
        lines += self.texts(clues(example), bullets=True, before=0.8)
        lines += self.texts([" ".join(reasons(example))])
        lines += paragraph([(self.answer(example), BOLD)], width, self.style)
        below = decoration.MASTHEAD + 5
        made = pages(lines, 1, width, GAP, self.frame.low, first=self.frame.low - below)
        made[0] = [*head, *placed(made[0], shift(0, below))]
        for items in made:
            self.add(items)

    def answer(self, puzzle: Puzzle) -> str:
        """The solution in a sentence."""
        return say("Solution: {answer}").format(answer=self.words.answer(puzzle))

    def setting(self, puzzle: Puzzle) -> list[TextLine]:
        """What is seen: a picture, or words where there is none, and what no picture tells."""
        drawn = self.art.picture(self.context, puzzle, self.frame.width)
        self.parts += drawn.faces
        lines = [TextLine(drawn.height, tuple(drawn.items), 2.4)] if drawn.items else []
        return [*lines, *self.texts(self.words.shown(puzzle), before=0.8)]

    def puzzle(self, number: int, puzzle: Puzzle) -> None:
        """What is seen and said, and where one thinks if there is room for it; two on a page if they fit."""
        width, height = self.frame.width, self.frame.low
        head = f"{number} · {level_name(puzzle.level)}"
        lines = [
            *heading(head, 2, width, self.style),
            *self.texts([self.words.question(puzzle)]),
            *self.setting(puzzle),
        ]
        lines += self.texts(clues(puzzle), bullets=True, before=0.8)
        high = total_height(lines)
        items, rest = filled_column(lines, height)
        if rest:
            raise DoesNotFit(say("A puzzle"), (width, high), self.context.order.paper.name, (width, height))
        sheet = self.art.worksheet(self.context, puzzle, width, height - high - AIR)
        if sheet.items:
            items += placed(sheet.items, shift(0, high + AIR))
            high += AIR + sheet.height
            self.parts += sheet.faces
        if self.used + high > height:
            self.turn()
        self.open += placed(items, shift(0, self.used))
        self.used += high + APART

    def turn(self) -> None:
        """Ends the page that has room left, if there is one."""
        if self.open:
            self.add(self.open)
        self.open, self.used = [], 0.0
