"""Every text has its translation: none missing, none fuzzy, none left over, no placeholder lost."""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from templates import i18n, loader

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import messages

OTHERS = [code for code in i18n.LANGUAGES if code != "en"]
# Texts that are the same in both languages; anything else that equals its English was forgotten.
SAME = {"pages", "Code 777", "Allo... la France", "B", "R", "Option", "Points", "points", "[OPTIONS]"}
SAME |= {
    "Notes",
    "{what} ({until})",
    "Pages",
    "Port",
    "Pause",
    "Table",
    "Tables",
    "table {name}",
    "violet",
    "orange",
    "magenta",
}
SAME |= {
    "Inkognito",
    "Lord Fiddlebottom",
    "Fiddlebottom",
    "Col. Bubble",
    "Bubble",
    "Madame Zsa Zsa",
    "Zsa Zsa",
    "Agent X",
}
SAME |= {"Rialto", "San Marco", "Salute", "San Giorgio", "Ponte dei Sospiri", "Agent", "Tom", "Top secret", "fragment"}
SAME |= {"Rallye-Code", "garages", "francs", "Contraventions", "Gendarmerie", "Garage", "Accident", "Collision"}
SAME |= {"garage", "parking"}
SAME |= {"Fully", "C", "E", "M", "N", "S"}  # its name, and initials that both languages share
SAME |= {"1 section", "{count} sections"}
SAME |= {"Proxy", "Normal", "Coach", "robot", "robot, {strength}", "{name} (robot)"}


@cache
def collected() -> Catalog:
    """Every text there is, looked for once."""
    return messages.collected()


def keys(catalog: Catalog) -> set[tuple[str, str | None]]:
    """What identifies each text."""
    return {(m.id, m.context) for m in catalog if m.id}


def faults(code: str, catalog: Catalog) -> list[str]:
    """All that is wrong with a catalogue, one line each."""
    wanted = keys(collected())
    found = [f"missing: {text!r} {place or ''}" for text, place in sorted(wanted - keys(catalog), key=str)]
    found += [f"left over: {text!r} {place or ''}" for text, place in sorted(keys(catalog) - wanted, key=str)]
    for message in catalog:
        if not message.id:
            continue
        if not message.string:
            found.append(f"not translated: {message.id!r} {message.context or ''}")
        elif message.fuzzy:
            found.append(f"fuzzy: {message.id!r}")
        elif fields(message.id) != fields(message.string):
            found.append(f"placeholders differ: {message.id!r} / {message.string!r}")
        elif message.id == message.string and message.id not in SAME:
            found.append(f"still English: {message.id!r} {message.context or ''}")
    return found


def fields(text: str) -> set[str | None]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_catalogue_is_complete(code: str) -> None:
    assert faults(code, messages.kept(code)) == []


@pytest.mark.parametrize("code", OTHERS)
def test_catalogues_are_read_as_they_are_written(code: str) -> None:
    """By our own quick reader, to the letter: also long texts, quotes and places."""
    kept = [message for message in messages.kept(code) if message.id]
    assert [m.id for m in kept if i18n.written(code, m.id, m.context) != m.string] == []
    assert len(i18n.catalogue(code)) == len(kept) + 1, "and its head"


def test_what_is_fuzzy_or_empty_is_not_shown(tmp_path: Path) -> None:
    """Rather English than wrong."""
    (tmp_path / "locale" / "xx").mkdir(parents=True)
    text = (
        'msgid ""\nmsgstr ""\n"Language: xx\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr "A"\n\n#: b.py\nmsgid "b"\nmsgstr ""\n\n'
        '#: c.py\nmsgctxt "k.c"\nmsgid ""\n"c \\"d\\" "\n"e"\nmsgstr "C \\\\ E\\""\n\n'
        '# as msgid "f" or msgctxt "x"\n#: fuzzy.py\nmsgid "f"\nmsgstr "F"\n# a note behind it\n\n'
        '#, python-format\nmsgctxt "fuzzy.g"\nmsgid "g"\nmsgstr "G"\n'
    )
    file = tmp_path / "locale" / "xx" / "messages.po"
    for newline in ("\n", "\r\n"):
        file.write_text(text, "utf-8", newline=newline)
        i18n.catalogue.cache_clear()
        assert {each: i18n.written("xx", each, None, tmp_path) for each in "abc"} == {"a": "", "b": "", "c": ""}
        assert i18n.written("xx", 'c "d" e', "k.c", tmp_path) == 'C \\ E"'
        assert i18n.written("xx", 'c "d" e', None, tmp_path) == ""
        assert i18n.written("xx", "f", None, tmp_path) == "F", "comments decide nothing"
        assert i18n.written("xx", "g", "fuzzy.g", tmp_path) == "G"
        assert i18n.written("xx", "\udcff", None, tmp_path) == "", "a letter that no file can have"


