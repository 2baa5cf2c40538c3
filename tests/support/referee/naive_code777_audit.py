"""Whether the entries of a paper evening of Code 777 fit together, once more and plainly: from JSON of all events, by trying every
rack in every place. Imports nothing of the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from support.referee.naive_code777 import naive
from support.referee.naive_code777_worlds import EVERY, THERE, Rack, read

Told = dict[tuple[int, int], Rack]  # rack and filling -> tiles


def told(events: list[dict[str, Any]]) -> Told:
    """What was told of every filling in the end."""
    return {(event["rack"], event["filling"]): read(event["tiles"]) for event in events if event["kind"] == "entered"}


def misfits(events: list[dict[str, Any]], tiles: Told, without: int = -1) -> Iterator[int]:
    """The numbers of the events after which something cannot be: too many tiles of a kind, or another answer; in any order."""
    dealt = events[0]
    announced = dealt["options"]["answers"] == "announced"
    refills: Counter[int] = Counter()
    known: set[tuple[int, int]] = set()
    asked: list[dict[str, Any]] = []
    said: list[tuple[int, dict[str, Any], list[int], Any]] = []
    last = entered(events)
    racks = 2 + dealt["seats"] if dealt["seats"] == 2 else 4 if dealt["seats"] == 3 else dealt["seats"]
    for number, event in enumerate(events):
        if event["kind"] == "refilled":
            refills[event["rack"]] += 1
        if event["kind"] == "entered":
            known.add((event["rack"], event["filling"]))
            for line, answer in event.get("answers", ()):
                at, question, about, _ = said[line]
                said[line] = at, question, about, answer
        if event["kind"] == "asked":
            asked.append(event)
        if event["kind"] == "answered":
            about = [refills[rack] for rack in range(racks)]
            said.append((number, asked[-1], about, event["answer"]))
        standing = [(rack, refills[rack]) for rack in range(racks) if (rack, refills[rack]) in known]
        there = Counter(tile for each in standing for tile in tiles[each])
        many = {tile for tile, count in there.items() if count > THERE[tile]}
        if many:
            yield max(number, *(last[each] for each in standing if set(tiles[each]) & many))
    for number, question, about, answer in said:
        seen = [tiles[rack, about[rack]] for rack in range(racks) if rack != question["seat"]]
        if announced and number != without and naive(question["question"], seen) != answer:
            those = [(rack, about[rack]) for rack in range(racks) if rack != question["seat"]]
            yield max(number, *(last[each] for each in those))


def fits(events: list[dict[str, Any]], tiles: Told, without: int = -1) -> bool:
    """Is there no misfit? The first one is enough."""
    return next(misfits(events, tiles, without), None) is None


def entered(events: list[dict[str, Any]]) -> dict[tuple[int, int], int]:
    """The last event that told each filling."""
    return {
        (event["rack"], event["filling"]): number for number, event in enumerate(events) if event["kind"] == "entered"
    }


def healing(events: list[dict[str, Any]]) -> tuple[int, list[int]] | None:
    """The first misfit, and the events of the entries of which each alone, told otherwise, would leave none."""
    tiles = told(events)
    wrong = sorted(misfits(events, tiles))
    if not wrong:
        return None
    found = [
        number
        for place, number in entered(events).items()
        if any(fits(events, {**tiles, place: rack}) for rack in EVERY)
    ]
    found += [
        number
        for number, event in enumerate(events)
        if event["kind"] == "answered" and fits(events, tiles, without=number)
    ]
    return wrong[0], sorted(found)
