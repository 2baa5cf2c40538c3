"""The tags by which moves and events stand in logs and records: folders of old tables hold them, so none may ever change."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from referee import registry
from referee.allo.views import Deal as AlloDeal
from referee.fully import moves as fully
from referee.inkognito.views import Deal as InkognitoDeal
from referee.rallye.views import Deal as RallyeDeal

MOVES = {
    "code777": "ask announce declare enter recall skip",
    "inkognito": "go pair show ask answer look pass call again retract skip",
    "fully": "row code speak reply fully agree seal amend skip",
    "allo": "draw go jump lay ask guess look build show pass correct skip",
    "rallye": "roll stop claim demand answer enter manage count takeback letgo proceed skip time",
}
EVENTS = {
    "code777": "dealt asked answered declared refilled reshuffled entered recalled skipped",
    "inkognito": "dealt hidden went revealed sealed asked shown noted retracted turned called",
    "fully": "dealt row_set code_set spoken replied proposed agreed sealed amended skipped",
    "allo": (
        "dealt drawn blocked moved lifted laid asked guessed shown looked built gained kept passed skipped corrected"
    ),
    "rallye": (
        "dealt drove collided noted paid owed demanded lapsed waived judged appointed won offered answered threw passed missed "
        "turned out timeup takenback entered managed counted"
    ),
}
NAMED = {  # whose tag is not its own name in small letters
    "fully": {"SetRow": "row", "SetCode": "code", "Propose": "fully", "RowSet": "row_set", "CodeSet": "code_set"},
}
SHORT = {"Announce", "Count", "Drove", "Dealt"}  # leave out what has its default


def parts(union):
    """The classes of a union with their settings, by name and in their order."""
    return {part.__name__: part.__struct_config__ for part in get_args(union)}


def test_every_game_is_listed():
    assert list(MOVES) == list(EVENTS) == list(registry.GAMES)


@pytest.mark.parametrize("slug", MOVES)
def test_tags_are_as_they_always_were(slug):
    """In the order of the union; and each class has the one that its name tells, or that is written beside it."""
    game = registry.game(slug)
    moves, events = parts(game.Move), parts(game.Event)
    assert [config.tag for config in moves.values()] == MOVES[slug].split()
    assert [config.tag for config in events.values()] == EVENTS[slug].split()
    every = moves | events
    assert len(every) == len(moves) + len(events)
    assert {name: config.tag for name, config in every.items() if config.tag != name.lower()} == NAMED.get(slug, {})


@pytest.mark.parametrize("slug", MOVES)
def test_what_a_line_may_leave_out_or_add_is_as_it_always_was(slug):
    """Phones send moves: what none has is refused. Events are the referee's own."""
    game = registry.game(slug)
    moves, events = parts(game.Move), parts(game.Event)
    assert {config.tag_field for config in (moves | events).values()} == {"kind"}
    assert all(config.frozen and not config.array_like for config in (moves | events).values())
    assert all(config.forbid_unknown_fields for config in moves.values())
    assert not any(config.forbid_unknown_fields for config in events.values())
    assert {name for name, config in (moves | events).items() if config.omit_defaults} <= SHORT
    if slug == "rallye":
        assert moves["Count"].omit_defaults and events["Drove"].omit_defaults


@pytest.mark.parametrize("deal", [InkognitoDeal, AlloDeal, RallyeDeal])
def test_a_deal_as_somebody_saw_it_is_told_as_a_deal(deal):
    """Under the tag of the whole one."""
    config = deal.__struct_config__
    assert (config.tag_field, config.tag) == ("kind", "dealt")
    assert not config.forbid_unknown_fields and not config.omit_defaults


def test_a_tag_stands_first_in_its_line():
    """Byte for byte: seals are over bytes."""
    assert msgspec.json.encode(fully.Skip(2)) == b'{"kind":"skip","seat":2}'
    assert msgspec.json.encode(fully.CodeSet("table", 1, (7,))) == (
        b'{"kind":"code_set","by":"table","team":1,"digits":[7],"corrects":false}'
    )
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"kind":"propose"}', type=fully.Move)
