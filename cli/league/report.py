"""A league in words, as JSON and as a table for spreadsheets; `docs/league.md` describes it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any

from msgspec import Struct

from cli.league.entries import Entries, RecordEntry, Roster
from companion.table.names import cleaned, in_a_cell, isolated
from referee import duplicate
from referee.league import LeagueGame, Standing, standings
from templates import loader
from templates.i18n import say
from templates.pages.debrief import decimal

Row = tuple[str, ...]
HEAD = ("table", "player", "games", "wins", "par", "over_par", "points", "lead")


class Deal(Struct, frozen=True):
    """One deal that was played at several tables: its records, who sat where, and what each seat has won of the others."""

    entries: tuple[RecordEntry, ...]
    players: tuple[tuple[str, ...], ...]
    shares: tuple[tuple[duplicate.Share, ...], ...]


class League(Struct, frozen=True):
    """All of it."""

    overall: list[Standing]
    games: dict[str, list[Standing]]  # by slug
    deals: list[Deal]
    abandoned: int
    robots: int  # seats in games that count, where a robot played: in no table


def league(entries: Entries, results: Sequence[LeagueGame], roster: Roster) -> League:
    """The tables of those games."""
    slugs = sorted({each.game for each in results})
    return League(
        standings(results),
        {slug: standings(each for each in results if each.game == slug) for slug in slugs},
        deals(entries.kept, roster),
        sum(entry.record.outcome is None for entry in entries.kept),
        sum(bool(robot) for each in entries.kept if each.record.outcome for robot in each.record.setup.robots),
    )


def deals(entries: Sequence[RecordEntry], roster: Roster) -> list[Deal]:
    """The deals that several tables have played to the end."""
    by_deal: dict[Any, list[RecordEntry]] = {}
    for entry in entries:
        if entry.record.outcome and (key := duplicate.deal_of(entry.record.setup)):
            by_deal.setdefault(key, []).append(entry)
    return [
        Deal(
            tuple(same),
            tuple(roster.people(entry.record.setup) for entry in same),
            tuple(duplicate.shares([entry.record.outcome for entry in same])),
        )
        for same in by_deal.values()
        if len(same) > 1
    ]


def compared(deals: Sequence[Deal]) -> list[tuple[str, int, float]]:
    """Of each player in how many shared deals, and which share of the points, the best first."""
    found: dict[str, list[float]] = {}
    for deal in deals:
        for players, won in zip(deal.players, deal.shares, strict=True):
            for player, share in zip(players, won, strict=True):
                if player and share is not None:
                    found.setdefault(player, []).append(share)
    rows = [(player, len(won), mean(won)) for player, won in found.items()]
    return sorted(rows, key=lambda row: (-row[2], -row[1], row[0]))


def tables(found: League) -> Iterator[tuple[str, list[Row]]]:
    """What is shown, each with its title; the one over all games only where there are several."""
    if len(found.games) > 1:
        yield say("All games"), standing_rows(found.overall, False)
    for slug, rows in found.games.items():
        yield loader.kit_data(slug)["name"], standing_rows(rows, True)
    if found.deals:
        head = (say("player"), say("deals"), say("share of points"))
        told = [(isolated(player), str(count), percent(share)) for player, count, share in compared(found.deals)]
        yield say("The same cards at several tables"), [head, *told]
    for number, deal in enumerate(found.deals, 1):
        slug = deal.entries[0].record.setup.game
        title = say("{game}, deal {number}").format(game=loader.kit_data(slug)["name"], number=number)
        yield title, deal_rows(deal)


def standing_rows(found: Sequence[Standing], points: bool) -> list[Row]:
    """Players with their figures. Points and leads of different games cannot be added."""
    lead = points and any(each.lead is not None for each in found)
    head = [say("player"), say("games"), say("wins"), say("par"), say("over par")]
    head += [say("points"), say("points a game")] if points else []
    rows: list[Row] = [(*head, *([say("lead")] if lead else []))]
    for each in found:
        row = [
            isolated(each.player),
            str(each.games),
            str(each.wins),
            decimal(each.par, ".2f"),
            decimal(each.over_par, "+.2f"),
        ]
        row += [str(each.points), decimal(each.points / each.games, ".2f")] if points else []
        row += ["–" if each.lead is None else decimal(each.lead, "+.1f")] if lead else []
        rows.append(tuple(row))
    return rows


def deal_rows(deal: Deal) -> list[Row]:
    """A line for each seat at each table: who, points there, and the share against the same seat elsewhere."""
    rows: list[Row] = [(say("player"), say("seat"), say("points"), say("share"), say("record"))]
    for seat in range(deal.entries[0].record.setup.seats):
        for entry, players, won in zip(deal.entries, deal.players, deal.shares, strict=True):
            outcome = entry.record.outcome
            assert outcome
            rows.append(
                (
                    called(entry, players, seat),
                    str(seat + 1),
                    str(outcome.scores[seat]),
                    percent(won[seat]),
                    str(entry.file),
                )
            )
    return rows


def called(entry: RecordEntry, players: Sequence[str], seat: int) -> str:
    """Who sat there."""
    setup = entry.record.setup
    name = isolated(players[seat] or cleaned(setup.names[seat])) or say("Seat {number}").format(number=seat + 1)
    return say("{name} (robot)").format(name=name) if setup.robots and setup.robots[seat] else name


def percent(share: float | None) -> str:
    """A share of points."""
    return "–" if share is None else f"{100 * share:.0f} %"


def data(found: League, entries: Entries) -> dict[str, Any]:
    """All of it for other programs."""
    return {
        "records": len(entries.kept),
        "left_out": entries.refused,
        "counted_once": [str(file) for file in entries.again],
        "abandoned": found.abandoned,
        "robots": found.robots,
        "overall": [standing_data(each, False) for each in found.overall],
        "games": {slug: [standing_data(each, True) for each in rows] for slug, rows in found.games.items()},
        "deals": [deal_data(deal) for deal in found.deals],
        "compared": [
            {"player": player, "deals": count, "share": round(share, 4)}
            for player, count, share in compared(found.deals)
        ],
    }


def standing_data(each: Standing, points: bool) -> dict[str, Any]:
    """One player."""
    told = {
        "player": each.player,
        "games": each.games,
        "wins": each.wins,
        "par": round(each.par, 4),
        "over_par": round(each.over_par, 4),
    }
    lead = None if each.lead is None else round(each.lead, 2)
    return told | ({"points": each.points, "lead": lead} if points else {})


def deal_data(deal: Deal) -> dict[str, Any]:
    """One deal."""
    return {
        "game": deal.entries[0].record.setup.game,
        "tables": [
            {
                "file": str(entry.file),
                "seal": entry.seal,
                "players": players,
                "points": entry.record.outcome.scores if entry.record.outcome else (),
                "shares": [None if share is None else round(share, 4) for share in won],
            }
            for entry, players, won in zip(deal.entries, deal.players, deal.shares, strict=True)
        ],
    }


def spreadsheet(found: League) -> str:
    """All standings as CSV: the table over all games first (`all`), then one for each game by its slug."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for table, rows in [("all", found.overall), *found.games.items()]:
        for each in rows:
            points = "" if table == "all" else each.points
            lead = "" if table == "all" or each.lead is None else f"{each.lead:.2f}"
            name = in_a_cell(each.player)
            writer.writerow(
                (table, name, each.games, each.wins, f"{each.par:.4f}", f"{each.over_par:.4f}", points, lead)
            )
    return out.getvalue()
