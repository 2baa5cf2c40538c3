"""What the pages of Inkognito show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from referee.game import Observer, Offer
from referee.inkognito.meetings import Meeting
from referee.inkognito.moves import Pair, Show
from referee.inkognito.pieces import ALLIES, ROUNDS, Colour, Identity
from referee.inkognito.state import Showing, Verdict, Visit
from referee.inkognito.views import Handing, MeetingView, View
from referee.knowledge import Fact
from templates.pages.inkognito import venice
from templates.pages.inkognito.bar import bar
from templates.pages.inkognito.narration import NARRATION
from templates.pages.inkognito.story import story
from templates.pages.moment import LAST, Moment

__all__ = ["NARRATION", "bar", "story", "venice"]  # templates reach the map from here

SEAT_COLOURS: tuple[str, ...] = tuple(Colour)  # the pieces of an agent have one


AGENTS, AMBASSADOR = 4, 4  # the Ambassador comes after the four agents


class Hand(Struct, frozen=True):
    """The page of a seat: what its player may do, whom the player meets, and what was shown last."""

    paper: bool
    over: bool  # somebody called
    can: dict[str, Offer]  # what may be done, by kind
    met: MeetingView | None
    other: int | None  # whom the player meets there
    to: int | None  # to whom the player showed something last, or has laid it down for
    cards: tuple[str, ...]  # and what
    fresh: tuple[Showing, ...]  # what was shown to the player last
    news: tuple[int, ...]  # by whom, if that is new
    shown_now: bool  # and in this round


def hand(view: View, offers: Iterable[Offer], seat: int) -> Hand:
    """What the page of a seat shows now."""
    paper = view.options.pieces == "paper"
    met = next((meeting for meeting in reversed(view.meetings) if seat in meeting.members), None)
    fresh = last_shown([showing for showing in view.sheet if showing.by != seat], paper)
    to, cards = handed_over(view, seat, met)
    return Hand(
        paper=paper,
        over=view.stage == "verdict",
        can={offer.kind: offer for offer in offers},
        met=met,
        other=partner(met, seat) if met else None,
        to=to,
        cards=cards,
        fresh=fresh,
        news=tuple(showing.by for showing in fresh if paper or showing.round >= view.round - 1),
        shown_now=bool(fresh) and fresh[0].round == view.round,
    )


def last_shown(showings: Sequence[Showing], paper: bool) -> tuple[Showing, ...]:
    """What came last: all of its round, as of two who come before the Ambassador; with paper no round is known."""
    if not showings:
        return ()
    count = 1
    while not paper and count < len(showings) and showings[-count - 1].round == showings[-1].round:
        count += 1
    return tuple(showings[-count:])


def handed_over(view: View, seat: int, met: MeetingView | None) -> tuple[int | None, tuple[str, ...]]:
    """To whom a player showed which cards last; what lies ready in a meeting counts already."""
    mine = met.mine if met else None
    if isinstance(mine, Pair):
        return mine.to, mine.cards
    if met and isinstance(mine, Show) and met.kind == "exchange":
        return mine.to, (str(view.identity if mine.card == "identity" else view.fragment),)
    own = [showing for showing in view.sheet if showing.by == seat]
    return (own[-1].to[0], own[-1].cards) if own else (None, ())


def partner(met: MeetingView, seat: int) -> int | None:
    """Whom a player meets: in an audience the Ambassador."""
    if met.kind == "audience":
        return AMBASSADOR
    return next((agent for agent in met.present if agent != seat), None)


def places_now(view: View) -> tuple[str, ...]:
    """Where everybody is in this round; nothing for whoever has not gone yet."""
    return tuple(trail[-1] if len(trail) > view.round % ROUNDS else "" for trail in view.trails)


def together(place: str, places: Sequence[str]) -> int:
    """How many are at a place when everybody has gone; before that none, for others may come."""
    return sum(at == place for at in places) if all(places) else 0


def meeting_at(meetings: Iterable[MeetingView], place: str) -> MeetingView | None:
    """The meeting at a place, if there is one."""
    return next((meeting for meeting in meetings if meeting.place == place), None)


def involved(visit: Visit) -> list[int]:
    """All who met somebody in a round, or were asked, each once."""
    found = (
        agent
        for meeting in visit.meetings
        for agent in (*meeting.present, *(() if meeting.asked is None else (meeting.asked,)))
    )
    return list(dict.fromkeys(found))


def undecided(met: MeetingView) -> list[int]:
    """Who in a meeting has still to decide."""
    return [agent for agent in met.members if agent not in met.sealed]


def number(identities: Sequence[str], fragments: Sequence[Any]) -> str:
    """The telephone number: the fragments in the order of the identities."""
    return "\N{NO-BREAK SPACE}".join(str(fragments[identities.index(one)]) for one in Identity)


def winners(points: Sequence[int], chairs: Iterable[Any]) -> list[Any]:
    """The names of those who got a point."""
    return [chair.name for chair in chairs if points[chair.seat]]


def matches(said: Iterable[Any], true: Iterable[Any]) -> int:
    """How much of what was called is true."""
    return sum(one == other for one, other in zip(said, true, strict=True))


def ally(verdict: Verdict) -> int:
    """The ally of whoever called."""
    return verdict.true_identities.index(ALLIES[verdict.true_identities[verdict.seat]])


def fault(verdict: Verdict, allied: bool) -> str:
    """What was wrong with a call: the number, or with the right one the ally, or who is who; nothing if it was right."""
    called = number(verdict.identities, verdict.fragments)
    if verdict.right:
        return ""
    if called != number(verdict.true_identities, verdict.true_fragments):
        return "number"
    return "ally" if allied and verdict.met not in (None, ally(verdict)) else "owners"


def rivals(seat: int, players: int) -> list[int]:
    """Everybody whom a clue sheet is about: the other agents, and the fifth player."""
    return [agent for agent in range(max(AGENTS, players)) if agent != seat]


def copied(seat: int, met: int | None) -> int:
    """The agent whose fields of a call stand in the page; those of the others are copied from them."""
    return next(agent for agent in range(AGENTS) if agent not in (seat, met))


def passed_between(showings: Iterable[Showing], seat: int, other: int) -> tuple[Showing, ...]:
    """What those two have shown each other."""
    return tuple(s for s in showings if (s.by == other and seat in s.to) or (s.by == seat and other in s.to))


def tells(showing: Showing, seat: int) -> bool:
    """Does a mark for this tell whoever glances at a sheet of a true card: one that was shown alone, or, meeting by meeting, the
    owner's own?"""
    return showing.black or showing.by == seat


