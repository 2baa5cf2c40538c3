"""The presets of this user: sets of options under a name, in one TOML file beside the profiles of his printers.

A preset holds words as they are typed, by the names of their fields. In the file each key is the option without its dashes.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType, defstruct

from generator.errors import PrintError, Unknown
from generator.files import save
from generator.order.fields import FIELDS, ORDER, Field
from generator.order.reading import Reading
from generator.order.user_files import broken, checked_name, folder, named_tables
from templates.i18n import say

FILE = "presets.toml"
Words = dict[str, Any]

# Of each pair one alone can be asked for: where one is typed, the other of a preset gives way.
RIVALS = (
    ("only", "without"),
    ("only", "spares"),
    ("without", "spares"),
    ("copies", "spares"),
    ("pads", "spares"),
    ("board", "board_width"),
    ("size", "card_size"),
)


def key_of(field: Field) -> str:
    """What a field is called in the file: as it is typed."""
    return field.option.removeprefix("--")


WRITTEN: dict[str, Any] = {"switch": bool, "words": list[str] | str}  # the others are a word or a number
PresetTable: Any = defstruct(
    "PresetTable",
    [(field.name, WRITTEN.get(field.kind, str | int | float) | UnsetType, UNSET) for field in ORDER],
    rename={field.name: key_of(field) for field in ORDER},
    frozen=True,
    forbid_unknown_fields=True,
)


def known_presets() -> dict[str, Words]:
    """All presets by name, in the order of the names. A file that was edited and broken is told with its key and what was
    expected there; whether the values make sense is asked when they are used."""
    tables = named_tables(folder() / FILE, PresetTable)
    return {name: words_of(tables[name]) for name in sorted(tables)}


def words_of(table: Any) -> Words:
    """The words of a preset as they would have been typed."""
    found = {}
    for field in ORDER:
        given = getattr(table, field.name)
        if given is not UNSET and given is not False:
            listed = [given] if isinstance(given, str) else given
            found[field.name] = listed if field.kind == "words" else given if field.kind == "switch" else str(given)
    return found


def preset(given: str, found: Mapping[str, Words] | None = None) -> tuple[str, Words]:
    """A preset that is known, by its name."""
    found = known_presets() if found is None else found
    name = given.strip().lower()
    if not found:
        raise PrintError(
            say("Preset “{name}” is not known, and no other is yet: `sousmain print --save NAME` makes one.").format(
                name=given
            )
        )
    if name not in found:
        raise Unknown(say("Preset"), given, found)
    return name, found[name]


def with_preset(given: str, typed: Mapping[str, Any], games: Sequence[str] = ()) -> Words:
    """The words of a preset, and those that were typed: the latter win. What makes no sense in the file is told with its key."""
    if not given:
        return dict(typed)
    name, words = preset(given)
    beaten = {*typed, *(loser for pair in RIVALS for loser, winner in (pair, pair[::-1]) if winner in typed)}
    kept = {field: word for field, word in words.items() if field not in beaten}
    read = Reading(games, {**kept, **typed})
    for field in ORDER:
        if field.name in kept:
            try:
                getattr(read, field.name)
            except PrintError as refusal:
                raise broken(folder() / FILE, f"{name}.{key_of(field)}", str(refusal)) from None
    return {**kept, **typed}


def kept_preset(option: str, given: str, words: Mapping[str, Any]) -> tuple[str, tuple[Path, bytes]]:
    """The name of a preset, and the file with it in place of an older one of that name; to be saved with what is printed."""
    name = checked_name(option, given)
    return name, presets_file({**known_presets(), name: {field: word for field, word in words.items() if word}})


def store_preset(given: str, words: Mapping[str, Any]) -> str:
    """Stores the words of an order that was checked, in place of an older preset of that name; gives its name."""
    name, file = kept_preset(FIELDS["save"].option, given, words)
    save([file])
    return name


def forget_preset(given: str) -> str:
    """Takes a preset away; gives its name."""
    found = known_presets()
    name, _ = preset(given, found)
    save([presets_file({each: words for each, words in found.items() if each != name})])
    return name


def presets_file(found: Mapping[str, Words]) -> tuple[Path, bytes]:
    """All presets, as a file that can be read and edited, and its place."""
    lines = []
    for name, words in sorted(found.items()):
        written = [f"{key_of(field)} = {toml(field, words[field.name])}" for field in ORDER if field.name in words]
        lines += [f"[{name}]", *written, ""]
    file = folder() / FILE
    try:
        return file, "\n".join(lines).encode()
    except UnicodeEncodeError:  # the name of a file that is no text: nothing else of an order takes such
        raise PrintError(say("A preset takes names of files that are written in letters.")) from None


def toml(field: Field, given: Any) -> str:
    """A value as TOML. A file is named by its whole path: presets are used from any folder."""
    if field.kind == "switch":
        return "true"
    if field.kind == "file":
        given = str(Path(given).absolute())
    written = json.dumps([*given] if field.kind == "words" else str(given), ensure_ascii=False)
    return written.replace("\x7f", "\\u007f")  # the one sign that JSON takes as it is and TOML does not


def typed_again(words: Mapping[str, Any]) -> str:
    """The words of a preset as a line that could be typed."""
    parts: list[str] = []
    for field in ORDER:
        given = words.get(field.name)
        if given and field.kind == "switch":
            parts.append(field.option)
        elif given:
            for word in given if field.kind == "words" else [given]:
                parts += [field.option, str(word)]
    return shlex.join(parts)
