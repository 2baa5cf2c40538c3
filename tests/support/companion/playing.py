"""Tables in this process without a network: moves, robots, many threads at once, and what everybody sees."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from support.companion.rig import robot_call, tables_in

from companion import looks
from companion import sitting as s
from companion.calls import Call
from companion.secret import token
from companion.tables import Tables
from referee.chance import Chance
from referee.game import TABLE, Observer, Offer
from referee.registry import game

SLUG = "code777"

for shape in (list[Offer], game(SLUG).View, game(SLUG).Move, game(SLUG).Event):
    msgspec.json.Decoder(shape)  # msgspec 0.22 may crash when several threads meet a type for the first time together


def together(*works: Callable[[], Any]) -> list[Any]:
    """All at the same moment; what each gave, or the exception that it met."""
    found: list[Any] = [None] * len(works)
    start = threading.Barrier(len(works))

    def work(i: int) -> None:
        start.wait(10)
        try:
            found[i] = works[i]()
        except Exception as mistake:
            found[i] = mistake

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return found


def dealt(tables: Tables, seats: int = 4, **options: Any) -> tuple[str, list[str]]:
    """A table where everybody sits and the cards are dealt; the token of each phone."""
    sitting = tables.open(SLUG, seats, game(SLUG).Options(**options), "en")
    phones = [tables.take(tables.code(sitting, i), i, f"Player {i + 1}", i, "")[1] for i in range(seats)]
    tables.begin(sitting.id)
    return sitting.id, phones


def call(offer: str, move: dict[str, Any], key: str = "") -> Call:
    """A move as it comes from a phone."""
    return Call(offer, key or token(), msgspec.Raw(msgspec.json.encode(move)))


def ask(tables: Tables, table: str, key: str = "") -> tuple[int, Call]:
    """The question of whoever is next."""
    sitting = tables.sitting(table)
    (seat,) = sitting.awaited
    offer = next(o for o in tables.offers(sitting, seat) if o.kind == "ask")
    return seat, call(offer.id, {"kind": "ask"}, key)


def declare(tables: Tables, table: str, seat: int, digits: tuple[int, int, int] = (1, 1, 1), key: str = "") -> Call:
    """Any digits, said aloud."""
    offer = next(o for o in tables.offers(tables.sitting(table), seat) if o.kind == "declare")
    return call(offer.id, {"kind": "declare", "digits": digits}, key)


def play(tables: Tables, table: str, moves: int = 10_000) -> None:
    """Robots play so many moves, or to the end."""
    for n in range(moves):
        sitting = tables.sitting(table)
        if sitting.phase != "playing":
            return
        seat = sitting.awaited[0]
        view = msgspec.to_builtins(sitting.game.view(sitting.state, seat))
        body = {"view": view, "offers": msgspec.to_builtins(tables.offers(sitting, seat))}
        made = robot_call(SLUG, body, seat, Chance(bytes(32), n))
        assert made
        assert tables.play(table, seat, call(made["offer"], made["move"])).status == 200
        tables.settle(table)


def moved(tables: Tables, table: str) -> list[tuple[int, s.Moved]]:
    """The moves in the log."""
    return [(v, act) for v, data in tables.store.acts(table) if isinstance(act := s.decode(data), s.Moved)]


def seen(tables: Tables, table: str) -> dict[Observer, bytes]:
    """Everything that anybody sees of a table, byte by byte."""
    sitting = tables.sitting(table)
    on = sitting.state is not None
    return {
        observer: msgspec.json.encode(
            [
                looks.public(sitting),
                sitting.game.view(sitting.state, observer) if on else None,
                tables.offers(sitting, observer) if on else [],
                tables.code(sitting, None if observer == TABLE else observer),
            ]
        )
        for observer in (*range(sitting.seats), TABLE)
    }


def holders(tables: Tables, table: str) -> set[tuple[int, str]]:
    """Who holds what, as memory knows it."""
    return set(tables.memory.load(table).holders)


def same_after_restart(tables: Tables, folder: Path, table: str) -> bool:
    """Does a server that starts now show everybody the same?"""
    again = tables_in(folder)
    same = seen(again, table) == seen(tables, table) and holders(again, table) == holders(tables, table)
    again.store.close()
    return same
