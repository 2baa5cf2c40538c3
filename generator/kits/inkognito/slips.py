"""Slips of Inkognito: the two black cards of each agent; those of nobody's agent apart; all of them, to check a call."""

from __future__ import annotations

from collections.abc import Iterator

from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.kits.common.slips import Slip, SlipRow, SlipWord
from referee.inkognito.moves import Look
from referee.inkognito.pieces import AGENTS, FICTITIOUS, Colour, Fragment, Identity
from referee.inkognito.secrets import BLACK
from templates.i18n import say


def slips(context: KitContext, dealer: Dealer) -> Iterator[Slip]:
    """Agents first; the Ambassador has no black cards."""
    agents = AGENTS[: dealer.seats]
    for seat in agents:
        name = called(context, seat)
        held = cards(context, dealer, seat)
        yield Slip(name, say("Only {name} opens it.").format(name=name), tuple(SlipRow((word,)) for word in held))
    if FICTITIOUS not in agents:
        kinds = (context.spec.cards.identity, context.spec.cards.fragment)
        for kind, word in zip(kinds, cards(context, dealer, FICTITIOUS), strict=True):
            yield Slip(
                f"{called(context, FICTITIOUS)}: {kind}",
                say("For whoever may look at this card, then closed again."),
                (SlipRow((word,)),),
            )
    yield Slip(
        say("Check: all cards"),
        say("After the call: for a referee, or to scan."),
        tuple(SlipRow(cards(context, dealer, agent, short=True), hue(context, agent)) for agent in AGENTS),
    )


def hue(context: KitContext, agent: int) -> str:
    """The colour of an agent."""
    return str(context.spec.colours.of([*Colour][agent]).name)


def called(context: KitContext, agent: int) -> str:
    """Whose cards these are."""
    name = context.seated(agent) if agent < context.order.players else context.spec.roles.nobody
    return f"{name} ({hue(context, agent)})"


def cards(context: KitContext, dealer: Dealer, agent: int, short: bool = False) -> tuple[SlipWord, ...]:
    """Identity and fragment of an agent, as his own phone would show them; of nobody's, as whoever looks at them sees."""
    if agent < dealer.seats:
        view = dealer.seen(agent)
        held = (view.identity, view.fragment)
    else:
        held = tuple(dealer.seen(0, dealer.moved(0, Look(card))).sheet[-1].cards[0] for card in BLACK)
    identity, fragment = held
    agent_ = context.spec.identities.of(Identity(identity))
    return SlipWord(agent_.short if short else agent_.name), SlipWord(Fragment(fragment).value)
