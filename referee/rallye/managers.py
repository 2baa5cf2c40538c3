"""Gérances: won, collected, bought, refused and duelled for; and the other squares that bring money or an office."""

from __future__ import annotations

from collections.abc import Iterator

from referee.chance import Chance
from referee.game import Refused
from referee.rallye import moves as m
from referee.rallye.boards import Kind, layout
from referee.rallye.dice import thrown
from referee.rallye.pieces import PARIS, Till
from referee.rallye.run import Run
from referee.rallye.standing import State


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


def arrive(run: Run, seat: int, car: int, at: str, roll: int) -> None:
    """What the square brings beside dues: Paris, a gérance, the office."""
    square = run.state.options.board.square(at)
    if at == PARIS:
        for till in Till:
            run.take(till, seat, "paris", car)
    for till, beside in list(vacant(run.state, at)):
        run.add(m.Won(till, seat, beside))
        run.take(till, seat, "takeover", car)
    if square.kind == Kind.GENDARMERIE and run.state.policeman != seat:
        run.add(m.Appointed(seat, False))
    if square.manages and (owner := run.state.desk(square.manages).manager) not in (None, seat):
        assert owner is not None
        price = run.state.tariff.manage.of(roll)
        run.add(m.Offered(square.manages, owner, seat, price, roll, able=run.state.purses[seat] >= price))


def on_the_way(run: Run, seat: int, car: int, trail: tuple[str, ...]) -> None:
    """A manager collects when he passes his square; whoever passes the Gendarmerie, what lies on the mat."""
    for till in list(passed(run.state, seat, trail)):
        run.take(till, seat, "collect", car)
    if past_gendarmerie(run.state, trail):
        run.take("mat", seat, "mat", car)


def past_gendarmerie(state: State, trail: tuple[str, ...]) -> bool:
    """Does it lie on the way?"""
    return any(state.options.board.square(number).kind == Kind.GENDARMERIE for number in trail)


def answer(run: Run, seat: int, sell: bool) -> None:
    """The owner sells, or wants a duel. Who can no longer pay does not buy."""
    sale = run.state.sale
    if sale is None or sale.stage != "asked":
        raise Refused("nothing for sale")
    if sale.owner != seat:
        raise Refused("not your gérance", seat=sale.owner)
    sold = sell and run.state.purses[sale.buyer] >= sale.price
    run.add(m.Answered(seat, sold, not sell))
    if sold:
        run.add(m.Paid(sale.buyer, seat, sale.price, "sale", None, sale.points))
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
        run.add(m.Threw(seat, dice, alone=anyway))
        return
    kept = sum(sale.thrown) > sum(dice)
    run.add(m.Threw(seat, dice, kept, not kept, anyway))
    if not kept:
        taken(run, sale.till, sale.buyer)


def taken(run: Run, till: Till, seat: int) -> None:
    """A new manager, who takes what is in the till."""
    run.add(m.Passed(till, seat))
    run.take(till, seat, "takeover")
