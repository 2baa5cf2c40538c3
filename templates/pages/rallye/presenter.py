"""What the pages of Rallye-Code show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from referee.game import Offer, once_for_each
from referee.rallye import events as e
from referee.rallye.board.france import FRANCE
from referee.rallye.moves import Dice, Options
from referee.rallye.police import FAULTS
from referee.rallye.state import Desk, OpenClaim
from referee.rallye.views import CarView, View
from templates.i18n import say
from templates.pages.moment import LAST, Moment
from templates.pages.rallye import board_map
from templates.pages.rallye.amounts import money
from templates.pages.rallye.bar import bar
from templates.pages.rallye.story import story
from templates.sentences import Helper, Scene

__all__ = ["FRANCE", "bar", "board_map", "money", "story"]  # templates reach the board from here

SEAT_COLOURS: tuple[str, ...] = ()  # its kit has seats with colours of their own

BEGINS = (  # with these something new begins; all others follow from what was before
    e.Drove,
    e.Threw,
    e.Judged,
    e.Demanded,
    e.Answered,
    e.TimeUp,
    e.TakenBack,
    e.Entered,
    e.Managed,
    e.Counted,
)
LATELY = 60  # events in which the last few rolls are looked for
RECENT, SHOWN = 24, 3  # lines of the ledger that are looked through for a player's own, and how many of those are shown

Judgeable = tuple[Offer, int, CarView]  # a car that may be stopped or denounced, and its number


class Hand(Struct, frozen=True):
    """The page of a seat: what its player may do, and what is where on the page."""

    two: bool  # cars for each
    over: bool
    can: dict[str, Offer]  # what may be done, by kind
    demands: tuple[tuple[Offer, OpenClaim], ...]
    stops: tuple[Judgeable, ...]
    pressing: bool  # another player's car among them
    claims: tuple[Judgeable, ...]  # by seat and car: each keeps its place under a thumb
    counts: tuple[Offer, ...]  # with paper: purses to count
    entries: tuple[tuple[Offer, int, CarView, e.Entered | None], ...]  # and cars to enter a roll for, with the last one
    others: tuple[e.Entered, ...]  # what was entered for other players' cars
    places: tuple[str, ...]  # of all cars
    next: int | None  # the car that moves next
    trail: tuple[str, ...]  # of the car that moved last
    own: tuple[e.Paid, ...]  # what the player paid and got last
    judged: bool  # the page comes up with the last verdict


def hand(view: View, offers: Sequence[Offer], seat: int | None) -> Hand:
    """What the page of a seat shows now; for no seat, what the table screen does."""
    two, over = len(view.cars) > view.seats, view.outcome is not None
    moved = max(reversed(view.cars), key=lambda car: car.rolled)  # of equals the last

    def cars(kind: str) -> tuple[Judgeable, ...]:
        found = [(offer, offer.settled["car"]) for offer in offers if offer.kind == kind]
        return tuple((offer, i, view.cars[i]) for offer, i in found)

    dues = {due.number: due for due in view.dues}
    return Hand(
        two=two,
        over=over,
        can={offer.kind: offer for offer in offers},
        demands=tuple((offer, dues[offer.settled["due"]]) for offer in offers if offer.kind == "demand"),
        stops=cars("stop"),
        pressing=any(car.owner != seat for _, _, car in cars("stop")),
        claims=tuple(sorted(cars("claim"), key=lambda claim: (claim[2].owner, claim[1]))),
        counts=tuple(offer for offer in offers if offer.kind == "count"),
        entries=tuple((*entry, view.entries[entry[1]]) for entry in cars("enter")),
        others=tuple(entry for entry in view.entries if entry and view.cars[entry.car].owner != seat),
        places=tuple(car.at for car in view.cars),
        next=None if over or view.paper else view.car,
        trail=(moved.start, *moved.trail) if moved.trail else (),
        own=tuple(paid for paid in view.ledger[-RECENT:] if seat in (paid.source, paid.target))[-SHOWN:],
        judged=comes_up(view, seat),
    )


def cars_of(seat: int, view: View) -> range:
    """The numbers of a player's cars."""
    return range(seat, len(view.cars), view.seats)


Row = tuple[e.Event, str, e.Owed | None]


