"""The whole command line: what `generator/cli.py` prints, and here what is played. Thin, like the other.

Nothing heavy is imported here: `sousmain --help` must answer at once.
"""

from __future__ import annotations

if __name__ == "__main__":  # through the outermost door, before anything below can fail
    from companion.entry import main as enter

    enter()

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import templates
from generator import calibrator, completion, deal_cli  # noqa: F401 - the first and the last add their commands
from generator.cli import app, console, progress
from generator.cli import main as main  # companion/entry.py runs it
from generator.options import (
    COMMANDS,
    LANG_FORM,
    LANG_HELP,
    OWN_HELP,
    TOLD,
    WHAT,
    WHERE,
    GameName,
    Help,
    InkMode,
    OutFolder,
    PaperSize,
    PrinterName,
    Told,
    form,
    option,
)
from templates import say

if TYPE_CHECKING:
    from companion.doctor import Finding

PLAYED, HERE = say("What is played"), say("On this computer")

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=form("RECORD"), show_default=False, help=say("the file of a finished game"), rich_help_panel=say("File")
    ),
]


SERVED = say("Where phones find it")
Port = Annotated[str, option(says=say("the number after the colon"), value="N", panel=SERVED)]
Bind = Annotated[
    str,
    option(says=say("which of its addresses the computer listens to; all unless given"), value="ADDR", panel=SERVED),
]
Address = Annotated[
    str,
    option(says=say("a fixed name of this computer, for codes that outlive its number"), value="NAME", panel=SERVED),
]
Data = Annotated[
    Path | None, option(says=say("folder where tables are kept; the usual one unless given"), value="DIR", panel=HERE)
]
Spoken = Annotated[str, option("--lang", says=LANG_HELP, value=LANG_FORM, panel=PLAYED)]
OwnTold = Annotated[str, option("--with", says=OWN_HELP, value="FILE", panel=TOLD)]
SealTold = Annotated[
    str, option("--seal", says=say("the final seal that was shown at the end of the game"), value="CODE", panel=TOLD)
]
OwnWords = Annotated[str, option("--with", says=OWN_HELP, value="FILE", panel=PLAYED)]


SeatCount = Annotated[
    str, option(says=say("how many players; as many as the old box was for unless given"), value="N", panel=PLAYED)
]
Chosen = Annotated[
    list[str] | None,
    option("--option", says=say("how it is played: target=2"), value="NAME=VALUE", panel=PLAYED),
]
MapFile = Annotated[
    str, option("--map", says=say("a map or board of your own, for games that have one"), value="FILE", panel=PLAYED)
]


@app.command(
    "play", help=say("Starts the companion: phones scan a code and become secret hands."), rich_help_panel=COMMANDS
)
def play_(
    game: Annotated[
        str,
        typer.Argument(
            metavar=form("[GAME]"),
            show_default=False,
            help=say("from `sousmain games`; chosen on the screen unless given"),
            rich_help_panel=say("Games"),
            autocompletion=completion.games,
        ),
    ] = "",
    lang: Spoken = "",
    map_: MapFile = "",
    with_: OwnWords = "",
    port: Port = "7770",
    address: Address = "",
    bind: Bind = "0.0.0.0",
    connections: Annotated[
        str,
        option(
            says=say("so many connections may come from one address; a phone takes two or three"),
            value="N",
            panel=SERVED,
        ),
    ] = "200",
    no_open: Annotated[bool, option("--no-open", says=say("opens no browser"), panel=HERE)] = False,
    data: Data = None,
    help_: Help = False,
) -> None:
    """Serves until it is stopped. The table screen opens in the browser."""
    from companion import play, records
    from generator import order
    from generator.dress import wearing
    from referee.registry import GAMES

    slug = order.game(game) if game else None
    with templates.speaking(language(lang)), wearing(with_, games=(slug,) if slug else GAMES) as advice:
        for sentence in advice:
            tell(sentence)
        maps = records.on_map((slug,) if slug else GAMES, map_)
        at = play.place(bind, order.whole("--port", port, 0, 65535), address, data)
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        most = order.whole("--connections", connections, 10, 100_000)
        confirm = typer.confirm if at_terminal else None
        play.play(slug, at, not no_open, play.Printer(Path("output")), confirm, maps, most)


@app.command(
    "table",
    help=say("Opens a table ahead, and prints its seat cards with codes to scan."),
    rich_help_panel=COMMANDS,
)
def table_(
    game: GameName,
    players: SeatCount = "",
    options: Chosen = None,
    lang: Spoken = "",
    map_: MapFile = "",
    with_: OwnWords = "",
    print_: Annotated[bool, option("--print", says=say("prints the seat cards as PDF"), panel=WHAT)] = False,
    paper: PaperSize = "a4",
    ink: InkMode = "full",
    printer: PrinterName = "",
    port: Port = "7770",
    bind: Bind = "0.0.0.0",
    address: Address = "",
    data: Data = None,
    out: OutFolder = Path("output"),
    help_: Help = False,
) -> None:
    """The cards stay valid over restarts while address and port hold."""
    from companion import play, records
    from generator import order
    from generator.dress import wearing
    from referee.registry import pieces

    with templates.speaking(language(lang)), wearing(with_):
        slug = order.game(game)
        seats = order.players(players, (), pieces(slug), slug)
        chosen = records.options_from(slug, options or (), map_)
        at = play.place(bind, order.whole("--port", port, 0, 65535), address, data)
        cards = play.Printer(out, paper, ink, printer)
        cards.check()  # also when they are printed another time: a wrong word is told at once
        for line in play.open_ahead(slug, seats, chosen, at, cards if print_ else None):
            tell(line)


