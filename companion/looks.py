"""How pages are made: the templates of the shelf, what they may ask for, and the files they bring along."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, request
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

import templates
from companion import guard, kept, names, troubles
from companion.chairs import COLOURS
from companion.errors import NotFound
from companion.kept import Texts
from companion.sitting import Sitting
from companion.tables import Tables
from referee import sealcode
from referee.registry import GAMES, pieces
from templates import say

STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SHOWN = 12  # records on each page; the others have a page of their own, or a hundred games would be on every phone
LONGEST_HEADER = 200  # letters of what a browser says of its languages: the first ones count, and answers are kept
FOREVER = "public, max-age=31536000, immutable"  # the address changes when the file does
TASTE = {"theme": ("auto", "light", "dark"), "sound": ("false", "true"), "tap": ("false", "true")}

assets = Blueprint("assets", __name__)


def prepare(app: Flask) -> None:
    """Gives templates what they may ask for."""
    kept.prepare(app)
    filters: dict[str, Callable[..., str]] = {
        "named": names.Name,
        "plain": names.plain,
        "initial": names.initial,
        "clipped": names.clipped,
    }
    app.jinja_env.filters |= filters
    app.jinja_env.globals.update(
        scripted=scripted,
        say=said,
        moment=moment,
        kit=kit,
        seat_hues=seat_hues,
        asset=asset,
        qr=qr,
        pieces=pieces,
        languages=templates.LANGUAGES,
        colours=range(COLOURS),
        themes=TASTE["theme"],
    )
    app.register_blueprint(assets)


def said(text: str) -> Markup:
    """A text for a page: what is filled into it by `format` is escaped once, and what is markup already is not."""
    return Markup(say(text).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;"))


def moment(at: float) -> str:
    """A day and a time on this computer's clock; a dash if nobody wrote it down."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else "–"


def page(name: str, **more: Any) -> str:
    """A whole page."""
    return part(name, door=guard.door(), **more)


def part(name: str, **more: Any) -> str:
    """The part of a page that changes. Templates see what stands here, and nothing else of the request."""
    more |= {key: set_apart(more[key]) for key in ("table",) if key in more}
    more.setdefault("csrf", tables().secret.csrf(g.device) if g.device else "")
    trouble = troubles.on_phones(tables().store.trouble)
    page = current_app.jinja_env.get_template(name)
    era = tables().era
    return page.render(lang=templates.language(), taste=taste(), trouble=trouble, era=era, **more)


def set_apart(table: dict[str, Any]) -> dict[str, Any]:
    """A table for a page: every name is one that sets itself apart from the line it stands in."""
    return table | {"chairs": tuple(replace(chair, name=names.Name(chair.name)) for chair in table["chairs"])}


class Taste(Struct, frozen=True):
    """How a phone wants it: colours, sound, a tap instead of a hold."""

    theme: str
    sound: str
    tap: str


def taste() -> Taste:
    """How this phone wants it."""
    cookies = g.get("cookies", {})
    asked = {name: cookies.get(name, "") for name in TASTE}
    return Taste(**{name: asked[name] if asked[name] in allowed else allowed[0] for name, allowed in TASTE.items()})


def language(cookies: Mapping[str, str], header: str) -> str:
    """What this phone chose; else what its browser prefers."""
    chosen = cookies.get("lang", "")
    return chosen if chosen in templates.LANGUAGES else preferred(header[:LONGEST_HEADER])


@lru_cache(1000)
def preferred(header: str) -> str:
    """Which of our languages a browser likes best."""
    return parse_accept_header(header, LanguageAccept).best_match(templates.LANGUAGES) or "en"


def live_page(name: str, **more: Any) -> str:
    """A page that will send something: its browser gets a token first."""
    csrf = tables().secret.csrf(guard.device())
    return page(name, csrf=csrf, **more)


def tables() -> Tables:
    """The tables of this application."""
    found: Tables = current_app.extensions["tables"]
    return found


def kit(slug: str) -> Texts:
    """Texts and colours of a game, in the language spoken."""
    return _kit(slug, templates.language())


@cache
def _kit(slug: str, lang: str) -> Texts:
    with templates.speaking(lang):
        return Texts(templates.kit_data(slug))


