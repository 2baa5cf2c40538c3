"""What a game of Code 777 was."""

from __future__ import annotations

from referee.code777.views import View
from templates.pages.story import Point, Story, leaders, story_of


def story(view: View) -> Story:
    """Questions and declarations; who was right and wrong when, and who led then."""
    scores, points = [0] * view.seats, []
    for said in view.declarations:
        before = leaders(scores)
        scores[said.seat] += said.right
        kind = "wrong"
        if said.right:
            now = leaders(scores)
            ahead = now == (said.seat,) and before != now
            kind = "ahead" if ahead else "level" if said.seat in now and said.seat not in before else "right"
        points.append(Point(kind, said.seat, count=scores[said.seat], number=said.after, right=said.right))
    right = sum(said.right for said in view.declarations)
    counted = (("questions", len(view.lines)), ("right", right), ("wrong", len(view.declarations) - right))
    return story_of(counted, points)
