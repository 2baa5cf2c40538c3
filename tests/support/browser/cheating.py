"""`sousmain play` as a host might patch it who wants to choose the deal: `cheating.py TRICK play …`."""

from __future__ import annotations

import sys
from typing import Any

from cli import main
from companion.errors import Taken
from companion.service.fair_deal import FairDeals
from companion.table import acts

trick = sys.argv.pop(1)
deal, write_down = FairDeals._deal, FairDeals._deal_with


def without_shares(self: Any, pending: Any, dealing: acts.DealBegun, given: dict[int, str]) -> None:
    """Says that no phone gave anything."""
    write_down(self, pending, dealing, {})


def with_another_seed(self: Any, pending: Any, pledges: list[Any], shares: list[Any]) -> None:
    """Deals from a seed that suits him better, and commits to it afterwards."""
    self._seed = lambda table_state: bytes(range(32))
    deal(self, pending, pledges, shares)


def with_another_list(self: Any, pending: Any, dealing: acts.DealBegun, given: dict[int, str]) -> None:
    """Knows all shares, and pretends that the last seat had pledged nothing."""
    pledges = [None if pledge == dealing.pledges[-1] else pledge for pledge in dealing.pledges]
    shares = [given.get(seat) if pledge else None for seat, pledge in enumerate(pledges)]
    self._deal(pending, pledges, shares)


def deny(self: Any, *_: Any) -> None:
    """Takes no pledge, with an excuse."""
    raise Taken("Another phone of this seat has pledged already.")


if trick == "drops the shares":
    FairDeals._deal_with = without_shares  # type: ignore[method-assign]
elif trick == "another seed":
    FairDeals._deal = with_another_seed  # type: ignore[method-assign]
elif trick == "another list":
    FairDeals._deal_with = with_another_list  # type: ignore[method-assign]
elif trick == "denies the pledges":
    FairDeals.pledge = deny  # type: ignore[assignment,method-assign]
else:
    raise SystemExit(f"no such trick: {trick}")

main.main()
