"""Everything that can be asked of a print, told once: its name, kind, usual value, bounds, help, and the words for refusing.

The command line, its help, the reader of an order and the name of its file all take it from here, and a form on a page can.
Nothing heavy is imported: `sousmain --help` must answer at once. Texts are said where their language is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from generator.errors import BadValue
from templates.i18n import LANGUAGES, later, say

if TYPE_CHECKING:
    from generator.drawing.palette import Mode
    from generator.layout.paper import Sides

INKS: tuple[Mode, ...] = ("full", "saver", "mono")
SIDES: tuple[Sides, ...] = ("single", "long-edge", "short-edge", "fold")
MARKS = ("crop", "lines", "none")
CUTS = ("svg", "dxf", "silhouette")
FOLDS = ("score", "perforate")
BOARDS = ("large", "small")
NOTES = ("usual", "small")
TYPES = ("normal", "large")
CARD_SIZES = {"poker": (63.5, 88.9), "bridge": (57.2, 88.9), "mini": (44.0, 68.0)}  # mm
MOST_PADS, MOST_COPIES, LONGEST_NAME = 2000, 50, 40
LONGEST_KEY = 30  # letters of a name that something is kept under
MOST_OFFSET = 10.0  # mm, as far as a profile goes: FARTHEST, which is too heavy to ask here

REGISTRATION = ((5.0, 20.0), (0.3, 2.0), (5.0, 40.0))  # mm: least and most length, thickness and inset
MOST_RADIUS = 15.0  # mm

HOW, WHAT, WHERE = later("How it is printed"), later("What is printed"), later("Where it goes")
KEPT = later("Options that are kept")
MACHINE = later("For a cutting machine")

# What is told of a value that makes no sense, where several options take the like.
WHOLE_NUMBER = later("it takes a whole number from {least} to {most}")
MILLIMETRES = later("it takes X,Y in millimetres, each at most {most:g}, such as 0.5,-1 or 0,5;-1")
COMPONENTS = later("it takes component names separated by commas")
KEY = later("a name has 1 to {most} letters a–z, digits and dashes")

# A word, a whole number, a file or a folder by its path; words: given several times; a switch: given or not.
Kind = Literal["word", "words", "number", "file", "folder", "switch"]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that can be asked."""

    name: str
    says: str  # its help, in English
    kind: Kind = "word"
    choices: tuple[str, ...] = ()  # the only words it takes
    form: str = ""  # of its value, where those are not all
    default: str = ""
    panel: str = WHAT
    flag: str = ""  # what to type, where that is not its name
    least: float = 0
    most: float = 0
    takes: str = ""  # in English: what is told of a value that makes no sense
    filled: bool = False  # is nothing refused where it is given?
    offers: str = ""  # whose words Tab offers, by their name in cli/completion.py

    @property
    def option(self) -> str:
        """What to type."""
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def value(self) -> str:
        """The form of its value, in English; nothing for a switch."""
        return self.form or "|".join(self.choices)

    def refused(self, given: str) -> BadValue:
        """The refusal of a value that makes no sense."""
        return BadValue(self.option, given, say(self.takes).format(least=self.least, most=self.most))


