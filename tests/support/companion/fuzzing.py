"""What rubbish looks like: addresses, bodies and headers that are right, nearly right, or nothing at all."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st
from support.companion.house import COOKIE, HOST, RIGHT, SECRET, House, phone
from support.companion.rig import app_of

from companion.service.tables import Tables
from companion.storage.store import Store
from referee.registry import GAMES

ACTS = ("arrange", "begin", "abandon", "pause", "free", "absent", "close", "delete", "move")


@cache
def house() -> House:
    """The one that is in use."""
    return House()


# What to send

junk = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", "..", "%2e%2e", "\0", "a" * 300, "9" * 30, "-1", "١", "NaN", "__proto__", "{{7*7}}", "'--", "\ud7ff"]
    ),
)
whatever = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), junk),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(junk, inner, max_size=3)),
    max_leaves=8,
)
NEAR = {
    "open_table": "open",
    "take": "join",
    "move": "move",
    "jot": "notes",
    "rename": "name",
    "read": "read",
}  # by endpoint
NEAR |= {"pledge": "pledge", "share": "share"}


@st.composite
def spoilt(draw: st.DrawFn, good: Any) -> Any:
    """Something that was right, with one thing wrong: another value, one missing, one too many."""
    if not isinstance(good, dict) or not good or draw(st.integers(0, 4)) == 0:
        return draw(whatever)
    name = draw(st.sampled_from(sorted(good)))
    how = draw(st.sampled_from(["value", "deeper", "less", "more"]))
    if how == "less":
        return {key: value for key, value in good.items() if key != name}
    if how == "more":
        return {**good, draw(junk): draw(whatever)}
    return {**good, name: draw(whatever if how == "value" else spoilt(good[name]))}


@st.composite
def bodies(draw: st.DrawFn, endpoint: str = "") -> bytes:
    """Bytes, JSON, or nearly what is wanted."""
    how = draw(st.sampled_from(["bytes", "whatever", "near", "near", "long"]))
    if how == "bytes":
        return draw(st.binary(max_size=40))
    if how == "long":
        return draw(
            st.sampled_from([b"[" * 60_000, b'{"a":' * 9000, b"x" * 70_000, b'"' + b"\\ud800" * 20 + b'"', b"9" * 5000])
        )
    good = RIGHT[NEAR[endpoint]] if endpoint in NEAR else draw(st.sampled_from(list(RIGHT.values())))
    return json.dumps(draw(spoilt(good) if how == "near" else whatever)).encode()


def segment(name: str) -> st.SearchStrategy[str]:
    """What may stand in an address for that name: right, nearly right, rubbish."""
    there = {
        "table": st.sampled_from(house().ids),
        "code": st.sampled_from(house().codes),
        "seat": st.integers(0, 5).map(str),
        "number": st.integers(0, 3).map(str),
        "act": st.sampled_from(ACTS),
        "slug": st.sampled_from(tuple(GAMES)),
    }.get(name, junk)
    found = st.sampled_from([there] * 5 + [junk]).flatmap(lambda chosen: chosen)
    return found.map(lambda text: quote(text, safe="", errors="replace"))


seldom = st.sampled_from([False] * 7 + [True])


@st.composite
def paths(draw: st.DrawFn, rule: str) -> str:
    """An address of a route; sometimes bytes that are no letters, sometimes with a question."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: draw(segment(found[1])), rule)
    if draw(seldom):
        path += "/" + quote_from_bytes(draw(st.binary(max_size=4)), safe="")
    if draw(seldom):
        path += f"?version={quote(draw(junk), safe='', errors='replace')}&version=0"
    return path


def owner(path: str) -> str:
    """Whoever may do something there."""
    seat = re.search(r"/seat/([0-4])(?:/|$)", path)
    return phone(int(seat[1])) if seat else HOST


latin = st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=20)
headers = st.dictionaries(
    st.sampled_from(
        ["Cookie", "Origin", "X-Csrf", "Accept-Language", "Content-Type", "Host", "If-None-Match", "Range"]
    ),
    st.one_of(
        latin, st.sampled_from(["null", "*", "bytes=0-", "fr;q=x,;;", f"{COOKIE}=", "lang=xx; theme=\x80", "a" * 5000])
    ),
    min_size=1,
    max_size=2,
)
RULES = sorted({(rule.rule, rule.endpoint) for rule in app_of(Tables(Store("sqlite://"), SECRET)).url_map.iter_rules()})
