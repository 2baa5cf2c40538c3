"""The truth audit of paper evenings: what was entered against itself, against a plain search that shares no code with it; and
what a seat is told while the game is on, which hangs on its own view alone."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from support.companion import worlds_code777
from support.referee.code777_table import RACKS, Table, paper, three
from support.referee.naive_code777_audit import healing

from referee import record, simulation
from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.entries import setter
from referee.code777.game import GAME
from referee.code777.knowledge.audit import audited, doubted
from referee.code777.pieces import TILES, Colour, racks
from referee.debrief import debriefed
from referee.game import TABLE, Refused
from referee.registry import game, robot
from templates.pages.debrief import DebriefWords

GREEN_ONE = three((1, Colour.GREEN), (2, Colour.YELLOW), (4, Colour.BROWN))  # there is but one green 1


def another(table: Table, answer: Any) -> Any:
    """Another answer that could be given to the question of seat 0."""
    offer = next(offer for offer in GAME.moves(table.state, 0) if offer.kind == "announce")
    return next(each for each in offer.choices if each != answer)


def evening(seats: int, chance: Chance, answers: str) -> Table:
    """People who mistype a rack or insist on an answer now and then, as far as nobody notices at once."""
    table = Table(seats, pieces="paper", racks="paper", answers=answers, target=4)
    for step in range(9 + chance.below(14)):
        state = table.state
        if GAME.outcome(state):
            break
        if state.waiting:
            rack = state.waiting[0]
            stock = list(TILES)
            for tiles in state.racks:
                for tile in tiles:
                    if tile in stock and chance.below(9):  # else he takes one for another
                        stock.remove(tile)
            first, second, third = chance.shuffled(stock)[:3]
            move: Any = m.Enter(rack, (first, second, third))
            actor: Any = 0 if rack >= seats else (rack - 1) % seats
            actor = TABLE if not chance.below(6) else actor
        elif state.pending:
            actor = state.pending.seat
            offer = next(offer for offer in GAME.moves(state, actor) if offer.kind == "announce")
            said = chance.one(offer.choices) if not chance.below(6) else state.pending.answer
            move = m.Announce(said, sure=said != state.pending.answer)
        elif not chance.below(5):
            actor, move = chance.below(seats), m.Declare((1, 1, 1 + step % 7))
        else:
            actor, move = state.turn, m.Ask(1 + chance.below(23))
        with suppress(Refused):  # tiles that he sees elsewhere
            table.play(actor, move)
    return table


@pytest.mark.parametrize("answers", ["announced", "referee"])
def test_first_contradiction_and_whose_entry_alone_would_heal_it(answers: str) -> None:
    """In evenings of all counts of players; often there is one, mostly somebody could heal it, not always."""
    kinds = set()
    for number in range(24):
        table = evening(2 + number % 4, Chance(number.to_bytes(32), 7), answers)
        found, plain = audited(table.events), healing([to_builtins(event) for event in table.events])
        assert (found is None) == (plain is None), number
        if found and plain:
            assert (found.at, [entry.at for entry in found.heals]) == plain, number
            for entry in found.heals:
                event = table.events[entry.at]
                assert entry.by == (event.by if isinstance(event, m.Entered) else event.seat)
        kinds.add(None if found is None else bool(found.heals))
    assert {None, True} <= kinds


def test_it_is_told_in_words_and_put_right_by_the_host() -> None:
    """Two racks with a tile that there is once: either entry told otherwise heals it. Then the host puts one right."""
    table = paper(4)
    wrong = table.play(TABLE, m.Enter(1, GREEN_ONE))  # seat 0 has it, too
    turns = [[event] for event in table.events]
    found = debriefed(game("code777"), turns, 4, proofs=False)
    assert found.audit and found.audit.at == len(table.events) - 1
    assert [entry.by for entry in found.audit.heals] == [3, TABLE]
    lines = list(DebriefWords(found, ("Anne", "Mario", "Zoë", "Bob")).audit())
    assert len(lines) == 3 and "Bob in move 1." in lines[1] and "The host in move 5." in lines[2]
    assert wrong[0].corrects
    table.play(TABLE, m.Enter(1, RACKS[1]))
    assert audited(table.events) is None


def test_whoever_is_sure_has_the_last_word_where_racks_are_of_paper() -> None:
    """He is told at once and alone; what he insists on is what everybody hears. A record of it holds."""
    table = paper(4, answers="announced")
    (asked,) = table.play(0, m.Ask(4))
    true = table.state.pending.answer  # type: ignore[union-attr]
    other = another(table, true)
    assert table.refuse(0, m.Announce(other), "miscounted").evidence["sure"]
    table.refuse(0, m.Announce(99, sure=True), "kind of answer")
    table.refuse(0, m.Announce(true, sure=True), "no doubt")
    table.play(0, m.Announce(other, sure=True))
    assert table.state.lines[-1].answer == other and GAME.view(table.state, 2).lines[-1].answer == other
    found = audited(table.events)
    assert found and (found.at, found.heals[-1].by) == (len(table.events) - 1, 0)
    looked_back = debriefed(game("code777"), [[event] for event in table.events], 4, proofs=False)
    gone = {seat for seat, _ in looked_back.contradictions}
    assert not any(each.seat in gone and each.event == found.at for each in looked_back.telling), "it tells nothing"
    assert asked.question == 4
    phones = Table(4, answers="announced")
    phones.play(0, m.Ask())
    right = phones.state.pending.answer  # type: ignore[union-attr]
    wrong = another(phones, right)
    assert "sure" not in phones.refuse(0, m.Announce(wrong, sure=True), "miscounted").evidence


def test_an_announcement_reads_as_it_did_before() -> None:
    """Old logs and records have no `sure`."""
    assert to_builtins(m.Announce(3)) == {"kind": "announce", "answer": 3}


def test_a_seat_is_told_of_what_its_own_view_contradicts_and_of_nothing_else() -> None:
    """Not while it could be so; not the owner of the rack; and never of what only others see."""
    table = paper(4)
    assert [doubted(GAME.view(table.state, seat)) for seat in range(4)] == [None] * 4
    table.play(TABLE, m.Enter(1, GREEN_ONE))  # as seat 0 has, which seat 0 cannot see: nobody may tell it
    assert doubted(GAME.view(table.state, 0)) is None
    view = GAME.view(table.state, 0)
    assert doubted(replace(view, aside=TILES)) is None, "whether tiles are in the stock again only hands know"
    told = 0
    for number in range(60):
        played = evening(4, Chance(number.to_bytes(32), 8), "announced")
        for seat in range(4):
            rack = doubted(GAME.view(played.state, seat))
            if rack is not None:
                told += 1
                assert setter(played.state, rack) == seat
                assert audited(played.events) is not None, "never a false alarm"
    assert told


def test_twin_worlds_get_the_same_doubt() -> None:
    """What a seat is told is the same wherever it cannot tell worlds apart."""
    compared = 0
    for number in range(80):
        played = worlds_code777.sample(number)
        if played.options.racks != "paper":
            continue
        twins = worlds_code777.twins(played, frozenset({0}), number)
        doubts = []
        for world in twins.worlds:
            state = GAME.start()
            for turn in world:
                for event in turn.events:
                    state = GAME.evolve(state, event)
            doubts.append(doubted(GAME.view(state, 0)))
        assert doubts[0] == doubts[1]
        compared += twins.worlds[0] != twins.worlds[1]
    assert compared


@pytest.mark.parametrize("slug", ["allo", "fully", "inkognito", "rallye"])
def test_where_phones_answer_nothing_can_contradict(slug: str) -> None:
    """The reasoners of all seats have a world left after a whole evening on paper."""
    rules = game(slug)
    turns, _ = simulation.play(rules, robot(slug), rules.Options(pieces="paper"), rules.players[0], bytes(32))
    found = debriefed(rules, [turn.events for turn in turns], rules.players[0], proofs=False)
    assert found.audit is None and not found.contradictions


def test_a_record_with_somebody_who_was_sure_holds() -> None:
    """Written and checked, byte by byte."""
    table = paper(4, answers="announced", target=1)
    played = [record.Turn(None, None, table.events[:1])]
    for rack in range(racks(4)):
        move = m.Enter(rack, RACKS[rack], 0)
        played.append(record.Turn((rack - 1) % 4, move, table.events[rack + 1 : rack + 2]))
    ask = m.Ask(4)
    played.append(record.Turn(0, ask, table.play(0, ask)))
    true = table.state.pending.answer  # type: ignore[union-attr]
    other = another(table, true)
    sure = m.Announce(other, sure=True)
    played.append(record.Turn(0, sure, table.play(0, sure)))
    setup = record.Setup("code777", 4, table.state.options, ("a", "b", "c", "d"), table.seed)
    data = record.write(setup, played, "abandoned")
    assert record.verify(data).turns[-1].move == sure
