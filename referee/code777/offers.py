"""What each may do now in Code 777, and for whom the game waits."""

from __future__ import annotations

from collections.abc import Iterator

from referee.code777.entries import may_enter, may_recall, setter
from referee.code777.pieces import QUESTIONS
from referee.code777.questions import DIGITS, Answer, Contest, question
from referee.code777.state import State, outcome
from referee.game import TABLE, Actor, Offer, Seat

CARDS = tuple(range(1, QUESTIONS + 1))


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now. When it is over, that is no more than to put right how it ended."""
    if not state.seats or (actor != TABLE and actor not in range(state.seats)):
        return []
    entries = [*cards_to_recall(state, actor), *racks_to_enter(state, actor)]
    if outcome(state):
        return entries
    if actor == TABLE:
        return [*skip(state), *entries]
    assert isinstance(actor, int)
    return [*entries, *turn_of(state, actor)]


def skip(state: State) -> Iterator[Offer]:
    """Passes over whoever must ask or announce; racks that wait to be entered are no turn."""
    if not state.waiting:
        seat = state.pending.seat if state.pending else state.turn
        yield Offer(f"skip.{state.turns}.{len(state.lines)}", "skip", (seat,))


def turn_of(state: State, seat: Seat) -> Iterator[Offer]:
    """Ask, answer, declare."""
    if seat == state.turn and not state.waiting and not state.pending:
        yield Offer(f"ask.{state.turns}", "ask", CARDS if state.options.pieces == "paper" else ())
    if state.pending and state.pending.seat == seat and not state.unseen:
        card = state.pending.question
        racks = sum(state.pending.about)  # another one when a rack was replaced: he must count again
        yield Offer(f"announce.{len(state.lines)}.{card}.{racks}", "announce", answers(card))
    if state.racks[seat]:
        yield Offer(f"declare.{state.refills[seat]}", "declare")


def cards_to_recall(state: State, actor: Actor) -> Iterator[Offer]:
    """One offer for each line of the log whose card that actor may put right."""
    for line in range(len(state.lines)):
        if may_recall(state, actor, line):
            yield Offer(f"recall.{line}", "recall", CARDS, {"line": line})


def racks_to_enter(state: State, actor: Actor) -> Iterator[Offer]:
    """One offer for each filling of a paper rack that is missing or that actor may put right; the present ones first."""
    if state.options.racks != "paper":
        return
    present = list(enumerate(state.refills))
    earlier = [(rack, filling) for rack, refills in present for filling in range(refills)]
    for rack, filling in present + earlier:
        if may_enter(state, actor, rack, filling):
            yield Offer(f"enter.{rack}.{filling}", "enter", (rack,), {"rack": rack, "filling": filling})


def answers(number: int) -> tuple[Answer, ...]:
    """All that one could answer to a question."""
    if isinstance(question(number), Contest):
        return ("first", "same", "second")
    return tuple(range(len(DIGITS) + 1))  # no count exceeds the seven digits or colours


def awaited(state: State) -> tuple[Seat, ...]:
    """Who must tell the tiles of an empty rack, or else ask; and who must announce."""
    if not state.seats or outcome(state):
        return ()
    seats: set[Seat] = set()
    for rack in state.waiting:
        by = setter(state, rack)
        seats |= set(range(state.seats)) if by is None else {by}
    if state.pending and not state.unseen:
        seats.add(state.pending.seat)
    return tuple(sorted(seats or {state.turn}))
