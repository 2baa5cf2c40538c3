"""Tables from a rule, or from what happened, to a sentence: `pages/<slug>/refusals.toml`, `narration.toml`
and, where there is something to find out, `debrief.toml`.

A value is a path and what is made of it, `seat | player`: the path begins at what is told of (or at `event`, `state`, `kit`,
`names`, `item`, `index`, `it`; a number is itself), then come helpers of `HELPERS`, tables of `[words]`, places in the kit (`kit.parts`,
`kit.places.*.name`) or the presenter's own. `@name` is the phrase of that name; `{…}` in a path or a name is a path of its
own, so `@why {why}` is one of many phrases by what happened.

What is said on a page is marked up there: `mark` makes a text safe to be laid out, and what is filled into it is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from templates.i18n import say
from templates.loader import parsed_toml, shaped
from templates.shelves import shelf

LAST_RESORT = "*"  # for what has no sentence of its own


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to say it. Of several, the first that fits is said."""

    say: str = ""  # translated
    show: str = ""  # the same in every language: signs, and what is translated already
    when: dict[str, Any] = {}  # true, false, a value, one of a list, or "{path}" for the same as there
    unless: dict[str, Any] = {}
    fill: dict[str, str] = {}  # what stands for a placeholder; otherwise what the file says, or the field of that name
    of: str = ""  # what is told of instead
    each: str = ""  # a value: said for each of these that is not empty, as `item` with its `index`
    also: tuple[str, ...] = ()  # phrases that follow


Cases = str | Case | tuple[Case, ...]


class SentenceTable(Struct, frozen=True, forbid_unknown_fields=True):
    """All sentences of a file."""

    sentences: dict[str, Cases]
    phrases: dict[str, Cases] = {}
    fill: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}  # by value; `other` for all others, with `{count}`

    def texts(self) -> Iterator[str]:
        """All that is translated, for the catalogue."""
        for cases in (*self.sentences.values(), *self.phrases.values()):
            yield from (case.say for case in listed(cases) if case.say)
        for each in self.words.values():
            yield from each.values()


class Scene(Struct, frozen=True):
    """What a sentence can tell of: the evidence of a refusal, or an event and the state that it led to."""

    it: Any
    names: Sequence[str]
    kit: Mapping[str, Any]
    event: Any = None
    state: Any = None
    item: Any = None
    index: int = 0


Helper = Callable[[Any, Scene], Any]
Mark = Callable[[str], str]


def unmarked(text: str) -> str:
    """The text itself, for a terminal; `str` would forget that its words give way."""
    return text


def sentence_file(slug: str, name: str) -> Path:
    """Where the sentences of a game are: its `refusals`, or its `narration`."""
    return shelf(slug) / "pages" / slug / f"{name}.toml"


@cache
def sentence_table(slug: str, name: str) -> SentenceTable:
    """The sentences of a game."""
    file = sentence_file(slug, name)
    return shaped(parsed_toml(file), SentenceTable, file)


def listed(cases: Cases) -> tuple[Case, ...]:
    """The cases of an entry, however short it is written."""
    return (Case(say=cases),) if isinstance(cases, str) else (cases,) if isinstance(cases, Case) else cases


def sentence(
    table: SentenceTable, key: str, scene: Scene, helpers: Mapping[str, Helper] | None = None, mark: Mark = unmarked
) -> str:
    """What there is to say, in the language spoken and in one line."""
    cases = table.sentences.get(key) or table.sentences[LAST_RESORT]
    told = Teller(table, helpers or {}, mark).told(cases, scene).replace("\n", " ")
    return mark(" ").join(filter(None, told.split(" ")))  # blanks at which no line may break stay such