ORDER = (
    Field(
        name="paper",
        says=later("sheet in the printer, also 210x297mm or 8.5x11in"),
        form="a4|letter|a3|a2|legal|a5|a1|a0|WxHmm",
        default="a4",
        panel=HOW,
        offers="papers",
    ),
    Field(name="lang", says=later("language on paper; the system's unless given"), choices=LANGUAGES),
    Field(
        name="players",
        says=later("how many players; as many as there are names, or as the old box was for"),
        kind="number",
        form="N",
    ),
    Field(
        name="names",
        says=later("names of the players: Anne,Mario"),
        form="NAME,...",
        most=LONGEST_NAME,
        filled=True,
        takes=later("it takes names separated by commas"),
    ),
    Field(
        name="ink",
        says=later("all colours; outlines and light tints; black alone"),
        choices=INKS,
        default="full",
        panel=HOW,
    ),
    Field(
        name="sides",
        says=later("one side; both, turned over that edge; or backs beside fronts, to fold"),
        choices=SIDES,
        default="single",
        panel=HOW,
    ),
    Field(
        name="only",
        says=later("these components alone: notes,list"),
        kind="words",
        form="COMPONENT,...",
        takes=COMPONENTS,
        offers="components",
    ),
    Field(
        name="without",
        says=later("all components but these"),
        kind="words",
        form="COMPONENT,...",
        flag="--except",
        takes=COMPONENTS,
        offers="components",
    ),
    Field(
        name="copies",
        says=later("a component several times: tiles=2"),
        kind="words",
        form="COMPONENT=N",
        least=1,
        most=MOST_COPIES,
        takes=later("it takes COMPONENT=N, such as tiles=2"),
        offers="copies",
    ),
    Field(
        name="marks",
        says=later("marks around pieces; thin lines on their edges; none"),
        choices=MARKS,
        default="crop",
        panel=HOW,
    ),
    Field(
        name="gutters",
        says=later("leaves white between pieces also where one cut would free two"),
        kind="switch",
        panel=HOW,
    ),
    Field(
        name="back_offset",
        says=later("moves backs right and down, in mm, when a printer is off"),
        form="X,Y",
        default="0,0",
        panel=HOW,
        most=MOST_OFFSET,
        takes=MILLIMETRES,
    ),
    Field(
        name="printer",
        says=later("makes up for the faults of a printer, from `sousmain calibrate`"),
        form="NAME",
        panel=HOW,
        offers="printers",
    ),
    Field(name="fronts_first", says=later("all fronts, then all backs, to feed by hand"), kind="switch", panel=HOW),
    Field(
        name="pads",
        says=later("how many note, clue or marking sheets"),
        kind="number",
        form="N",
        least=1,
        most=MOST_PADS,
        takes=WHOLE_NUMBER,
    ),
    Field(
        name="spares",
        says=later("only the pieces that are missing: tiles: 7 blue x2, 1 green; questions: 16"),
        form="PIECES",
        filled=True,
        takes=later("it takes components and their pieces, such as “tiles: 7 blue x2, 1 green; questions: 16”"),
    ),
    Field(
        name="size",
        says=later("of spares, in mm, to match those of an old box: 25x32 or tiles=25x32"),
        kind="words",
        form="WxH",
        takes=later("it takes width and height in mm, such as 25x32 or tiles=25x32"),
    ),
    Field(
        name="board",
        says=later(
            "size of a board: for one A2 sheet, or for one A3; other paper gets tiles to join. "
            "Large unless given, but small on A3. Cables are cut to fit it"
        ),
        choices=BOARDS,
    ),
    Field(
        name="board_width",
        says=later("of a board, in mm, for any paper up to A0"),
        form="MM",
        least=300,
        most=1180,
        takes=later("it takes a width in millimetres from {least} to {most}"),
    ),
    Field(
        name="card_size",
        says=later("of all cards, to go into sleeves: 63x88mm, or by name"),
        form="poker|bridge|mini|WxHmm",
        least=35,
        most=150,
        takes=later("it takes poker, bridge, mini or width and height in mm from {least} to {most}, such as 63x88mm"),
    ),
    Field(
        name="type",
        says=later("large: rules in 18 points, sheets that are read as large as the paper"),
        choices=TYPES,
        default="normal",
        panel=HOW,
    ),
    Field(
        name="booklet",
        says=later("rules, or puzzles, as a booklet of half the paper, to fold and staple"),
        kind="switch",
        panel=HOW,
    ),
    Field(
        name="press",
        says=later("for a print shop: a page for each piece, with 3 mm of bleed and no marks"),
        kind="switch",
        panel=HOW,
    ),
    Field(
        name="press_profile",
        says=later("the shop's ICC profile, which makes it PDF/X-4; goes with --press"),
        kind="file",
        form="FILE",
        panel=HOW,
    ),
    Field(
        name="map",
        says=later("a map or board of your own, for games that have one"),
        kind="file",
        form="FILE",
    ),
    Field(
        name="notes",
        says=later("money of games that print it: small replaces the largest notes by smaller ones"),
        choices=NOTES,
        default="usual",
    ),
    Field(
        name="edition",
        says=later("which edition's amounts, for games that had several; A unless given"),
        form="A|B",
    ),
    Field(
        name="cut",
        says=later("also writes what a machine cuts and scores, a file for sheets that are cut alike"),
        choices=CUTS,
        panel=MACHINE,
    ),
    Field(
        name="registration",
        says=later("length, thickness and inset of the marks that it looks for, in mm; or none"),
        form="MM,MM,MM|none",
        default="5,1,10",
        panel=MACHINE,
        takes=later(
            "it takes none, or length (5 to 20), thickness (0.3 to 2) and inset (5 to 40) in millimetres, such as 5,1,10"
        ),
    ),
    Field(
        name="corner_radius",
        says=later("rounds the corners of cards, tiles and other flat pieces"),
        form="MM",
        default="0",
        panel=MACHINE,
        most=MOST_RADIUS,
        takes=later("it takes a radius in millimetres from {least} to {most:g}"),
    ),
    Field(
        name="folds",
        says=later("what it does along folds: presses a groove, or cuts dashes"),
        choices=FOLDS,
        default="score",
        panel=MACHINE,
    ),
    Field(
        name="own",
        says=later("your own words, names and colours: docs/own-words.md"),
        kind="file",
        form="FILE",
        flag="--with",
    ),
)  # in the order of the help

