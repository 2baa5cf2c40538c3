"""The front page, help with connections, rules, and how a browser becomes the host's."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, g, redirect, request
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

from companion import network
from companion.errors import BadRequest, NotFound, NotYours
from companion.service.code_renewal import new_codes
from companion.service.door import wifi
from companion.service.tables import LISTED, cleaned_label
from companion.storage.cache import put_aside
from companion.storage.tokens import hashed, token
from companion.table.acts import MOST_ALIKE
from companion.web import rendering, rule_pages, security
from companion.web.admission import is_admitted
from generator.order import amounts
from referee import options
from referee.game import OptionClash, TableOptions
from referee.registry import GAMES, game
from referee.registry import pieces as box
from templates import i18n, loader
from templates.dates import day_and_time
from templates.i18n import say

pages = Blueprint("home", __name__)


class NewTable(Struct, forbid_unknown_fields=True):
    """A table that the host wants."""

    game: str
    players: int = 0
    lang: str = ""
    options: dict[str, str] = {}
    tables: int = 1  # more than one: all with the same cards
    label: str = ""  # what the host calls it
    house: bool = False  # the page of all tables asked, and stays open


class HostDismissal(Struct, forbid_unknown_fields=True):
    """A browser that shall host no more, as the list names it."""

    host: str
    house: bool = False  # the page of all tables asked


class NamedWifi(Struct, forbid_unknown_fields=True):
    """The network that phones shall join."""

    name: str
    password: str = ""


class NoChoice(Struct, forbid_unknown_fields=True):
    """There is nothing to choose."""


@pages.get("/")
def index() -> str:
    """For the host: open a table. For everybody: the tables there are."""
    tables = rendering.tables()
    security.device()
    host = is_host()
    shelf = [{"slug": slug, "players": game(slug).players, "usual": box(slug).USUAL} for slug in GAMES]
    usual = [tables.default_options(slug) for slug in GAMES]
    alike = [each for each, how in zip(shelf, usual, strict=True) if how.pieces != "paper" and how.sealed]
    everywhere = host or not security.door().public  # in a living room all may see which tables there are
    held = {table for table, _ in tables.store.seats(hashed(g.device))}
    every = tables.all(LISTED)
    shown = [each for each in every if host or each.id in held or (everywhere and is_admitted(each.id))]
    listed = [rendering.set_apart(rendering.public_table(table_state)) for table_state in shown]
    news: dict[str, Any] = {"mine": own_seats(listed), "labels": tables.store.labels()}
    news["unlisted"] = not everywhere or len(shown) < len(every)
    news["laptop"] = not host and not security.door().public and network.is_own(security.client_address())
    if host:
        news |= {"hosts": tables.hosts.listed(g.device), "aside": aside()}
        news["shop"] = current_app.extensions["workshop"] is not None
        news["new_codes"] = tables.store.setting("new codes") and new_codes()
    return rendering.render_live_page(
        "home.html", most_alike=MOST_ALIKE, alike=alike, host=host, shelf=shelf, tables=listed, **news
    )


def own_seats(listed: list[rendering.PageTable]) -> list[tuple[rendering.PageTable, int]]:
    """The seats that this phone holds: first where it is awaited, then where a game is on, then the latest."""
    held = set(rendering.tables().store.seats(hashed(g.device)))
    mine = [(table, seat) for table in listed for seat in range(len(table.chairs)) if (table.id, seat) in held]
    return sorted(mine, key=lambda own: (own[1] not in own[0].awaited, own[0].phase != "playing", own[0].closed))


def aside() -> list[dict[str, str]]:
    """The tables that cannot be read, since when, and the sentence about each."""
    return [
        {"id": table, "since": day_and_time(at), "told": str(put_aside(table))}
        for table, at in rendering.tables().aside()
    ]


@pages.post("/noted")
def noted() -> Response:
    """The host has read that all codes are new."""
    host_only()
    security.parsed_body(NoChoice)
    rendering.tables().store.untell("new codes")
    return json_reply({"go": "/"})


@pages.post("/wifi")
def name_wifi() -> Response:
    """The host says how the Wi-Fi is called, so that table screens show it as a code; without a name none is shown."""
    host_only()
    given: NamedWifi = security.parsed_body(NamedWifi)
    flaw = given.name and (wifi.flaw_of_name(given.name) or wifi.flaw_of_password(given.password))
    if flaw:
        raise BadRequest(say("That will not do: {flaw}.").format(flaw=flaw))
    current_app.extensions["wifi"] = wifi.Wifi(given.name, given.password) if given.name else None
    response = json_reply({})
    response.call_on_close(rendering.tables().hub.stir)
    return response


@pages.post("/open")
def open_table() -> Response:
    """Opens a table; its screen is where the rest is chosen."""
    host_only()
    order: NewTable = security.parsed_body(NewTable)
    if order.game not in GAMES:
        raise BadRequest(say("There is no such game."))
    players = order.players or box(order.game).USUAL
    tables = rendering.tables()
    chosen = read_options(order.game, order.options, tables.default_options(order.game))
    label = cleaned_label(order.label[:400])
    lang = order.lang or i18n.language()
    if order.tables != 1:
        tables.open_alike(order.game, players, chosen, lang, order.tables, label=label)
        return json_reply({"go": "/house"})
    table_state = tables.open(order.game, players, chosen, lang)
    if label:
        tables.label(table_state.id, label)
    tables.hub.stir_house()
    return json_reply({"version": 0} if order.house else {"go": f"/t/{table_state.id}"})


def read_options(slug: str, given: dict[str, str], before: TableOptions | None = None) -> TableOptions:
    """The options that a form gave, checked; what no form shows stays as it was before."""
    try:
        return options.read_options(game(slug), given, before)
    except OptionClash as clash:
        words = rendering.kit(slug)["options"]
        one, other = words[clash.name], words[clash.needs]
        raise BadRequest(
            say("“{one}: {value}” goes only with “{other}: {needed}”.").format(
                one=one["title"], value=one[clash.value], other=other["title"], needed=other[clash.at]
            )
        ) from None
    except options.UnknownOption:
        raise BadRequest(say("There is no such option.")) from None


@pages.get("/host/<code>")
def host(code: str) -> AnyResponse:
    """The link of the terminal: makes this browser the host's, and leaves no secret in the address bar."""
    tables = rendering.tables()
    right = tables.host_code() if tables.store.shared else security.door().host_code
    if not right or not hmac.compare_digest(code.encode(), right.encode()):
        security.count_failed_try()
        raise NotFound(say("This link is not valid any more. The terminal shows the one that is."))
    security.adopt_device(tables.make_host(g.device, code, request.headers.get("User-Agent", "")))
    return redirect(security.door().first, 303)


