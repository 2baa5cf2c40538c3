"""A booklet of puzzles: how to solve them, with one that is solved; the puzzles, each with room to think; the way to each
solution at the back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import cast

from generator.drawing.fonts import BOLD, SANS
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, Item, placed
from generator.drawing.text_flow import Style, TextLine, filled_column, heading, pages, paragraph, total_height
from generator.errors import DoesNotFit
from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import PuzzleArt
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.imposition import ComponentRun, impose
from generator.order.request import PrintRequest
from generator.press.assembling import assemble
from generator.press.build import kit_context
from generator.press.composed_kit import options_line
from generator.press.cover import ownership
from referee.puzzles import Puzzle
from referee.registry import GAMES
from templates import i18n
from templates.i18n import say
from templates.pages.puzzles import clues, level_name, reasons, words

GAP = 8.0
AIR = 4.0  # between the parts of a puzzle
HANG = 7.0  # of what is numbered: there may be ten and more
APART = 12.0  # between two puzzles


def art(slug: str) -> PuzzleArt:
    """How the puzzles of a game are drawn."""
    return cast(PuzzleArt, import_module(f"{GAMES[slug].kit}.puzzle_art").ART)


def booklet(
    orders: Sequence[tuple[PrintRequest, Puzzle, Sequence[Puzzle]]],
    title: str,
    progress: Callable[[int], None] = lambda page: None,
) -> bytes:
    """The PDF: for each game the example and the puzzles."""
    first = orders[0][0]
    with i18n.speaking(first.lang):
        runs = [run(order, example, puzzles, title) for order, example, puzzles in orders]
        sides = [side for each in runs for sheet in each.sheets for side in (sheet.front, sheet.back) if side]
        faces = (face for each in runs for face in each.faces)
        told = first.options_line() if len(orders) > 1 else options_line(first)
        return assemble(sides, faces, first, title=title, subject=say("Puzzles"), options=told, progress=progress)


def run(order: PrintRequest, example: Puzzle, puzzles: Sequence[Puzzle], title: str) -> ComponentRun:
    """The puzzles of one game on their sheets."""
    context = kit_context(order)
    book = Pages(context)
    book.begin(title, example)
    for number, puzzle in enumerate(puzzles, 1):
        book.puzzle(number, puzzle)
    book.turn()
    book.solutions(puzzles)
    name = say("Puzzles: {game}").format(game=context.spec.name)
    component = Component(
        f"puzzles-{order.game}", name, "", tuple(book.faces), leaflet=True, parts=tuple(book.parts), pair=True
    )
    return impose(component, order, name)


class Pages:
    """The pages of one game, one after the other."""

    def __init__(self, context: KitContext) -> None:
        self.context, self.art, self.words = context, art(context.order.game), words(context.order.game)
        self.area = context.order.paper.area
        self.style = Style(context.palette, context.spec.accent, pt=10.4)
        self.faces: list[Face] = []
        self.parts: list[Face] = list(self.art.faces(context))
        self.open: list[Item] = []  # a page that has room left
        self.used = 0.0  # of its height

    def add(self, items: Iterable[Item]) -> None:
        """One more page."""
        name = self.context.shown(f"puzzles.{len(self.faces) + 1}")
        self.faces.append(Face(name, self.area.width, self.area.height, tuple(items)))

    def texts(self, lines: Iterable[str], bullets: bool = False, before: float = 1.6) -> list[TextLine]:
        """Paragraphs as wide as the page; numbered if they are clues."""
        found: list[TextLine] = []
        for number, line in enumerate(lines, 1):
            bullet = f"{number}." if bullets else ""
            found += paragraph([(line, SANS)], self.area.width, self.style, bullet, before, hang=HANG)
        return found

    def begin(self, title: str, example: Puzzle) -> None:
        """How to solve them, with one that is solved."""
        spec, palette, width = self.context.spec, self.context.palette, self.area.width
        head = decoration.masthead(width, spec.name, title, spec.accent, palette)
        lines = [*heading(say("How to solve them"), 2, width, self.style), *self.texts(self.words.rules())]
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
        lines += self.texts(reasons(example), before=0.6)
        lines += paragraph([(self.answer(example), BOLD)], width, self.style)
        lines += [*heading(say("Whose game"), 2, width, self.style), *self.texts([ownership()])]
        below = decoration.MASTHEAD + 5
        made = pages(lines, 1, width, GAP, self.area.height - 2, first=self.area.height - 2 - below)
        made[0] = [*head, *placed(made[0], shift(0, below))]
        for items in made:
            self.add(items)

    def answer(self, puzzle: Puzzle) -> str:
        """The solution in a sentence."""
        return say("Solution: {answer}").format(answer=self.words.answer(puzzle))

    def setting(self, puzzle: Puzzle) -> list[TextLine]:
        """What is seen: a picture, or words where there is none, and what no picture tells."""
        drawn = self.art.picture(self.context, puzzle, self.area.width)
        self.parts += drawn.faces
        lines = [TextLine(drawn.height, tuple(drawn.items), 2.4)] if drawn.items else []
        return [*lines, *self.texts(self.words.shown(puzzle), before=0.8)]

    def puzzle(self, number: int, puzzle: Puzzle) -> None:
        """What is seen and said, and where one thinks if there is room for it; two on a page if they fit."""
        width, height = self.area.width, self.area.height - 2
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
        sheet = self.art.worksheet(self.context, puzzle, width)
        if sheet.items and high + AIR + sheet.height <= height:
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

    def solutions(self, puzzles: Sequence[Puzzle]) -> None:
        """All of them with their ways, in columns."""
        count = 2 if self.area.width >= 170 else 1
        room = (self.area.width - GAP * (count - 1)) / count
        small = Style(self.context.palette, self.context.spec.accent, pt=8.6)
        lines = heading(say("All solutions"), 2, room, self.style)
        for number, puzzle in enumerate(puzzles, 1):
            head = f"{number}. {self.words.answer(puzzle)}"
            lines += paragraph([(head, BOLD)], room, small, before=2.4)
            lines += paragraph([(" ".join(reasons(puzzle)), SANS)], room, small, before=0.6)
        for items in pages(lines, count, room, GAP, self.area.height - 2):
            self.add(items)
