"""Random evenings at a table: people come and go, games begin, are played a little or to the end, and others follow."""

from __future__ import annotations

from random import Random

from support.companion.playing import call
from support.companion.rig import chosen

from companion.errors import PhoneError
from companion.service.tables import Tables
from companion.storage.store import WriteSet
from companion.table.acts import TableOpened, encode
from referee.chance import Chance
from referee.registry import game, pieces


def sat_down(tables: Tables, slug: str) -> str:
    """A table where everybody sits."""
    table_state = tables.open(slug, pieces(slug).USUAL, game(slug).Options(), "en")
    for seat in range(table_state.seats):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    return table_state.id


def robots(tables: Tables, table: str, moves: int, key: str = "") -> int:
    """How many moves robots made: so many, or to the end of the game."""
    for made in range(moves):
        table_state = tables.table_state(table)
        if table_state.phase != "playing" or not moved(tables, table, made, key):
            return made
    return moves


def moved(tables: Tables, table: str, number: int, key: str = "") -> bool:
    """Somebody moves, if a robot knows what to do."""
    table_state = tables.table_state(table)
    for seat in (*table_state.awaited, *range(table_state.seats)):
        view, offers = table_state.game.view(table_state.state, seat), tables.offers(table_state, seat)
        made = chosen(table_state.slug, view, offers, Chance(bytes(32), number))
        if made:
            sent = call(made["offer"], made["move"], f"{key}-{table_state.number}-{table_state.version}" if key else "")
            return tables.play(table, seat, sent).status == 200
    return False


def spend(tables: Tables, table: str, dice: Random, acts: int) -> None:
    """An evening of so many acts. What is refused is refused."""
    for _ in range(acts):
        table_state = tables.table_state(table)
        seat = dice.randrange(table_state.seats)
        try:
            match dice.randrange(10):
                case 0 | 1:
                    tables.begin(table)
                case 2 | 3:
                    robots(tables, table, dice.randrange(1, 6))
                case 4:
                    tables.abandon(table)
                case 5:
                    tables.rename(table, seat, dice.choice(("Zoé", "Émile", "Ann", "")), dice.randrange(8))
                case 6:
                    tables.free(table, seat)
                    tables.take(tables.code(tables.table_state(table), seat), seat, f"New {seat}", seat, "")
                case 7:
                    tables.absent(table, seat, dice.random() < 0.5)
                case 8:
                    seats = dice.choice(table_state.game.players)
                    for gone in range(seats, table_state.seats) if table_state.phase != "playing" else ():
                        tables.free(table, gone)
                    tables.arrange(table, seats, table_state.options, dice.choice(("en", "fr")))
                    for new in range(table_state.seats):
                        tables.take(tables.code(tables.table_state(table), new), new, f"Player {new + 1}", new, "")
                case _:
                    tables.pause(table, not table_state.paused)
        except PhoneError:
            continue


def spoilt(tables: Tables, name: str = "b22222") -> str:
    """A table of a game that nobody knows yet."""
    unknown = encode(TableOpened("a game of tomorrow", "en", 4, {}))
    tables.store.write(WriteSet(name, 1, unknown, 1.0, opens=True, tokens=[("5" * 64, None)]))
    return name
