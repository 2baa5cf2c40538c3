"""The words of one order while they are read: each field by a reader of its own, then what must go together.

A reader has the name of its field and is asked once. It may ask others: the profile of a printer is for a paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from generator.drawing.palette import Mode
from generator.errors import PrintError
from generator.layout.paper import Paper, Sides, paper
from generator.layout.printer_profile import Profile
from generator.layout.registration import RegistrationMarks
from generator.order import words
from generator.order.card_sizes import card_size
from generator.order.fields import FIELDS, ORDER
from generator.order.maps import BoardMap, board_maps
from generator.order.printers import profile_for
from generator.order.spares import NO_TITLES, Size, SpareItem, sizes, spare_items
from referee.registry import game as rules_of
from referee.registry import pieces
from templates.i18n import say, system_language

CONTENTS, TUCKBOX, BOARD = "contents", "tuckbox", "board"


class Reading:
    """What was typed, by the names of the fields, and what it means."""

    def __init__(self, games: Sequence[str], given: Mapping[str, Any]) -> None:
        if strange := given.keys() - {field.name for field in ORDER}:
            raise TypeError(f"no field of an order: {', '.join(sorted(strange))}")
        self.named = tuple(dict.fromkeys(map(words.game, games)))
        self.given = given

    def word(self, name: str) -> str:
        """The word of a field as it was typed, else its usual one."""
        given = self.given.get(name)
        return FIELDS[name].default if given is None else str(given)

    def typed(self, name: str) -> Sequence[str]:
        """The words of a field that may be given several times."""
        return self.given.get(name) or ()

    def choice(self, name: str) -> str:
        """The one of its words that a field was given."""
        return words.one_of(FIELDS[name].option, self.word(name), FIELDS[name].choices)

    def components(self, name: str) -> tuple[str, ...]:
        """The components that a field names."""
        return words.known_words(FIELDS[name].option, self.typed(name), self.all_known, self.called)

    # What the games have.

    @cached_property
    def games(self) -> tuple[str, ...]:
        """Those that are named, else all that so many can play."""
        return self.named or words.playable(self.word("players"), self.names)

    @cached_property
    def known(self) -> dict[str, tuple[str, ...]]:
        """Game -> its components, and what is made for every kit."""
        return {slug: (*pieces(slug).box(pieces(slug).USUAL), TUCKBOX, CONTENTS) for slug in self.games}

    @cached_property
    def all_known(self) -> tuple[str, ...]:
        """The components of all games, each once."""
        return tuple(dict.fromkeys(word for known in self.known.values() for word in known))

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What components are called on paper -> their names; looked up for who names some."""
        asked = any(self.given.get(name) for name in ("only", "without", "copies", "spares"))
        return words.titles(self.games) if asked else NO_TITLES

    # The fields, in their order.

    @cached_property
    def paper(self) -> Paper:
        """The sheet."""
        return paper(self.word("paper"))

    @cached_property
    def lang(self) -> str:
        """The language on paper."""
        return self.choice("lang") if self.word("lang") else system_language()

    @cached_property
    def players(self) -> dict[str, int]:
        """Game -> how many play it."""
        return {slug: words.players(self.word("players"), self.names, pieces(slug), slug) for slug in self.games}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return words.names(self.word("names"))

    @cached_property
    def ink(self) -> Mode:
        """How much colour."""
        return cast(Mode, self.choice("ink"))

    @cached_property
    def sides(self) -> Sides:
        """How sheets are turned."""
        return cast(Sides, self.choice("sides"))

    @cached_property
    def only(self) -> tuple[str, ...]:
        """The components that are wanted alone: those that are named, or whose pieces are missing."""
        return self.components("only") or self.spare_components

    @cached_property
    def without(self) -> tuple[str, ...]:
        """The components that are not wanted."""
        return self.components("without")

    @cached_property
    def copies(self) -> tuple[tuple[str, int], ...]:
        """How often, of the components that are wanted several times."""
        known = [word for word in self.all_known if word != CONTENTS]
        return words.copies(self.typed("copies"), known, self.called)

    @cached_property
    def marks(self) -> str:
        """How pieces are marked for cutting."""
        return self.choice("marks")

    @cached_property
    def gutters(self) -> bool:
        """Is there white between pieces that could touch?"""
        return bool(self.given.get("gutters"))

    @cached_property
    def back_offset(self) -> tuple[float, float]:
        """How far backs are moved, in mm."""
        return words.millimetres_xy(self.word("back_offset"), FIELDS["back_offset"].option)

    @cached_property
    def printer(self) -> tuple[str, Profile]:
        """The name of a profile, and what it makes up for on that paper."""
        return profile_for(self.word("printer"), self.paper, self.sides)

    @cached_property
    def fronts_first(self) -> bool:
        """Are all fronts printed before the backs?"""
        return bool(self.given.get("fronts_first"))

    @cached_property
    def pads(self) -> int | None:
        """How many sheets to write on; none if it is not told."""
        field, given = FIELDS["pads"], self.word("pads")
        return words.whole_number(field.option, given, int(field.least), int(field.most)) if given else None

    @cached_property
    def spares(self) -> tuple[SpareItem, ...]:
        """The pieces that are missing, in one box."""
        text = self.word("spares").strip()
        if not text:
            return ()
        if len(self.games) != 1:
            raise PrintError(say("--spares is for one game: sousmain print GAME --spares ..."))
        known = [component for component in self.all_known if component not in (CONTENTS, TUCKBOX)]
        return spare_items(text, known, self.called)

    @cached_property
    def spare_components(self) -> tuple[str, ...]:
        """The components whose pieces are missing."""
        return tuple(dict.fromkeys(wish.component for wish in self.spares))

    @cached_property
    def size(self) -> tuple[tuple[str, Size], ...]:
        """How large those pieces shall be."""
        if self.typed("size") and not self.spares:
            raise size_alone()
        return sizes(self.typed("size"), self.spare_components)

    @cached_property
    def board(self) -> str:
        """The size of the board; by the paper if it is not told."""
        fit = [slug for slug in self.games if BOARD in self.known[slug]]
        words.must_apply(FIELDS["board"].option, self.word("board"), fit, self.games)
        return self.choice("board") if self.word("board") else ""

    @cached_property
    def board_width(self) -> float | None:
        """How wide the board shall be; none if it is not told."""
        given = self.word("board_width").strip()
        if not given:
            return None
        found = words.millimetres(given, "board_width")
        fit = [slug for slug in self.games if BOARD in self.known[slug]]
        words.must_apply(FIELDS["board_width"].option, given, fit, self.games)
        return found

    @cached_property
    def card_size(self) -> tuple[float, float] | None:
        """How large all cards shall be; none if it is not told."""
        return card_size(self.word("card_size"))

    @cached_property
    def type(self) -> str:
        """Normal or large."""
        return self.choice("type")

    @cached_property
    def booklet(self) -> bool:
        """Are the rules a booklet?"""
        return bool(self.given.get("booklet"))

    @cached_property
    def press(self) -> bool:
        """Is it for a print shop?"""
        return bool(self.given.get("press"))

    @cached_property
    def press_profile(self) -> str:
        """The file of the shop's profile."""
        return self.word("press_profile")

    @cached_property
    def map(self) -> dict[str, BoardMap]:
        """Game -> the country that it is played in instead of the usual one."""
        fit = [slug for slug in self.games if rules_of(slug).maps]
        words.must_apply(FIELDS["map"].option, self.word("map"), fit, self.games)
        return board_maps(self.games, self.word("map"))

    @cached_property
    def notes(self) -> str:
        """Which notes money is printed in."""
        given = self.word("notes")
        if given and given != FIELDS["notes"].default:
            fit = [slug for slug in self.games if rules_of(slug).notes]
            words.must_apply(FIELDS["notes"].option, given, fit, self.games)
        return self.choice("notes")

    @cached_property
    def edition(self) -> dict[str, str]:
        """Game -> its edition; the usual one for games that do not have the one told."""
        told = words.edition(self.word("edition"), self.games)
        return {slug: told if told in rules_of(slug).editions else words.usual_edition(slug) for slug in self.games}

    @cached_property
    def cut(self) -> str:
        """What a cutting machine gets; nothing if it is not told."""
        return self.choice("cut") if self.word("cut") else ""

    @cached_property
    def registration(self) -> RegistrationMarks | None:
        """The marks that it looks for."""
        found = words.registration(self.word("registration"))
        return RegistrationMarks(*found) if found else None

    @cached_property
    def corner_radius(self) -> float:
        """How round it cuts corners."""
        return words.millimetres(self.word("corner_radius"), "corner_radius")

    @cached_property
    def folds(self) -> str:
        """What it does along folds."""
        return self.choice("folds")

    @cached_property
    def own(self) -> str:
        """The user's own words, as part of a file name."""
        return words.ascii_name(Path(self.word("own")).stem)[:40] if self.word("own") else ""


