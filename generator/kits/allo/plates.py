"""Plates of Allo... la France: the four parts of a number. On a stand they read from left to right."""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.fonts import BOLD, SERIF, fitted, fitting, pt_for_cap, width
from generator.drawing.pen import Face, Path, Pen, rounded_above
from generator.drawing.shapes import handset
from generator.kits.allo.board import land
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.layout import decoration
from generator.layout.component import Component
from referee.allo.pieces import First, Job, Part, Surname


def words(context: KitContext) -> Iterator[tuple[Part, str, tuple[str, ...]]]:
    """Each plate: its part of the number, its code, and what that stands for."""
    for city in land(context.order).map.cities:
        yield Part.CITY, city.code, (city.name,)
    for part, codes in ((Part.SURNAME, Surname), (Part.FIRST, First), (Part.JOB, Job)):
        for code in codes:
            yield part, code.value, context.spec.word(part, code.value)


def plate_names(context: KitContext) -> PieceNames:
    """By what they say, with or without the code, or by part and code."""
    return tuple(
        (*said, *(f"{code} {word}" for word in said), f"{context.spec.parts[part]} {code}")
        for part, code, said in words(context)
    )


def plates(context: KitContext) -> Component:
    """One for each city, surname, first name and job."""
    spec = context.spec
    found = list(words(context))
    backs = {part: back(context, part, place) for place, part in enumerate(Part, 1)}
    fronts = tuple(plate(context, *each) for each in found)
    behind = tuple(backs[part] for part, *_ in found)
    return Component("plates", spec.plates.title, spec.plates.advice, fronts, backs=behind, names=plate_names(context))


def back(context: KitContext, part: Part, place: int) -> Face:
    """The back of a pile: its place in the number."""
    name, size = context.shown(f"plate.{part}.back"), context.spec.sizes.plate
    return decoration.card_back(name, size, context.spec.accent, str(place), context.palette)


def plate(context: KitContext, part: Part, code: str, said: tuple[str, ...]) -> Face:
    """Which part it is, the code, the word. Its foot stands behind the lip of the stand."""
    (w, h), palette, lip = context.spec.sizes.plate, context.palette, context.spec.sizes.stand.lip
    accent = context.spec.accent
    pen = Pen()
    pen.rect(1, 1, w - 2, h - 2, 1.4, stroke=palette.line(accent), width=0.3)
    pen.path(rounded_above(1, 1, w - 2, 5, 1.4), **palette.area(accent, 0.3))
    pen.text(w / 2, 4.5, *fitted(context.spec.parts[part], BOLD, 8, w - 3), palette.on(accent), "middle")
    pen.text(w / 2, 14.0, code, SERIF, pt_for_cap(SERIF, 6.6), palette.ink, "middle")
    rows = [line for word in said for line in broken(word, w - 3)]
    low = h - lip - 1.0  # nothing that matters is lower
    for i, line in enumerate(rows):
        string, pt = fitting(line, BOLD, 9, w - 3)
        base = low - 1.6 if len(rows) == 1 else low - 3.3 * (len(rows) - 1 - i)
        pen.text(w / 2, base, string, BOLD, pt, palette.ink, "middle")
    pen.put(
        *(Path(handset(w / 2, h - lip / 2 - 0.4, 2.4), fill=palette.tint(accent, 0.3), stroke=None),) * palette.floods
    )
    return pen.face(context.shown(f"plate.{part}.{code}"), w, h)


def broken(word: str, room: float) -> list[str]:
    """A word on one line, or on two if it has somewhere to break and would be small otherwise."""
    if width(word, BOLD, 8.4) <= room:
        return [word]
    places = [i + (word[i] == "-") for i, letter in enumerate(word) if letter in " -"]
    if not places:
        return [word]
    at = min(places, key=lambda i: max(width(word[:i], BOLD, 9), width(word[i:].strip(), BOLD, 9)))
    return [word[:at].strip(), word[at:].strip()]
