"""Somebody opens what there is to open, and pushes every button or none (`Extent`): what he is told, to the last byte.

`differences` lets the same person do the same in twin worlds, which he must not be able to tell apart, and compares all
that reaches him: status, headers, bodies, streams event by event, and what the program writes to its log. Frozen are the clock, fresh
random tokens and with them the CSRF token, and the commitment to the dice. Nothing else is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Literal

import msgspec
from flask import Flask
from msgspec import Struct
from support.companion.rig import BASE, HOST_CODE, app_of
from support.companion.scenes import ALIKE, COOKIE, ID, SECRET, Scene, built, holder, the_host
from support.companion.standstill import frozen, logged
from support.companion.worlds import worlds
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from companion.service.daily_puzzles import DailyPuzzles
from companion.service.hosts import NAMED
from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage.tokens import hashed
from generator.press import seat_cards  # noqa: F401 - what it brings along greets the log once
from referee.chance import pledge
from referee.game import TABLE, Offer
from referee.puzzles import LEVELS
from referee.registry import game, with_puzzles

PAST = ("records", "records.zip", "figures", "figures.csv", "figures.json")  # of the host's pages about old games
SEND = ("move", "notes", "name", "read", "pledge", "share", "back", "again", "wins")  # what a seat can send
COMMITTED = "c" * 64  # to any dice: see `standstill.py`
SHARE = "5a" * 16
SHOP = ("draw", "page", "file", "keep", "upload", "job/doctor", "record/verify")  # what the host can send there
PUZZLES = DailyPuzzles(lambda: date(2026, 1, 1), lambda make: make())  # made once for all worlds
PARTS = ("/part", "/part?has=", "/part?has=-", "/part?window=40")  # the third: what he lacks of what he had before

ALIKE_PARTS = (
    "",
    *PARTS[:2],
    "/view",
    "/wait",
    "/stream",
    "/stream?has=",
    "/records",
    "/record/1",
    "/debrief/1",
    "/debrief/1/seat/1/0.json",
    "/seat/0",
    "/seat/0/view",
)
LOOKS_BACK = ("", "?seat=1", *(f"/seat/1/{part}" for part in ("0.json", "2.json", "0.json?why=fact.0")))

Spoil = Callable[[Flask, Tables], None]  # introduces a leak
# Everything; all but what he may do; the pages that every move changes and the rules of the game, where leaks are planted.
Extent = Literal["whole", "brief", "glance"]


class Heard(Struct, frozen=True):
    """One answer, as it came."""

    question: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    route: tuple[str, str] | None = None  # the rule and the method that were asked


class Difference(Struct, frozen=True):
    """Where the two worlds could be told apart."""

    question: str
    part: str  # status, headers, body, stream, log, or what was asked
    here: object
    there: object


def differences(scene: Scene, spoil: Spoil | None = None, extent: Extent = "whole") -> list[Difference]:
    """All that tells the two worlds apart."""
    here, there = (visit(scene, world, spoil, extent) for world in (0, 1))
    return compared(here, there)


def compared(here: list[Heard], there: list[Heard]) -> list[Difference]:
    """What was heard in one world and not in the other."""
    found = []
    for one, other in zip(here, there, strict=False):
        if one.question != other.question:
            found.append(Difference(one.question, "question", one.question, other.question))
            break  # from here on they were asked different things
        for part in ("status", "headers", "body"):
            a, b = getattr(one, part), getattr(other, part)
            if a != b:
                kind = part if one.status or part == "headers" else one.question  # a log or a stream is no answer
                found.append(Difference(one.question, kind, a, b))
    return found


def visit(scene: Scene, world: int, spoil: Spoil | None = None, extent: Extent = "whole") -> list[Heard]:
    """All that reaches a person in one of the worlds."""
    with frozen(), logged() as log:
        tables = built(scene, world)
        app = app_of(tables, clock=lambda: 0.0)
        app.extensions["puzzles"] = PUZZLES
        if spoil:
            spoil(app, tables)
        visitor = Visitor(app, tables, scene, world)
        visitor.run(extent)
        tables.store.close()
        return [*visitor.heard, Heard("log", 0, (), log.getvalue().encode())]


class OpenStream:
    """A stream that stays open, and the events that it brought: read as soon as there is one, as a phone does."""

    def __init__(self, reply: TestResponse, listener: pubsub.Listener | None) -> None:
        self.reply, self.events = reply, list[bytes]()
        self._listener = listener if reply.status_code == 200 else None
        self._rest = iter(reply.response)
        if self._listener:
            self.events.append(next(self._rest))

    def read(self) -> None:
        """All that it brings now."""
        while self._listener and not self._listener._kinds.empty():
            event = next(self._rest, None)
            if event is None:
                self._listener = None
            else:
                self.events.append(event)

    def end(self) -> None:
        """Closes it, and reads what was left."""
        if self._listener:
            self._listener.push(pubsub.GONE)
            self.events.extend(self._rest)
        self.reply.close()


class Visitor:
    """One browser in one world."""

    def __init__(self, app: Flask, tables: Tables, scene: Scene, world: int) -> None:
        self.app, self.tables, self.scene, self.world, self.person = app, tables, scene, world, scene.person
        self.heard: list[Heard] = []
        self.routes: set[tuple[str, str] | None] = set()
        self.client = app.test_client(use_cookies=False)
        self.map = app.url_map.bind("127.0.0.1")
        self.seats = scene.twins.game.seats
        self.mine = sorted(self.person.seats)
        self.other = next((i for i in range(self.seats) if i not in self.mine), 0)
        self.keys = 0
        self.device = self.person.device  # until he sits down or becomes the host: then his browser has a new one
        self.streams: list[OpenStream] = []
        self.others: list[OpenStream] = []
        self.had: dict[str, str] = {}  # what his pages were made of when he opened them last

    def run(self, extent: Extent) -> None:
        """First he looks; then he tries what is forbidden; then something happens; then he does what he may."""
        living = self.changing_pages if extent == "glance" else self.living_pages
        self.others_look()
        if extent == "glance":
            self.look_again(living())
        else:
            self.look()
            self.misbehave()
        self.break_all_rules()
        self.open_streams()
        self.something_happens()
        self.others_look()
        self.look_again(living())
        if extent == "whole":
            self.act()
        self.close_streams()
        if extent == "whole":
            self.leave()

    def own(self, ending: str) -> list[str]:
        """That page of each seat he has, and of the table."""
        return [f"/t/{ID}/seat/{seat}/{ending}" for seat in self.mine] + [f"/t/{ID}/{ending}"]

    # Asking

    def ask(self, path: str, method: str = "GET", data: Any = None, question: str = "", **headers: str) -> TestResponse:
        """Asks, and keeps what is answered."""
        sent = {"Cookie": self.cookies(), "Content-Type": "application/json"} | headers
        if method == "POST":
            csrf = SECRET.csrf(self.device) if self.person.cookie else ""
            sent = {"Origin": BASE, "X-Csrf": csrf} | sent
        body = data if isinstance(data, bytes) else msgspec.json.encode(data) if data is not None else b""
        reply = self.client.open(path, method=method, base_url=BASE, data=body, headers=sent, buffered=True)
        self.hear(
            question or f"{method} {path} {body.decode(errors='replace')}".strip(),
            reply,
            reply.data,
            self.route(path, method),
        )
        given = re.match(rf"{COOKIE}=(\w+)", reply.headers.get("Set-Cookie", ""))
        if given and self.person.cookie:
            self.device = given[1]
        self.listen()
        return reply

    def hear(self, question: str, reply: TestResponse, body: bytes, route: tuple[str, str] | None) -> None:
        """Keeps an answer."""
        self.heard.append(Heard(question, reply.status_code, tuple(reply.headers), body, route))
        self.routes.add(route)

    def route(self, path: str, method: str) -> tuple[str, str] | None:
        """What would answer."""
        try:
            rule, _ = self.map.match(path.partition("?")[0], method=method, return_rule=True)
        except HTTPException:
            return None
        return rule.rule, method

    def cookies(self) -> str:
        """What his browser sends along."""
        device = f"{COOKIE}={self.device}; " if self.person.cookie else ""
        return f"{device}lang={self.person.lang}"

    def stream(self, path: str) -> TestResponse:
        """Opens a stream and leaves it open."""
        headers = {"Cookie": self.cookies()}
        return self.client.get(path, base_url=BASE, headers=headers, buffered=False)

    def open_streams(self) -> None:
        """His own, of numbers and of pages, from nothing and from what he has; and those of everybody else."""
        self.streams = [
            self.opened(path, self.cookies())
            for plain in self.own("stream")
            for path in (plain, f"{plain}?has=", f"{plain}?has={self.has(plain.replace('stream', 'part'))}&window=40")
        ]
        for seat in range(self.seats):
            device = holder(seat, self.person, self.world)
            if seat not in self.mine:
                self.others.append(self.opened(f"/t/{ID}/seat/{seat}/stream?has=", f"{COOKIE}={device}"))

    def opened(self, path: str, cookies: str) -> OpenStream:
        """A stream that stays open."""
        before = {*self.tables.hub._of(ID)}
        reply = self.client.get(path, base_url=BASE, headers={"Cookie": cookies}, buffered=False)
        return OpenStream(reply, next((one for one in self.tables.hub._of(ID) if one not in before), None))

    def listen(self) -> None:
        """Everybody reads what his streams bring, the others first."""
        for stream in (*self.others, *self.streams):
            stream.read()

    def close_streams(self) -> None:
        """All that his streams brought, to their ends: each event and where it ends."""
        for stream in (*self.others, *self.streams):
            stream.end()
        for stream in self.streams:
            told = b"".join(b"%d bytes\n%s" % (len(event), event) for event in stream.events)
            self.heard.append(Heard("stream", 0, tuple(stream.reply.headers), told))
        self.streams, self.others = [], []

    def has(self, path: str) -> str:
        """The digests of all that his page is made of now."""
        reply = self.client.get(f"{path}?has=", base_url=BASE, headers={"Cookie": self.cookies()})
        return "".join(line[:8] for line in reply.text.split("\x1e")[1:]) if reply.status_code == 200 else ""

    def first_beats(self, path: str, count: int = 3) -> None:
        """The first events of a stream, when nothing happens."""
        reply = self.stream(path)
        parts = zip(reply.response, range(count), strict=False) if reply.status_code == 200 else ((reply.data, 0),)
        self.hear(f"GET {path}", reply, b"".join(part for part, _ in parts), self.route(path, "GET"))
        reply.close()

    # Looking

    def look(self) -> None:
        """Opens every page: his own, those of others, those that do not exist."""
        for path in self.pages():
            self.open(path)
            for method in ("HEAD", "OPTIONS"):
                if self.route(path, method) not in self.routes:
                    self.ask(path, method)

    def look_again(self, pages: list[str]) -> None:
        """Opens what may have changed."""
        for path in pages:
            self.open(path)

    def open(self, path: str) -> None:
        """Opens a page."""
        if "/stream" in path:
            self.first_beats(path)
        elif path.endswith("?has=-"):
            place = path.removesuffix("?has=-")
            self.ask(f"{place}?has={self.had.get(place, '')}", question=f"GET {path}")
            self.had[place] = self.has(place)
        else:
            self.ask(path)

    def changing_pages(self) -> list[str]:
        """Pages that change with every move, and those of a table that had the same cards."""
        now = f"/wait?version={self.tables.table_state(ID).version}"
        return [
            "/",
            *(f"/house{part}" for part in ("", *PARTS, "/stream", "/stream?has=", "/wait")),
            *(f"/t/{ID}{part}" for part in ("", *PARTS, "/view", now, "/stream", "/stream?has=")),
            *(
                f"/t/{ID}/seat/{seat}{part}"
                for seat in self.mine
                for part in ("", *PARTS, "/view", now, "/stream", "/stream?has=", "/notes")
            ),
            *(f"/t/{ALIKE}{part}" for part in ALIKE_PARTS if self.scene.alike),
            *(f"/house/{past}" for past in PAST if self.scene.alike),
        ]

    def living_pages(self) -> list[str]:
        """Pages that change when something happens, also those about what is over."""
        return [
            *self.changing_pages(),
            f"/t/{ID}/records",
            *(f"/t/{ID}/record/{number}" for number in (1, 2, 0)),
            *(f"/t/{ID}/debrief/{number}{part}" for number in (1, 2, 0) for part in LOOKS_BACK),
        ]

    def pages(self) -> list[str]:
        """All pages."""
        codes = [SECRET.table(ID), "nothing", *(SECRET.seat(ID, seat, n) for seat in range(self.seats) for n in (0, 1))]
        slug = self.scene.twins.game.slug
        return [
            *self.living_pages(),
            f"/t/{ID}/wait?version=0",
            *(f"/house/{past}" for past in PAST),
            *(f"/t/{ID}/seat/{self.other}{part}" for part in ("", "/part", "/view", "/wait", "/stream", "/notes")),
            f"/t/{ID}/seat/99/view",
            f"/static/0/{slug}.css",
            "/static/0/nothing.css",
            "/favicon.ico",
            "/help",
            "/proxy",
            "/remote",
            "/puzzles",
            self.puzzle(),
            "/puzzle/nothing/nothing/nothing",
            f"/rules/{slug}",
            "/rules/nothing",
            *(f"/shop/{slug}{part}" for part in ("", "/sheets", "/spares", "/pieces")),
            *(f"/shop{part}" for part in ("", "/tools", "/nothing")),
            "/host/nothing",
            *(f"/join/{code}" for code in codes),
            f"/t/{ID}/cards.pdf",
            f"/t/{ID}/nothing",
            "/t/b99999",
            "/nothing",
        ]

    def puzzle(self) -> str:
        """The page of a puzzle of today."""
        return f"/puzzle/{self.app.extensions['puzzles'].week()[0]}/{with_puzzles()[0]}/{LEVELS[0]}"

    def others_look(self) -> None:
        """Everybody else opens his own pages: what is made for them must not be shown to him, also not from a cache."""
        for seat in range(self.seats):
            device = holder(seat, self.person, self.world)
            for part in ("", "/part", "/view") if seat not in self.mine else ():
                self.client.get(f"/t/{ID}/seat/{seat}{part}", base_url=BASE, headers={"Cookie": f"{COOKIE}={device}"})
        device = the_host(self.person, self.world)
        self.client.get(f"/t/{ID}", base_url=BASE, headers={"Cookie": f"{COOKIE}={device}"})

    # Misbehaving

    def misbehave(self) -> None:
        """Sends to every door what none of them takes."""
        for path in self.doors():
            if self.route(path, "POST") not in self.routes:
                self.ask(path, "OPTIONS")
                self.ask(path, "POST", {}, Origin="http://elsewhere.example")
                self.ask(path, "POST", {}, **{"X-Csrf": ""})
                self.ask(path, "POST", [])
            self.ask(path, "POST", b"{")
        for path in (*self.own("view"), "/help"):
            self.ask(path, "POST", {})
            self.ask(path, Host="elsewhere.example")

    def break_all_rules(self) -> None:
        """From each seat that is his, and as the host."""
        for actor in (*self.mine, *([TABLE] if self.person.host else ())):
            self.break_rules(actor)

    def doors(self) -> list[str]:
        """Everywhere that something can be sent to."""
        acts = (
            "arrange",
            "begin",
            "abandon",
            "pause",
            "free",
            "absent",
            "robots",
            "close",
            "delete",
            "nothing",
            "move",
        )
        acts += ("label", "guests", "word")
        return [
            "/open",
            "/hosts/dismiss",
            "/hosts/name",
            "/noted",
            *(f"/house/figures/{act}" for act in ("names", "forget", "forget-all")),
            *(f"{self.puzzle()}/{act}" for act in ("check", "step")),
            "/code",
            "/word",
            "/house/word",
            "/wifi",
            *(f"/shop/{act}" for act in SHOP),
            f"/join/{SECRET.table(ID)}",
            "/join/nothing",
            *(f"/t/{ID}/{act}" for act in acts),
            *(f"/t/{ID}/seat/{seat}/{act}" for seat in (*self.mine, self.other) for act in SEND),
        ]

    def break_rules(self, actor: int | str) -> None:
        """Moves that are late, misread, answered already, or against the rules."""
        path = f"/t/{ID}/move" if actor == TABLE else f"/t/{ID}/seat/{actor}/move"
        slug = self.scene.twins.game.slug
        seen = self.ask(path.replace("/move", "/view")).json
        offers = sorted(msgspec.convert(seen["offers"], list[Offer]), key=lambda offer: offer.id)
        view = msgspec.convert(seen["view"], game(slug).View)
        self.ask(path, "POST", {"offer": "1.nothing.7", "key": self.key(), "move": {"kind": "nothing"}})
        for offer in {offer.kind: offer for offer in offers}.values():
            self.ask(path, "POST", {"offer": offer.id, "key": self.key(), "move": {"kind": "nothing"}})
            self.ask(path, "POST", {"offer": offer.id, "key": "short", "move": {"kind": offer.kind}})
        for offer, move in worlds(slug).forbidden(view, offers)[:8]:
            call = {"offer": offer.id, "key": self.key(), "move": move}
            self.ask(path, "POST", call)
            self.ask(path, "POST", call)  # the same answer again
            self.ask(path, "POST", call | {"move": {}})  # another move under the same key

    def key(self) -> str:
        """A new one."""
        self.keys += 1
        return f"key-{self.keys:06}"

    # Something happens

    def something_happens(self) -> None:
        """One more move, by whoever makes it; he hears of it as he hears of everything."""
        if not self.scene.twins.further:
            return
        turn = self.scene.twins.further[self.world]
        own = turn.actor in self.person.seats or (turn.actor == TABLE and self.person.host)
        if own and len({msgspec.json.encode(each.move) for each in self.scene.twins.further}) > 1:
            return  # he knows what he does: such worlds differ for him, and he is not told so by us
        table_state = self.tables.table_state(ID)
        made = msgspec.to_builtins(turn.move)
        offers = self.tables.offers(table_state, turn.actor) if turn.actor is not None else []
        offer = next((o for o in offers if o.kind == made["kind"] and o.settled.items() <= made.items()), None)
        call = {"offer": offer.id if offer else "1.nothing", "key": self.key(), "move": made}
        path = f"/t/{ID}/move" if turn.actor == TABLE else f"/t/{ID}/seat/{turn.actor}/move"
        if own:
            self.ask(path, "POST", call)
            return
        if turn.actor == TABLE:
            device = the_host(self.person, self.world)
        else:
            device = holder(turn.actor, self.person, self.world)
        headers = {"Cookie": f"{COOKIE}={device}", "Origin": BASE, "X-Csrf": SECRET.csrf(device)}
        self.client.post(path, base_url=BASE, data=msgspec.json.encode(call), headers=headers, buffered=True)
        self.listen()

    # Doing what he may

    def act(self) -> None:
        """Whatever changes something and tells no secret."""
        for seat in self.mine:
            page = f"/t/{ID}/seat/{seat}"
            game = self.tables.table_state(ID).number
            self.ask(f"{page}/notes", "POST", {"game": game, "set": {"a.1.1": True, "text": None}})
            self.ask(f"{page}/notes", "POST", {"game": 99, "set": {}})
            self.ask(f"{page}/notes")
            self.promise(page)
            self.ask(f"{page}/name", "POST", {"name": "Somebody else", "colour": 7})
            self.ask(f"{page}/name", "POST", {"name": f"Player {self.other + 1}", "colour": 7})
            self.ask(f"{page}/read", "POST", {"version": self.tables.table_state(ID).version})
            self.ask(f"{page}/read", "POST", {"version": self.tables.table_state(ID).version + 1})
            self.ask(f"{page}/back", "POST", {})
            self.ask(page)
            self.ask(f"/join/{SECRET.seat(ID, seat, 0)}", "POST", {"seat": seat})
        self.ask(f"/join/{SECRET.table(ID)}", "POST", {"seat": self.other})
        self.ask("/open", "POST", {"game": self.scene.twins.game.slug})
        self.ask("/noted", "POST", {})
        self.ask("/code", "POST", {"code": "bcdf"})
        self.ask(f"{self.puzzle()}/check", "POST", {"answer": {}})
        self.ask(f"{self.puzzle()}/step", "POST", {"told": 0})
        self.ask("/wifi", "POST", {"name": "Home", "password": "12345678"})
        order = {"game": self.scene.twins.game.slug, "words": {}}
        for act in SHOP:
            self.ask(f"/shop/{act}", "POST", {"words": {}} if act.startswith("job") else order)
        for act, data in (
            ("begin", {}),
            ("arrange", {"players": self.seats, "lang": "fr"}),
            ("close", {"on": True}),
            ("delete", {}),
            ("pause", {"on": True}),
            ("absent", {"seat": self.other, "on": True}),
        ):
            self.ask(f"/t/{ID}/{act}", "POST", data)
        self.look_again(self.living_pages())
        for act, data in (
            ("absent", {"seat": self.other, "on": False}),
            ("pause", {"on": False}),
            ("free", {"seat": self.other}),
            ("free", {"seat": 99}),
        ):
            self.ask(f"/t/{ID}/{act}", "POST", data)
        self.look_again(self.living_pages())

    def leave(self) -> None:
        """What ends his ignorance comes last: he sits down on a free seat, becomes the host, ends the game."""
        if self.person.host:
            for seat in self.mine:
                self.ask(f"/t/{ID}/free", "POST", {"seat": seat})
                self.ask(f"/t/{ID}/seat/{seat}/view")
            self.ask(f"/t/{ID}/abandon", "POST", {})
            self.ask("/code", "POST", {"code": self.app.extensions["typed"].of(self.tables.table_state(ID))})
        free = [i for i, chair in enumerate(self.tables.table_state(ID).chairs) if not chair.taken]
        for seat in free:
            self.ask(f"/join/{SECRET.seat(ID, seat, 1)}", "POST", {"seat": seat, "name": "New", "colour": 1})
        for seat in self.tables.held(ID, self.device)[:1]:
            self.ask(f"/t/{ID}/seat/{seat}/again", "POST", {})
            self.ask(f"/t/{ID}/seat/{seat}/wins", "POST", {"counted": False})
        self.ask(f"/host/{HOST_CODE}")
        self.ask(f"/host/{HOST_CODE}", "HEAD")
        if self.person.host:
            self.deal_again()
        self.ask("/hosts/name", "POST", {"host": hashed(self.device)[:NAMED], "name": "Marie"})
        # Who was the host already has ended the game by now, and looked before that.
        for past in PAST if not self.scene.alike and not self.person.host else ():
            self.ask(f"/house/{past}")
        name = self.tables.table_state(ID).chairs[self.other].name
        self.ask("/house/word", "POST", {"word": "sesame"})
        self.ask("/word", "POST", {"word": "Sesame", "table": ID})
        for act, data in (("names", {"on": True}), ("forget", {"name": name}), ("forget-all", {})):
            self.ask(f"/house/figures/{act}", "POST", data)
        self.ask("/hosts/dismiss", "POST", {"host": "nothing"})
        self.ask("/hosts/dismiss", "POST", {"host": hashed(self.device)[:NAMED]})
        self.ask("/")

    def deal_again(self) -> None:
        """As the host he also begins the next game, with a share from each seat that he got back."""
        held = self.tables.held(ID, self.device)
        for seat in range(self.seats):
            if seat not in held:
                self.ask(f"/t/{ID}/absent", "POST", {"seat": seat, "on": True})
        for _ in ("pledges", "shares"):
            for seat in held:
                self.promise(f"/t/{ID}/seat/{seat}")
            self.ask(f"/t/{ID}/begin", "POST", {})

    def promise(self, page: str) -> None:
        """Pledges a share and gives it: each is in time at most once, and refused at any other time."""
        promised = pledge(COMMITTED, bytes.fromhex(SHARE)).hex()
        self.ask(f"{page}/pledge", "POST", {"pledge": promised, "commitment": COMMITTED})
        self.ask(f"{page}/pledge", "POST", {"pledge": promised, "commitment": "d" * 64})
        self.ask(f"{page}/share", "POST", {"share": "00" * 16})
        self.ask(f"{page}/share", "POST", {"share": SHARE})
