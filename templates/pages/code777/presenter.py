"""What the pages of Code 777 show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, NamedTuple

from referee.code777.knowledge.audit import doubted
from referee.code777.pieces import TILES, TRIANGLE, Tile
from referee.code777.questions import Rack
from referee.code777.state import Declaration
from referee.code777.views import LineView, RackView, View
from referee.knowledge import Fact
from templates.i18n import say
from templates.pages.code777.bar import bar
from templates.pages.code777.narration import NARRATION
from templates.pages.code777.story import story
from templates.pages.moment import LAST, Moment

__all__ = ["NARRATION", "bar", "doubted", "story"]

SEAT_COLOURS: tuple[str, ...] = ()  # colours are of tiles: players choose one of the house


def rack_name(i: int, owner: int | None, chairs: Sequence[Any], racks: int) -> str:
    """Whose rack it is; those that everybody sees have a number if there are several."""
    if owner is not None:
        name: str = chairs[owner].name
        return name
    open_racks = racks - len(chairs)
    return say("Open rack {number}").format(number=i - len(chairs) + 1) if open_racks > 1 else say("Open rack")


def rack_names(owners: Sequence[int | None], chairs: Sequence[Any]) -> tuple[str, ...]:
    """What all racks are called."""
    return tuple(rack_name(i, owner, chairs, len(owners)) for i, owner in enumerate(owners))


def left(view: View, rack: int, hosted: bool) -> tuple[int, ...]:
    """Of each kind of tile, how many can stand on that rack for all that everybody may know: those of the box, without those on
    other open racks. What stands before players is left out: each may read what others enter, and would miss a tile of his own.
    The host may be putting right two racks, one after the other."""
    seen = () if hosted else view.racks[view.seats :]
    there = Counter(tile for i, each in enumerate(seen, view.seats) if i != rack for tile in each.tiles or ())
    return tuple(count - there[tile] for tile, count in Counter(TILES).items())


def answer_text(question: int, answer: Any, kit: Mapping[str, Any]) -> str:
    """What was answered, in the words of its card."""
    card = kit["question"][question - 1]
    said = {"first": card.get("first"), "second": card.get("second"), "same": kit["questions"]["same"]}
    return str(said.get(answer, answer))


AskedRack = tuple[int, str, bool]  # number, name, and whether it was replaced since


def racks_of(line: LineView, names: Sequence[str], refills: Sequence[int]) -> tuple[AskedRack, ...]:
    """The racks that an answer was about, all but the asker's own."""
    return tuple((i, names[i], line.about[i] != refills[i]) for i in range(len(refills)) if i != line.seat)


def called(racks: Sequence[AskedRack]) -> list[str]:
    """The names of all racks that an answer was about."""
    return [name for _, name, _ in racks]


def replaced(racks: Sequence[AskedRack]) -> list[str]:
    """The names of those that were replaced since."""
    return [name for _, name, gone in racks if gone]


Entry = (
    tuple[Literal["line"], int, LineView, None] | tuple[Literal["declared"], str, Declaration, Rack | None]
)  # a question, or what somebody declared and the tiles that it was about


class Recent(NamedTuple):
    """The last questions, how many there were before them, and what was declared since."""

    first: int
    lines: tuple[LineView, ...]
    declarations: tuple[Declaration, ...]


def recent(view: View, window: int) -> Recent:
    """The end of the log: so many questions, or all of them."""
    first = max(0, len(view.lines) - window)
    return Recent(first, view.lines[first:], tuple(each for each in view.declarations if each.after >= first))


def log(
    first: int,
    lines: Sequence[LineView],
    declarations: Sequence[Declaration],
    before: Sequence[Sequence[Rack]],
    shown: Sequence[Rack | None] | None,
) -> Iterator[Entry]:
    """Questions and declarations, the last first: each declaration stands over the question that it followed. So many
    questions came `first` and are left out; `before` are the tiles that were put aside from each rack, `shown` those that stand there in the end."""
    for n in range(first + len(lines), first - 1, -1):
        said = [declaration for declaration in declarations if declaration.after == n]
        for number in range(len(said), 0, -1):
            declaration = said[number - 1]
            aside = before[declaration.seat]
            now = shown[declaration.seat] if shown else None
            seen = aside[declaration.filling] if declaration.filling < len(aside) else now
            yield "declared", f"{n}-{number}", declaration, seen
        if n > first:
            yield "line", n, lines[n - first - 1], None


