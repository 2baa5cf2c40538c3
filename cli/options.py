"""What commands have in common: the options they share, their panels, and how a value is told."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import typer

from cli import completion
from generator.errors import PrintError
from generator.order import fields
from generator.order.fields import FIELDS, Field
from templates import i18n
from templates.i18n import say

HOW, WHAT, WHERE = say(fields.HOW), say(fields.WHAT), say(fields.WHERE)
Command = TypeVar("Command", bound=Callable[..., None])
HELP, COMMANDS, TOLD = say("Help"), say("Commands"), say("How it is told")


def show_help(context: typer.Context, asked: bool) -> None:
    """Help, in the language of the system."""
    if asked:
        from cli.help import page

        typer.echo(page(context))
        raise typer.Exit


def show_version(asked: bool) -> None:
    """The version installed."""
    if asked:
        from importlib.metadata import version

        typer.echo(f"sousmain {version('sousmain')}")
        raise typer.Exit


Help = Annotated[
    bool,
    typer.Option(
        "--help",
        "-h",
        callback=show_help,
        is_eager=True,
        help=say("Shows this help."),
        metavar=" ",
        rich_help_panel=HELP,
    ),
]


FORMS = {
    "ADDR": say("ADDR"),
    "COMPONENT": say("COMPONENT"),
    "DEG": say("DEG"),
    "DIR": say("DIR"),
    "FILE": say("FILE"),
    "GAME": say("GAME"),
    "NAME": say("NAME"),
    "PCT": say("PCT"),
    "PIECES": say("PIECES"),
    "RECORD": say("RECORD"),
    "STRENGTH": say("STRENGTH"),
    "VALUE": say("VALUE"),
    "WORD": say("WORD"),
    "WxH": say("WxH"),
}


def metavar(value: str) -> str:
    """What to put in a place, in the language of the help: COMPONENT,... or GAME."""
    return re.sub("|".join(FORMS), lambda found: FORMS[found[0]], value)


def option(*names: str, says: str, value: str = "", panel: str = WHAT, complete: Any = None, check: Any = None) -> Any:
    """An option with its help, the form of its value, the panel it stands in and the words that Tab offers."""
    if complete is None and re.fullmatch(r"[a-z-]+(\|[a-z-]+)+", value):
        complete = completion.words(*value.split("|"))
    return typer.Option(
        *names,
        help=says,
        metavar=metavar(value) or " ",
        rich_help_panel=panel,
        show_default=False,
        autocompletion=complete,
        callback=check,
    )


def flag(name: str, says: str, callback: Callable[[bool], None]) -> Any:
    """An option that does its own thing and ends there."""
    return typer.Option(name, callback=callback, is_eager=True, help=says, metavar=" ", rich_help_panel=HELP)


LANG_HELP = say("language; the system's unless given")
LANG_FORM = "|".join(i18n.LANGUAGES)

# What several commands ask for.
GameName = Annotated[
    str,
    typer.Argument(
        metavar=metavar("GAME"),
        show_default=False,
        help=say("from `sousmain games`"),
        rich_help_panel=say("Games"),
        autocompletion=completion.games,
    ),
]

# What can be asked of a print: all of it for `print`, a part for its neighbours.
TYPES: dict[str, Any] = {"words": list[str] | None, "switch": bool, "folder": Path}


def help_of(name: str) -> str:
    """What a field does, in the language of the help."""
    return say(FIELDS[name].says)


def asked(name: str) -> Any:
    """The option of a field."""
    field = FIELDS[name]
    offered = getattr(completion, field.offers) if field.offers else None
    check = folder if field.kind == "folder" else filled(field) if field.filled else None
    return option(
        field.option, says=help_of(name), value=field.value, panel=say(field.panel), complete=offered, check=check
    )


def filled(field: Field) -> Callable[[str | None], str | None]:
    """The check of a field that refuses nothing, where it is given."""

    def check(given: str | None) -> str | None:
        if given is not None and not given.strip():
            raise field.refused(given)
        return given

    return check


def folder(given: Path | None) -> Path | None:
    """A folder for files: what is printed is several of them, so none goes down a pipe."""
    if given is not None and str(given) == "-":
        raise PrintError(
            say(
                "--out takes a folder, and kits are files in it: “-” would send them down a pipe. `--json` tells where they are."
            )
        )
    return given


def usual(field: Field) -> Any:
    """What a field is unless given, as Typer has it."""
    if field.filled:
        return None  # nothing given is not the same as “”
    return {"words": None, "switch": False, "folder": Path(field.default)}.get(field.kind, field.default)


DEFAULTS = {name: usual(field) for name, field in FIELDS.items()}


def asking(asked_for: Iterable[Field]) -> Callable[[Command], Command]:
    """Makes options of these fields in place of a command's `**words`: before those that can only be named."""

    def with_fields(command: Command) -> Command:
        told = inspect.signature(command, eval_str=True)
        first = [each for each in told.parameters.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
        last = [each for each in told.parameters.values() if each.kind is each.KEYWORD_ONLY]
        made = [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=DEFAULTS[field.name],
                annotation=Annotated[str | None if field.filled else TYPES.get(field.kind, str), asked(field.name)],
            )
            for field in asked_for
        ]
        command.__signature__ = told.replace(parameters=[*first, *made, *last])  # type: ignore[attr-defined]
        return command

    return with_fields


