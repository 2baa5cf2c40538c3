"""What `sousmain play` and `sousmain table` do, once their words are read."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

import templates
from companion import address as addresses
from companion.connections import AN_ADDRESS
from companion.folder import Folder, NotWritable, usual
from generator.errors import Mistake
from generator.files import save
from referee.registry import pieces
from templates import say
from templates.mistakes import reason

if TYPE_CHECKING:
    from companion.sitting import Sitting
    from companion.tables import Tables

Confirm = Callable[[str], bool]
PORT = 7770


class Place(Struct, frozen=True):
    """Where a server is, or will be: what it listens to, what phones type, where its tables are kept."""

    bind: str
    port: int
    address: str
    data: Path

    @property
    def base(self) -> str:
        """The beginning of every address."""
        return addresses.base(self.address, self.port)

    @property
    def here(self) -> str:
        """The same, as this computer itself reaches it."""
        return addresses.base("127.0.0.1", self.port) if self.bind in addresses.ANY else self.base


class Printer(Struct, frozen=True):
    """How seat cards are printed, and where they go."""

    out: Path
    paper: str = "a4"
    ink: str = "full"
    printer: str = ""

    def check(self) -> None:
        """Before anything is opened for it."""
        from generator.seatcards import checked

        checked(self.paper, self.ink, templates.language(), self.printer)

    def cards(self, tables: Tables, sitting: Sitting, base: str) -> Path:
        """Writes the seat cards of a table."""
        from companion import seatcards

        lang = templates.language()
        told = f"-printer-{self.printer.strip().lower()}" if self.printer else ""
        path = self.out / f"seats-{sitting.slug}-{sitting.id}-{lang}-{self.paper}{told}.pdf"
        save([(path, seatcards.of(tables, sitting, base, lang, self.paper, self.ink, self.printer))])
        return path


def place(bind: str, port: int, name: str, data: Path | None) -> Place:
    """Checks what was asked for."""
    bound = addresses.checked("--bind", bind)
    return Place(bound, port, addresses.for_phones(bound, addresses.named("--address", name)), data or usual())


def tables_in(folder: Folder) -> Tables:
    """The tables kept in a folder."""
    from sqlalchemy.exc import DBAPIError

    from companion import copies, troubles
    from companion.durability import Stamp
    from companion.lifecycle import new_codes, renew_codes
    from companion.secret import secret
    from companion.store import AT_START, Store, StoreError, patiently
    from companion.tables import Tables

    try:
        fresh = not folder.file.exists() or not folder.file.stat().st_size
        os.close(os.open(folder.file, os.O_RDWR | os.O_CREAT, 0o600))  # racks are in it: for its owner's eyes alone
        tables = Tables(Store(folder.url), secret(folder.path))
        tables.store.shrink()
        renewed = patiently(lambda: renew_codes(tables), AT_START)
    except OSError as refusal:
        raise NotWritable(folder.path, reason(refusal)) from None
    except (StoreError, ValueError) as refusal:
        raise NotWritable(folder.path, str(refusal)) from None
    except DBAPIError as refusal:
        raise NotWritable(folder.path, str(refusal.orig)) from None
    if renewed:
        tell(new_codes())
    copy = copies.newest(folder.path / copies.FOLDER, None if fresh else Stamp.read(tables.store.stamp))
    if copy:
        tell((troubles.begun_anew if fresh else troubles.less_than)(folder.file, copy))
    return tables


def play(
    slug: str | None,
    at: Place,
    browse: bool,
    printer: Printer,
    confirm: Confirm | None,
    maps: Mapping[str, Any],
    connections: int = AN_ADDRESS,
) -> None:
    """Serves until it is told to stop. Tables that are opened meanwhile have those maps.

    So many connections may come from one address.
    """
    from companion import serve

    serve.patch()
    from companion import journal
    from companion.app import Door, create_app
    from companion.roaming import Roaming
    from companion.secret import token
    from companion.upkeep import Upkeep

    try:
        listener = addresses.listening(at.bind, at.port)
    except addresses.PortTaken:
        if at.data.exists():
            with Folder(at.data, at.base):  # taken by our own companion? It says so itself
                pass
        raise
    at = replace(at, port=listener.getsockname()[1])
    with Folder(at.data, at.base) as folder, journal.kept(folder.path):
        tables = tables_in(folder)
        tables.maps.update(maps)
        first = waiting_table(tables, slug) if slug else None
        start = f"/t/{first.id}" if first else "/"
        door = Door(at.address, at.port, addresses.names(at.address), token(), start, at.here)
        app = create_app(tables, door, tell=tell)
        code_for = first if first and first.phase == "open" else None
        for line in greeting(at, f"{at.base}/join/{tables.code(code_for, None)}" if code_for else None):
            tell(line)
        remind(tables, at, printer, confirm)
        tell(say("The host's link, for this computer alone: {link}").format(link=door.host_link))
        stop = serve.Stop()
        tell(say("Ctrl+C stops; tables are kept in {folder}").format(folder=folder.path))
        if browse and has_screen():
            webbrowser.open(door.host_link)
        tables.wake()
        upkeep = Upkeep(tables, folder.file, tell)
        roaming = Roaming(app, tables.hub, at.bind, tell)

        def tick() -> None:
            roaming()
            upkeep()

        serve.run(app, listener, tick, stop, connections)
        tables.store.close()


def tell(line: str) -> None:
    """One line, at once: whoever waits for it may be a program."""
    print(line, flush=True)


def greeting(at: Place, join: str | None) -> Iterator[str]:
    """The address, in letters and as a code to scan."""
    from generator.blocks import blocks

    yield blocks(join or f"{at.base}/", sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    yield say("Phones in the same Wi-Fi: {base}").format(base=at.base)
    if join:
        yield say("The code above takes a free seat.")


def remind(tables: Tables, at: Place, printer: Printer, confirm: Confirm | None) -> None:
    """Seat cards carry an address: says so when it has changed, and offers to print them again."""
    for sitting in outdated(tables, at.base):
        old = tables.store.told(f"cards {sitting.id}")
        tell(
            say("The address has changed: seat cards of table {table} lead to {old}, phones find us at {new}.").format(
                table=sitting.id, old=old, new=at.base
            )
        )
        if confirm is None:
            tell(say("The table screen prints them again; --address NAME keeps cards valid where a name is fixed."))
        elif confirm(say("Print them again?")):
            tell(str(printer.cards(tables, sitting, at.base)))


def outdated(tables: Tables, base: str) -> list[Sitting]:
    """Tables whose printed seat cards carry another address."""
    from companion.tables import LISTED

    live = [each for each in tables.all(LISTED) if each.phase in ("open", "playing") and not each.closed]
    return [sitting for sitting in live if tables.store.told(f"cards {sitting.id}") not in (None, base)]


def waiting_table(tables: Tables, slug: str) -> Sitting:
    """The last table of that game that is open or in play, on the map that is asked for; a new one if there is none."""
    from companion.tables import LISTED

    asked = tables.maps.get(slug)  # none for a game without maps: on_map has refused it
    for found in tables.all(LISTED):
        if found.closed:
            continue
        if found.slug == slug and found.phase in ("open", "playing") and asked in (None, found.options.map):
            return found
    return tables.open(slug, pieces(slug).USUAL, tables.usual(slug), templates.language())


def open_ahead(slug: str, seats: int, options: Any, at: Place, printer: Printer | None) -> list[str]:
    """Opens a table before anybody comes; tells what was done."""
    if not at.port:
        raise Mistake(say("Seat cards need a port that stays: --port 0 changes each time."))
    with Folder(at.data, at.base) as folder:
        tables = tables_in(folder)
        sitting = tables.open(slug, seats, options, templates.language())
        told = [
            say("Table {table} is open for {count} players: {address}").format(
                table=sitting.id, count=seats, address=f"{at.base}/t/{sitting.id}"
            )
        ]
        if printer:
            told.append(str(printer.cards(tables, sitting, at.base)))
        tables.store.close()
    words = ["sousmain play"]
    words += [f"--port {at.port}"] if at.port != PORT else []
    words += [f"--bind {at.bind}"] if at.bind not in addresses.ANY else []
    words += [f"--address {at.address}"] if at.address not in (at.bind, addresses.lan()) else []
    words += [f"--data {at.data}"] if at.data != usual() else []
    return [*told, say("Start the companion with: {command}").format(command=" ".join(words))]


def has_screen() -> bool:
    """Is there a desktop to open a browser on? A text browser would take the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
