"""A page as panels: texts under their digests, one inside the other, so that a phone is sent only what it does not have.

A panel is what a kept macro made of its arguments (`fragments.py`), or a stretch of lines of a page. Where a panel stands in
another one, that one has `<~digest>`: no name can write that, since names are escaped. What was put together again is, byte
for byte, the page that the same templates make at once.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b

from markupsafe import Markup

LEAST = 48  # letters of a panel: a shorter one costs less than its place
MARKED = 300  # letters of a panel that is worth two comments in the first page: a shorter one is sent again
WIDTH = 8  # letters of a digest
LATELY = 4000  # panels that are remembered to be made once, and lines that are remembered to be cut once
MOST_NAMED = 600  # digests that a phone may name
PLACE = re.compile(r"<~([\w-]{8})>")
NAMED = re.compile(r"(?:[\w-]{8})*", re.ASCII)
# A stretch ends with a line, or with something that there is a row of; a larger one with a block, or now and then in a long
# row, by the digest that happens to stand there: where something is put in, the stretches around it stay as they were.
STRETCH = re.compile(r"(</(?:li|tr|p|g|div|label|article|form|details|optgroup|section)>|\n)")
LARGER = re.compile(r"(</(?:section|form|dialog|details|nav|svg|[ou]l)>\n*|<~[A-H][\w-]{7}>(?:</li>)?)")
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)(?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*')*?(/?)>")
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "option", "source", "wbr"})  # options need no end either
END = b"\x1e"  # between panels on the wire
# On the wire a place and the end of a line take as few letters as can be: a move sends some hundred of them. No text of ours has the
# letters that mean something there, but somebody's own words might.
HERE = "\x1f"  # before the digest of a panel that stands there
ENDS = {"\x1d": " ", "\x1e": " ", HERE: " ", "\r": "&#13;", "\n": "\x1d"}
KEY = secrets.token_bytes(16)  # nobody can choose a name that looks like another text; a restart sends everything anew

Known = Collection[str]


class Panel:
    """A text with places for others, those others, its digest, and what stands for it in another."""

    __slots__ = ("_is_worth", "digest", "parts", "place", "sent", "text")

    def __init__(self, text: str, parts: dict[str, Panel]) -> None:
        self.text, self.parts, self.sent = text, parts, b""
        self._is_worth: bool | None = None
        self.digest = urlsafe_b64encode(blake2b(text.encode(), digest_size=6, key=KEY).digest()).decode()
        self.place = Markup(f"<~{self.digest}>")

    @property
    def line(self) -> bytes:
        """The panel as it travels: its digest and its text, without what ends a line or a panel there. Five phones are
        sent the same one, and look at `sent` first."""
        if not self.sent:
            text = self.text
            for letter, sent in ENDS.items():  # `translate` takes fifty times as long where a text has an accent
                text = text.replace(letter, sent)
            cut = PLACE.split(text)
            cut[1::2] = [HERE + digest for digest in cut[1::2]]
            self.sent = "".join([self.digest, *cut]).encode()
        return self.sent

    @property
    def is_worth_marking(self) -> bool:
        """Is it long, and whole elements? Looked at once: every page that is loaded asks."""
        if self._is_worth is None:
            text = joined(self)
            self._is_worth = len(text) >= MARKED and is_whole(text)
        return self._is_worth


_lately: dict[str, Panel] = {}  # by their texts
_lines: dict[
    str, tuple[str, dict[str, Panel]]
] = {}  # what stands for a line of a page, and the panels of its stretches
_making: ContextVar[dict[str, Panel] | None] = ContextVar("making", default=None)


@contextmanager
def collecting() -> Iterator[dict[str, Panel]]:
    """The panels that are made within this block, by their digests."""
    found = _making.get()
    if found is not None:
        yield found
        return
    token = _making.set(found := {})
    try:
        yield found
    finally:
        _making.reset(token)


collected = (
    _making.get
)  # the panels of the page that is being made, if one is: asked at every piece, so it is no call of ours


def divided(text: str, among: dict[str, Panel]) -> Panel:
    """A text as a panel: its longer stretches are panels of their own. What already has a place in it is among those."""
    if len(text) >= 4 * LEAST:
        lines = text.splitlines(keepends=True)  # most of them were there before: a stretch never goes beyond its line
        cut = [_lines.get(line) or _line(line, among) for line in lines]
        for _, parts in cut:
            if parts:
                among |= parts
        text = _cut("".join([line for line, _ in cut]), LARGER, among)
    return _panel(text, among)


def _line(text: str, among: dict[str, Panel]) -> tuple[str, dict[str, Panel]]:
    """A line with its stretches as places, and their panels."""
    cut, given = (
        _cut(text, STRETCH, among),
        {*PLACE.findall(text)},
    )  # those come along with whoever makes a line with them
    found = cut, {digest: among[digest] for digest in PLACE.findall(cut) if digest not in given}
    if len(_lines) >= LATELY:
        _lines.clear()
    _lines[text] = found
    return found


def _cut(text: str, ends: re.Pattern[str], among: dict[str, Panel]) -> str:
    """A text with the places of its longer stretches, which come among those."""
    if len(text) < 4 * LEAST and ends is LARGER:
        return text
    cut = [*ends.split(text), ""]
    for i in range(0, len(cut), 2):
        stretch = cut[i] = cut[i] + cut[i + 1]
        if len(stretch) >= LEAST:  # else it stands there itself
            part = _lately.get(stretch) or _panel(stretch, among)
            among[part.digest], cut[i] = part, part.place
    return "".join(cut[::2])


def _panel(text: str, among: dict[str, Panel]) -> Panel:
    """The panel with that text: the same one as before, if there was one lately. What stands in it is the same then, too.
    One that would hold another and nothing else is that other."""
    found = _lately.get(text)
    if found is None and (alone := PLACE.fullmatch(text)):
        return among[alone[1]]
    if found is None:
        found = Panel(text, {digest: among[digest] for digest in PLACE.findall(text)})
        if len(_lately) >= LATELY:
            _lately.clear()
        _lately[text] = found
    return found


def forget() -> None:
    """None of before is given again."""
    _lately.clear()
    _lines.clear()


def joined(panel: Panel) -> str:
    """A panel with all its parts in their places."""
    if not panel.parts:
        return panel.text
    return PLACE.sub(lambda found: joined(panel.parts[found[1]]), panel.text)


def marked(panel: Panel) -> str:
    """The same with the digest of each longer part that is whole elements, in comments: a phone knows what its page brought."""

    def mark(found: re.Match[str]) -> str:
        part = panel.parts[found[1]]
        return f"<!--~{part.digest}-->{marked(part)}<!--~-->" if part.is_worth_marking else marked(part)

    return PLACE.sub(mark, panel.text)


def is_whole(text: str) -> bool:
    """Is that some elements, from the first letter to the last? A comment can then stand before and behind it."""
    if not text.startswith("<") or not text.rstrip("\n").endswith(">"):
        return False
    tags = TAG.findall(text)
    open_ones: list[str] = []
    for end, name, alone in tags:
        if alone or name in VOID:
            continue
        if not end:
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return False
    return not open_ones and text.count("<") == text.count(">") == len(tags)


def all_of(panel: Panel, known: Known = ()) -> dict[str, Panel]:
    """A panel and all its parts, without those that are known, nor what is in them."""
    if panel.digest in known:
        return {}
    found = {panel.digest: panel}

    def add(parts: dict[str, Panel]) -> None:
        for digest, part in parts.items():
            if digest not in known and digest not in found:
                found[digest] = part
                if part.parts:
                    add(part.parts)

    add(panel.parts)
    return found
