"""What else the shop does beside kits: the form of each, by the name of its job."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.errors import BadRequest
from companion.web.shop.form import LONGEST, FormField, Given, form_field, texts
from generator.order.fields import FIELDS, LEVELS, PUZZLED, Field
from referee.registry import GAMES, with_puzzles
from templates import loader
from templates.i18n import say
from templates.pages.puzzles import kit_words, level_name

DEALT_ON = ("paper", "ink", "marks", "lang")
TURNS = ("long-edge", "short-edge")


def tool_forms(lang: str, printers: Iterable[str]) -> dict[str, tuple[FormField, ...]]:
    """Job -> its fields, in the language spoken."""
    any_game = next(iter(GAMES))

    def plain(field: Field) -> FormField:
        return form_field(field, any_game, lang, printers)

    sides = plain(FIELDS["sides"])
    turned = FormField(
        "sides",
        sides.title,
        say("the edge that the sheet is turned over"),
        "choice",
        TURNS[0],
        tuple(each for each in sides.choices if each[0] in TURNS),
    )
    dealt = named(slug for slug in GAMES if loader.evening_file(slug).exists())
    players = FormField("players", say("Players"), say(FIELDS["players"].says), "text", most=4)
    return {
        "puzzles": (
            FormField("games", say("Games"), say("all unless given"), "components", choices=named(with_puzzles())),
            *(levels(plain(field)) if field is FIELDS["level"] else plain(field) for field in PUZZLED),
        ),
        "deal": (
            FormField(
                "game",
                say("Game"),
                say("games that deal something in secret"),
                "choice",
                dealt[0][0],
                dealt,
            ),
            players,
            plain(FIELDS["names"]),
            FormField("deals", say("How many games"), say("how many games to deal"), "text", "1", most=4),
            FormField(
                "tables",
                say("How many tables"),
                say("how many sets of each, for as many tables with the same cards"),
                "text",
                "1",
                most=4,
            ),
            *(plain(FIELDS[name]) for name in DEALT_ON),
        ),
        "calibration": (
            plain(FIELDS["paper"]),
            turned,
            plain(FIELDS["printer"]),
            FormField("picture", "", "", "hidden"),
        ),
        "profile": (
            turned,
            FormField(
                "set",
                say("The middle cross, X,Y"),
                say("where the middle cross stands, in mm to the right and down"),
                "text",
                most=20,
            ),
            FormField(
                "rotate",
                say("Turned by"),
                say("how far the crosses stand turned, in degrees clockwise (0)"),
                "text",
                most=20,
            ),
            FormField(
                "scale",
                say("Scale in %"),
                say("half the millimetres of the bar; as it was, or 100, unless given"),
                "text",
                most=20,
            ),
            FormField("name", say("Name of the printer"), say("name of the printer"), "text", "home", most=40),
        ),
    }


def levels(field: FormField) -> FormField:
    """The levels of puzzles to tap: their names are typed in English, and read in the language spoken."""
    choices = tuple((level, level_name(level).capitalize()) for level in LEVELS)
    return replace(field, says=say("all unless given"), widget="components", value="", choices=choices)


def named(slugs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Games as they are typed and shown."""
    return tuple((slug, str(kit_words(slug)["name"])) for slug in slugs)


def tool_words(fields: Iterable[FormField], given: Given) -> dict[str, Any]:
    """What a form gave, of those fields and in their shapes; what they mean is for the command to say."""
    shapes = {field.name: {"components": list, "switch": bool}.get(field.widget, str) for field in fields}
    for name, value in given.items():
        if not isinstance(value, shapes.get(name, type(None))) or sum(map(len, texts(value))) > LONGEST:
            raise BadRequest(say("What was sent cannot be read."))
    return {name: value for name, value in given.items() if value}
