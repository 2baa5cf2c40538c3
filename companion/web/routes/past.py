"""What was played in this house, for the host alone: records of all tables, and figures."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, request
from msgspec import Struct

from companion.errors import BadRequest
from companion.service.past import figures, records
from companion.service.past.figures import Period
from companion.storage.finished_games import ListedGame, Search
from companion.table.names import Name
from companion.web import rendering, security
from companion.web.routes.home import NoChoice, host_only, json_reply
from referee import sealcode
from referee.registry import GAMES
from referee.registry import game as rules_of
from templates.i18n import say

pages = Blueprint("past", __name__, url_prefix="/house")
LONGEST = 80  # letters of what is looked for
FIELDS = ("player", "game", "table", "since", "until")
SPENT = 0.1  # seconds that games of an older version may take before the page is shown


class ByName(Struct, forbid_unknown_fields=True):
    """Whether the house counts wins by name."""

    on: bool


class Forgotten(Struct, forbid_unknown_fields=True):
    """A name that shall be forgotten."""

    name: str


@pages.get("/records")
def all_records() -> str:
    """The finished games of all tables, as many as are looked for."""
    host_only()
    tables, asked = rendering.tables(), wanted()
    whole = tables.records.catch_up(SPENT)
    search = search_for(asked)
    found, number = tables.records.count(search), page_number()
    last = max(1, min(records.LAST_PAGE, -(-found // records.A_PAGE)))
    games = [listed(each) for each in tables.records.page(search, number)] if number <= last else []
    at = {name: f"?{urlencode({**asked, 'page': to})}" for name, to in (("newer", number - 1), ("older", number + 1))}
    return rendering.render_live_page(
        "house_records.html",
        found=found,
        games=games,
        asked=asked,
        shelf=list(GAMES),
        number=number,
        last=last,
        newer=at["newer"] if number > 1 else "",
        older=at["older"] if number < last else "",
        zipped=f"/house/records.zip?{urlencode(asked)}",
        most=records.IN_ONE_FILE,
        whole=whole,
    )


@pages.get("/records.zip")
def many_records() -> Response:
    """The records that are looked for, as one file."""
    host_only()
    tables = rendering.tables()
    sent = tables.records.zipped(search_for(wanted()), tables.record)
    headers = {"Content-Disposition": 'attachment; filename="sousmain-records.zip"'}
    return Response(sent, mimetype="application/zip", headers=headers)


@pages.get("/figures")
def all_figures() -> str:
    """Figures of the last evening and of all time."""
    host_only()
    tables = rendering.tables()
    whole = tables.records.catch_up(SPENT)
    found = tables.figures
    evening, ever = found.evening(), found.ever()
    return rendering.render_live_page(
        "house_figures.html",
        periods=[shown(each) for each in ([evening] if evening else []) + [ever]],
        by_name=found.by_name,
        whole=whole,
    )


@pages.get("/figures.csv")
def figures_csv() -> Response:
    """Wins by name, for a spreadsheet."""
    host_only()
    found = rendering.tables().figures.ever(figures.IN_A_FILE)
    return saved(figures.as_csv(found.wins), "text/csv", "sousmain-wins.csv")


@pages.get("/figures.json")
def figures_json() -> Response:
    """All figures, for programs."""
    host_only()
    found = rendering.tables().figures
    told = {"evening": found.evening(figures.IN_A_FILE), "ever": found.ever(figures.IN_A_FILE)}
    return saved(msgspec.json.format(msgspec.json.encode(told)), "application/json", "sousmain-figures.json")


@pages.post("/figures/names")
def by_name() -> Response:
    """Switches on or off that wins are counted by name; every phone is told."""
    host_only()
    wish: ByName = security.parsed_body(ByName)
    rendering.tables().figures.count_by_name(wish.on)
    return json_reply({"go": "/house/figures"})


@pages.post("/figures/forget")
def forget() -> Response:
    """Takes a name out of the list and the figures."""
    host_only()
    chosen: Forgotten = security.parsed_body(Forgotten)
    rendering.tables().figures.forget(chosen.name[:LONGEST])
    rendering.forget_names()
    return json_reply({"go": "/house/figures"})


@pages.post("/figures/forget-all")
def forget_all() -> Response:
    """Takes all names out of the list and the figures."""
    host_only()
    security.parsed_body(NoChoice)
    rendering.tables().figures.forget_all()
    rendering.forget_names()
    return json_reply({"go": "/house/figures"})


def wanted() -> dict[str, str]:
    """What the form asks for, without what is empty."""
    given = {name: " ".join(request.args.get(name, "").split())[:LONGEST] for name in FIELDS}
    return {name: value for name, value in given.items() if value}


def search_for(asked: dict[str, str]) -> Search:
    """What is looked for. A game that we do not have, or what is no day, is refused."""
    slug = asked.get("game", "")
    if slug and slug not in GAMES:
        raise BadRequest(say("There is no such game."))
    since, until = midnight(asked.get("since")), midnight(asked.get("until"), 1)
    return Search(asked.get("player", ""), slug, asked.get("table", ""), since, until)


def midnight(day: str | None, later: int = 0) -> float | None:
    """When a day begins on this computer's clock, or so many days later; none if none was given."""
    if not day:
        return None
    try:
        found = date.fromisoformat(day) + timedelta(days=later)
        return datetime(found.year, found.month, found.day).timestamp()
    except (ValueError, OverflowError, OSError):
        raise BadRequest(say("Write a day like this: 2026-11-17.")) from None


def page_number() -> int:
    """Which page of the list is asked for; the first unless it is told."""
    told = request.args.get("page", "1")
    return min(max(1, int(told)), records.LAST_PAGE) if told.isdecimal() and told.isascii() and len(told) < 7 else 1


def listed(game: ListedGame) -> dict[str, Any]:
    """A finished game, as the page shows it."""
    return {
        "table": game.table,
        "label": game.label,
        "game": game.game,
        "slug": game.slug,
        "at": game.at,
        "minutes": round(game.seconds / 60),
        "debrief": rules_of(game.slug).knowledge is not None,
        "abandoned": game.abandoned,
        "seal": sealcode.seal_code(game.seal) if game.seal else "",
        "played": [(Name(each.name) if each.name else "", each.won) for each in game.played],
    }


def shown(period: Period) -> dict[str, Any]:
    """Figures of some time, as the page shows them."""
    games = [
        {
            "slug": each.slug,
            "games": each.games,
            "abandoned": each.abandoned,
            "minutes": None if each.median is None else round(each.median / 60),
        }
        for each in period.games
    ]
    return {
        "since": period.since,
        "games": games,
        "all": sum(each.games for each in period.games),
        "wins": [{"name": Name(each.name), "games": each.games, "wins": each.wins} for each in period.wins],
    }


def saved(text: str | bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
