"""The command `calibrate`: prints the sheet, keeps what was read on it, lists and forgets. Thin, like the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import completion
from cli.console import console
from cli.options import COMMANDS, DEFAULTS, HOW, Help, LangOnPaper, OutFolder, PaperSize, option
from generator.errors import BadValue, PrintError
from templates import i18n
from templates.i18n import say

if TYPE_CHECKING:
    from generator.layout.printer_profile import Profile

READ = say("What was read on the sheet")
KEPT = say("What is kept")
USUAL = "home"  # what a printer is called unless told
TURNS = ("long-edge", "short-edge")


def calibrate_(
    paper: PaperSize = DEFAULTS["paper"],
    sides: Annotated[
        str,
        option(
            says=say("the edge that the sheet is turned over"),
            value="|".join(TURNS),
            panel=HOW,
            complete=completion.turns,
        ),
    ] = "long-edge",
    printer: Annotated[
        str,
        option(
            says=say("prints the sheet with that profile, to check it"),
            value="NAME",
            panel=HOW,
            complete=completion.printers,
        ),
    ] = "",
    set_: Annotated[
        str,
        option(
            "--set", says=say("where the middle cross stands, in mm to the right and down"), value="X,Y", panel=READ
        ),
    ] = "",
    rotate: Annotated[
        str, option(says=say("how far the crosses stand turned, in degrees clockwise (0)"), value="DEG", panel=READ)
    ] = "",
    scale: Annotated[
        str,
        option(says=say("half the millimetres of the bar; as it was, or 100, unless given"), value="PCT", panel=READ),
    ] = "",
    name: Annotated[
        str,
        option(says=say("name of the printer"), value="NAME", panel=READ, complete=completion.printers),
    ] = USUAL,
    list_: Annotated[bool, option("--list", says=say("lists the profiles that are kept"), panel=KEPT)] = False,
    forget: Annotated[
        str, option(says=say("forgets a profile"), value="NAME", panel=KEPT, complete=completion.printers)
    ] = "",
    lang: LangOnPaper = "",
    out: OutFolder = DEFAULTS["out"],
    help_: Help = False,
) -> None:
    """One thing at a time."""
    asked = [word for word, given in (("--set", set_), ("--list", list_), ("--forget", forget)) if given]
    if len(asked) > 1:
        raise PrintError(say("{first} and {second} do not go together.").format(first=asked[0], second=asked[1]))
    if not set_:
        for word, given in (("--rotate", rotate), ("--scale", scale), ("--name", name != USUAL)):
            if given:
                raise PrintError(say("{option} goes with --set X,Y.").format(option=word))
    for line in (
        store_profile(set_, rotate, scale, name, sides)
        if set_
        else profile_lines()
        if list_
        else forget_profile(forget)
        if forget
        else print_sheet(paper, sides, printer, lang, out)
    ):
        console().print(line, markup=False, soft_wrap=True)


def print_sheet(paper_: str, sides: str, printer: str, lang: str, out: Path) -> Iterator[str]:
    """Prints the sheet."""
    from generator.files import save
    from generator.layout.paper import paper
    from generator.layout.print_settings import PrintSettings
    from generator.order.printers import profile_for
    from generator.order.words import one_of
    from generator.press.calibration import calibration, command

    turned = one_of("--sides", sides, TURNS)
    name, profile = profile_for(printer, paper(paper_), turned)  # type: ignore[arg-type]
    spoken = one_of("--lang", lang, i18n.LANGUAGES) if lang else i18n.system_language()
    settings = PrintSettings(paper=paper(paper_), lang=spoken, sides=turned, printer=name, profile=profile)  # type: ignore[arg-type]
    with i18n.speaking(spoken):
        data = calibration(settings)
    parts = ["calibration", spoken, settings.paper.name, turned, *([f"printer-{name}"] if name else [])]
    path = out / ("-".join(parts) + ".pdf")
    save([(path, data)])
    yield str(path)
    yield say("Print it at 100 %, on both sides of one sheet; the sheet says how to read it. Then:")
    yield f"  {command()}"


def store_profile(given: str, rotate: str, scale: str, name_: str, sides: str) -> Iterator[str]:
    """Keeps a profile. What is read for one edge leaves the other alone; the scale stays unless it is given."""
    from msgspec.structs import replace

    from generator.layout import printer_profile
    from generator.order import printers
    from generator.order.user_files import checked_name
    from generator.order.words import millimetres_xy, one_of

    name = checked_name("--name", name_)
    turned = one_of("--sides", sides, TURNS)
    x, y = millimetres_xy(given, "--set")
    degrees = number("--rotate", rotate or "0", -printer_profile.MOST_TURN, printer_profile.MOST_TURN, "°")
    edge = printer_profile.Edge(x, y, degrees)
    old = printers.known_profiles().get(name, printer_profile.Profile())
    if scale:
        least, most = printer_profile.LEAST_SCALE, printer_profile.MOST_SCALE
        old = replace(old, scale=number("--scale", scale, least, most, "%", say("choose 100 % in the print dialog")))
    new = replace(old, long_edge=edge) if turned == "long-edge" else replace(old, short_edge=edge)
    file = printers.store_profile(name, new)
    yield profile_line(name, new)
    yield say("Kept in {file}. Use it with: {command}").format(
        file=file, command=f"sousmain print --sides {turned} --printer {name}"
    )


def number(option: str, given: str, least: float, most: float, unit: str, else_: str = "") -> float:
    """A number within bounds, with or without its unit; a decimal comma will do."""
    text = given.strip().removesuffix(unit).strip().replace(",", ".")
    value = float(text) if re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,6})?", text) else most + 1
    if not least <= value <= most:
        expected = say("it takes a number from {least:g} to {most:g}").format(least=least, most=most)
        raise BadValue(option, given, say("; ").join(filter(None, (expected, else_))))
    return value


def profile_lines() -> Iterator[str]:
    """One line a profile."""
    from generator.order import printers

    found = printers.known_profiles()
    for name, each in found.items():
        yield profile_line(name, each)
    if not found:
        yield say("No printer is known yet: `sousmain calibrate` prints a sheet to read one.")


def profile_line(name: str, profile: Profile) -> str:
    """A profile in one line."""
    words = [say("{scale:g} % of full size").format(scale=profile.scale)]
    for edge, read in ((say("long edge"), profile.long_edge), (say("short edge"), profile.short_edge)):
        if read:
            words.append(
                say("{edge}: backs go {x:g},{y:g} mm, turned {turn:g}°").format(
                    edge=edge, x=read.x, y=read.y, turn=read.rotate
                )
            )
    return say("{name}: {words}").format(name=name, words=say("; ").join(words))


def forget_profile(given: str) -> Iterator[str]:
    """Takes a profile away."""
    from generator.order.printers import forget

    yield say("Printer “{name}” is forgotten.").format(name=forget(given))


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "calibrate",
        help=say("Prints a sheet to read a printer's faults from, and keeps what was read as its profile."),
        rich_help_panel=COMMANDS,
    )(calibrate_)
