"""Second order in Code 777: silence tells, too. Whoever could know his code and lets the next question be drawn without a word
was not in that position; so racks of one's own with which he would have been are none.

That holds only of players who know all that they could and declare at once, which people need not do: so it is asked for by
naming those who are known to (robots that remember, among robots), and nobody is told that it is certain. For every rack that
one can have and every such player there is a reasoner of his: he sees that rack.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from msgspec import field
from msgspec.structs import asdict, replace

from referee.code777 import moves as m
from referee.code777.knowledge import reasoner, worlds
from referee.code777.knowledge.reasoner import RackReasoner
from referee.code777.questions import Rack
from referee.code777.views import View
from referee.knowledge import Reasoner, bits

Imagined = dict[int, tuple[RackReasoner, ...]]  # by the rack that one might have: what each who is frank would know


class SilenceReasoner(RackReasoner, frozen=True):
    """What a seat can know if some never keep to themselves what they could know."""

    others: Imagined = field(default_factory=dict)
    silent: int = 0  # the racks with which one of them would have spoken

    def settled(self) -> Self:
        """The same with what is left of the racks."""
        found = super().settled()
        return replace(found, left=found.left & ~self.silent)

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        if isinstance(event, m.Refilled) and event.rack == self.me:
            now = super(SilenceReasoner, replace(self, silent=0)).after(event)
            return replace(now, others=now.anew(self.others, event))
        silent = self.silent
        if isinstance(event, m.Asked):  # there was time to speak
            silent |= sum(1 << i for i, minds in self.others.items() if any(each.solved() for each in minds))
        now = super(SilenceReasoner, replace(self, silent=silent, left=self.left & ~silent)).after(event)
        others = {
            i: tuple(each.after(seen_by(event, each.me)) for each in minds)
            for i, minds in self.others.items()
            if now.left >> i & 1
        }
        return replace(now, others=others)

    def anew(self, before: Imagined, event: m.Refilled) -> Imagined:
        """For each rack that one might have now, what the others would know: before it they all saw what stood there."""
        stood = before[worlds.RACKS.index(tuple(sorted(self.racks[self.me][-2])))]
        return {
            i: tuple(each.after(m.Refilled(event.rack, worlds.RACKS[i])) for each in stood) for i in bits(self.left)
        }


def seen_by(event: Any | None, seat: int) -> Any | None:
    """An event as another player saw it, from what one saw oneself: he does not see his own new tiles."""
    return m.Refilled(event.rack, ()) if isinstance(event, m.Refilled) and event.rack == seat else event


def begin(view: View, dealt: m.Dealt, frank: Collection[int] = ()) -> Reasoner:
    """A reasoner for a seat that sees the racks of the others just dealt; the silence of those who are frank tells it more. With
    paper racks it does not: nobody knows when somebody has seen what."""
    first = reasoner.begin(view, dealt)
    if not frank or first.on_paper:
        return first
    others = {i: tuple(in_his_place(first, seat, worlds.RACKS[i]) for seat in sorted(frank)) for i in bits(first.left)}
    return SilenceReasoner(**asdict(first), others=others)


def in_his_place(first: RackReasoner, seat: int, mine: Rack) -> RackReasoner:
    """What another knows at the deal, if I have that rack."""
    racks = list(first.racks)
    racks[first.me], racks[seat] = (mine,), ((),)
    return replace(first, me=seat, racks=tuple(racks), moments=()).looked()
