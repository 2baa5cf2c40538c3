"""Marking sheets of Fully: the team's own code, the dialogues of twenty rounds, and room to break the other code."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, SERIF, fitted, fitting, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.fully.analysis import enemy_code, rows_to_find, thinking
from generator.kits.fully.dialogue import dialogue
from generator.kits.fully.phrasebook import phrasebook
from generator.layout.component import Component
from referee.fully.pieces import Seat, Team, team

EDGE = 4.0
SIDE = 46.0  # width of the column beside the dialogues


def sheet_names(context: KitContext) -> PieceNames:
    """By team, player or number."""
    teams = [context.spec.teams.of(team(seat)) for seat in Seat]
    return tuple(context.names(i, teams[i]) for i in context.shared_out("sheets", len(teams)))


def sheets(context: KitContext) -> Component:
    """As many as ordered, shared out evenly among the seats. Partners have the same sheet, but for their names."""
    texts = context.spec.sheets
    owners = [(team(seat), name) for seat, name in zip(Seat, context.seats, strict=True)]
    faces = {owner: sheet(context, *owner, number) for number, owner in enumerate(dict.fromkeys(owners), 1)}
    fronts = tuple(faces[owners[i]] for i in context.shared_out("sheets", len(owners)))
    return Component(
        "sheets", texts.title, texts.advice, fronts, pair=True, names=sheet_names(context), plain=True, pad=True
    )


def sheet(context: KitContext, of: Team, name: str, number: int) -> Face:
    """From top to bottom: head, own code, dialogues beside the other code, rows to find beside free room."""
    w, h = context.spec.sizes.sheet
    pen = Pen()
    inner = Area(EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE)
    head(pen, context, of, name, Area(inner.x, inner.y, inner.width, 10))
    phrasebook(pen, context, of, Area(inner.x, inner.y + 12.5, inner.width, 29.5))
    top, low = inner.y + 45, inner.y + inner.height - 42
    left = inner.width - SIDE - 4
    dialogue(pen, context, of, Area(inner.x, top, left, low - top))
    enemy_code(pen, context, of, Area(inner.x + left + 4, top, SIDE, low - top))
    below = Area(inner.x, low + 3.4, left, 38.6)
    rows_to_find(pen, context, of, below)
    thinking(pen, context, of, Area(inner.x + left + 4, below.y, SIDE, below.height))
    return pen.face(context.shown(f"sheet.{of}.{number}"), w, h)


def head(pen: Pen, context: KitContext, of: Team, name: str, area: Area) -> None:
    """Game, team, player, rounds."""
    texts, palette = context.spec.sheets, context.palette
    accent = palette.line(context.spec.accent)
    pen.rect(area.x, area.y, area.width, area.height, **palette.area(context.spec.accent, 0.4))
    on, base = palette.on(context.spec.accent), area.y + 7
    pen.text(area.x + 3, base, context.spec.name, SERIF, 16, on)
    team_x = area.x + 5 + width(context.spec.name, SERIF, 16) + 3
    title = context.spec.teams.of(of)
    pen.text(team_x, base, title, SERIF, 16, on)
    field = Area(area.x + area.width - 74, area.y + 1.4, 46, area.height - 2.8)
    for box, label in (
        (field, texts.player),
        (Area(area.x + area.width - 12.4, area.y + 1.4, 11, area.height - 2.8), texts.rounds),
    ):
        pen.rect(box.x, box.y, box.width, box.height, 0.8, fill="#ffffff", stroke=accent, width=0.2)
        pen.text(box.x - 1.6, base - 0.4, *fitted(label, SANS, 9, 16), on, "end")
    if name:
        string, pt = fitting(name, BOLD, 12, field.width - 4)
        pen.text(field.x + 2, base - 0.2, string, BOLD, pt, palette.ink)
