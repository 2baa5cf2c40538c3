"""The translations into a language, all of them, read by another reader than the product's."""

from __future__ import annotations

from functools import cache

from babel.messages.pofile import read_po

from templates.shelves import SHELF


@cache
def translations(code: str) -> dict[tuple[str, str | None], str]:
    """Text and place -> what our catalogue has for them."""
    with (SHELF / "locale" / code / "messages.po").open("rb") as file:
        return {(str(each.id), each.context): str(each.string) for each in read_po(file) if each.id}