PaperSize = Annotated[str, asked("paper")]
InkMode = Annotated[str, asked("ink")]
PrinterName = Annotated[str, asked("printer")]
Marks = Annotated[str, asked("marks")]
Names = Annotated[str | None, asked("names")]
Players = Annotated[str, asked("players")]
LangOnPaper = Annotated[str, asked("lang")]
BoardMap = Annotated[str, asked("map")]
OwnFile = Annotated[str, asked("own")]
OutFolder = Annotated[Path, asked("out")]
Json = Annotated[bool, asked("json")]
Quiet = Annotated[bool, asked("quiet")]
Told = Annotated[str, option("--lang", says=LANG_HELP, value=LANG_FORM, panel=TOLD)]

# What the commands of the companion ask for.
PLAYED, HERE = say("What is played"), say("On this computer")


SERVED = say("Where phones find it")
Port = Annotated[str, option(says=say("the number after the colon"), value="N", panel=SERVED)]
Bind = Annotated[
    str,
    option(
        says=say("which of its addresses the computer listens to; all unless given, its own alone with --public-url"),
        value="ADDR",
        panel=SERVED,
    ),
]
Address = Annotated[
    str,
    option(says=say("a fixed name of this computer, for codes that outlive its number"), value="NAME", panel=SERVED),
]
StoreUrl = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="SOUSMAIN_STORE",
        show_envvar=False,
        help=say("a PostgreSQL database that several servers share, or SOUSMAIN_STORE; see docs/scale.md"),
        metavar="URL",
        rich_help_panel=HERE,
        show_default=False,
    ),
]
PublicUrl = Annotated[
    str,
    option(
        "--public-url",
        says=say("the address of a proxy before it that speaks HTTPS: https://games.example; see docs/hosting.md"),
        value="URL",
        panel=SERVED,
    ),
]
Data = Annotated[
    Path | None, option(says=say("folder where tables are kept; the usual one unless given"), value="DIR", panel=HERE)
]
Spoken = Annotated[str, option("--lang", says=LANG_HELP, value=LANG_FORM, panel=PLAYED)]
OwnTold = Annotated[str, option("--with", says=help_of("own"), value="FILE", panel=TOLD)]
SealTold = Annotated[
    str, option("--seal", says=say("the final seal that was shown at the end of the game"), value="CODE", panel=TOLD)
]
OwnWords = Annotated[str, option("--with", says=help_of("own"), value="FILE", panel=PLAYED)]


SeatCount = Annotated[
    str, option(says=say("how many players; as many as the old box was for unless given"), value="N", panel=PLAYED)
]
Chosen = Annotated[
    list[str] | None,
    option("--option", says=say("how it is played: target=2"), value="NAME=VALUE", panel=PLAYED),
]
MapFile = Annotated[str, option("--map", says=help_of("map"), value="FILE", panel=PLAYED)]


def language(given: str) -> str:
    """The language asked for, or the system's."""
    from generator.order.words import one_of

    return one_of("--lang", given, i18n.LANGUAGES) if given else i18n.language()


# Words are taken as they were typed: Typer would load a library of validators first, to make a text of a text. Every option
# of ours is a text, a list of texts, a path or a switch, and has a reader of its own further in. Whatever else there is, and
# any other version of Typer, is left as it is.


class AsTyped:
    """Stands in for Typer's coercion of one parameter."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command wants it."""
        if param.multiple or param.nargs == -1:
            return () if value is None else list(value)
        return value if value is None or isinstance(value, self.kind) else self.kind(value)


def taken_as_typed(command: Any) -> None:
    """Spares the parameters of a command, and of its commands, all validators."""
    for param in command.params:
        if getattr(param, "_runtime_param", "") is None and (kind := plain_kind(param)):
            param._runtime_param = AsTyped(kind)
    for each in getattr(command, "commands", {}).values():
        taken_as_typed(each)


def plain_kind(param: Any) -> type | None:
    """What a parameter is, if it is one of the four things that need no validator."""
    told = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    if get_origin(told) in (Union, UnionType):
        told = next((each for each in get_args(told) if each is not NoneType), None)
    if get_origin(told) is list:
        told = get_args(told)[0]
    return told if told in (str, bool, Path) else None
