"""What each may do now in Inkognito, and for whom the game waits."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game import TABLE, Actor, Offer, Seat
from referee.inkognito.meetings import Meeting, may_call, meeting_of, other, question_to
from referee.inkognito.pieces import AGENTS, AMBASSADOR
from referee.inkognito.secrets import askable, black_left, exchanging, pairs_left
from referee.inkognito.state import State, last_noted, outcome


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now."""
    if not state.seats or outcome(state) or (actor != TABLE and actor not in range(state.seats)):
        return []
    if state.stage == "verdict":
        return [Offer(f"again.{state.deal}", "again")]
    if actor == TABLE:
        return list(skips(state))
    assert isinstance(actor, int)
    if state.stage == "paper":
        return list(on_paper(state, actor))
    return [*going(state, actor), *answering(state, actor), *meeting(state, actor)]


def named(kind: str, state: State) -> str:
    """The same for as long as it is the same thing to do."""
    return f"{kind}.{state.deal}.{state.round}"


def skips(state: State) -> Iterator[Offer]:
    """One for each player whom the game waits for."""
    for seat in awaited(state):
        what = "go" if state.stage == "going" else "answer" if question_to(state.meetings, seat) is not None else "meet"
        yield Offer(f"{named('skip', state)}.{seat}.{what}", "skip", (seat,), {"seat": seat})


def going(state: State, seat: Seat) -> Iterator[Offer]:
    """A place, in turn."""
    if state.turn == seat:
        yield Offer(named("go", state), "go", state.hand(seat))


def answering(state: State, seat: Seat) -> Iterator[Offer]:
    """A true card for whoever had him asked."""
    asker = question_to(state.meetings, seat)
    if asker is not None:
        yield Offer(named("answer", state), "answer", black_left(state, seat, asker))


def meeting(state: State, seat: Seat) -> Iterator[Offer]:
    """What one may do at a meeting until one has decided."""
    where = meeting_of(state.meetings, seat)
    if not where or seat in where.sealed:
        return
    to = other(where, seat)
    if exchanging(state, where, seat):
        yield Offer(named("pair", state), "pair", pairs_left(state, seat, to), {"to": to})
        if where.kind == "exchange" and black_left(state, seat, to):
            yield Offer(named("show", state), "show", black_left(state, seat, to), {"to": to, "heard": False})
    else:
        yield from truth(state, where, seat)
        yield Offer(named("pass", state), "pass")
    if may_call(where, seat, state.seats):
        yield Offer(named("call", state), "call", (), {"met": to if state.seats == len(AGENTS) else None})


def truth(state: State, where: Meeting, seat: Seat) -> Iterator[Offer]:
    """Look at a true card of the agent that nobody plays, or have the Ambassador ask somebody."""
    if where.kind == "look" and (cards := black_left(state, other(where, seat), seat)):
        yield Offer(named("look", state), "look", cards)
    if where.kind == "ask" and seat in AGENTS and (agents := askable(state, seat)):
        # of the agent that nobody plays, the asker chooses the card
        choices = tuple((agent, cards if agent == state.nobody else ()) for agent, cards in agents.items())
        yield Offer(named("ask", state), "ask", choices)


def on_paper(state: State, seat: Seat) -> Iterator[Offer]:
    """What phones do beside the printed cards: check and remember pairs, show true cards, judge the call."""
    deal = state.deal
    if seat in AGENTS:
        for to in (agent for agent in range(state.seats) if agent != seat):
            left = pairs_left(state, seat, to)
            if left:
                yield Offer(f"pair.{deal}.{to}", "pair", left, {"to": to})
            if to != AMBASSADOR and black_left(state, seat, to):
                yield Offer(f"show.{deal}.{to}", "show", black_left(state, seat, to), {"to": to})
        nobody = state.nobody
        if nobody is not None and (cards := black_left(state, nobody, seat)):
            yield Offer(f"look.{deal}", "look", cards)
    if last_noted(state, seat) is not None:
        yield Offer(f"retract.{deal}.{written(state, seat)}", "retract")
    yield Offer(f"call.{deal}", "call")


def written(state: State, seat: Seat) -> int:
    """How often that seat has shown something or struck it out: what others do tells it nothing and takes nothing away."""
    return sum(each.by == seat for each in state.shown) + state.struck.count(seat) * 2


def awaited(state: State) -> tuple[Seat, ...]:
    """Whose turn it is to go; who must decide at a meeting or answer; after a call, everybody may deal. With printed
    cards the phones wait for nobody."""
    if not state.seats or outcome(state) or state.stage == "paper":
        return ()
    if state.stage == "verdict":
        return tuple(range(state.seats))
    if state.stage == "going":
        assert state.turn is not None, "places that chance plays are played at once"
        return (state.turn,)
    found = {seat for where in state.meetings for seat in where.missing}
    found |= {where.asked for where in state.meetings if where.asked is not None and not where.answered}
    return tuple(sorted(found))
