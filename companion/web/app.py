"""The application: pages around tables. `create_app` builds one; nothing here is global."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request
from msgspec import Struct
from sqlalchemy.exc import DatabaseError, IntegrityError
from werkzeug.exceptions import HTTPException

from companion.errors import NotFound, NotYours, PhoneError
from companion.network import base, lan
from companion.service import storage_notices
from companion.service.daily_puzzles import DailyPuzzles
from companion.service.door.wifi import Wifi
from companion.service.door.word import WordWanted
from companion.service.tables import Tables
from companion.service.typed_codes import AT_HOME, IN_PUBLIC, TypedCodes
from companion.storage.database import retry_while_locked
from companion.storage.error_log import LOG
from companion.storage.store import Conflict, Locked, StoreError
from companion.web import admission, rendering, security, templating
from companion.web.fast_path import with_fast_path
from companion.web.proxies import behind_proxies
from companion.web.routes import debriefs, hand, home, house, join, past, puzzles, screen, shop
from companion.web.shop.uploads import Uploads
from companion.web.shop.workshop import Workshop
from templates import i18n
from templates.i18n import say

JOINS_A_MINUTE = 30
LONGEST_TYPED = len("http://") + 24
PROGRAMS = ("/view", "/part", "/stream", "/wait", "/notes", ".json")  # what scripts ask for: they are told in JSON
TYPED_A_MINUTE = 10  # wrong codes of a few letters from one address; and as many wrong words, counted apart
WORDS_AT_A_TABLE = 30  # wrong ones a minute, from wherever


class Door(Struct, frozen=True):
    """Where the server is to be found."""

    address: str  # what phones type, without the port
    port: int
    names: tuple[str, ...] = ()  # other names it answers to
    host_code: str = ""  # opens the host's screen
    first: str = "/"  # where the host begins
    here: str = ""  # the beginning of every address, as this computer itself reaches it
    public: str = ""  # the same for the whole world, behind a proxy: then there is no other
    proxies: int = 0  # how many of those before us are trusted to say who asks
    an_address: int = 200  # questions that such a one may have open at a time

    @property
    def base(self) -> str:
        """The beginning of every address."""
        return self.public or base(self.address, self.port)

    @property
    def typed(self) -> str:
        """What one types into a browser: the number where a name is longer than anybody likes to type."""
        found = lan() if not self.public and len(self.base) > LONGEST_TYPED else None
        return min(self.base, base(found, self.port) if found else self.base, key=len).partition("//")[2]

    @property
    def host_link(self) -> str:
        """What makes a browser the host's."""
        return f"{self.public or self.here or self.base}/host/{self.host_code}"


def create_app(
    tables: Tables,
    door: Door,
    clock: Callable[[], float] = time.monotonic,
    joins: int = JOINS_A_MINUTE,
    tell: Callable[[str], None] = lambda line: None,
    wifi: Wifi | None = None,
    workshop: Workshop | None = None,
) -> Flask:
    """An application for these tables, to be found at that door. `tell` says a line in the host's terminal. Without a
    workshop nothing is printed in the browser."""
    app = Flask("companion", static_folder=None)
    templating.install(app)
    app.extensions["tables"], app.extensions["door"] = tables, door
    app.extensions["tell"] = tell
    tables.hub.remote = bool(door.public)
    app.extensions["wifi"] = wifi
    app.extensions["puzzles"] = DailyPuzzles()
    app.extensions["workshop"], app.extensions["uploads"] = workshop, Uploads()
    app.extensions["joins"] = security.rate_limiter("join", joins, tables, clock)

    def grown(letters: int) -> None:
        tables.hub.stir()  # table screens show the longer codes
        sentence = say("Somebody types codes that no table has: the codes to type have {count} letters now.")
        tell(sentence.format(count=letters))

    shortest = IN_PUBLIC if door.public else AT_HOME
    app.extensions["typed"] = TypedCodes(tables, clock, grown, shortest)
    app.extensions["guesses"] = security.rate_limiter("typed", TYPED_A_MINUTE, tables, clock)
    app.extensions["words"] = security.rate_limiter("word", TYPED_A_MINUTE, tables, clock)
    app.extensions["table words"] = security.rate_limiter("word of table", WORDS_AT_A_TABLE, tables, clock)
    names = security.TrustedHosts(door.port, ("localhost", "127.0.0.1", "[::1]", door.address, *door.names))
    if door.public:
        names = security.PublicHost(door.public)

    @app.before_request
    def speak() -> None:
        g.spoken = i18n.speaking(rendering.language(request.cookies, request.headers.get("Accept-Language", "")))
        g.spoken.__enter__()

    @app.teardown_request
    def fall_silent(_: BaseException | None) -> None:
        spoken = g.pop("spoken", None)
        if spoken:
            spoken.__exit__(None, None, None)

    security.install(app, names)
    rendering.install(app)
    for page in (home, house, past, join, hand, debriefs, screen, puzzles, shop):
        app.register_blueprint(page.pages)
    answer_mistakes(app)
    # A lock of another program is waited for here, where nothing is held that other phones need.
    dispatch = app.dispatch_request
    app.dispatch_request = lambda: retry_while_locked(dispatch)  # type: ignore[method-assign]
    way = with_fast_path(app, names)
    if door.proxies:
        way = behind_proxies(way, door.proxies, door.an_address)
    app.wsgi_app = way  # type: ignore[assignment,method-assign]
    return app