def columns(racks: Sequence[RackView]) -> tuple[tuple[Any, ...], ...]:
    """Of all racks: whose they are, how often they were filled anew, what stood there before, and what stands there now."""
    return tuple(zip(*((each.owner, each.refills, each.before, each.tiles) for each in racks), strict=True))


def last_declaration(view: View, within: int) -> Declaration | None:
    """What was declared last, if no more than so many questions were asked since."""
    if not view.declarations or view.declarations[-1].after < len(view.lines) - within:
        return None
    return view.declarations[-1]


def renewed(view: View, said: Declaration, chairs: Sequence[Any]) -> str:
    """The open rack that has new tiles because of the last declaration, by its name; nothing where none has, or where
    tiles that were put right since make it uncertain which."""
    rights, count = sum(each.right for each in view.declarations), len(view.racks) - len(chairs)
    if not said.right or not count or rights != sum(rack.refills for rack in view.racks[len(chairs) :]):
        return ""
    return rack_name(len(chairs) + (rights - 1) % count, None, chairs, len(view.racks))


def is_refilled(view: View, said: Declaration) -> bool:
    """Does the observer hold new tiles because of what he declared himself?"""
    return said.seat == view.observer and view.racks[said.seat].refills > said.filling


def is_shuffled(view: View, said: Declaration) -> bool:
    """Are the tiles of the last declaration, and all that were put aside before, in the stock again? On phones, where all of
    them are known: what can be drawn has changed."""
    return view.options.racks == "phone" and not view.aside and view.racks[said.seat].refills > said.filling


def declared_tiles(view: View, said: Declaration, seat: int) -> Rack | None:
    """The tiles that were declared, as far as a seat may see them: its own only once they are put aside."""
    rack: RackView = view.racks[said.seat]
    put_aside = said.filling < len(rack.before)
    if said.seat == seat and said.filling >= view.racks[seat].refills and not view.outcome:
        return None
    return rack.before[said.filling] if put_aside else rack.tiles


def sheet(number: int, refills: int) -> str:
    """The name of a note sheet: every filling of one's own rack has its own three."""
    return "abc"[number] + (str(refills + 1) if refills else "")


def first_sheet(view: View) -> str:
    """The one for what is sure, of the tiles that the observer has now."""
    return sheet(0, view.racks[view.observer].refills if isinstance(view.observer, int) else 0)


def boxes_seen(view: View) -> tuple[str, ...]:
    """The boxes of the first note sheet for all tiles that a player sees: on the racks of others, and put aside."""
    if view.outcome:
        return ()
    return _boxes((*(tile for rack in view.racks for tile in rack.tiles or ()), *view.aside), first_sheet(view))


@lru_cache(1000)  # they change with a rack, and pages are made with every question
def _boxes(tiles: tuple[Tile, ...], first: str) -> tuple[str, ...]:
    """The boxes of a note sheet for those tiles."""
    seen, found = Counter(tiles), []
    for row in TRIANGLE:
        for i, tile in enumerate(row):
            if seen[tile]:
                seen[tile] -= 1
                found.append(f"{first}.{i}.{tile.digit}")
    return tuple(found)


def boxes_out(view: View, plain: Sequence[Fact], help: str) -> frozenset[str]:
    """The boxes of the first note sheet that a table with help crosses out: tiles that one sees, and those that one cannot
    have by what is plain."""
    if view.outcome or help == "none":
        return frozenset()
    out = {tuple(fact.value) for fact in plain if fact.part == "tile" and not fact.so}
    first = first_sheet(view)
    boxes = (
        f"{first}.{i}.{tile.digit}"
        for row in TRIANGLE
        for i, tile in enumerate(row)
        if (tile.digit, tile.colour) in out
    )
    return frozenset((*boxes_seen(view), *boxes))


def moments(view: View) -> tuple[Moment, ...]:
    """The last answers and declarations."""
    return _moments(*recent(view, LAST), len(view.racks))


@lru_cache(300)  # all at a table have seen the same
def _moments(
    first: int, lines: tuple[LineView, ...], declarations: tuple[Declaration, ...], racks: int
) -> tuple[Moment, ...]:
    """The last answers and declarations of those."""
    found = (
        Moment(f"{kind}-{n}", kind, entry)
        for kind, n, entry, _ in log(first, lines, declarations, ((),) * racks, None)
        if isinstance(entry, Declaration) or entry.answer is not None
    )
    return tuple(islice(found, LAST))
