"""The command `sousmain deal`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from generator.cli import app, console, progress, tell
from generator.errors import Mistake
from generator.misspelt import which
from generator.options import (
    COMMANDS,
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
from templates import say


@app.command(
    "deal",
    help=say("Prints sealed slips with what each player may see: an evening without phones."),
    rich_help_panel=COMMANDS,
)
def deal_(
    game: GameName = "",
    players: Players = "",
    names: Names = "",
    deals: Annotated[str, option(says=say("how many games to deal"), value="N")] = "1",
    map_: BoardMap = "",
    with_: OwnFile = "",
    lang: LangOnPaper = "",
    verify: Annotated[
        str,
        option(
            says=say("after the game: what was dealt, from the word in the last slip; prints nothing"), value="WORD"
        ),
    ] = "",
    paper: PaperSize = "a4",
    ink: InkMode = "full",
    marks: Marks = "crop",
    out: OutFolder = Path("output"),
    quiet: Quiet = False,
    help_: Help = False,
) -> None:
    """Nothing of what is dealt is told here, nor by the name of the file."""
    from generator import deal, press
    from generator.dress import wearing
    from generator.files import save
    from generator.order import orders, whole

    if not game:
        raise Mistake(which("sousmain deal", deal.secret()))
    (order,) = orders(
        [game], paper_=paper, lang=lang or None, players_=players, names_=names, ink=ink, marks=marks, map_=map_
    )
    count = whole("--deals", deals, 1, deal.MOST)
    if verify:
        with wearing(with_, order.lang):
            for line in deal.told(order, deal.given(verify)):
                console().print(line, markup=False, soft_wrap=True)
        return
    words = deal.fresh(count)
    with wearing(with_, order.lang, [order.game]) as advice:
        work = deal.compose(order, words)
    with progress(len(work.sides()), quiet) as tick:
        data = press.render(work, tick)
    path = out / deal.file(order, words)
    save([(path, data)])
    if not quiet:
        tell([press.receipt(work, path, len(data))])
        for sentence in advice:
            console().print(sentence, markup=False)
        console().print(
            say(
                "Only the first page is for everybody: print the others without looking, and delete the file after that."
            )
        )
