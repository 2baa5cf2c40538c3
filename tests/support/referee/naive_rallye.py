"""Movement, collisions and dues of Rallye-Code a second time, without the referee: from the sheets and the board's file alone.

Slow and plain on purpose: cars walk one square after the other over names of squares, every amount is written where it is due.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

BOARD = tomllib.loads((Path(__file__).parents[3] / "templates" / "kits" / "rallye" / "board.toml").read_text("utf-8"))
LOOP = [square["number"] for square in BOARD["main"]]
ROADS = {road["name"]: [square["number"] for square in road["squares"]] for road in BOARD["roads"]}
MOUTHS = {road["name"]: [mouth["square"] for mouth in road["mouths"]] for road in BOARD["roads"]}
LEFT = {mouth["square"] for road in BOARD["roads"] for mouth in road["mouths"] if mouth["sign"] == "left"}
SQUARES = {
    square["number"]: square for square in [*BOARD["main"], *(s for road in BOARD["roads"] for s in road["squares"])]
}
FACES = {}
for pair in BOARD["twoway"]:
    for one, other in zip(pair["out"], pair["back"], strict=True):
        FACES[one], FACES[other] = other, one


def next_square(here: str, going: str, first: bool, edition: str) -> tuple[str, str]:
    """One square on. `going` is "loop", or a road with the end that is driven to: "A>", "A<"; "A>!" crosses the near lane."""
    if going.endswith("!"):
        return FACES[here], "loop"
    if going == "loop":
        if first:
            for name, mouths in MOUTHS.items():
                if here == mouths[0]:
                    return ROADS[name][0], name + ">"
                if here == mouths[1]:
                    return ROADS[name][-1], name + "<"
        return LOOP[(LOOP.index(here) + 1) % len(LOOP)], "loop"
    road, mouths = ROADS[going[0]], MOUTHS[going[0]]
    place = road.index(here) + (1 if going[1] == ">" else -1)
    if 0 <= place < len(road):
        return road[place], going
    mouth = mouths[1] if going[1] == ">" else mouths[0]
    return (mouth, going + "!") if edition == "a" and mouth in LEFT else (mouth, "loop")


def walk(here: str, going: str, points: int, edition: str) -> list[tuple[str, str]]:
    """The squares of a roll, and how each is driven over."""
    found = []
    for step in range(points):
        here, going = next_square(here, going, step == 0, edition)
        found.append((here, going))
    return found


def road_of(number: str) -> str:
    return "loop" if number in LOOP else number[0]


def apart(a: str, b: str) -> int:
    """Squares between two of one road."""
    if road_of(a) == "loop":
        far = abs(LOOP.index(a) - LOOP.index(b))
        return min(far, len(LOOP) - far)
    return abs(int(a[1:]) - int(b[1:]))


def crossed(number: str) -> str | None:
    """The square of the other road on the same cell."""
    cell = SQUARES[number]["at"]
    return next((other for other, square in SQUARES.items() if square["at"] == cell and other != number), None)


def judged(cars: list[dict[str, Any]], mover: int, points: int, edition: str) -> dict[str, Any]:
    """All that a roll does. A car: at, going, why it is held (a set of garage, hotel, aid, crash, hit), tank."""
    car = cars[mover]
    if car["held"]:
        stays = points > (8 if edition == "a" else 6) if car["held"] & {"garage", "hotel", "aid"} else False
        if "hit" in car["held"]:
            stays = stays or points >= (8 if edition == "a" else 6)
        if stays:
            again = {
                "garage": 1_000,
                "hotel": 500 if edition == "a" else 1_000,
                "aid": 1_000 if edition == "a" else 1_500,
            }
            late = points > (8 if edition == "a" else 6)
            dues = {f"{why}_again": again[why] for why in car["held"] & {"garage", "hotel", "aid"} if late}
            return {"at": car["at"], "stays": True, "dues": dues, "held": car["held"]}
    trail = walk(car["at"], car["going"], points, edition)
    at, going = trail[-1]
    was_off = road_of(car["at"]) != "loop" or SQUARES[car["at"]]["kind"] == "noentry"
    if was_off and SQUARES[at]["kind"] == "noentry":
        return {"at": car["at"], "waits": True, "dues": {}, "held": set()}
    result: dict[str, Any] = {"at": at, "going": going, "trail": [number for number, _ in trail], "held": set()}
    result["dues"] = {"petrol": 500 * points} if car["tank"] else {}
    result["offences"] = {"sign"} if SQUARES[at]["kind"] == "ringed" else set()
    others = [(i, other) for i, other in enumerate(cars) if i != mover and other["at"]]
    overtaken = []
    for place, (number, way) in enumerate(trail[:-1]):
        for i, other in others:
            if other["at"] == number and other["going"] == way:
                overtaken.append((place, i))
                if SQUARES[number]["kind"] in ("bend", "crossing"):
                    result["offences"].add("overtaking")
    hits = crash(cars, others, trail, overtaken, edition)
    if hits:
        result["hits"] = hits
        bad = points >= 8
    elif SQUARES[at]["kind"] in ("bend", "slippery") and points >= 8:
        result["accident"] = True
        bad = points >= 11
    else:
        return stop(result, SQUARES[at]["kind"], edition)
    result["dues"]["crash"] = 2_000 if edition == "a" else 500 * points
    result["held"] = {"garage", "crash"}
    if bad:
        result["dues"]["aid"] = 3_000 if edition == "a" else 1_000 * points
        result["held"].add("aid")
    return result


def stop(result: dict[str, Any], kind: str, edition: str) -> dict[str, Any]:
    """An ordinary arrival."""
    if kind == "garage":
        result["dues"]["garage"], result["held"] = 1_000, {"garage"}
    if kind == "hotel":
        result["dues"]["hotel"], result["held"] = (1_000 if edition == "a" else 2_000), {"hotel"}
    result["tank"], result["parked"] = kind == "petrol", kind == "parking"
    return result


def crash(
    cars: list[dict[str, Any]], others: Any, trail: Any, overtaken: Any, edition: str
) -> tuple[int, str, str] | None:
    """The first car that is run into."""
    for place, (number, way) in enumerate(trail):
        if way.endswith("!"):
            continue
        passed = [i for since, i in overtaken if since <= place]
        if passed and place < len(trail) - 1:
            for i, other in others:
                if other["held"] & {"crash", "hit"}:
                    continue
                if way == "loop":
                    comes = other["at"] == FACES.get(number) and i not in passed
                else:
                    comes = other["at"] == number and other["going"] == way[0] + ("<" if way[1] == ">" else ">")
                if comes:
                    return i, number, "oncoming"
        beyond = crossed(number)
        if beyond is not None:
            near = []
            for i, other in others:
                if not other["held"] & {"crash", "hit"} and road_of(other["at"]) == road_of(beyond):
                    near.append((apart(other["at"], beyond), i))
            if near and min(near)[0] < (2 if edition == "a" else 3):
                return min(near)[1], number, "crossing"
    return None
