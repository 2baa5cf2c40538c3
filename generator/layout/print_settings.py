"""A ticket goes with every job through the press: on which paper, in which language, with which ink."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.geometry import Area
from generator.drawing.palette import Mode
from generator.layout.paper import PAPERS, Paper, Sides
from generator.layout.printer_profile import Profile, reach
from generator.layout.registration import RegistrationMarks
from templates.i18n import say


class PrintSettings(Struct, frozen=True):
    """How something is printed, whatever it is."""

    paper: Paper = PAPERS["a4"]
    lang: str = "en"
    ink: Mode = "full"
    sides: Sides = "single"
    marks: str = "crop"
    gutters: bool = False  # white between pieces also where they could touch
    offset: tuple[float, float] = (0, 0)
    fronts_first: bool = False
    printer: str = ""  # the name of its profile
    profile: Profile = Profile()
    cut: str = ""  # the form of files for a cutting machine; none unless told
    registration: RegistrationMarks | None = RegistrationMarks()  # for it to find the sheet by
    corner_radius: float = 0.0  # of cards and the like, where a machine cuts them
    folds: str = "score"  # or perforate: what it does along folds

    @property
    def areas(self) -> tuple[Area, ...]:
        """Where pieces that are cut may lie on a front, one area or the other: the marks of a machine keep two corners."""
        return self.registration.areas(self.paper) if self.cut and self.registration else (self.paper.area,)

    @property
    def duplex(self) -> bool:
        """Does the printer turn the sheets over?"""
        return self.sides in ("long-edge", "short-edge")

    @property
    def shift(self) -> tuple[float, float]:
        """How far backs are moved: by the profile of the printer, and on top of it by what was asked for this time."""
        x, y = self.profile.shift(self.sides)
        return x + self.offset[0], y + self.offset[1]

    @property
    def turn(self) -> float:
        """How far backs are turned, in degrees clockwise."""
        return self.profile.turn(self.sides)

    @property
    def reach(self) -> tuple[float, float]:
        """How far backs come out of their places at most, across and down."""
        return reach(self.shift, self.turn, self.paper)

    def options_line(self, *also: str) -> str:
        """The options used, for the footer; `also` is what the job adds of its own."""
        words = [
            self.paper.label,
            {"full": say("full colour"), "saver": say("ink saver"), "mono": say("black only")}[self.ink],
            {
                "single": say("one side"),
                "long-edge": say("both sides, long edge"),
                "short-edge": say("both sides, short edge"),
                "fold": say("to fold"),
            }[self.sides],
            *also,
        ]
        if self.marks != "crop":
            words.append(say("cut lines") if self.marks == "lines" else say("no marks"))
        if self.cut:
            words.append(say("for a cutting machine"))
        if self.gutters:
            words.append(say("gutters"))
        if self.fronts_first:
            words.append(say("fronts first"))
        if self.offset != (0, 0):
            words.append(say("backs moved {x:g}, {y:g} mm").format(x=self.offset[0], y=self.offset[1]))
        if self.printer:
            words.append(say("printer {name}").format(name=self.printer))
        return ", ".join(words)
