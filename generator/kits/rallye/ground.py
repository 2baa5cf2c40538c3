"""The ground that the roads lie on, as its file tells it: land with its coast, panels, pictures. All in cells of the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from generator.drawing import pen as drawn
from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette
from generator.drawing.svg import document, drawing
from generator.kits.common.brush import Brush
from generator.kits.common.pictures import PICTURES
from referee.rallye.board.france import FRANCE
from templates import loader
from templates.errors import Misfit

Place = Annotated[float, Meta(ge=-100, le=200)]
TILE = 40  # units of a page for a cell of the board
Span = Annotated[float, Meta(gt=0, le=100)]
Room = tuple[Place, Place, Span, Span]  # left, top, columns, rows


class Panels(Struct, frozen=True, forbid_unknown_fields=True):
    """Where things are put."""

    title: Room | None = None
    deck: Room | None = None
    mat: Room | None = None
    legend: Room | None = None
    start: Room | None = None


class MapPicture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture by its name."""

    name: str
    at: Room

    def __post_init__(self) -> None:
        if self.name not in PICTURES:
            raise Misfit(
                "Expected the name of a picture: {known}; got `{found}`", known=", ".join(PICTURES), found=self.name
            )


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    land: tuple[tuple[Place, Place], ...] = ()
    panels: Panels = Panels()
    pictures: tuple[MapPicture, ...] = ()


@cache
def ground(file: Path) -> Ground:
    """What a file says; nothing if there is none."""
    return loader.read_toml(file, Ground, "") if file.is_file() else Ground()


def page_art() -> str:
    """The scenery of the usual board for pages: one picture, without roads and panels."""
    pen = drawn.Pen()
    for each in ground(loader.SHELF / "kits" / "rallye" / "board.scenery.toml").pictures:
        left, top, wide, high = each.at
        if left >= 0 and top >= 0 and left + wide <= FRANCE.columns and top + high <= FRANCE.rows:
            size, draw = PICTURES[each.name]
            draw(Brush(pen, InkPalette(), Area(left * TILE, top * TILE, wide * TILE, high * TILE), size))
    paths = (
        replace(item, width=item.width * 2) for item in pen.items if isinstance(item, drawn.Path)
    )  # lines were of paper
    return document([drawing("scenery", (FRANCE.columns * TILE, FRANCE.rows * TILE), paths)])