class Chair(Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: int
    name: str
    colour: int
    taken: bool
    absent: bool
    called: str  # the name given, also by whoever sat there before


def chairs(sitting: Sitting) -> tuple[Chair, ...]:
    """Who sits where."""
    return tuple(
        Chair(
            i,
            chair.name or say("Seat {number}").format(number=i + 1),
            chair.colour,
            chair.taken,
            chair.absent,
            chair.name,
        )
        for i, chair in enumerate(sitting.chairs)
    )


class FinalSeal(Struct, frozen=True):
    """The seal of the record of a finished game, whole and as people read it aloud."""

    game: int
    seal: str
    code: str


@lru_cache(1000)
def final_seal(game: int, seal: str) -> FinalSeal:
    """A seal, as pages show it."""
    return FinalSeal(game, seal, sealcode.code(seal))


def public(sitting: Sitting, seals: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The table itself, as anybody may see it. Built up: what is not named here does not leave."""
    over = sitting.phase in ("over", "abandoned")
    sealed = (
        sitting if sitting.state is None else sitting.state
    ).options.sealed  # else there is no chance to account for
    return {
        "id": sitting.id,
        "game": sitting.slug,
        "version": sitting.version,
        "phase": sitting.phase,
        "paused": sitting.paused,
        "closed": sitting.closed,
        "number": sitting.number if sitting.state is not None else 0,  # of the game on the table
        "chairs": chairs(sitting),
        "awaited": sitting.awaited,
        "commitment": sitting.commitment if sealed else "",
        "seed": sitting.seed.hex() if over and sealed else "",
        "records": records(sitting)[-SHOWN:],  # games that can be saved
        "seals": tuple(final_seal(*each) for each in [*(seals or {}).items()][-SHOWN:]),
        "shared": sitting.game.shared,
        "secret": sitting.game.secret,
        "abroad": sitting.options.abroad,  # the country, in a game with a map that is not the usual one
        "edition": sitting.options.edition,  # in a game that had several
        "notices": sitting.notices_of_this_game,
    }


def records(sitting: Sitting) -> tuple[int, ...]:
    """The numbers of the games that can be saved."""
    return tuple(range(1, sitting.number + (sitting.phase != "playing")))


def qr(payload: str) -> Markup:
    """A QR code to stand in a page."""
    return _qr(payload, templates.language())


@lru_cache(500)
def _qr(payload: str, lang: str) -> Markup:
    from generator.svg import qr_svg

    return Markup(qr_svg(payload))


@cache
def contents(name: str) -> tuple[bytes, str]:
    """A file that pages bring along, and its type."""
    stem, _, ending = name.rpartition(".")
    if name == "shapes.svg":
        from generator.shapes import SHAPES
        from generator.svg import sprite

        return sprite(SHAPES).encode(), TYPES[".svg"]
    if name == "signs.svg":
        from generator.signs import SIGNS
        from generator.svg import pictures

        return pictures(SIGNS).encode(), TYPES[".svg"]
    if ending == "css" and stem in GAMES:
        return look(stem).encode(), TYPES[".css"]
    if ending == "js" and stem in scripted():
        return lean((templates.SHELF / "pages" / stem / "look.js").read_text("utf-8")).encode(), TYPES[".js"]
    known = {file.name: file for file in STATIC.iterdir() if file.suffix in TYPES}  # no path is made of what was asked
    if name not in known:
        raise NotFound(say("There is no such page: the front page lists all tables."))
    if ending == "js":
        return lean(known[name].read_text("utf-8")).encode(), TYPES[".js"]
    return known[name].read_bytes(), TYPES[known[name].suffix]


@cache
def scripted() -> frozenset[str]:
    """The games that bring a script of their own beside the one for all pages."""
    return frozenset(slug for slug in GAMES if (templates.SHELF / "pages" / slug / "look.js").exists())


def lean(script: str) -> str:
    """A script without its indentation and comments: phones do not read them. Nothing that could be in a text is touched."""
    lines = (re.sub(r"\s+// [^'\"`]*$", "", line.strip()) for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def look(slug: str) -> str:
    """The colours of a game as CSS, from the same file that the printed kit takes them from."""
    data = templates.kit_data(slug)
    rules = [f":root{{--accent:{data['accent']}}}"]
    rules += [f".c-{name}{{--c:{colour['hex']}}}" for name, colour in data.get("colours", {}).items()]
    rules += [f".s{seat}{{--p:{hue}}}" for seat, hue in enumerate(seat_hues(data))]
    return "\n".join([*rules, (templates.SHELF / "pages" / slug / "look.css").read_text("utf-8")])


def seat_hues(data: Mapping[str, Any]) -> list[str]:
    """The colour of each seat, in a game whose pieces give it one: then nobody chooses another."""
    return [seat["hex"] for seat in data.get("seats", {}).values() if "hex" in seat]


@cache
def asset(name: str) -> str:
    """The address of a file; it changes with the file."""
    data, _ = contents(name)
    return f"/static/{sha256(data).hexdigest()[:12]}/{name}"


@assets.get("/static/<mark>/<name>")
def static(mark: str, name: str) -> Response:
    """A file that pages bring along."""
    data, kind = contents(name)
    as_asked = asset(name) == f"/static/{mark}/{name}"  # an old page must not keep a new file under the old name
    headers = {"Vary": "Accept-Encoding", **({"Cache-Control": FOREVER} if as_asked else {})}
    if request.accept_encodings["gzip"]:
        data = packed(name)
        headers["Content-Encoding"] = "gzip"
    return Response(data, mimetype=kind, headers=headers)


@cache
def packed(name: str) -> bytes:
    """A file that pages bring along, as it goes over the air: packed once, and a third of its size."""
    return gzip.compress(contents(name)[0], mtime=0)


@assets.get("/favicon.ico")
def favicon() -> Response:
    """Browsers ask for it whatever one says."""
    data, kind = contents("icon.svg")
    return Response(data, mimetype=kind, headers={"Cache-Control": "public, max-age=86400"})
