"""Tables in this process without a network: moves, robots, many threads at once, and what everybody sees."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from support.companion.rig import robot_call, tables_in

from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.table import acts
from companion.web import rendering
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
    table_state = tables.open(SLUG, seats, game(SLUG).Options(**options), "en")
    phones = [tables.take(tables.code(table_state, i), i, f"Player {i + 1}", i, "")[1] for i in range(seats)]
    tables.begin(table_state.id)
    return table_state.id, phones


def call(offer: str, move: dict[str, Any], key: str = "") -> MoveRequest:
    """A move as it comes from a phone."""
    return MoveRequest(offer, key or token(), msgspec.Raw(msgspec.json.encode(move)))


def ask(tables: Tables, table: str, key: str = "") -> tuple[int, MoveRequest]:
    """The question of whoever is next."""
    table_state = tables.table_state(table)
    (seat,) = table_state.awaited
    offer = next(o for o in tables.offers(table_state, seat) if o.kind == "ask")
    return seat, call(offer.id, {"kind": "ask"}, key)


def declare(
    tables: Tables, table: str, seat: int, digits: tuple[int, int, int] = (1, 1, 1), key: str = ""
) -> MoveRequest:
    """Any digits, said aloud."""
    offer = next(o for o in tables.offers(tables.table_state(table), seat) if o.kind == "declare")
    return call(offer.id, {"kind": "declare", "digits": digits}, key)


def play(tables: Tables, table: str, moves: int = 10_000) -> None:
    """Robots play so many moves, or to the end."""
    for n in range(moves):
        table_state = tables.table_state(table)
        if table_state.phase != "playing":
            return
        seat = table_state.awaited[0]
        view = msgspec.to_builtins(table_state.game.view(table_state.state, seat))
        body = {"view": view, "offers": msgspec.to_builtins(tables.offers(table_state, seat))}
        made = robot_call(SLUG, body, seat, Chance(bytes(32), n))
        assert made
        assert tables.play(table, seat, call(made["offer"], made["move"])).status == 200
        tables.after_move(table)


def moved(tables: Tables, table: str) -> list[tuple[int, acts.MoveMade]]:
    """The moves in the log."""
    return [(v, act) for v, data in tables.store.acts(table) if isinstance(act := acts.decode(data), acts.MoveMade)]


def seen(tables: Tables, table: str) -> dict[Observer, bytes]:
    """Everything that anybody sees of a table, byte by byte."""
    table_state = tables.table_state(table)
    on = table_state.state is not None
    return {
        observer: msgspec.json.encode(
            [
                rendering.public_table(table_state),
                table_state.game.view(table_state.state, observer) if on else None,
                tables.offers(table_state, observer) if on else [],
                tables.code(table_state, None if observer == TABLE else observer),
            ]
        )
        for observer in (*range(table_state.seats), TABLE)
    }


def holders(tables: Tables, table: str) -> set[tuple[int, str]]:
    """Who holds what, as memory knows it."""
    return set(tables.cache.load(table).holders)


def same_after_restart(tables: Tables, folder: Path, table: str) -> bool:
    """Does a server that starts now show everybody the same?"""
    again = tables_in(folder)
    same = seen(again, table) == seen(tables, table) and holders(again, table) == holders(tables, table)
    again.store.close()
    return same