@pages.post("/hosts/dismiss")
def dismiss() -> Response:
    """Takes the right to host from a browser, also from this one. The link it came by is void: the terminal has a new one."""
    host_only()
    chosen: HostDismissal = security.parsed_body(HostDismissal)
    tables = rendering.tables()
    tables.hosts.dismiss(chosen.host)
    fresh = tables.host_code() if tables.store.shared else token()
    door = current_app.extensions["door"] = replace(security.door(), host_code=fresh)
    sentence = say("One browser is no longer a host. The host's link has changed: {link}")
    current_app.extensions["tell"](sentence.format(link=door.host_link))
    return json_reply({"version": 0} if chosen.house else {"go": "/"})


@pages.get("/help")
def help_page() -> str:
    """When a phone cannot reach the laptop."""
    return rendering.render_page("help.html")


@pages.get("/proxy")
def proxy() -> Response:
    """For `sousmain doctor`: how this question came here. Nothing that whoever asks does not send or see himself."""
    door, told = security.door(), request.headers.get("X-Forwarded-For", "")
    hops = len([each for each in told.split(",") if each.strip()])
    return json_reply({"public": door.public, "trusted": door.proxies, "hops": hops, "secure": request.is_secure})


@pages.get("/remote")
def remote_page() -> str:
    """What is different from a living room when friends play from several places."""
    return rendering.render_page("remote.html")


@pages.get("/rules/<slug>")
def rules(slug: str) -> str:
    """The rules of a game, as they are printed; of one edition if that is told."""
    if slug not in GAMES:
        raise NotFound(say("There is no such game."))
    edition, phone = request.args.get("edition", ""), request.args.get("for", "") == "phone"
    text = amounts.rules_with_amounts(slug, edition if edition in game(slug).editions else "", phone)
    html, contents = rule_pages.told_with_figures(slug, text)
    printed = f"/rules/{slug}?edition={edition}" if edition in game(slug).editions else f"/rules/{slug}"
    more = {"printed": printed if phone and loader.guide(slug) else ""}
    return rendering.render_page("rules.html", slug=slug, text=Markup(html), contents=contents, **more)


def host_only() -> None:
    """Refuses whoever is not the host."""
    if not is_host():
        raise NotYours(say("Only the host can do that, on the screen that the laptop opened."))


def is_host() -> bool:
    """Does the host ask? Then he is seen."""
    hosts = rendering.tables().hosts
    if g.device not in hosts:
        return False
    hosts.saw(g.device, g.agent)
    return True


def json_reply(data: Any, status: int = 200) -> Response:
    """JSON for a script."""
    return Response(json_bytes(data), status, mimetype="application/json")


def json_bytes(data: Any) -> bytes:
    """The same without the answer around it."""
    return msgspec.json.encode(data, enc_hook=_plain)


def _plain(text: object) -> str:
    """A text that knows more than its letters, without that; nothing else is put in words."""
    if isinstance(text, str):
        return str(text)
    raise TypeError(f"{type(text).__name__} is no text")
