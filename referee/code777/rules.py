"""The rules of Code 777: what a move leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.changes import evolve
from referee.code777.entries import enter, is_right, recall
from referee.code777.offers import answers
from referee.code777.pieces import QUESTIONS, TILES, TILES_ON_A_RACK, dummies
from referee.code777.questions import question
from referee.code777.state import State, outcome, seen_by
from referee.game import TABLE, Actor, Refused

RESHUFFLE_AT = 7  # so few tiles left, after a refill, bring those put aside back


def deal(options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
    """Shuffles tiles and cards. With paper racks the tiles are shuffled on the table."""
    tiles = chance.shuffled(TILES) if options.racks == "phone" else ()
    questions = chance.shuffled(range(1, QUESTIONS + 1)) if options.pieces == "phone" else ()
    return [
        m.Dealt(
            options.drawn(seats, chance),
            seats,
            tiles,
            questions,
            "answer" if options.answers == "announced" else "draw",
        )
    ]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state) and (actor, type(move)) != (TABLE, m.Enter):
        raise Refused("over")
    if actor == TABLE:
        return decide_for_table(state, move, chance)
    if actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    assert isinstance(actor, int)
    if isinstance(move, m.Ask):
        return ask(state, actor, move)
    if isinstance(move, m.Announce):
        return announce(state, actor, move)
    if isinstance(move, m.Declare):
        return declare(state, actor, move, chance)
    if isinstance(move, m.Enter):
        return [enter(state, actor, move)]
    if isinstance(move, m.Recall):
        return [recall(state, actor, move)]
    raise Refused("table only", move="skip")


def decide_for_table(state: State, move: m.Move, chance: Chance) -> list[m.Event]:
    """What the host may do: put right what was entered, pass over an absent player."""
    if isinstance(move, m.Enter):
        return put_right(state, move, chance)
    if isinstance(move, m.Recall):
        return [recall(state, TABLE, move)]
    if isinstance(move, m.Skip):
        if state.waiting:
            raise Refused("racks to enter", racks=state.waiting)
        if state.pending:  # an absent seat tells the truth
            return [m.Answered(state.pending.seat, state.pending.answer)]
        return [m.Skipped(state.turn)]
    raise Refused("players only")


def ask(state: State, seat: int, move: m.Ask) -> list[m.Event]:
    """The top card, or the one that was drawn from the paper deck."""
    if seat != state.turn:
        raise Refused("not your turn", seat=state.turn)
    if state.pending:
        raise Refused("answer first", question=state.pending.question)
    if state.waiting:
        raise Refused("racks to enter", racks=state.waiting)
    on_paper = state.options.pieces == "paper"
    if on_paper != (move.question is not None):
        raise Refused("card number" if on_paper else "no card number")
    number = move.question if move.question is not None else state.deck[0]
    answer = question(number).answer(seen_by(seat, state.racks))
    events: list[m.Event] = [m.Asked(seat, number, answer, state.refills)]
    if state.options.answers == "referee":
        events.append(m.Answered(seat, answer))
    return events


def announce(state: State, seat: int, move: m.Announce) -> list[m.Event]:
    """The asker's own answer, about the racks as they stand now. A miscount is told to him alone, before anybody has heard it.

    Paper racks may have been entered wrongly, and he sees the tiles themselves: there he has the last word.
    """
    pending = state.pending
    if not pending or pending.seat != seat:
        raise Refused("nothing to answer")
    if state.unseen:
        raise Refused("racks to enter", racks=state.unseen)
    if type(move.answer) is not type(pending.answer):
        raise Refused("kind of answer", question=pending.question)
    fits, on_paper = move.answer == pending.answer, state.options.racks == "paper"
    if not fits and not (on_paper and move.sure):
        raise Refused(
            "miscounted", question=pending.question, answer=move.answer, **({"sure": True} if on_paper else {})
        )
    if fits and move.sure:  # one form for each move
        raise Refused("no doubt", question=pending.question)
    if move.answer not in answers(pending.question):
        raise Refused("kind of answer", question=pending.question)
    return [m.Answered(seat, move.answer)]


def declare(state: State, seat: int, move: m.Declare, chance: Chance) -> list[m.Event]:
    """Right or wrong: the tiles are shown, put aside and replaced, unless that was the last point."""
    if not state.racks[seat]:
        raise Refused("racks to enter", racks=state.waiting)
    tiles = state.racks[seat]
    declared = m.Declared(seat, move.digits, is_right(move.digits, tiles), tiles)
    state = evolve(state, declared)
    if outcome(state):
        return [declared]
    return [declared, *refill(state, (seat, *open_racks_replaced(state, declared.right)), chance)]


def open_racks_replaced(state: State, right: bool) -> tuple[int, ...]:
    """After a right declaration: with three players the open rack, with two one of the two by turns."""
    count = dummies(state.seats)
    return (state.seats + sum(state.refills[state.seats :]) % count,) if right and count else ()


def refill(state: State, racks: Iterable[int], chance: Chance) -> Iterator[m.Event]:
    """New tiles for racks; after each of them the discards come back if the stock has run low."""
    for rack in racks:
        filled = m.Refilled(rack, state.stock[:TILES_ON_A_RACK])
        yield filled
        state = evolve(state, filled)
        if state.left <= RESHUFFLE_AT:
            shuffled = m.Reshuffled(chance.shuffled(sorted(state.stock + state.aside)) if state.stock else ())
            yield shuffled
            state = evolve(state, shuffled)


def put_right(state: State, move: m.Enter, chance: Chance) -> list[m.Event]:
    """The host enters or corrects a rack. A game that was over and goes on needs new racks: all have been seen."""
    entered = enter(state, TABLE, move)
    after = evolve(state, entered)
    reopened = outcome(state) and not outcome(after)
    return [entered, *refill(after, range(state.seats) if reopened else (), chance)]
