"""Records on the command line: verified, told and simulated, each in one sentence or many plain ones."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from cli import record_reports
from referee import record, simulation
from referee.chance import Chance, commitment
from referee.code777 import moves as m
from referee.code777.pieces import Colour, Tile
from referee.game import TABLE
from referee.record import Setup, Turn
from referee.registry import GAMES, game, robot
from templates import i18n, loader
from templates.pages import presenter
from templates.sentences import HELPERS, listed, sentence_file, sentence_table

GAME = game("code777")
SEED = simulation.seed_of("command line", 1)
NAMES = ("Anne", "Mario", "Zoë")
HEAVY = {"reportlab", "flask", "PIL", "pikepdf", "pypdfium2", "qrcode", "sqlalchemy", "gevent"}


def written(path: Path, names: tuple[str, ...] = NAMES, **options: object) -> bytes:
    """A game by robots, as a file."""
    chosen = GAME.Options(**{"target": 1} | options)
    turns, _ = simulation.play(GAME, robot("code777"), chosen, len(names), SEED)
    data = record.write(Setup("code777", len(names), chosen, names, SEED), turns, "outcome")
    path.write_bytes(data)
    return data


def test_a_record_that_holds_gets_one_sentence(empty_desk):
    data = written(empty_desk.folder / "game.jsonl")
    code, out, err = empty_desk.run("verify", "game.jsonl")
    assert (code, err, out.count("\n")) == (0, "", 1)
    moves = data.count(b'"kind":"turn"') - 1
    for word in ("game.jsonl holds", "Code 777", "Anne, Mario, Zoë", f"{moves} moves", commitment(SEED)):
        assert word in out
    french = empty_desk.run("verify", "game.jsonl", lang="fr_FR.UTF-8").out
    assert "coups" in french
    assert french.count("\n") == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_changed_record_is_refused_with_its_line(empty_desk, command):
    """By both commands, before anything is told; in both languages."""
    file = empty_desk.folder / "game.jsonl"
    data = written(file)
    at = data.index(b'"number":5')
    file.write_bytes(data[:at] + b" " + data[at + 1 :])
    assert "game.jsonl does not hold: line 7 is not as it was written" in empty_desk.refused(command, "game.jsonl")
    assert "ligne 7" in empty_desk.refused(command, "game.jsonl", lang="fr_FR.UTF-8")


@pytest.mark.parametrize("data", [b"", b"\n", b"\0\xff" * 99, b"{}", b'{"kind":"record",', b"%PDF-1.7"])
def test_what_is_no_record_is_refused(empty_desk, data):
    (empty_desk.folder / "x").write_bytes(data)
    assert "x does not hold: line 1 " in empty_desk.refused("verify", "x")


def test_what_cannot_be_read_is_refused(desk):
    assert "Cannot read nothing.jsonl" in desk.refused("verify", "nothing.jsonl")
    assert "Cannot read output" in desk.refused("replay", "output")
    assert "RECORD is missing" in desk.refused("verify")


def test_every_fault_has_its_words():
    """All rules that `verify` can find broken, read from its source, and no others."""
    tree = ast.parse(inspect.getsource(record))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Broken"]
    rules = {call.args[1].value for call in calls if isinstance(call.args[1], ast.Constant)}
    assert rules | {"number", "events", "witnessed"} == set(record_reports.faults())
    assert len(calls) - 1 == sum(isinstance(call.args[1], ast.Constant) for call in calls)


def test_a_game_is_told_move_by_move(empty_desk):
    data = written(empty_desk.folder / "game.jsonl")
    code, out, err = empty_desk.run("replay", "game.jsonl")
    assert (code, err) == (0, "")
    head, *rows, end = out.splitlines()
    assert head == "Code 777: Anne, Mario, Zoë (pieces=phone racks=phone answers=referee target=1 help=none begins=1)"
    numbers = [int(row[:4]) for row in rows if row[:4].strip()]
    assert numbers == [*range(data.count(b'"kind":"turn"'))]
    assert "The game begins. Anne: " in rows[0]
    assert "Open rack: " in rows[0]
    assert re.search(r"^   1  \w+ draws card \d+: \w", rows[1])
    assert re.search(r"^      \w+ answers: ", rows[2])
    assert re.search(r"declares \d \d \d: right, one point. The tiles were \d \w+, ", rows[-1])
    assert re.search(r"^      The end. First: \w+. Points: Anne \(\d\), Mario \(\d\), Zoë \(\d\)\.$", end)


def test_it_is_told_in_the_language_asked_for(empty_desk):
    written(empty_desk.folder / "game.jsonl")
    french = empty_desk.run("replay", "game.jsonl", "--lang", "fr").out
    assert french == empty_desk.run("replay", "game.jsonl", lang="fr_FR.UTF-8").out
    assert "pioche la carte" in french
    assert "draws" not in french
    assert "--lang “de”" in empty_desk.refused("replay", "game.jsonl", "--lang", "de")


def test_names_of_a_stranger_command_no_terminal(empty_desk):
    written(empty_desk.folder / "game.jsonl", ("\x1b[31mAnne", "[red]Mario[/red]", ""))
    out = empty_desk.run("replay", "game.jsonl").out
    assert "\x1b" not in out
    assert "[31mAnne, [red]Mario[/red], Seat 3" in out
    assert "\x1b" not in empty_desk.run("verify", "game.jsonl").out


TILES = [tuple(Tile(d, Colour(c)) for d, c in rack) for rack in (
    ((1, "green"), (2, "yellow"), (3, "black")), ((4, "brown"), (4, "brown"), (5, "red")),
    ((6, "green"), (6, "pink"), (7, "blue")), ((7, "pink"), (7, "yellow"), (5, "black")),
    ((1, "green"), (2, "yellow"), (4, "brown")),
)]  # fmt: skip
ON_PAPER = [
    *((TABLE, m.Enter(rack, TILES[rack])) for rack in range(4)),
    (0, m.Ask(1)), (1, m.Ask(2)), (TABLE, m.Recall(1, 1)), (TABLE, m.Skip()), (0, m.Declare((1, 2, 4))),
    (TABLE, m.Enter(0, TILES[4], 0)), (TABLE, m.Enter(0, TILES[2], 0)), (TABLE, m.Enter(0, TILES[0])),
    *((seat, m.Declare((1, 1, 1))) for seat in (1, 2)),
]  # fmt: skip


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_every_event_has_its_words(code):
    """Each kind of event of Code 777, in a game with corrections: a sentence, in each language."""
    options = m.Options(pieces="paper", racks="paper", target=3)
    turns, state = [Turn(None, None, GAME.deal(options, 3, Chance(SEED, 0)))], GAME.start()
    for number, (actor, move) in enumerate([(None, None), *ON_PAPER]):
        if number:
            turns.append(Turn(actor, move, GAME.decide(state, actor, move, Chance(SEED, number))))
        for event in turns[-1].events:
            state = GAME.evolve(state, event)
    setup = Setup("code777", 3, options, NAMES, SEED)
    found = record.verify(record.write(setup, turns, "abandoned"))
    with i18n.speaking(code):
        _, *rows, end = record_reports.narrated_game(found)
    events = [event for turn in found.turns for event in turn.events]
    assert len(rows) == len(events)
    assert all(len(row.split()) > 2 and row.endswith((".", "?")) for row in rows)
    assert {record_reports.kind(event) for event in events} == tags("code777")
    told = "\n".join(rows)
    if code == "en":
        assert "The declaration about it was right: one point." in told
        assert "the point is taken back." in told
        assert "The host puts the number of a card right. Line 2 is now: card 1, How many racks" in told
        assert "Mario is passed over." in told or "Zoë is passed over." in told
        assert end.strip() == "The game was abandoned."


def tags(slug):
    """The kinds of events of a game."""
    return {kind.tag for kind in msgspec.inspect.type_info(game(slug).Event).types}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_can_be_told(slug):
    """A sentence for every kind of event of each registered game, and for nothing else."""
    assert set(sentence_table(slug, "narration").sentences) == tags(slug)


def said_on_pages(slug):
    """The phrases of a game's narration that its templates ask for."""
    texts = [file.read_text(encoding="utf-8") for file in (loader.SHELF / "pages" / slug).glob("*.html")]
    found = {name for text in texts for name in re.findall(rf'phrase\("{slug}", "(.+?)"', text)}
    return found | {name for text in texts if ".told_story(" in text for name in ("story", "figure")}


