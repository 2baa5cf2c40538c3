"""A café full of tables in the middle of their games, written straight into the store; and what is left to be played.

Few games, found once by the robot, are dealt to many tables, each copied up to another move: the log is then as long as
it is in an evening, and nobody has to think while the clock runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import create_engine, insert

from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage import schema
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, encoded, hashed
from companion.table.acts import MoveMade, decode
from referee.chance import Chance
from referee.game import Offer
from referee.registry import game, robot

SLUG, SEATS = "code777", 5
SECRET = FolderSecret(bytes(32))
GAMES = 4  # different ones
LEFT = 10  # moves that even the table furthest on has before it
FILE = "tables.sqlite"


class Move(Struct, frozen=True):
    """What a phone will send."""

    seat: int
    body: str


class Phone(Struct, frozen=True):
    """What a phone has after it sat down."""

    device: str
    csrf: str


class Table(Struct, frozen=True):
    """A table, its phones, and the moves before it."""

    id: str
    version: int
    phones: tuple[Phone, ...]
    moves: tuple[Move, ...]


class Played(Struct, frozen=True):
    """A whole game: what the log says of it and what the phones sent."""

    acts: tuple[bytes, ...]
    moves: tuple[Move, ...]


def fill(folder: Path, count: int, url: str = "") -> list[Table]:
    """Writes the database of a café into a folder, or to an empty one on a server."""
    found = [play(number) for number in range(GAMES)]
    tables = [seated(i, found[i % GAMES], 5 + i * 7 % 23) for i in range(count)]
    url = url or f"sqlite:///{folder / FILE}"
    Store(url).close()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(insert(schema.tables), [{"id": table.id, "at": 0.0} for table in tables])
        for i, table in enumerate(tables):
            row = {"table_id": table.id, "at": 0.0}
            acts = found[i % GAMES].acts[: table.version]
            connection.execute(insert(schema.log), [row | {"version": n, "act": act} for n, act in enumerate(acts, 1)])
            held = [{"table_id": table.id, "seat": n, "device": hashed(p.device)} for n, p in enumerate(table.phones)]
            connection.execute(insert(schema.holders), held)
    engine.dispose()
    return tables


def seated(number: int, played: Played, done: int) -> Table:
    """A table where so many moves of a game were made, and its phones."""
    done = min(done, len(played.moves) - LEFT)
    version = len(played.acts) - len(played.moves) + done
    devices = [encoded(sha256(f"{number} {seat}".encode()).digest()[:16]) for seat in range(SEATS)]
    phones = tuple(Phone(device, SECRET.csrf(device)) for device in devices)
    return Table(f"b{number:05}", version, phones, played.moves[done:])


def play(number: int) -> Played:
    """A game from the first chair taken to its end, in memory."""
    seed = sha256(f"game {number}".encode()).digest()
    tables = Tables(Store("sqlite://"), SECRET, dice=lambda _: seed)
    table_state = tables.open(SLUG, SEATS, game(SLUG).Options(), "en")
    for seat in range(SEATS):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    tables.begin(table_state.id)
    moves = []
    for seat, body in thought(tables, table_state.id, Chance(sha256(seed).digest(), 0)):
        reply = tables.play(table_state.id, seat, msgspec.json.decode(body, type=MoveRequest))
        assert reply.status == 200, reply.body
        moves.append(Move(seat, body.decode()))
    return Played(tuple(act for _, act in tables.store.acts(table_state.id)), tuple(moves))


def thought(tables: Tables, table: str, chance: Chance) -> Iterator[tuple[int, bytes]]:
    """What robots send, move by move, until the game is over."""
    while (table_state := tables.table_state(table)).phase == "playing":
        (seat,) = table_state.awaited
        offers = tables.offers(table_state, seat)
        move = robot(SLUG).choose(table_state.game.view(table_state.state, seat), offers, chance)
        assert move is not None, "whoever is waited for has something to do"
        key = f"move-{table_state.version:021}"  # as long as a token
        yield seat, msgspec.json.encode(MoveRequest(answered(offers, move), key, Raw(msgspec.json.encode(move))))


def answered(offers: list[Offer], move: object) -> str:
    """The offer that a move answers."""
    told = msgspec.to_builtins(move)
    fits = (o for o in offers if o.kind == told["kind"] and all(told[k] == v for k, v in o.settled.items()))
    return next(fits).id


def move_size(played: Played) -> int:
    """Bytes of a usual move in the log."""
    sizes = sorted(len(act) for act in played.acts if isinstance(decode(act), MoveMade))
    return sizes[len(sizes) // 2]
