"""The comparison of `test_http_secrets.py` is worth what it catches: one leak of each kind is planted, and found.

Each leak is of its kind and no other: what differs between the worlds differs only there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from flask import Flask, Response
from jinja2 import ChoiceLoader, DictLoader
from msgspec.structs import replace
from support.companion.scenes import ID, Scene, sample
from support.companion.visits import Difference, differences

from companion.service.tables import Tables
from companion.storage.error_log import LOG
from companion.web import feed, refusals, rendering
from companion.web.routes import hand
from companion.web.templating import game_page
from referee.code777.game import GAME
from referee.code777.moves import Asked
from referee.code777.state import State
from referee.game import TABLE, replay
from referee.registry import GAMES
from templates import loader
from templates.i18n import LANGUAGES

SLUG = "code777"
SEEDS = range(300)
NEWS = feed.news  # without a leak


def secret(state: State, seats: frozenset[int]) -> str:
    """Something that must not be seen from those seats, always as long: what stands on a rack before them."""
    rack = state.racks[min(seats, default=0)]
    return sha256(msgspec.json.encode(sorted(rack))).hexdigest()[:4]


def states(scene: Scene) -> list[State]:
    """Both worlds as they are."""
    return [replay(GAME, (event for turn in world for event in turn.events)) for world in scene.twins.worlds]  # type: ignore[arg-type]


def differ(scene: Scene) -> bool:
    """Is there something to leak, and does it show in a last digit?"""
    here, there = (int(secret(state, scene.person.seats), 16) for state in states(scene))
    return here % 2 != there % 2


def to_move(scene: Scene) -> bool:
    """Has this seat a choice of things to do, something that the rules refuse, and does something happen afterwards?"""
    state, seats = states(scene)[0], scene.person.seats
    free = state.turn in seats and not state.waiting and not state.pending
    here, there = scene.twins.further or (None, None)
    return differ(scene) and free and here is not None and there is not None and here.move == there.move


def unheard(scene: Scene) -> bool:
    """Was a question asked that is not answered yet, and has it another answer in the other world?"""
    here, there = states(scene)
    return bool(here.pending and there.pending and here.pending.answer != there.pending.answer)


def unheard_later(scene: Scene) -> bool:
    """The same after the next move."""
    if not scene.twins.further:
        return False
    here, there = (turn.events[-1] for turn in scene.twins.further)
    return isinstance(here, Asked) and here != there


@cache
def scene_where(kind: str, fits: Callable[[Scene], bool]) -> Scene:
    """The first table that fits; without a leak nobody there can tell the worlds apart."""
    for number in SEEDS:
        scene = sample(kind, number, SLUG)
        if fits(scene):
            assert differences(scene, extent="glance") == []
            return scene
    raise AssertionError(f"no table of {len(SEEDS)} fits")


class Leak:
    """Plants something; `only` says of a difference whether it is of the kind that was planted."""

    kind = "seat"
    part = "body"
    on_pages = False  # then it is in streams of pages, too
    fits = staticmethod(to_move)

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seats, self.monkeypatch = scene.person.seats, monkeypatch
        self.everywhere()

    def everywhere(self) -> None:
        """Once, for both worlds."""

    def plant(self, app: Flask, tables: Tables) -> None:
        """In one world."""

    def secret(self, state: Any) -> str:
        """What leaks."""
        return secret(state, self.seats)

    def of(self, tables: Tables) -> str:
        """The same, from the table."""
        return self.secret(tables.table_state(ID).state)

    def only(self, found: Difference) -> bool:
        """Is that all that differs?"""
        return True


class Attribute(Leak):
    """An HTML attribute: the own rack as data-own, for a script that might want it one day."""

    on_pages = True

    def plant(self, app: Flask, tables: Tables) -> None:
        text = (loader.SHELF / "pages" / "hand_part.html").read_text("utf-8")
        spoilt = text.replace("<main ", '<main data-own="{{ own() }}" ', 1)
        assert spoilt != text
        app.jinja_env.globals["own"] = lambda: self.of(tables)
        pages = {game_page("hand_part.html", slug, lang): spoilt for slug in GAMES for lang in LANGUAGES}
        app.jinja_env.loader = ChoiceLoader([DictLoader(pages), app.jinja_env.loader])  # type: ignore[list-item]

    def only(self, found: Difference) -> bool:
        # where a page is cut into panels hangs on their digests, and so on what was planted
        here, there = (re.sub(rb'data-own="\w+"|<!--~[\w-]*-->', b"", body) for body in (found.here, found.there))
        return here == there


class Json(Leak):
    """JSON: one field too many."""

    def everywhere(self) -> None:
        usual = hand.as_json

        def spoilt(table_state: Any, observer: Any, **more: Any) -> bytes:
            own = {} if "error" in more else {"own": self.secret(table_state.state)}
            return usual(table_state, observer, **more, **own)

        self.monkeypatch.setattr(hand, "as_json", spoilt)

    def only(self, found: Difference) -> bool:
        return without("own", found.here) == without("own", found.there) and "/view" in found.question


class ErrorText(Leak):
    """An error text: a refusal that says more than why."""

    def everywhere(self) -> None:
        usual = refusals.refusal_sentence

        def spoilt(refusal: Any) -> str:
            return f"{usual(refusal)} {self.of(rendering.tables())}"

        self.monkeypatch.setattr(refusals, "refusal_sentence", spoilt)

    def only(self, found: Difference) -> bool:
        here, there = without("error", found.here), without("error", found.there)
        return here == there and here.keys() == {"rule"}


class Conflict(Leak):
    """The 409 body: the fresh view of somebody else comes along."""

    def everywhere(self) -> None:
        usual = hand.as_json

        def spoilt(table_state: Any, observer: Any, **more: Any) -> bytes:
            own = {"own": self.secret(table_state.state)} if "error" in more else {}
            return usual(table_state, observer, **more, **own)

        self.monkeypatch.setattr(hand, "as_json", spoilt)

    def only(self, found: Difference) -> bool:
        return "/move" in found.question and b'"error":"That is over' in found.here  # type: ignore[operator]


class Header(Leak):
    """A header, left over from looking for a mistake."""

    part = "headers"

    def plant(self, app: Flask, tables: Tables) -> None:
        @app.after_request
        def spoil(reply: Response) -> Response:
            reply.headers["X-Own"] = self.of(tables)
            return reply

    def only(self, found: Difference) -> bool:
        return changed(found) == {"X-Own"}


class Length(Leak):
    """A length: the same page, with more or less white space at its end."""

    def plant(self, app: Flask, tables: Tables) -> None:
        @app.after_request
        def spoil(reply: Response) -> Response:
            if reply.mimetype == "text/html" and reply.status_code == 200:
                reply.data += b"\n" * (int(self.of(tables), 16) % 2)
            return reply

    def only(self, found: Difference) -> bool:
        return found.here.strip() == found.there.strip()  # type: ignore[attr-defined]


class Order(Leak):
    """A list's order: the same offers, those that promise more first."""

    def plant(self, app: Flask, tables: Tables) -> None:
        usual = tables.offers
        order = int(self.of(tables), 16) % 2 or -1
        tables.offers = lambda table_state, actor: usual(table_state, actor)[::order]  # type: ignore[method-assign]

    def only(self, found: Difference) -> bool:
        return sorted(found.here) == sorted(found.there)  # type: ignore[call-overload, no-any-return]


