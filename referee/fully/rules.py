"""The rules of Fully: what a move leads to. They look at the form of what is said, never at its truth."""

from __future__ import annotations

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully.entries import amend, check_digits, set_code, set_row
from referee.fully.pieces import DIGITS, Colour, Place
from referee.fully.seats import partner_of, team_of
from referee.fully.state import State, awaited
from referee.game import TABLE, Actor, Refused


def deal(options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
    """Everybody sits down; nothing is left to chance but who begins, if the table wants it so."""
    return [m.Dealt(options.drawn(seats, chance), seats)]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if actor != TABLE and actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    if state.phase == "over" and (actor != TABLE or not isinstance(move, m.SetRow | m.SetCode)):
        raise Refused("over")
    if isinstance(move, m.SetRow):
        return [set_row(state, actor, move)]
    if isinstance(move, m.SetCode):
        return [set_code(state, actor, move)]
    if isinstance(move, m.Amend):
        return [amend(state, actor, move)]
    if isinstance(move, m.Skip):
        if actor != TABLE:
            raise Refused("table only", move="skip")
        return [skip(state, move.seat, chance)]
    if not isinstance(actor, int):
        raise Refused("players only")
    return [decide_for_player(state, actor, move)]


def decide_for_player(state: State, seat: int, move: m.Speak | m.Reply | m.Propose | m.Agree | m.Seal) -> m.Event:
    """Talk, call, seal."""
    if state.phase == "set up":
        raise Refused("rows and codes first", waiting=awaited(state))
    if isinstance(move, m.Agree):
        return agree(state, seat, move)
    if state.proposal:
        raise Refused("answer first", seat=partner_of(state.proposal.seat))
    if isinstance(move, m.Speak):
        return speak(state, seat, move)
    if isinstance(move, m.Reply):
        return reply(state, seat, move)
    if isinstance(move, m.Propose):
        return propose(state, seat)
    return seal(state, seat, move)


def speak(state: State, seat: int, move: m.Speak) -> m.Spoken:
    """A colour, a place, a digit: whatever is true."""
    check_talk(state)
    if state.pending:
        raise Refused("reply first", seat=partner_of(state.speaker))
    if seat != state.speaker and not state.options.logged:
        raise Refused("not your turn", seat=state.speaker)
    return m.Spoken(seat, state.speaker, move.colour, move.place, move.digit)


def reply(state: State, seat: int, move: m.Reply) -> m.Replied:
    """A digit."""
    check_talk(state)
    if not state.pending:
        raise Refused("nothing to answer")
    to_reply = partner_of(state.speaker)
    if seat != to_reply and not state.options.logged:
        raise Refused("not your turn", seat=to_reply)
    return m.Replied(seat, to_reply, move.digit)


def check_talk(state: State) -> None:
    """Refuses words where there is no talk, or no more."""
    if not state.heard:
        raise Refused("talk at the table")
    if state.phase != "talk":
        raise Refused("talk is over")


def propose(state: State, seat: int) -> m.Proposed:
    """On the speaking turn of one's team, once in it. Where the talk is not heard, only the table knows whose turn it is."""
    if state.caller is not None:
        raise Refused("called already", seat=next(call.seat for call in state.calls if call.yes))
    if state.heard:
        check_talk(state)
        if team_of(seat) != team_of(state.speaker):
            raise Refused("not your turn", seat=state.speaker)
        if state.calls and state.calls[-1].turn == state.turns:
            raise Refused("proposed already", seat=state.calls[-1].seat)
    return m.Proposed(seat)


def agree(state: State, seat: int, move: m.Agree) -> m.Agreed:
    """The partner's word."""
    if not state.proposal:
        raise Refused("nothing to answer")
    if seat != partner_of(state.proposal.seat):
        raise Refused("not your turn", seat=partner_of(state.proposal.seat))
    return m.Agreed(seat, move.yes)


def seal(state: State, seat: int, move: m.Seal) -> m.Sealed:
    """Holes are allowed; and one may think better of it until all four are in."""
    if state.phase != "seal":
        raise Refused("talk first", seat=awaited(state)[0])
    check_digits(move.code)
    found = m.Findings(move.partner, move.first, move.second, move.code)
    return m.Sealed(seat, seat, found, bool(state.found[seat]))


def skip(state: State, seat: int, chance: Chance) -> m.Event:
    """For an absent player: a row and a code by lot, no words, no FULLY, nothing found."""
    if seat not in range(state.seats):
        raise Refused("no such seat", given=seat)
    if seat not in awaited(state):
        raise Refused("not awaited", seat=seat)
    if state.phase == "set up":
        if not state.rows[seat]:
            return m.RowSet(TABLE, seat, random_row(chance), lot=True)
        return m.CodeSet(TABLE, team_of(seat), random_code(chance))
    if state.proposal:
        return m.Agreed(seat, False)
    if state.phase == "talk":
        return m.Skipped(seat)
    return m.Sealed(TABLE, seat, m.NOTHING_FOUND)


def random_row(chance: Chance) -> tuple[Colour, ...]:
    """Any colours."""
    return tuple(chance.one(tuple(Colour)) for _ in Place)


def random_code(chance: Chance) -> tuple[int, ...]:
    """The digits in any order."""
    return chance.shuffled(DIGITS)
