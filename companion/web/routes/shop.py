"""The print shop, for the host alone: nobody else at the table can make the laptop work."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request
from msgspec import Struct

from companion.errors import BadRequest, NotFound
from companion.service.tables import LISTED
from companion.web import rendering, security
from companion.web.routes.home import host_only, json_reply
from companion.web.shop import uploads
from companion.web.shop.form import FILES, Given, checked_words, file_options, form
from companion.web.shop.tools import tool_forms, tool_words
from companion.web.shop.uploads import Uploads
from companion.web.shop.workshop import LONG, QUICK, NotDone, Workshop
from referee.errors import UserError
from referee.registry import GAMES, game
from templates import i18n
from templates.i18n import say

pages = Blueprint("shop", __name__, url_prefix="/shop")
LARGEST_RECORD = 8 << 20  # bytes: a hundred times the longest game


class Order(Struct, forbid_unknown_fields=True):
    """A kit that somebody chooses: which page asks, and its how manieth wish that is."""

    game: str
    words: Given
    tab: str = ""
    wish: int = 0


class PageWish(Order, forbid_unknown_fields=True):
    """A page of it, so many pixels wide."""

    page: int = 0
    width: int = 600


class NamedOrder(Order, forbid_unknown_fields=True):
    """Choices that shall be kept under a name."""

    name: str = ""


@pages.before_request
def only_for_the_host() -> None:
    """Of every page and every drawing."""
    host_only()
    if current_app.extensions["workshop"] is None:
        raise NotFound(say("There is no print shop here: start the companion with `sousmain play`."))


def workshop() -> Workshop:
    """Those who draw."""
    found: Workshop = current_app.extensions["workshop"]
    return found


def sent_files() -> Uploads:
    """What forms have brought along."""
    found: Uploads = current_app.extensions["uploads"]
    return found


@pages.errorhandler(NotDone)
def not_done(mistake: NotDone) -> Response:
    """The sentence of the command line, and the field that it stands beside."""
    return json_reply({"error": sent_files().told(mistake.sentence), "field": mistake.field}, mistake.status)


@pages.get("")
def index() -> str:
    """All kits; and of each table that people may sit at, the seat cards."""
    workshop().warm()
    shelf = [{"slug": slug, "players": game(slug).players} for slug in GAMES]
    tables = rendering.tables()
    seated = [each for each in tables.all(LISTED) if each.phase in ("open", "playing") and not each.closed]
    return rendering.render_live_page("shop.html", shelf=shelf, seated=seated, labels=tables.store.labels())


@pages.get("/<slug>")
def kit(slug: str) -> str:
    """A kit: the form of an order, and what it comes to."""
    known(slug)
    workshop().warm()
    printers, trouble = known_printers()
    presets, more = known_presets()
    groups = form(slug, i18n.language(), printers)
    trouble = trouble or more
    return rendering.render_live_page("shop_kit.html", slug=slug, groups=groups, flaw=trouble, presets=presets)


@pages.get("/<slug>/sheets")
def sheets(slug: str) -> Response:
    """Pictures of the sheets of a kit."""
    known(slug)
    facts, _ = workshop().ask({"do": "shelf", "game": slug, "spoken": i18n.language()})
    return json_reply(facts)


@pages.post("/draw")
def draw() -> Response:
    """What an order comes to."""
    facts, _ = asked("draw", security.parsed_body(Order))
    return json_reply({**facts, "advice": [*map(sent_files().told, facts["advice"])]})


@pages.post("/page")
def page() -> Response:
    """A page of it."""
    wish: PageWish = security.parsed_body(PageWish)
    if not 50 <= wish.width <= 2000 or wish.page < 0:
        raise BadRequest(say("What was sent cannot be read."))
    _, picture = asked("page", wish, page=wish.page, width=wish.width)
    return Response(picture, mimetype="image/png")


@pages.post("/file")
def file() -> Response:
    """The PDF."""
    facts, pdf = asked("file", security.parsed_body(Order))
    return attached(facts["file"], pdf)


@pages.post("/keep")
def keep() -> Response:
    """Keeps the choices of a form under a name, as `--save` does; the page lists them at once."""
    given: NamedOrder = security.parsed_body(NamedOrder)
    facts, _ = asked("keep", given, name=given.name[:200])
    words, lacks = known_presets()[0].get(facts["name"], ({}, ""))  # another program may have taken it away already
    return json_reply({**facts, "words": words, "lacks": lacks})


@pages.post("/upload")
def upload() -> Response:
    """Takes a file that an order names."""
    word = sent_files().keep(request.args.get("name", "")[:200], raw_body(uploads.LARGEST))
    return json_reply({"word": word})


def known(slug: str) -> str:
    """A game that exists."""
    if slug not in GAMES:
        raise NotFound(say("There is no such game."))
    return slug


def asked(do: str, order: Order, **more: Any) -> tuple[dict[str, Any], bytes]:
    """What a worker makes of an order. A file in it is one that was sent before, never a path."""
    words = checked_words(order.words)
    for name in FILES:
        if words.get(name):
            words[name] = str(sent_files().path(words[name]))
    job = {"do": do, "game": known(order.game), "words": words, "spoken": i18n.language(), **more}
    return workshop().ask(job, tab=order.tab[:40], wish=order.wish)


def raw_body(most: int) -> bytes:
    """The file that was sent, of so many bytes at most."""
    request.max_content_length = most
    if request.content_length is None:
        raise BadRequest(say("What was sent cannot be read."))
    return request.get_data()


def attached(name: str, data: bytes, kind: str = "application/pdf") -> Response:
    """A file to keep."""
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# Beside kits: spares, puzzles, slips, calibration, records, doctor.


class JobRequest(Struct, forbid_unknown_fields=True):
    """What the form of another job says."""

    words: Given


@pages.get("/<slug>/spares")
def spares(slug: str) -> str:
    """The sheets of a kit, to tap the pieces that are missing."""
    known(slug)
    workshop().warm()
    return rendering.render_live_page("shop_spares.html", slug=slug)


@pages.get("/<slug>/pieces")
def pieces(slug: str) -> Response:
    """Where each piece lies."""
    words = {"lang": i18n.language()}
    facts, _ = workshop().ask({"do": "pieces", "game": known(slug), "words": words, "spoken": i18n.language()})
    return json_reply(facts)


@pages.get("/tools")
def other_papers() -> str:
    """Everything that is no kit."""
    printers, _ = known_printers()
    return rendering.render_live_page("shop_tools.html", forms=tool_forms(i18n.language(), printers))


@pages.post("/job/<name>")
def job(name: str) -> Response:
    """Does one of them: a file to keep, a picture, or lines to read."""
    forms = {**tool_forms(i18n.language(), ()), "doctor": ()}
    if name not in forms:
        raise NotFound(say("There is no such page: the front page lists all tables."))
    given: JobRequest = security.parsed_body(JobRequest)
    words = tool_words(forms[name], given.words)
    if name in ("puzzles", "deal"):
        words.setdefault("lang", i18n.language())
    kind = LONG if name in ("puzzles", "deal", "doctor") else QUICK
    order = {"do": name, "words": words, "spoken": i18n.language(), **workshop().about}
    return job_reply(*workshop().ask(order, kind=kind))


@pages.post("/record/<how>")
def record(how: str) -> Response:
    """What a record that was dropped here proves or tells."""
    if how not in ("verify", "replay", "debrief"):
        raise NotFound(say("There is no such page: the front page lists all tables."))
    name = uploads.plain_name(request.args.get("name", "")[:200])
    told = request.args.get("told", "")[:200]
    order = {"do": "record", "how": how, "name": name, "told": told, "spoken": i18n.language()}
    return job_reply(*workshop().ask(order, raw_body(LARGEST_RECORD), LONG))


def job_reply(facts: dict[str, Any], data: bytes) -> Response:
    """What a worker made, as it is told to a script."""
    if "file" in facts:
        return attached(facts["file"], data)
    return Response(data, mimetype=facts["picture"]) if "picture" in facts else json_reply(facts)


def known_printers() -> tuple[tuple[str, ...], str]:
    """The printers of this user; and what is wrong with their file, without which one can print all the same."""
    from generator.order.printers import known_profiles

    try:
        return tuple(known_profiles()), ""
    except UserError as flaw:
        return (), str(flaw)


def known_presets() -> tuple[dict[str, tuple[dict[str, Any], str]], str]:
    """The choices that this user has kept, by name, each with the options that a page cannot choose; and what is wrong with
    their file. Paths of files stay out of pages."""
    from generator.order import presets

    try:
        found = presets.known_presets()
    except UserError as flaw:
        return {}, str(flaw)
    return {
        name: ({field: word for field, word in words.items() if field not in FILES}, file_options(words))
        for name, words in found.items()
    }, ""
