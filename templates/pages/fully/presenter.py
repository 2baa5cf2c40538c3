"""What the pages of Fully show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from referee.fully.scoring import RowScore
from referee.fully.views import View
from referee.game import Offer
from templates.i18n import say
from templates.pages.fully.bar import bar
from templates.pages.fully.narration import NARRATION
from templates.pages.fully.story import story
from templates.pages.moment import LAST, Moment

__all__ = ["NARRATION", "bar", "story"]

SEAT_COLOURS: tuple[str, ...] = ()  # colours are of pawns: players choose one of the house


PLAYERS = 4
REVEALED = (0, 2, 1, 3)  # whose findings are shown one after the other: partners side by side


def team_of(seat: int) -> int:
    """The team of a player."""
    return seat % 2


def partner_of(seat: int) -> int:
    """Who sits opposite."""
    return (seat + 2) % PLAYERS


def stands(view: View, seat: int) -> str:
    """What a player does now, by his name on the table screen; while a yes or no is awaited nobody speaks."""
    if view.proposal is not None and team_of(seat) == team_of(view.proposal):
        return say("FULLY?") if seat == view.proposal else say("yes or no?")
    if view.phase == "seal":
        return say("has sealed") if view.sealed[seat].times else say("has not sealed yet")
    if view.phase != "talk":
        return ""
    if view.lines and view.lines[-1].due:
        return say("replies") if seat in view.awaited else ""
    return say("speaks") if seat == view.speaker else ""


class Hand(Struct, frozen=True):
    """The page of a seat."""

    team: int
    partner: int
    paper: bool
    over: bool
    last: Any  # what was said last
    latest: bool  # and it stands by itself: nobody is about to reply to it here
    seal: Offer | None


def hand(view: View, offers: Sequence[Offer], seat: int) -> Hand:
    """What the page of a seat shows now."""
    last = view.lines[-1] if view.lines else None
    replies = any(offer.kind == "reply" for offer in offers)
    return Hand(
        team=team_of(seat),
        partner=partner_of(seat),
        paper=view.options.pieces == "paper",
        over=view.outcome is not None,
        last=last,
        latest=last is not None and (not replies if last.due else view.phase == "talk"),
        seal=next((offer for offer in reversed(offers) if offer.kind == "seal"), None),
    )


class Turn(Struct, frozen=True):
    """What a player said in a round, and who called FULLY then."""

    seat: int
    team: int
    line: Any
    newest: bool
    calls: tuple[Any, ...]


def talk(
    lines: Sequence[Any], calls: Sequence[Any], speaker: int | None, heard: bool, first: int = 0
) -> Iterator[tuple[int, tuple[Turn, ...]]]:
    """A line for each round, as on paper, with a turn for each speaker; the newest on top, where it is in sight.

    Whoever begins, each speaker has his own column. FULLY stands in that of whoever proposed it, whose turn it was to speak or
    his partner's.
    """
    calls = calls if heard else ()
    spoken = -(-len(lines) // PLAYERS)
    called = calls[-1].turn // PLAYERS + 1 if calls else 0
    for number in range(max(spoken, called, speaker is not None), 0, -1):
        turns = [(number - 1) * PLAYERS + (seat - first) % PLAYERS for seat in range(PLAYERS)]
        yield (
            number,
            tuple(
                Turn(
                    seat,
                    team_of(seat),
                    lines[n] if n < len(lines) else None,
                    n == len(lines) - 1,
                    tuple(call for call in calls if call.turn // PLAYERS == number - 1 and call.seat == seat),
                )
                for seat, n in enumerate(turns)
            ),
        )


def understood(lines: Sequence[Any], team: int, everything: bool) -> list[tuple[int, Any]]:
    """What a team can put into words, the last first: its own talk, or all of it once the codes lie open."""
    found = enumerate(lines, 1)
    return [(n, line) for n, line in found if line.words and (everything or team_of(line.seat) == team)][::-1]


def revealed(rows: Sequence[RowScore]) -> list[RowScore]:
    """The rows in the order in which they are counted: all partners first, then the opponents."""
    return [rows[3 * seat + j] for j in range(3) for seat in REVEALED]


def running_totals(rows: Sequence[RowScore]) -> list[tuple[int, int]]:
    """The points of both teams before each row that is counted."""
    sums, found = [0, 0], []
    for row in revealed(rows):
        found.append((sums[0], sums[1]))
        sums[team_of(row.seat)] += row.points
    return found


def signed(points: int) -> str:
    """Points with their sign."""
    return f"+{points}" if points > 0 else minus(points)


def minus(points: int) -> str:
    """Points with a minus as it is printed."""
    return str(points).replace("-", "−")


def has_wrong(row: RowScore) -> bool:
    """Is a place of that row wrong?"""
    return any(place.reason == "wrong" for place in row.places)


def line_offers(view: View, offers: Iterable[Offer]) -> list[tuple[Offer, Any]]:
    """What was written down and can be put right, the last first."""
    return [(offer, view.lines[offer.settled["line"]]) for offer in offers if offer.kind == "amend"][::-1]


def moments(view: View) -> tuple[Moment, ...]:
    """What was said last, and proposals of FULLY: one that waits for a word or was agreed to is the newest, one that was
    refused comes before what is said in its turn."""
    lines = [(n, True, Moment(f"line-{n}-{line.due}", "line", line)) for n, line in enumerate(view.lines)][-LAST:]
    calls = [
        (call.turn, call.yes is not False, Moment(f"call-{n}-{call.yes}", "call", call))
        for n, call in enumerate(view.calls)
    ][-LAST:]
    told = sorted([*lines, *calls], key=lambda each: each[:2])  # of equals a call comes last
    return tuple(each for *_, each in reversed(told[-LAST:]))
