"""How pages are made: the templates of the shelf, what they may ask for, and the files they bring along."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from flask import Blueprint, Flask, Response, current_app, g, request
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.errors import NotFound
from companion.service import storage_notices
from companion.service.tables import Tables
from companion.table import names
from companion.table.faces import face_of
from companion.table.seating import COLOURS
from companion.table.state import TableState
from companion.web import fragments, marks, narration, panels, security
from companion.web.fragments import GameTexts, SharedTuple
from companion.web.panels import Panel
from companion.web.templating import PageText, game_page
from referee import sealcode
from referee.game import helped
from referee.registry import GAMES, pieces
from templates import dates, i18n, loader
from templates.i18n import say
from templates.pages import people, presenter

STATIC = Path(__file__).parents[1] / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
PACKED = {".woff2"}  # files that are packed already
SHOWN = 12  # records on each page; the others have a page of their own, or a hundred games would be on every phone
LONGEST_HEADER = 200  # letters of what a browser says of its languages: the first ones count, and answers are kept
FOREVER = "public, max-age=31536000, immutable"  # the address changes when the file does
TASTE = {"theme": ("auto", "light", "dark"), "sound": ("true", "false"), "tap": ("false", "true")}

assets = Blueprint("assets", __name__)


def install(app: Flask) -> None:
    """Gives templates what they may ask for."""
    fragments.install(app)
    filters: dict[str, Callable[..., str]] = {
        "named": names.Name,
        "plain": names.plain,
        "begun": begun,
    }
    app.jinja_env.filters |= filters
    app.jinja_env.texts = _page_texts  # type: ignore[attr-defined]
    app.jinja_env.globals.update(
        scripted=scripted,
        say=page_text,
        day_and_time=dates.day_and_time,
        day_of=dates.day_of,
        kit=kit,
        seat_marks=marks.seat_marks,
        asset=asset,
        figure=figure,
        tall=tall_figures,
        qr=qr,
        pieces=pieces,
        presenter=presenter,
        people=people,
        phrase=narration.phrase,
        event_sentence=narration.event_sentence,
        languages=i18n.LANGUAGES,
        colours=range(COLOURS),
        themes=TASTE["theme"],
        longest_name=names.LONGEST_NAME,
    )
    app.register_blueprint(assets)


def page_text(text: str) -> Markup:
    """A text for a page, in the language spoken."""
    return _page_texts[i18n.language()][text]


class PageTexts(dict[str, Markup]):
    """Texts for pages in one language: each is made when it is first asked for, and a page asks for some thirty."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def __missing__(self, text: str) -> Markup:
        with i18n.speaking(self._lang):
            made = narration.marked_up(say(text))
        self[text] = made if isinstance(made, PageText) else PageText(made)
        return self[text]


_page_texts = {lang: PageTexts(lang) for lang in i18n.LANGUAGES}


def render_page(name: str, **more: Any) -> str:
    """A whole page."""
    return render_part(name, door=security.door(), **more)


def render_part(name: str, **more: Any) -> str:
    """The part of a page that changes, whole."""
    return panels.joined(render_panels(name, **more))


def render_panels(name: str, **more: Any) -> Panel:
    """The same as panels. Templates see what stands here, and nothing else of the request."""
    more |= {key: set_apart(more[key]) for key in ("table",) if key in more}
    more.setdefault("csrf", csrf())
    house = tables()
    trouble = storage_notices.on_phones(house.store.trouble)
    lang = i18n.language()
    page = current_app.jinja_env.get_template(game_page(name, more.get("slug", ""), lang))
    with panels.collecting() as made:
        text = page.render(lang=lang, taste=preferences(), trouble=trouble, era=house.era, **more)
        return panels.divided(text, made)


class PageTable(SimpleNamespace):
    """What anybody may know of a table, as templates ask for it: an attribute is found sooner than a key."""


def set_apart(table: dict[str, Any]) -> PageTable:
    """A table for a page: every name is one that sets itself apart from the line it stands in."""
    chairs = _named_apart(table["chairs"])
    evening, compared = table.get("evening"), table.get("compared")
    if evening is None:
        return PageTable(**table | {"chairs": chairs})
    wins = tuple((names.Name(name), count) for name, count in evening.wins)
    if compared:
        seats = (tuple(replace(each, name=names.Name(each.name)) for each in seat) for seat in compared.seats)
        compared = replace(compared, seats=tuple(seats))
    return PageTable(**table | {"chairs": chairs, "evening": replace(evening, wins=wins), "compared": compared})


@lru_cache(200)
def _named_apart(chairs: tuple[PublicSeat, ...]) -> SharedTuple:
    """The same chairs for every page of a table, move after move: most pieces of its pages are found by them."""
    return SharedTuple(replace(chair, name=names.Name(chair.name)) for chair in chairs)


