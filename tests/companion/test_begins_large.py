"""What is narrated begins with a capital letter, a sign or a name, in both languages: in records, on phones and on the table screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.companion.evening import robots
from support.companion.rig import Browser, app_of, seated, tables_in

from cli.record_reports import narrated_game
from referee import record, simulation
from referee.options import default_options
from referee.record import Setup
from referee.registry import GAMES, game, pieces, robot
from templates import i18n

SMALL = re.compile(r"(?:^|[.!?] )([^\W\d_A-ZÀ-Ý])")  # at the head of a line or of a sentence
LINE = re.compile(r"<(p|li|h2|small)\b([^>]*)>(.*?)</\1>", re.DOTALL)
UNSAID = re.compile(r"<svg.*?</svg>|<script.*?</script>|<table.*?</table>|<dialog.*?</dialog>", re.DOTALL)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_sentence_of_a_replay(slug: str, lang: str) -> None:
    """With as few players as there can be: then there is an agent without one."""
    played, seats, seed = game(slug), min(pieces(slug).PLAYERS), simulation.seed_of("large", 1)
    options = default_options(played)
    turns, _ = simulation.play(played, robot(slug), options, seats, seed)
    names = tuple(f"P{seat}" for seat in range(seats))
    found = record.verify(record.write(Setup(slug, seats, options, names, seed), turns, "outcome"))
    with i18n.speaking(lang):
        told = [line[4:].strip() for line in narrated_game(found)][1:]
    assert len(told) >= len(turns)
    assert [line for line in told if SMALL.search(line)] == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_what_happens_round_an_agent_without_a_player(tmp_path: Path, lang: str) -> None:
    """“Nobody's agent” and “l'agent sans joueur” are words of ours, and may begin a line on every page of Inkognito."""
    tables = tables_in(tmp_path, dice=bytes)
    app = app_of(tables)
    table, phones = seated(app, tables, "inkognito", 3)
    tables.begin(table)
    told: set[str] = set()
    for _ in range(30):
        for page in (
            Browser(app).get(f"/t/{table}/part", headers={"Accept-Language": lang}).text,
            *(p.get(f"/t/{table}/seat/{s}/part", headers={"Accept-Language": lang}).text for s, p in enumerate(phones)),
        ):
            happened = re.findall(r'<ol class="moments">.*?</ol>', page, re.DOTALL)
            for _, tag, inner in LINE.findall(UNSAID.sub("", page) + "".join(happened)):
                words = " ".join(re.sub("<[^>]*>", "", inner).split())
                if words and not re.search(r'class="(cluebox|real)|masthead', tag):
                    told.add(words)
        if not robots(tables, table, 1):
            break
    agent = {"en": "obody’s agent", "fr": "’agent sans joueur"}[lang]
    assert any(agent in line for line in told)
    assert sorted(line for line in told if agent in line and SMALL.match(line)) == []
    assert [
        line for line in told if line.startswith(("a meeting", "an audience", "une rencontre", "une audience"))
    ] == []
