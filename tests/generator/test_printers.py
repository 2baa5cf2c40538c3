"""The file of profiles: where it is, what is in it, and what is said when somebody broke it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import BadValue, PrintError, Unknown
from generator.layout.printer_profile import Edge, Profile
from generator.order import printers, user_files

HOME = Profile(99.5, Edge(0.5, -1, 0.2))
OFFICE = Profile(100, None, Edge(-2, 0))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is for this test."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "sousmain" / "printers.toml"


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, "home/.config/sousmain"),
        ("linux", {"XDG_CONFIG_HOME": "elsewhere"}, "elsewhere/sousmain"),
        ("linux", {"XDG_CONFIG_HOME": ""}, "home/.config/sousmain"),
        ("darwin", {"XDG_CONFIG_HOME": "elsewhere"}, "home/Library/Application Support/sousmain"),
        ("win32", {"APPDATA": "roaming"}, "roaming/sousmain"),
        ("win32", {}, "home/AppData/Roaming/sousmain"),
    ],
)
def test_the_folder_is_the_one_of_the_system(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    assert user_files.folder() == Path(expected)


def test_profiles_are_kept_replaced_and_forgotten(file: Path) -> None:
    assert printers.known_profiles() == {}
    assert printers.store_profile("home", HOME) == file
    printers.store_profile("office", OFFICE)
    assert printers.known_profiles() == {"home": HOME, "office": OFFICE}
    printers.store_profile("home", OFFICE)
    assert printers.known_profiles() == {"home": OFFICE, "office": OFFICE}
    assert printers.forget("HOME") == "home"
    assert printers.known_profiles() == {"office": OFFICE}
    assert [path.name for path in file.parent.iterdir()] == ["printers.toml"]


numbers = st.floats(-10, 10).map(lambda v: round(v, 4))
edges = st.none() | st.builds(Edge, numbers, numbers, st.floats(-2, 2))
profiles = st.builds(Profile, st.floats(98, 102), edges, edges)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.from_regex(r"[a-z0-9][a-z0-9-]{0,29}", fullmatch=True), profiles, max_size=4))
def test_what_is_written_is_what_is_read(file: Path, found: dict[str, Profile]) -> None:
    printers.write_profiles(found)
    assert printers.known_profiles() == found


BROKEN = {
    "no TOML": ("[home\nscale = 99", "line 1"),
    "scale too small": ("[home]\nscale = 50", "home.scale: Expected `float` >= 98.0"),
    "scale a word": ("[home]\nscale = 'full'", "home.scale: Expected `float`, got `str`"),
    "too far": ("[home.long-edge]\nx = 11\ny = 0", "home.long-edge.x: Expected `float` <= 10.0"),
    "no number at all": ("[home.long-edge]\nx = nan\ny = 0", "home.long-edge.x: Expected `float`"),
    "half": ("[home.long-edge]\nx = 1", "home.long-edge: Object missing required field `y`"),
    "turned too far": ("[a.short-edge]\nx = 1\ny = 1\nrotate = -3", "a.short-edge.rotate: Expected `float` >= -2.0"),
    "unknown key": ("[home]\nskale = 99", "home: Object contains unknown field `skale`"),
    "no table": ("home = 1", "home: Expected `object`, got `int`"),
}


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_told_with_file_key_and_expectation(file: Path, text: str, told: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(PrintError) as refusal:
        printers.known_profiles()
    assert str(refusal.value).startswith(f"{file}: ")
    assert told in str(refusal.value)
    for change in (lambda: printers.store_profile("home", HOME), lambda: printers.forget("home")):
        with pytest.raises(PrintError):
            change()
    assert file.read_text() == text  # what is broken is not made worse


def test_a_folder_in_its_place_is_told(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(PrintError, match=r"printers\.toml: Is a directory"):
        printers.known_profiles()


def test_an_unknown_printer_is_told_with_those_that_are_known(file: Path) -> None:
    with pytest.raises(PrintError, match="no other is yet: `sousmain calibrate`"):
        printers.profile("home")
    printers.store_profile("home", HOME)
    printers.store_profile("office", OFFICE)
    with pytest.raises(Unknown, match=r"Printer “hoem” is not known: did you mean “home”. There are: home, office"):
        printers.profile("hoem")
    assert printers.profile(" Home ") == ("home", HOME)


@pytest.mark.parametrize("name", ["", " ", "a b", "-a", "é", "a" * 31, "a.b", "a/b", 'a"'])
def test_names_that_could_be_no_part_of_a_file_name_are_refused(name: str) -> None:
    with pytest.raises(BadValue, match="1 to 30 letters"):
        user_files.checked_name("--name", name)
    assert user_files.checked_name("--name", " HP-1020 ") == "hp-1020"
