"""The form of an order, read from the one table of what can be asked of a print: no option can be missing here.

A field that makes no sense for a game is left out, for the reason that the order would give for refusing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.errors import BadRequest
from generator.order.fields import FIELDS, HOW, ORDER, WHAT, Field
from referee.registry import game as rules_of
from referee.registry import pieces
from templates import i18n, loader
from templates.i18n import later, say

COMMON = (
    "paper",
    "ink",
    "players",
    "names",
    "lang",
    "sides",
)  # what nearly everybody chooses; the rest is behind “More”
LONGEST = 2000  # letters of a field
LANGUAGES = {"en": "English", "fr": "Français"}

TITLES = {
    "paper": later("Paper"),
    "lang": later("Language on paper"),
    "players": later("Players"),
    "names": later("Names of the players"),
    "ink": later("Ink"),
    "sides": later("Sides of the paper"),
    "only": later("Only these components"),
    "without": later("All components but these"),
    "copies": later("Components several times"),
    "marks": later("Marks for cutting"),
    "gutters": later("White between pieces"),
    "back_offset": later("Backs moved by"),
    "printer": later("Printer"),
    "fronts_first": later("All fronts first"),
    "pads": later("Sheets to write on"),
    "spares": later("Missing pieces"),
    "size": later("Size of missing pieces"),
    "board": later("Board"),
    "board_width": later("Width of the board"),
    "card_size": later("Size of cards"),
    "type": later("Type"),
    "booklet": later("Rules as a booklet"),
    "press": later("For a print shop"),
    "press_profile": later("Profile of the print shop"),
    "map": later("Own map or board"),
    "notes": later("Banknotes"),
    "edition": later("Edition"),
    "cut": later("Cut files"),
    "registration": later("Registration marks"),
    "corner_radius": later("Radius of corners"),
    "folds": later("Folds"),
    "own": later("Own words"),
    "count": later("How many puzzles"),
    "level": later("How hard"),
    "seed": later("Seed"),
    "daily": later("A month of daily puzzles"),
}

# What is told beneath a field, where the help of the command line speaks of typing, of other options or of files of ours.
HINTS = {
    "lang": later("of all that is printed"),
    "players": later("as many as there are names, or as the old box was for, unless you choose"),
    "names": later("with commas between them: Anne, Mario"),
    "only": later("nothing else is printed"),
    "without": later("everything else is printed"),
    "copies": later("how many of each"),
    "back_offset": later("right and down, in mm, when the printer is off: 0.5,-1"),
    "printer": later("makes up for the faults of a printer that was measured with the calibration sheet"),
    "spares": later(
        "these alone are printed: tap them on their sheets, or write them here, as tiles: 7 blue x2, 1 green; questions: 16"
    ),
    "press_profile": later("an ICC file from the shop, which makes it PDF/X-4; together with “For a print shop”"),
    "edition": later("which edition’s amounts; A unless you choose"),
    "own": later("a file with your own words, names and colours"),
}

# Words for what is chosen; a choice without one is shown as it is typed.
CHOICES = {
    "ink": {"full": later("Colour"), "saver": later("Little ink"), "mono": later("Black")},
    "sides": {
        "single": later("One"),
        "long-edge": later("Both, long edge"),
        "short-edge": later("Both, short edge"),
        "fold": later("One, to fold"),
    },
    "marks": {"crop": later("Around pieces"), "lines": later("Thin lines"), "none": later("None")},
    "board": {"": later("By the paper"), "large": later("Large"), "small": later("Small")},
    "type": {"normal": later("Normal"), "large": later("Large")},
    "notes": {"usual": later("Usual"), "small": later("Small notes")},
    "card_size": {"": later("Usual")},
    "cut": {"": later("None"), "svg": "SVG", "dxf": "DXF", "silhouette": "Silhouette"},
    "folds": {"score": later("Scored"), "perforate": later("Perforated")},
    "players": {"": later("As named")},
    "printer": {"": later("No profile")},
    "edition": {"": later("Usual")},
}


class FormField(Struct, frozen=True):
    """One field as the form shows it."""

    name: str
    title: str
    says: str  # its help
    widget: str  # choice, text, switch, file, components, copies
    value: str = ""  # what it has at first
    choices: tuple[tuple[str, str], ...] = ()  # a word as it is typed, and as it is shown
    other: str = ""  # the form of another value than those; none where they are all
    most: int = LONGEST


class FieldGroup(Struct, frozen=True):
    """Fields that stand together."""

    title: str
    fields: tuple[FormField, ...]


def form(slug: str, lang: str, printers: Iterable[str] = ()) -> tuple[FieldGroup, ...]:
    """The form for a game: what nearly everybody chooses, then the rest."""
    made = {field.name: form_field(field, slug, lang, printers) for field in ORDER if applies(field.name, slug)}
    first = tuple(made[name] for name in COMMON if name in made)
    rest = [field for field in ORDER if field.name in made and field.name not in COMMON]
    panels = dict.fromkeys((WHAT, HOW, *(field.panel for field in rest)))
    groups = [FieldGroup(say(panel), tuple(made[f.name] for f in rest if f.panel == panel)) for panel in panels]
    return (FieldGroup("", first), *(group for group in groups if group.fields))


def applies(name: str, slug: str) -> bool:
    """Is that a choice at all for that game? Of one thing nobody chooses; the rest the reader of an order refuses as well."""
    rules, box = rules_of(slug), pieces(slug).box(pieces(slug).USUAL)
    return {
        "players": len(rules.players) > 1,
        "map": bool(rules.maps),
        "notes": bool(rules.notes),
        "edition": bool(rules.editions),
        "board": "board" in box,
        "board_width": "board" in box,
    }.get(name, True)


def form_field(field: Field, slug: str, lang: str, printers: Iterable[str]) -> FormField:
    """A field of the table as the form shows it."""
    widget = {"switch": "switch", "file": "file"}.get(field.kind, "text")
    value, other, known = field.default, "", tuple(choices(field, slug, printers))
    if field.name in ("only", "without", "copies"):
        widget, known = "copies" if field.name == "copies" else "components", components(slug)
    elif known:
        widget = "choice"
        other = "" if field.choices or field.name in ("players", "printer", "edition") else field.form.split("|")[-1]
    if field.name == "lang":
        value = lang
    return FormField(
        field.name,
        title(field),
        say(HINTS.get(field.name, field.says)),
        widget,
        value,
        known,
        other,
        4 if field.kind == "number" else LONGEST,
    )


def title(field: Field) -> str:
    """What a field is called; as it is typed where nobody has named it yet."""
    return say(TITLES[field.name]) if field.name in TITLES else field.option.lstrip("-")


def choices(field: Field, slug: str, printers: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The words that a field takes in that game, as they are typed and shown; none where anything may be written."""
    if field.name == "players":
        typed = ["", *map(str, pieces(slug).PLAYERS)]
    elif field.name == "printer":
        typed = ["", *printers]
    elif field.name == "edition":
        typed = ["", *rules_of(slug).editions]
    elif field.choices:
        typed = [*([] if field.default or field.name == "lang" else [""]), *field.choices]
    else:
        typed = [word for word in field.form.split("|")[:-1] if "," not in word]
        typed = ["", *typed] if typed and not field.default else typed
    shown = {word: say(text) for word, text in CHOICES.get(field.name, {}).items()}
    for word in typed:
        yield word, shown.get(word) or (LANGUAGES.get(word, word) if field.name == "lang" else word.capitalize())


