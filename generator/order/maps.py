"""Another country on the board: a map that the rules can play on, and what lies beside its file to draw behind it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from generator.drawing.pen import Point
from referee.board_flaws import BoardFlaw
from referee.game import Maps
from referee.registry import game
from templates import loader
from templates.errors import FileError

Place = Annotated[float, Meta(ge=-1e6, le=1e6)]  # neither endless nor no number at all


class OutlineFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of an outline: corners in the units of the map, one after the other."""

    outline: Annotated[tuple[tuple[Place, Place], ...], Meta(min_length=3)]


class BoardMap(Struct, frozen=True):
    """A map as the rules know it, and its outline if it has one."""

    map: Any  # of the game that it is for: referee/<slug>/maps.py
    outline: tuple[Point, ...] = ()
    file: Path = Path()

    @property
    def source(self) -> str:
        """The name of its file, for a mistake that only shows when it is drawn."""
        return self.file.name


def board_maps(slugs: Iterable[str], file: str) -> dict[str, BoardMap]:
    """The country in a file for those of the games that are played on such a map; for none without a file."""
    fit = {slug: maps for slug in slugs if (maps := game(slug).maps)} if file else {}
    if len(fit) > 1:
        data = loader.parsed_toml(Path(file))
        fit = {slug: maps for slug, maps in fit.items() if maps.KEY in data} or dict([*fit.items()][:1])
    return {slug: board_map(maps, Path(file)) for slug, maps in fit.items()}


def board_map(maps: Maps, file: Path) -> BoardMap:
    """The country in a file, with the outline in NAME.outline.toml beside it if there is one and the game draws it. Mistakes
    name the file, the key, and what was expected there."""
    from generator.drawing.fonts import lacking

    try:
        found = maps.check(loader.parsed_toml(file))
    except BoardFlaw as flaw:
        raise FileError(file, flaw.key, flaw.text, **flaw.evidence) from None
    for key, text in maps.texts(found):
        if missing := lacking(text):
            raise FileError(file, key, "expected letters of our typefaces, got “{missing}”", missing=missing)
    beside = file.with_name(f"{file.stem}.outline.toml")
    return BoardMap(found, outline(beside) if maps.OUTLINED else (), file)


def outline(file: Path) -> tuple[Point, ...]:
    """The corners in a file, or none if there is no such file."""
    return loader.read_toml(file, OutlineFile, "").outline if file.is_file() else ()
