"""The one way in. Everything that changes a table goes through here: decide, commit, answer, publish, in that order."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

import msgspec
from sqlalchemy.exc import DBAPIError

from companion.errors import BadRequest, NotFound, NotYours, PutAside, Taken
from companion.service import autoplay, lifecycle
from companion.service import notes as notebook
from companion.service.door.word import EntryWords
from companion.service.fair_deal import FairDeals
from companion.service.hosts import Hosts
from companion.service.minds import robots
from companion.service.minds.memory import SeatMemories
from companion.service.moves import MoveRequest, open_offers, play_move
from companion.service.past.debriefs import Debriefs
from companion.service.past.duplicates import Duplicates, new_deal
from companion.service.past.evening import Evenings
from companion.service.past.figures import Figures
from companion.service.past.records import HouseRecords
from companion.service.seals import Seals
from companion.storage.cache import TRIES, CachedTable, TableCache, busy
from companion.storage.error_log import LOG
from companion.storage.history import finished_game
from companion.storage.pubsub import Hub
from companion.storage.store import RESTORED, Conflict, NotWritten, Store, StoredReply, StoreError, WriteSet
from companion.storage.tokens import FolderSecret, hashed, token
from companion.table import acts, faces, seating
from companion.table import state as s
from companion.table.clock import PlayClock
from companion.table.notices import notices_that_hold, unread_notices
from companion.table.state import TableState
from referee import options as options_of
from referee import record
from referee.chance import SEED_BYTES
from referee.game import Actor, Observer, Offer, TableOptions
from referee.mind import Strength
from referee.registry import GAMES, game
from templates.i18n import LANGUAGES, say

ALONE = 500  # moves that absent seats may make in a row: a guard, not a rule
LONGEST_LABEL = 40
LISTED = 100  # tables that the front page lists


class Tables:
    """All tables of a data folder."""

    def __init__(
        self,
        store: Store,
        secret: FolderSecret,
        hub: Hub | None = None,
        clock: Callable[[], float] = time.time,
        dice: Callable[[int], bytes] | None = None,
    ) -> None:
        self.store, self.secret = store, secret
        self.hub = Hub(clock=clock) if hub is None else hub  # one without streams is false
        self.maps: dict[str, Any] = {}  # instead of the usual ones, for tables that are opened from now on
        self.cache = TableCache(store, self.hub, clock)
        self.seals = Seals(store)
        self.evenings = Evenings(store)
        self.duplicates = Duplicates(self.cache)
        self.debriefs = Debriefs(store)
        self.records = HouseRecords(self.cache, self.seals)
        self.figures = Figures(store, self.hub)
        self._restored = store.setting(RESTORED) or ""
        self.era = f"{int(clock()):x}"  # pages of another one take a table as it is, also if it has gone back
        if store.shared:  # the same for pages of all servers
            self.era = store.setting("era") or self.era
            store.write_setting("era", self.era)
        self.fairness = FairDeals(self.cache, self._seed if dice is None else lambda *_: dice(SEED_BYTES))
        self.hosts = Hosts(store, self.hub, clock)
        self.words = EntryWords(store, secret, self.hub)
        self._stuck: set[str] = set()  # tables whose clock stumbled; told once
        self.memories = SeatMemories()
        self._robots = robots.Robots(self.memories)
        self._unsettled: set[str] = set()  # tables where an absent seat has not moved because nothing could be written

    # Looking

    def table_state(self, table: str) -> TableState:
        """A table as it is now, as far as this server has heard."""
        return self.cache.load(table).table_state

    def current(self, table: str) -> TableState:
        """A table as it is now, whichever server wrote it."""
        return self.cache.current(table).table_state

    def all(self, most: int) -> list[TableState]:
        """The tables opened last, the latest first. One that cannot be read does not hide the others."""
        found = []
        for table in self.store.tables(most):
            with suppress(PutAside, NotFound):  # or deleted meanwhile
                found.append(self.table_state(table))
        return found

    def exists(self, table: str) -> bool:
        """Is there such a table, also one that cannot be read?"""
        with suppress(PutAside):
            try:
                self.cache.load(table)
            except NotFound:
                return False
        return True

    def aside(self) -> list[tuple[str, float]]:
        """The tables that cannot be read, since when."""
        return sorted(self.cache.aside.items())

    def held(self, table: str, device: str) -> tuple[int, ...]:
        """The seats of a table that a phone holds."""
        return self._holding(self.cache.load(table), device)[1]

    def here(self, table: str) -> set[Observer]:
        """Who can be reached at a table: who has a page open, and all that share a phone with one of them."""
        return {*self.hub.here(table), *self.sharing(table)}

    def sharing(self, table: str) -> set[int]:
        """Seats of the phones that have a hand open here: one that several share shows one at a time, and is there for all."""
        phones = self.hub.phones(table)
        return {seat for seat, phone in self.cache.load(table).holders if phone in phones}

    def away_since(self, table: str) -> dict[int, float]:
        """Since when seats are without a page, as far as it is known: whoever shares a phone left when its last page did."""
        left, holders = self.hub.left(table), self.cache.load(table).holders
        last = dict(left)
        for seat, phone in holders:
            for other, same in holders:
                if same == phone and other in left:
                    last[seat] = max(left[other], last.get(seat, 0.0))
        return last

    def own_table(self, table: str, seat: int, device: str) -> TableState:
        """The table, if that phone holds that seat there."""
        return self._own(table, seat, device).table_state

    def notices(self, table: str, seat: int, device: str) -> list[s.Notice]:
        """What that phone has not put away yet and is still so, the latest first."""
        cached = self.cache.load(table)
        now = cached.table_state
        read = cached.read.get((seat, hashed(device)), 0) or now.since  # who sat down under another version
        return notices_that_hold(unread_notices(now.notices, read), now, seat)

    def is_host(self, device: str) -> bool:
        """May that browser host?"""
        return device in self.hosts

    def offers(self, table_state: TableState, actor: Actor) -> list[Offer]:
        """What may be done now."""
        return open_offers(table_state, actor)

    def left(self, table: str, at: float | None = None) -> float | None:
        """Seconds until the time is up, now or then, if this table plays against the clock and a game is running."""
        return autoplay.seconds_left(self.cache, table, at)

    def to_speak(self, table: str) -> float | None:
        """Seconds that the next move waits for those who may speak before it, if there is anybody."""
        return autoplay.seconds_to_speak(self.cache, table)

    def opened_by(self, code: str) -> tuple[TableState, int | None]:
        """The table and seat that a code opens; looking burns nothing."""
        found = self.store.token(hashed(code))
        if not found:
            raise NotFound(say("This code is not valid any more. Ask the host for a new one."))
        return self.current(found[0]), found[1]

    def code(self, table_state: TableState, seat: int | None) -> str:
        """The code of a seat, or of any free seat."""
        if seat is None:
            return self.secret.table(table_state.coded, table_state.anyone)
        return self.secret.seat(table_state.coded, seat, table_state.releases(seat))

    # The table's own business

    def add_host(self, device: str, told: str = "") -> None:
        """Lets a browser host."""
        self.hosts.add(device, told)

    def make_host(self, device: str, code: str, told: str) -> str:
        """Lets a browser host that has the code for it. Returns its token: a new one, with all that it held before.

        The same one if it asks again because it has not heard the answer.
        """
        mine = self.secret.derived("host", device, code) if device else token()
        if self._holds(device):
            self.cache.move(hashed(device), hashed(mine))
        self.hosts.add(mine, told)
        return mine

    def host_code(self) -> str:
        """What the host's link ends with, where several servers share it; nobody needs to tell the others."""
        return self.secret.derived("host link", self.hosts.link_number())

    def default_options(self, slug: str) -> TableOptions:
        """How that game is played unless somebody says otherwise."""
        return options_of.default_options(game(slug), self.maps.get(slug))

    def open_alike(
        self, slug: str, seats: int, options: TableOptions, lang: str, count: int, phrase: str = "", label: str = ""
    ) -> list[TableState]:
        """So many new tables with the same cards; with a phrase, those that it stands for wherever it is told. Each is called
        by that name and its number."""
        if not 1 <= count <= acts.MOST_ALIKE or (count == 1 and not phrase):
            raise BadRequest(
                say("From {least} to {most} tables can have the same cards.").format(least=2, most=acts.MOST_ALIKE)
            )
        if options.pieces == "paper" or not options.sealed:
            raise BadRequest(
                say(
                    "The phones deal nothing here: with paper, “sousmain deal” prints the same cards for several tables."
                )
            )
        deal = new_deal(phrase)
        if any(each.table_state.shown for each in self.duplicates.tables(deal)):
            raise BadRequest(say("These cards have been played and shown here: take another phrase."))
        usual, numbers = say("Same cards, table {number}"), range(1, count + 1)
        names = [cleaned_label(f"{label} {number}") if label else usual.format(number=number) for number in numbers]
        opened = [self.open(slug, seats, options, lang, deal) for _ in names]
        for each, name in zip(opened, names, strict=True):
            self.label(each.id, name)
        return opened

    def open(
        self, slug: str, seats: int, options: TableOptions, lang: str, deal: acts.DuplicateDeal | None = None
    ) -> TableState:
        """A new table; with a deal, one that has the same cards as others."""
        if slug not in GAMES:
            raise BadRequest(say("There is no such game."))
        self._check(slug, seats, lang)
        salt = self.store.setting("deleted") or ""
        act = acts.TableOpened(slug, lang, seats, msgspec.to_builtins(options), salt, deal)
        for _ in range(TRIES):
            name = new_name()
            cached = CachedTable(TableState(name), frozenset(), PlayClock())
            opened = cached.table_state.after(1, act)
            codes = [(hashed(self.code(opened, seat)), seat) for seat in (None, *range(seats))]
            change = WriteSet(name, opens=True, tokens=codes, duplicate=deal.id if deal else "")
            try:
                self.cache.write(cached, act, change)
            except Conflict:
                continue  # there is a table of that name
            self.cache.keep(cached)
            return cached.table_state
        raise busy()

    def arrange(self, table: str, seats: int, options: TableOptions, lang: str) -> None:
        """Changes how the next game will be played. Seats that fall away are released."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            table_state = cached.table_state
            if table_state.phase == "playing" or table_state.dealing:
                raise BadRequest(say("The game has begun: it cannot be changed any more."))
            lifecycle.must_be_open(table_state)
            self._check(table_state.slug, seats, lang)
            if seats != table_state.seats:
                options = options_of.for_seats(table_state.game, options, seats)
            if table_state.duplicate and (seats, options) != (table_state.seats, table_state.options):
                raise BadRequest(say("Other tables have the same cards: only the language can be changed here."))
            change, had = WriteSet(table), table_state.seats
            if seats > had:
                change.tokens = [(hashed(self.code(table_state, i)), i) for i in range(had, seats)]
            if seats < had:
                gone = range(seats, had)
                seated = [i + 1 for i in gone if table_state.chairs[i].taken]
                if seated:
                    raise Taken(say("Somebody sits there: release seat {seats} first.").format(seats=seated[0]))
                # Nobody is sent away, so the code for any seat stays: somebody may be scanning it.
                change.revoked = [hashed(self.code(table_state, i)) for i in gone]
                change.released = list(gone)
            if (seats, options, lang) != (had, table_state.options, table_state.lang):
                self.cache.write(cached, acts.TableArranged(lang, seats, msgspec.to_builtins(options)), change)

    def take(
        self, code: str, seat: int, name: str, colour: int, device: str, key: str = "", alone: bool = False
    ) -> tuple[str, str]:
        """Sits down: exchanges the code for a device token. Returns table and token; the first device owns the seat.

        Whoever sits down gets a token that nobody can have known before, and the same one if he asks again because he
        has not heard the answer. What the browser held before goes with it, unless he says that it is not his (`alone`):
        somebody else may have planted his own cookie there.
        """
        with self.cache.lock(self.opened_by(code)[0].id):
            table_state, only = self.opened_by(code)  # again: it may have been revoked while this one waited
            cached = self.cache.load(table_state.id)
            seating.must_exist(table_state, seat, only)
            mine = self.secret.derived("device", device, code, key) if key else token()
            held = {*self.held(table_state.id, mine), *(() if alone else self.held(table_state.id, device))}
            if seat not in held and table_state.closed:
                raise Taken(say("This table is closed: nobody can sit down here any more."))
            if seat not in held and self.duplicates.elsewhere(table_state, hashed(device) if device else ""):
                raise Taken(say("This phone sits at another table that has the same cards."))
            if seat not in held and seat not in seating.free_for(table_state, only):
                raise Taken(say("This seat is not free. The host can release it."))
            chair = table_state.chairs[seat]
            if chair.taken and seat not in held:  # one more phone of a seat that several share
                seating.must_have_room(sum(holder[0] == seat for holder in cached.holders))
                act = acts.SeatTaken(seat, chair.name, chair.colour)
            else:
                act = seating.seat_taken(table_state, seat, name, colour)
            change = WriteSet(table_state.id)
            if not alone and self._holds(device):
                change.moved = hashed(device), hashed(mine)
            if seat not in held:
                change.holds = [(seat, hashed(mine))]
                self.cache.write(cached, act, change)
            elif seating.is_change(table_state, act):
                seating.must_change_rarely(table_state, seat)
                self.cache.write(cached, act, change)
            elif change.moved:
                self.cache.move(*change.moved)
            return table_state.id, mine

    def rename(self, table: str, seat: int, name: str, colour: int, device: str | None = None) -> None:
        """A player changes name or colour."""
        with self.cache.lock(table):
            cached = self._may(table, seat, device)
            table_state = cached.table_state
            seating.must_exist(table_state, seat)
            act = seating.seat_taken(table_state, seat, name, colour)
            if seating.is_change(table_state, act):
                seating.must_change_rarely(table_state, seat)
                self.cache.write(cached, act, WriteSet(table))

    def put_away(self, table: str, seat: int, version: int, device: str) -> None:
        """A phone puts away the notices up to that version: it alone, and no other phone of the seat."""
        with self.cache.lock(table):
            cached, mine = self._own(table, seat, device), (seat, hashed(device))
            if not 0 <= version <= cached.table_state.version:
                raise BadRequest(say("There is no such notice."))
            if version > cached.read.get(mine, 0):
                self.store.write_read(table, *mine, version)
                cached.read[mine] = version

    def free(self, table: str, seat: int) -> None:
        """Releases a seat: its phones lose it; its code and that for any seat are revoked, new ones take their place."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            table_state = cached.table_state
            seating.must_exist(table_state, seat)
            number = table_state.anyone + 1
            new = {
                seat: self.secret.seat(table_state.coded, seat, table_state.releases(seat) + 1),
                None: self.secret.table(table_state.coded, number),
            }
            change = WriteSet(table, released=[seat])
            change.revoked = [hashed(self.code(table_state, each)) for each in new]
            change.tokens = [(hashed(code), each) for each, code in new.items()]
            self.cache.write(cached, acts.SeatReleased(seat, number), change)

    def begin(self, table: str) -> None:
        """Deals, or lets phones reveal what they pledged for it. Every seat must have somebody, or run by itself."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            table_state = cached.table_state
            if table_state.phase == "playing" or table_state.dealing:
                raise BadRequest(say("The game has begun already."))
            lifecycle.must_be_open(table_state)
            empty = [i + 1 for i, chair in enumerate(table_state.chairs) if not chair.taken and not chair.absent]
            if empty:
                raise BadRequest(say("Still free: seat {seats}.").format(seats=", ".join(map(str, empty))))
            must_have_cards(table_state)
            self.fairness.begin(cached)

    def wish_again(self, table: str, seat: int, device: str) -> None:
        """Somebody wants to play again; when all want it who are there, the next game begins."""
        with self.cache.lock(table):
            cached = self._own(table, seat, device)
            table_state = cached.table_state
            if table_state.phase not in ("over", "abandoned") or table_state.dealing:
                raise BadRequest(say("The game has begun already."))
            lifecycle.must_be_open(table_state)
            must_have_cards(table_state)
            fresh = [each for each in self.held(table, device) if each not in table_state.again]
            if fresh:
                self.cache.write(cached, acts.AgainWished(fresh), WriteSet(table))
            if not cached.table_state.unwilling and all(chair.taken or chair.absent for chair in table_state.chairs):
                self.begin(table)

    def pledge(self, table: str, seat: int, pledge: str, commitment: str, device: str) -> None:
        """Binds a phone to a share of the chance of the next game."""
        with self.cache.lock(table):
            self.fairness.pledge(table, seat, pledge, commitment, device, lambda: self._may(table, seat, device))

    def reveal(self, table: str, seat: int, share: str, device: str) -> bool:
        """Takes the share that a seat has pledged. Was it the last one? Then the game is dealt."""
        with self.cache.lock(table):
            return self.fairness.reveal(table, seat, share, lambda: self._may(table, seat, device))

    def absent(self, table: str, seat: int, absent: bool, robot: Strength | Literal[""] = "") -> None:
        """Lets a seat run by itself or lets a robot play there, or ends that."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            seating.must_exist(cached.table_state, seat)
            chair, plays = cached.table_state.chairs[seat], robot if absent else ""
            if (chair.absent, chair.robot) == (absent, plays):
                return
            name = chair.face if plays else ""
            if plays and not name:
                known = (each.face or each.name for each in cached.table_state.chairs if each.taken or each.robot)
                name = faces.robot_name(table, seat, known)
            self.cache.write(cached, acts.AutoplaySet(seat, absent, plays, name), WriteSet(table))

    def fill_with_robots(self, table: str, robot: Strength) -> None:
        """Lets a robot play on every seat that is free. Before a game alone: in one that runs somebody has left it, and may
        come back."""
        with self.cache.lock(table):
            table_state = self.cache.current(table).table_state
            if table_state.phase == "playing" or table_state.dealing:
                raise BadRequest(say("The game has begun already."))
            for seat, chair in enumerate(table_state.chairs):
                if not chair.taken and not chair.absent:
                    self.absent(table, seat, True, robot)

    def pace(self, table: str, seconds: int) -> None:
        """How long robots take to think from now on."""
        if seconds not in robots.PACES:
            least, most = robots.PACES[0], robots.PACES[-1]
            raise BadRequest(say("Robots think for {least} to {most} seconds.").format(least=least, most=most))
        with self.cache.lock(table):
            cached = self.cache.current(table)
            if cached.table_state.pace != seconds:
                self.cache.write(cached, acts.RobotPaceSet(seconds), WriteSet(table))

    def back(self, table: str, seat: int, device: str) -> None:
        """A player is back: the phone that holds the seat says so itself."""
        with self.cache.lock(table):
            cached = self._own(table, seat, device)
            if cached.table_state.chairs[seat].absent:
                self.cache.write(cached, acts.AutoplaySet(seat, False), WriteSet(table))

    def pause(self, table: str, paused: bool) -> None:
        """Stops the game for a while, or lets it go on."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            if cached.table_state.phase != "playing":
                raise BadRequest(say("No game is running."))
            if cached.table_state.paused != paused:
                self.cache.write(cached, acts.PauseSet(paused), WriteSet(table))

    def abandon(self, table: str) -> None:
        """Ends the game before its end; it counts for nobody."""
        with self.cache.lock(table):
            cached = self.cache.current(table)
            if cached.table_state.phase != "playing":
                raise BadRequest(say("No game is running."))
            self.cache.write(cached, acts.GameAbandoned(), WriteSet(table))

    def close(self, table: str, closed: bool = True) -> None:
        """Closes a table between two games, or opens it again."""
        with self.cache.lock(table):
            lifecycle.close(self.cache, table, closed)

    def new_guests(self, table: str) -> None:
        """Releases all seats of a table on which no game is played, and forgets who sat there."""
        with self.cache.lock(table):
            lifecycle.new_guests(self.cache, self.secret, table)

    def label(self, table: str, label: str) -> None:
        """What the host calls a table, or nothing: `Table 4, terrace`. No part of any game."""
        self.table_state(table)
        self.store.write_label(table, cleaned_label(label))
        self.hub.stir_house()

    def delete(self, table: str) -> None:
        """Deletes a table on which no game is played, and all that belongs to it."""
        deal = None
        with self.cache.lock(table):
            with suppress(PutAside):
                deal = self.table_state(table).duplicate
            lifecycle.delete(self.cache, table)
            self.seals.forget(table)
            self.evenings.forget(table)
        self._hear_of_deal(self.duplicates.show(deal) if deal else ())

    # Moves

    def play(self, table: str, actor: Actor, call: MoveRequest, device: str | None = None) -> StoredReply:
        """Decides a move, commits it and gives the answer. Publishing is for afterwards: see `settle`."""
        with self.cache.lock(table):
            return play_move(self.cache, table, actor, call, lambda: self._may(table, actor, device))

    def record(self, table: str, number: int) -> bytes:
        """A finished game of a table, as a file that anybody can check."""
        found = finished_game(self.store, table, number) if 0 < number <= self.table_state(table).number else None
        if self.table_state(table).keeps(number):
            raise NotFound(say("Other tables play with the same cards: the record opens when all of them are done."))
        if not found:
            raise NotFound(say("There is no record of that game, or not yet."))
        data = record.write(*found)
        self.seals.keep(table, number, data)
        return data

    def after_move(self, table: str) -> None:
        """After the answer: absent seats do what they must, then everybody hears that something is new."""
        with self.cache.lock(table):
            try:
                for _ in range(ALONE):
                    try:
                        if not autoplay.autoplay_move(self.cache, self.cache.load(table)):
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
            table_state = self.table_state(table)
            self.seals.of(table_state)  # of a game that was put right, so that no page has to wait for it
        except (NotFound, PutAside, StoreError):
            return  # gone, or nothing can be read at the moment: pages ask again by themselves
        except DBAPIError as mistake:  # the move is kept: the others hear of it later
            self._unsettled.add(table)
            LOG.error("table %s cannot be read", table, exc_info=mistake)
            return
        self.hub.publish(table, table_state.version)
        if table_state.duplicate and table_state.phase != "playing":
            with suppress(StoreError, DBAPIError):  # or later: see `expire_clocks`
                self._hear_of_deal(self.duplicates.settle(table))

    def _hear_of_deal(self, alike: Iterable[str]) -> None:
        """Pages of all tables with the same cards show how many are done, and compare them in the end."""
        for table in alike:
            with suppress(NotFound, PutAside):
                self.hub.publish(table, self.table_state(table).version)

    def unsettled(self, table: str) -> bool:
        """Does everybody wait there for a seat that runs by itself?"""
        table_state = self.table_state(table)
        return any(table_state.chairs[seat].absent for seat in table_state.awaited)

    def wake(self) -> None:
        """After a start: absent seats whose turn it was when the server stopped."""
        for table_state in self.all(LISTED):
            if table_state.phase == "playing":
                self.after_move(table_state.id)

    def expire_clocks(self) -> None:
        """Ends the games whose time is up: the table says so. Deals where phones had time. Called every second or so."""
        now, stuck = self.cache.clock(), set[str]()
        for table in list(self.cache.known):
            with self._stumbling(table, stuck):
                if self._expired(table) or self._robot_moved(table, now):
                    self._unsettled.add(table)
                if self.duplicates.overdue(self.table_state(table)):
                    self._hear_of_deal(self.duplicates.settle(table))
        while self._unsettled and not self.store.trouble:
            table = self._unsettled.pop()
            self.after_move(table)
            if table in self._unsettled:
                break
        self._let_robots_think(now, stuck)
        self._stuck = stuck
        self.hub.tell_who_left()
        with suppress(StoreError, DBAPIError):  # when a host was last seen can wait, and so can games of old
            self.hosts.write_down()
            self.records.catch_up()

    def _let_robots_think(self, now: float, stuck: set[str]) -> None:
        """After all that was due: about what lies on the tables at this moment, and not what comes while others think."""
        self._robots.forget(self.cache.known)
        there = []
        for table in list(self.cache.known):
            with self._stumbling(table, stuck):
                there += [state for state in [self.table_state(table)] if self._robots.puzzled(state)]
        for table_state in there:
            with self._stumbling(table_state.id, stuck):
                if robots.moment(self.table_state(table_state.id)) == robots.moment(table_state):
                    self._robots.think(table_state, now)
            time.sleep(0)  # everybody else has a turn between two of them

    @contextmanager
    def _stumbling(self, table: str, stuck: set[str]) -> Iterator[None]:
        """One table must not stop the clocks of the others, nor fill the terminal."""
        try:
            yield
        except (
            NotFound,
            PutAside,
            StoreError,
        ):  # it has gone since; or it was told, and at the next look it may be over
            stuck |= self._stuck & {table}
        except Exception as mistake:
            if table not in self._stuck | stuck and not self.store.trouble:
                LOG.error("the clock of table %s stumbled", table, exc_info=mistake)
            stuck.add(table)

    def look_back(self) -> None:
        """Looks back on games whose end stands on a table screen, one after the other, for it to say what decided them."""
        for table in self.hub.screens():
            with suppress(NotFound, PutAside, StoreError):  # it has gone since, or cannot be read at the moment
                if self.debriefs.due(self.table_state(table)):
                    told = threading.Thread(target=self._looked_back, args=(self.table_state(table),), daemon=True)
                    told.start()

    def _looked_back(self, table_state: TableState) -> None:
        """Looks back on the last game of a table, away from the clock that asked for it."""
        try:
            self.debriefs.of(table_state, table_state.number)
            self.hub.stir_screen(table_state.id)
        except (NotFound, StoreError, DBAPIError):
            self.debriefs.failed(table_state)  # it goes on again, or nothing can be read at the moment: later
        except Exception as mistake:  # the next time it would be the same
            LOG.error("the last game of table %s cannot be looked back on", table_state.id, exc_info=mistake)

    def _expired(self, table: str) -> bool:
        """Has the clock done something: dealt without the shares that are late, gone on where nobody spoke, or ended a game
        whose time is up?"""
        dealing = self.table_state(table).dealing
        if not dealing and 0 not in (self.left(table), self.to_speak(table)):
            return False
        with self.cache.lock(table):
            return self.fairness.overdue(table) if dealing else autoplay.expire(self.cache, table)

    def _robot_moved(self, table: str, now: float) -> bool:
        """Has a robot had time to think, and moved?"""
        thought = self._robots.due(self.table_state(table), now)
        if thought is None:
            return False
        with self.cache.lock(table):
            try:
                return robots.commit(self.cache, self.cache.load(table), thought)
            except Conflict:
                return False  # somebody was quicker: it thinks again

    # Notes

    def notes(self, table: str, seat: int) -> tuple[int, dict[str, Any]]:
        """Version and notes of a seat in the running game."""
        return notebook.seat_notes(self.cache, table, seat)

    def note(
        self, table: str, seat: int, changes: notebook.Jottings, device: str | None = None, number: int | None = None
    ) -> int:
        """Writes into the notes of a seat, of the game with that number; None rubs out. Returns their version."""
        with self.cache.lock(table):
            return notebook.write_notes(
                self.cache, table, seat, changes, lambda: self._may(table, seat, device), number
            )

    # Inside

    def _holds(self, device: str) -> bool:
        """Does that browser hold anything that could be taken along?"""
        mine = hashed(device)
        return bool(device) and (self.is_host(device) or self.store.holds(mine) or self.store.left_out(mine))

    def _check(self, slug: str, seats: int, lang: str) -> None:
        players = game(slug).players
        if seats not in players:
            raise BadRequest(
                say("This game is for {least} to {most} players.").format(least=players[0], most=players[-1])
            )
        if lang not in LANGUAGES:
            raise BadRequest(say("We do not speak that language."))

    def _seed(self, table: str, game: int) -> bytes:
        """The laptop's part in the chance of a game; another one since a copy was restored."""
        return self.secret.seed(f"{table}{self._restored}", game)

    def _may(self, table: str, actor: Actor, device: str | None) -> CachedTable:
        """The table, for whoever acts there: a phone must hold its seat still, when nobody else can release it."""
        if device is not None and isinstance(actor, int):
            return self._own(table, actor, device)
        return self.cache.current(table)

    def _own(self, table: str, seat: int, device: str) -> CachedTable:
        """The table, if that phone holds that seat there."""
        cached, held = self._holding(self.cache.current(table), device)
        if seat not in held:
            raise NotYours(seating.not_held(cached.table_state, seat))
        return cached

    def _holding(self, cached: CachedTable, device: str) -> tuple[CachedTable, tuple[int, ...]]:
        """A table, and the seats that a phone holds there."""
        if not device:
            return cached, ()
        mine, table = hashed(device), cached.table_state.id
        if all(holder != mine for _, holder in cached.holders) and self._sat_elsewhere(table, mine):
            self.cache.forget(table)
            cached = self.cache.load(table)
        return cached, tuple(sorted(seat for seat, holder in cached.holders if holder == mine))

    def _sat_elsewhere(self, table: str, device: str) -> bool:
        """Did that phone sit down at another server? Nobody can say while the database is away."""
        try:
            return self.store.holds_at(table, device)
        except NotWritten:
            return False


def must_have_cards(table_state: TableState) -> None:
    """Refuses a game whose cards other tables have shown already."""
    if table_state.spent:
        raise BadRequest(say("The other tables have shown these cards already: open a new table."))


def cleaned_label(label: str) -> str:
    """What the host calls a table, on one line; too long a name is refused."""
    told = " ".join("".join(letter if letter.isprintable() else " " for letter in label).split())
    if len(told) > LONGEST_LABEL:
        raise BadRequest(say("A name has at most {count} letters.").format(count=LONGEST_LABEL))
    return told


def new_name() -> str:
    """A name for a table, short enough to be said aloud."""
    return secrets.choice("bcdfghjkmnpqrstvwxz") + "".join(secrets.choice("23456789") for _ in range(5))
