"""Question cards of Code 777."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitting, width, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.code777.tiles import small
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import colour_mark
from generator.layout import decoration
from generator.layout.component import Component
from referee.code777.pieces import Colour
from referee.code777.questions import ALL, Contest, Kind, Question, examples

FIGURE = 12.0  # height of a small tile on a card


def question_names(context: KitContext) -> PieceNames:
    """By their numbers."""
    return tuple((str(question.number),) for question in ALL)


def questions(context: KitContext) -> Component:
    """One card a question, from the referee's own list."""
    spec = context.spec
    fronts = tuple(card(context, question) for question in ALL)
    back = decoration.card_back(context.shown("question.back"), spec.sizes.question, spec.accent, "?", context.palette)
    return Component(
        "questions", spec.questions.title, spec.questions.advice, fronts, back, names=question_names(context)
    )


def card(context: KitContext, question: Question) -> Face:
    """Number, figure, question, and how it is answered."""
    spec, palette = context.spec, context.palette
    w, h = spec.sizes.question
    texts = spec.question[question.number - 1]
    accent = palette.line(spec.accent)
    pen = Pen()
    frame = Area(3, 3, w - 6, h - 6)
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=accent, width=0.3)
    pen.put(*decoration.pad_corners(frame, 9, accent, palette))
    pen.text(w / 2, 16.5, str(question.number), SERIF, 30, accent, "middle")
    figure(pen, context, question, w / 2, 21.5)
    head, colon, tail = texts.text.partition(": ")  # the choice after a colon begins a line
    halves = [f"{head}{colon.strip()}", tail] if colon else [head]
    lines = [line for half in halves for line in wrap_even(half, SANS, 12.5, w - 13)]
    lead = 12.5 * 1.25 * MM
    y = 49.4 - lead * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        pen.text(w / 2, y + i * lead, line, SANS, 12.5, palette.ink, "middle")
    answers = (
        [texts.first, spec.questions.same, texts.second] if isinstance(question, Contest) else [spec.questions.number]
    )
    pen.line(w / 2 - 8, h - 22, w / 2 + 8, h - 22, accent, 0.3)
    top = h - 16.6 if len(answers) == 3 else h - 12.4
    for i, answer in enumerate(answers):
        string, pt = fitting(answer, ITALIC, 9.5, w - 24)
        pen.text(w / 2, top + i * 4.2, string, ITALIC, pt, palette.ink, "middle")
    return pen.face(context.shown(f"question.{question.number}"), w, h)


def figure(pen: Pen, context: KitContext, question: Question, x: float, y: float) -> None:
    """What the question is about, in pictures: a row of small tiles and words, centred on x."""
    if isinstance(question, Contest):
        row = [*shown(question.first), ":", *shown(question.second)]
    else:
        row = list(context.spec.question[question.number - 1].figure)
    widths = [breadth(word) for word in row]
    left = x - (sum(widths) + 1.2 * (len(row) - 1)) / 2
    palette = context.palette
    for word, w in zip(row, widths, strict=True):
        digit, _, colour = word.partition(" ")
        if word in set(Colour):
            pen.put(colour_mark(context.spec.colours.of(Colour(word)), left + w / 2, y + FIGURE / 2, 2.4, palette))
        elif colour in set(Colour):
            hue = context.spec.colours.of(Colour(colour))
            small(pen, digit.strip("-"), hue, left, y, w, FIGURE, palette)
        else:
            pen.text(
                left + w / 2,
                y + FIGURE / 2 + cap(BOLD, 15) / 2,
                word,
                BOLD,
                15,
                palette.line(context.spec.accent),
                "middle",
            )
        left += w + 1.2


def shown(kind: Kind) -> list[str]:
    """A kind of tile as words of a figure: a blank tile for a colour, else every tile of the kind."""
    if kind.digit is None and kind.colour is not None:
        return [f"- {kind.colour}"]
    return [f"{tile.digit} {tile.colour}" for tile in examples(kind)]


def breadth(word: str) -> float:
    """How wide a word of a figure is."""
    if word in set(Colour):
        return 4.9
    return 8.6 if word.partition(" ")[2] in set(Colour) else width(word, BOLD, 15)
