"""What a game of Allo... la France was."""

from __future__ import annotations

from referee.allo.views import View
from templates.pages.story import Point, Story, story_of


def story(view: View) -> Story:
    """Calls and what they cost; numbers that were said, right and wrong, and after how many calls."""
    points = [
        Point("right" if call.right else "wrong", call.seat, call.to, number=n, right=bool(call.right))
        for n, call in enumerate(view.calls, 1)
        if call.number is not None
    ]
    dearest = max(view.calls, key=lambda call: call.cost, default=None)
    if dearest is not None and dearest.cost > 1:
        points.insert(0, Point("dearest", dearest.seat, dearest.to, count=dearest.cost))
    asked = sum(call.number is None for call in view.calls)
    said = [call for call in view.calls if call.number is not None]
    right = sum(bool(call.right) for call in said)
    counted = (
        ("turns", view.turns),
        ("questions", asked),
        ("right", right),
        ("wrong", len(said) - right),
        ("units", sum(call.cost for call in view.calls)),
    )
    return story_of(counted, points)