def helpers_in(table):
    """All that values of a table are put through."""
    cases = [case for each in (*table.sentences.values(), *table.phrases.values()) for case in listed(each)]
    values = [
        *table.fill.values(),
        *(told for case in cases for told in (*case.fill.values(), *case.when, *case.unless, case.each)),
    ]
    return {helper.strip() for each in values for helper in each.split("|")[1:]}


@pytest.mark.parametrize("slug", GAMES)
def test_every_helper_of_a_game_helps(slug):
    """In what it narrates, or in what it looks back on."""
    tables = [sentence_table(slug, name) for name in ("narration", "debrief") if sentence_file(slug, name).exists()]
    assert set(presenter(slug).NARRATION) <= set().union(*map(helpers_in, tables))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_with_something_to_find_out_can_be_looked_back_on(slug):
    assert (game(slug).knowledge is not None) == sentence_file(slug, "debrief").exists()


@pytest.mark.parametrize("name", ["refusals", "narration", "debrief"])
@pytest.mark.parametrize("slug", GAMES)
def test_tables_of_sentences_ask_for_nothing_that_is_not_there(slug, name):
    """Also where no robot comes: every helper, phrase and table of words exists, and each phrase is used; if not here, on a
    page."""
    if not sentence_file(slug, name).exists():
        assert name == "debrief"
        return
    table = sentence_table(slug, name)
    cases = [case for each in (*table.sentences.values(), *table.phrases.values()) for case in listed(each)]
    values = [
        *table.fill.values(),
        *(told for case in cases for told in (*case.fill.values(), *case.when, *case.unless, case.each)),
    ]
    phrases = {each.split("|")[0].strip()[1:] for each in values if each.startswith("@")}
    phrases |= {each for case in cases for each in case.also}
    phrases |= said_on_pages(slug) if name == "narration" else set()
    keyed = {each.partition("{")[0] for each in phrases if "{" in each}
    one_of_many = {each for each in table.phrases if each.startswith(tuple(keyed))}
    assert {each for each in phrases if "{" not in each} == set(table.phrases) - one_of_many
    assert all(any(each.startswith(key) for each in one_of_many) for key in keyed)
    helpers = helpers_in(table)
    own = presenter(slug).NARRATION if name != "refusals" else {}
    known = {*HELPERS, *table.words, *own, "player", "players"}
    assert {helper for helper in helpers - known if not helper.startswith("kit.")} == set()
    for helper in helpers - known:
        place = helper.removeprefix("kit.").partition(".*")[0]
        assert isinstance(loader.at(loader.kit_data(slug), place), dict), helper
    assert not [case for case in cases if case.say and case.show]


