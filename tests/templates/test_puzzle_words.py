"""Words of puzzles: read once for each language, and anew when something else lies over the kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from templates import i18n, loader
from templates.overlay import laying
from templates.pages.puzzles import kit_words


def test_words_follow_the_language_and_what_lies_over_the_kit() -> None:
    plain = kit_words("code777")["name"]
    with laying({"code777": {"name": "Grandma's racks"}}, Path("own.toml")):
        assert kit_words("code777")["name"] == "Grandma's racks"
    assert kit_words("code777")["name"] == plain
    with i18n.speaking("fr"):
        french = kit_words("code777")["summary"]
    assert french != kit_words("code777")["summary"]


def test_a_kit_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kit_words("fully")
    monkeypatch.setattr(loader, "parsed_toml", lambda file: pytest.fail("read again"))
    assert kit_words("fully")["name"] == "Fully"
