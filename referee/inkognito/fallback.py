"""What is done for a player who is not there: a place and a legal pair at random, a true card if he is asked."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import Offer
from referee.inkognito import moves as m


def stopgap(offers: list[Offer], chance: Chance) -> m.Move | None:
    """The least harmful thing, from what he may do; he asks nothing and calls nobody."""
    kinds = {offer.kind: offer for offer in offers}
    if "go" in kinds:
        return m.Go(chance.one(kinds["go"].choices))
    if "answer" in kinds:
        return m.Answer(chance.one(kinds["answer"].choices))
    if "pair" in kinds:
        return m.Pair(chance.one(kinds["pair"].choices), kinds["pair"].settled["to"])
    return m.Pass() if "pass" in kinds else None