class Stream(Leak):
    """The stream: a number too many when something happens."""

    part = "stream"

    def plant(self, app: Flask, tables: Tables) -> None:
        usual = tables.hub.publish

        def spoilt(table: str, version: int) -> None:
            usual(table, version)
            for listener in tables.hub._of(table):
                listener.push(("own", int(self.of(tables), 16)))

        tables.hub.publish = spoilt  # type: ignore[method-assign]

    def only(self, found: Difference) -> bool:
        own = rb"\d+ bytes\nevent: own\ndata: \d+\n\n"
        here, there = (re.sub(own, b"", body) for body in (found.here, found.there))
        return here == there


class PanelOrder(Leak):
    """The order of panels in a stream, as they happened to be found."""

    part = "stream"

    def plant(self, app: Flask, tables: Tables) -> None:
        usual = NEWS
        order = int(self.of(tables), 16) % 2 or -1
        self.monkeypatch.setattr(feed, "news", lambda page, lacking: usual(page, dict([*lacking.items()][::order])))

    def only(self, found: Difference) -> bool:
        return sorted(found.here) == sorted(found.there)  # type: ignore[call-overload, no-any-return]


class PanelLength(Leak):
    """The length of what a stream brings: a blank more or less in a panel that is as it was."""

    part = "stream"

    def plant(self, app: Flask, tables: Tables) -> None:
        usual = NEWS
        blank = b" " * (int(self.of(tables), 16) % 2)
        self.monkeypatch.setattr(feed, "news", lambda page, lacking: [line + blank for line in usual(page, lacking)])

    def only(self, found: Difference) -> bool:
        here, there = (re.sub(rb"\d+ bytes\n| (?=[\x1e\n])| \Z", b"", body) for body in (found.here, found.there))
        return here.replace(b"\n", b"") == there.replace(b"\n", b"")


