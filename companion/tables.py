"""The one way in. Everything that changes a table goes through here: decide, commit, answer, publish, in that order."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from companion import caretaker, chairs, notebook
from companion import sitting as s
from companion.calls import Call, Words, answered, offered
from companion.errors import NotFound, NotYours, Taken, Unfit
from companion.journal import LOG
from companion.live import Hub
from companion.memory import TRIES, Memory, Pending, busy
from companion.past import past
from companion.seals import Seals
from companion.secret import Secret, hashed, token
from companion.sitting import Sitting
from companion.store import Change, Conflict, Reply, Store
from companion.watch import Watch
from referee import record
from referee.chance import SEED_BYTES, Chance
from referee.game import Actor, Offer
from referee.registry import GAMES, game
from templates import LANGUAGES, say

ALONE = 500  # moves that absent seats may make in a row: a guard, not a rule
LISTED = 100  # tables that the front page lists


class Tables:
    """All tables of a data folder."""

    def __init__(
        self,
        store: Store,
        secret: Secret,
        hub: Hub | None = None,
        clock: Callable[[], float] = time.time,
        dice: Callable[[int], bytes] = secrets.token_bytes,
        words: Words = lambda sitting, actor, refused: str(refused),
    ) -> None:
        self.store, self.secret = store, secret
        self.hub = Hub() if hub is None else hub  # one without streams is false
        self._dice, self.words = dice, words
        self.maps: dict[str, Any] = {}  # instead of the usual ones, for tables that are opened from now on
        self.memory = Memory(store, self.hub, clock)
        self.seals = Seals(store)
        self._lock = self.memory.lock
        self._hosts = store.hosts()

    # Looking

    def sitting(self, table: str) -> Sitting:
        """A table as it is now."""
        return self.memory.load(table).sitting

    def all(self, most: int) -> list[Sitting]:
        """The tables opened last, the latest first. One that cannot be read does not hide the others."""
        found = []
        for table in self.store.tables(most):
            try:
                found.append(self.sitting(table))
            except s.Unreadable as mistake:
                LOG.error("%s", mistake, exc_info=mistake)
        return found

    def held(self, table: str, device: str) -> tuple[int, ...]:
        """The seats of a table that a phone holds."""
        if not device:
            return ()
        mine = hashed(device)
        return tuple(sorted(seat for seat, holder in self.memory.load(table).holders if holder == mine))

    def is_host(self, device: str) -> bool:
        """May that browser host?"""
        return bool(device) and hashed(device) in self._hosts

    def offers(self, sitting: Sitting, actor: Actor) -> list[Offer]:
        """What may be done now."""
        return offered(sitting, actor)

    def left(self, table: str, at: float | None = None) -> float | None:
        """Seconds until the time is up, now or then, if this table plays against the clock and a game is running."""
        return caretaker.left(self.memory, table, at)

    def opened_by(self, code: str) -> tuple[Sitting, int | None]:
        """The table and seat that a code opens; looking burns nothing."""
        found = self.store.token(hashed(code))
        if not found:
            raise NotFound(say("This code is not valid any more. Ask the host for a new one."))
        return self.sitting(found[0]), found[1]

    def code(self, sitting: Sitting, seat: int | None) -> str:
        """The code of a seat, or of any free seat."""
        if seat is None:
            return self.secret.table(sitting.id)
        return self.secret.seat(sitting.id, seat, sitting.releases(seat))

    # The table's own business

    def add_host(self, device: str) -> None:
        """Lets a browser host."""
        self.store.add_host(hashed(device))
        self._hosts.add(hashed(device))

    def usual(self, slug: str) -> Any:
        """How that game is played unless somebody says otherwise."""
        return game(slug).Options(**({"map": self.maps[slug]} if slug in self.maps else {}))

    def open(self, slug: str, seats: int, options: Any, lang: str) -> Sitting:
        """A new table."""
        if slug not in GAMES:
            raise Unfit(say("There is no such game."))
        self._check(slug, seats, lang)
        act = s.Opened(slug, lang, seats, msgspec.to_builtins(options))
        with self._lock:
            for _ in range(TRIES):
                name = new_name()
                codes = [(self.secret.table(name), None), *((self.secret.seat(name, i, 0), i) for i in range(seats))]
                change = Change(name, opens=True, tokens=[(hashed(code), seat) for code, seat in codes])
                pending = Pending(Sitting(name), frozenset(), Watch())
                try:
                    self.memory.write(pending, act, change)
                except Conflict:
                    continue  # there is a table of that name
                self.memory.keep(pending)
                return pending.sitting
            raise busy()

    def arrange(self, table: str, seats: int, options: Any, lang: str) -> None:
        """Changes how the next game will be played. Seats that fall away are released."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            if sitting.phase == "playing":
                raise Unfit(say("The game has begun: it cannot be changed any more."))
            self._check(sitting.slug, seats, lang)
            change = Change(table)
            had = sitting.seats
            if seats > had:
                change.tokens = [(hashed(self.code(sitting, i)), i) for i in range(had, seats)]
            if seats < had:
                gone = range(seats, had)
                seated = [i + 1 for i in gone if sitting.chairs[i].taken]
                if seated:
                    raise Taken(say("Somebody sits there: release seat {seats} first.").format(seats=seated[0]))
                change.revoked = [hashed(self.code(sitting, i)) for i in gone]
                change.released = list(gone)
            if (seats, options, lang) != (had, sitting.options, sitting.lang):
                self.memory.write(pending, s.Arranged(lang, seats, msgspec.to_builtins(options)), change)

    def take(self, code: str, seat: int, name: str, colour: int, device: str, key: str = "") -> tuple[str, str]:
        """Sits down: exchanges the code for a device token. Returns table and token; the first device owns the seat."""
        with self._lock:
            sitting, only = self.opened_by(code)
            pending = self.memory.load(sitting.id)
            chairs.must_exist(sitting, seat, only)
            # A phone that holds something keeps its token; any other gets a new one that nobody can have known before,
            # and the same one if it asks again because it has not heard the answer.
            keeps = self.is_host(device) or self.store.holds(hashed(device))
            mine = device if keeps else self.secret.derived("device", device, code, key) if key else token()
            held = self.held(sitting.id, mine)
            if seat not in held and seat not in chairs.free_for(sitting, only):
                raise Taken(say("This seat is not free. The host can release it."))
            chair = sitting.chairs[seat]
            if chair.taken and seat not in held:  # one more phone of a seat that several share
                act = s.Took(seat, chair.name, chair.colour)
            else:
                act = chairs.introduced(sitting, seat, name, colour)
            if seat not in held:
                self.memory.write(pending, act, Change(sitting.id, holds=[(seat, hashed(mine))]))
            elif chairs.changes(sitting, act):
                self.memory.write(pending, act, Change(sitting.id))
            return sitting.id, mine

    def rename(self, table: str, seat: int, name: str, colour: int, device: str | None = None) -> None:
        """A player changes name or colour."""
        with self._lock:
            self._still(table, seat, device)
            pending = self.memory.load(table)
            sitting = pending.sitting
            chairs.must_exist(sitting, seat)
            act = chairs.introduced(sitting, seat, name, colour)
            if chairs.changes(sitting, act):
                self.memory.write(pending, act, Change(table))

    def free(self, table: str, seat: int) -> None:
        """Releases a seat: its phones lose it, its code is revoked, a new one takes its place."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            chairs.must_exist(sitting, seat)
            old = self.code(sitting, seat)
            new = self.secret.seat(table, seat, sitting.releases(seat) + 1)
            change = Change(table, revoked=[hashed(old)], tokens=[(hashed(new), seat)], released=[seat])
            self.memory.write(pending, s.Freed(seat), change)

    def begin(self, table: str) -> None:
        """Deals. Every seat must have somebody, or run by itself."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            if sitting.phase == "playing":
                raise Unfit(say("The game has begun already."))
            empty = [i + 1 for i, chair in enumerate(sitting.chairs) if not chair.taken and not chair.absent]
            if empty:
                raise Unfit(say("Still free: seat {seats}.").format(seats=", ".join(map(str, empty))))
            seed = self._dice(SEED_BYTES)
            events = sitting.game.deal(sitting.options, sitting.seats, Chance(seed, 0))
            self.memory.write(pending, s.Began(seed.hex(), msgspec.to_builtins(events)), Change(table))

    def absent(self, table: str, seat: int, absent: bool) -> None:
        """Lets a seat run by itself, or ends that."""
        with self._lock:
            pending = self.memory.load(table)
            chairs.must_exist(pending.sitting, seat)
            if pending.sitting.chairs[seat].absent != absent:
                self.memory.write(pending, s.Stood(seat, absent), Change(table))

    def pause(self, table: str, paused: bool) -> None:
        """Stops the game for a while, or lets it go on."""
        with self._lock:
            pending = self.memory.load(table)
            if pending.sitting.phase != "playing":
                raise Unfit(say("No game is running."))
            if pending.sitting.paused != paused:
                self.memory.write(pending, s.Halted(paused), Change(table))

    def abandon(self, table: str) -> None:
        """Ends the game before its end; it counts for nobody."""
        with self._lock:
            pending = self.memory.load(table)
            if pending.sitting.phase != "playing":
                raise Unfit(say("No game is running."))
            self.memory.write(pending, s.Abandoned(), Change(table))

    # Moves

    def play(self, table: str, actor: Actor, call: Call, device: str | None = None) -> Reply:
        """Decides a move, commits it and gives the answer. Publishing is for afterwards: see `settle`."""
        with self._lock:
            return answered(self.memory, self.words, table, actor, call, lambda: self._still(table, actor, device))

    def record(self, table: str, number: int) -> bytes:
        """A finished game of a table, as a file that anybody can check."""
        found = past(table, self.store.acts(table), number) if 0 < number <= self.sitting(table).number else None
        if not found:
            raise NotFound(say("There is no record of that game, or not yet."))
        return record.write(*found)

    def settle(self, table: str) -> None:
        """After the answer: absent seats do what they must, then everybody hears that something is new."""
        with self._lock:
            try:
                for _ in range(ALONE):
                    try:
                        if not caretaker.stand_in(self.memory, self.memory.load(table)):
                            break
                    except Conflict:
                        continue  # somebody else wrote; memory has forgotten what it knew
            except Exception as mistake:  # the answer is given and the move is kept: the others must hear of it
                LOG.error("an absent seat of table %s is stuck", table, exc_info=mistake)
        try:
            self.seals.of(self.sitting(table))  # of a game that has just ended, so that no page has to wait for it
        except Exception as mistake:
            LOG.error("the seals of table %s could not be made", table, exc_info=mistake)
        self.hub.publish(table, self.sitting(table).version)

    def wake(self) -> None:
        """After a start: absent seats whose turn it was when the server stopped."""
        for sitting in self.all(LISTED):
            if sitting.phase == "playing":
                self.settle(sitting.id)

    def ring(self) -> None:
        """Ends the games whose time is up: the table says so. Called every second or so."""
        for table in list(self.memory.known):
            if self.left(table) == 0:
                with self._lock:
                    rung = caretaker.time_is_up(self.memory, table)
                if rung:
                    self.settle(table)

    # Notes

    def notes(self, table: str, seat: int) -> tuple[int, dict[str, Any]]:
        """Version and notes of a seat in the running game."""
        return notebook.read(self.memory, table, seat)

    def note(
        self, table: str, seat: int, changes: notebook.Jottings, device: str | None = None, number: int | None = None
    ) -> int:
        """Writes into the notes of a seat, of the game with that number; None rubs out. Returns their version."""
        with self._lock:
            return notebook.write(self.memory, table, seat, changes, lambda: self._still(table, seat, device), number)

    # Inside

    def _check(self, slug: str, seats: int, lang: str) -> None:
        players = game(slug).players
        if seats not in players:
            raise Unfit(say("This game is for {least} to {most} players.").format(least=players[0], most=players[-1]))
        if lang not in LANGUAGES:
            raise Unfit(say("We do not speak that language."))

    def _still(self, table: str, actor: Actor, device: str | None) -> None:
        """Does that phone hold the seat still? It may have been released while the phone was speaking."""
        if device is not None and isinstance(actor, int):
            owner(self, table, actor, device)


def new_name() -> str:
    """A name for a table, short enough to be said aloud."""
    return secrets.choice("bcdfghjkmnpqrstvwxz") + "".join(secrets.choice("23456789") for _ in range(5))


def owner(tables: Tables, table: str, seat: int, device: str) -> Sitting:
    """The table, if that phone holds that seat there."""
    sitting = tables.sitting(table)
    if seat not in tables.held(table, device):
        raise NotYours(say("This seat belongs to another phone. Scan its code, or ask the host to release it."))
    return sitting