def test_the_check_notices_every_fault() -> None:
    """A missing, empty, fuzzy, stale and English text, and a lost placeholder, each show up."""
    catalog = Catalog(locale="fr")
    for message in messages.kept("fr"):
        if message.id and message.id != "Stopped.":
            catalog.add(message.id, message.string, context=message.context)
    catalog.get("Help").string = ""
    catalog.get("Games").flags.add("fuzzy")
    catalog.get("Commands").string = "Commands"
    catalog.get("page {n} of {m}").string = "page {n}"
    catalog.add("Nobody says this", "Personne ne le dit")
    kinds = {fault.partition(":")[0] for fault in faults("fr", catalog)}
    assert kinds == {
        "missing", "left over", "not translated", "fuzzy", "placeholders differ", "still English",
    }  # fmt: skip


PASSED_ON = {"SAID", "expected", "text"}  # texts that come from elsewhere: a constant, an argument, another mistake


def calls(room: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a room of something that takes a text to be said."""
    for file in sorted((messages.ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in messages.KEYWORDS and name != "say":
                    yield f"{room}/{file.name}:{node.lineno}", node


@pytest.mark.parametrize("room", ["generator", "referee", "templates"])
def test_what_is_wrong_with_a_file_can_be_translated(room: str, french: Callable[[str], None]) -> None:
    """Each text is written out where it is raised, so that it is found; it has its French; its evidence fits."""
    there = {message.id for message in collected() if message.id and not message.context}
    found = list(calls(room))
    assert found
    for where, call in found:
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        text = call.args[(messages.KEYWORDS[name] or (1,))[0] - 1]
        if not isinstance(text, ast.Constant):
            assert getattr(text, "attr", getattr(text, "id", "")) in PASSED_ON, f"{where}: no plain text"
            continue
        assert text.value in there, where
        with i18n.speaking("fr"):
            french(i18n.say(text.value))
        if name != "later":
            assert fields(text.value) == {keyword.arg for keyword in call.keywords}, where


def test_no_shape_of_a_kit_refuses_a_file_in_english_alone() -> None:
    """`--with` brings users there. msgspec makes a sentence of any ValueError, but knows no language."""
    for file in (messages.ROOT / "generator" / "kits").rglob("*.py"):
        text = file.read_text("utf-8")
        if "Exact" in text or "__post_init__" in text:
            assert "raise ValueError(" not in text, file


def test_texts_are_looked_up_by_their_place() -> None:
    """N is brown in English and black in French: a letter alone would not do."""
    with i18n.speaking("fr"):
        colours = loader.kit_data("code777")["colours"]
    letters = {name: colour["letter"] for name, colour in colours.items()}
    assert letters["black"] == "N"
    assert letters["brown"] == "M"
    assert len(set(letters.values())) == 7


def test_french_type_keeps_its_spaces() -> None:
    """No line may begin with a French colon or end with an opening guillemet."""
    assert i18n.set_french("Qui ? « Moi » : 100 %") == "Qui\xa0? «\xa0Moi\xa0»\xa0: 100\xa0%"
    with i18n.speaking("fr"):
        assert not re.search(r" [;:!?»]|« ", loader.rules("code777"))


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("en", "green 6s or 3 tiles - 5", "green\xa06s or\xa03 tiles - 5"),
        ("fr", "des 6 verts, 7 roses 1 2", "des\xa06\xa0verts, 7\xa0roses 1 2"),
        ("de", "grüne 6 oder 7", "grüne 6 oder 7"),
    ],
)
def test_numbers_stay_with_their_nouns(code: str, text: str, expected: str) -> None:
    """Where type is set, not in the data: the name of a game keeps its plain space."""
    with i18n.speaking(code):
        assert i18n.held(text) == expected
    assert loader.kit_data("code777")["name"] == "Code 777"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US"}, "en"),
    ],
)
def test_system_language(environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """LC_ALL, then LC_MESSAGES, then LANG; English when the system speaks neither of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    assert i18n.system_language() == expected