def news(events: Sequence[e.Event], most: int) -> list[list[Row]]:
    """What happened, each roll with all that followed from it, the last one first: each event with its kind, and where a due
    lapsed, that due."""
    owed = {event.due: event for event in reversed(events) if isinstance(event, e.Owed)}
    groups: list[list[Row]] = [[]]
    for event in events:
        unasked = isinstance(event, e.Demanded) and event.seat is None
        if isinstance(event, BEGINS) and groups[-1] and not unasked:
            groups.append([])
        if not isinstance(event, e.Turned):
            due = owed.get(event.due) if isinstance(event, e.Lapsed) else None
            groups[-1].append((event, str(type(event).__struct_config__.tag), due))
    return [group for group in groups[::-1][:most] if group]


def entry_panels(view: View) -> Iterator[tuple[e.Entered, tuple[e.Judged, ...], str]]:
    """What the table screen shows of a paper table: the last entry and all that somebody was stopped for since, each with
    what was judged and the id of its panel."""
    for entry in sorted(filter(None, view.entries), key=lambda entry: entry.car):
        ruled = tuple(verdict for verdict in view.verdicts if verdict.car == entry.car)
        last = view.cars[entry.car].rolled == view.rolls
        if last or ruled:
            yield entry, ruled, "latest" if last else f"entry-{entry.car}"


def rulings(car: CarView, number: int, judged: Sequence[e.Judged]) -> list[e.Judged]:
    """What was said last about each offence that a car was stopped for."""
    said = {verdict.reason: verdict for verdict in judged if verdict.car == number}
    return [said[reason] for reason in car.judged]  # type: ignore[index]


def comes_up(view: View, seat: int | None) -> bool:
    """Does this page come up with the last verdict about a car? Its driver's and the accuser's do; whoever looks on may be
    about to cry out himself, and hears of it where he is. Beside paper it stands where it was asked for: the driver's alone."""
    if not view.verdicts or view.outcome:
        return False
    last = view.verdicts[-1]
    return seat == seat_of(last.car, view.seats) or (seat == last.by and not view.paper)


def desk_of(desks: Sequence[Desk], till: str) -> Desk:
    """The desk of a till."""
    return next(desk for desk in desks if desk.till == till)


def manager_of(desks: Sequence[Desk], till: str) -> int | None:
    """Who manages a till; none if nobody does."""
    return desk_of(desks, till).manager


def content_of(desks: Sequence[Desk], till: str) -> int:
    """What is in a till."""
    return desk_of(desks, till).content


def richest_first(counts: Sequence[int | None]) -> list[int]:
    """The seats by what they have counted; those who have not come last."""
    return sorted(range(len(counts)), key=lambda seat: (counts[seat] or 0, seat), reverse=True)


class Setting(Struct, frozen=True):
    """As much of a game as its sentences need. No move changes it, so what was said can be kept."""

    options: Options
    seats: int = 0
    cars: range = range(0)
    observer: int | None = None  # who reads it, if it is about that player: “you”


def setting(options: Options, seats: int = 0, two: bool = False, observer: int | None = None) -> Setting:
    """The setting of so many players who drive two cars each, or one; of nobody, where no car is told of."""
    return Setting(options, seats, range(2 * seats if two else seats), observer)


def reader(event: e.Event, due: e.Owed | None, seat: int | None, seats: int) -> int | None:
    """Whoever reads it, if it tells of that player or of a car of theirs; all others read the same words."""
    about = [due.seat] if due else []
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ("car", "hit") and value is not None:
            about.append(value % seats)
        elif field in ("seat", "by", "source", "target", "owner", "buyer"):
            about.append(value)
        elif field == "seats":
            about += value
    return seat if seat in about else None


def is_mine(seat: Any, scene: Scene) -> bool:
    """Is that seat, or the only one of several, of whoever reads it? A record is read by nobody in particular."""
    me = getattr(scene.state, "observer", None)
    return isinstance(me, int) and (seat == me or seat == (me,))


def square(number: str, options: Options) -> str:
    """A square by its number, and the town that lies there: said as such, for dice and money are numbers too."""
    town = options.board.square(number).town
    return (say("square {number} ({town})") if town else say("square {number}")).format(number=number, town=town)


def rolled(dice: Dice) -> str:
    """A roll with its sum."""
    return f"{dice[0]} + {dice[1]} = {dice[0] + dice[1]}"


