"""Slips of Code 777: every rack but one's own; then for each rack its tiles and its refills, one slip a filling."""

from __future__ import annotations

from collections.abc import Iterator

from generator.dealer import Dealer
from generator.slips import Row, Slip, Word
from generator.studio import Studio
from referee.code777 import ahead
from referee.code777.pieces import Tile
from templates import say


def slips(studio: Studio, dealer: Dealer) -> Iterator[Slip]:
    """Seats first, then rack by rack."""
    for seat in range(dealer.seats):
        yield seat_slip(studio, dealer, seat)
    refills = dealer.ahead(ahead.refills)
    for rack, events in enumerate(refills):
        if rack < dealer.seats:
            yield filling(studio, dealer, rack, [])
        for number in range(1, len(events) + 1):
            yield filling(studio, dealer, rack, events[:number])


def owner(studio: Studio, rack: int) -> str:
    """Whose rack it is; open racks have letters."""
    if rack < studio.order.players:
        return studio.seated(rack)
    return f"{studio.shelf.racks.everyone} {'AB'[rack - studio.order.players]}"


def words(studio: Studio, tiles: tuple[Tile, ...]) -> tuple[Word, ...]:
    """Tiles as they are called."""
    hues = [studio.shelf.colours.of(tile.colour) for tile in tiles]
    return tuple(Word(f"{tile.digit} {hue.name}", hue) for tile, hue in zip(tiles, hues, strict=True))


def seat_slip(studio: Studio, dealer: Dealer, seat: int) -> Slip:
    """What a player sees before the first question."""
    racks = enumerate(dealer.seen(seat).racks)
    rows = tuple(Row(words(studio, view.tiles), owner(studio, rack)) for rack, view in racks if view.tiles)
    return Slip(studio.seated(seat), say("Only {name} opens it.").format(name=studio.seated(seat)), rows, large=True)


def filling(studio: Studio, dealer: Dealer, rack: int, events: list[object]) -> Slip:
    """Three tiles for a rack, as whoever sits beside its owner sees them; the first ones are there to check a guess."""
    witness = (rack - 1) % dealer.seats if rack < dealer.seats else 0
    tiles = dealer.seen(witness, events).racks[rack].tiles
    rows = tuple(Row((word,)) for word in words(studio, tiles))
    name, number = owner(studio, rack), len(events)
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
