"""A mistake in a kit's file is told with the file, the key, and what was expected there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.kit_mistakes import MISTAKES

from generator.kits.code777.spec import KitSpec
from generator.press.build import kit
from referee.registry import GAMES
from templates.errors import FileError
from templates.i18n import speaking
from templates.loader import kit_data, kit_file, read_toml
from templates.overlay import current_overrides
from templates.overrides import overriding

ORIGINAL = kit_file("code777").read_text(encoding="utf-8")


def spoilt(folder: Path, pattern: str, replacement: str, slug: str = "code777") -> Path:
    text, times = re.subn(pattern, replacement, kit_file(slug).read_text(encoding="utf-8"), count=1)
    assert times == 1, "the file no longer has what this test spoils"
    file = folder / f"{slug}.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(("slug", "what"), [(slug, what) for slug, each in MISTAKES.items() for what in each])
def test_a_mistake_names_file_key_and_expectation(
    tmp_path: Path, slug: str, what: str, french: Callable[[str], None]
) -> None:
    pattern, replacement, key, words = MISTAKES[slug][what]
    file = spoilt(tmp_path, pattern, replacement, slug)
    with speaking("en"), pytest.raises(FileError) as mistake:
        read_toml(file, kit(slug).shape, slug)
    assert mistake.value.file == file
    assert mistake.value.key == key
    sentence = str(mistake.value)
    assert sentence.startswith(f"{slug}.toml: {key}: " if key else f"{slug}.toml: ")
    assert [word for word in words if word not in sentence] == []
    with speaking("fr"):  # a file of the user's own comes here, too
        french(mistake.value.again().expected)


def test_broken_toml_names_file_and_line(tmp_path: Path) -> None:
    file = spoilt(tmp_path, r'\naccent = "', "\naccent = ")
    line = ORIGINAL[: ORIGINAL.index("\naccent")].count("\n") + 2
    with pytest.raises(FileError) as mistake:
        read_toml(file, KitSpec, "code777")
    assert str(mistake.value).startswith("code777.toml: ")
    assert f"line {line}" in str(mistake.value)


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^nothing\.toml: the file is missing"):
        read_toml(tmp_path / "nothing.toml", KitSpec, "code777")
    (tmp_path / "latin.toml").write_bytes('name = "été"'.encode("latin-1"))
    with pytest.raises(FileError, match=r"^latin\.toml: .*utf-8"):
        read_toml(tmp_path / "latin.toml", KitSpec, "code777")


@pytest.mark.parametrize("slug", GAMES)
def test_the_file_as_it_is_has_no_mistake(tmp_path: Path, slug: str) -> None:
    """Proves the tests above: it is the mistake that is refused, not the copy."""
    file = tmp_path / f"{slug}.toml"
    file.write_text(kit_file(slug).read_text(encoding="utf-8"), encoding="utf-8")
    with speaking("en"):
        assert read_toml(file, kit(slug).shape, slug).name


def test_counts_are_not_in_the_file() -> None:
    """How many of each piece there are is for the referee alone to say."""
    assert not re.search(r"^\s*(count|number_of|copies|quantity)\s*=", ORIGINAL, re.MULTILINE)


def test_own_words_are_worn_for_as_long_as_asked(tmp_path: Path) -> None:
    """Within the block; afterwards kits are as before, also if it ended with a mistake."""
    file, other = tmp_path / "own.toml", tmp_path / "other.toml"
    file.write_text("code777.name = 'Our evening'", "utf-8")
    other.write_text("allo.name = 'Hello'", "utf-8")
    ours = kit_data("code777")["name"]
    with overriding(file, GAMES):
        assert kit_data("code777")["name"] == "Our evening"
        with overriding(other, GAMES):
            assert (kit_data("code777")["name"], kit_data("allo")["name"]) == (ours, "Hello")
        assert kit_data("code777")["name"] == "Our evening"
    assert kit_data("code777")["name"] == ours and current_overrides() == {}
    with pytest.raises(ZeroDivisionError), overriding(file, GAMES):
        raise ZeroDivisionError
    assert kit_data("code777")["name"] == ours and current_overrides() == {}


def test_own_words_bring_no_keys_that_are_not_there(tmp_path: Path) -> None:
    """A key that nobody reads is a word that somebody misspelt."""
    file = tmp_path / "own.toml"
    file.write_text("code777.nam = 'Our evening'", "utf-8")
    with pytest.raises(FileError, match="nam") as mistake, overriding(file, GAMES):
        pass
    assert mistake.value.key == "code777.nam" and current_overrides() == {}
