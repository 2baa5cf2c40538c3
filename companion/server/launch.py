"""What `sousmain play` and `sousmain table` do, once their words are read."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from companion import network as addresses
from companion.server.connections import AN_ADDRESS
from companion.service.door.wifi import Wifi, flaw_of_name, flaw_of_password
from companion.storage.data_folder import Folder, NotWritable, default_folder
from generator.errors import BadValue, PrintError
from generator.files import save
from referee.registry import pieces
from referee.seed_phrase import grouped
from templates import i18n
from templates.foreign_messages import reason
from templates.i18n import say

if TYPE_CHECKING:
    from companion.service.tables import Tables
    from companion.table.state import TableState

Confirm = Callable[[str], bool]
PORT = 7770


class ServerPlace(Struct, frozen=True):
    """Where a server is, or will be: what it listens to, what phones type, where its tables are kept."""

    bind: str
    port: int
    address: str
    data: Path
    public: str = ""  # the address for the whole world, behind a proxy
    proxies: int = 0  # that are trusted to say who asks
    store: str = ""  # the address of a database that other servers may use, too; else the tables are in the folder

    @property
    def base(self) -> str:
        """The beginning of every address."""
        return self.public or addresses.base(self.address, self.port)

    @property
    def here(self) -> str:
        """The same, as this computer itself reaches it."""
        return addresses.base("127.0.0.1", self.port) if self.bind in addresses.ANY else self.base


class SeatCardPrinter(Struct, frozen=True):
    """How seat cards are printed, and where they go."""

    out: Path
    paper: str = "a4"
    ink: str = "full"
    printer: str = ""

    def check(self) -> None:
        """Before anything is opened for it."""
        from generator.press.seat_cards import checked

        checked(self.paper, self.ink, i18n.language(), self.printer)

    def cards(self, tables: Tables, table_state: TableState, base: str) -> Path:
        """Writes the seat cards of a table."""
        from companion.service import seat_cards

        lang = i18n.language()
        told = f"-printer-{self.printer.strip().lower()}" if self.printer else ""
        path = self.out / f"seats-{table_state.slug}-{table_state.id}-{lang}-{self.paper}{told}.pdf"
        save([(path, seat_cards.seat_cards_pdf(tables, table_state, base, lang, self.paper, self.ink, self.printer))])
        return path


def checked_place(
    bind: str, port: int, name: str, data: Path | None, public: str = "", proxies: int = 0, store: str = ""
) -> ServerPlace:
    """Checks what was asked for. Behind a proxy only this computer is listened to, unless somebody says otherwise."""
    world = addresses.public("--public-url", public)
    bound = addresses.checked("--bind", bind or ("127.0.0.1" if world else "0.0.0.0"))
    named = addresses.named("--address", name)
    if world and named:
        raise PrintError(say("--address and --public-url both say where phones come: give one of them."))
    address = urlsplit(world).hostname or "" if world else addresses.for_phones(bound, named)
    kept = checked_store("--store", store)
    return ServerPlace(bound, port, address, data or default_folder(), world, proxies, kept)


def checked_word(word: str | None) -> str:
    """The word that phones shall be asked for; nothing if none was given. A wrong one is not repeated on the screen."""
    from companion.service.door.word import flaw_of_word

    if word is None:
        return ""
    if flaw := flaw_of_word(word):
        raise BadValue("--word", "…" if word else "", flaw)
    return word


def checked_wifi(name: str, password: str) -> Wifi | None:
    """The Wi-Fi that was named, or none. A wrong password is not repeated on the screen."""
    if not name and not password:
        return None
    for option, given, flaw in (
        ("--wifi", name, flaw_of_name(name)),
        ("--wifi-password", "…", flaw_of_password(password)),
    ):
        if flaw:
            raise BadValue(option, given, flaw)
    return Wifi(name, password)


def tables_at(url: str, folder: Folder, new_codes: bool = False) -> Tables:
    """The tables of a database that other servers may use, too; what their codes follow from is in the folder."""
    from sqlalchemy.exc import DBAPIError

    from companion.service import storage_notices
    from companion.service.code_renewal import is_another, renew_codes
    from companion.service.tables import Tables
    from companion.storage.database import AT_START, retry_while_locked
    from companion.storage.postgres import without_password
    from companion.storage.store import Store, StoreError
    from companion.storage.tokens import load_secret

    try:
        with folder.starting():
            tables = Tables(Store(url), load_secret(folder.path))
            if not new_codes and is_another(tables):
                tables.store.close()
                raise PrintError(storage_notices.another_secret(folder.path))
            retry_while_locked(lambda: renew_codes(tables), AT_START)
    except OSError as refusal:
        raise NotWritable(folder.path, reason(refusal)) from None
    except (StoreError, DBAPIError) as refusal:
        why = str(refusal.orig if isinstance(refusal, DBAPIError) else refusal).strip().partition("\n")[0]
        raise StoreUnusable(without_password(url), why) from None
    return tables


def checked_store(option: str, given: str) -> str:
    """The address of a shared database, if its driver is here. Nothing is imported for it: sockets are not patched yet."""
    if not given:
        return ""
    if not re.fullmatch(r"postgres(ql)?://[^\s/]*/\S+", given):
        shown = given if "@" not in given else "…"  # there may be a password in it
        raise BadValue(option, shown, say("it takes an address such as postgresql://me@server/sousmain"))
    try:
        metadata.version("psycopg")
    except metadata.PackageNotFoundError:
        raise PrintError(say("PostgreSQL needs one more package: pip install 'sousmain[postgres]'.")) from None
    return given


class StoreUnusable(PrintError):
    """A database on a server refused."""

    def __init__(self, url: str, reason: str) -> None:
        self.url, self.reason = url, reason
        super().__init__(say("Cannot keep tables in {url}: {reason}.").format(url=url, reason=reason.rstrip(".")))


def tables_in(folder: Folder) -> Tables:
    """The tables kept in a folder."""
    from sqlalchemy.exc import DBAPIError

    from companion.service import storage_notices
    from companion.service.code_renewal import new_codes, renew_codes
    from companion.service.tables import Tables
    from companion.storage import copies
    from companion.storage.database import AT_START, retry_while_locked
    from companion.storage.file_identity import DatabaseStamp
    from companion.storage.store import Store, StoreError
    from companion.storage.tokens import load_secret

    try:
        fresh = not folder.file.exists() or not folder.file.stat().st_size
        os.close(os.open(folder.file, os.O_RDWR | os.O_CREAT, 0o600))  # racks are in it: for its owner's eyes alone
        tables = Tables(Store(folder.url), load_secret(folder.path))
        tables.store.shrink()
        renewed = retry_while_locked(lambda: renew_codes(tables), AT_START)
    except OSError as refusal:
        raise NotWritable(folder.path, reason(refusal)) from None
    except (StoreError, ValueError) as refusal:
        raise NotWritable(folder.path, str(refusal)) from None
    except DBAPIError as refusal:
        raise NotWritable(folder.path, str(refusal.orig)) from None
    if renewed:
        print_line(new_codes())
    copy = copies.fullest_copy(folder.path / copies.FOLDER, None if fresh else DatabaseStamp.read(tables.store.stamp))
    if copy:
        print_line((storage_notices.begun_anew if fresh else storage_notices.less_than)(folder.file, copy))
    return tables


def play(
    slug: str | None,
    at: ServerPlace,
    browse: bool,
    printer: SeatCardPrinter,
    confirm: Confirm | None,
    maps: Mapping[str, Any],
    connections: int = AN_ADDRESS,
    wifi: Wifi | None = None,
    new_codes: bool = False,
    robots: int = 0,
    word: str = "",
    shop: Sequence[str] = (),
    alike: tuple[str, int] | None = None,
) -> None:
    """Serves until it is told to stop. Tables that are opened meanwhile have those maps.

    With robots a new table is opened for them and one person; the host may open more seats. `alike`: a phrase, and how many
    tables shall have the cards that it stands for.

    So many connections may come from one address. Table screens show the Wi-Fi, if it is known. `shop` is the command of
    those who draw what the host prints in the browser; without it there is no print shop.
    """
    from companion.server import wsgi

    wsgi.patch()
    from companion.server.browser import open_meanwhile
    from companion.server.roaming import Roaming
    from companion.service.others import OtherServers
    from companion.service.upkeep import Upkeep
    from companion.storage import error_log
    from companion.storage.postgres import without_password
    from companion.storage.tokens import token
    from companion.web.app import Door, create_app
    from companion.web.shop.folders import sweep
    from companion.web.shop.workshop import Workshop

    try:
        listener = addresses.listening(at.bind, at.port)
    except addresses.PortTaken:
        if at.data.exists() and not at.store:
            with Folder(at.data, at.base):  # taken by our own companion? It says so itself
                pass
        raise
    at = replace(at, port=listener.getsockname()[1])
    with Folder(at.data, at.base, bool(at.store)) as folder, error_log.logging_to(folder.path):
        tables = tables_at(at.store, folder, new_codes) if at.store else tables_in(folder)
        tables.maps.update(maps)
        if slug and alike:
            first: TableState | None = tables_alike(tables, slug, *alike)
        else:
            first = (
                robot_table(tables, slug, robots) if slug and robots else waiting_table(tables, slug) if slug else None
            )
        if word:
            tables.words.ask_for(word)
        start = f"/t/{first.id}" if first else "/"
        if alike and alike[1] > 1:
            start = "/house"
        here, others = at.here, addresses.names(at.address)
        code = tables.host_code() if at.store else token()
        door = Door(at.address, at.port, others, code, start, here, at.public, at.proxies, connections)
        if shop:
            sweep()
        workshop = Workshop(shop, about={"port": at.port, "data": str(at.data)}) if shop else None
        app = create_app(tables, door, tell=print_line, wifi=wifi, workshop=workshop)
        code_for = first if first and first.phase == "open" else None
        for line in address_lines(at, f"{at.base}/join/{tables.code(code_for, None)}" if code_for else None):
            print_line(line)
        if letters := code_for and app.extensions["typed"].of(code_for):
            told = say("Or type {address} into a browser, and there the letters {letters}.")
            print_line(told.format(address=door.typed, letters=letters))
        if tables.words.own():
            print_line(say("Phones are asked for the word of the house before a code works; /house changes it."))
        remind_of_outdated_cards(tables, at, printer, confirm)
        if at.public:
            print_line(say("What is different from a living room: {link}").format(link=f"{at.base}/remote"))
        whose = say("The host's link, for this computer alone: {link}")
        if at.public:
            whose = say("The host's link, for you alone: {link}")
        print_line(whose.format(link=door.host_link))
        stop = wsgi.StopSignal()
        kept = without_password(at.store) if at.store else folder.path
        print_line(say("Ctrl+C stops; tables are kept in {folder}").format(folder=kept))
        if browse and has_screen():
            open_meanwhile(door.host_link, print_line)
        tables.wake()
        upkeep = Upkeep(tables, kept if at.store else folder.file, print_line)
        elsewhere = OtherServers(tables, at.here) if at.store else None
        roaming = Roaming(app, tables.hub, at.bind, print_line)
        if at.proxies:  # all connections are a proxy's: the addresses that it tells have their shares
            connections = wsgi.MOST_FILES

        def tick() -> None:
            roaming()
            upkeep()
            if elsewhere:
                elsewhere()

        wsgi.run(app, listener, tick, stop, connections)
        if workshop:
            workshop.close()
        if elsewhere:
            elsewhere.close()
        tables.store.close()


def print_line(line: str) -> None:
    """One line, at once: whoever waits for it may be a program."""
    print(line, flush=True)


def address_lines(at: ServerPlace, join: str | None) -> Iterator[str]:
    """The address, in letters and as a code to scan."""
    from generator.drawing.qr_blocks import blocks

    yield blocks(join or f"{at.base}/", sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    yield (
        say("Phones, wherever they are: {base}")
        if at.public
        else say("On this computer alone: {base}")
        if at.address.startswith(("127.", "localhost", "::1"))
        else say("Phones on the same Wi-Fi: {base}")
    ).format(base=at.base)
    if join:
        yield say("The code above takes a free seat.")


def remind_of_outdated_cards(
    tables: Tables, at: ServerPlace, printer: SeatCardPrinter, confirm: Confirm | None
) -> None:
    """Seat cards carry an address: says so when it has changed, and offers to print them again."""
    for table_state in outdated(tables, at.base):
        old = tables.store.setting(f"cards {table_state.id}")
        print_line(
            say("The address has changed: seat cards of table {table} lead to {old}, phones find us at {new}.").format(
                table=table_state.id, old=old, new=at.base
            )
        )
        if confirm is None:
            print_line(
                say("The table screen prints them again; --address NAME keeps cards valid where a name is fixed.")
            )
        elif confirm(say("Print them again?")):
            print_line(str(printer.cards(tables, table_state, at.base)))


def outdated(tables: Tables, base: str) -> list[TableState]:
    """Tables whose printed seat cards carry another address."""
    from companion.service.tables import LISTED

    live = [each for each in tables.all(LISTED) if each.phase in ("open", "playing") and not each.closed]
    return [table_state for table_state in live if tables.store.setting(f"cards {table_state.id}") not in (None, base)]


def waiting_table(tables: Tables, slug: str) -> TableState:
    """The last table of that game that is open or in play, on the map that is asked for; a new one if there is none."""
    from companion.service.tables import LISTED

    asked = tables.maps.get(slug)  # none for a game without maps: on_map has refused it
    for found in tables.all(LISTED):
        if found.closed:
            continue
        if found.slug == slug and found.phase in ("open", "playing") and asked in (None, found.options.map):
            return found
    return tables.open(slug, pieces(slug).USUAL, tables.default_options(slug), i18n.language())


def robot_table(tables: Tables, slug: str, robots: int) -> TableState:
    """A new table for one person and so many robots, which sit on the last seats."""
    found = tables.open(slug, robots + 1, tables.default_options(slug), i18n.language())
    for seat in range(1, robots + 1):
        tables.absent(found.id, seat, True, "good")
    return tables.table_state(found.id)


def tables_alike(tables: Tables, slug: str, phrase: str, count: int) -> TableState:
    """The first of the tables with those cards: as many as are there already, or so many new ones."""
    from companion.service.past.duplicates import new_deal

    print_line(
        say(
            "The cards follow from the phrase {phrase}: whoever knows it can know them, so tell it to nobody who plays."
        ).format(phrase=grouped(phrase))
    )
    there = [each.table_state for each in tables.duplicates.tables(new_deal(phrase)) if not each.table_state.closed]
    live = [each for each in there if each.slug == slug and each.phase in ("open", "playing")]
    if live:
        return live[0]
    usual = tables.default_options(slug)
    return tables.open_alike(slug, pieces(slug).USUAL, usual, i18n.language(), count, phrase)[0]


def open_ahead(slug: str, seats: int, options: Any, at: ServerPlace, printer: SeatCardPrinter | None) -> list[str]:
    """Opens a table before anybody comes; tells what was done."""
    if not at.port:
        raise PrintError(say("Seat cards need a port that stays: --port 0 changes each time."))
    with Folder(at.data, at.base, bool(at.store)) as folder:
        tables = tables_at(at.store, folder) if at.store else tables_in(folder)
        table_state = tables.open(slug, seats, options, i18n.language())
        told = [
            say("Table {table} is open for {count} players: {address}").format(
                table=table_state.id, count=seats, address=f"{at.base}/t/{table_state.id}"
            )
        ]
        if printer:
            told.append(str(printer.cards(tables, table_state, at.base)))
        tables.store.close()
    words = ["sousmain play"]
    words += [f"--port {at.port}"] if at.port != PORT else []
    words += [f"--bind {at.bind}"] if at.bind not in (("127.0.0.1",) if at.public else addresses.ANY) else []
    if at.public:
        words += [f"--public-url {at.public}"]
    elif at.address not in (at.bind, addresses.lan()):
        words += [f"--address {at.address}"]
    words += [f"--data {at.data}"] if at.data != default_folder() else []
    return [*told, say("Start the companion with: {command}").format(command=" ".join(words))]


def has_screen() -> bool:
    """Is there a desktop to open a browser on? A text browser would take the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
