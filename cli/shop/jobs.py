"""Everything a worker can do, by the name under which the server asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.shop import kits
from companion.web.shop.frames import Frame
from referee.errors import UserError

JOBS: dict[str, Callable[[dict[str, Any], bytes], Frame]] = {
    "draw": kits.draw,
    "page": kits.page,
    "file": kits.file,
    "shelf": kits.shelf,
}


def field_of(mistake: UserError) -> str:
    """The field of the form that a mistake is about, if any."""
    return getattr(mistake, "field", "") or kits.named_field(str(mistake))
