"""Days and times as people write them, in the language spoken."""

from __future__ import annotations

from datetime import date, datetime

from templates.i18n import later, say

MONTHS = (
    later("January"),
    later("February"),
    later("March"),
    later("April"),
    later("May"),
    later("June"),
    later("July"),
    later("August"),
    later("September"),
    later("October"),
    later("November"),
    later("December"),
)


def day_text(day: date) -> str:
    """A day: 18 November 2026."""
    month = say(MONTHS[day.month - 1])
    return (
        say("1 {month} {year}").format(month=month, year=day.year) if day.day == 1 else f"{day.day} {month} {day.year}"
    )


def day_of(at: float) -> str:
    """The day of a moment on this computer's clock."""
    return day_text(datetime.fromtimestamp(at))


def day_and_time(at: float) -> str:
    """A day and a time on this computer's clock; a dash if nobody wrote it down."""
    if not at:
        return "–"
    when = datetime.fromtimestamp(at)
    return say("{day}, {time}").format(day=day_text(when), time=f"{when:%H:%M}")
