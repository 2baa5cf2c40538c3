"""The list of finished games of all tables: looked for, counted, and told by name where players let it be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Select, delete, func, literal, or_, select, tuple_, update

from companion.storage.game_index import list_games
from companion.storage.schema import UNLISTED, about, games, log, players, seals, tables
from companion.storage.store import Conflict, Store
from companion.table.endings import FinishedGame
from companion.table.names import searchable

LOOKED_BACK = 2000  # games among which the beginning of an evening is looked for


class Search(Struct, frozen=True):
    """What somebody looks for; what is empty is anything."""

    player: str = ""
    slug: str = ""
    table: str = ""  # its name, or a part of what the host calls it
    since: float | None = None
    until: float | None = None


class Played(Struct, frozen=True):
    """Somebody in a finished game."""

    name: str
    won: bool


class ListedGame(Struct, frozen=True):
    """A finished game in the list."""

    table: str
    label: str  # what the host calls that table
    game: int
    slug: str
    at: float
    seconds: float
    abandoned: bool
    seal: str  # none: it has not been made yet
    played: tuple[Played, ...] = ()


class GameFigures(Struct, frozen=True):
    """How often a game was played to its end, how many games were abandoned, and how long half of those took at most."""

    slug: str
    games: int
    abandoned: int
    median: float | None  # seconds


class Wins(Struct, frozen=True):
    """What one player has won, by name."""

    name: str
    games: int
    wins: int
    by_game: dict[str, tuple[int, int]] = field(default_factory=dict)  # of each: games and wins


def unlisted(store: Store, most: int) -> list[str]:
    """Tables whose games are not listed yet, since an older version finished them."""
    query = select(about.c.key).where(about.c.key.startswith(UNLISTED)).order_by(about.c.key).limit(most)
    with store.reading() as connection:
        return [key.removeprefix(UNLISTED) for key in connection.execute(query).scalars()]


def list_table(store: Store, table: str, version: int, finished: Sequence[FinishedGame]) -> None:
    """Lists all games that a table has finished up to a version. Refuses if somebody has written there since."""
    with store.writing() as connection:
        latest = connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table)).scalar() or 0
        if latest != version:
            raise Conflict(table, version)
        known = set(connection.execute(select(games.c.game).where(games.c.table_id == table)).scalars())
        list_games(connection, table, [each for each in finished if each.number not in known], counted=False)
        connection.execute(delete(about).where(about.c.key == f"{UNLISTED}{table}"))


def count(store: Store, search: Search) -> int:
    """How many games were found."""
    query = _where(store, select(func.count()).select_from(games), search)
    with store.reading() as connection:
        return connection.execute(query).scalar() or 0


def find(store: Store, search: Search, most: int, skip: int = 0) -> list[ListedGame]:
    """Games that were found, the latest first."""
    sealed = (seals.c.table_id == games.c.table_id) & (seals.c.game == games.c.game)
    columns = (games, tables.c.label, func.coalesce(seals.c.seal, "").label("seal"))
    query = select(*columns).join(tables, tables.c.id == games.c.table_id).outerjoin(seals, sealed)
    query = _where(store, query, search).order_by(games.c.at.desc(), games.c.table_id, games.c.game.desc())
    with store.reading() as connection:
        rows = connection.execute(query.limit(most).offset(skip)).all()
    with store.reading() as connection:
        mine = [(players.c.table_id == row.table_id) & (players.c.game == row.game) for row in rows]
        found = connection.execute(select(players).where(or_(*mine)).order_by(players.c.seat)).all() if rows else []
    sat: dict[tuple[str, int], list[Played]] = {}
    for each in found:
        sat.setdefault((each.table_id, each.game), []).append(Played(each.name, bool(each.won)))
    return [
        ListedGame(
            row.table_id,
            row.label,
            row.game,
            row.slug,
            row.at,
            row.seconds,
            bool(row.abandoned),
            row.seal,
            tuple(sat.get((row.table_id, row.game), ())),
        )
        for row in rows
    ]


def evening_began(store: Store, night: float) -> float | None:
    """When the first game ended of those that were played without a night between them, up to the last one; none yet."""
    with store.reading() as connection:
        ends = connection.execute(select(games.c.at).order_by(games.c.at.desc()).limit(LOOKED_BACK)).scalars().all()
    first = None
    for at in ends:
        if first is not None and first - at > night:
            break
        first = at
    return first


def by_game(store: Store, since: float | None = None) -> list[GameFigures]:
    """Figures of each game that was played, since then or ever; the one that was played most comes first."""
    late = [games.c.at >= since] if since is not None else []
    query = select(games.c.slug, games.c.abandoned, func.count()).where(*late).group_by(games.c.slug, games.c.abandoned)
    with store.reading() as connection:
        counted = {(slug, bool(gone)): number for slug, gone, number in connection.execute(query)}
    found = []
    for slug in {slug for slug, _ in counted}:
        whole = counted.get((slug, False), 0)
        found.append(GameFigures(slug, whole, counted.get((slug, True), 0), _median(store, slug, whole, late)))
    return sorted(found, key=lambda each: (-each.games, -each.abandoned, each.slug))


def wins_by_name(store: Store, most: int, since: float | None = None) -> list[Wins]:
    """Who has won how often, of those who are counted: most wins first. Zoë and Zoe are one, under one of the two."""
    of = players.c.searched, players.c.slug
    if since is None:
        sums = (
            func.count().label("games"),
            func.sum(players.c.won).label("wins"),
            func.max(players.c.name).label("name"),
        )
        query = select(*of, *sums).where(players.c.counted == 1).group_by(*of)
    else:  # few of all, found by their time; a database that groups them would go through all names
        each = literal(1).label("games"), players.c.won.label("wins"), players.c.name
        query = select(*of, *each).where(players.c.at >= since, players.c.counted + 0 == 1)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    found: dict[str, dict[str, tuple[int, int]]] = {}
    names: dict[str, str] = {}
    for row in rows:
        mine = found.setdefault(row.searched, {})
        games_before, wins_before = mine.get(row.slug, (0, 0))
        mine[row.slug] = games_before + row.games, wins_before + int(row.wins)
        names[row.searched] = max(row.name, names.get(row.searched, ""))
    made = [
        Wins(names[who], sum(n for n, _ in by.values()), sum(won for _, won in by.values()), dict(sorted(by.items())))
        for who, by in found.items()
    ]
    return sorted(made, key=lambda wins: (-wins.wins, wins.games, wins.name))[:most]


def forget_names(store: Store, name: str | None) -> int:
    """Takes a name, or all of them, out of the list and the figures. In how many games it stood. Records stay as they are."""
    whose = players.c.name != "" if name is None else players.c.searched == searchable(name)
    blank = {"name": "", "searched": "", "counted": 0}
    with store.writing() as connection:
        return connection.execute(update(players).where(whose, players.c.name != "").values(**blank)).rowcount


def _where(store: Store, query: Select[Any], search: Search) -> Select[Any]:
    """The games that are looked for."""
    if search.player:
        named = players.c.searched.contains(searchable(search.player), autoescape=True)
        theirs = select(players.c.table_id, players.c.game).where(named)
        query = query.where(tuple_(games.c.table_id, games.c.game).in_(theirs))
    if search.slug:
        query = query.where(games.c.slug == search.slug)
    if search.table:
        query = query.where(_at_tables(store, search.table))
    if search.since is not None:
        query = query.where(games.c.at >= search.since)
    if search.until is not None:
        query = query.where(games.c.at < search.until)
    return query


def _at_tables(store: Store, asked: str) -> ColumnElement[bool]:
    wanted = searchable(asked)
    labelled = [table for table, label in store.labels().items() if wanted in searchable(label)]
    return games.c.table_id.in_(labelled) | games.c.table_id.contains(wanted, autoescape=True)


def _median(store: Store, slug: str, count: int, late: list[ColumnElement[bool]]) -> float | None:
    """Half of so many games took no longer."""
    if not count:
        return None
    query = select(games.c.seconds).where(games.c.slug == slug, games.c.abandoned == 0, *late).order_by(games.c.seconds)
    with store.reading() as connection:
        middle = connection.execute(query.limit(2 - count % 2).offset((count - 1) // 2)).scalars().all()
    return sum(middle) / len(middle) if middle else None
