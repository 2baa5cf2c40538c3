"""Slips of Allo... la France: the number of each player, and once more to check a guess."""

from __future__ import annotations

from collections.abc import Iterator

from generator.kits.allo.board import land
from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.kits.common.slips import Slip, SlipRow, SlipWord
from referee.allo.pieces import Part
from templates.i18n import say


def slips(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """One for each player, then one to check each."""
    for seat in range(dealer.seats):
        yield Slip(
            called(context, seat),
            say("Only {name} opens it.").format(name=called(context, seat)),
            rows(context, dealer, seat),
        )
    for seat in range(dealer.seats):
        yield Slip(
            say("Check: {name}").format(name=called(context, seat)),
            say("After this number was said: for a referee, or to scan."),
            rows(context, dealer, seat),
        )


def called(context: KitContext, seat: int) -> str:
    """A player, and the colour of the token."""
    return f"{context.seated(seat)} ({context.spec.hue(seat).name})"


def rows(context: KitContext, dealer: Dealer, seat: int) -> tuple[SlipRow, ...]:
    """The whole number, then each part of it with what it stands for."""
    number = dealer.seen(seat).numbers[seat]
    codes = {part: getattr(number, part.value) for part in Part}
    cities = {city.code: city.name for city in land(context.order).map.cities}
    said = {
        part: (cities[code],) if part == Part.CITY else context.spec.word(part, code) for part, code in codes.items()
    }
    whole = SlipRow((SlipWord(".".join(codes.values())),))
    return (whole, *(SlipRow((SlipWord(f"{code} {', '.join(said[part])}"),)) for part, code in codes.items()))