def size_alone() -> PrintError:
    """The refusal of a size that is for nothing."""
    return PrintError(say("--size goes with --spares, which names the pieces that are missing."))


def backs_are_turned(read: Reading) -> None:
    """What is about the backs of sheets makes sense where the printer turns them over."""
    if read.sides in ("long-edge", "short-edge"):
        return
    for name, given in (("fronts_first", read.fronts_first), ("back_offset", read.back_offset != (0, 0))):
        if given:
            option = FIELDS[name].option
            raise PrintError(say("{option} goes with --sides long-edge or short-edge.").format(option=option))


def spares_are_all(read: Reading) -> None:
    """Who names the pieces has said all that is printed."""
    if read.spares and any(read.given.get(name) for name in ("only", "without", "copies", "pads")):
        raise PrintError(
            say("--spares names all that is printed: it does not go with --only, --except, --copies or --pads.")
        )


def one_way_of_choosing(read: Reading) -> None:
    """Components are chosen, or left out."""
    if read.only and read.without:
        raise PrintError(say("--only and --except do not go together: name what you want, or what you do not."))


def one_size_of_each(read: Reading) -> None:
    """A board has one size, and so has a piece."""
    for one, other in (("board", "board_width"), ("size", "card_size")):
        if read.given.get(one) and read.given.get(other):
            first, second = FIELDS[one].option, FIELDS[other].option
            raise PrintError(say("{first} and {second} do not go together.").format(first=first, second=second))