def forget_names() -> None:
    """After names were forgotten: none of them stays in what is kept to make pages quicker."""
    _named_apart.cache_clear()
    _known_tables.clear()
    names.forget()
    panels.forget()
    current_app.extensions["pieces"].empty()


class Preferences(Struct, frozen=True):
    """How a phone wants it: colours, sound, a tap instead of a hold."""

    theme: str
    sound: str
    tap: str


def csrf() -> str:
    """What a page of this phone sends along; a stream knows it from its beginning."""
    known: str | None = g.get("csrf")
    if known is None:
        return tables().secret.csrf(g.device) if g.device else ""
    return known


def preferences() -> Preferences:
    """How this phone wants it; the same for as long as a stream is open."""
    if "taste" in g:
        return g.taste  # type: ignore[no-any-return]
    cookies = g.get("cookies", {})
    asked = {name: cookies.get(name, "") for name in TASTE}
    return Preferences(
        **{name: asked[name] if asked[name] in allowed else allowed[0] for name, allowed in TASTE.items()}
    )


def language(cookies: Mapping[str, str], header: str) -> str:
    """What this phone chose; else what its browser prefers."""
    chosen = cookies.get("lang", "")
    return chosen if chosen in i18n.LANGUAGES else preferred(header[:LONGEST_HEADER])


@lru_cache(1000)
def preferred(header: str) -> str:
    """Which of our languages a browser likes best."""
    return parse_accept_header(header, LanguageAccept).best_match(i18n.LANGUAGES) or "en"


def render_live_page(name: str, **more: Any) -> str:
    """A page that will send something: its browser gets a token first."""
    security.device()
    return render_page(name, csrf=csrf(), **more)


def render_followed_page(name: str, **more: Any) -> str:
    """A page that is sent what is new on it: it comes with the digests of its panels."""
    security.device()
    return panels.marked(render_panels(name, door=security.door(), csrf=csrf(), **more))


def tables() -> Tables:
    """The tables of this application."""
    found: Tables = current_app.extensions["tables"]
    return found


def kit(slug: str) -> GameTexts:
    """Texts and colours of a game, in the language spoken."""
    return _kit(slug, i18n.language())


@cache
def _kit(slug: str, lang: str) -> GameTexts:
    with i18n.speaking(lang):
        return GameTexts(loader.kit_data(slug))


