"""An order: everything a user can ask of a kit, checked before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.errors import PrintError
from generator.layout.print_settings import PrintSettings
from generator.layout.registration import RegistrationMarks
from generator.order.fields import FIELDS, INKS, LONGEST_NAME, MARKS, SIDES
from generator.order.maps import BoardMap
from generator.order.reading import BOARD, CONTENTS, TUCKBOX, Reading, read
from generator.order.spares import SpareItem
from generator.order.words import ascii_name, file_part, usual_edition
from referee.registry import game as rules_of
from referee.registry import pieces
from templates.i18n import say

__all__ = ["CONTENTS", "INKS", "LONGEST_NAME", "MARKS", "SIDES", "TUCKBOX", "PrintRequest", "requests"]


class PrintRequest(PrintSettings, frozen=True, kw_only=True):
    """What to print of one game, and how."""

    game: str
    players: int
    names: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    copies: tuple[tuple[str, int], ...] = ()
    pads: int | None = None
    board: str = ""  # large or small; by the paper unless told
    board_width: float | None = None  # instead
    card_size: tuple[float, float] | None = None  # of all cards, as they are drawn unless told
    type: str = "normal"
    booklet: bool = False
    press: bool = False  # for a print shop
    press_profile: str = ""  # the file of its profile
    country: BoardMap | None = None  # instead of the usual one
    notes: str = ""  # of games that print money: small without the largest of them
    edition: str = ""  # of games that have several; the first unless told
    spares: tuple[SpareItem, ...] = ()  # these pieces alone
    sizes: tuple[tuple[str, tuple[float, float]], ...] = ()  # of spares, where they shall lie among others
    own: str = ""  # the name of the user's own words

    def wants(self, component: str) -> bool:
        """Is that component ordered? The contents page goes with whole kits, and when named."""
        return component in self.only if self.only else component not in self.without

    def file(self) -> str:
        """The name of the file: options that change the paper show in it, so that kits lie side by side."""
        return "-".join([self.game, *(part for _, named in NAMED for part in named(self))]) + ".pdf"


def unusual(name: str, word: str) -> list[str]:
    """The word of a field, where it is not its usual one."""
    return [word] if word != FIELDS[name].default else []


def spare_names(order: PrintRequest) -> list[str]:
    """The missing pieces that have a name."""
    called = "-".join(f"{wish.piece} {wish.count if wish.count > 1 else ''}" for wish in order.spares)
    return [ascii_name(called)[:60]] if any(wish.piece for wish in order.spares) else []


def edition_name(order: PrintRequest) -> list[str]:
    """An edition that is not the usual one."""
    return [f"edition-{order.edition}"] if order.edition not in ("", usual_edition(order.game)) else []


def registration_name(order: PrintRequest) -> list[str]:
    """Marks for a cutting machine that are not the usual ones."""
    if not order.cut or order.registration == RegistrationMarks():
        return []
    marks = order.registration
    return [f"marks-{marks.length:g}-{marks.thickness:g}-{marks.inset:g}"] if marks else ["no-registration"]


# What each field adds to the name of the file, in the order of that name.
NAMED: tuple[tuple[str, Callable[[PrintRequest], Iterable[str]]], ...] = (
    ("spares", lambda order: ["spares"] if order.spares else []),
    ("only", lambda order: order.only),
    ("without", lambda order: [f"no-{component}" for component in order.without]),
    ("lang", lambda order: [order.lang]),
    ("paper", lambda order: [order.paper.name]),
    ("players", lambda order: [f"{order.players}p"] if order.players != pieces(order.game).USUAL else []),
    ("ink", lambda order: unusual("ink", order.ink)),
    ("sides", lambda order: unusual("sides", order.sides)),
    ("marks", lambda order: unusual("marks", order.marks)),
    ("gutters", lambda order: ["gutters"] if order.gutters else []),
    ("fronts_first", lambda order: ["fronts-first"] if order.fronts_first else []),
    ("cut", lambda order: ["cut"] if order.cut else []),
    ("registration", registration_name),
    ("corner_radius", lambda order: [f"corners-{order.corner_radius:g}mm"] if order.corner_radius else []),
    ("folds", lambda order: unusual("folds", order.folds)),
    ("back_offset", lambda order: ["offset{:+g}{:+g}".format(*order.offset)] if order.offset != (0, 0) else []),
    ("printer", lambda order: [f"printer-{order.printer}"] if order.printer else []),
    ("copies", lambda order: [f"{component}x{times}" for component, times in order.copies]),
    ("pads", lambda order: [f"{order.pads}pads"] if order.pads else []),
    ("size", lambda order: ["{}-{:g}x{:g}".format(component, *size) for component, size in order.sizes]),
    ("spares", spare_names),
    ("own", lambda order: [order.own] if order.own else []),
    ("board", lambda order: [f"{order.board}-board"] if order.board else []),
    ("board_width", lambda order: [f"board-{order.board_width:g}mm"] if order.board_width else []),
    ("card_size", lambda order: ["cards-{:g}x{:g}mm".format(*order.card_size)] if order.card_size else []),
    ("type", lambda order: ["large-type"] if order.type == "large" else []),
    ("booklet", lambda order: ["booklet"] if order.booklet else []),
    ("press", lambda order: ["press"] if order.press else []),
    ("press_profile", lambda order: [ascii_name(Path(order.press_profile).stem)[:40]] if order.press_profile else []),
    ("notes", lambda order: [f"{order.notes}-notes"] if order.notes == "small" else []),
    ("edition", edition_name),
    ("map", lambda order: [ascii_name(order.country.map.name)[:40]] if order.country else []),
    ("names", lambda order: [file_part(order.names)] if order.names else []),
)


def requests(games: Sequence[str] = (), **words: Any) -> list[PrintRequest]:
    """One checked order for each game, from words as a user types them, by the names of their fields.

    `names_` will do for `names`: callers have functions of that name.
    """
    found = read(games, {name.rstrip("_"): given for name, given in words.items()})
    orders = [order for slug in found.games if printable(order := request(slug, found), found)]
    if not orders:
        raise PrintError(say("Nothing is left to print."))
    amounts_are_printed(orders, found)
    return orders


def request(slug: str, found: Reading) -> PrintRequest:
    """The order of one game: what was asked of all, as far as that game has it."""
    known = found.known[slug]
    printer, profile = found.printer
    return PrintRequest(
        game=slug,
        players=found.players[slug],
        names=found.names,
        paper=found.paper,
        lang=found.lang,
        ink=found.ink,
        sides=found.sides,
        marks=found.marks,
        gutters=found.gutters,
        offset=found.back_offset,
        fronts_first=found.fronts_first,
        printer=printer,
        profile=profile,
        cut=found.cut,
        registration=found.registration,
        corner_radius=found.corner_radius,
        folds=found.folds,
        only=tuple(component for component in known if component in found.only),
        without=tuple(component for component in known if component in found.without),
        copies=tuple((component, times) for component, times in found.copies if component in known),
        pads=found.pads,
        board=found.board if BOARD in known else "",
        board_width=found.board_width if BOARD in known else None,
        card_size=found.card_size,
        type=found.type,
        booklet=found.booklet,
        press=found.press,
        press_profile=found.press_profile,
        country=found.map.get(slug),
        notes=found.notes if rules_of(slug).notes else "",
        edition=found.edition[slug],
        spares=found.spares,
        sizes=found.size,
        own=found.own,
    )


def printable(order: PrintRequest, found: Reading) -> bool:
    """Is anything of that game left to print?"""
    return any(map(order.wants, found.known[order.game])) and bool(order.only or not found.only)


def amounts(orders: Sequence[PrintRequest], found: Reading) -> Iterator[tuple[str, str]]:
    """The fields that ask for a number of something, and the component that it is about."""
    yield from (("copies", component) for component, _ in found.copies)
    pads = [pieces(order.game).PAD for order in orders]
    if found.pads and not any(order.wants(pad) for order, pad in zip(orders, pads, strict=True)):
        yield from (("pads", pad) for pad in pads)  # else each game has those it wants


def amounts_are_printed(orders: Sequence[PrintRequest], found: Reading) -> None:
    """Whatever is asked for in a number is printed by one of the games at least."""
    for name, component in amounts(orders, found):
        if not any(component in found.known[order.game] and order.wants(component) for order in orders):
            raise PrintError(
                say("{option} asks for {component}, but --only or --except leaves them out.").format(
                    option=FIELDS[name].option, component=component
                )
            )
