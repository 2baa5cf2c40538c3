"""Slips of Code 777: every rack but one's own, a check for each rack, and refills for whichever rack needs one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.kits.common.slips import Slip, SlipRow, SlipWord
from referee.code777 import refills as ahead
from referee.code777 import refills_before
from referee.code777.pieces import Tile
from referee.code777.refills import PutAside
from templates.i18n import say

PLACES = "abc"  # the tiles of a rack that is put aside, as they stood


def slips(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """Seats first, then what they had at first, then the refills in the order in which they are needed."""
    yield from seats_and_checks(context, dealer)
    drawn = dealer.ahead(ahead.plan)
    (kept,) = dealer.ahead(lambda state, _: [ahead.after_right(state)])
    read = dealer.ahead(lambda state, chance: list(ahead.opened(state, ahead.plan(state, chance), repeat(0))))
    for number, three in enumerate(drawn, 1):
        seen = dealer.seen(1, read[:number]).racks[0].tiles  # a tile that never stood anywhere is the same on any rack
        words_ = words(context, seen)
        rows = tuple(
            SlipRow(
                (SlipWord(say("sheet: {name}").format(name=name_of(each))) if isinstance(each, PutAside) else word,)
            )
            for each, word in zip(three, words_, strict=True)
        )
        title = say("Refill {number}").format(number=number)
        if number > len(drawn) - kept:
            yield Slip(title, say("Only after a right declaration: for all but its owner."), rows)
        else:
            yield Slip(title, say("After a declaration: for all but the owner of the rack."), rows)


def slips_before(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """Refills as versions before printed them: some for each rack."""
    for rack, events in enumerate(dealer.ahead(refills_before.refills)):
        for number in range(1, len(events) + 1):
            yield filling(context, dealer, rack, events[:number])


def seats_and_checks(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """What each seat sees, and what it has itself."""
    for seat in range(dealer.seats):
        yield seat_slip(context, dealer, seat)
    for seat in range(dealer.seats):
        yield filling(context, dealer, seat, [])


def name_of(tile: PutAside) -> str:
    """What a tile is called that was put aside: the number of the refill, and a letter."""
    return f"{tile.refill + 1}{PLACES[tile.place]}"


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
