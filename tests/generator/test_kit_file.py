"""A mistake in a kit's file is told with the file, the key, and what was expected there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.kits.code777.shelf import Shelf
from generator.shapes import SHAPES
from templates import ShelfError, kit_file, read, speaking

ORIGINAL = kit_file("code777").read_text(encoding="utf-8")

# what is wrong: (pattern, replacement, key that must be named, words that must be in the sentence)
MISTAKES = {
    "missing key": (r'(\[colours\.green\]\n)name = .*\n', r"\1", "colours.green", ["name", "missing"]),
    "missing table": (r"\[sizes\]\n(.+\n)+", "", "", ["sizes", "missing"]),
    "unknown key": (r"(\[rack\].*\n)", r"\1colour = 3\n", "rack", ["unknown", "colour"]),
    "misspelt key": (r"\nsummary =", "\nsumary =", "", ["sumary"]),
    "wrong type": (r'\nname = "Code 777"', "\nname = 777", "name", ["str", "int"]),
    "a number in words": (r"\nwidth = 110", '\nwidth = "wide"', "rack.width", ["float", "str"]),
    "one length for a size": (r"\ntile = \[.*\]", "\ntile = [30]", "sizes.tile", ["2"]),
    "a negative size": (r"\nwidth = 110", "\nwidth = -110", "rack.width", [">= 3"]),
    "a bad colour": (r'\naccent = "#\w+"', '\naccent = "#5a3d8"', "accent", ["#[0-9a-f]{6}"]),
    "a colour by name": (r'hex = "#1d8348"', 'hex = "green"', "colours.green.hex", ["#[0-9a-f]{6}"]),
    "an unknown shape": (r'shape = "tree"', 'shape = "blob"', "colours.green.shape", ["blob", *SHAPES]),
    "one letter twice": (r'letter = "G"', 'letter = "Y"', "colours", ["letter of its own"]),
    "one shape twice": (r'shape = "tree"', 'shape = "sun"', "colours", ["shape of its own"]),
    "a letter of two": (r'letter = "G"', 'letter = "GG"', "colours.green.letter", ["[A-Z]"]),
    "22 questions": (r"\[\[question\]\]\n[^\[]+(\[[^\[\]]+\]\n)?\n(?=\[\[question\]\])", "", "question", ["23"]),
    "an empty text": (r'\nglue = ".*"', '\nglue = ""', "racks.glue", ["length"]),
    "a rack that does not close": (r"\nbase = 34", "\nbase = 100", "rack", ["base", "close"]),
    "a rack for smaller tiles": (r"\nwidth = 110", "\nwidth = 60", "", ["rack", "3 tiles"]),
    "a tile too small to draw": (r"\ntile = \[.*\]", "\ntile = [12, 15]", "sizes", ["tile", "28 × 42", "12 × 15"]),
    "a colour misspelt in a figure": (r'"4 brown", "4 brown"', '"4 brwon", "4 brown"', "", ["4 brwon", "question 6"]),
    "a tile that does not exist": (r'"4 brown", "4 brown"', '"4 blue", "4 brown"', "", ["4 blue", "question 6"]),
    "a placeholder misspelt": (r"The \{count\} tiles", "The {cuont} tiles", "", ["{count}", "diagram.heading"]),
    "a contest without answers": (r'\nfirst = "more 3s"\n', "\n", "", ["first", "second", "question 12"]),
}  # fmt: skip


def spoilt(folder: Path, pattern: str, replacement: str) -> Path:
    text, times = re.subn(pattern, replacement, ORIGINAL, count=1)
    assert times == 1, "the file no longer has what this test spoils"
    file = folder / "code777.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(("pattern", "replacement", "key", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_names_file_key_and_expectation(
    tmp_path: Path, pattern: str, replacement: str, key: str, words: list[str]
) -> None:
    file = spoilt(tmp_path, pattern, replacement)
    with pytest.raises(ShelfError) as mistake:
        read(file, Shelf, "code777")
    assert mistake.value.file == file
    assert mistake.value.key == key
    sentence = str(mistake.value)
    assert sentence.startswith(f"code777.toml: {key}: " if key else "code777.toml: ")
    assert [word for word in words if word not in sentence] == []


def test_broken_toml_names_file_and_line(tmp_path: Path) -> None:
    file = spoilt(tmp_path, r'\naccent = "', "\naccent = ")
    line = ORIGINAL[: ORIGINAL.index("\naccent")].count("\n") + 2
    with pytest.raises(ShelfError) as mistake:
        read(file, Shelf, "code777")
    assert str(mistake.value).startswith("code777.toml: ")
    assert f"line {line}" in str(mistake.value)


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(ShelfError, match=r"^nothing\.toml: the file is missing"):
        read(tmp_path / "nothing.toml", Shelf, "code777")
    (tmp_path / "latin.toml").write_bytes('name = "été"'.encode("latin-1"))
    with pytest.raises(ShelfError, match=r"^latin\.toml: .*utf-8"):
        read(tmp_path / "latin.toml", Shelf, "code777")


def test_the_file_as_it_is_has_no_mistake(tmp_path: Path) -> None:
    """Proves the tests above: it is the mistake that is refused, not the copy."""
    file = tmp_path / "code777.toml"
    file.write_text(ORIGINAL, encoding="utf-8")
    with speaking("en"):
        shelf = read(file, Shelf, "code777")
    assert shelf.name.split() == ["Code", "777"]
    assert len(shelf.question) == 23


def test_counts_are_not_in_the_file() -> None:
    """How many of each piece there are is for the referee alone to say."""
    assert not re.search(r"^\s*(count|number_of|copies|quantity)\s*=", ORIGINAL, re.MULTILINE)
