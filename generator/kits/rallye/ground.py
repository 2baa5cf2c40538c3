"""The ground that the roads lie on, as its file tells it: land with its coast, panels, pictures. All in cells of the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from generator.kits.rallye.pictures import PICTURES
from templates import loader
from templates.errors import Misfit

Place = Annotated[float, Meta(ge=-100, le=200)]
Span = Annotated[float, Meta(gt=0, le=100)]
Room = tuple[Place, Place, Span, Span]  # left, top, columns, rows


class Panels(Struct, frozen=True, forbid_unknown_fields=True):
    """Where things are put."""

    title: Room | None = None
    deck: Room | None = None
    mat: Room | None = None
    legend: Room | None = None


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
