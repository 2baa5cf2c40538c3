"""Inkognito's kit file speaks of what the referee knows."""

from __future__ import annotations

import pytest

from generator.kits.inkognito.art import outline
from generator.kits.inkognito.spec import KitSpec
from referee.inkognito.pieces import Colour, Identity, Place
from templates.loader import kit_file, read_toml


def test_the_file_speaks_of_what_the_referee_knows() -> None:
    """Keys are the values of the referee's enumerations: phones find names and colours by them."""
    spec = read_toml(kit_file("inkognito"), KitSpec, "inkognito")
    assert spec.colours.__struct_fields__ == tuple(Colour)
    assert spec.identities.__struct_fields__ == tuple(Identity)
    assert spec.places.__struct_fields__ == tuple(Place)


def test_outlines_are_read_to_the_last_number() -> None:
    assert outline("M1 2 L3 4 5 6 Z") == (("M", (1, 2)), ("L", (3, 4)), ("L", (5, 6)), ("Z", ()))
    assert [op for op, _ in outline("E5 5 2 3")] == ["M", "C", "C", "C", "C", "Z"]
    with pytest.raises(ValueError, match="C takes 6"):
        outline("M0 0 C1 2 3 4 5")
