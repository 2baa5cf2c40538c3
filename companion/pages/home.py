"""The front page, help with connections, rules, and how a browser becomes the host's."""

from __future__ import annotations

import hmac
import re
from datetime import datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, g, redirect, request
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

import templates
from companion import guard, looks
from companion.errors import NotFound, NotYours, Unfit
from companion.lifecycle import new_codes
from companion.memory import put_aside
from companion.secret import hashed, token
from companion.tables import LISTED
from generator import amounts
from referee import options
from referee.game import Clash, TableOptions
from referee.registry import GAMES, game
from referee.registry import pieces as box
from templates import say

pages = Blueprint("home", __name__)
PICTURES = re.compile(r"^!\[.*?\]\(.*?\)\n?", re.M)  # drawings of the printed leaflet


class Order(Struct, forbid_unknown_fields=True):
    """A table that the host wants."""

    game: str
    players: int = 0
    lang: str = ""
    options: dict[str, str] = {}


class Dismissed(Struct, forbid_unknown_fields=True):
    """A browser that shall host no more, as the list names it."""

    host: str


class Nothing(Struct, forbid_unknown_fields=True):
    """There is nothing to choose."""


@pages.get("/")
def index() -> str:
    """For the host: open a table. For everybody: the tables there are."""
    tables = looks.tables()
    guard.device()
    host = is_host()
    shelf = [{"slug": slug, "players": game(slug).players} for slug in GAMES]
    listed = [looks.set_apart(looks.public(sitting)) for sitting in tables.all(LISTED)]
    mine: dict[str, list[int]] = {}
    for table, seat in tables.store.seats(hashed(g.device)):
        mine.setdefault(table, []).append(seat)
    news: dict[str, Any] = {"mine": mine}
    if host:
        news |= {"hosts": tables.hosts.listed(g.device), "aside": aside()}
        news["new_codes"] = tables.store.told("new codes") and new_codes()
    return looks.live_page("home.html", host=host, shelf=shelf, tables=listed, **news)


def aside() -> list[dict[str, str]]:
    """The tables that cannot be read, since when, and the sentence about each."""
    return [
        {"id": table, "since": datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M"), "told": str(put_aside(table))}
        for table, at in looks.tables().aside()
    ]


@pages.post("/noted")
def noted() -> Response:
    """The host has read that all codes are new."""
    host_only()
    guard.body(Nothing)
    looks.tables().store.untell("new codes")
    return told({"go": "/"})


@pages.post("/open")
def open_table() -> Response:
    """Opens a table; its screen is where the rest is chosen."""
    host_only()
    order: Order = guard.body(Order)
    if order.game not in GAMES:
        raise Unfit(say("There is no such game."))
    players = order.players or box(order.game).USUAL
    tables = looks.tables()
    chosen = read_options(order.game, order.options, tables.usual(order.game))
    sitting = tables.open(order.game, players, chosen, order.lang or templates.language())
    return told({"go": f"/t/{sitting.id}"})


def read_options(slug: str, given: dict[str, str], before: TableOptions | None = None) -> TableOptions:
    """The options that a form gave, checked; what no form shows stays as it was before."""
    try:
        return options.read(game(slug), given, before)
    except Clash as clash:
        words = looks.kit(slug)["options"]
        one, other = words[clash.name], words[clash.needs]
        raise Unfit(
            say("“{one}: {value}” goes only with “{other}: {needed}”.").format(
                one=one["title"], value=one[clash.value], other=other["title"], needed=other[clash.at]
            )
        ) from None
    except options.Unfit:
        raise Unfit(say("There is no such option.")) from None


@pages.get("/host/<code>")
def host(code: str) -> AnyResponse:
    """The link of the terminal: makes this browser the host's, and leaves no secret in the address bar."""
    right = guard.door().host_code
    if not right or not hmac.compare_digest(code.encode(), right.encode()):
        guard.wrong()
        raise NotFound(say("This link is not valid any more. The terminal shows the one that is."))
    guard.become(looks.tables().make_host(g.device, code, request.headers.get("User-Agent", "")))
    return redirect(guard.door().first, 303)


@pages.post("/hosts/dismiss")
def dismiss() -> Response:
    """Takes the right to host from a browser, also from this one. The link it came by is void: the terminal has a new one."""
    host_only()
    chosen: Dismissed = guard.body(Dismissed)
    looks.tables().hosts.dismiss(chosen.host)
    door = current_app.extensions["door"] = replace(guard.door(), host_code=token())
    sentence = say("A browser hosts no more. The host's link is a new one: {link}")
    current_app.extensions["tell"](sentence.format(link=door.host_link))
    return told({"go": "/"})


@pages.get("/help")
def help_page() -> str:
    """When a phone cannot reach the laptop."""
    return looks.page("help.html")


@pages.get("/rules/<slug>")
def rules(slug: str) -> str:
    """The rules of a game, as they are printed; of one edition if that is told."""
    if slug not in GAMES:
        raise NotFound(say("There is no such game."))
    edition = request.args.get("edition", "")
    text = amounts.rules(slug, edition if edition in game(slug).editions else "")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return looks.page("rules.html", slug=slug, text=Markup(reader.render(PICTURES.sub("", text))))


def host_only() -> None:
    """Refuses whoever is not the host."""
    if not is_host():
        raise NotYours(say("Only the host can do that, on the screen that the laptop opened."))


def is_host() -> bool:
    """Does the host ask? Then he is seen."""
    hosts = looks.tables().hosts
    if g.device not in hosts:
        return False
    hosts.saw(g.device, request.headers.get("User-Agent", ""))
    return True


def told(data: Any) -> Response:
    """JSON for a script."""
    return Response(msgspec.json.encode(data), mimetype="application/json")
