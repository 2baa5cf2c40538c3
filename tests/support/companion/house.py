"""A server with tables of every game: nobody there yet, in the middle of a game, and after one. Everybody's token is known."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
from support.companion.rig import BASE, PORT, app_of
from werkzeug.test import TestResponse

from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.schema import metadata
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, hashed
from referee.chance import Chance
from referee.registry import GAMES, game, pieces, robot

COOKIE = f"sousmain-{PORT}"
SECRET = FolderSecret(bytes(32))
HOST, GUEST = SECRET.derived("a host"), SECRET.derived("a guest")
READING = ("GET", "HEAD", "OPTIONS")
STAGES = ("open", "playing", "abandoned")
ORDER: dict[str, Any] = {"game": next(iter(GAMES)), "words": {"paper": "a4"}}  # of a print
RIGHT: dict[str, dict[str, Any]] = {  # what each door takes, by how its address ends
    "open": {"game": next(iter(GAMES)), "players": 4, "lang": "en", "options": {}},
    "join": {
        "seat": pieces(next(iter(GAMES))).USUAL - 1,
        "name": "Eve",
        "colour": 7,
        "key": "",
    },  # free where nobody plays yet
    "move": {"offer": "1.nothing", "key": "key-of-mine", "move": {"kind": "ask"}},
    "notes": {"game": 1, "set": {"text": "planted"}},
    "name": {"name": "Planted", "colour": 7},
    "read": {"version": 1},
    "pledge": {"pledge": "ab" * 32, "commitment": "cd" * 32},
    "share": {"share": "ef" * 16},
    "arrange": {"players": 5, "lang": "fr", "options": {}},
    "begin": {},
    "again": {},
    "abandon": {},
    "pause": {"on": True},
    "free": {"seat": 0},
    "absent": {"seat": 0, "on": True},
    "dismiss": {"host": hashed(HOST)[:12]},
    "close": {"on": True},
    "delete": {},
    "noted": {},
    "code": {"code": "BCDF"},
    "wifi": {"name": "Home", "password": "12345678"},
    "back": {},
    "wins": {"counted": False},
    "names": {"on": True},
    "forget": {"name": "Player 1"},
    "forget-all": {},
    "word": {"word": "sesame"},
    "check": {"answer": {}},
    "step": {"told": 0},
    "draw": ORDER,
    "page": ORDER,
    "file": ORDER,
    "keep": {**ORDER, "name": "club"},
    "upload": {},
    "doctor": {"words": {}},
    "verify": {},
}
FILES = ("/shop/upload", "/shop/record/verify")  # these doors take larger bodies, of their own bounds (test_shop.py)


def phone(seat: int) -> str:
    """The device on a seat."""
    return SECRET.derived("a phone", seat)


def proper(device: str) -> dict[str, str]:
    """What a browser sends along, if the page is ours."""
    return {"Cookie": f"{COOKIE}={device}", "Origin": BASE, "X-Csrf": SECRET.csrf(device)}


def right(path: str) -> bytes:
    """What the door at that address would take."""
    return msgspec.json.encode(RIGHT["join" if path.startswith("/join/") else path.rpartition("/")[2]])


class House:
    """All the tables, and a way to ask."""

    def __init__(self, **more: Any) -> None:
        self.tables = Tables(Store("sqlite://"), SECRET, clock=lambda: 0.0)  # no second passes between two looks
        self.app = app_of(self.tables, **more)
        self.client = self.app.test_client(use_cookies=False)
        self.tables.add_host(HOST)
        self.codes: list[str] = []
        self.ids = [self.table(slug, stage) for slug in GAMES for stage in STAGES]
        for table in self.ids:
            self.tables.store.write_setting(f"cards {table}", BASE)  # as if they had been printed
        self.before = self.state()

    def __getitem__(self, stage: str) -> str:
        """The table of the first game that has come so far."""
        return self.ids[STAGES.index(stage)]

    def table(self, slug: str, stage: str) -> str:
        """A table that has come so far; where nobody plays yet, the last seat is free."""
        table_state = self.tables.open(slug, pieces(slug).USUAL, game(slug).Options(), "en")
        self.codes += [self.tables.code(table_state, seat) for seat in (None, *range(table_state.seats))]
        for seat in range(table_state.seats - (stage == "open")):
            _, given = self.tables.take(self.tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
            self.hand_over(given, phone(seat))
        if stage != "open":
            self.tables.begin(table_state.id)
            self.tables.note(table_state.id, 0, {"text": "a note"})
            self.move(table_state.id)
        if stage == "abandoned":
            self.tables.abandon(table_state.id)
            self.tables.after_move(table_state.id)  # its final seal is made and kept
        return table_state.id

    def hand_over(self, given: str, known: str) -> None:
        """What one token holds, another holds now: one that we can name."""
        holders = metadata.tables["holders"]
        with self.tables.store._writing() as connection:
            connection.execute(holders.update().where(holders.c.device == hashed(given)).values(device=hashed(known)))
        self.tables.cache.known.clear()

    def move(self, table: str) -> None:
        """Whoever has something to do does it."""
        table_state = self.tables.table_state(table)
        for seat in range(table_state.seats):
            offers = table_state.game.moves(table_state.state, seat)
            move = robot(table_state.slug).choose(
                table_state.game.view(table_state.state, seat), offers, Chance(bytes(32), 1)
            )
            if move is not None:
                made = msgspec.to_builtins(move)
                offer = next(o for o in self.tables.offers(table_state, seat) if o.kind == made["kind"])
                self.tables.play(
                    table, seat, MoveRequest(offer.id, "first-key", msgspec.Raw(msgspec.json.encode(made)))
                )
                return

    def seats(self, table: str) -> int:
        """How many sit there."""
        return self.tables.table_state(table).seats

    def state(self) -> tuple[Any, ...]:
        """All that must stay when nothing was done: in the store, and in memory. (Kept answers to refused moves are the
        sender's own and change no table.)"""
        kept = [table.name for table in metadata.sorted_tables if table.name != "replies"]
        with self.tables.store._engine.connect() as connection:
            plain: Any = connection.connection.driver_connection  # asked after every request: the short way to the rows
            rows = {name: plain.execute(f'select * from "{name}"').fetchall() for name in kept}
        sittings = [self.tables.table_state(table) for table in self.ids]
        known = [(s.version, s.phase, s.paused, s.number, repr(s.chairs), repr(s.state)) for s in sittings]
        return rows, known, len(self.tables.hub)

    def ask(self, method: str, path: str, device: str = "", body: bytes = b"", **headers: str) -> TestResponse:
        """Sends something, properly unless told otherwise; of a stream, the beginning."""
        sent = proper(device) | headers
        reply = self.client.open(path, method=method, base_url=BASE, data=body, headers=sent)
        if reply.mimetype == "text/event-stream" and method == "GET" and reply.status_code == 200:
            next(iter(reply.response))
        else:
            reply.get_data()
        reply.close()
        return reply

    def doors(self) -> list[tuple[str, str]]:
        """An address of every route that takes something, and who may use it."""
        table = self["playing"]
        filled = {"<table>": table, "<int:seat>": "0", "<code>": self.codes[0], "<act>": "pause"}
        filled |= {"<day>": date.today().isoformat(), "<slug>": "code777", "<level>": "easy"}
        filled |= {"<name>": "doctor", "<how>": "verify"}
        found = []
        for rule in self.app.url_map.iter_rules():
            if "POST" in (rule.methods or ()):
                path = rule.rule
                for name, value in filled.items():
                    path = path.replace(name, value)
                assert "<" not in path, f"say here what stands for the names in {path}"
                found.append((path, phone(0) if "/seat/" in path else HOST))
        return found
