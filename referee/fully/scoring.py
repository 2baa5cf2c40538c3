"""The points of Fully, and a sheet that tells where each of them comes from.

Both partners' boards are added. A team that called FULLY has won if all six rows that it looked for are whole; if not, what
it loses counts double. The other team's code decides only when the points are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from referee.fully.moves import Findings
from referee.fully.pieces import CODE, MISSING, PENALTY, RIGHT, WHOLE_ROW, WRONG, Colour, Phrase, Place
from referee.fully.seats import SEATS, TEAMS, enemy, members, others, partner_of, team_of
from referee.game import Outcome

Reason = Literal["found", "wrong", "missing"]
Rows = Sequence[Sequence[Colour]]
Codes = Sequence[Sequence[int]]


class PlaceScore(Struct, frozen=True):
    """One place of a row that somebody looked for."""

    place: Place
    guess: Colour | None
    truth: Colour
    reason: Reason
    points: int


class RowScore(Struct, frozen=True):
    """A row that somebody looked for."""

    seat: int  # who looked for it
    of: int  # whose it is
    places: tuple[PlaceScore, ...]
    whole: int  # points for the whole row; 0 if it is not
    doubled: bool  # its lost points count double: FULLY was called, and wrong
    points: int  # all together


class DigitScore(Struct, frozen=True):
    """One phrase of the other team's code."""

    phrase: Phrase
    guess: int | None
    truth: int
    reason: Reason
    points: int


class CodeScore(Struct, frozen=True):
    """The other team's code as somebody found it."""

    seat: int
    digits: tuple[DigitScore, ...]
    points: int


class TeamScore(Struct, frozen=True):
    """Both partners together."""

    team: int
    points: int
    code: int  # counts only when the points are equal
    fully: bool | None  # None: they did not call it; else whether they were right


class ScoreSheet(Struct, frozen=True):
    """Every point of a game, and why."""

    rows: tuple[RowScore, ...]  # by who looked for it, then partner, first and second opponent
    codes: tuple[CodeScore, ...]  # by seat
    players: tuple[int, ...]  # points for rows of each
    teams: tuple[TeamScore, ...]


def sheet(rows: Rows, codes: Codes, found: Sequence[Findings], caller: int | None) -> ScoreSheet:
    """All points. `caller` is the team that called FULLY."""
    right = caller is not None and all(
        guess == tuple(rows[of]) for seat in members(caller) for of, guess in looked_for(seat, found[seat])
    )
    scored = tuple(
        row_score(seat, of, guess, rows[of], doubled=team_of(seat) == caller and not right)
        for seat in range(len(SEATS))
        for of, guess in looked_for(seat, found[seat])
    )
    read = tuple(code_score(seat, found[seat].code, codes[enemy(team_of(seat))]) for seat in range(len(SEATS)))
    players = tuple(sum(row.points for row in scored if row.seat == seat) for seat in range(len(SEATS)))
    teams = tuple(
        TeamScore(
            team,
            sum(players[seat] for seat in members(team)),
            sum(read[seat].points for seat in members(team)),
            right if team == caller else None,
        )
        for team in range(len(TEAMS))
    )
    return ScoreSheet(scored, read, players, teams)


def looked_for(seat: int, found: Findings) -> tuple[tuple[int, tuple[Colour | None, ...]], ...]:
    """Each row that a player looked for: whose it is, and what he put down."""
    return tuple(zip(others(seat), (found.partner, found.first, found.second), strict=True))


def row_score(seat: int, of: int, guess: Sequence[Colour | None], truth: Sequence[Colour], doubled: bool) -> RowScore:
    """Place by place, then the whole row."""
    whose = "partner" if of == partner_of(seat) else "opponent"
    points = {
        "found": RIGHT[whose],
        "wrong": WRONG[whose] * (PENALTY if doubled else 1),
        "missing": MISSING,
    }
    places = []
    for place, said, true in zip(Place, guess, truth, strict=True):
        reason = judged(said, true)
        places.append(PlaceScore(place, said, true, reason, points[reason]))
    whole = WHOLE_ROW[whose] if tuple(guess) == tuple(truth) else 0
    return RowScore(seat, of, tuple(places), whole, doubled, whole + sum(place.points for place in places))


def code_score(seat: int, guess: Sequence[int | None], truth: Sequence[int]) -> CodeScore:
    """Phrase by phrase; a wrong digit costs nothing."""
    digits = []
    for phrase, said, true in zip(Phrase, guess, truth, strict=True):
        reason = judged(said, true)
        digits.append(DigitScore(phrase, said, true, reason, CODE[phrase] if reason == "found" else 0))
    return CodeScore(seat, tuple(digits), sum(digit.points for digit in digits))


def judged(guess: object, truth: object) -> Reason:
    """Found, wrong, or not even tried."""
    if guess is None:
        return "missing"
    return "found" if guess == truth else "wrong"


def winner(found: ScoreSheet) -> Outcome:
    """A right FULLY, else the points, else the code, else nobody."""
    one, two = found.teams
    scores = tuple(found.teams[team_of(seat)].points for seat in range(len(SEATS)))
    for team in found.teams:
        if team.fully:
            return Outcome("fully", members(team.team), scores)
    if one.points != two.points:
        return Outcome("points", members(0 if one.points > two.points else 1), scores)
    if one.code != two.code:
        return Outcome("code", members(0 if one.code > two.code else 1), scores)
    return Outcome("draw", (), scores)
