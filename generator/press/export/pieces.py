"""The pieces of an order as they lie on a table: which there are, what each is called, its front and its back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from generator.drawing.pen import Face
from generator.errors import PrintError
from generator.layout.component import Component
from generator.layout.imposition import unique
from generator.order.request import PrintRequest
from generator.order.words import ascii_name
from generator.press.build import kit_context
from generator.press.composed_kit import kit
from templates import i18n
from templates.i18n import say

Kind = Literal["card", "board", "page", "piece"]


class Piece(Struct, frozen=True):
    """A piece, and how many of it there are."""

    component: str
    title: str  # of the component
    name: str  # empty where all pieces of a component are alike
    stem: str  # of its files
    kind: Kind
    front: Face
    back: Face | None
    count: int


class PieceSet(Struct, frozen=True):
    """All pieces of an order, and every face that is stamped in them."""

    order: PrintRequest
    title: str
    pieces: tuple[Piece, ...]
    faces: dict[str, Face]


def piece_set(order: PrintRequest) -> PieceSet:
    """What an order comes to, piece by piece; like pieces once. There is no paper here: a board lies there whole."""
    with i18n.speaking(order.lang):
        context = kit_context(order)
        made = [build(context) for key, build in kit(order.game).builders.items() if order.wants(key)]
        pieces = tuple(piece for component in made for piece in pieces_of(component))
        if not pieces:
            raise PrintError(
                say("{game} has no such pieces: its contents and its box are paper alone.").format(
                    game=context.spec.name
                )
            )
        every = (face for each in made for face in (*each.fronts, *each.behind, *each.parts))
        return PieceSet(order, context.spec.name, pieces, {face.name: face for face in unique(every)})


def pieces_of(component: Component) -> Iterator[Piece]:
    """The pieces of a component, in the order in which it draws them. Those that look alike are one, and have a name only
    if all of them have the same."""
    board = whole_board(component)
    fronts = (board,) if board else component.fronts
    backs = component.behind if len(component.behind) == len(fronts) else (None,) * len(fronts)
    names = [each[0] for each in component.names] if component.names and not board else [""] * len(fronts)
    alike: dict[tuple[str, str], list[tuple[Face, Face | None, str]]] = {}
    for front, back, name in zip(fronts, backs, names, strict=True):
        alike.setdefault((front.name, back.name if back else ""), []).append((front, back, name))
    taken: Counter[str] = Counter()
    for same in alike.values():
        front, back, name = same[0]
        name = name if all(each == name for _, _, each in same) else ""
        yield Piece(
            component=component.key,
            title=component.title,
            name=name,
            stem=stem(component.key, name, taken, len(alike) > 1),
            kind=kind(component),
            front=front,
            back=back,
            count=len(same) * component.copies,
        )


def stem(component: str, name: str, taken: Counter[str], several: bool) -> str:
    """The name of a piece's files: its component and what it is called, with a number where that is not enough."""
    wanted = f"{component}-{ascii_name(name)}" if name else component
    taken[wanted] += 1
    if taken[wanted] == 1 and (name or not several):
        return wanted
    return f"{wanted}-{taken[wanted]:02}"


def kind(component: Component) -> Kind:
    """What a virtual table would make of it."""
    if component.together:
        return "board"
    if component.uncut:
        return "page"
    return "card" if component.behind and not component.both else "piece"


def whole_board(component: Component) -> Face | None:
    """The board itself, where paper gets it in tiles to join."""
    found: Iterable[Face] = (face for face in component.parts if (face.width, face.height) == component.together)
    return next(iter(found), None)