PRESETS = (
    Field(
        name="preset",
        says=later("the options kept under that name; those that are typed as well win"),
        form="NAME",
        panel=KEPT,
        most=LONGEST_KEY,
        filled=True,
        takes=KEY,
        offers="presets",
    ),
    Field(
        name="save",
        says=later("keeps all options of this print under that name; `sousmain presets` lists them"),
        form="NAME",
        panel=KEPT,
        most=LONGEST_KEY,
        filled=True,
        takes=KEY,
        offers="presets",
    ),
)  # an order that was made before

DELIVERY = (
    Field(name="out", says=later("folder for the files"), kind="folder", form="DIR", default="output", panel=WHERE),
    Field(name="json", says=later("tells the result as JSON"), kind="switch", panel=WHERE),
    Field(name="quiet", says=later("says nothing unless something is wrong"), kind="switch", panel=WHERE),
)  # where the files go and how that is told: no part of the order itself

# What can be asked of pieces that go to another table: there is no paper there, and no printer.
EXPORT_DPI = 50, 1200
EXPORT = (
    Field(
        name="form",
        says=later("pictures; drawings to edit; decks, boards and tokens for Tabletop Simulator; racks of plywood"),
        choices=("png", "svg", "tts", "laser"),
        default="png",
        panel=HOW,
        flag="--as",
    ),
    Field(
        name="dpi",
        says=later("dots per inch of pictures"),
        form="N",
        default="300",
        panel=HOW,
        least=EXPORT_DPI[0],
        most=EXPORT_DPI[1],
        takes=WHOLE_NUMBER,
    ),
    Field(name="bleed", says=later("with what is drawn beyond the edges, to cut"), kind="switch", panel=HOW),
    Field(
        name="thickness",
        says=later("of the plywood, in mm, for a laser: measure yours"),
        form="MM",
        default="3",
        panel=HOW,
        least=1.5,
        most=6,
        takes=later("it takes millimetres from {least:g} to {most:g}"),
    ),
    Field(
        name="kerf",
        says=later("what the laser burns away, in mm: slots are drawn so much narrower, tabs wider"),
        form="MM",
        default="0.15",
        panel=HOW,
        most=0.6,
        takes=later("it takes millimetres from {least:g} to {most:g}"),
    ),
)
NO_PAPER = ("lang", "players", "names", "ink", "only", "without", "board", "map", "edition", "own")
EXPORTED = (*EXPORT, *(field for field in ORDER if field.name in NO_PAPER))

# What can be asked of a booklet of puzzles, beside the paper it is printed on.
MOST_PUZZLES = 200
LEVELS = ("easy", "medium", "hard")
PUZZLES = (
    Field(
        name="count",
        says=later("how many puzzles of each game, shared out among the levels"),
        form="N",
        default="6",
        least=1,
        most=MOST_PUZZLES,
        takes=WHOLE_NUMBER,
    ),
    Field(
        name="level",
        says=later("how hard: easy,medium,hard unless given"),
        form="LEVEL,...",
        default=",".join(LEVELS),
    ),
    Field(
        name="seed",
        says=later("any word: the same one gives the same puzzles; another each time unless given"),
        form="WORD",
    ),
    Field(
        name="daily",
        says=later("the puzzles of every day of a month, as the companion has them: 2026-12"),
        form="YYYY-MM",
        takes=later("it takes a year and a month, such as 2026-12"),
    ),
)
BOOKLET_PAPER = ("paper", "lang", "ink", "sides", "booklet")
PUZZLED = (*PUZZLES, *(field for field in ORDER if field.name in BOOKLET_PAPER))

FIELDS = {field.name: field for field in (*ORDER, *PRESETS, *DELIVERY, *EXPORT, *PUZZLES)}