def pieces_for_a_shop(read: Reading) -> None:
    """A shop gets pieces, not sheets: what is about sheets makes no sense there."""
    if read.press_profile and not read.press:
        raise PrintError(say("{first} goes with {second}.").format(first="--press-profile", second="--press"))
    for name, given in (
        ("fronts_first", read.fronts_first),
        ("gutters", read.gutters),
        ("printer", bool(read.printer[0])),
        ("back_offset", read.back_offset != (0, 0)),
        ("booklet", read.booklet),
    ):
        if read.press and given:
            option = FIELDS[name].option
            raise PrintError(say("{first} and {second} do not go together.").format(first="--press", second=option))
    if read.press and read.sides == "fold":
        raise PrintError(say("{first} and {second} do not go together.").format(first="--press", second="--sides fold"))


def machine_cuts(read: Reading) -> None:
    """What is about a cutting machine goes with files for it; and it finds pieces on sheets, not pages for a shop."""
    for name in ("registration", "corner_radius", "folds"):
        if not read.cut and read.given.get(name) not in (None, "", FIELDS[name].default):
            raise PrintError(say("{first} goes with {second}.").format(first=FIELDS[name].option, second="--cut"))
    if read.cut and read.press:
        raise PrintError(say("{first} and {second} do not go together.").format(first="--press", second="--cut"))
    if read.corner_radius and read.sides == "fold":
        first, second = FIELDS["corner_radius"].option, "--sides fold"
        raise PrintError(say("{first} and {second} do not go together.").format(first=first, second=second))


TOGETHER = (machine_cuts, spares_are_all, backs_are_turned, one_way_of_choosing, one_size_of_each, pieces_for_a_shop)


def read(games: Sequence[str], given: Mapping[str, Any]) -> Reading:
    """The words of an order, all of them read, and in keeping with each other."""
    found = Reading(games, given)
    for field in ORDER:
        getattr(found, field.name)
    for check in TOGETHER:
        check(found)
    return found
