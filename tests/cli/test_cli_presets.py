"""`print --save` keeps all options under a name, `--preset` uses them, `presets` lists and forgets."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def own(empty_desk, monkeypatch):
    """A desk whose user has a folder for settings of his own."""
    plain = empty_desk.run
    settings = str(empty_desk.folder / "settings")
    monkeypatch.setattr(
        empty_desk,
        "run",
        lambda *words, **env: plain(
            *words, **{"XDG_CONFIG_HOME": settings, "HOME": settings, "APPDATA": settings} | env
        ),
    )
    return empty_desk


def printed(desk, *words: str) -> dict:
    """The receipt of a print."""
    told = desk.run("print", "code777", *words, "--json")
    assert (told.code, told.err) == (0, "")
    (file,) = json.loads(told.out)["files"]
    return file


def test_options_are_kept_used_listed_and_forgotten(own):
    """One way through it all. What is typed wins, also where it is the usual value."""
    assert "No preset is kept yet" in own.run("presets").out
    told = own.run("print", "code777", "--only", "tiles", "--paper", "letter", "--ink", "mono", "--save", "Home")
    assert (told.code, told.err) == (0, "")
    assert "`sousmain print --preset home` uses them again" in told.out
    assert own.run("presets").out == "home: --paper letter --ink mono --only tiles\n"
    by_words = (own.output / "code777-tiles-en-letter-mono.pdf").read_bytes()
    assert printed(own, "--preset", "home")["file"] == "output/code777-tiles-en-letter-mono.pdf"
    assert (own.output / "code777-tiles-en-letter-mono.pdf").read_bytes() == by_words
    assert printed(own, "--preset", "HOME", "--paper", "a4")["file"] == "output/code777-tiles-en-a4-mono.pdf"
    printed(own, "--preset", "home", "--ink", "full", "--lang", "fr", "--save", "french")
    assert own.run("presets").out.splitlines()[0] == "french: --paper letter --lang fr --ink full --only tiles"
    assert own.run("presets", "--forget", "home").out == "Preset “home” is forgotten.\n"
    assert [line.partition(":")[0] for line in own.run("presets").out.splitlines()] == ["french"]


REFUSED = {
    "unknown": (["print", "code777", "--preset", "home"], ["Preset “home”", "`sousmain print --save NAME`"]),
    "no name": (["print", "code777", "--preset", ""], ["--preset", "1 to 30 letters"]),
    "bad name": (["print", "code777", "--only", "tiles", "--save", "a b"], ["--save", "“a b”", "1 to 30 letters"]),
    "bad order": (["print", "code777", "--paper", "leter", "--save", "home"], ["Paper “leter”"]),
    "forget nobody": (["presets", "--forget", "home"], ["Preset “home”"]),
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_makes_no_sense_is_refused_and_nothing_is_kept(own, words):
    given, parts = REFUSED[words]
    told = own.run(*given)
    assert told.code == 2
    assert all(part in told.err for part in parts), told.err
    assert not own.output.exists() and not (own.folder / "settings").exists()


def test_no_kit_no_preset(own):
    """Both are written, or neither."""
    own.output.mkdir()
    (own.output / "code777-tiles-en-a4.pdf").mkdir()
    assert own.run("print", "code777", "--only", "tiles", "--save", "home").code == 2
    assert "No preset is kept yet" in own.run("presets").out
