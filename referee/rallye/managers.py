"""Gérances: won, collected, bought, refused and duelled for; and the other squares that bring money or an office."""

from __future__ import annotations

from collections.abc import Iterator

from referee.chance import Chance
from referee.game import Refused
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.board.squares import Kind, layout
from referee.rallye.dice import thrown
from referee.rallye.pieces import PARIS, Till
from referee.rallye.road.driving import Drive
from referee.rallye.run import Run
from referee.rallye.state import State


def vacant(state: State, at: str) -> Iterator[tuple[Till, bool]]:
    """The gérances that whoever stops there wins: that of the square, and once one has been given, those beside it."""
    board = state.options.board
    found = layout(board)
    if found.road[at] is not None:
        return
    for till, square in found.managed.items():
        apart = (found.place[at] - found.place[square]) % len(board.main)
        beside = apart in (1, len(board.main) - 1)
        if state.desk(till).manager is None and (at == square or (beside and state.given)):
            yield till, beside


def passed(state: State, seat: int, trail: tuple[str, ...]) -> Iterator[Till]:
    """The tills that he collects on his way: his own."""
    for till, square in layout(state.options.board).managed.items():
        if square in trail and state.desk(till).manager == seat:
            yield till


def arrival(state: State, seat: int, found: Drive, points: int) -> e.Arrival:
    """What way and square bring beside dues: tills and the mat on the way; Paris, a gérance, the office at its end."""
    if not found.moved:
        return e.Arrival()
    square = state.options.board.square(found.at)
    return e.Arrival(
        collects=tuple(passed(state, seat, found.trail)),
        mat=past_gendarmerie(state, found.trail),
        paris=found.at == PARIS,
        wins=tuple(vacant(state, found.at)),
        badge=square.kind == Kind.GENDARMERIE,
        sale=for_sale(state, seat, square.manages, points),
    )


def past_gendarmerie(state: State, trail: tuple[str, ...]) -> bool:
    """Does it lie on the way?"""
    return any(state.options.board.square(number).kind == Kind.GENDARMERIE for number in trail)


def for_sale(state: State, seat: int, till: Till | None, points: int) -> tuple[Till, int, int] | None:
    """A gérance of somebody else must be bought."""
    if till is None or (owner := state.desk(till).manager) in (None, seat):
        return None
    assert owner is not None
    return till, owner, state.tariff.manage.of(points)


def arrive(run: Run, seat: int, car: int, brings: e.Arrival, points: int) -> None:
    """All of it, in its order."""
    for till in brings.collects:
        run.take(till, seat, "collect", car)
    if brings.mat:
        run.take("mat", seat, "mat", car)
    if brings.paris:
        for till in Till:
            run.take(till, seat, "paris", car)
    for till, beside in brings.wins:
        run.add(e.Won(till, seat, beside))
        run.take(till, seat, "takeover", car)
    if brings.badge and run.state.policeman != seat:
        run.add(e.Appointed(seat, False))
    if brings.sale:
        till, owner, price = brings.sale
        run.add(e.Offered(till, owner, seat, price, points, able=run.state.purses[seat] >= price))


def answer(run: Run, seat: int, sell: bool) -> None:
    """The owner sells, or wants a duel. Who can no longer pay does not buy."""
    sale = run.state.sale
    if sale is None or sale.stage != "asked":
        raise Refused("nothing for sale")
    if sale.owner != seat:
        raise Refused("not your gérance", seat=sale.owner)
    sold = sell and run.state.purses[sale.buyer] >= sale.price
    run.add(e.Answered(seat, sold, not sell))
    if sold:
        run.add(e.Paid(sale.buyer, seat, sale.price, "sale", None, sale.points))
        taken(run, sale.till, sale.buyer)


def duel(run: Run, seat: int, dice: m.Dice | None, chance: Chance, anyway: bool = False) -> None:
    """Two dice each, the owner first; he keeps it only if he rolls higher."""
    sale = run.state.sale
    assert sale and sale.stage != "asked"
    due = sale.owner if sale.stage == "owner" else sale.buyer
    if seat != due:
        raise Refused("not your roll", seat=due)
    dice = thrown(run.state, dice, chance, anyway)
    if sale.thrown is None:
        run.add(e.Threw(seat, dice, alone=anyway))
        return
    kept = sum(sale.thrown) > sum(dice)
    run.add(e.Threw(seat, dice, kept, not kept, anyway))
    if not kept:
        taken(run, sale.till, sale.buyer)


def taken(run: Run, till: Till, seat: int) -> None:
    """A new manager, who takes what is in the till."""
    run.add(e.Passed(till, seat))
    run.take(till, seat, "takeover")
