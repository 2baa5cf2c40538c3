"""A companion in one process: tables in a folder, the application, and browsers that behave as ours do."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

import jinja2
import msgspec
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Engine
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.service.tables import Tables
from companion.storage import sqlite_engine
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, token
from companion.web.app import Door, create_app
from companion.web.shop.frames import Frame
from companion.web.shop.workshop import Workshop
from referee.chance import Chance
from referee.game import Offer
from referee.registry import game, pieces, robot

PORT = 7770
BASE = f"http://127.0.0.1:{PORT}"
HOST_CODE = "h" * 26
ROOT = Path(__file__).resolve().parents[3]
COMPILED_FROM = (
    ("templates", "*.html"), ("templates", "*.py"), ("templates", "*.po"), ("companion", "*.py"),
    ("tests/support", "*.html"), ("tests/support", "*.po"),
)  # fmt: skip
KEPT_FOLDERS = 3  # of files as they were before


@cache
def empty_database() -> bytes:
    """A database in which nothing was ever written, and which has no stamp yet."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        Store(f"sqlite:///{file}").close()
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("DELETE FROM about WHERE key = 'stamp'")
        return file.read_bytes()


def tables_in(folder: Path, **more: Any) -> Tables:
    """The tables kept in a folder; where none are yet, in a copy of an empty database: to make one takes twice as long."""
    file = folder / "tables.sqlite"
    if not file.exists():
        file.write_bytes(empty_database())
    return Tables(Store(f"sqlite:///{file}"), FolderSecret(bytes(32)), **more)


class Compiled(BytecodeCache):
    """Templates that were compiled for another application: by this process, or by any before it from the same files."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """As it was."""
        name = (bucket.key, bucket.checksum)
        if name not in self._kept:
            with suppress(OSError):
                bucket.bytecode_from_string(pages_folder().joinpath("-".join(name)).read_bytes())
            self._kept[name] = bucket.code
        bucket.code = self._kept[name]

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one. The file is there at once: nobody reads half of it."""
        self._kept[bucket.key, bucket.checksum] = bucket.code
        with suppress(OSError):  # somebody cleans up, or nothing may be written here
            fresh = pages_folder() / f"{bucket.key}.{os.getpid()}"
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(pages_folder() / f"{bucket.key}-{bucket.checksum}")


@cache
def pages_folder() -> Path:
    """Where compiled templates lie that follow from all these files as they are: a page holds what it includes, and our own
    code compiles it. To compile all pages takes seconds, and every process of a run needs them."""
    digest = sha256(jinja2.__version__.encode())
    for file in sorted(each for room, kind in COMPILED_FROM for each in (ROOT / room).rglob(kind)):
        digest.update(f"{file} {file.stat().st_size} ".encode() + file.read_bytes())
    folder = ROOT / ".pytest_cache" / "pages" / digest.hexdigest()[:16]
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        others = sorted(folder.parent.iterdir(), key=lambda each: each.stat().st_mtime)
        for old in [each for each in others if each != folder][:-KEPT_FOLDERS]:
            rmtree(old, ignore_errors=True)
    return folder


COMPILED = Compiled()


def share_rules() -> None:
    """Rules that werkzeug compiled for one application are kept for the next: all of it follows from the rule, and took half
    of the time of making an application."""
    compile_rule = Rule.compile
    kept: dict[Any, Rule] = {}

    def compiled(self: Rule) -> None:
        what = (self.rule, self.subdomain, self.host, self.merge_slashes, repr(self.defaults), self.map.host_matching)
        first = kept.get(what)
        if first is None:
            compile_rule(self)
            kept[what] = self
            return
        self._parts, self._trace, self._converters = first._parts, first._trace, first._converters
        self.arguments = {*first.arguments}
        self._build, self._build_unknown = (
            each.__func__.__get__(self, None) for each in (first._build, first._build_unknown)
        )

    Rule.compile = compiled  # type: ignore[method-assign]


def share_statements() -> None:
    """So are statements that SQLAlchemy compiled for one database: each would have them compiled for itself."""
    create = sqlite_engine.create_engine
    first = create("sqlite://")
    first.connect().close()  # a dialect learns what its database can do

    def create_engine(*of: Any, **more: Any) -> Engine:
        made = create(*of, **more)
        made.dialect, made._compiled_cache = first.dialect, first._compiled_cache
        return made

    sqlite_engine.create_engine = create_engine