def facts(course: Any) -> list[str]:
    """What became of a car besides: the `[words.fact]` that hold."""
    accident = "accident_aid" if course.aid else "accident"
    found = {
        "waits": course.waits,
        accident: course.accident,
        "sent": course.sent,
        "parked": course.parked,
        "tank": course.tank,
    }
    return [fact for fact, holds in found.items() if holds]


def seat_of(car: int, seats: int) -> int:
    """Whose car it is: they are counted round the table."""
    return car % seats


def owner(car: int, names: Sequence[str]) -> str:
    """The name of whoever drives it."""
    return names[seat_of(car, len(names))]


def which(car: int, seats: int) -> int:
    """Which of its player's cars it is: the first or the second."""
    return car // seats + 1


def two_cars(scene: Scene) -> bool:
    """Does everybody drive two?"""
    return bool(len(scene.state.cars) > scene.state.seats)


class Speaking(Struct, frozen=True):
    """Who may speak before the next roll, and what about."""

    seats: tuple[int, ...]
    you: bool  # whoever reads it
    car: int | None  # that moved last
    police: int | None  # who may stop it, if anybody may
    managers: tuple[int, ...] = ()  # who may claim what they are owed

    @property
    def stop(self) -> bool:
        """Is it about the car that moved last?"""
        return self.police is not None

    @property
    def due(self) -> bool:
        """Is it about something that is owed?"""
        return bool(self.managers)

    @property
    def alone(self) -> bool:
        """Is it one player's business?"""
        return len(self.seats) == 1

    @property
    def several(self) -> bool:
        """Is something owed to more than one?"""
        return len(self.managers) > 1


def speaking(view: View, speakers: tuple[int, ...], seat: int | None) -> Speaking:
    """Who may speak before the next roll, as a seat or the table reads it: what is one's own business comes first, then who may
    do what."""
    you = seat in speakers
    seats = (seat,) if you and seat is not None else speakers
    owed = {desk.manager for desk in view.desks for claim in view.dues if desk.till == claim.of.till}
    moved = next((i for i, car in enumerate(view.cars) if car.stoppable and len(car.judged) < len(FAULTS)), None)
    stop = view.policeman in seats and moved is not None and seat_of(moved, view.seats) != view.policeman
    managers = tuple(each for each in seats if each in owed)
    return Speaking(seats, you, moved, view.policeman if stop else None, managers)


class PuzzleDriver(Struct, frozen=True):
    """Whose car stands on the board of a puzzle: nobody's, so it has the name of its colour."""

    seat: int
    name: str
    badge: str


def puzzle_drivers(seen: Any, kit: Mapping[str, Any]) -> tuple[PuzzleDriver, ...]:
    """The drivers of a puzzle, one for each car."""
    named = [str(seat["name"]) for seat in kit["seats"].values()][: len(seen.cars)]
    return tuple(PuzzleDriver(seat, name, name[:1].upper()) for seat, name in enumerate(named))


def puzzle_options(seen: Any) -> Options:
    """The board and the tariff of a puzzle."""
    return Options(edition=seen.edition)


def moments(view: View) -> tuple[Moment, ...]:
    """The last rolls, each with all that followed from it, and what else happened on the road."""
    key = f"{view.rolls}-{len(view.ledger)}-{len(view.news)}"  # a roll is shown again when more follows from it
    return tuple([Moment(key, "road", group) for group in lately(view.news)])


@once_for_each
def lately(events: tuple[e.Event, ...]) -> tuple[tuple[Row, ...], ...]:
    """The last few rolls, each with all that followed from it: the same for all phones of a table."""
    return tuple(tuple(group) for group in news(events[-LATELY:], LAST))


NARRATION: Mapping[str, Helper] = {
    "facts": lambda course, _: facts(course),
    "mine": is_mine,
    "money": lambda amount, scene: money(amount, scene.kit),
    "named": lambda account, _: isinstance(account, str),
    "driven": lambda car, scene: car % len(scene.names),
    "owner": lambda car, scene: owner(car, scene.names),
    "rolled": lambda dice, _: rolled(dice),
    "square": lambda number, scene: square(number, scene.state.options),
    "there": lambda value, _: True,  # also the first seat, whose number is 0
    "two": lambda _, scene: two_cars(scene),
    "which": lambda car, scene: which(car, len(scene.names)),
}
