"""What an open page is sent: the panels that it does not have, after every change, made for it alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qs

from flask import current_app, g
from sqlalchemy.exc import DatabaseError

from companion.errors import NotFound, PhoneError
from companion.storage.error_log import LOG
from companion.storage.store import StoreError
from companion.web import panels, rendering
from companion.web.panels import Panel
from templates import i18n

WINDOW = 12  # entries of a log that a page begins with
MOST_SHOWN = 10_000
HAS = (
    "has"  # another word whenever panels are written in another way: whoever asks with the one before cannot read them
)
HAD = "have="  # the one before: such a page loads itself again when its part is gone
WHOLE, LACKING = "text/html; charset=utf-8", "text/plain; charset=utf-8"

T = TypeVar("T")
Windowed = Callable[[int], Panel]  # a page with so many entries of its log


class Wanted(NamedTuple):
    """What a page says of itself: the panels it has (none: no page of this version), and how much of a log it shows."""

    has: frozenset[str] | None
    window: int


def wanted(query: str) -> Wanted:
    """What stands in a question. What cannot be read is as if it was not said."""
    if not query:
        return Wanted(None, WINDOW)
    asked = parse_qs(query, keep_blank_values=True)
    window = asked.get("window", [""])[0]
    shown = int(window) if window.isdecimal() and len(window) < 7 else WINDOW
    if HAS not in asked:
        return Wanted(None, max(WINDOW, min(shown, MOST_SHOWN)))
    has = asked[HAS][0]
    if not panels.NAMED.fullmatch(has) or len(has) > panels.WIDTH * panels.MOST_NAMED:
        has = ""
    named = frozenset(has[i : i + panels.WIDTH] for i in range(0, len(has), panels.WIDTH))
    return Wanted(named, max(WINDOW, min(shown, MOST_SHOWN)))


def part_body(page: Windowed, query: str) -> tuple[bytes, str]:
    """What a page lacks, and its type: the whole part for one that does not say what it has."""
    has, window = wanted(query)
    if has is None and query.startswith(HAD):
        raise NotFound(i18n.say("This page is from an older version: reload it."))
    if has is None:
        return panels.joined(page(window)).encode(), WHOLE
    return panels.END.join(news(made := page(window), panels.all_of(made, has))), LACKING


def news(page: Panel, lacking: dict[str, Panel]) -> list[bytes]:
    """What is told of a page: first the digest of the whole, then each panel that is lacking."""
    return [page.digest.encode(), *[panel.sent or panel.line for panel in lacking.values()]]


def as_asked(make: Callable[[], T]) -> Callable[[], T | None]:
    """The same for whoever asks now, as often as it is called later; none when something is wrong on the laptop."""
    lang, context = i18n.language(), current_app.app_context()
    who = {name: g.get(name) for name in ("cookies", "device", "agent", "words")}
    vars(context.g).update(who, csrf=rendering.csrf(), taste=rendering.preferences())

    def made() -> T | None:
        try:
            with context, i18n.speaking(lang):
                return make()
        except PhoneError:
            raise
        except Exception as mistake:  # it asks for its page, and is told there what is wrong
            if not isinstance(mistake, StoreError | DatabaseError):
                LOG.error("a page could not be made", exc_info=mistake)
            return None

    return made


def page_events(page: Windowed, query: str) -> Callable[[], bytes | None] | None:
    """What is new on the page that asks, each time that it is called; none for a page that does not say what it has."""
    named, window = wanted(query)
    if named is None:
        return None
    make = as_asked(lambda: page(window))
    has, shown = set(named), ""

    def event() -> bytes | None:
        nonlocal has, shown
        made = make()
        if made is None:
            return None
        if made.digest == shown:
            return b""
        shown, lacking = made.digest, panels.all_of(made, has)
        has |= lacking.keys()
        if len(has) > 2 * panels.MOST_NAMED:  # the phone may know more than we do
            has = set(panels.all_of(made))
        return b"event: page\ndata: " + panels.END.join(news(made, lacking)) + b"\n\n"

    return event
