"""The command `sousmain deal`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import (
    COMMANDS,
    HOW,
    LANG_FORM,
    LANG_HELP,
    WHERE,
    Help,
    OwnFile,
    app,
    console,
    option,
    progress,
    tell,
)
from templates import say


@app.command(
    "deal",
    help=say("Prints sealed slips with what each player may see: an evening without phones."),
    rich_help_panel=COMMANDS,
)
def deal_(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", show_default=False, help=say("from `sousmain games`"), rich_help_panel=say("Games")
        ),
    ],
    players: Annotated[
        str, option(says=say("for how many players; as many as have names, or as the old box was for"), value="N")
    ] = "",
    names: Annotated[str, option(says=say("names of the players: Anne,Mario"), value="NAME,...")] = "",
    deals: Annotated[str, option(says=say("how many games to deal"), value="N")] = "1",
    map_: Annotated[
        str, option("--map", says=say("another country on the board, for games with a map"), value="FILE")
    ] = "",
    with_: OwnFile = "",
    lang: Annotated[str, option(says=LANG_HELP, value=LANG_FORM)] = "",
    verify: Annotated[
        str,
        option(
            says=say("after the game: what was dealt, from the word in the last slip; prints nothing"), value="WORD"
        ),
    ] = "",
    paper: Annotated[
        str,
        option(says=say("sheet in the printer; WxHin for inches"), value="a4|letter|a3|a2|legal|WxHmm", panel=HOW),
    ] = "a4",
    ink: Annotated[
        str,
        option(says=say("all colours; outlines and light tints; black alone"), value="full|saver|mono", panel=HOW),
    ] = "full",
    marks: Annotated[
        str,
        option(says=say("marks around pieces; thin lines on their edges; none"), value="crop|lines|none", panel=HOW),
    ] = "crop",
    out: Annotated[Path, option(says=say("folder for the files"), value="DIR", panel=WHERE)] = Path("output"),
    quiet: Annotated[bool, option("--quiet", says=say("says nothing unless something is wrong"), panel=WHERE)] = False,
    help_: Help = False,
) -> None:
    """Nothing of what is dealt is told here, nor by the name of the file."""
    from generator import deal, press
    from generator.dress import wearing
    from generator.files import save
    from generator.order import orders, whole

    (order,) = orders(
        [game], paper_=paper, lang=lang or None, players_=players, names_=names, ink=ink, marks=marks, map_=map_
    )
    count = whole("--deals", deals, 1, deal.MOST)
    if verify:
        with wearing(with_):
            for line in deal.told(order, deal.given(verify)):
                console().print(line, markup=False, soft_wrap=True)
        return
    words = deal.fresh(count)
    with wearing(with_):
        work = deal.compose(order, words)
    with progress(len(work.sides()), quiet) as tick:
        data = press.render(work, tick)
    path = out / deal.file(order, words)
    save([(path, data)])
    if not quiet:
        tell([press.receipt(work, path, len(data))])
        console().print(
            say(
                "Only the first page is for everybody: print the others without looking, and delete the file after that."
            )
        )
