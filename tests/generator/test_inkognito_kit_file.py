"""A mistake in Inkognito's kit file is told with its key and what was expected there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.kits.inkognito.art import outline
from generator.kits.inkognito.shelf import Shelf
from referee.inkognito.pieces import Colour, Identity, Place
from templates import ShelfError, kit_file, read

ORIGINAL = kit_file("inkognito").read_text(encoding="utf-8")

# what is wrong: (pattern, replacement, key that must be named, words that must be in the sentence)
MISTAKES = {
    "a place is missing": (r'\[places\.salute\]\nname = .*\n', "", "places", ["salute", "missing"]),
    "an agent too many": (r'(\[identities\.X\]\n)', '[identities.Y]\nname = "Y"\nshort = "Y"\n\n\\1', "identities", ["Y"]),
    "one letter twice": (r'letter = "Y"', 'letter = "B"', "colours", ["letter of its own"]),
    "one shape twice": (r'shape = "sun"', 'shape = "drop"', "colours", ["shape of its own"]),
    "a card too small to draw": (r"\ncard = \[.*\]", "\ncard = [40, 60]", "sizes", ["card", "56 × 78", "40 × 60"]),
    "a step of the example lost": (r'\n    "Tom had shown.*\n', "\n", "example.steps", ["6"]),
    "a placeholder misspelt": (r"\{number\} of", "{numbre} of", "", ["{number}", "clues.sheet"]),
    "an empty text": (r'\nthoughts = ".*"', '\nthoughts = ""', "clues.thoughts", ["length"]),
    "an unknown key": (r"(\[folders\]\n)", "\\1glue = \"here\"\n", "folders", ["glue"]),
}  # fmt: skip


@pytest.mark.parametrize(("pattern", "replacement", "key", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_names_key_and_expectation(
    tmp_path: Path, pattern: str, replacement: str, key: str, words: list[str]
) -> None:
    text, times = re.subn(pattern, replacement, ORIGINAL, count=1)
    assert times == 1, "the file no longer has what this test spoils"
    file = tmp_path / "inkognito.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ShelfError) as mistake:
        read(file, Shelf, "inkognito")
    assert mistake.value.key == key
    assert [word for word in words if word not in str(mistake.value)] == []


def test_the_file_speaks_of_what_the_referee_knows() -> None:
    """Keys are the values of the referee's enumerations: phones find names and colours by them."""
    shelf = read(kit_file("inkognito"), Shelf, "inkognito")
    assert shelf.colours.__struct_fields__ == tuple(Colour)
    assert shelf.identities.__struct_fields__ == tuple(Identity)
    assert shelf.places.__struct_fields__ == tuple(Place)


def test_outlines_are_read_to_the_last_number() -> None:
    assert outline("M1 2 L3 4 5 6 Z") == (("M", (1, 2)), ("L", (3, 4)), ("L", (5, 6)), ("Z", ()))
    assert [op for op, _ in outline("E5 5 2 3")] == ["M", "C", "C", "C", "C", "Z"]
    with pytest.raises(ValueError, match="C takes 6"):
        outline("M0 0 C1 2 3 4 5")
