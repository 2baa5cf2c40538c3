"""Second order in Code 777, for those who want it: silence tells, too. Whoever could know his code and lets the next question be
drawn without a word was not in that position; so racks of one's own with which he would have been are none.

That holds only among players who know all that they could and declare at once, which people need not do: so it is no part of
what is certain, and `first` beside it is the reasoner without. For every rack that one can have and every other player there is
a reasoner of his: he sees that rack.
"""

from __future__ import annotations

from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.knowledge import worlds
from referee.code777.knowledge.reasoner import RackReasoner, begin
from referee.code777.questions import Rack
from referee.code777.views import View
from referee.knowledge import bits

Minds = dict[int, tuple[RackReasoner, ...]]  # by the rack that one might have: what each other player would know


class SilenceReasoner(Struct, frozen=True):
    """What a seat can know if nobody ever keeps to himself what he could know."""

    first: RackReasoner
    others: Minds
    silent: int = 0  # the racks with which somebody would have spoken

    @property
    def left(self) -> int:
        """The racks that remain."""
        return self.first.left & ~self.silent

    @property
    def worlds(self) -> int:
        """How many there are."""
        return self.left.bit_count()

    @property
    def solutions(self) -> int:
        """How many codes."""
        return replace(self.first, left=self.left).solutions

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        silent = self.silent
        if isinstance(event, m.Asked):  # there was time to speak
            silent |= sum(1 << i for i, minds in self.others.items() if any(each.solved() for each in minds))
        first = self.first.after(event)
        if isinstance(event, m.Refilled) and event.rack == self.first.me:
            return replace(self, first=first, others=self.anew(first, event), silent=0)
        others = {
            i: tuple(each.after(seen_by(event, each.me)) for each in minds)
            for i, minds in self.others.items()
            if first.left >> i & 1
        }
        return replace(self, first=first, others=others, silent=silent)

    def anew(self, first: RackReasoner, event: m.Refilled) -> Minds:
        """For each rack that one might have now, what the others would know: before it they all saw what stood there."""
        stood = tuple(sorted(first.racks[first.me][-2]))
        before = self.others[worlds.RACKS.index(stood)]
        return {
            i: tuple(each.after(m.Refilled(event.rack, worlds.RACKS[i])) for each in before) for i in bits(first.left)
        }


def seen_by(event: Any | None, seat: int) -> Any | None:
    """An event as another player saw it, from what one saw oneself: he does not see his own new tiles."""
    return m.Refilled(event.rack, ()) if isinstance(event, m.Refilled) and event.rack == seat else event


def begin_with_silence(view: View, dealt: m.Dealt) -> SilenceReasoner:
    """The same as `begin`, and what the others would know with each rack that one might have. Tiles must be on phones: with
    paper racks nobody knows when somebody has seen what."""
    assert view.options.racks == "phone"
    first = begin(view, dealt)
    assert isinstance(first, RackReasoner)
    seats = [seat for seat in range(view.seats) if seat != first.me]
    return SilenceReasoner(
        first, {i: tuple(in_his_place(first, seat, worlds.RACKS[i]) for seat in seats) for i in bits(first.left)}
    )


def in_his_place(first: RackReasoner, seat: int, mine: Rack) -> RackReasoner:
    """What another knows at the deal, if I have that rack."""
    racks = list(first.racks)
    racks[first.me], racks[seat] = (mine,), ((),)
    return replace(first, me=seat, racks=tuple(racks), moments=()).looked()