@app.command("backup", help=say("Copies all tables to one file, also while they are played."), rich_help_panel=COMMANDS)
def backup_(
    to: Annotated[
        Path | None,
        option(says=say("the file to write; one in the folder of tables unless given"), value="FILE", panel=WHERE),
    ] = None,
    data: Data = None,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """The companion need not be stopped for it, and nobody waits."""
    from companion import restore
    from companion.folder import usual

    with templates.speaking(language(lang)):
        tell(restore.backup(data or usual(), to))


@app.command("restore", help=say("Puts a copy in the place of all tables; those go aside."), rich_help_panel=COMMANDS)
def restore_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=form("FILE"),
            show_default=False,
            help=say("from `sousmain backup`, or from the folder `backups`"),
            rich_help_panel=say("File"),
        ),
    ],
    data: Data = None,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Refuses while the companion runs in that folder."""
    from companion import restore
    from companion.folder import usual

    with templates.speaking(language(lang)):
        for line in restore.restore(file, data or usual()):
            tell(line)


@app.command(
    "doctor",
    help=say("Checks that all is in place to print and to play, and says what to do where it is not."),
    rich_help_panel=COMMANDS,
)
def doctor_(
    port: Port = "7770",
    data: Data = None,
    out: Annotated[Path, option(says=say("folder for the files"), value="DIR", panel=WHERE)] = Path("output"),
    json: Annotated[bool, option("--json", says=say("tells the result as JSON"), panel=WHERE)] = False,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Exit code 1 when something stops printing or playing."""
    from companion import doctor
    from generator.order import whole

    with templates.speaking(language(lang)):
        found = [*doctor.examined(doctor.Patient.of(out, data, whole("--port", port, 1, 65535)))]
        if json:
            import msgspec

            told = msgspec.json.format(msgspec.json.encode({"findings": found}))
            sys.stdout.buffer.write(told + b"\n")
        else:
            for each in found:
                tell(say("{mark} {title}: {finding}").format(mark=mark(each), title=each.title, finding=each.told))
    if not all(each.ok for each in found if each.needed):
        raise typer.Exit(1)


@app.command(
    "verify",
    help=say("Checks the record of a game: every byte, every rule, every draw."),
    rich_help_panel=COMMANDS,
)
def verify_(file: RecordFile, seal: SealTold = "", help_: Help = False) -> None:
    """What it proves when it holds; else the line, or the two seals that differ."""
    from companion import records

    tell(records.verified(file, seal))


@app.command("replay", help=say("Tells a recorded game move by move."), rich_help_panel=COMMANDS)
def replay_(
    file: RecordFile,
    with_: OwnTold = "",
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Nothing is told of a record that does not hold."""
    from companion import records
    from generator.dress import wearing

    with templates.speaking(language(lang)), wearing(with_):
        for line in records.told(records.read(file)):
            tell(line)


@app.command(
    "simulate",
    help=say("Lets robots play many games and adds them up: lengths, results, rules."),
    rich_help_panel=COMMANDS,
)
def simulate_(
    game: GameName,
    games: Annotated[str, option(says=say("how many games"), value="N", panel=PLAYED)] = "100",
    seed: Annotated[str, option(says=say("the same word gives the same games"), value="WORD", panel=PLAYED)] = "1",
    players: SeatCount = "",
    options: Chosen = None,
    map_: MapFile = "",
    out: Annotated[
        Path | None, option("--record", says=say("folder for a record of each game"), value="DIR", panel=WHERE)
    ] = None,
    lang: Spoken = "",
    help_: Help = False,
) -> None:
    """The same words give the same figures on every machine."""
    from companion import records
    from generator import order
    from generator.files import save
    from referee.registry import pieces

    with templates.speaking(language(lang)):
        slug = order.game(game)
        seats = order.players(players, (), pieces(slug), slug)
        count = order.whole("--games", games, 1, 100_000)
        batch = records.Batch(slug, seats, records.options_from(slug, options or (), map_), seed)
        with progress(count, False, say("Playing")) as tick:
            played = ((name, data, tick(1)) for name, data in records.simulated(batch, count))
            if out:
                save((out / name, data) for name, data, _ in played)
            else:
                for _ in played:
                    pass
        tell(records.title(batch))
        for rows in (records.lengths(batch), records.results(batch), records.rules(batch)):
            table(rows)


def language(given: str) -> str:
    """The language asked for, or the system's."""
    from generator.order import chosen

    return chosen("--lang", given, templates.LANGUAGES) if given else templates.language()


def mark(found: Finding) -> str:
    """Well, not, or advice; also on a terminal that has no such letters."""
    if not found.ok and not found.needed:
        return "!"
    try:
        "✓✗".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "ok" if found.ok else "--"
    return "✓" if found.ok else "✗"


def tell(line: str) -> None:
    """One line; a pipe gets it unbroken."""
    console().print(line, markup=False, soft_wrap=True)


def table(rows: list[tuple[str, ...]]) -> None:
    """Columns; the first holds names, the others numbers."""
    from rich.table import Table

    first, *rest = rows
    shown = Table(box=None, padding=(0, 2, 0, 0))
    for i, column in enumerate(first):
        shown.add_column(column, justify="right" if i else "left")
    for row in rest:
        shown.add_row(*row)
    console().print()
    console().print(shown)
