"""Who sees what in Fully. Built up from nothing: what is not put in here never leaves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.fully import moves as m
from referee.fully.pieces import SIGNAL, Colour, Phrase, Place
from referee.fully.scoring import ScoreSheet
from referee.fully.seats import TEAMS, members, others, team_of
from referee.fully.state import Call, Line, Phase, State, Words, awaited, outcome, score
from referee.game import Actor, Observer, Outcome


class RowView(Struct, frozen=True):
    """A row: its own player sees it, everybody when all is over."""

    times: int  # how often it was set: 0 not yet, more than 1 means that it was changed or put right
    colours: tuple[Colour, ...] | None  # None: not for these eyes, or not set yet
    was: tuple[tuple[Colour, ...], ...] = ()  # what it was before, for the same eyes
    lot: bool = False  # it came by lot, for a player who was absent


class CodeView(Struct, frozen=True):
    """A code: both partners see it, everybody when all is over."""

    times: int
    digits: tuple[int, ...] | None  # by phrase
    was: tuple[tuple[int, ...], ...] = ()
    by: Actor | None = None  # who set it last, for the same eyes


class WordsView(Struct, frozen=True):
    """What was said, with what it means for those who know the code. The signal is in no code: it means none."""

    colour: Colour
    place: Place
    digit: int
    reply: int | None
    means: Phrase | None = None
    reply_means: Phrase | None = None


class LineView(Struct, frozen=True):
    """A turn of the talk."""

    round: int  # from 1
    seat: int
    words: WordsView | None  # None: passed over
    due: bool  # the reply is still to come
    was: tuple[Words | None, ...] = ()  # as it stood before it was put right


class SealView(Struct, frozen=True):
    """What a player put down: he alone sees it until all have."""

    times: int
    found: m.Findings | None


class View(Struct, frozen=True):
    """What an observer may know."""

    observer: Observer
    options: m.Options
    seats: int
    phase: Phase
    heard: bool  # does the talk come by here?
    others: tuple[int, ...]  # for a seat: partner, first and second opponent
    turns: int  # of the talk that are over, four in a round
    round: int  # from 1
    speaker: int | None  # whose turn it is to speak, or to be replied to; None when nobody talks here
    awaited: tuple[int, ...]
    begun: bool  # rows and codes stand
    rows: tuple[RowView, ...]  # by seat
    codes: tuple[CodeView, ...]  # by team
    lines: tuple[LineView, ...]
    calls: tuple[Call, ...]  # proposals of FULLY, said aloud
    proposal: int | None  # who proposes it and waits for his partner's word
    caller: int | None  # the team that called it
    sealed: tuple[SealView, ...]  # by seat
    sheet: ScoreSheet | None  # every point, when all is over
    outcome: Outcome | None


def knows_row(state: State, observer: Observer, seat: int) -> bool:
    """His own; when all is over, everybody's. The same for what he put down."""
    return state.phase == "over" or observer == seat


def knows_code(state: State, observer: Observer, team: int) -> bool:
    """That of his own team; when all is over, both."""
    return state.phase == "over" or observer in members(team)


def view(state: State, observer: Observer) -> View:
    """What that observer may know now."""
    talking = state.phase == "talk"
    seats = range(state.seats)
    codes = tuple(code_view(state, observer, team) for team in range(len(TEAMS)) if state.seats)
    return View(
        observer=observer,
        options=state.options,
        seats=state.seats,
        phase=state.phase,
        heard=state.heard,
        others=others(observer) if isinstance(observer, int) and observer in seats else (),
        turns=state.turns,
        round=min(state.turns // max(state.seats, 1) + 1, state.options.rounds),
        speaker=state.speaker if talking else None,
        awaited=awaited(state),
        begun=state.begun,
        rows=tuple(row_view(state, observer, seat) for seat in seats),
        codes=codes,
        lines=lines(state, codes),
        calls=state.calls,
        proposal=state.proposal.seat if state.proposal else None,
        caller=state.caller,
        sealed=tuple(seal_view(state, observer, seat) for seat in seats),
        sheet=score(state),
        outcome=outcome(state),
    )


def row_view(state: State, observer: Observer, seat: int) -> RowView:
    """A row as that observer sees it."""
    entries, lot = state.rows[seat], seat in state.lots
    if not entries or not knows_row(state, observer, seat):
        return RowView(len(entries), None, lot=lot)
    return RowView(len(entries), entries[-1], entries[:-1], lot)


def code_view(state: State, observer: Observer, team: int) -> CodeView:
    """A code as that observer sees it."""
    entries = state.codes[team]
    if not entries or not knows_code(state, observer, team):
        return CodeView(len(entries), None)
    return CodeView(len(entries), entries[-1], entries[:-1], state.coders[team])


def seal_view(state: State, observer: Observer, seat: int) -> SealView:
    """What a player put down, as that observer sees it."""
    entries = state.found[seat]
    return SealView(len(entries), entries[-1] if entries and knows_row(state, observer, seat) else None)


def lines(state: State, codes: Sequence[CodeView]) -> tuple[LineView, ...]:
    """The talk as everybody heard it, translated with the codes that the observer knows."""
    known, last = [codes[team_of(seat)].digits for seat in range(state.seats)], len(state.lines) - 1
    return tuple(
        [
            line_view(number // state.seats + 1, line, known[line.seat], state.pending and number == last)
            for number, line in enumerate(state.lines)
        ]
    )


@lru_cache(4000)  # of all lines of a talk one is new, and all who know the same code read the same
def line_view(round: int, line: Line, code: tuple[int, ...] | None, due: bool) -> LineView:
    """A line as it was heard by whoever knows that code of its team, or none."""
    seen, said = None, line.words
    if said:
        seen = WordsView(said.colour, said.place, said.digit, said.reply)
        if code is not None:
            seen = replace(seen, means=meaning(code, said.digit), reply_means=meaning(code, said.reply))
    return LineView(round, line.seat, seen, due, line.was)


def meaning(code: tuple[int, ...], digit: int | None) -> Phrase | None:
    """What a digit says in a code."""
    return None if digit is None or digit == SIGNAL else tuple(Phrase)[code.index(digit)]


def witness(event: m.Event, observer: Observer, state: State) -> m.Event:
    """The event as that observer saw it."""
    if isinstance(event, m.RowSet):
        return event if knows_row(state, observer, event.seat) else replace(event, colours=())
    if isinstance(event, m.CodeSet):
        return event if knows_code(state, observer, event.team) else replace(event, digits=())
    if isinstance(event, m.Sealed):
        return event if knows_row(state, observer, event.seat) else replace(event, found=None)
    return event  # said aloud