@cache
def robots_play(slug, options, seats):
    """A game by robots; it is told in more than one language."""
    return simulation.play(game(slug), robot(slug), options, seats, SEED)


@pytest.mark.parametrize("code", i18n.LANGUAGES)
@pytest.mark.parametrize("pieces", ["phone", "paper"])
@pytest.mark.parametrize("slug", GAMES)
def test_what_robots_play_can_be_told(slug, pieces, code):
    """A whole sentence for every event, with as few and as many players as there can be."""
    played = game(slug)
    if pieces == "paper" and "pieces" not in played.Options.__struct_fields__:
        pytest.skip("it is played on phones alone")
    for seats in {played.players[0], played.players[-1]}:
        options = played.Options(pieces="paper") if pieces == "paper" else played.Options()
        turns, outcome = robots_play(slug, options, seats)
        found = record.Record(Setup(slug, seats, options, ("Anne",) * seats, SEED), tuple(turns), "outcome", outcome)
        with i18n.speaking(code):
            _, *rows, _ = record_reports.narrated_game(found)
        assert len(rows) == sum(len(turn.events) for turn in turns)
        assert [row for row in rows if len(row.split()) < 3 or not row.endswith((".", "?", "!"))] == []


def test_robots_play_and_their_records_hold(empty_desk):
    words = ("simulate", "code777", "--games", "3", "--players", "2", "--seed", "A b/c", "--option", "target=1")
    plain = empty_desk.run(*words)
    recorded = empty_desk.run(*words, "--record", "games/new")
    assert plain == recorded, "the same figures with and without"
    assert (plain.code, plain.err) == (0, "")
    files = sorted((empty_desk.folder / "games" / "new").iterdir())
    assert [file.name for file in files] == [f"code777-2p-a-b-c-{n}.jsonl" for n in (1, 2, 3)]
    for file in files:
        assert empty_desk.run("verify", str(file)).code == 0
    lengths = sorted(len(record.verify(file.read_bytes()).turns) - 1 for file in files)
    assert re.search(rf"moves +{lengths[0]} +{lengths[1]} +{sum(lengths) / 3:.1f} +{lengths[2]}", plain.out)
    assert plain.out.startswith("Code 777, robots: 2, games: 3, seed: A b/c (pieces=phone")
    assert re.search(r"declared.right +3 +1.00 +100.0 %", plain.out)
    asked = sum(isinstance(turn.move, m.Ask) for file in files for turn in record.verify(file.read_bytes()).turns)
    assert re.search(rf"asked +{asked} +{asked / 3:.2f} +100.0 %", plain.out)
    winners = [record.verify(file.read_bytes()).outcome.winners for file in files]
    for seat in range(2):
        won = winners.count((seat,))
        assert re.search(rf"^{seat + 1} +{won} +{100 * won / 3:.1f} % +{won / 3:.2f}", plain.out, re.MULTILINE)


