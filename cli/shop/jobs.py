"""Everything a worker can do, by the name under which the server asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.shop import commands, kits, missing
from companion.web.shop.frames import Frame
from referee.errors import UserError

JOBS: dict[str, Callable[[dict[str, Any], bytes], Frame]] = {
    "draw": kits.draw,
    "page": kits.page,
    "file": kits.file,
    "keep": kits.keep,
    "shelf": kits.shelf,
    "pieces": missing.pieces,
    "puzzles": commands.puzzles,
    "deal": commands.deal,
    "calibration": commands.calibration,
    "profile": commands.profile,
    "doctor": commands.doctor,
    "record": commands.record,
}


def field_of(mistake: UserError) -> str:
    """The field of the form that a mistake is about, if any."""
    return getattr(mistake, "field", "") or kits.named_field(str(mistake))