def components(slug: str) -> tuple[tuple[str, str], ...]:
    """The components of a kit by name and title; what is made for every kit last."""
    kit = loader.kit_data(slug)
    found = {key: str(kit[key]["title"]) for key in pieces(slug).box(pieces(slug).USUAL)}
    return (*found.items(), ("tuckbox", say("Tuck box")), ("contents", say("Contents")))


Given = dict[str, str | bool | list[str]]


def checked_words(given: Given) -> dict[str, Any]:
    """What a form gave, each in the shape of its field: a switch is on or off, several words are a list, the rest is text.
    What they mean is for the order to say."""
    found: dict[str, Any] = {}
    known = {field.name: field for field in ORDER}
    for name, value in given.items():
        field = known.get(name)
        shape = {"switch": bool, "words": list}.get(field.kind, str) if field else None
        if shape is None or not isinstance(value, shape) or sum(map(len, texts(value))) > LONGEST:
            raise BadRequest(say("What was sent cannot be read."))
        found[name] = value
    found.setdefault("lang", i18n.language())
    return found


def texts(value: str | bool | list[str]) -> list[str]:
    """All that is written in a value."""
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


def file_options(words: Mapping[str, Any]) -> str:
    """The fields among those words that name files, as the form calls them."""
    return ", ".join(title(FIELDS[name]) for name in FILES if words.get(name))


FILES = tuple(field.name for field in FIELDS.values() if field.kind == "file" and field in ORDER)
