"""The one way in. Everything that changes a table goes through here: decide, commit, answer, publish, in that order."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from companion import caretaker, chairs, lifecycle, notebook
from companion import sitting as s
from companion.calls import Call, Words, answered, offered
from companion.errors import NotFound, NotYours, PutAside, Taken, Unfit
from companion.fairness import Fairness
from companion.hosts import Hosts
from companion.journal import LOG
from companion.live import Hub
from companion.memory import TRIES, Memory, Pending, busy
from companion.notices import unread
from companion.past import finished
from companion.seals import Seals
from companion.secret import Secret, hashed, token
from companion.sitting import Sitting
from companion.store import RESTORED, Change, Conflict, Reply, Store, StoreError
from companion.watch import Watch
from referee import options as options_of
from referee import record
from referee.chance import SEED_BYTES
from referee.game import Actor, Offer, TableOptions
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
        dice: Callable[[int], bytes] | None = None,
        words: Words = lambda sitting, actor, refused: str(refused),
    ) -> None:
        self.store, self.secret = store, secret
        self.hub = Hub() if hub is None else hub  # one without streams is false
        self.words = words
        self.maps: dict[str, Any] = {}  # instead of the usual ones, for tables that are opened from now on
        self.memory = Memory(store, self.hub, clock)
        self.seals = Seals(store)
        self._lock = self.memory.lock
        self._restored = store.told(RESTORED) or ""
        self.era = f"{int(clock()):x}"  # pages of another one take a table as it is, also if it has gone back
        self.fairness = Fairness(self.memory, self._seed if dice is None else lambda *_: dice(SEED_BYTES))
        self.hosts = Hosts(store, self.hub, clock)
        self._stuck: set[str] = set()  # tables whose clock stumbled; told once
        self._unsettled: set[str] = set()  # tables where an absent seat has not moved because nothing could be written

    # Looking

    def sitting(self, table: str) -> Sitting:
        """A table as it is now."""
        return self.memory.load(table).sitting

    def all(self, most: int) -> list[Sitting]:
        """The tables opened last, the latest first. One that cannot be read does not hide the others."""
        found = []
        for table in self.store.tables(most):
            with suppress(PutAside, NotFound):  # or deleted meanwhile
                found.append(self.sitting(table))
        return found

    def aside(self) -> list[tuple[str, float]]:
        """The tables that cannot be read, since when."""
        return sorted(self.memory.aside.items())

    def held(self, table: str, device: str) -> tuple[int, ...]:
        """The seats of a table that a phone holds."""
        if not device:
            return ()
        mine = hashed(device)
        found = tuple(sorted(seat for seat, holder in self.memory.load(table).holders if holder == mine))
        if not found and self.store.holds_at(table, mine):  # it sat down at another server
            self.memory.forget(table)
            found = tuple(sorted(seat for seat, holder in self.memory.load(table).holders if holder == mine))
        return found

    def notices(self, table: str, seat: int, device: str) -> list[s.Notice]:
        """What that phone has not put away yet, the latest first."""
        pending = self.memory.load(table)
        read = (
            pending.read.get((seat, hashed(device)), 0) or pending.sitting.since
        )  # who sat down under another version
        return unread(pending.sitting.notices, read)

    def is_host(self, device: str) -> bool:
        """May that browser host?"""
        return device in self.hosts

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
            return self.secret.table(sitting.coded, sitting.anyone)
        return self.secret.seat(sitting.coded, seat, sitting.releases(seat))

    # The table's own business

    def add_host(self, device: str, told: str = "") -> None:
        """Lets a browser host."""
        self.hosts.add(device, told)

    def make_host(self, device: str, code: str, told: str) -> str:
        """Lets a browser host that has the code for it. Returns its token: a new one, with all that it held before.

        The same one if it asks again because it has not heard the answer.
        """
        mine = self.secret.derived("host", device, code) if device else token()
        with self._lock:
            if self._holds(device):
                self.memory.move(hashed(device), hashed(mine))
            self.hosts.add(mine, told)
        return mine

    def usual(self, slug: str) -> TableOptions:
        """How that game is played unless somebody says otherwise."""
        return options_of.usual(game(slug), self.maps.get(slug))

    def open(self, slug: str, seats: int, options: TableOptions, lang: str) -> Sitting:
        """A new table."""
        if slug not in GAMES:
            raise Unfit(say("There is no such game."))
        self._check(slug, seats, lang)
        with self._lock:
            act = s.Opened(slug, lang, seats, msgspec.to_builtins(options), self.store.told("deleted") or "")
            for _ in range(TRIES):
                name = new_name()
                pending = Pending(Sitting(name), frozenset(), Watch())
                opened = pending.sitting.after(1, act)
                codes = [(hashed(self.code(opened, seat)), seat) for seat in (None, *range(seats))]
                change = Change(name, opens=True, tokens=codes)
                try:
                    self.memory.write(pending, act, change)
                except Conflict:
                    continue  # there is a table of that name
                self.memory.keep(pending)
                return pending.sitting
            raise busy()

    def arrange(self, table: str, seats: int, options: TableOptions, lang: str) -> None:
        """Changes how the next game will be played. Seats that fall away are released."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            if sitting.phase == "playing" or sitting.dealing:
                raise Unfit(say("The game has begun: it cannot be changed any more."))
            lifecycle.must_be_open(sitting)
            self._check(sitting.slug, seats, lang)
            change, number = Change(table), 0
            had = sitting.seats
            if seats > had:
                change.tokens = [(hashed(self.code(sitting, i)), i) for i in range(had, seats)]
            if seats < had:
                gone = range(seats, had)
                seated = [i + 1 for i in gone if sitting.chairs[i].taken]
                if seated:
                    raise Taken(say("Somebody sits there: release seat {seats} first.").format(seats=seated[0]))
                change.revoked = [hashed(self.code(sitting, i)) for i in (None, *gone)]
                change.released = list(gone)
                number = sitting.anyone + 1
                change.tokens = [(hashed(self.secret.table(sitting.coded, number)), None)]
            if (seats, options, lang) != (had, sitting.options, sitting.lang):
                self.memory.write(pending, s.Arranged(lang, seats, msgspec.to_builtins(options), number), change)

    def take(
        self, code: str, seat: int, name: str, colour: int, device: str, key: str = "", alone: bool = False
    ) -> tuple[str, str]:
        """Sits down: exchanges the code for a device token. Returns table and token; the first device owns the seat.

        Whoever sits down gets a token that nobody can have known before, and the same one if he asks again because he
        has not heard the answer. What the browser held before goes with it, unless he says that it is not his (`alone`):
        somebody else may have planted his own cookie there.
        """
        with self._lock:
            sitting, only = self.opened_by(code)
            pending = self.memory.load(sitting.id)
            chairs.must_exist(sitting, seat, only)
            mine = self.secret.derived("device", device, code, key) if key else token()
            held = {*self.held(sitting.id, mine), *(() if alone else self.held(sitting.id, device))}
            if seat not in held and sitting.closed:
                raise Taken(say("This table is closed: nobody can sit down here any more."))
            if seat not in held and seat not in chairs.free_for(sitting, only):
                raise Taken(say("This seat is not free. The host can release it."))
            chair = sitting.chairs[seat]
            if chair.taken and seat not in held:  # one more phone of a seat that several share
                chairs.must_have_room(sum(holder[0] == seat for holder in pending.holders))
                act = s.Took(seat, chair.name, chair.colour)
            else:
                act = chairs.introduced(sitting, seat, name, colour)
            change = Change(sitting.id)
            if not alone and self._holds(device):
                change.moved = hashed(device), hashed(mine)
            if seat not in held:
                change.holds = [(seat, hashed(mine))]
                self.memory.write(pending, act, change)
            elif chairs.changes(sitting, act):
                chairs.must_change_rarely(sitting, seat)
                self.memory.write(pending, act, change)
            elif change.moved:
                self.memory.move(*change.moved)
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
                chairs.must_change_rarely(sitting, seat)
                self.memory.write(pending, act, Change(table))

    def put_away(self, table: str, seat: int, version: int, device: str) -> None:
        """A phone puts away the notices up to that version: it alone, and no other phone of the seat."""
        with self._lock:
            sitting = owner(self, table, seat, device)
            read, mine = self.memory.load(table).read, (seat, hashed(device))
            if not 0 <= version <= sitting.version:
                raise Unfit(say("There is no such notice."))
            if version > read.get(mine, 0):
                self.store.write_read(table, *mine, version)
                read[mine] = version

    def free(self, table: str, seat: int) -> None:
        """Releases a seat: its phones lose it; its code and that for any seat are revoked, new ones take their place."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            chairs.must_exist(sitting, seat)
            number = sitting.anyone + 1
            new = {
                seat: self.secret.seat(sitting.coded, seat, sitting.releases(seat) + 1),
                None: self.secret.table(sitting.coded, number),
            }
            change = Change(table, released=[seat])
            change.revoked = [hashed(self.code(sitting, each)) for each in new]
            change.tokens = [(hashed(code), each) for each, code in new.items()]
            self.memory.write(pending, s.Freed(seat, number), change)

    def begin(self, table: str) -> None:
        """Deals, or lets phones reveal what they pledged for it. Every seat must have somebody, or run by itself."""
        with self._lock:
            pending = self.memory.load(table)
            sitting = pending.sitting
            if sitting.phase == "playing" or sitting.dealing:
                raise Unfit(say("The game has begun already."))
            lifecycle.must_be_open(sitting)
            empty = [i + 1 for i, chair in enumerate(sitting.chairs) if not chair.taken and not chair.absent]
            if empty:
                raise Unfit(say("Still free: seat {seats}.").format(seats=", ".join(map(str, empty))))
            self.fairness.begin(pending)

    def pledge(self, table: str, seat: int, pledge: str, commitment: str, device: str) -> None:
        """Binds a phone to a share of the chance of the next game."""
        with self._lock:
            self.fairness.pledge(table, seat, pledge, commitment, device, lambda: self._still(table, seat, device))

    def reveal(self, table: str, seat: int, share: str, device: str) -> bool:
        """Takes the share that a seat has pledged. Was it the last one? Then the game is dealt."""
        with self._lock:
            return self.fairness.reveal(table, seat, share, lambda: self._still(table, seat, device))

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

    def close(self, table: str, closed: bool = True) -> None:
        """Closes a table between two games, or opens it again."""
        with self._lock:
            lifecycle.close(self.memory, table, closed)

    def delete(self, table: str) -> None:
        """Deletes a table on which no game is played, and all that belongs to it."""
        with self._lock:
            lifecycle.delete(self.memory, table)
            self.seals.forget(table)

    # Moves

    def play(self, table: str, actor: Actor, call: Call, device: str | None = None) -> Reply:
        """Decides a move, commits it and gives the answer. Publishing is for afterwards: see `settle`."""
        with self._lock:
            return answered(self.memory, self.words, table, actor, call, lambda: self._still(table, actor, device))

    def record(self, table: str, number: int) -> bytes:
        """A finished game of a table, as a file that anybody can check."""
        found = finished(self.store, table, number) if 0 < number <= self.sitting(table).number else None
        if not found:
            raise NotFound(say("There is no record of that game, or not yet."))
        data = record.write(*found)
        self.seals.keep(table, number, data)
        return data

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
            except (NotFound, PutAside):
                return  # deleted, or another program has written: its pages are told when they ask
            except StoreError:  # nothing can be written at the moment: later
                self._unsettled.add(table)
            except Exception as mistake:  # the answer is given and the move is kept: the others must hear of it
                self._unsettled |= {table} if self.store.trouble else set()
                LOG.error("an absent seat of table %s is stuck", table, exc_info=mistake)
        try:
            sitting = self.sitting(table)
            self.seals.of(sitting)  # of a game that has just ended, so that no page has to wait for it
        except (NotFound, PutAside, StoreError):
            return  # gone, or nothing can be read at the moment: pages ask again by themselves
        self.hub.publish(table, sitting.version)

    def wake(self) -> None:
        """After a start: absent seats whose turn it was when the server stopped."""
        for sitting in self.all(LISTED):
            if sitting.phase == "playing":
                self.settle(sitting.id)

    def ring(self) -> None:
        """Ends the games whose time is up: the table says so. Deals where phones had time. Called every second or so."""
        for table in list(self.memory.known):
            try:
                if self._rung(table):
                    self._unsettled.add(table)
                self._stuck.discard(table)
            except (NotFound, PutAside):
                continue  # it has gone since, and the next look does not find it
            except StoreError:
                continue  # it was told; at the next look it may be over
            except Exception as mistake:  # one table must not stop the clocks of the others, nor fill the terminal
                if table not in self._stuck and not self.store.trouble:
                    LOG.error("the clock of table %s stumbled", table, exc_info=mistake)
                self._stuck.add(table)
        while self._unsettled and not self.store.trouble:
            table = self._unsettled.pop()
            self.settle(table)
            if table in self._unsettled:
                break
        with suppress(StoreError, DBAPIError):  # when a host was last seen can wait
            self.hosts.write_down()

    def _rung(self, table: str) -> bool:
        """Has the clock done something: dealt without the shares that are late, or ended a game whose time is up?"""
        dealing, left = self.sitting(table).dealing, self.left(table)
        if not dealing and left != 0:
            return False
        with self._lock:
            return self.fairness.overdue(table) if dealing else caretaker.time_is_up(self.memory, table)

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

    def _holds(self, device: str) -> bool:
        """Does that browser hold anything that could be taken along?"""
        return bool(device) and (self.is_host(device) or self.store.holds(hashed(device)))

    def _check(self, slug: str, seats: int, lang: str) -> None:
        players = game(slug).players
        if seats not in players:
            raise Unfit(say("This game is for {least} to {most} players.").format(least=players[0], most=players[-1]))
        if lang not in LANGUAGES:
            raise Unfit(say("We do not speak that language."))

    def _seed(self, table: str, game: int) -> bytes:
        """The laptop's part in the chance of a game; another one since a copy was restored."""
        return self.secret.seed(f"{table}{self._restored}", game)

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
        if 0 <= seat < sitting.seats and not sitting.chairs[seat].taken:
            raise NotYours(say("This seat was released: no phone holds it now. Its new code is on the table screen."))
        raise NotYours(say("This seat belongs to another phone. Scan its code, or ask the host to release it."))
    return sitting
