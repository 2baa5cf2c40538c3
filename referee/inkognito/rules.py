"""The rules of Inkognito: what a move leads to."""

from __future__ import annotations

from collections.abc import Iterator

from referee.chance import Chance
from referee.game import TABLE, Actor, Refused
from referee.inkognito import moves as m
from referee.inkognito.calls import call
from referee.inkognito.changes import evolve
from referee.inkognito.checks import CHECKS
from referee.inkognito.fallback import stopgap
from referee.inkognito.meetings import Meeting, meeting_of, other, question_to
from referee.inkognito.offers import awaited, moves
from referee.inkognito.paper import ON_PAPER
from referee.inkognito.pieces import AGENTS, AMBASSADOR, ROUNDS, Fragment, Identity, Place
from referee.inkognito.secrets import black_left, sorted_pair
from referee.inkognito.state import State, outcome


def deal(options: m.Options, seats: int, chance: Chance, number: int = 1) -> list[m.Event]:
    """A true identity and a true fragment for each of the four agents, also for one that nobody plays."""
    first, second, third, fourth = chance.shuffled(list(Identity))
    one, two, three, four = chance.shuffled(list(Fragment))
    orders = shuffled(seats, options, chance)
    begun = options.drawn(min(seats, len(AGENTS)), chance)
    return [m.Dealt(number, begun, seats, (first, second, third, fourth), (one, two, three, four), *orders)]


def shuffled(seats: int, options: m.Options, chance: Chance) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The places of the Ambassador and of the agent that nobody plays, where chance plays them."""
    if options.pieces == "paper":
        return (), ()
    ambassador = chance.shuffled(list(Place)) if seats <= AMBASSADOR else ()
    return ambassador, chance.shuffled(list(Place)) if seats < len(AGENTS) else ()


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state):
        raise Refused("over")
    if isinstance(move, m.Skip):
        if actor != TABLE:
            raise Refused("table only")
        actor, move = move.seat, instead(state, move.seat, chance)
    if actor != TABLE and actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    if isinstance(move, m.Again):
        return again(state, chance)
    if actor == TABLE:
        raise Refused("players only")
    assert isinstance(actor, int)
    if state.stage == "verdict":
        raise Refused("deal first")
    events = ON_PAPER[type(move)](state, actor, move) if state.stage == "paper" else played(state, actor, move)
    for event in events:
        state = evolve(state, event)
    return [*events, *follow(state, chance)]


def instead(state: State, seat: int, chance: Chance) -> m.Move:
    """What the table does for a player."""
    if seat not in awaited(state):
        raise Refused("not waiting", given=seat)
    move = stopgap(moves(state, seat), chance)
    if move is None:
        raise Refused("not waiting", given=seat)
    return move


def again(state: State, chance: Chance) -> list[m.Event]:
    """The next deal of the series."""
    if state.stage != "verdict":
        raise Refused("no verdict yet")
    (dealt,) = deal(state.options, state.seats, chance, state.deal + 1)
    return [dealt, *follow(evolve(state, dealt), chance)]


def follow(state: State, chance: Chance) -> Iterator[m.Event]:
    """What happens by itself until somebody must do something: places that chance plays, and the next round."""
    while (event := by_itself(state, chance)) is not None:
        yield event
        state = evolve(state, event)


def by_itself(state: State, chance: Chance) -> m.Event | None:
    """The next thing that needs nobody."""
    slot = state.round % ROUNDS
    if state.stage == "going" and state.turn is None:
        return m.Revealed(state.down or state.ambassador[slot])
    if state.stage == "going" and state.turn == state.nobody and state.nobody is not None:
        return m.Went(state.nobody, state.fictitious[slot])
    if state.stage == "meeting" and all(meeting.done for meeting in state.meetings):
        back = slot == ROUNDS - 1
        orders = shuffled(state.seats, state.options, chance) if back else ((), ())
        return m.Turned(state.round + 1, back, *orders)
    return None


def played(state: State, seat: int, move: m.Move) -> list[m.Event]:
    """A move at a table where phones do it all."""
    if isinstance(move, m.Go):
        return [go(state, seat, move)]
    if isinstance(move, m.Answer):
        return [answer(state, seat, move)]
    if isinstance(move, m.Retract):
        raise Refused("nothing to retract")
    if isinstance(move, m.Pair | m.Show | m.Ask | m.Look | m.Pass):
        return seal(state, seat, move)
    assert isinstance(move, m.Call)
    return [call(state, seat, move)]


def go(state: State, seat: int, move: m.Go) -> m.Event:
    """A place still in hand, in turn."""
    if state.turn is None:
        raise Refused("not now")
    if state.turn != seat:
        raise Refused("not your turn", seat=state.turn)
    if move.place not in state.hand(seat):
        raise Refused("place played", place=move.place)
    return m.Hidden(move.place) if seat == AMBASSADOR else m.Went(seat, move.place)


def answer(state: State, seat: int, move: m.Answer) -> m.Event:
    """The asked agent chooses; not what the asker has seen of him before. The fifth player sees it too."""
    asker = question_to(state.meetings, seat)
    if asker is None:
        raise Refused("nobody asks")
    if move.card not in black_left(state, seat, asker):
        raise Refused("shown before", seat=asker, card=move.card)
    to = (asker, AMBASSADOR) if state.seats > AMBASSADOR else (asker,)
    return m.Shown(seat, to, (state.true(seat, move.card),), True)


def seal(state: State, seat: int, move: m.Choice) -> list[m.Event]:
    """A decision at a meeting; when it is the last one there, what comes of all of them."""
    where = meeting_of(state.meetings, seat)
    if not where:
        raise Refused("no meeting")
    if seat in where.sealed:
        raise Refused("decided")
    CHECKS[type(move)](state, where, seat, move)
    if isinstance(move, m.Pair):
        move = m.Pair(sorted_pair(move.cards), move.to)
    sealed = m.Sealed(seat, move)
    after = meeting_of(evolve(state, sealed).meetings, seat)
    assert after is not None
    return [sealed] if after.missing else [sealed, *opened(state, after)]


def opened(state: State, meeting: Meeting) -> Iterator[m.Event]:
    """What everybody there laid down, all at once."""
    for seat, choice in sorted(meeting.choices, key=lambda each: meeting.members.index(each[0])):
        if isinstance(choice, m.Pair):
            yield m.Shown(seat, (choice.to,), choice.cards, False)
        elif isinstance(choice, m.Show):
            yield m.Shown(seat, (choice.to,), (state.true(seat, choice.card),), True)
        elif isinstance(choice, m.Look):
            agent = other(meeting, seat)
            yield m.Shown(agent, (seat,), (state.true(agent, choice.card),), True)
        elif isinstance(choice, m.Ask):
            yield m.Asked(seat, choice.agent)
            if choice.card:
                yield m.Shown(choice.agent, (seat,), (state.true(choice.agent, choice.card),), True)
