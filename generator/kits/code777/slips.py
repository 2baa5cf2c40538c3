"""Slips of Code 777: every rack but one's own; then for each rack its tiles and its refills, one slip a filling."""

from __future__ import annotations

from collections.abc import Iterator

from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.kits.common.slips import Slip, SlipRow, SlipWord
from referee.code777 import refills as ahead
from referee.code777.pieces import Tile
from templates.i18n import say


def slips(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """Seats first, then rack by rack."""
    for seat in range(dealer.seats):
        yield seat_slip(context, dealer, seat)
    refills = dealer.ahead(ahead.refills)
    for rack, events in enumerate(refills):
        if rack < dealer.seats:
            yield filling(context, dealer, rack, [])
        for number in range(1, len(events) + 1):
            yield filling(context, dealer, rack, events[:number])


def owner(context: KitContext, rack: int) -> str:
    """Whose rack it is; open racks have letters."""
    if rack < context.order.players:
        return context.seated(rack)
    return f"{context.spec.racks.everyone} {'AB'[rack - context.order.players]}"


def words(context: KitContext, tiles: tuple[Tile, ...]) -> tuple[SlipWord, ...]:
    """Tiles as they are called."""
    hues = [context.spec.colours.of(tile.colour) for tile in tiles]
    return tuple(SlipWord(f"{tile.digit} {hue.name}", hue) for tile, hue in zip(tiles, hues, strict=True))


def seat_slip(context: KitContext, dealer: Dealer, seat: int) -> Slip:
    """What a player sees before the first question."""
    racks = enumerate(dealer.seen(seat).racks)
    rows = tuple(SlipRow(words(context, view.tiles), owner(context, rack)) for rack, view in racks if view.tiles)
    return Slip(context.seated(seat), say("Only {name} opens it.").format(name=context.seated(seat)), rows, large=True)


def filling(context: KitContext, dealer: Dealer, rack: int, events: list[object]) -> Slip:
    """Three tiles for a rack, as whoever sits beside its owner sees them; the first ones are there to check a guess."""
    witness = (rack - 1) % dealer.seats if rack < dealer.seats else 0
    tiles = dealer.seen(witness, events).racks[rack].tiles
    rows = tuple(SlipRow((word,)) for word in words(context, tiles))
    name, number = owner(context, rack), len(events)
    if rack >= dealer.seats:
        return Slip(
            say("{rack}: refill {number}").format(rack=name, number=number),
            say("For everybody, when this rack is replaced."),
            rows,
        )
    if not number:
        return Slip(
            say("Check: {name}").format(name=name),
            say("After the first declaration of {name}: for a referee, or to scan.").format(name=name),
            rows,
        )
    return Slip(
        say("{rack}: refill {number}").format(rack=name, number=number),
        say("After declaration {number} of {name}: for all the others.").format(name=name, number=number),
        rows,
    )
