"""What players tell about paper racks and paper cards, and how a mistyping is put right.

A seat may put right what it entered until something else happens, the host at any time: the tiles of any filling of a
rack, the card of any line of the log. Whatever spoke of it follows: answers are put right in the log, and a declaration
is judged anew, so that a point is given or taken back. Nothing on the table moves by that: an open rack that was
replaced, or was not, stays as it is.

Such a correction may give the last point and end the game. A game that is over can be put right too, but only the tiles
by which it ended. If that takes the last point back, the game goes on; since everybody has seen all racks by then, every
player's rack is put aside and filled anew. (The seed may have been revealed by then; with paper racks no dice hang on it.)
"""

from __future__ import annotations

from collections import Counter

from referee.code777 import moves as m
from referee.code777.pieces import TILES
from referee.code777.questions import Answer, Rack
from referee.code777.state import State, answer_then, filled_with, outcome
from referee.game import TABLE, Actor, Refused


def enter(state: State, actor: Actor, move: m.Enter) -> m.Entered:
    """Tells what stands on a paper rack: the neighbour who set it, anybody for an open rack; never its owner."""
    if state.options.racks != "paper":
        raise Refused("racks on phones")
    if not 0 <= move.rack < len(state.fillings):
        raise Refused("no such rack", rack=move.rack)
    filling = state.refills[move.rack] if move.filling is None else move.filling
    if not 0 <= filling <= state.refills[move.rack]:
        raise Refused("no such filling", rack=move.rack, filling=filling)
    if actor != TABLE and setter(state, move.rack) not in (None, actor):
        raise Refused("not yours to enter", rack=move.rack, seat=setter(state, move.rack))
    if not may_enter(state, actor, move.rack, filling):
        raise Refused("too late to correct", rack=move.rack)
    # Only what the actor sees may refuse him, else the refusal would tell him his own tiles. The host is trusted with any
    # tiles that exist: he may be putting right two racks, one after the other. Tiles put aside refuse nobody: whether
    # they are back in a paper stock only the players know, who may shuffle sooner or later than we count, and a true rack
    # must never be refused.
    seen = [rack for i, rack in enumerate(state.racks) if actor != TABLE and i not in (actor, move.rack)]
    there = Counter(tile for rack in seen for tile in rack) + Counter(move.tiles)
    wrong = sorted(tile for tile, count in (there - Counter(TILES)).items() if count)
    if wrong:
        raise Refused("no such tiles", tiles=tuple(wrong))
    return m.Entered(
        by=actor,
        rack=move.rack,
        tiles=move.tiles,
        filling=filling,
        corrects=bool(state.fillings[move.rack][filling]),
        right=judged_anew(state, move.rack, filling, move.tiles),
        answers=answered_anew(state, move.rack, filling, move.tiles),
    )


def setter(state: State, rack: int) -> int | None:
    """Who put the tiles there: the player on the right of its owner; nobody in particular for an open rack."""
    return (rack - 1) % state.seats if rack < state.seats else None


def may_enter(state: State, actor: Actor, rack: int, filling: int) -> bool:
    """Its seat what is missing or was entered last, the host anything; once it is over, he alone and what ended it."""
    if outcome(state):
        return actor == TABLE and (rack, filling) == closing(state)
    if actor == TABLE:
        return True
    if filling != state.refills[rack] or setter(state, rack) not in (None, actor):
        return False
    last = state.last
    fresh = isinstance(last, m.Entered) and (last.rack, last.filling, last.by) == (rack, filling, actor)
    return fresh or not state.racks[rack]


def closing(state: State) -> tuple[int, int] | None:
    """Rack and filling by which a game ended: the tiles that were declared, or put right, last."""
    last = state.last
    if isinstance(last, m.Entered):
        return last.rack, last.filling
    if isinstance(last, m.Declared):
        return last.seat, state.refills[last.seat]
    return None


def judged_anew(state: State, rack: int, filling: int, tiles: Rack) -> bool | None:
    """What the declaration about these tiles is now, if it was judged otherwise."""
    for said in state.declarations:
        if (said.seat, said.filling) == (rack, filling):
            right = is_right(said.digits, tiles)
            return right if right != said.right else None
    return None


def is_right(digits: m.Digits, tiles: Rack) -> bool:
    """In any order, without colours."""
    return sorted(digits) == sorted(tile.digit for tile in tiles)


def answered_anew(state: State, rack: int, filling: int, tiles: Rack) -> tuple[tuple[int, Answer], ...]:
    """The answers in the log that spoke of these tiles and would have been others."""
    fillings = filled_with(state.fillings, rack, tiles, filling)
    found = []
    for i, line in enumerate(state.lines):
        follows = state.about == "draw" or line.heard  # what nobody has said yet is counted anew by itself
        if follows and line.about[rack] == filling:
            answer = answer_then(line.question, line.seat, line.about, fillings)
            if answer != line.answer:
                found.append((i, answer))
    return tuple(found)


def recall(state: State, actor: Actor, move: m.Recall) -> m.Recalled:
    """Puts right the number of a card: the last one its asker until the next move, any the host at any time."""
    if state.options.pieces != "paper" or not state.lines:
        raise Refused("nothing to correct")
    number = len(state.lines) - 1 if move.line is None else move.line
    if not 0 <= number < len(state.lines):
        raise Refused("no such line", line=number)
    line = state.lines[number]
    if not may_recall(state, actor, number):
        raise Refused("too late to correct", question=line.question)
    untold = not line.heard and state.unseen
    answer = None if untold else answer_then(move.question, line.seat, line.about, state.fillings)
    return m.Recalled(actor, number, move.question, answer)


def may_recall(state: State, actor: Actor, number: int) -> bool:
    """The asker the last card until something else happens, and not what he has announced; the host always."""
    if state.options.pieces != "paper" or outcome(state):
        return False
    if actor == TABLE:
        return True
    if number != len(state.lines) - 1:
        return False
    line, last = state.lines[number], state.last
    fresh = isinstance(last, m.Asked | m.Answered) or (isinstance(last, m.Recalled) and last.by == actor)
    announced = state.options.answers == "announced" and line.heard
    return fresh and actor == line.seat and not announced
