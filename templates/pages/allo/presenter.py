"""What the pages of Allo... la France show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from referee.allo.france import FRANCE
from referee.allo.maps import Map
from referee.allo.moves import Step
from referee.allo.pieces import MOST_UNITS, Part
from referee.allo.state import Call
from referee.allo.views import Line, Sheet, Sight, View
from referee.game import Offer
from referee.knowledge import Fact
from templates.pages.allo.bar import bar, laid_at_once
from templates.pages.allo.chart import beside, chart, links_path, placed, stretch, stretches, tokens, towers
from templates.pages.allo.narration import NARRATION
from templates.pages.allo.story import story
from templates.pages.moment import LAST, Moment

__all__ = [
    "FRANCE",
    "NARRATION",
    "bar",
    "beside",
    "chart",
    "laid_at_once",
    "links_path",
    "placed",
    "story",
    "stretch",
    "stretches",
    "tokens",
    "towers",
]  # templates reach the map from here, too

SEAT_COLOURS: tuple[str, ...] = ()  # its kit has seats with colours of their own


STEPS: tuple[Step, ...] = ("card", "move", "cable", "call", "special")
BESIDE = 3.4  # from one way on the map to the next, where several run along the same link


class Hand(Struct, frozen=True):
    """The page of a seat: what its player may do, and what is where on the page."""

    paper: bool
    over: bool
    can: dict[str, Offer]  # what may be done, by kind; calls and corrections apart
    asks: tuple[Offer, ...]
    guesses: dict[str, Offer]  # `free`, with a kept card, and `paid`
    fixes: tuple[tuple[Offer, Call], ...]  # what can be put right
    last: Call | None
    here: str | None  # the city where the player stands; none with paper
    lines: dict[int, Line]  # how the others can be called
    reached: frozenset[int]  # who can be called without a kept card
    secrets: tuple[Sight, ...]  # plates that the player knows of, with what they say
    recent: tuple[Sight, ...]  # those that lie beside the player's own
    fresh: Sight | None  # seen since the last call but one
    acts: bool  # it is this player's turn
    may_call: bool  # there is a list of people to call, or of why not
    answer_first: (
        bool  # the answer is in view at once: before whatever the caller still has to do, or a plate that is owed
    )
    verdict: bool  # the last call named a number: every page comes up with it


def hand(view: View, offers: Sequence[Offer], seat: int | None) -> Hand:
    """What the page of a seat shows now; for no seat, what the table screen does."""
    paper, over = view.options.pieces == "paper", view.outcome is not None
    last = view.calls[-1] if view.calls else None
    asks = tuple(offer for offer in offers if offer.kind == "ask")
    secrets = tuple(sight for sight in view.secrets if sight.value)
    seen = [sight for sight in secrets if sight.to == seat]
    shown = [sight for sight in secrets if sight.owner == seat]
    acts = view.turn == seat and not over
    verdict = last is not None and last.number is not None and not over
    can = {offer.kind: offer for offer in offers if offer.kind not in ("ask", "guess", "correct")}
    return Hand(
        paper=paper,
        over=over,
        can=can,
        asks=asks,
        guesses={"free" if offer.settled.get("free") else "paid": offer for offer in offers if offer.kind == "guess"},
        fixes=tuple((offer, view.calls[offer.settled["line"]]) for offer in offers if offer.kind == "correct"),
        last=last,
        here=view.places[seat] if view.places and seat is not None else None,
        lines={line.to: line for line in view.lines},
        reached=frozenset(to for offer in asks if not offer.settled.get("free") for to in offer.choices),
        secrets=secrets,
        recent=(*seen[-2:], *shown[-1:]),
        fresh=seen[-1] if seen and seen[-1].after >= len(view.calls) - 1 else None,
        acts=acts,
        may_call="show" not in can if paper and not over else acts and view.step == "call" and not view.debts,
        answer_first=(last is not None and acts and not paper and view.step == "special")
        or (verdict and bool(view.debts)),
        verdict=verdict,
    )


def offset(index: int, count: int) -> float:
    """How far from the middle of its link the line of one of so many ways is drawn."""
    return BESIDE * index - BESIDE / 2 * (count - 1)


def callees(chairs: Sequence[Any], seat: int, reached: frozenset[int]) -> list[Any]:
    """The chairs of the others, those first who can be called."""
    return sorted((chair for chair in chairs if chair.seat != seat), key=lambda chair: chair.seat not in reached)


class CallDialog(NamedTuple):
    """A call that can be made."""

    id: str
    to: int
    free: bool  # with a kept card
    ask: str  # the offers that it answers
    guess: str
    cost: int | None  # in units; none with paper


def dialogs(page: Hand) -> Iterator[CallDialog]:
    """All calls that can be made."""
    for offer in page.asks:
        free = bool(offer.settled.get("free")) and not page.paper
        for to in offer.choices:
            line = page.lines.get(to)
            cost = None if line is None else 0 if free or line.way is None else len(line.way)
            guess = page.guesses["free" if free else "paid"]
            yield CallDialog(f"call-{to}-free" if free else f"call-{to}", to, free, offer.id, guess.id, cost)


def creditor(debts: Iterable[tuple[int, int]], seat: int) -> int:
    """To whom a player owes a plate."""
    return next(to for by, to in debts if by == seat)


def sections(of: Map, a: str, b: str) -> int:
    """How many sections of cable a link takes; none where there is no link."""
    return next((link.sections for link in of.links if {link.a, link.b} == {a, b}), 0)


def gain(laid: int, units: int) -> int:
    """How many units a cable of so many sections brings whoever has so many."""
    return min(laid, MOST_UNITS - units)


def cable_left(supply: Iterable[int]) -> int:
    """Sections of cable in all strips that are left: of one section, of two, and so on."""
    return sum(size * count for size, count in enumerate(supply, 1))


def steps(step: str) -> list[tuple[Step, Literal["done", "now", ""]]]:
    """The steps of a turn, with those that are done and the one that it is at; none of them before a turn."""
    now = STEPS.index(step) if step in STEPS else -1
    return [(each, "now" if i == now else "done" if i < now else "") for i, each in enumerate(STEPS)]


def first_name(code: str, kit: Mapping[str, Any]) -> str:
    """Both forms of a first name: René(e), or Jean/Jeanne where one is not the other with something added."""
    him, her = kit["people"]["first"][code]
    return str(him if her == him else f"{him}({her[len(him) :]})" if her.startswith(him) else f"{him}/{her}")


def plate_name(part: str, code: str, of: Map, kit: Mapping[str, Any]) -> str:
    """What a plate says: a name, a job, a city."""
    if part == Part.CITY:
        return of.city(code).name
    if part == Part.FIRST:
        return first_name(code, kit)
    return str(kit["people"]["surname"][code] if part == Part.SURNAME else kit["job"][code])


def dotted(number: str) -> str:
    """A telephone number in pairs."""
    return ".".join((number[:2], number[2:4], number[4:6], number[6:]))


Heard = tuple[tuple[str, bool], ...]  # plates that were asked for, and the answer


def heard_of(sheets: Sequence[Sheet], part: str) -> tuple[Heard, ...]:
    """What everybody has heard about a part of each number. Of cities only distances are heard."""
    marks = {Part.SURNAME: "surname", Part.FIRST: "first", Part.JOB: "job"}
    name = marks.get(Part(part))
    return tuple(getattr(sheet, name) if name else () for sheet in sheets)


def marks_by_code(heard: Sequence[Heard]) -> list[dict[str, bool]]:
    """The same of each number, by plates."""
    return [dict(each) for each in heard]


def heard_codes(sheet: Sheet) -> str:
    """What everybody has heard about the names and the job of a number: `first.12:yes job.30:no`."""
    parts = (Part.SURNAME, Part.FIRST, Part.JOB)
    heard = ((part, code, yes) for part in parts for code, yes in heard_of([sheet], part)[0])
    return " ".join(f"{part.value}.{code}:{'yes' if yes else 'no'}" for part, code, yes in heard)


class Former(Struct, frozen=True):
    """A call as it stood before it was put right."""

    to: int
    part: Part | None
    value: str | None
    at: str | None
    answer: Any
    number: str | None
    right: bool | None


def formers(call: Call) -> list[Former]:
    """How a call stood before, the oldest first."""
    return [Former(*was) for was in call.was]


Entry = tuple[Literal["sight"], str, Sight] | tuple[Literal["call"], int, Call]


def recent(view: View, window: int) -> tuple[int, tuple[Call, ...], tuple[Sight, ...]]:
    """The end of the log: how many calls came before it, so many calls, or all of them, and the plates seen since."""
    first = max(0, len(view.calls) - window)
    return first, view.calls[first:], tuple(sight for sight in view.secrets if sight.after >= first)


def log(first: int, calls: Sequence[Call], secrets: Sequence[Sight]) -> Iterator[Entry]:
    """Calls and plates that were seen, the last first: each plate stands over the call that it followed. So many calls came
    `first` and are left out."""
    for n in range(first + len(calls), first - 1, -1):
        after = [sight for sight in secrets if sight.after == n]
        for number in range(len(after), 0, -1):
            yield "sight", f"{n}-{number}", after[number - 1]
        if n > first:
            yield "call", n, calls[n - first - 1]


def corrections(view: View, offers: Iterable[Offer]) -> list[tuple[bool, str, list[tuple[int, Call]]]]:
    """What the host can put right, the last first: questions, then numbers that were said, each with how the ids of their
    offers begin. Where there are none, nothing."""
    fixes = [offer for offer in offers if offer.kind == "correct"]
    found = []
    for numbers in (False, True):
        lines = [offer.settled["line"] for offer in reversed(fixes)]
        rows = [(i, view.calls[i]) for i in lines if (view.calls[i].number is not None) == numbers]
        if rows:
            found.append((numbers, fixes[0].id.rpartition(".")[0] + ".", rows))
    return found


def moments(view: View) -> tuple[Moment, ...]:
    """The last calls, and numbers that were dialled; plates that were seen, and by whom; and the last turn that ended without
    the call that its card allowed."""
    # No more than are told, however long the game is.
    calls, plates = max(0, len(view.calls) - LAST), max(0, len(view.secrets) - LAST)
    told = [((n, 0, 0), Moment(str(n), "call", call)) for n, call in enumerate(view.calls[calls:], calls + 1)]
    told += [
        ((s.after, n, 1), Moment(f"sight-{n}", "sight", s)) for n, s in enumerate(view.secrets[plates:], plates + 1)
    ]
    if quiet := view.silence:
        told.append(((quiet.after, quiet.seen, 2), Moment(f"silence-{quiet.turn}", "silence", quiet)))
    return tuple(moment for _, moment in sorted(told, key=lambda each: each[0])[: -LAST - 1 : -1])


def plain_of(plain: Sequence[Fact], part: str) -> tuple[Fact, ...]:
    """What is plain about one part of the others' numbers."""
    return tuple(fact for fact in plain if fact.part == part)


def plain_mark(plain: Sequence[Fact], seat: int, code: str) -> str:
    """The mark of help for a plate of one of the others, or none."""
    return next(("●" if fact.so else "✕" for fact in plain if (fact.about, fact.value) == (seat, code)), "")
