"""Puzzles of Inkognito on paper: a table of agents and cards."""

from __future__ import annotations

from generator.kits.common.kit_context import KitContext
from generator.kits.common.puzzle_art import Drawn, PuzzleArt, cross_table, nothing
from referee.inkognito.pieces import AGENTS, Card
from referee.puzzles import Puzzle
from templates.pages.inkognito.puzzle_words import IDENTITIES, agent, kit


def worksheet(context: KitContext, puzzle: Puzzle, room: float, high: float) -> Drawn:
    """Every agent with every card."""
    short = [str(kit()["identities"][card]["short"]) if card in IDENTITIES else card.value for card in Card]
    return cross_table([agent(number) for number in AGENTS], short, room, high, context.palette, head=24)


ART = PuzzleArt(nothing, worksheet)
