"""The commands `play` and `table`: the companion, and tables opened ahead."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import completion
from cli.console import print_line
from cli.options import (
    COMMANDS,
    DEFAULTS,
    HERE,
    PLAYED,
    SERVED,
    WHAT,
    Address,
    Bind,
    Chosen,
    Data,
    GameName,
    Help,
    InkMode,
    MapFile,
    OutFolder,
    OwnWords,
    PaperSize,
    Port,
    PrinterName,
    PublicUrl,
    SeatCount,
    Spoken,
    StoreUrl,
    language,
    metavar,
    option,
)
from templates import i18n
from templates.i18n import say

SHOP = sys.executable, "-P", "-m", "cli.shop"  # draws what the host prints in the browser


def play_(
    game: Annotated[
        str,
        typer.Argument(
            metavar=metavar("[GAME]"),
            show_default=False,
            help=say("from `sousmain games`; chosen on the screen unless given"),
            rich_help_panel=say("Games"),
            autocompletion=completion.games,
        ),
    ] = "",
    robots: Annotated[
        str,
        option(
            says=say("opens a table for you and so many robots; the host can change how well they play"),
            value="N",
            panel=PLAYED,
        ),
    ] = "",
    deal: Annotated[
        str | None,
        option(
            says=say("the cards that a phrase stands for, the same wherever it is told; “new” makes one up"),
            value="WORD",
            panel=PLAYED,
        ),
    ] = None,
    tables: Annotated[
        str, option("--tables", says=say("with --deal: so many tables with these cards"), value="N", panel=PLAYED)
    ] = "",
    lang: Spoken = "",
    map_: MapFile = "",
    with_: OwnWords = "",
    port: Port = "7770",
    address: Address = "",
    bind: Bind = "",
    public_url: PublicUrl = "",
    trust_proxy: Annotated[
        str,
        option(
            "--trust-proxy",
            says=say("so many proxies stand before it and tell truly who asks (X-Forwarded-For, -Proto, -Host)"),
            value="N",
            panel=SERVED,
        ),
    ] = "0",
    connections: Annotated[
        str,
        option(
            says=say("so many connections may come from one address; a phone takes two or three"),
            value="N",
            panel=SERVED,
        ),
    ] = "200",
    wifi: Annotated[
        str,
        option(
            says=say("name of the Wi-Fi: table screens show a code with which phones join it"),
            value="NAME",
            panel=SERVED,
        ),
    ] = "",
    wifi_password: Annotated[
        str,
        option(
            says=say("its password; or type it on the table screen, where no history keeps it"),
            value="WORD",
            panel=SERVED,
        ),
    ] = "",
    word: Annotated[
        str | None,
        option(
            says=say("a word that phones are asked for before a code works; or type it on the page of the house"),
            value="WORD",
            panel=SERVED,
        ),
    ] = None,
    no_open: Annotated[bool, option("--no-open", says=say("opens no browser"), panel=HERE)] = False,
    data: Data = None,
    store: StoreUrl = "",
    new_codes: Annotated[
        bool,
        option("--new-codes", says=say("with --store: gives every seat a new code if the secret was lost"), panel=HERE),
    ] = False,
    help_: Help = False,
) -> None:
    """Serves until it is stopped. The table screen opens in the browser."""
    from cli import record_reports
    from companion.server import launch
    from generator.order import words
    from generator.press.overrides import with_overrides
    from referee.registry import GAMES

    slug = words.game(game) if game else None
    with i18n.speaking(language(lang)), with_overrides(with_, games=(slug,) if slug else tuple(GAMES)) as advice:
        for sentence in advice:
            print_line(sentence)
        maps = record_reports.on_map((slug,) if slug else tuple(GAMES), map_)
        proxies = words.whole_number("--trust-proxy", trust_proxy, 0, 10)
        at = launch.checked_place(
            bind, words.whole_number("--port", port, 0, 65535), address, data, public_url, proxies, store
        )
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        most = words.whole_number("--connections", connections, 10, 100_000)
        confirm = typer.confirm if at_terminal else None
        joined = launch.checked_wifi(wifi, wifi_password)
        cards = launch.SeatCardPrinter(Path("output"))
        against = robots_told(slug, robots)
        alike = alike_told(slug, deal, tables, robots)
        asked = launch.checked_word(word)
        launch.play(slug, at, not no_open, cards, confirm, maps, most, joined, new_codes, against, asked, SHOP, alike)


def alike_told(slug: str | None, deal: str | None, tables: str, robots: str) -> tuple[str, int] | None:
    """The phrase that the cards follow from, and how many tables shall have them; none where nobody asked."""
    from companion.table.acts import MOST_ALIKE
    from generator.errors import PrintError
    from generator.order import words
    from generator.press import deal_slips

    if deal is None:
        if tables:
            raise PrintError(say("--tables needs --deal: sousmain play GAME --deal new --tables 3."))
        return None
    if slug is None:
        raise PrintError(say("--deal needs a game: sousmain play GAME --deal WORD."))
    if robots:
        raise PrintError(say("{one} and {other} do not go together.").format(one="--deal", other="--robots"))
    (phrase,) = (
        deal_slips.new_seed_phrases(1)
        if deal.strip().lower() == "new"
        else [deal_slips.parsed_seed_phrase(deal, "--deal")]
    )
    return phrase, words.whole_number("--tables", tables or "1", 1, MOST_ALIKE)


def robots_told(slug: str | None, told: str) -> int:
    """How many robots play with one person: as many as leave him a seat of that game."""
    from generator.errors import PrintError
    from generator.order import words
    from referee.registry import pieces

    if not told:
        return 0
    if slug is None:
        raise PrintError(say("--robots needs a game: sousmain play GAME --robots N."))
    players = pieces(slug).PLAYERS
    return words.whole_number("--robots", told, players[0] - 1, players[-1] - 1)


def table_(
    game: GameName,
    players: SeatCount = "",
    options: Chosen = None,
    lang: Spoken = "",
    map_: MapFile = "",
    with_: OwnWords = "",
    print_: Annotated[bool, option("--print", says=say("prints the seat cards as PDF"), panel=WHAT)] = False,
    paper: PaperSize = DEFAULTS["paper"],
    ink: InkMode = DEFAULTS["ink"],
    printer: PrinterName = "",
    port: Port = "7770",
    bind: Bind = "",
    address: Address = "",
    public_url: PublicUrl = "",
    data: Data = None,
    store: StoreUrl = "",
    out: OutFolder = DEFAULTS["out"],
    help_: Help = False,
) -> None:
    """The cards stay valid over restarts while address and port hold."""
    from cli import record_reports
    from companion.server import launch
    from generator.order import words
    from generator.press.overrides import with_overrides
    from referee.registry import pieces

    with i18n.speaking(language(lang)), with_overrides(with_):
        slug = words.game(game)
        seats = words.players(players, (), pieces(slug), slug)
        chosen = record_reports.options_from(slug, options or (), map_)
        at = launch.checked_place(
            bind, words.whole_number("--port", port, 0, 65535), address, data, public_url, store=store
        )
        cards = launch.SeatCardPrinter(out, paper, ink, printer)
        cards.check()  # also when they are printed another time: a wrong word is told at once
        for line in launch.open_ahead(slug, seats, chosen, at, cards if print_ else None):
            print_line(line)


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "play", help=say("Starts the companion: phones scan a code and become secret hands."), rich_help_panel=COMMANDS
    )(play_)
    app.command(
        "table",
        help=say("Opens a table ahead, and prints its seat cards with codes to scan."),
        rich_help_panel=COMMANDS,
    )(table_)
