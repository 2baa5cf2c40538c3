"""What a game of Rallye-Code was."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rallye import events as e
from referee.rallye.pieces import PURSE
from referee.rallye.views import View
from templates.pages.story import Point, Story, story_of

DEAREST, LEADS = 2, 3  # sums and changes of the lead that are told


def story(view: View) -> Story:
    """Rolls and stops; who led from when on, and the largest sums. With paper, where the money was on the table, who took over
    which gérance: what else is entered tells only where cars stopped."""
    stops = [verdict for verdict in view.verdicts if not verdict.groundless]
    lapsed = sum(isinstance(event, e.Lapsed) for event in view.news)
    claimed = sum(isinstance(event, e.Demanded) and event.seat is not None for event in view.news)
    counted = (
        ("rolls", view.rolls),
        ("stops", len(stops)),
        ("groundless", len(view.verdicts) - len(stops)),
        ("claimed", claimed),
        ("lapsed", lapsed),
    )
    if view.paper:
        return story_of(counted, [Point("manages", event=told) for told in view.news if isinstance(told, e.Managed)])
    between = [paid for paid in view.ledger if isinstance(paid.target, int)]
    dearest = sorted(between, key=lambda paid: -paid.amount)[:DEAREST]
    out = [Point("out", event.seat) for event in view.news if isinstance(event, e.Out)]
    sums = [Point("sum", event=paid) for paid in dearest]
    return story_of(counted, [*sums, *out[:1], *[*leads(view)][-LEADS:]])


def leads(view: View) -> Iterator[Point]:
    """From which roll on somebody else was the richest, alone."""
    purses = [PURSE * len(view.cars) // view.seats] * view.seats
    rolls, leader = 0, None
    for event in view.news:
        if isinstance(event, e.Paid):
            if isinstance(event.source, int):
                purses[event.source] -= event.amount
            if isinstance(event.target, int):
                purses[event.target] += event.amount
        elif isinstance(event, e.Drove):
            rolls += 1
        elif isinstance(event, e.Turned | e.TimeUp):
            best = [seat for seat, purse in enumerate(purses) if purse == max(purses)]
            if len(best) == 1 and best[0] != leader:
                leader = best[0]
                yield Point("leads", leader, number=rolls)
