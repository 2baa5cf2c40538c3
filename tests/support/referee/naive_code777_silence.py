"""What silence tells in Code 777, once more and plainly: for every rack that one could have, what each other player could have
known by what he saw, event by event from the deal on. Imports nothing of the program."""

from __future__ import annotations

from typing import Any

from support.referee.naive_code777_worlds import Rack, Table


def written(rack: Rack) -> list[dict[str, Any]]:
    """Tiles as JSON."""
    return [{"digit": digit, "colour": colour} for digit, colour in rack]


def would_have_spoken(view: dict[str, Any], seen: list[dict[str, Any] | None], me: int, mine: Rack, other: int) -> bool:
    """Would another player have known his digits before some question was drawn, if that is what I have had since the deal?"""
    racks = [dict(rack) for rack in view["racks"]]
    racks[me]["tiles"], racks[other]["tiles"] = written(mine), None
    his = Table({**view, "observer": other, "racks": racks}, seen[0] or {})
    for number, event in enumerate(seen[1:], 1):
        if event and event["kind"] == "asked" and len({digits(rack) for rack in his.possible()}) == 1:
            return True
        hidden = event and event["kind"] == "refilled" and event["rack"] == other
        his.see(number, {**event, "tiles": []} if event and hidden else event)
    return False


def digits(rack: Rack) -> tuple[int, ...]:
    """What a player must find."""
    return tuple(sorted(digit for digit, _ in rack))
