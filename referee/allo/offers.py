"""What each may do now in Allo... la France, and for whom the game waits."""

from __future__ import annotations

from collections.abc import Iterator

from referee.allo import turns
from referee.allo.calls import correctable, refusal
from referee.allo.pieces import Part, Special
from referee.allo.state import State, outcome
from referee.game import TABLE, Actor, Offer, Seat


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now."""
    if not state.seats or outcome(state) or (actor != TABLE and actor not in range(state.seats)):
        return []
    entries = list(corrections(state, actor))
    if actor == TABLE:
        return [*skips(state), *entries]
    assert isinstance(actor, int)
    if (line := next((line for line in state.owing if state.calls[line].seat == actor), None)) is not None:
        to = state.calls[line].to
        return [Offer(f"show.{line}.{to}", "show", state.unseen(actor, to)), *entries]
    if state.step == "paper":
        return [*on_paper(state, actor), *entries]
    if state.turn != actor or state.debts:
        return []
    return list(BY_STEP[state.step](state, actor))


def skips(state: State) -> Iterator[Offer]:
    """Passes over the player whom the game waits for."""
    for seat in awaited(state):
        what = "show" if state.debts else state.step
        yield Offer(f"skip.{state.turns}.{seat}.{what}.{len(state.secrets)}", "skip", (seat,), {"seat": seat})


def corrections(state: State, actor: Actor) -> Iterator[Offer]:
    """One for each call that this actor may put right."""
    for line in correctable(state, actor):
        yield Offer(f"correct.{line}", "correct", (), {"line": line})


def at_card(state: State, seat: Seat) -> Iterator[Offer]:
    """Draw."""
    yield Offer(f"draw.{state.turns}", "draw")


def at_move(state: State, seat: Seat) -> Iterator[Offer]:
    """Go as far as the card says, or anywhere with a kept card; only where no move ends anywhere one may stay."""
    cities = turns.reachable(state)
    if cities:
        yield Offer(f"go.{state.turns}", "go", cities)
    if state.holds(seat, Special.ANYWHERE):
        yield Offer(f"jump.{state.turns}", "jump", turns.free_cities(state))
    if not cities:
        yield Offer(f"pass.{state.turns}.move", "pass")


def at_cable(state: State, seat: Seat) -> Iterator[Offer]:
    """Lay one cable, or none. A choice is a city and the links of which one must be lifted first."""
    yield Offer(f"lay.{state.turns}", "lay", tuple(turns.layable(state)))
    yield Offer(f"pass.{state.turns}.cable", "pass")


def at_call(state: State, seat: Seat) -> Iterator[Offer]:
    """Ask or guess, as the card allows and the units pay for, or with a kept card; or call nobody."""
    for free in (False, True):
        whom = tuple(to for to in range(state.seats) if to != seat and refusal(state, seat, to, free) is None)
        for kind in ("ask", "guess"):
            if whom:
                yield Offer(f"{kind}.{state.turns}{'.free' if free else ''}", kind, whom, {"free": free})
    yield Offer(f"pass.{state.turns}.call", "pass")


def at_special(state: State, seat: Seat) -> Iterator[Offer]:
    """Use what the card brings, or let it be."""
    card = state.now
    if card and card.special == Special.SECRET and (whom := turns.targets(state)):
        yield Offer(f"look.{state.turns}", "look", whom, {"part": card.part})
    elif card and card.special in (Special.TOWER, Special.SHIFT):
        new = card.special == Special.TOWER and state.towers_left > 0
        choices: tuple[str | None, ...] = (None,) if new else state.towers
        yield Offer(f"build.{state.turns}", "build", choices, {"source": None} if new else {})
    yield Offer(f"pass.{state.turns}.special", "pass")


BY_STEP = {"card": at_card, "move": at_move, "cable": at_cable, "call": at_call, "special": at_special}


def on_paper(state: State, seat: Seat) -> Iterator[Offer]:
    """What phones do beside board and cards: calls and secret information. A choice to look at is a seat and the parts
    not seen yet."""
    rivals = tuple(to for to in range(state.seats) if to != seat)
    made = sum(call.seat == seat for call in state.calls)
    yield Offer(f"ask.{made}", "ask", rivals, {"free": False})
    yield Offer(f"guess.{made}", "guess", rivals, {"free": False})
    left: list[tuple[int, tuple[Part, ...]]] = [(to, state.unseen(to, seat)) for to in rivals]
    choices = tuple((to, parts) for to, parts in left if parts)
    looked = sum(secret.to == seat for secret in state.secrets)
    if choices:
        yield Offer(f"look.{looked}", "look", choices)


def awaited(state: State) -> tuple[Seat, ...]:
    """Who owes a plate after a wrong guess, else whose turn it is. With paper the phones know of no turns."""
    if not state.seats or outcome(state):
        return ()
    if state.debts:
        return tuple(sorted({by for by, _ in state.debts}))
    return () if state.step == "paper" else (state.turn,)