class Teller(Struct, frozen=True):
    """Fills the sentences of a table."""

    table: SentenceTable
    helpers: Mapping[str, Helper]
    mark: Mark = unmarked  # for a page: what stands in a text is no markup

    def told(self, cases: Cases, scene: Scene) -> str:
        """The first case that fits, with what follows it; nothing if none does."""
        for case in listed(cases):
            at = replace(scene, it=self.found(case.of, scene)) if case.of else scene
            if self.fits(case, at):
                followed = (self.phrase(name, at) for name in case.also)
                return self.mark(" ").join(filter(None, (self.filled(case, at), *followed)))
        return ""

    def phrase(self, name: str, scene: Scene) -> str:
        """The phrase of a name; nothing where a name that is filled in leads to none."""
        return self.told(self.table.phrases.get(self.completed(name, scene), ()), scene)

    def fits(self, case: Case, scene: Scene) -> bool:
        """Does all of `when` hold, and nothing of `unless`?"""
        return all(self.holds(*test, scene) for test in case.when.items()) and not any(
            self.holds(*test, scene) for test in case.unless.items()
        )

    def holds(self, value: str, expected: Any, scene: Scene) -> bool:
        """Is a value as expected? One that is not there is nothing."""
        try:
            found = self.value(value, scene)
        except (AttributeError, IndexError, KeyError):
            found = None
        if isinstance(expected, bool):
            return bool(found) == expected
        if isinstance(expected, list):
            return found in expected
        if isinstance(expected, str) and expected.startswith("{"):
            return bool(found == self.value(expected[1:-1], scene))
        return bool(found == expected)

    def filled(self, case: Case, scene: Scene) -> str:
        """A case with its placeholders filled."""
        if case.each:
            one = replace(case, each="")
            rows = enumerate(self.value(case.each, scene))
            told = (self.filled(one, replace(scene, item=item, index=i)) for i, item in rows if item)
            return self.mark(" ").join(told)
        text = self.mark(say(case.say) if case.say else case.show)
        wanted = {name for _, name, _, _ in Formatter().parse(text) if name}
        return text.format(
            **{name: self.value(case.fill.get(name) or self.table.fill.get(name) or name, scene) for name in wanted}
        )

    def value(self, told: str, scene: Scene) -> Any:
        """What a path leads to, after all helpers; nothing for what is not there."""
        path, *helpers = (word.strip() for word in told.split("|"))
        if path.startswith("@"):
            found: Any = self.phrase(path[1:], scene)
        elif path.isdecimal():
            found = int(path)
        else:
            found = self.found(path, scene)
        for name in helpers:
            found = self.helped(name, found, scene)
        return "" if found is None else found

    def helped(self, name: str, value: Any, scene: Scene) -> Any:
        """What a helper makes of a value."""
        if value is None and name != "dash":
            return None
        helper = self.helpers.get(name) or HELPERS.get(name)
        if helper:
            return helper(value, scene)
        if name == "players":
            return self.mark(", ").join(self.helped("player", each, scene) for each in value)
        if name == "player" and isinstance(value, int) and value < len(scene.names):
            return scene.names[value]  # whoever has no seat is one of the `[words.player]`
        if name.startswith("kit."):
            place = name if "*" in name else f"{name}.*"
            return self.found(place.replace("*", str(value)), scene)
        words = self.table.words[name]
        return self.mark(say(words.get(str(value), words.get("other", "")))).format(count=value)

    def found(self, path: str, scene: Scene) -> Any:
        """What a path leads to."""
        first, *rest = self.completed(path, scene).split(".")
        at: Any = scene if first in scene.__struct_fields__ else scene.it
        for step in [first, *rest]:
            at = stepped(at, step)
        return at

    def completed(self, path: str, scene: Scene) -> str:
        """A path or a name with what stands for `{…}` in it."""
        if "{" not in path:
            return path
        return re.sub(r"{(.+?)}", lambda inner: str(self.found(inner[1], scene)), path)


def stepped(at: Any, step: str) -> Any:
    """A field, an entry or an item. Evidence need not have all that a sentence asks for; an event does."""
    if isinstance(at, Mapping):
        return at.get(step)
    return at[int(step)] if isinstance(at, list | tuple) else getattr(at, step)


HELPERS: dict[str, Helper] = {
    "listed": lambda values, scene: ", ".join(map(str, values)),
    "spaced": lambda values, scene: " ".join(map(str, values)),
    "dash": lambda value, scene: "–" if value in (None, "") else value,
    "begun": lambda text, scene: text[:1].upper() + text[1:],
    "numbered": lambda index, scene: index + 1,
    "kind": lambda value, scene: type(value).__struct_config__.tag,
}
