"""How a table plays, as a form can ask it and as words on a command line can say it.

Both follow from the game's `Options` alone: a new option of a game shows up everywhere by itself. What is no choice
between words, no number within bounds and no yes or no (a map, somebody's own texts) is not for a form, and left out.

ValueError
├── UnknownOption        one option: no such name, or a value it does not take
└── game.OptionClash     two options that do not go together
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from msgspec import UNSET, Struct, inspect
from msgspec.structs import replace

from referee.errors import UserError
from referee.game import Game, Help, Newer, OptionClash, TableOptions

NO_YES = ("no", "yes")


class Field(Struct, frozen=True):
    """One option: either words to choose from, or a whole number within bounds."""

    name: str
    default: str  # as one would type it
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def takes(self, text: str) -> bool:
        """Is that a value for it?"""
        if self.choices:
            return text in self.choices
        return bool(re.fullmatch(r"-?[0-9]{1,9}", text)) and self.least <= int(text) <= self.most


class UnknownOption(UserError, ValueError):
    """An option that does not exist, or a value it does not take; `field` is None, or says what it takes."""

    def __init__(self, name: str, given: str, known: tuple[str, ...], field: Field | None) -> None:
        self.name, self.given, self.known, self.field = name, given, known, field
        takes = field and (", ".join(field.choices) or f"{field.least} to {field.most}")
        super().__init__(f"{name}: {given!r} is none of {takes}" if field else f"{name} is none of {', '.join(known)}")


def fields(game: Game, beside: TableOptions | None = None, seats: int = 0) -> list[Field]:
    """The options of a game that can be chosen in words, in their order; without those that are moot beside the others, and
    without seats that nobody sits on."""
    moot = beside.moot if beside else ()
    found = [field for field in known_fields(game.Options) if field.name not in moot]
    return [with_seats(field, seats) if seats else field for field in found]


@cache
def known_fields(options: type[TableOptions]) -> tuple[Field, ...]:
    """All of them, read from their types once."""
    shape = inspect.type_info(options)
    assert isinstance(shape, inspect.StructType)
    found = (read_field(each, options.newer) for each in shape.fields)
    return tuple(field for field in found if field is not None)


def with_seats(field: Field, seats: int) -> Field:
    """A choice between seats has no more of them than play."""
    return replace(
        field, choices=tuple(word for word in field.choices if not word.isdecimal() or int(word) in range(1, seats + 1))
    )


def read_field(each: inspect.Field, newer: Mapping[str, Newer]) -> Field | None:
    """An option as a form shows it."""
    kind, default = each.type, newer[each.name].now if each.name in newer else each.default
    if isinstance(kind, inspect.LiteralType):
        words = [word for word in kind.values if isinstance(word, str)]
        if each.name == "help":
            words.sort(key=get_args(Help).index)  # from none to most
        return Field(each.name, default, tuple(sorted(words, key=lambda word: word != default)))  # the usual one first
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return Field(each.name, str(default), least=kind.ge, most=kind.le)
    if isinstance(kind, inspect.BoolType):
        return Field(each.name, NO_YES[default], NO_YES)
    return None


def default_options(game: Game, map_: Any = None) -> TableOptions:
    """How a game is played unless somebody says otherwise; on that map, where one is told."""
    newer = {name: each.now for name, each in game.Options.newer.items() if each.now != each.unsaid}
    return with_changes(plain_options(game, map_), **newer)


def plain_options(game: Game, map_: Any = None) -> TableOptions:
    """The same without what newer versions brought: as games were before, and as robots need no more."""
    return game.Options() if map_ is None else game.Options(map=map_)


def read_options(game: Game, given: Mapping[str, str], before: TableOptions | None = None) -> TableOptions:
    """The options of a game from words; what is not named is as before, or as usual. Raises UnknownOption or OptionClash.

    A form sends what nobody touched along with what somebody chose. Whatever goes only with what was so before gives way to
    that, and is as usual; whoever asks for what does not go with what is so is told.
    """
    known = {field.name: field for field in fields(game)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        field = known.get(name)
        if field is None or not field.takes(text):
            raise UnknownOption(name, text, tuple(known), field)
        newer = game.Options.newer.get(name)
        # What means the same as silence is not written: records of such tables stay as they were.
        silent = newer is not None and newer.now == newer.unsaid == text
        values[name] = UNSET if silent else field_value(field, text)
    start = before or default_options(game)
    try:
        return with_changes(start, **values)
    except OptionClash as clash:
        if before is None or option_words(game, before)[clash.needs] != clash.at:
            raise
        return with_changes(start, **values | {clash.name: getattr(default_options(game), clash.name)})


def for_seats(game: Game, options: TableOptions, seats: int) -> TableOptions:
    """The same where so many play: a choice of a seat that is none is as usual."""
    now, usual = option_words(game, options), default_options(game)
    there = {field.name: field.choices for field in fields(game, seats=seats) if field.choices}
    lost = {name: getattr(usual, name) for name, words in there.items() if now[name] not in words}
    return with_changes(options, **lost) if lost else options


def with_changes(options: TableOptions, **values: Any) -> TableOptions:
    """The same, but for these. Raises ValueError if they do not go together."""
    return replace(options, **values)  # type: ignore[type-var]  # a Struct, in every game


def field_value(field: Field, text: str) -> Any:
    """What a word means."""
    if not field.choices:
        return int(text)
    return text == NO_YES[1] if field.choices == NO_YES else text


def option_words(game: Game, options: TableOptions) -> dict[str, str]:
    """The same the other way round: options as one would type them."""
    found = {}
    for field in fields(game):
        now = getattr(options, field.name)
        now = options.newer[field.name].unsaid if now is UNSET else now
        found[field.name] = NO_YES[now] if field.choices == NO_YES else str(now)
    return found