share_rules()
share_statements()


class ShopStub(Workshop):
    """A print shop that has the same answer for everything: what it draws is tested elsewhere, and knows no table."""

    def __init__(self) -> None:
        super().__init__(())

    def ask(self, job: dict[str, Any], *_: Any, **__: Any) -> Frame:
        """Something of everything."""
        told = {"pictures": [], "pages": [], "advice": [], "lines": [], "name": "x"}
        return told | ({"file": "x.pdf"} if job["do"] == "file" else {}), b"%PDF"

    def warm(self) -> None:
        """Nothing is started."""


def app_of(tables: Tables, **more: Any) -> Flask:
    """An application for them."""
    more.setdefault("joins", 10_000)
    more.setdefault("workshop", ShopStub())
    app = create_app(tables, Door("127.0.0.1", PORT, (), HOST_CODE), **more)
    app.jinja_env.bytecode_cache = COMPILED
    return app


class Browser:
    """A browser with its cookies: reads the page's token, sends JSON as our script does."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.csrf = ""

    def get(self, path: str, **more: Any) -> TestResponse:
        """Opens a page; keeps its token."""
        reply = self.client.get(path, base_url=BASE, **more)
        if reply.mimetype == "text/html":
            found = re.search(r'data-csrf="([^"]+)"', reply.text)
            self.csrf = found[1] if found else self.csrf
        return reply

    def post(self, path: str, data: Any = None, **headers: str) -> TestResponse:
        """Sends something."""
        sent = {"Origin": BASE, "X-Csrf": self.csrf, "Content-Type": "application/json", **headers}
        body = data if isinstance(data, bytes) else msgspec.json.encode({} if data is None else data)
        return self.client.post(
            path, base_url=BASE, data=body, headers=sent, buffered=True
        )  # what follows has happened

    def sit(self, code: str, seat: int, name: str = "") -> str:
        """Scans a code and takes a seat; the address of the hand."""
        self.get(f"/join/{code}")
        reply = self.post(f"/join/{code}", {"seat": seat, "name": name, "colour": seat})
        assert reply.status_code == 200, reply.text
        go: str = reply.json["go"]
        self.get(go)
        return go


def host_of(app: Flask) -> Browser:
    """The browser that the laptop opened. Its token is reckoned: to open the first page for it costs more than all before."""
    browser = Browser(app)
    browser.get(f"/host/{HOST_CODE}")
    device = browser.client.get_cookie(f"sousmain-{PORT}", domain="127.0.0.1")
    assert device, "the host's link is not valid"
    browser.csrf = app.extensions["tables"].secret.csrf(device.value)
    return browser


def seated(
    app: Flask, tables: Tables, slug: str, seats: int | None = None, options: Any = None
) -> tuple[str, list[Browser]]:
    """A table with a phone on each seat, as if each had scanned its code (`Browser.sit` does)."""
    count = seats or pieces(slug).USUAL
    table_state = tables.open(slug, count, options or game(slug).Options(), "en")
    phones = [Browser(app) for _ in range(count)]
    for seat, phone in enumerate(phones):
        _, device = tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
        phone.client.set_cookie(f"sousmain-{PORT}", device, domain="127.0.0.1")
        phone.csrf = tables.secret.csrf(device)
    return table_state.id, phones


def robot_call(slug: str, body: dict[str, Any], seat: int, chance: Chance) -> dict[str, Any] | None:
    """What a robot would send, given the JSON of its own view."""
    view = msgspec.convert(body["view"], game(slug).View)
    return chosen(slug, view, msgspec.convert(body["offers"], list[Offer]), chance)


def chosen(slug: str, view: Any, offers: list[Offer], chance: Chance) -> dict[str, Any] | None:
    """The same from the view itself, which spares reading it."""
    move = robot(slug).choose(view, offers, chance)
    if move is None:
        return None
    made = msgspec.to_builtins(move)
    offer = next(o for o in offers if o.kind == made["kind"] and all(made.get(k) == v for k, v in o.settled.items()))
    return {"offer": offer.id, "key": token(), "move": made}
