"""Marking sheets of Fully: the team's own code, the dialogues of twenty rounds, and room to break the other code."""

from __future__ import annotations

from generator.component import Component
from generator.drawing import Face, Pen
from generator.fonts import BOLD, SANS, SERIF, fitted, fitting, width
from generator.kits.fully.analysis import enemy_code, rows_to_find, thinking
from generator.kits.fully.dialogue import dialogue
from generator.kits.fully.phrasebook import phrasebook
from generator.paper import Area
from generator.studio import Studio
from referee.fully.pieces import Seat, Team, team

EDGE = 4.0
SIDE = 46.0  # width of the column beside the dialogues


def sheets(studio: Studio) -> Component:
    """As many as ordered, shared out evenly among the seats. Partners have the same sheet, but for their names."""
    texts = studio.shelf.sheets
    owners = [(team(seat), name) for seat, name in zip(Seat, studio.seats, strict=True)]
    faces = {owner: sheet(studio, *owner, number) for number, owner in enumerate(dict.fromkeys(owners), 1)}
    share, more = divmod(studio.count["sheets"], len(owners))
    order = [i for i in range(len(owners)) for _ in range(share + (i < more))]
    fronts = tuple(faces[owners[i]] for i in order)
    names = tuple(studio.names(i, studio.shelf.teams.of(owners[i][0])) for i in order)
    return Component("sheets", texts.title, texts.advice, fronts, pair=True, names=names, plain=True)


def sheet(studio: Studio, of: Team, name: str, number: int) -> Face:
    """From top to bottom: head, own code, dialogues beside the other code, rows to find beside free room."""
    w, h = studio.shelf.sizes.sheet
    pen = Pen()
    inner = Area(EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE)
    head(pen, studio, of, name, Area(inner.x, inner.y, inner.width, 10))
    phrasebook(pen, studio, of, Area(inner.x, inner.y + 12.5, inner.width, 29.5))
    top, low = inner.y + 45, inner.y + inner.height - 42
    left = inner.width - SIDE - 4
    dialogue(pen, studio, of, Area(inner.x, top, left, low - top))
    enemy_code(pen, studio, of, Area(inner.x + left + 4, top, SIDE, low - top))
    below = Area(inner.x, low + 3.4, left, 38.6)
    rows_to_find(pen, studio, of, below)
    thinking(pen, studio, Area(inner.x + left + 4, below.y, SIDE, below.height))
    return pen.face(studio.shown(f"sheet.{of}.{number}"), w, h)


def head(pen: Pen, studio: Studio, of: Team, name: str, area: Area) -> None:
    """Game, team, player, rounds."""
    texts, tone = studio.shelf.sheets, studio.tone
    accent = tone.line(studio.shelf.accent)
    pen.rect(area.x, area.y, area.width, area.height, **tone.area(studio.shelf.accent, 0.4))
    on, base = tone.on(studio.shelf.accent), area.y + 7
    pen.text(area.x + 3, base, studio.shelf.name, SERIF, 16, on)
    team_x = area.x + 5 + width(studio.shelf.name, SERIF, 16) + 3
    title = studio.shelf.teams.of(of)
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
        pen.text(field.x + 2, base - 0.2, string, BOLD, pt, tone.ink)
