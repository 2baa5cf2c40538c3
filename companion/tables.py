"""The one way in. Everything that changes a table goes through here: decide, commit, answer, publish, in that order."""

from __future__ import annotations

import re
import secrets
import threading
import time
import unicodedata
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import sitting as s
from companion.errors import Busy, Closed, Mismatch, NotFound, NotYours, Sorry, Taken, Unfit
from companion.journal import LOG
from companion.live import Hub
from companion.past import past
from companion.secret import Secret, hashed, token
from companion.sitting import Sitting
from companion.store import Change, Conflict, Reply, Store
from companion.watch import Watch, silence, watched
from referee import record
from referee.chance import SEED_BYTES, Chance
from referee.game import TABLE, Actor, Offer, Refused
from referee.registry import GAMES, game, robot
from templates import LANGUAGES, say

COLOURS = 8
LONGEST_NAME = 20
MOST_NOTES = 16 * 1024
ALONE = 500  # moves that absent seats may make in a row: a guard, not a rule
TRIES = 20  # as often as others may be faster; only where several servers share a database
LISTED = 100  # tables that the front page lists
KNOWN = 1000  # tables in memory; the others are read again when somebody asks
KEY = re.compile(r"[!-~]{8,64}")

Words = Callable[[Sitting, Actor, Refused], str]  # a refusal as a sentence
Jottings = dict[str, str | int | bool | None]  # what changes on a note page


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as it comes from a phone: the offer it answers, a key of its own, and the move."""

    offer: str
    key: str
    move: msgspec.Raw

    @property
    def digest(self) -> str:
        """The same for the same move, whatever its key."""
        return sha256(self.offer.encode() + b"\0" + bytes(self.move)).hexdigest()


class Pending(Struct):
    """A table in memory: as it is, and which phones hold its seats."""

    sitting: Sitting
    holders: frozenset[tuple[int, str]]  # seat, device
    watch: Watch


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
        self._clock, self._dice, self.words = clock, dice, words
        self.maps: dict[str, Any] = {}  # instead of the usual ones, for tables that are opened from now on
        self._known: dict[str, Pending] = {}
        self._lock = threading.RLock()
        self._hosts = store.hosts()

    # Looking

    def sitting(self, table: str) -> Sitting:
        """A table as it is now."""
        return self._load(table).sitting

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
        return tuple(sorted(seat for seat, holder in self._load(table).holders if holder == mine))

    def is_host(self, device: str) -> bool:
        """May that browser host?"""
        return bool(device) and hashed(device) in self._hosts

    def offers(self, sitting: Sitting, actor: Actor) -> list[Offer]:
        """What may be done now."""
        if sitting.phase not in ("playing", "over") or sitting.paused:
            return []
        # A move that was late for the last game must not be one of this game.
        return [replace(offer, id=f"{sitting.number}.{offer.id}") for offer in sitting.game.moves(sitting.state, actor)]

    def left(self, table: str, at: float | None = None) -> float | None:
        """Seconds until the time is up, now or then, if this table plays against the clock and a game is running."""
        pending = self._load(table)
        minutes = limit(pending.sitting)
        now = self._clock() if at is None else at
        return None if minutes is None else max(0.0, 60 * minutes - pending.watch.at(now))

    def opened_by(self, code: str) -> tuple[Sitting, int | None]:
        """The table and seat that a code opens; looking burns nothing."""
        found = self.store.token(hashed(code))
        if not found:
            raise NotFound(say("This code is not valid any more. Ask the host for a new one."))
        return self.sitting(found[0]), found[1]

    def free_for(self, sitting: Sitting, only: int | None) -> tuple[int, ...]:
        """The seats that somebody with the code of one seat, or of any, may take.

        While a game is played the code for any seat opens none, and a seat that runs by itself waits until the host says
        that its player is back: else whoever sits there could look at his own rack from the other side.
        """
        playing = sitting.phase == "playing"
        if only is None and playing:
            return ()
        return tuple(
            i
            for i, chair in enumerate(sitting.chairs)
            if only in (None, i)
            and (not chair.taken or (only is not None and sitting.game.shared))
            and not (playing and chair.absent)
        )

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
                    self._write(pending, act, change)
                except Conflict:
                    continue  # there is a table of that name
                self._remember(pending)
                return pending.sitting
            raise busy()

    def arrange(self, table: str, seats: int, options: Any, lang: str) -> None:
        """Changes how the next game will be played. Seats that fall away are released."""
        with self._lock:
            pending = self._load(table)
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
                self._write(pending, s.Arranged(lang, seats, msgspec.to_builtins(options)), change)

    def take(self, code: str, seat: int, name: str, colour: int, device: str, key: str = "") -> tuple[str, str]:
        """Sits down: exchanges the code for a device token. Returns table and token; the first device owns the seat."""
        with self._lock:
            sitting, only = self.opened_by(code)
            pending = self._load(sitting.id)
            if only not in (None, seat) or not 0 <= seat < sitting.seats:
                raise NotFound(say("There is no such seat."))
            # A phone that holds something keeps its token; any other gets a new one that nobody can have known before,
            # and the same one if it asks again because it has not heard the answer.
            keeps = self.is_host(device) or self.store.holds(hashed(device))
            mine = device if keeps else self.secret.derived("device", device, code, key) if key else token()
            held = self.held(sitting.id, mine)
            if seat not in held and seat not in self.free_for(sitting, only):
                raise Taken(say("This seat is not free. The host can release it."))
            chair = sitting.chairs[seat]
            if chair.taken and seat not in held:  # one more phone of a seat that several share
                act = s.Took(seat, chair.name, chair.colour)
            else:
                act = s.Took(seat, self._name(sitting, seat, name), self._colour(sitting, seat, colour))
            if seat not in held:
                self._write(pending, act, Change(sitting.id, holds=[(seat, hashed(mine))]))
            elif changes(sitting, act):
                self._write(pending, act, Change(sitting.id))
            return sitting.id, mine

    def rename(self, table: str, seat: int, name: str, colour: int, device: str | None = None) -> None:
        """A player changes name or colour."""
        with self._lock:
            self._still(table, seat, device)
            pending = self._load(table)
            sitting = pending.sitting
            self._seat(sitting, seat)
            act = s.Took(seat, self._name(sitting, seat, name), self._colour(sitting, seat, colour))
            if changes(sitting, act):
                self._write(pending, act, Change(table))

    def free(self, table: str, seat: int) -> None:
        """Releases a seat: its phones lose it, its code is revoked, a new one takes its place."""
        with self._lock:
            pending = self._load(table)
            sitting = pending.sitting
            self._seat(sitting, seat)
            old = self.code(sitting, seat)
            new = self.secret.seat(table, seat, sitting.releases(seat) + 1)
            change = Change(table, revoked=[hashed(old)], tokens=[(hashed(new), seat)], released=[seat])
            self._write(pending, s.Freed(seat), change)

    def begin(self, table: str) -> None:
        """Deals. Every seat must have somebody, or run by itself."""
        with self._lock:
            pending = self._load(table)
            sitting = pending.sitting
            if sitting.phase == "playing":
                raise Unfit(say("The game has begun already."))
            empty = [i + 1 for i, chair in enumerate(sitting.chairs) if not chair.taken and not chair.absent]
            if empty:
                raise Unfit(say("Still free: seat {seats}.").format(seats=", ".join(map(str, empty))))
            seed = self._dice(SEED_BYTES)
            events = sitting.game.deal(sitting.options, sitting.seats, Chance(seed, 0))
            self._write(pending, s.Began(seed.hex(), msgspec.to_builtins(events)), Change(table))

    def absent(self, table: str, seat: int, absent: bool) -> None:
        """Lets a seat run by itself, or ends that."""
        with self._lock:
            pending = self._load(table)
            self._seat(pending.sitting, seat)
            if pending.sitting.chairs[seat].absent != absent:
                self._write(pending, s.Stood(seat, absent), Change(table))

    def pause(self, table: str, paused: bool) -> None:
        """Stops the game for a while, or lets it go on."""
        with self._lock:
            pending = self._load(table)
            if pending.sitting.phase != "playing":
                raise Unfit(say("No game is running."))
            if pending.sitting.paused != paused:
                self._write(pending, s.Halted(paused), Change(table))

    def abandon(self, table: str) -> None:
        """Ends the game before its end; it counts for nobody."""
        with self._lock:
            pending = self._load(table)
            if pending.sitting.phase != "playing":
                raise Unfit(say("No game is running."))
            self._write(pending, s.Abandoned(), Change(table))

    # Moves

    def play(self, table: str, actor: Actor, call: Call, device: str | None = None) -> Reply:
        """Decides a move, commits it and gives the answer. Publishing is for afterwards: see `settle`."""
        if not KEY.fullmatch(call.key):
            raise Unfit(say("A move needs a key of 8 to 64 letters."))
        with self._lock:
            self._still(table, actor, device)
            for _ in range(TRIES):
                try:
                    return self._play(self._load(table), actor, call)
                except (Conflict, Sorry) as mistake:
                    before = self._replied(table, actor, call)  # asked last: almost every move comes once
                    if before:
                        return before
                    if isinstance(mistake, Sorry):
                        raise
                    self._known.pop(table, None)
            raise busy()

    def _play(self, pending: Pending, actor: Actor, call: Call) -> Reply:
        sitting = pending.sitting
        if sitting.paused:
            self._be_sure(sitting)
            raise Unfit(say("The game is paused."))
        offer = next((o for o in self.offers(sitting, actor) if o.id == call.offer), None)
        if offer is None:
            self._be_sure(sitting)
            raise Closed(say("That is over: the table has moved on."))
        try:
            move = msgspec.json.decode(call.move, type=sitting.game.Move)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise Unfit(say("This move cannot be read.")) from None
        told = msgspec.to_builtins(move)
        if told["kind"] != offer.kind or any(told[name] != value for name, value in offer.settled.items()):
            raise Unfit(say("This move does not answer that offer."))
        number = len(sitting.turns)
        try:
            events = sitting.game.decide(sitting.state, actor, move, Chance(sitting.seed, number))
        except Refused as refused:
            self._be_sure(sitting)
            body = {"error": self.words(sitting, actor, refused), "rule": refused.rule}
            reply = Reply(422, msgspec.json.encode(body), call.digest)
            self.store.write(Change(sitting.id, reply=(str(actor), call.key, reply)))
            return reply
        reply = Reply(200, msgspec.json.encode({"version": sitting.version + 1}), call.digest)
        act = s.Moved(actor, told, msgspec.to_builtins(events))
        self._write(pending, act, Change(sitting.id, reply=(str(actor), call.key, reply)))
        return reply

    def _replied(self, table: str, actor: Actor, call: Call) -> Reply | None:
        """What that key was answered before; the store keeps a key from being answered twice."""
        before = self.store.reply(table, str(actor), call.key)
        if before and before.digest != call.digest:
            raise Mismatch(say("This key was used for another move."))
        return before

    def _be_sure(self, sitting: Sitting) -> None:
        """Nothing is refused for what memory knows if somebody else has written since."""
        if self.store.version(sitting.id) != sitting.version:
            raise Conflict(sitting.id, sitting.version)

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
                        if not self._stand_in(self._load(table)):
                            break
                    except Conflict:
                        continue  # somebody else wrote; `_write` has forgotten what we knew
            except Exception as mistake:  # the answer is given and the move is kept: the others must hear of it
                LOG.error("an absent seat of table %s is stuck", table, exc_info=mistake)
            self.hub.publish(table, self.sitting(table).version)

    def wake(self) -> None:
        """After a start: absent seats whose turn it was when the server stopped."""
        for sitting in self.all(LISTED):
            if sitting.phase == "playing":
                self.settle(sitting.id)

    def ring(self) -> None:
        """Ends the games whose time is up: the table says so. Called every second or so."""
        for table in list(self._known):
            if self.left(table) == 0 and self._time_is_up(table):
                self.settle(table)

    def _time_is_up(self, table: str) -> bool:
        with self._lock:
            pending = self._load(table)
            sitting = pending.sitting
            if self.left(table) != 0 or sitting.paused:
                return False  # another game has begun meanwhile
            offer = next((o for o in sitting.game.moves(sitting.state, TABLE) if o.kind == "time"), None)
            if offer is None:
                return False
            try:
                self._alone(pending, TABLE, msgspec.convert({"kind": offer.kind, **offer.settled}, sitting.game.Move))
            except Conflict:
                self._load(table)  # somebody else wrote: with what he wrote, it rings again
                return False
            return True

    def _alone(self, pending: Pending, actor: Actor, move: Any) -> None:
        """Commits a move that nobody has sent."""
        sitting = pending.sitting
        events = sitting.game.decide(sitting.state, actor, move, Chance(sitting.seed, len(sitting.turns)))
        act = s.Moved(actor, msgspec.to_builtins(move), msgspec.to_builtins(events), alone=True)
        self._write(pending, act, Change(sitting.id))

    def _stand_in(self, pending: Pending) -> bool:
        sitting = pending.sitting
        if sitting.phase != "playing" or sitting.paused or all(chair.absent for chair in sitting.chairs):
            return False  # with nobody there, it would go on for nobody
        number = len(sitting.turns)
        for seat in sitting.awaited:
            if not sitting.chairs[seat].absent:
                continue
            view, offers = sitting.game.view(sitting.state, seat), sitting.game.moves(sitting.state, seat)
            dice = sha256(b"sousmain stand-in\0" + sitting.seed + seat.to_bytes(2)).digest()
            found = robot(sitting.slug).stand_in(view, offers, Chance(dice, number))
            if found:
                self._alone(pending, *found)
                return True
        return False

    # Notes: seat data, no act; in no record

    def notes(self, table: str, seat: int) -> tuple[int, dict[str, Any]]:
        """Version and notes of a seat in the running game."""
        version, body = self.store.notes(table, self.sitting(table).number, seat)
        kept: dict[str, Any] = msgspec.json.decode(body)
        return version, kept

    def note(
        self, table: str, seat: int, changes: Jottings, device: str | None = None, number: int | None = None
    ) -> int:
        """Writes into the notes of a seat, of the game with that number; None rubs out. Returns their version."""
        with self._lock:
            self._still(table, seat, device)
            for _ in range(TRIES):
                if number not in (None, self.sitting(table).number):
                    raise Unfit(say("These notes are of another game."))
                version, kept = self.notes(table, seat)
                kept |= changes
                body = msgspec.json.encode({key: value for key, value in kept.items() if value is not None})
                if len(body) > MOST_NOTES:
                    raise Unfit(say("The note page is full."))
                try:
                    self.store.write_notes(table, self.sitting(table).number, seat, version + 1, body)
                except Conflict:
                    continue
                return version + 1
            raise busy()

    # Inside

    def _load(self, table: str) -> Pending:
        known = self._known.get(table)
        if known:
            return known
        with self._lock:
            known = self._known.get(table)  # somebody else may have read it while this one waited
            if known:
                return known
            acts = self.store.acts(table) if NAME.fullmatch(table) else []
            if not acts:
                raise NotFound(say("There is no such table."))
            pending = Pending(s.fold(table, acts), frozenset(self.store.holders(table)), Watch())
            if pending.sitting.state is not None and pending.sitting.game.limit(pending.sitting.state) is not None:
                rest = silence(pending.sitting.options)
                pending.watch = watched(acts, self.store.times(table)[: len(acts)], rest)
            self._remember(pending)
            return pending

    def _remember(self, pending: Pending) -> None:
        while len(self._known) >= KNOWN:
            del self._known[next(iter(self._known))]
        self._known[pending.sitting.id] = pending

    def _write(self, pending: Pending, act: s.Act, change: Change) -> None:
        """Commits an act; only then does the table in memory follow, and as it would after a restart."""
        sitting = pending.sitting
        change.version, change.act, change.at = sitting.version + 1, s.encode(act), self._clock()
        after = sitting.after(change.version, s.decode(change.act))  # what cannot be followed is not written
        kept = {(seat, device) for seat, device in pending.holders if seat not in change.released}
        try:
            self.store.write(change)
        except BaseException:
            self._known.pop(sitting.id, None)  # what memory knows may be old: read it again
            raise
        sitting.become(after)
        pending.watch.rest = silence(sitting.options)
        pending.watch.follow(act, change.at)
        pending.holders = frozenset(kept.union(change.holds))
        for seat in change.released:
            self.hub.dismiss(sitting.id, seat)

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

    def _seat(self, sitting: Sitting, seat: int) -> None:
        if not 0 <= seat < sitting.seats:
            raise NotFound(say("There is no such seat."))

    def _name(self, sitting: Sitting, seat: int, name: str) -> str:
        cleaned = " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in name).split())
        if len(cleaned) > LONGEST_NAME:
            raise Unfit(say("A name has at most {most} letters.").format(most=LONGEST_NAME))
        chair = sitting.chairs[seat]
        cleaned = cleaned or (chair.taken and chair.name) or say("Player {number}").format(number=seat + 1)
        others: Sequence[str] = [c.name for i, c in enumerate(sitting.chairs) if i != seat and c.taken]
        if cleaned.casefold() in (other.casefold() for other in others):
            raise Taken(say("{name} is here already: choose another name.").format(name=cleaned))
        return cleaned

    def _colour(self, sitting: Sitting, seat: int, colour: int) -> int:
        """The colour asked for, or the next free one."""
        taken = {c.colour for i, c in enumerate(sitting.chairs) if i != seat and c.taken}
        order: list[int] = [*range(max(0, colour) % COLOURS, COLOURS), *range(COLOURS)]
        return next((c for c in order if c not in taken), order[0])


NAME = re.compile(r"[a-z0-9]{1,32}")


def limit(sitting: Sitting) -> int | None:
    """How many minutes the game that is running may take, if it plays against the clock."""
    return sitting.game.limit(sitting.state) if sitting.phase == "playing" else None


def new_name() -> str:
    """A name for a table, short enough to be said aloud."""
    return secrets.choice("bcdfghjkmnpqrstvwxz") + "".join(secrets.choice("23456789") for _ in range(5))


def busy() -> Busy:
    """Others write without end: the phone tries again by itself."""
    mistake = Busy(say("The table is busy. Try again."))
    mistake.status = 503
    return mistake


def changes(sitting: Sitting, act: s.Took) -> bool:
    """Is it another name or colour?"""
    chair = sitting.chairs[act.seat]
    return (chair.name, chair.colour, chair.taken) != (act.name, act.colour, True)


def owner(tables: Tables, table: str, seat: int, device: str) -> Sitting:
    """The table, if that phone holds that seat there."""
    sitting = tables.sitting(table)
    if seat not in tables.held(table, device):
        raise NotYours(say("This seat belongs to another phone. Scan its code, or ask the host to release it."))
    return sitting
