"""Seats and teams of Fully by number: 0 to 3 for north, east, south, west; 0 for north and south, 1 for east and west."""

from __future__ import annotations

from referee.fully import pieces
from referee.fully.pieces import Seat, Team

SEATS = tuple(Seat)
TEAMS = tuple(Team)


def team_of(seat: int) -> int:
    """The team of a seat."""
    return TEAMS.index(pieces.team(SEATS[seat]))


def members(team: int) -> tuple[int, int]:
    """The two partners, in the order in which they speak."""
    one, two = pieces.MEMBERS[TEAMS[team]]
    return SEATS.index(one), SEATS.index(two)


def partner_of(seat: int) -> int:
    """Who sits opposite."""
    return SEATS.index(pieces.partner(SEATS[seat]))


def enemy(team: int) -> int:
    """The other team."""
    return TEAMS.index(pieces.other(TEAMS[team]))


def others(seat: int) -> tuple[int, int, int]:
    """Whose rows a player looks for: his partner, then the opponents that his code calls first and second."""
    first, second = members(enemy(team_of(seat)))
    return partner_of(seat), first, second