def answer_mistakes(app: Flask) -> None:
    """Every mistake becomes one sentence: JSON for a script, a page for a person."""

    def is_for_script() -> bool:
        return request.method == "POST" or request.path.endswith(PROGRAMS)

    def told(sentence: str, status: int, **more: Any) -> Response:
        if is_for_script():
            response = home.json_reply({"error": sentence, **more}, status)
        else:
            page = rendering.render_page("message.html", sentence=sentence, status=status)
            response = Response(page, status, mimetype="text/html")
        if status == 503:
            response.headers["Retry-After"] = "1"  # as our script does
        return response

    @app.errorhandler(PhoneError)
    def sorry(mistake: PhoneError) -> Response:
        return told(mistake.sentence, mistake.status)

    @app.errorhandler(WordWanted)
    def asked(mistake: WordWanted) -> Response:
        if is_for_script():
            return told(mistake.sentence, mistake.status)
        return admission.word_page(mistake)

    @app.errorhandler(NotFound)
    @app.errorhandler(NotYours)
    def elsewhere(mistake: NotFound | NotYours) -> Response:
        table = (request.view_args or {}).get("table", "")
        try:
            if table:  # what is true of a seat, or of a table, is told to nobody who may not see it
                admission.must_be_admitted(table)
        except WordWanted as wanted:
            return asked(wanted)
        return told(mistake.sentence, mistake.status)

    @app.errorhandler(Conflict)
    def overtaken(mistake: Conflict) -> Response:
        return told(say("The table has changed meanwhile. Try again."), 409)

    @app.errorhandler(Locked)
    def held(mistake: Locked) -> Response:
        return told(storage_notices.locked(), 503)

    @app.errorhandler(StoreError)
    def not_kept(mistake: StoreError) -> Response:
        return told(storage_notices.on_phones(str(mistake)), 503)

    @app.errorhandler(DatabaseError)
    def not_written(mistake: DatabaseError) -> Response:
        store = rendering.tables().store
        kind = store.trouble or store.look()  # who only reads may be the first to notice
        if not kind or isinstance(mistake, IntegrityError):
            return failed(mistake)
        return told(storage_notices.on_phones(kind), 503)

    @app.errorhandler(HTTPException)
    def refused(mistake: HTTPException) -> Response:
        sentences = {
            404: say("There is no such page: the front page lists all tables."),
            405: say("That cannot be done here."),
            413: say("That is too much to send at once."),
        }
        status = mistake.code or 400
        return told(sentences.get(status, say("What was sent cannot be read.")), status)

    @app.errorhandler(Exception)
    def failed(mistake: Exception) -> Response:
        LOG.error("%s in %s", type(mistake).__name__, request.endpoint, exc_info=mistake)
        return told(say("Something is wrong on the laptop. Nothing is lost: try again."), 500)