def test_the_seed_decides(empty_desk):
    one, again, two = (empty_desk.run("simulate", "code777", "--games", "2", "--seed", s).out for s in "112")
    assert one == again
    assert one.replace("seed: 1", "seed: 2") != two


def test_paper_is_simulated_too(empty_desk):
    words = ("--option", "pieces=paper", "--option", "Racks=Paper", "--option", "answers=announced")
    result = empty_desk.run("simulate", "code777", "--games", "1", *words, "--lang", "fr")
    assert (result.code, result.err) == (0, "")
    assert re.search(r"^entered ", result.out, re.MULTILINE)
    assert result.out.startswith("Code 777, robots : 4, parties : 1, ".replace(" :", "\N{NO-BREAK SPACE}:"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["chess"], ["Game “chess”", "There are: code777"]),
        ([], ["Which game?", "`sousmain simulate code777`"]),
        (["code777", "--games", "0"], ["--games", "“0”", "whole number from 1"]),
        (["code777", "--games", "many"], ["--games", "“many”", "whole number"]),
        (["code777", "--players", "6"], ["--players", "“6”", "2 to 5 players"]),
        (["code777", "--option", "target"], ["--option", "“target”", "NAME=VALUE"]),
        (["code777", "--option", "=2"], ["--option", "“=2”", "NAME=VALUE"]),
        (["code777", "--option", "targt=2"], ["Option “targt”", "did you mean “target”?"]),
        (["code777", "--option", "target=9"], ["--option target", "“9”", "whole number from 1 to 5"]),
        (["code777", "--option", "target=two"], ["--option target", "“two”", "whole number from 1 to 5"]),
        (["code777", "--option", "pieces=papr"], ["--option pieces “papr”", "did you mean “paper”?"]),
        (["code777", "--option", "racks=paper"], ["racks=paper goes only with pieces=paper"]),
        (["code777", "--lang", "de"], ["--lang “de”", "en, fr"]),
        (["code777", "--games", "1", "--record", "output/code777-en-a4.pdf"], ["output/code777-en-a4.pdf"]),
    ],
    ids=lambda part: " ".join(part),
)
def test_mistakes_get_one_sentence(desk, words, expected):
    """And leave no file, half or whole."""
    told = desk.refused("simulate", *words)
    assert [part for part in expected if part not in told] == []


def test_records_are_light(empty_desk):
    """Neither help nor work of what reads and makes them brings in what draws, serves or stores."""
    written(empty_desk.folder / "game.jsonl")
    work = [
        ("verify", "game.jsonl"),
        ("replay", "game.jsonl"),
        ("simulate", "code777", "--games", "1", "--option", "target=1"),
    ]
    found = empty_desk.loaded(*((command, "--help") for command, *_ in work), *work)
    assert "typer" in found
    assert found & HEAVY == set()


def test_a_strength_for_each_seat(empty_desk):
    """Or one for all; whatever else is refused before a game is played."""
    asked = ("simulate", "code777", "--games", "2", "--players", "3", "--option", "target=1")
    told = empty_desk.run(*asked, "--robots", "sharp,good,easy").out
    assert "1 (sharp)" in told and "2 (good)" in told and "3 (easy)" in told
    assert "3 (good)" in empty_desk.run(*asked, "--robots", "good").out
    assert "one for each of 3 seats" in empty_desk.refused(*asked, "--robots", "sharp,good")
    assert "“best” is not known. There are: easy, good, sharp" in empty_desk.refused(*asked, "--robots", "best")