def is_telling(passed: Iterable[Showing], seat: int) -> bool:
    """Is there anything to veil among what two have shown each other?"""
    return any(tells(showing, seat) for showing in passed)


def recent(view: View, window: int) -> tuple[tuple[Visit, ...], tuple[Verdict, ...], int]:
    """The end of the log: rounds of this deal, calls of those before it, and how many entries are left out. A round takes the room
    of three entries of other logs, a call with all that was true that of six."""
    visits = view.visits[max(0, len(view.visits) - window // 3) :]
    verdicts = view.verdicts[max(0, len(view.verdicts) - (window - 3 * len(visits)) // 6) :]
    return visits, verdicts, len(view.visits) + len(view.verdicts) - len(visits) - len(verdicts)


def columns(passed: Iterable[Showing], paper: bool) -> list[list[Showing]]:
    """A column for each meeting; phones that play beside printed cards know of no rounds."""
    found: list[list[Showing]] = []
    for showing in passed:
        if found and not paper and found[-1][0].round == showing.round:
            found[-1].append(showing)
        else:
            found.append([showing])
    return found


def crowds(visit: Visit) -> list[tuple[str, list[int]]]:
    """The places where there were more than two, and who."""
    here = {place: [agent for agent, at in enumerate(visit.places) if at == place] for place in visit.places}
    return [(place, agents) for place, agents in here.items() if len(agents) > 2]


def moments(view: View) -> tuple[Moment, ...]:
    """Who met, or that nobody did, what was shown there to whom (not what it was), and calls."""
    deal = view.deal
    calls = [Moment(f"{v.deal}-call", "call", v) for v in view.verdicts]
    rounds = [(v.round, met_or_lonely(deal, v)) for v in view.visits[-LAST:]]
    if view.stage == "meeting":
        rounds.append((view.round, met(deal, view.round, view.meetings)))
    shown = [(s[0].round, Moment(f"{deal}-{n}-shown", "shown", s)) for n, s in enumerate(exchanges(view))]
    told = [each for _, each in sorted([*rounds, *shown], key=lambda each: each[0])]  # of equals, who met comes first
    now = len(calls) - (view.stage == "verdict")  # calls of the deals before this one
    return tuple([*calls[:now], *told, *calls[now:]][: -LAST - 1 : -1])


def met(deal: int, number: int, meetings: Iterable[Meeting | MeetingView]) -> Moment:
    """Who met where in a round."""
    return Moment(f"{deal}-{number}", "met", tuple((meeting.place, meeting.present) for meeting in meetings))


def met_or_lonely(deal: int, visit: Visit) -> Moment:
    """Who met in a round that is over, or that nobody did."""
    return (
        met(deal, visit.round, visit.meetings) if visit.meetings else Moment(f"{deal}-{visit.round}", "lonely", visit)
    )


def exchanges(view: View) -> list[tuple[Handing, ...]]:
    """Who showed something to whom, with what belongs together: what two showed each other, or both showed the Ambassador.
    With paper, phones know of no meetings."""
    found: list[tuple[Handing, ...]] = []
    for each in view.handed:
        last = found[-1][-1] if found and view.options.pieces == "phone" else None
        if last and last.round == each.round and (last.to == each.to or is_mutual((last, each))):
            found[-1] += (each,)
        else:
            found.append((each,))
    return found


def is_mutual(shown: Sequence[Handing]) -> bool:
    """Have two shown something to each other?"""
    return [(each.by,) for each in shown] == [each.to for each in reversed(shown)]


def shown_to(observer: Observer, shown: Iterable[Handing]) -> list[int]:
    """Who of them showed the observer something."""
    return [each.by for each in shown if observer in each.to]


def is_proven_ally(certain: Sequence[Fact], view: View, agent: int) -> bool:
    """Is it certain to the observer that this agent is the ally?"""
    assert view.identity
    wanted = Fact("identity", agent, str(ALLIES[view.identity]))
    return wanted in certain or any(
        fact.part == "call" and fact.value[0][agent] == ALLIES[view.identity] for fact in certain
    )


def plain_of(plain: Sequence[Fact], agent: int) -> tuple[Fact, ...]:
    """What is plain about one of the others."""
    return tuple(fact for fact in plain if fact.about == agent)


def plain_mark(plain: Sequence[Fact], card: str) -> str:
    """The mark of help for a card of one of the others, or none."""
    return next(("✓" if fact.so else "✕" for fact in plain if fact.value == card), "")
