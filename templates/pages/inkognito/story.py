"""What a series of Inkognito was."""

from __future__ import annotations

from referee.inkognito.views import View
from templates.pages.story import Point, Story, story_of


def story(view: View) -> Story:
    """Deals and calls: who took the telephone, and was right or wrong; in the last deal, rounds and meetings."""
    points = [Point("right" if v.right else "wrong", v.seat, number=v.deal, right=v.right) for v in view.verdicts]
    right = sum(verdict.right for verdict in view.verdicts)
    met = sum(len(visit.meetings) for visit in view.visits)
    counted = (
        ("deals", len(view.verdicts)),
        ("right", right),
        ("wrong", len(view.verdicts) - right),
        ("rounds", len(view.visits)),
        ("meetings", met),
    )
    return story_of(counted, points)