class PublicSeat(Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: int
    name: str
    colour: int
    taken: bool
    absent: bool
    called: str  # the name given, also by whoever sat there before
    badge: str = ""  # one letter of the name, or two where names begin alike
    robot: str = ""  # the strength of the robot that plays there, if one does
    face: str = ""  # and its name, by which its face is found


def public_seats(table_state: TableState) -> tuple[PublicSeat, ...]:
    """Who sits where. A seat that nobody has named is told by its number: “Seat 3” would change the letters of Sam."""
    called = tuple(
        chair.name or say("Seat {number}").format(number=i + 1) for i, chair in enumerate(table_state.chairs)
    )
    badges = names.badges(tuple(chair.name or str(i + 1) for i, chair in enumerate(table_state.chairs)))
    return tuple(
        PublicSeat(
            i,
            called[i],
            chair.colour,
            chair.taken,
            chair.absent,
            chair.name if chair.taken or chair.name != chair.face else "",
            badges[i],
            chair.robot,
            face_of(i, chair.face) if chair.robot else "",
        )
        for i, chair in enumerate(table_state.chairs)
    )


class Presence(Struct, frozen=True):
    """Whether a seat has a page open; if not, since when, as far as it is known."""

    seat: int
    here: bool
    since: str = ""
    lately: bool = False  # it had one a moment ago, and may be about to come back


def presence(table_state: TableState) -> tuple[Presence, ...]:
    """Of every seat that somebody plays on: who is there, and who is not."""
    here, left, is_away = tables().here(table_state.id), tables().away_since(table_state.id), tables().hub.is_away
    away = {seat: since for seat, since in left.items() if seat not in here}
    played = [seat for seat, chair in enumerate(table_state.chairs) if chair.taken and not chair.absent]
    return tuple(
        Presence(
            seat,
            seat in here,
            time.strftime("%H:%M", time.localtime(away[seat])) if seat in away and is_away(away[seat]) else "",
            seat in away and not is_away(away[seat]),
        )
        for seat in played
    )


def presence_of_others(table_state: TableState, own: int) -> tuple[Presence, ...]:
    """The same for a phone, of the others alone."""
    return tuple(each for each in presence(table_state) if each.seat != own)


class FinalSeal(Struct, frozen=True):
    """The seal of the record of a finished game, whole and as people read it aloud."""

    game: int
    seal: str
    code: str


@lru_cache(1000)
def final_seal(game: int, seal: str) -> FinalSeal:
    """A seal, as pages show it."""
    return FinalSeal(game, seal, sealcode.seal_code(seal))


_known_tables: WeakKeyDictionary[TableState, tuple[int, dict[object, dict[str, Any]]]] = WeakKeyDictionary()


def public_table(table_state: TableState, seals: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The table itself, as anybody may see it: made once for all phones of a language, since it is another only with another
    version."""
    version, made = _known_tables.get(table_state, (None, {}))
    if version != table_state.version:
        made = {}
        _known_tables[table_state] = table_state.version, made
    key = i18n.language(), tuple((seals or {}).items())
    if key not in made:
        made[key] = _public_table(table_state, seals or {})
    return {**made[key]}


def _public_table(table_state: TableState, seals: Mapping[int, str]) -> dict[str, Any]:
    """Built up: what is not named here does not leave."""
    over = table_state.phase in ("over", "abandoned")
    sealed = (
        table_state if table_state.state is None else table_state.state
    ).options.sealed  # else there is no chance to account for
    return {
        "id": table_state.id,
        "game": table_state.slug,
        "version": table_state.version,
        "phase": table_state.phase,
        "paused": table_state.paused,
        "pace": table_state.pace,
        "closed": table_state.closed,
        "number": table_state.number if table_state.state is not None else 0,  # of the game on the table
        "chairs": public_seats(table_state),
        "awaited": table_state.awaited,
        "between_deals": is_between_deals(table_state),
        "commitment": table_state.commitment if sealed else "",
        "seed": table_state.seed.hex() if over and sealed and not table_state.keeps(table_state.number) else "",
        "records": records(table_state)[-SHOWN:],  # games that can be saved
        # there is something to look back on, and nobody plays with the same cards
        "debrief": over and table_state.game.knowledge is not None and not table_state.keeps(table_state.number),
        "seals": tuple(final_seal(*each) for each in [*seals.items()][-SHOWN:]),
        "shared": table_state.game.shared,
        "secret": table_state.game.secret,
        "abroad": table_state.options.abroad,  # the country, in a game with a map that is not the usual one
        "edition": table_state.options.edition,  # in a game that had several
        "help": helped((table_state if table_state.state is None else table_state.state).options),  # for beginners
        "mode": table_state.options.pieces,  # on phones alone, or with paper
        "notices": tuple(table_state.notices_of_this_game),
    }


def is_between_deals(table_state: TableState) -> bool:
    """Has everybody the same to do, and nobody must: to deal again, when they have looked at how it was?"""
    awaited = table_state.awaited
    if not awaited or len(awaited) < table_state.seats:
        return False
    return any(offer.kind == "again" for offer in table_state.game.moves(table_state.state, awaited[0]))


def begun(text: Markup) -> Markup:
    """A line with a capital letter at its head; what somebody is called stays as it was entered, for it stands in `<bdi>`."""
    line = text.strip()
    return Markup(line[:1].upper()) + line[1:]


def records(table_state: TableState) -> tuple[int, ...]:
    """The numbers of the games that can be saved."""
    ended = range(1, table_state.number + (table_state.phase != "playing"))
    return tuple(number for number in ended if not table_state.keeps(number))


def qr(payload: str) -> Markup:
    """A QR code to stand in a page."""
    return _qr(payload, i18n.language())


@lru_cache(500)
def _qr(payload: str, lang: str) -> Markup:
    from generator.drawing.svg import qr_svg

    return Markup(qr_svg(payload))


@cache
def asset_contents(name: str) -> tuple[bytes, str]:
    """A file that pages bring along, and its type."""
    stem, _, ending = name.rpartition(".")
    if name == "shapes.svg":
        from generator.drawing.shapes import SHAPES
        from generator.drawing.svg import sprite

        return sprite(SHAPES).encode(), TYPES[".svg"]
    if name == "marks.svg":
        from generator.drawing.shapes import PEOPLE, SHAPES
        from generator.drawing.svg import row

        return row([*SHAPES.values(), *PEOPLE.values()]).encode(), TYPES[".svg"]
    if name == "signs.svg":
        from generator.drawing.road_signs import SIGNS
        from generator.drawing.svg import pictures

        return pictures(SIGNS).encode(), TYPES[".svg"]
    if name.count(".") == 3:
        return figure_svg(*stem.split(".")).encode(), TYPES[".svg"]
    if ending == "css" and stem in GAMES:
        return game_css(stem).encode(), TYPES[".css"]
    if ending == "js" and stem in scripted():
        return served_script(loader.page_text(stem, "page.js")).encode(), TYPES[".js"]
    if ending == "svg" and stem in GAMES and loader.page_text(stem, "art.svg"):
        return loader.page_text(stem, "art.svg").encode(), TYPES[".svg"]
    slug, _, drawing = stem.partition(".")
    if slug in GAMES and drawing == "ground" and loader.page_text(slug, "ground.svg"):
        return current_app.jinja_env.get_template(f"{slug}/ground.svg").render().encode(), TYPES[".svg"]
    known = {file.name: file for file in STATIC.iterdir() if file.suffix in TYPES}  # no path is made of what was asked
    if name not in known:
        raise NotFound(say("There is no such page: the front page lists all tables."))
    if ending == "js":
        return served_script(known[name].read_text("utf-8")).encode(), TYPES[".js"]
    if name == "app.css":
        return house_css(known[name].read_text("utf-8")).encode(), TYPES[".css"]
    return known[name].read_bytes(), TYPES[known[name].suffix]


def house_css(sheet: str) -> str:
    """The style of all pages: its typefaces have the addresses that browsers keep, and every player has a mark."""
    addressed = re.sub(r'url\("(\w+\.woff2)"\)', lambda found: f'url("{asset(found[1])}")', sheet)
    return slim(f"{addressed}\n{marks.people_css(asset('marks.svg'))}\n")


def slim(sheet: str) -> str:
    """A style sheet without comments, and without blanks that mean nothing."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    return re.sub(r" ?([{};,]) ?", r"\1", re.sub(r"\s+", " ", bare)).replace("}", "}\n").strip() + "\n"


