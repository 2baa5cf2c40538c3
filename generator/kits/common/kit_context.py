"""What a kit needs to draw, and what it gives: a builder for each component."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face
from generator.kits.common.holder import Holder
from generator.layout.component import Component
from generator.order.request import PrintRequest
from templates.i18n import say

if TYPE_CHECKING:
    from generator.kits.common.dealer import Dealer
    from generator.kits.common.slips import Slip


LONGEST = 20  # letters of a name on a slip


class KitContext(Struct, frozen=True):
    """What a kit needs to draw its components."""

    order: PrintRequest
    palette: InkPalette
    count: dict[str, int]  # component -> pieces, from the referee and the order
    spec: Any  # the kit's own file, read in its own shape

    @property
    def seats(self) -> tuple[str, ...]:
        """The name of every player, empty where none was given."""
        return (*self.order.names, *[""] * (self.order.players - len(self.order.names)))

    def seated(self, seat: int) -> str:
        """What a player is called where there is little room; by number where there is no name, or two look the same."""
        names = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…" for name in self.seats]
        name, number = names[seat], say("Seat {number}").format(number=seat + 1)
        return name if names.count(name) == 1 else f"{name} ({number})" if name else number

    def names(self, seat: int, *more: str) -> tuple[str, ...]:
        """What a piece of one seat is called: `more` first, then the player, then the number of the seat."""
        return tuple(name for name in (*more, self.seats[seat], str(seat + 1)) if name)

    def shared_out(self, component: str, owners: int) -> list[int]:
        """Whose each sheet of a pad is, where they are shared out evenly."""
        share, more = divmod(self.count[component], owners)
        return [i for i in range(owners) for _ in range(share + (i < more))]

    def shown(self, name: str) -> str:
        """The name of a face in this kit."""
        return f"{self.order.game}.{name}"


Builder = Callable[[KitContext], Component]
PieceNames = tuple[tuple[str, ...], ...]  # of each piece, first the name that is shown in lists
Figures = Callable[[KitContext], dict[str, Face]]
Holders = Callable[[KitContext], Iterable[Holder]]
Slips = Callable[[KitContext, "Dealer"], Iterable["Slip"]]


class Kit(Struct, frozen=True):
    """How a game is printed: the package `kit` of its home gives one as `KIT`."""

    shape: type  # of templates/kits/<slug>.toml
    builders: dict[str, Builder]  # in the order of the sheets
    boxed: tuple[str, ...]  # the components that go into the tuck box
    names: dict[
        str, Callable[[KitContext], PieceNames]
    ] = {}  # component -> what its pieces are called, without drawing them
    cards: tuple[str, ...] = ()  # the components that are cards, to go into sleeves
    holders: Holders = lambda context: ()  # what can be of wood instead of paper; holders of cards go without saying
    slips: Slips | None = None  # what a game without phones seals; none where nothing secret is dealt
    figures: Figures = lambda context: {}  # of the rules, and what else phones show to beginners, by name
    slips_before: Slips | None = (
        None  # those that versions before printed otherwise: told after the game, never printed
    )
    slip_sheet: Callable[[KitContext, Dealer], Component] | None = None  # for everybody, beside the slips of a deal
    pictured: tuple[str, ...] = ()  # the four components that tell most, for the READMEs; the first four unless told
    page_art: Callable[[], str] | None = (
        None  # its pictures for pages, as an SVG with a symbol for each (tools/page_art.py)
    )
