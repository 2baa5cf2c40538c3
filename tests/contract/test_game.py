"""What every registered game must have in every room: box, kit, texts, rules in each language, a word in the READMEs."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import msgspec
import pytest
from markdown_it import MarkdownIt

from generator.press import build
from referee import registry, tags
from referee.board_flaws import BoardFlaw
from referee.chance import Chance
from referee.game import TableOptions
from referee.registry import GAMES, pieces
from templates import i18n, loader
from templates.shelves import shelf

ROOT = Path(__file__).resolve().parents[2]
MEASURES = {"sizes", "rack"}  # tables of a kit whose numbers are millimetres
every_game = pytest.mark.parametrize("slug", GAMES)
in_this_house = pytest.mark.parametrize("slug", [slug for slug in GAMES if shelf(slug) == loader.SHELF])
every_language = pytest.mark.parametrize("code", i18n.LANGUAGES)


def numbers(data, place=""):
    """Each number in a kit, with its place, but for those that measure something."""
    if isinstance(data, dict):
        for key, value in data.items():
            if place or key not in MEASURES:
                yield from numbers(value, f"{place}.{key}" if place else key)
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from numbers(value, f"{place}.{i}")
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield place, data


def counting_keys(data):
    """Each key, however deep, that would hold a count."""
    if isinstance(data, dict):
        for key, value in data.items():
            if re.fullmatch(r"(.*[-_])?(count|counts|copies|total|pieces|players|how-many)", key):
                yield key
            yield from counting_keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from counting_keys(value)


def skeleton(markdown):
    """The headings by level and the figures by name, in order: what two languages must share."""
    found = []
    for token in MarkdownIt().parse(markdown):
        if token.type == "heading_open":
            found.append(token.tag)
        for inner in token.children or ():
            if inner.type == "image":
                found.append(f"figure {inner.attrs['src']}")
    return found


@every_game
def test_a_game_that_deals_secrets_tells_how_to_play_with_slips(slug):
    """In every language, with the same headings and figures, and with room for the codes; the others tell nothing."""
    texts = {}
    for code in i18n.LANGUAGES:
        with i18n.speaking(code):
            if build.kit(slug).slips is None:
                assert not loader.evening_file(slug).exists()
                continue
            texts[code] = loader.evening(slug)
            assert texts[code].count("{codes}") == 1
    assert len({str(skeleton(text)) for text in texts.values()}) <= 1


def test_the_registry_has_no_game_twice():
    """One explicit list; a folder without a game in it, or a game without a folder, is a mistake."""
    assert len(set(GAMES)) == len(GAMES) > 0
    folders = {path.parent.name for path in (ROOT / "referee").glob("*/pieces.py")}
    assert folders == {slug for slug, home in GAMES.items() if home.rules.startswith("referee.")}


@every_game
def test_the_referee_knows_the_box(slug):
    """pieces.py: PLAYERS, USUAL and box(players) with at least one of each component for any number of players."""
    of = pieces(slug)
    assert isinstance(of.PLAYERS, range) and len(of.PLAYERS) > 0
    assert of.USUAL in of.PLAYERS
    components = list(of.box(of.USUAL))
    assert "rules" in components
    for players in of.PLAYERS:
        box = of.box(players)
        assert list(box) == components
        assert all(isinstance(count, int) and count >= 1 for count in box.values())


@every_game
def test_the_generator_prints_the_box(slug):
    """A builder for every component of the box, and for nothing else."""
    assert set(build.kit(slug).builders) == set(pieces(slug).box(pieces(slug).USUAL))


@every_game
@every_language
def test_the_shelf_has_the_kit(slug, code):
    """kits/<slug>.toml has the shape the kit asks for, in every language, and a title for each component."""
    with i18n.speaking(code):
        shelf = loader.kit(slug, build.kit(slug).shape)
        assert shelf.name and shelf.summary
        for component in pieces(slug).box(pieces(slug).USUAL):
            assert getattr(shelf, component).title


@every_game
def test_the_shelf_does_not_count(slug):
    """Counts live in pieces.py alone: but for millimetres the file has no number, and no key for one."""
    data = loader.parsed_toml(loader.kit_file(slug))
    assert dict(numbers(data)) == {}
    named = {
        key: value for key, value in data.items() if key not in ("options", "tips")
    }  # whose names are the rules' own
    assert list(counting_keys(named)) == []


def test_a_count_on_the_shelf_is_seen():
    """Proof of the rule above, on kits that break it."""
    assert dict(numbers({"sizes": {"tile": [30, 42]}, "rack": {"width": 110}, "name": "7"})) == {}
    assert dict(numbers({"tiles": {"many": 28}})) == {"tiles.many": 28}
    assert dict(numbers({"question": [{"text": "x"}, {"rack": 3.0}]})) == {"question.1.rack": 3.0}
    assert list(counting_keys({"tiles": {"count": "28"}})) == ["count"]
    assert list(counting_keys({"question": [{"tile-copies": "4"}]})) == ["tile-copies"]


@every_game
def test_the_rules_are_there_in_every_language(slug):
    """rules/<lang>/<slug>.md: written once for each language, with the same headings and figures."""
    found = {}
    for code in i18n.LANGUAGES:
        with i18n.speaking(code):
            found[code] = skeleton(loader.rules(slug))
    english = found["en"]
    assert english[0] == "h1"
    assert english.count("h1") == 1
    assert english.count("h2") >= 3
    assert any(part.startswith("figure ") for part in english)
    assert {code: parts for code, parts in found.items() if parts != english} == {}


@every_game
def test_the_rules_are_translated(slug):
    """A copy of the English is no translation."""
    paragraphs = []
    for code in i18n.LANGUAGES:
        with i18n.speaking(code):
            paragraphs.append(set(loader.rules_file(slug).read_text(encoding="utf-8").split("\n\n")))
    shared = set.intersection(*paragraphs)
    assert {text for text in shared if len(text.split()) > 4} == set()


def test_the_skeleton_of_rules_can_differ():
    """Proof that a heading left out, another level and another figure are seen."""
    text = "# A\n\n![All](triangle)\n\n## B\n\nwords\n\n## C\n"
    assert skeleton(text) == ["h1", "figure triangle", "h2", "h2"]
    for other in (text.replace("## C", "C"), text.replace("## B", "### B"), text.replace("triangle", "rack")):
        assert skeleton(other) != skeleton(text)


@in_this_house
@pytest.mark.parametrize("readme", ["README.md", "README.fr.md"])
def test_the_readmes_tell_of_it(slug, readme):
    """By its name."""
    name = loader.parsed_toml(loader.kit_file(slug))["name"]
    assert name in (ROOT / readme).read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_keeps_the_contract(slug):
    """All of `referee/game.py`: a name, players, options, moves and events, and the functions between them."""
    game = registry.game(slug)
    assert game.slug == slug
    assert game.players == registry.pieces(slug).PLAYERS
    for part in (
        "Options",
        "Move",
        "Event",
        "View",
        "start",
        "deal",
        "decide",
        "evolve",
        "moves",
        "awaited",
        "witness",
        "view",
        "outcome",
        "limit",
    ):
        assert getattr(game, part, None) is not None, part
    (dealt,) = game.deal(game.Options(), game.players[0], Chance(bytes(32), 0))
    state = game.evolve(game.start(), dealt)
    assert game.outcome(state) is None
    assert any(game.moves(state, seat) for seat in range(game.players[0]))
    assert set(game.awaited(state)) <= set(range(game.players[0]))
    assert game.awaited(state)
    assert game.awaited(game.start()) == ()
    for seat in range(game.players[0]):
        view = game.view(state, seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.View) == view


class Unheard(tags.Event, frozen=True):
    """An event of no game."""


@every_game
def test_every_event_has_its_change(slug):
    """changes.py: a table with a function for each event of the game, and for nothing else; what is so stands
    in state.py."""
    game, changes = registry.game(slug), importlib.import_module(f"{GAMES[slug].rules}.changes")
    assert set(changes.EVOLVE) == set(get_args(game.Event))
    assert all(callable(change) for change in changes.EVOLVE.values())
    assert type(game.start()).__module__ == f"{GAMES[slug].rules}.state"
    assert all(issubclass(move, tags.Move) for move in get_args(game.Move))
    assert all(issubclass(event, tags.Event) for event in get_args(game.Event))


@every_game
def test_an_event_without_a_change_is_no_silent_nothing(slug, monkeypatch):
    """Proof that the game looks there: what is not in the table fails."""
    game, changes = registry.game(slug), importlib.import_module(f"{GAMES[slug].rules}.changes")
    (dealt,) = game.deal(game.Options(), game.players[0], Chance(bytes(32), 0))
    state = game.evolve(game.start(), dealt)
    with pytest.raises(KeyError):
        game.evolve(state, Unheard())
    monkeypatch.delitem(changes.EVOLVE, type(dealt))
    with pytest.raises(KeyError):
        game.evolve(game.start(), dealt)


SAID = {name for name in vars(TableOptions) if not name.startswith("_")}


def unsaid(options):
    """What options do not say of themselves although the contract asks for it."""
    return {name for name in SAID if not hasattr(options, name)}


@every_game
def test_a_game_says_what_it_has(slug):
    """A map, editions, paper, anything sealed, anything moot: every game answers, whatever the answer is."""
    game = registry.game(slug)
    usual = game.Options()
    paper = [msgspec.structs.replace(usual, pieces="paper")] if "pieces" in usual.__struct_fields__ else []
    for options in (usual, *paper):
        assert unsaid(options) == set()
        assert (options.map is None) == (game.maps is None)
        assert options.abroad == ""
        assert options.edition == next(iter(game.editions), "")
        assert options.sealed in (True, False)
        assert set(options.moot) <= set(options.__struct_fields__)
    assert usual.pieces == "phone"
    state = game.evolve(game.start(), *game.deal(usual, game.players[0], Chance(bytes(32), 0)))
    assert state.options == usual
    assert game.limit(state) is None or game.limit(state) > 0


def test_a_game_with_maps_can_read_them():
    """And tells its files from those of the others."""
    found = [registry.game(slug) for slug in GAMES if registry.game(slug).maps]
    assert len({game.maps.KEY for game in found}) == len(found) > 0
    for game in found:
        assert game.maps.OUTLINED in (True, False)
        assert dict(game.maps.texts(game.Options().map))["name"]
        with pytest.raises(BoardFlaw):
            game.maps.check({})
        assert (ROOT / "referee" / game.slug / "maps.py").is_file()


def test_options_that_do_not_say_something_are_noticed():
    """Proof of the rule above: the second evening of three games ended at a map that nobody had asked for."""
    assert {"pieces", "map", "abroad", "edition", "sealed", "moot", "help", "beginner", "in_turn"} == SAID
    told = dict.fromkeys(SAID)
    for name in SAID:
        assert unsaid(SimpleNamespace(**{key: value for key, value in told.items() if key != name})) == {name}


def test_nobody_guesses_what_a_game_has():
    """Neither among the files of its folder, nor among the names of its options."""
    guess = re.compile(r"""find_spec\(|(?:get|has)attr\([\w.]*(?:options|state|game)\b[\w.]*, ["']""")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for room in ("companion", "generator", "referee")
        for path in (ROOT / room).rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if guess.search(line)
    ]
    assert [each for each in found if not each.startswith("generator/drawing/fonts.py:")] == []
    assert guess.search('getattr(sitting.options, "abroad", "")') and guess.search(
        'getattr(self._state, "limit", None)'
    )


@every_game
def test_a_game_has_a_robot(slug):
    """referee/<slug>/robot.py: for a player who is wanted and for one who is absent. Both may wait; nobody is refused."""
    game, robot = registry.game(slug), registry.robot(slug)
    (dealt,) = game.deal(game.Options(), game.players[0], Chance(bytes(32), 0))
    state = game.evolve(game.start(), dealt)
    chosen, stood_in = [], []
    for seat in range(game.players[0]):
        view, offers = game.view(state, seat), game.moves(state, seat)
        move = robot.choose(view, offers, Chance(bytes(32), 1))
        chosen += [(seat, move)] if move is not None else []
        stood_in += filter(None, [robot.stand_in(view, offers, Chance(bytes(32), 1))])
    assert robot.hands(state, Chance(bytes(32), 1)) is None, "phones do it all unless told otherwise"
    assert chosen and stood_in
    for actor, move in chosen + stood_in:
        assert game.decide(state, actor, move, Chance(bytes(32), 2))


@in_this_house
def test_a_playthrough_is_recorded(slug):
    """tests/expected/<slug>/playthrough-*.txt: a whole game as text, from the deal to its outcome."""
    recorded = sorted((ROOT / "tests" / "expected" / slug).glob("playthrough-*.txt"))
    assert recorded, "add it to tests/referee/test_playthrough.py and record it"
    for file in recorded:
        first, *_, last = file.read_text(encoding="utf-8").splitlines()
        assert first == f"game {slug}"
        assert last.startswith("outcome {")
