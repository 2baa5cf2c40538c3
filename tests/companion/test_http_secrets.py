"""Nobody learns over the network what is not for his eyes: in worlds that he cannot tell apart, every byte is the same.

`visits.py` says who looks and what is compared; `worlds_<slug>.py` makes the worlds of a game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.rig import app_of, host_of, seated, tables_in
from support.companion.scenes import PEOPLE, Scene, sample, scenes
from support.companion.visits import Extent, compared, differences, visit
from support.companion.worlds import UNSEEN, Turn, worlds
from support.soak import SOAK

from referee.game import TABLE, replay
from referee.registry import GAMES, game, pieces

few = settings(
    max_examples=100 if SOAK else 2,  # everybody is compared once more in every game, below
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a smaller table tells no more, and takes minutes to find
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("kind", PEOPLE)
@few
@given(data=st.data())
def test_worlds_that_look_alike_are_alike_to_the_last_byte(kind: str, data: st.DataObject) -> None:
    """Statuses, headers, bodies, streams and the program's log, on every page, before and after one more move; in a long run
    also what comes of pushing every button."""
    assert differences(data.draw(scenes(kind)), extent="whole" if SOAK else "brief") == []


@pytest.mark.parametrize(
    ("kind", "slug"),
    [(kind, "code777") for kind in ("seat", "spectator", "stranger")]
    + [("seat and host", slug) for slug in GAMES if slug not in UNSEEN],
)
def test_a_table_that_had_the_same_cards_tells_nothing_while_others_play(kind: str, slug: str) -> None:
    """It is done, and all of it lies open there, for those who sat at it."""
    scene = replace(sample(kind, 1, slug), again=False, alike=True)
    assert differences(scene, extent="whole" if SOAK else "glance") == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_route_is_visited_lets_somebody_in_and_keeps_secrets(slug: str, tmp_path: Path) -> None:
    """A new route must be added to `visits.py`, or nobody knows whether it keeps secrets; and refusals are alike in all
    worlds, so the comparison is worth something only where somebody was let in. Which routes somebody can ask is the same in
    every game: in the first one most people ask them all, in the others a seat that is also the host, who may do most."""
    rules = app_of(tables_in(tmp_path)).url_map.iter_rules()
    there = {(rule.rule, method) for rule in rules for method in rule.methods or ()}
    let_in, streamed = set(), set()
    first = slug == next(iter(GAMES))
    asks_all = PEOPLE if SOAK else ("seat and host", *(("seat", "two seats", "host") if first else ()))
    for kind in PEOPLE:
        scene = telling(kind, slug)
        extent: Extent = "whole" if kind in asks_all else "brief" if first else "glance"
        heard = visit(scene, 0, extent=extent)
        assert compared(heard, visit(scene, 1, extent=extent)) == []
        assert extent != "whole" or there - {one.route for one in heard} == set(), kind
        let_in |= {one.route for one in heard if 200 <= one.status < 400}
        streamed |= {one.body.count(b"event: page") for one in heard if one.question == "stream"}
    closed = there - let_in
    if game(slug).knowledge is None:  # there is nothing to look back on
        assert all("/debrief/" in rule for rule, _ in closed)
    else:
        assert closed == set()
    assert 0 in streamed, "some streams are of numbers"
    assert max(streamed) > 2, "others brought pages while something happened"


def telling(kind: str, slug: str) -> Scene:
    """A scene in which somebody of that kind makes the next move himself, if he ever does."""
    seats, host, _ = PEOPLE[kind]
    for number in range(24 if seats or host else 0):
        scene = sample(kind, number, slug)
        here, there = scene.twins.further or (None, None)
        if here and there and here.actor in scene.person.eyes and here.move == there.move:
            return scene
    return sample(kind, 5, slug)


def test_every_game_has_its_worlds() -> None:
    for slug in GAMES:
        assert worlds(slug).sample(0).slug == slug


def seen(turns: tuple[Turn, ...], slug: str, seats: int) -> bytes:
    """All that anybody sees of a world; where nobody sees the secrets, all that is so."""
    playing: Any = game(slug)
    state = replay(playing, (event for turn in turns for event in turn.events))
    if slug in UNSEEN:
        return msgspec.json.encode(state)
    return msgspec.json.encode([playing.view(state, observer) for observer in (*range(seats), TABLE)])


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("kind", ["seat", "spectator"])
def test_the_worlds_are_not_the_same(kind: str, slug: str) -> None:
    """Or the comparison would compare nothing: mostly, somebody else at the table sees what this one must not."""
    differ = []
    for number in range(10):
        twins = sample(kind, number, slug).twins
        here, there = (seen(world, slug, twins.game.seats) for world in twins.worlds)
        differ.append(here != there)
    assert sum(differ) >= 5


@pytest.mark.parametrize("slug", GAMES)
def test_the_dice_are_shown_when_the_game_is_done_and_not_before(slug: str, tmp_path: Path) -> None:
    tables = tables_in(tmp_path, dice=lambda size: b"\x5e" * size)
    app = app_of(tables)
    table, phones = seated(app, tables, slug, pieces(slug).USUAL)
    host = host_of(app)
    host.post(f"/t/{table}/begin")
    pages = [f"/t/{table}", f"/t/{table}/view", f"/t/{table}/record/1"]
    seed = "5e" * 32
    for browser in (phones[0], host):
        assert not any(seed in browser.get(path).text for path in pages)
    host.post(f"/t/{table}/abandon")
    for browser in (phones[0], host):
        assert all(seed in browser.get(path).text for path in pages)