def figure(slug: str, name: str) -> str:
    """The address of a figure of a game, as its kit draws it in the language spoken."""
    return asset(f"{slug}.{name}.{i18n.language()}.svg")


def figure_svg(slug: str, name: str, lang: str) -> str:
    """A figure of a game, if there is one of that name."""
    if slug in GAMES and lang in i18n.LANGUAGES:
        for file in loader.figure_folder(slug, lang).glob("*.svg"):
            if file.stem == name:
                return file.read_text(encoding="utf-8")
    raise NotFound(say("There is no such page: the front page lists all tables."))


def figure_names(slug: str) -> frozenset[str]:
    """The figures that a game has, in the language spoken."""
    return frozenset(file.stem for file in loader.figure_folder(slug).glob("*.svg"))


@cache
def tall_figures(slug: str) -> frozenset[str]:
    """The figures of a game that are higher than wide: cards, which would fill a phone."""
    size = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')
    files = [*loader.figure_folder(slug).glob("*.svg")]
    found = ((file.stem, size.search(file.read_text(encoding="utf-8"))) for file in files)
    return frozenset(name for name, each in found if each and float(each[2]) > float(each[1]))


@cache
def scripted() -> frozenset[str]:
    """The games that bring a script of their own beside the one for all pages."""
    return frozenset(slug for slug in GAMES if loader.page_text(slug, "page.js"))


def served_script(script: str) -> str:
    """A script as it travels: what it imports has the address that pages give it, or browsers would load it twice."""
    return re.sub(r'(from|import) "\./(\w+\.js)"', lambda found: f'{found[1]} "{asset(found[2])}"', minified(script))


def minified(script: str) -> str:
    """A script without its indentation and comments: phones do not read them. Nothing that could be in a text is touched."""
    lines = (re.sub(r"\s+// [^'\"`]*$", "", line.strip()) for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def game_css(slug: str) -> str:
    """The colours of a game as CSS, from the same file that the printed kit takes them from."""
    data = loader.kit_data(slug)
    return slim("\n".join([marks.accent_css(data), marks.colours_css(data), loader.page_text(slug, "page.css")]))


@cache
def asset(name: str) -> str:
    """The address of a file; it changes with the file."""
    data, _ = asset_contents(name)
    return f"/static/{sha256(data).hexdigest()[:8]}/{name}"


@assets.get("/static/<mark>/<name>")
def static(mark: str, name: str) -> Response:
    """A file that pages bring along."""
    data, kind = asset_contents(name)
    as_asked = asset(name) == f"/static/{mark}/{name}"  # an old page must not keep a new file under the old name
    headers = {"Vary": "Accept-Encoding", **({"Cache-Control": FOREVER} if as_asked else {})}
    if request.accept_encodings["gzip"] and Path(name).suffix not in PACKED:
        data = packed(name)
        headers["Content-Encoding"] = "gzip"
    return Response(data, mimetype=kind, headers=headers)


@cache
def packed(name: str) -> bytes:
    """A file that pages bring along, as it goes over the air: packed once, and a third of its size."""
    return gzip.compress(asset_contents(name)[0], mtime=0)


@assets.get("/favicon.ico")
def favicon() -> Response:
    """Browsers ask for it whatever one says."""
    data, kind = asset_contents("icon.svg")
    return Response(data, mimetype=kind, headers={"Cache-Control": "public, max-age=86400"})
