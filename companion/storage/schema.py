"""What a database has in it: its tables, and what an older one lacks of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    delete,
    insert,
    literal,
    select,
    text,
)
from sqlalchemy.schema import CreateColumn

SCHEMA = 4
# In `about`, with a table: the games that it finished under an older version are not in `games` yet.
UNLISTED = "unlisted "

metadata = MetaData()
between = MetaData()  # what several servers tell each other; made on a server alone
ID, HASH = String(32), String(64)

about = Table("about", metadata, Column("key", String(64), primary_key=True), Column("value", String, nullable=False))
tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", Float, nullable=False),
    Column("label", String(80), nullable=False, server_default=text("''")),  # what the host calls it
)
log = Table(
    "log",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("act", LargeBinary, nullable=False),
)
tokens = Table(  # the codes that let somebody sit down; seat is null for "any free seat"
    "tokens",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),
)
holders = Table(  # which phones hold which seats
    "holders",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", HASH, primary_key=True),
    Column("read", Integer, nullable=False, server_default=text("0")),  # notices up to that version were put away
)
left_out = Table(  # phones whose wins are not counted by name, wherever they sit and whether they sit at all
    "left_out",
    metadata,
    Column("device", HASH, primary_key=True),
)
hosts = Table(  # which browsers may host
    "hosts",
    metadata,
    Column("device", HASH, primary_key=True),
    Column("at", Float, nullable=False, server_default=text("0")),  # since when
    Column("seen", Float, nullable=False, server_default=text("0")),  # and when it last asked for something
    Column("label", String(80), nullable=False, server_default=text("''")),  # what it said of itself
    Column("name", String(80), nullable=False, server_default=text("''")),  # who that is
)
replies = Table(
    "replies",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("actor", String(8), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("digest", HASH, nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("game", Integer, nullable=False, server_default=text("0")),  # of that table; those of finished ones go
)
notes = Table(
    "notes",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
seals = Table(  # the seal of the record of each finished game, as it was shown
    "seals",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("version", Integer, nullable=False),  # of the act that ended it
    Column("seal", HASH, nullable=False),
)
snapshots = Table(  # a table as it was before a game began, so that nothing older has to be read again
    "snapshots",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
games = Table(  # that came to an end, so that nobody reads all logs to list them
    "games",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("slug", ID, nullable=False),
    Column("at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("abandoned", Integer, nullable=False),
)
players = Table(  # who played them
    "players",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("slug", ID, nullable=False),  # and when it ended, as in `games`: they are counted by both
    Column("at", Float, nullable=False),
    Column("name", String(80), nullable=False),  # nothing where nobody sat, or it was forgotten
    Column("searched", String(200), nullable=False),  # the same without accents and capitals
    Column("won", Integer, nullable=False),
    Column("counted", Integer, nullable=False),  # it counts in the figures by name
)
tries = Table(  # wrong codes, counted together; for an hour
    "tries",
    between,
    Column("kind", String(16), nullable=False),
    Column("who", HASH, nullable=False),
    Column("at", Float, nullable=False),
)
servers = Table(  # that use this database now
    "servers",
    between,
    Column("id", ID, primary_key=True),
    Column("at", Float, nullable=False),  # when it last said so, by the clock of the database
    Column("address", String, nullable=False),
)
presence = Table(  # the seats that have a page open, by server
    "presence",
    between,
    Column("server", ID, primary_key=True),
    Column("table_id", ID, primary_key=True),
    Column("seat", Integer, primary_key=True),
)
Index("holders_device", holders.c.device)
Index("games_at", games.c.at)
Index("games_slug", games.c.slug, games.c.abandoned, games.c.seconds)
Index("players_at", players.c.at)
Index("players_searched", players.c.searched, players.c.table_id, players.c.game)
# All that is counted by name, in its order: a house with 100,000 games is counted in a moment.
Index("players_counted", players.c.counted, players.c.searched, players.c.slug, players.c.won, players.c.name)
Index("tries_who", tries.c.kind, tries.c.who, tries.c.at)

# What an older database lacks, by the schema that brought it; tables that it lacks are made besides.
ADDED: dict[int, tuple[Column[Any], ...]] = {
    2: (holders.c.read, hosts.c.at, hosts.c.seen, hosts.c.label, replies.c.game),
    3: (tables.c.label, hosts.c.name),
    4: (),
}


def migrate(connection: Connection, schema: int) -> None:
    """Brings a database of an older version to this one, in the transaction that it is given: whole, or not at all."""
    for number in range(schema + 1, SCHEMA + 1):
        for column in ADDED[number]:
            made = CreateColumn(column).compile(dialect=connection.dialect)
            connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {made}"))
    if schema < SCHEMA:
        metadata.create_all(connection)
        if connection.dialect.name != "sqlite":
            between.create_all(connection)
        connection.execute(delete(about).where(about.c.key.startswith(UNLISTED)))
        unlisted = select(literal(UNLISTED).concat(tables.c.id), literal("")).select_from(tables)
        connection.execute(insert(about).from_select(["key", "value"], unlisted))
