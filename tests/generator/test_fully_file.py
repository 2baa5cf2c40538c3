"""A mistake in the kit file of Fully is told with the file, the key, and what was expected there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.kits.fully.shelf import Shelf
from templates import ShelfError, kit_file, read, speaking

ORIGINAL = kit_file("fully").read_text(encoding="utf-8")

# what is wrong: (pattern, replacement, key that must be named, words that must be in the sentence)
MISTAKES = {
    "one letter twice": (r'letter = "G"', 'letter = "R"', "colours", ["letter of its own"]),
    "one shape twice": (r'shape = "tree"', 'shape = "drop"', "colours", ["shape of its own"]),
    "two seats with one letter": (r'letter = "W"', 'letter = "N"', "seats", ["letter of its own"]),
    "a phrase that names nobody": (r'first_has = ".*"', 'first_has = "They have it"', "phrases", ["{seat}", "first_has"]),
    "a phrase that names somebody": (r'yes = "Yes"', 'yes = "Yes, {seat}"', "phrases", ["no {seat}", "yes"]),
    "a phrase left out": (r'have_you = ".*"\n', "", "phrases", ["have_you", "missing"]),
    "a placeholder misspelt": (r"Code of \{team\}", "Code of {taem}", "", ["{team}", "sheets.enemy"]),
    "three columns": (r'heads = \["C", ', "heads = [", "sheets.heads", ["4"]),
    "a screen whose halves do not meet": (r"\nleft = 79", "\nleft = 70", "sizes.screen", ["left", "right"]),
    "wings too short to stand": (r"\nwing = 104", "\nwing = 40", "sizes.screen", ["wing", "stands"]),
    "a screen too low to hide": (r"\nheight = 124", "\nheight = 60", "sizes.screen", ["height"]),
    "a sheet too small to draw": (r"\nsheet = \[.*\]", "\nsheet = [100, 150]", "sizes", ["sheet", "184 × 240"]),
    "an unknown key": (r"(\[boards\]\n)", r"\1colour = 3\n", "boards", ["unknown", "colour"]),
}  # fmt: skip


@pytest.mark.parametrize(("pattern", "replacement", "key", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_names_file_key_and_expectation(
    tmp_path: Path, pattern: str, replacement: str, key: str, words: list[str]
) -> None:
    text, times = re.subn(pattern, replacement, ORIGINAL, count=1)
    assert times == 1, "the file no longer has what this test spoils"
    file = tmp_path / "fully.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ShelfError) as mistake:
        read(file, Shelf, "fully")
    assert mistake.value.key == key
    assert [word for word in words if word not in str(mistake.value)] == []


def test_the_file_as_it_is_has_no_mistake(tmp_path: Path) -> None:
    """Proves the test above: it is the mistake that is refused, not the copy."""
    file = tmp_path / "fully.toml"
    file.write_text(ORIGINAL, encoding="utf-8")
    with speaking("en"):
        assert read(file, Shelf, "fully").name == "Fully"
