"""Random evenings at a table: people come and go, games begin, are played a little or to the end, and others follow."""

from __future__ import annotations

from random import Random

import msgspec
from support.companion.playing import call
from support.companion.rig import robot_call

from companion import sitting as s
from companion.errors import Sorry
from companion.store import Change
from companion.tables import Tables
from referee.chance import Chance
from referee.registry import game, pieces


def sat_down(tables: Tables, slug: str) -> str:
    """A table where everybody sits."""
    sitting = tables.open(slug, pieces(slug).USUAL, game(slug).Options(), "en")
    for seat in range(sitting.seats):
        tables.take(tables.code(sitting, seat), seat, f"Player {seat + 1}", seat, "")
    return sitting.id


def robots(tables: Tables, table: str, moves: int, key: str = "") -> int:
    """How many moves robots made: so many, or to the end of the game."""
    for made in range(moves):
        sitting = tables.sitting(table)
        if sitting.phase != "playing" or not moved(tables, table, made, key):
            return made
    return moves


def moved(tables: Tables, table: str, number: int, key: str = "") -> bool:
    """Somebody moves, if a robot knows what to do."""
    sitting = tables.sitting(table)
    for seat in (*sitting.awaited, *range(sitting.seats)):
        offers = msgspec.to_builtins(tables.offers(sitting, seat))
        body = {"view": msgspec.to_builtins(sitting.game.view(sitting.state, seat)), "offers": offers}
        made = robot_call(sitting.slug, body, seat, Chance(bytes(32), number))
        if made:
            sent = call(made["offer"], made["move"], f"{key}-{sitting.number}-{sitting.version}" if key else "")
            return tables.play(table, seat, sent).status == 200
    return False


def spend(tables: Tables, table: str, dice: Random, acts: int) -> None:
    """An evening of so many acts. What is refused is refused."""
    for _ in range(acts):
        sitting = tables.sitting(table)
        seat = dice.randrange(sitting.seats)
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
                    tables.take(tables.code(tables.sitting(table), seat), seat, f"New {seat}", seat, "")
                case 7:
                    tables.absent(table, seat, dice.random() < 0.5)
                case 8:
                    seats = dice.choice(sitting.game.players)
                    for gone in range(seats, sitting.seats) if sitting.phase != "playing" else ():
                        tables.free(table, gone)
                    tables.arrange(table, seats, sitting.options, dice.choice(("en", "fr")))
                    for new in range(sitting.seats):
                        tables.take(tables.code(tables.sitting(table), new), new, f"Player {new + 1}", new, "")
                case _:
                    tables.pause(table, not sitting.paused)
        except Sorry:
            continue


def spoilt(tables: Tables, name: str = "b22222") -> str:
    """A table of a game that nobody knows yet."""
    unknown = s.encode(s.Opened("a game of tomorrow", "en", 4, {}))
    tables.store.write(Change(name, 1, unknown, 1.0, opens=True, tokens=[("5" * 64, None)]))
    return name
