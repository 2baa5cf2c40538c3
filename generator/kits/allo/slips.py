"""Slips of Allo... la France: the number of each player, and once more to check a guess."""

from __future__ import annotations

from collections.abc import Iterator

from generator.dealer import Dealer
from generator.kits.allo.board import land
from generator.slips import Row, Slip, Word
from generator.studio import Studio
from referee.allo.pieces import Part
from templates import say


def slips(studio: Studio, dealer: Dealer) -> Iterator[Slip]:
    """One for each player, then one to check each."""
    for seat in range(dealer.seats):
        yield Slip(
            called(studio, seat),
            say("Only {name} opens it.").format(name=called(studio, seat)),
            rows(studio, dealer, seat),
        )
    for seat in range(dealer.seats):
        yield Slip(
            say("Check: {name}").format(name=called(studio, seat)),
            say("After this number was said: for a referee, or to scan."),
            rows(studio, dealer, seat),
        )


def called(studio: Studio, seat: int) -> str:
    """A player, and the colour of the token."""
    return f"{studio.seated(seat)} ({studio.shelf.hue(seat).name})"


def rows(studio: Studio, dealer: Dealer, seat: int) -> tuple[Row, ...]:
    """The whole number, then each part of it with what it stands for."""
    number = dealer.seen(seat).numbers[seat]
    codes = {part: getattr(number, part.value) for part in Part}
    cities = {city.code: city.name for city in land(studio.order).map.cities}
    said = {
        part: (cities[code],) if part == Part.CITY else studio.shelf.word(part, code) for part, code in codes.items()
    }
    whole = Row((Word(".".join(codes.values())),))
    return (whole, *(Row((Word(f"{code} {', '.join(said[part])}"),)) for part, code in codes.items()))
