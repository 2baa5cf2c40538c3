"""Slips of Inkognito: the two black cards of each agent; those of nobody's agent apart; all of them, to check a call."""

from __future__ import annotations

from collections.abc import Iterator

from generator.dealer import Dealer
from generator.slips import Row, Slip, Word
from generator.studio import Studio
from referee.inkognito.moves import Look
from referee.inkognito.pieces import AGENTS, FICTITIOUS, Colour, Fragment, Identity
from referee.inkognito.secrets import BLACK
from templates import say


def slips(studio: Studio, dealer: Dealer) -> Iterator[Slip]:
    """Agents first; the Ambassador has no black cards."""
    agents = AGENTS[: dealer.seats]
    for seat in agents:
        name = called(studio, seat)
        held = cards(studio, dealer, seat)
        yield Slip(name, say("Only {name} opens it.").format(name=name), tuple(Row((word,)) for word in held))
    if FICTITIOUS not in agents:
        kinds = (studio.shelf.cards.identity, studio.shelf.cards.fragment)
        for kind, word in zip(kinds, cards(studio, dealer, FICTITIOUS), strict=True):
            yield Slip(
                f"{called(studio, FICTITIOUS)}: {kind}",
                say("For whoever may look at this card, then closed again."),
                (Row((word,)),),
            )
    yield Slip(
        say("Check: all cards"),
        say("After the call: for a referee, or to scan."),
        tuple(Row(cards(studio, dealer, agent, short=True), hue(studio, agent)) for agent in AGENTS),
    )


def hue(studio: Studio, agent: int) -> str:
    """The colour of an agent."""
    return str(studio.shelf.colours.of([*Colour][agent]).name)


def called(studio: Studio, agent: int) -> str:
    """Whose cards these are."""
    name = studio.seated(agent) if agent < studio.order.players else studio.shelf.roles.nobody
    return f"{name} ({hue(studio, agent)})"


def cards(studio: Studio, dealer: Dealer, agent: int, short: bool = False) -> tuple[Word, ...]:
    """Identity and fragment of an agent, as his own phone would show them; of nobody's, as whoever looks at them sees."""
    if agent < dealer.seats:
        view = dealer.seen(agent)
        held = (view.identity, view.fragment)
    else:
        held = tuple(dealer.seen(0, dealer.moved(0, Look(card))).sheet[-1].cards[0] for card in BLACK)
    identity, fragment = held
    agent_ = studio.shelf.identities.of(Identity(identity))
    return Word(agent_.short if short else agent_.name), Word(Fragment(fragment).value)
