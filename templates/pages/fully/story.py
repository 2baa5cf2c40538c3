"""What a game of Fully was."""

from __future__ import annotations

from referee.fully.views import View
from templates.pages.story import Point, Story, story_of


def story(view: View) -> Story:
    """What was said and found; who proposed FULLY, and whether it was; the best and the dearest search."""
    points = [
        Point("accepted" if call.yes else "declined", call.seat, number=call.turn // view.seats + 1)
        for call in view.calls
        if call.yes is not None
    ]
    sheet = view.sheet
    if sheet is None:
        return story_of((), points)
    points += [Point("fully", team.team, right=bool(team.fully)) for team in sheet.teams if team.fully is not None]
    points += [Point("whole", row.seat, row.of, count=row.points) for row in sheet.rows if row.whole]
    worst = min(sheet.rows, key=lambda row: row.points)
    if worst.points < 0:
        points.append(Point("dearest", worst.seat, worst.of, count=-worst.points))
    places = [place for row in sheet.rows for place in row.places]
    right = sum(place.guess == place.truth for place in places)
    wrong = sum(place.guess is not None and place.guess != place.truth for place in places)
    spoken = sum(line.words is not None for line in view.lines)
    return story_of((("sentences", spoken), ("right", right), ("wrong", wrong)), points)
