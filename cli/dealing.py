"""The command `sousmain deal`."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.console import console, print_receipts, progress
from cli.options import (
    COMMANDS,
    DEFAULTS,
    BoardMap,
    GameName,
    Help,
    InkMode,
    LangOnPaper,
    Marks,
    Names,
    OutFolder,
    OwnFile,
    PaperSize,
    Players,
    Quiet,
    option,
)
from cli.usage_errors import which
from generator.errors import PrintError
from templates.i18n import say


def deal_(
    game: GameName = "",
    players: Players = "",
    names: Names = None,
    deals: Annotated[str, option(says=say("how many games to deal"), value="N")] = "1",
    tables: Annotated[
        str, option("--tables", says=say("how many sets of each, for as many tables with the same cards"), value="N")
    ] = "1",
    phrase: Annotated[
        str | None,
        option("--phrase", says=say("the deal that this word stands for, the same wherever it is told"), value="WORD"),
    ] = None,
    map_: BoardMap = "",
    with_: OwnFile = "",
    lang: LangOnPaper = "",
    verify: Annotated[
        str | None,
        option(
            says=say("after the game: what was dealt, from the word in the last slip; prints nothing"), value="WORD"
        ),
    ] = None,
    paper: PaperSize = DEFAULTS["paper"],
    ink: InkMode = DEFAULTS["ink"],
    marks: Marks = DEFAULTS["marks"],
    out: OutFolder = DEFAULTS["out"],
    quiet: Quiet = False,
    help_: Help = False,
) -> None:
    """Nothing of what is dealt is told here, nor by the name of the file."""
    from generator.files import save
    from generator.order.request import requests
    from generator.order.words import whole_number
    from generator.press import build, deal_slips
    from generator.press.overrides import with_overrides

    if not game:
        raise PrintError(which("sousmain deal", deal_slips.secret_games()))
    (order,) = requests([game], paper=paper, lang=lang, players=players, names=names, ink=ink, marks=marks, map=map_)
    count = whole_number("--deals", deals, 1, deal_slips.MOST)
    if verify is not None:
        with with_overrides(with_, order.lang):
            for line in deal_slips.deal_in_words(order, deal_slips.parsed_seed_phrase(verify)):
                console().print(line, markup=False, soft_wrap=True)
        return
    sets = whole_number("--tables", tables, 1, deal_slips.MOST)
    if phrase is not None and count > 1:
        raise PrintError(say("{one} and {other} do not go together.").format(one="--phrase", other="--deals"))
    told = (
        deal_slips.new_seed_phrases(count) if phrase is None else (deal_slips.parsed_seed_phrase(phrase, "--phrase"),)
    )
    words = tuple(word for word in told for _ in range(sets))
    if len(words) > deal_slips.MOST:
        raise PrintError(say("At most {count} sets of slips go into one file.").format(count=deal_slips.MOST))
    with with_overrides(with_, order.lang, [order.game]) as advice:
        work = deal_slips.compose(order, words)
    with progress(len(work.sides()), quiet) as tick:
        data = build.render(work, tick)
    path = out / deal_slips.file_name(order, words)
    save([(path, data)])
    if not quiet:
        print_receipts([build.receipt(work, path, len(data))])
        for sentence in advice:
            console().print(sentence, markup=False)
        public = sum(side.component not in ("seats", "slips") for side in work.sides())
        only = say(
            "Only the first page is for everybody: print the others without looking, and delete the file after that."
        )
        if public > 1:
            only = say(
                "Only the first {count} pages are for everybody: print the others without looking, and delete the file after "
                "that."
            ).format(count=public)
        console().print(only)


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "deal",
        help=say("Prints sealed slips with what each player may see: an evening without phones."),
        rich_help_panel=COMMANDS,
    )(deal_)
