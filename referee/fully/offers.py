"""What each may do now in Fully."""

from __future__ import annotations

from collections.abc import Iterator

from referee.fully.entries import is_open, may_amend, may_set
from referee.fully.forms import passed_over
from referee.fully.pieces import DIGITS, SIGNAL, Colour
from referee.fully.seats import TEAMS, partner_of, team_of
from referee.fully.state import State, awaited
from referee.game import TABLE, Actor, Offer, Seat

COLOURS = tuple(colour.value for colour in Colour)
CODE = tuple(DIGITS)
WORDS = (*CODE, SIGNAL)


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now. When it is over, that is no more than to put right what stands on paper."""
    if not state.seats or (actor != TABLE and actor not in range(state.seats)):
        return []
    if not isinstance(actor, int):
        return [
            *skips(state),
            *rows_and_codes(state, TABLE, range(state.seats), range(len(TEAMS))),
            *lines(state, TABLE),
        ]
    if state.phase == "over":
        return []
    entries = rows_and_codes(state, actor, (actor,), (team_of(actor),))
    if state.proposal:
        return [*entries, *lines(state, actor), *answer(state, actor)]
    return [*entries, *lines(state, actor), *talk(state, actor), *fully(state, actor), *seal(state, actor)]


def rows_and_codes(state: State, actor: Actor, rows: range | tuple[int], codes: range | tuple[int]) -> Iterator[Offer]:
    """One offer for each row and code that actor may set or change. Whoever is second, of two partners or of two phones
    that share a seat, finds his offer closed and what the first one did: so the number of entries is in its name."""
    if may_set(state, actor):
        for seat in rows:
            yield Offer(f"row.{seat}.{len(state.rows[seat])}", "row", COLOURS, {"seat": seat})
        for team in codes:
            yield Offer(f"code.{team}.{len(state.codes[team])}", "code", CODE, {"team": team})


def lines(state: State, actor: Actor) -> Iterator[Offer]:
    """One offer for each line of the talk that actor may put right."""
    for line in range(len(state.lines)):
        if may_amend(state, actor, line):
            due = ".due" if is_open(state, line) else ""
            yield Offer(f"amend.{line}{due}", "amend", WORDS, {"line": line, **({"reply": None} if due else {})})


def talk(state: State, seat: Seat) -> Iterator[Offer]:
    """Speak or reply; anybody may write it down where it is said aloud."""
    if state.phase == "talk" and (state.options.logged or seat in awaited(state)):
        kind = "reply" if state.pending else "speak"
        yield Offer(f"{kind}.{state.turns}", kind, WORDS)


def fully(state: State, seat: Seat) -> Iterator[Offer]:
    """Once in each speaking turn of the team; where the talk is not heard, at any time until it is called."""
    if state.caller is not None or state.phase not in ("talk", "seal"):
        return
    fresh = not state.calls or state.calls[-1].turn != state.turns
    if not state.heard:
        yield Offer(f"fully.{len(state.calls)}", "fully")
    elif state.phase == "talk" and team_of(seat) == team_of(state.speaker) and fresh:
        yield Offer(f"fully.{state.turns}", "fully")


def answer(state: State, seat: Seat) -> Iterator[Offer]:
    """Yes or no to the partner who would call FULLY."""
    if state.proposal and seat == partner_of(state.proposal.seat):
        yield Offer(f"agree.{len(state.calls)}", "agree", (True, False))


def seal(state: State, seat: Seat) -> Iterator[Offer]:
    """Put down what one has found, and again until all have."""
    if state.phase == "seal":
        yield Offer(f"seal.{len(state.found[seat])}", "seal", COLOURS)


def skips(state: State) -> Iterator[Offer]:
    """Passes over each of those for whom the game waits; for the code of a team over one of the two."""
    for seat in sorted({passed_over(state, each) for each in awaited(state)}):
        yield Offer(f"skip.{what_is_due(state, seat)}.{seat}", "skip", (seat,), {"seat": seat})


def what_is_due(state: State, seat: Seat) -> str:
    """What the game waits for, as a name that stays the same for as long as it does."""
    if state.phase == "set up":
        return "code" if state.rows[seat] else "row"
    if state.proposal:
        return f"agree.{len(state.calls)}"
    if state.phase == "talk":
        return f"{'reply' if state.pending else 'speak'}.{state.turns}"
    return "seal"