class TableView(Leak):
    """The table view: a rack that only the others may see stands on the screen."""

    kind = "spectator"
    fits = staticmethod(differ)

    def everywhere(self) -> None:
        usual = GAME.view

        def spoilt(state: State, observer: Any) -> Any:
            view = usual(state, observer)
            if observer != TABLE:
                return view
            return replace(view, racks=(replace(view.racks[0], tiles=state.racks[0]), *view.racks[1:]))

        self.monkeypatch.setattr(GAME, "view", spoilt, raising=False)

    def only(self, found: Difference) -> bool:
        return f"/t/{ID}" in found.question and "/seat/" not in found.question


class GameLog(Leak):
    """The log of the game: an answer stands in it before anybody has heard it."""

    on_pages = True

    @staticmethod
    def fits(scene: Scene) -> bool:
        """An answer is due."""
        return unheard(scene) or unheard_later(scene)

    def everywhere(self) -> None:
        usual = GAME.view

        def spoilt(state: State, observer: Any) -> Any:
            view = usual(state, observer)
            lines = tuple(replace(seen, answer=line.answer) for seen, line in zip(view.lines, state.lines, strict=True))
            return replace(view, lines=lines)

        self.monkeypatch.setattr(GAME, "view", spoilt, raising=False)

    def only(self, found: Difference) -> bool:
        return f"/t/{ID}" in found.question


class ProgramLog(Leak):
    """The log of the program: the host, who plays too, reads it in the terminal."""

    kind, part = "seat and host", "log"

    def plant(self, app: Flask, tables: Tables) -> None:
        @app.before_request
        def spoil() -> None:
            LOG.debug("racks: %s", self.of(tables))


def without(name: str, body: Any) -> Any:
    """An object but for one field."""
    return {key: value for key, value in msgspec.json.decode(body).items() if key != name}


def changed(found: Difference) -> set[str]:
    """The headers that differ."""
    here, there = (dict(headers) for headers in (found.here, found.there))  # type: ignore[call-overload]
    return {name for name in here.keys() | there.keys() if here.get(name) != there.get(name)}


def longer(found: Difference) -> bool:
    """Does a header say no more than that the body is longer?"""
    return found.part == "headers" and changed(found) == {"Content-Length"}


LEAKS = (
    *(Attribute, Json, ErrorText, Conflict, Header, Length, Order, Stream, PanelOrder, PanelLength),
    *(TableView, GameLog, ProgramLog),
)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_each_kind_is_found(leak: type[Leak], monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_where(leak.kind, leak.fits)
    planted = leak(scene, monkeypatch)
    found = differences(scene, planted.plant, extent="glance")
    assert found
    assert leak is not Length or any(map(longer, found))
    there = [one for one in found if not longer(one)]
    paged = [one for one in there if one.part == "stream" or "has=" in one.question]
    assert not leak.on_pages or any(one.part == "stream" for one in paged)
    if leak.on_pages or leak.part == "stream":
        there = [one for one in there if one.part == leak.part and (leak.part == "stream" or one not in paged)]
    assert there
    assert {one.part for one in there} == {leak.part}
    assert [one for one in there if not planted.only(one)] == []
