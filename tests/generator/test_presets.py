"""The file of presets: what is kept, what wins over it, and what is said when somebody broke it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import BadValue, PrintError, Unknown
from generator.layout.printer_profile import Profile
from generator.order import presets, printers
from generator.order.fields import ORDER
from generator.order.request import requests

HOME = {"paper": "letter", "ink": "mono", "names": "Anne,Mario", "gutters": True, "only": ["tiles,racks"]}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is for this test."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "sousmain" / "presets.toml"


def test_presets_are_kept_replaced_and_forgotten(file: Path) -> None:
    assert presets.known_presets() == {}
    assert presets.store_preset(" Home ", HOME) == "home"
    presets.store_preset("cafe", {"lang": "fr"})
    assert presets.known_presets() == {"cafe": {"lang": "fr"}, "home": HOME}
    assert presets.preset("HOME") == ("home", HOME)
    presets.store_preset(
        "cafe", {"lang": "en", "booklet": False, "map": "", "names": None}
    )  # what is not asked is not kept
    assert presets.known_presets()["cafe"] == {"lang": "en"}
    assert presets.forget_preset("Home") == "home"
    assert presets.known_presets() == {"cafe": {"lang": "en"}}
    assert [path.name for path in file.parent.iterdir()] == ["presets.toml"]


def test_the_file_reads_like_the_command_line(file: Path) -> None:
    presets.store_preset("home", {**HOME, "own": "mine.toml", "without": ["rules"], "back_offset": "0.5,-1"})
    found = tomllib.loads(file.read_text())["home"]
    assert list(found) == ["paper", "names", "ink", "only", "except", "gutters", "back-offset", "with"]
    assert found["with"] == str(Path("mine.toml").absolute())  # used from any folder
    assert presets.typed_again(HOME) == "--paper letter --names Anne,Mario --ink mono --only tiles,racks --gutters"


KINDS: dict[str, Any] = {"switch": st.just(True), "words": st.lists(st.text(min_size=1), min_size=1, max_size=2)}
tables = st.fixed_dictionaries(
    {},
    optional={
        field.name: KINDS.get(field.kind, st.text(min_size=1)) for field in ORDER if field.kind != "file"
    },
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.from_regex(r"[a-z0-9][a-z0-9-]{0,29}", fullmatch=True), tables, max_size=3))
def test_what_is_written_is_what_is_read(file: Path, found: dict[str, presets.Words]) -> None:
    """Whatever letters somebody types, line breaks and quotes too."""
    presets.save([presets.presets_file(found)])
    assert presets.known_presets() == found


def test_what_is_typed_wins_and_its_rivals_give_way(file: Path) -> None:
    presets.store_preset("home", {**HOME, "board": "small"})
    merged = presets.with_preset("home", {"paper": "a4", "ink": "full"}, ["rallye", "code777"])
    assert merged == {**HOME, "board": "small", "paper": "a4", "ink": "full"}
    assert "only" not in presets.with_preset("home", {"without": ["rules"]}, ["rallye"])
    assert "board" not in presets.with_preset("home", {"board_width": "800"}, ["rallye", "code777"])
    assert presets.with_preset("", {"paper": "a4"}) == {"paper": "a4"}


def test_an_order_by_preset_is_the_order_by_its_words(file: Path) -> None:
    presets.store_preset("home", HOME)
    assert requests(["code777"], **presets.with_preset("home", {}, ["code777"])) == requests(["code777"], **HOME)


def test_numbers_and_plain_words_will_do_in_an_edited_file(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('[home]\npads = 40\nboard-width = 812.5\nonly = "notes"\ngutters = false\n')
    assert presets.known_presets() == {"home": {"pads": "40", "board_width": "812.5", "only": ["notes"]}}


BROKEN = {
    "no TOML": ("[home\npaper = 1", "line 1"),
    "unknown key": ("[home]\npapper = 'a4'", "home: Object contains unknown field `papper`"),
    "switch a word": ("[home]\ngutters = 'yes'", "home.gutters: Expected `bool`, got `str`"),
    "word a list": ("[home]\nink = ['mono']", "home.ink: Expected `int | float | str`, got `array`"),
    "list of numbers": ("[home]\nonly = [1]", "home.only[0]: Expected `str`, got `int`"),
    "no table": ("home = 1", "home: Expected `object`, got `int`"),
    "name": ("[Home]\nink = 'mono'", "Home: a name has 1 to 30 letters"),
}


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_told_with_file_key_and_expectation(file: Path, text: str, told: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    for use in (
        presets.known_presets,
        lambda: presets.store_preset("home", HOME),
        lambda: presets.forget_preset("home"),
    ):
        with pytest.raises(PrintError) as refusal:
            use()
        assert str(refusal.value).startswith(f"{file}: ")
        assert told in str(refusal.value)
    assert file.read_text() == text  # what is broken is not made worse


SENSELESS = {
    "paper": ("paper = 'leter'", "home.paper: Paper “leter” is not known: did you mean “letter”?"),
    "ink": ("ink = 'pink'", "home.ink: --ink “pink” is not known"),
    "pads": ("pads = 0", "home.pads: --pads was given “0”, but it takes a whole number from 1 to 2000"),
    "printer": ("printer = 'office'", "home.printer: Printer “office” is not known"),
    "component": ("except = ['board']", "home.except: Component “board” is not known"),
    "another game's": ("board = 'small'", "home.board: --board"),
}


@pytest.mark.parametrize(("line", "told"), SENSELESS.values(), ids=SENSELESS)
def test_a_value_that_makes_no_sense_is_told_with_its_key_when_it_is_used(file: Path, line: str, told: str) -> None:
    file.parent.mkdir()
    file.write_text(f"[home]\n{line}\n[other]\nink = 'saver'\n")
    with pytest.raises(PrintError) as refusal:
        presets.with_preset("home", {}, ["code777"])
    assert str(refusal.value).startswith(f"{file}: {told}")
    assert presets.with_preset("other", {}, ["code777"]) == {"ink": "saver"}
    field = {"except": "without"}.get(line.partition(" ")[0], line.partition(" ")[0])
    assert presets.with_preset("home", {field: "whatever"}, ["code777"]) == {field: "whatever"}  # not asked


def test_a_printer_of_a_preset_is_checked_with_the_paper_that_is_used(file: Path) -> None:
    printers.store_profile("office", Profile(99))
    presets.store_preset("home", {"printer": "office"})
    assert presets.with_preset("home", {}, ["code777"])["printer"] == "office"
    with pytest.raises(PrintError, match=r"home\.printer: Printer “office” is not calibrated for --sides long-edge"):
        presets.with_preset("home", {"sides": "long-edge"}, ["code777"])


def test_an_unknown_preset_is_told_with_those_that_are_known(file: Path) -> None:
    with pytest.raises(PrintError, match="no other is yet: `sousmain print --save NAME`"):
        presets.preset("home")
    presets.store_preset("home", HOME)
    with pytest.raises(Unknown, match=r"Preset “hoem” is not known: did you mean “home”\?"):
        presets.with_preset("hoem", {})
    with pytest.raises(BadValue, match="--save was given “my home”, but a name has 1 to 30 letters"):
        presets.store_preset("my home", HOME)


def test_the_name_of_a_file_that_is_no_text_is_refused(file: Path) -> None:
    with pytest.raises(PrintError, match="names of files that are written in letters"):
        presets.store_preset("home", {"map": "\udcff.toml"})
    assert not file.exists()
