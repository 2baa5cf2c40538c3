"""Calls of Allo... la France: the three ways of calling, what they cost, questions, guesses and their price."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from support.referee.allo_table import SEED, C, play, refused

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo.game import GAME
from referee.allo.pieces import DECK, Part, Special
from referee.allo.state import Cable, State
from referee.allo.strategy import tactics
from referee.allo.ways import Hop, pair
from referee.chance import Chance
from referee.game import ARBITER, TABLE

OWN = m.Number(C["Besançon"], "08", "11", "40")
R = m.Number(C["Nantes"], "01", "33", "70")  # Denis Dupont, journalist in Nantes: the sheet's example
V = m.Number(C["Paris"], "02", "22", "10")
ALLOWED = next(card.number for card in DECK if card.call and card.special is None)
BARRED = next(card.number for card in DECK if not card.call and card.special is None)
FREE = next(card.number for card in DECK if card.special == Special.FREE)
ANYWHERE = next(card.number for card in DECK if card.special == Special.ANYWHERE)


def table(*cities: str, cables: tuple[tuple[str, str], ...] = (), **more: Any) -> State:
    """Three players in those cities; the first may call and has ten units unless told otherwise."""
    (dealt,) = GAME.deal(m.Options(), 3, Chance(SEED, 0))
    laid = tuple(Cable(pair(C[a], C[b]), (0, 0, 0, 0)) for a, b in cables)
    towers = tuple(C[city] for city in more.pop("towers", ()))
    usual = {"card": ALLOWED, "step": "call", "units": (10, 0, 0), "turn": 0, "numbers": (OWN, R, V)}
    state = replace(GAME.evolve(GAME.start(), dealt), **(usual | more))
    deck = tuple(number for number in state.deck if number != state.card and number not in state.kept[0])
    return replace(state, places=tuple(C[city] for city in cities), cables=laid, towers=towers, deck=deck)


def asked(state: State, move: m.Ask) -> e.Asked:
    event = GAME.decide(state, 0, move, Chance(SEED, 1))[0]
    assert isinstance(event, e.Asked)
    return event


JOB = m.Ask(1, Part.JOB, "70")

# The three ways of calling


def test_by_cable_one_unit_a_link() -> None:
    """One city away one unit, three cities away three."""
    state = table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),))
    call = asked(state, JOB)
    assert (call.cost, call.way) == (1, (Hop(C["Lyon"], C["Dijon"]),))
    far = table("Lyon", "Paris", "Caen", cables=(("Lyon", "Dijon"), ("Dijon", "Orléans"), ("Orléans", "Paris")))
    assert asked(far, JOB).cost == 3
    assert play(far, 0, JOB).units == (7, 0, 0)


def test_from_tower_to_tower_one_unit_however_far() -> None:
    state = table("Nice", "Lille", "Caen", towers=("Nice", "Lille"))
    call = asked(state, JOB)
    assert (call.cost, call.way) == (1, (Hop(C["Nice"], C["Lille"], tower=True),))
    assert play(state, 0, JOB).units == (9, 0, 0)


def test_by_cable_and_tower_together() -> None:
    """Marseille – Montpellier, over to Limoges, Limoges – Poitiers: three units, and each hop is told."""
    wires = (("Marseille", "Montpellier"), ("Limoges", "Poitiers"))
    state = table("Marseille", "Poitiers", "Caen", cables=wires, towers=("Montpellier", "Limoges"))
    call = asked(state, JOB)
    assert call.cost == 3
    assert call.way == (
        Hop(C["Marseille"], C["Montpellier"]),
        Hop(C["Montpellier"], C["Limoges"], tower=True),
        Hop(C["Limoges"], C["Poitiers"]),
    )
    line = next(line for line in GAME.view(state, 0).lines if line.to == 1)
    assert (line.way, line.bare, line.refused) == (call.way, None, None), "drawn before it is paid"


def test_the_cheapest_of_several_ways() -> None:
    wires = (("Lyon", "Dijon"), ("Dijon", "Orléans"), ("Orléans", "Paris"))
    state = table("Lyon", "Paris", "Caen", cables=wires, towers=("Dijon", "Paris"))
    assert asked(state, JOB).cost == 2


# What bars a call


def test_no_call_when_the_card_bars_it() -> None:
    state = table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),), card=BARRED)
    assert refused(state, 0, JOB) == ("call barred", {})
    assert GAME.view(state, 0).lines[0].refused == "call barred"


def test_units_needed_and_units_there() -> None:
    wires = (("Lyon", "Dijon"), ("Dijon", "Orléans"), ("Orléans", "Paris"))
    state = table("Lyon", "Paris", "Caen", cables=wires, units=(2, 0, 0))
    assert refused(state, 0, JOB) == ("units short", {"need": 3, "have": 2})
    assert GAME.view(state, 0).lines[0].refused == "units short"


def test_not_connected_names_the_bare_link() -> None:
    """Lyon – Dijon is bare on the shortest way from Lyon to Orléans."""
    state = table("Lyon", "Orléans", "Caen", cables=(("Dijon", "Orléans"),))
    assert refused(state, 0, JOB) == ("not connected", {"seat": 1, "a": "Lyon", "b": "Dijon"})
    line = GAME.view(state, 0).lines[0]
    assert (line.way, line.bare, line.refused) == (None, (C["Lyon"], C["Dijon"]), "not connected")


def test_why_there_is_no_call_is_told_even_when_the_step_was_left_out() -> None:
    state = table("Lyon", "Dijon", "Caen", card=BARRED, step="move")
    state = replace(state, cables=(Cable(pair(C["Lyon"], C["Dijon"]), (0, 0, 0, 0)),))
    tower = next(card.number for card in DECK if card.special == Special.TOWER)
    special = replace(state, card=tower, step="special", units=(0, 0, 0))
    assert refused(special, 0, JOB) == ("units short", {"need": 1, "have": 0})
    assert refused(replace(state, step="special"), 0, JOB) == ("call barred", {})
    assert refused(replace(special, units=(1, 0, 0)), 0, JOB) == ("other step", {"step": "special"})


def test_one_call_a_turn() -> None:
    tower = next(card.number for card in DECK if card.special == Special.TOWER)
    state = play(table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),), card=tower), 0, JOB)
    assert state.step == "special"
    assert refused(state, 0, JOB) == ("other step", {"step": "special"})
    assert refused(state, 0, m.Guess(1, "40013370"))[0] == "other step"


def test_only_whom_one_can_call_is_offered() -> None:
    state = table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),))
    offers = {offer.id: offer for offer in GAME.moves(state, 0)}
    assert {key.split(".")[0]: offer.choices for key, offer in offers.items()} == {
        "ask": (1,),
        "guess": (1,),
        "pass": (),
    }
    for offer in offers.values():
        assert offer.settled == ({} if offer.kind == "pass" else {"free": False})


def test_nobody_calls_himself_or_a_stranger() -> None:
    state = table("Lyon", "Dijon", "Caen")
    assert refused(state, 0, m.Ask(0, Part.JOB, "70")) == ("yourself", {})
    assert refused(state, 0, m.Ask(3, Part.JOB, "70")) == ("no such seat", {"given": 3})


def test_a_call_without_any_way_is_left_out() -> None:
    state = table(
        "Nice",
        "Lille",
        "Caen",
        step="move",
        card=next(c.number for c in DECK if c.move == 1 and c.call and not c.special),
    )
    after = play(state, 0, m.Go(C["Marseille"]))
    assert (after.turn, after.step) == (1, "card")


# Questions


@pytest.mark.parametrize(
    ("part", "value", "answer"),
    [
        (Part.SURNAME, "01", True),
        (Part.SURNAME, "03", False),
        (Part.FIRST, "33", True),
        (Part.FIRST, "11", False),
        (Part.JOB, "70", True),
        (Part.JOB, "40", False),
    ],
)
def test_a_name_or_a_job_is_answered_with_yes_or_no(part: Part, value: str, answer: bool) -> None:
    state = table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),))
    after = play(state, 0, m.Ask(1, part, value))
    for observer in (0, 1, 2, TABLE):
        view = GAME.view(after, observer)
        assert view.calls[-1].answer is answer
        assert getattr(view.sheets[1], part.value) == ((value, answer),)


@pytest.mark.parametrize(("at", "links"), [("Dijon", 3), ("Bordeaux", 3), ("Nantes", 0), ("Rennes", 1), ("Nice", 5)])
def test_how_far_is_counted_on_the_board_from_where_the_caller_stands(at: str, links: int) -> None:
    """Not along cables: by towers he is one unit away."""
    state = table(at, "Lyon", "Caen", towers=(at, "Lyon"))
    call = asked(state, m.Ask(1, Part.CITY))
    assert (call.at, call.answer, call.cost) == (C[at], links, 1)
    assert type(call.answer) is int


def test_what_cannot_be_asked() -> None:
    state = table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),))
    assert refused(state, 0, m.Ask(1, Part.CITY, C["Nantes"])) == ("ask how far", {})
    assert refused(state, 0, m.Ask(1, Part.JOB)) == ("no such plate", {"part": Part.JOB, "value": ""})
    assert refused(state, 0, m.Ask(1, Part.JOB, "11")) == ("no such plate", {"part": Part.JOB, "value": "11"})
    assert refused(state, 0, m.Ask(1, Part.CITY, at=C["Nice"])) == ("phones know where", {})
    short = replace(state, options=m.Options(jobs=4))
    assert refused(short, 0, m.Ask(1, Part.JOB, "50")) == ("no such plate", {"part": Part.JOB, "value": "50"})


# The example of the sheet


def test_denis_the_journalist_three_from_dijon_and_three_from_bordeaux() -> None:
    """Four answers, then the surname by secret information: 40.01.33.70, and nothing else."""
    state = table(
        "Dijon", "Lyon", "Caen", cables=(("Dijon", "Lyon"), ("Bordeaux", "Limoges")), towers=("Bordeaux", "Lyon")
    )
    for at, ask in (
        ("Dijon", m.Ask(1, Part.SURNAME, "03")),
        ("Dijon", m.Ask(1, Part.JOB, "40")),
        ("Dijon", m.Ask(1, Part.FIRST, "33")),
        ("Dijon", m.Ask(1, Part.CITY)),
        ("Bordeaux", m.Ask(1, Part.CITY)),
        ("Dijon", m.Ask(1, Part.JOB, "70")),
    ):
        state = replace(state, places=(C[at], *state.places[1:]), step="call", turn=0, card=ALLOWED)
        state = play(state, 0, ask)
    sheet = GAME.view(state, 2).sheets[1]
    assert sheet.distances == ((C["Dijon"], 3), (C["Bordeaux"], 3))
    assert (sheet.surname, sheet.first, sheet.job) == ((("03", False),), (("33", True),), (("40", False), ("70", True)))
    believed = tactics.beliefs(tactics.known(GAME.view(state, 0)))[1]
    assert (believed[Part.CITY], believed[Part.FIRST], believed[Part.JOB]) == ({C["Nantes"]}, {"33"}, {"70"})
    assert len(believed[Part.SURNAME]) == 6, "neither Dubois nor the own one"
    secret = next(card.number for card in DECK if card.part == Part.SURNAME)
    state = play(replace(state, turn=0, step="special", card=secret), 0, m.Look(1))
    assert list(tactics.known(GAME.view(state, 0)).numbers(1)) == ["40013370"]
    assert tactics.known(GAME.view(state, 2)).solutions["1"] == 6
    state = play(replace(state, turn=0, step="call", card=ALLOWED), 0, m.Guess(1, "40013370"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("guess", (0,), (1, 0, 0))


# Guesses


def guessing(**more: Any) -> State:
    return table("Lyon", "Dijon", "Caen", cables=(("Lyon", "Dijon"),), **more)


def test_a_right_number_wins_and_opens_everything() -> None:
    state = play(guessing(), 0, m.Guess(1, R.dialled))
    assert GAME.view(state, ARBITER).numbers == GAME.view(state, 2).numbers == (OWN, R, V)
    assert GAME.awaited(state) == ()
    assert not any(GAME.moves(state, actor) for actor in (0, 1, 2, TABLE))
    assert refused(state, 1, m.Draw()) == ("over", {})


def test_a_guess_is_a_call_with_its_price() -> None:
    state = play(guessing(), 0, m.Guess(1, "40013310"))
    assert state.units == (9, 0, 0)
    assert refused(guessing(card=BARRED), 0, m.Guess(1, R.dialled)) == ("call barred", {})
    assert refused(guessing(units=(0, 0, 0)), 0, m.Guess(1, R.dialled)) == ("units short", {"need": 1, "have": 0})
    assert refused(guessing(), 0, m.Guess(2, V.dialled))[0] == "not connected"


@pytest.mark.parametrize(
    ("number", "part"), [("00013370", Part.CITY), ("40093370", Part.SURNAME), ("40013372", Part.JOB)]
)
def test_numbers_that_do_not_exist(number: str, part: Part) -> None:
    rule, evidence = refused(guessing(), 0, m.Guess(1, number))
    assert (rule, evidence["part"]) == ("no such plate", part)


def test_a_wrong_number_costs_a_plate_that_the_other_has_not_seen() -> None:
    """Of the guesser's choice, seen by the other alone; the turn waits for it."""
    state = play(guessing(), 0, m.Guess(1, "40013310"))
    assert state.debts == ((0, 1),)
    assert GAME.awaited(state) == (0,)
    (show,) = GAME.moves(state, 0)
    assert (show.kind, show.choices) == ("show", tuple(Part))
    assert GAME.moves(state, 1) == GAME.moves(state, 2) == []
    assert refused(state, 0, m.Pass()) == ("show first", {"seat": 1})
    assert refused(state, 1, m.Draw()) == ("not your turn", {"seat": 0})
    assert refused(state, 1, m.Show(Part.JOB)) == ("nothing to show", {})
    state = play(state, 0, m.Show(Part.JOB))
    assert (state.turn, state.step, state.debts) == (1, "card", ())
    assert GAME.view(state, 1).secrets[0].value == "40"
    seen = GAME.view(state, 2).secrets[0]
    assert (seen.owner, seen.to, seen.why, seen.part, seen.value) == (0, 1, "guess", None, None)
    again = play(replace(state, turn=0, step="call", card=ALLOWED), 0, m.Guess(1, "40013310"))
    assert GAME.moves(again, 0)[0].choices == (Part.CITY, Part.SURNAME, Part.FIRST)
    assert refused(again, 0, m.Show(Part.JOB)) == ("shown before", {"seat": 1, "part": Part.JOB})


def test_what_a_card_has_shown_need_not_be_shown_again_and_with_all_four_seen_nothing_is_owed() -> None:
    state = guessing()
    secret = next(card.number for card in DECK if card.part == Part.JOB)
    state = play(replace(state, turn=1, step="special", card=secret), 1, m.Look(0))
    for part in (Part.CITY, Part.SURNAME, Part.FIRST):
        state = play(replace(state, turn=0, step="call", card=ALLOWED), 0, m.Guess(1, "40013310"))
        assert Part.JOB not in GAME.moves(state, 0)[0].choices
        state = play(state, 0, m.Show(part))
    state = play(replace(state, turn=0, step="call", card=ALLOWED), 0, m.Guess(1, "40013310"))
    assert (state.debts, state.turn) == ((), 1)
    state = play(
        replace(state, turn=0, step="call", card=ALLOWED, places=(C["Lyon"], C["Caen"], C["Dijon"])),
        0,
        m.Guess(2, "40013310"),
    )
    assert state.debts == ((0, 2),), "the other has seen nothing"


def test_for_an_absent_player_the_table_shows_what_a_yes_has_told() -> None:
    state = guessing()
    state = play(replace(state, turn=1, units=(10, 10, 0)), 1, m.Ask(0, Part.FIRST, "11"))
    state = play(replace(state, turn=0, step="call", card=ALLOWED), 0, m.Guess(1, "40013310"))
    (skip,) = GAME.moves(state, TABLE)
    assert (skip.kind, skip.choices) == ("skip", (0,))
    (shown,) = GAME.decide(state, TABLE, m.Skip(0), Chance(SEED, 1))
    assert shown == e.Shown(0, 1, Part.FIRST, "11")


# The kept free call


def test_a_free_call_costs_nothing_and_lifts_the_bar() -> None:
    state = guessing(card=BARRED, units=(0, 0, 0), kept=((FREE,), (), ()))
    ids = [offer.id.split(".", 2)[0::2] for offer in GAME.moves(state, 0)]
    assert ids == [["ask", "free"], ["guess", "free"], ["pass", "call"]]
    after = play(state, 0, replace(JOB, free=True))
    assert (after.units, after.kept, after.deck[-2:]) == ((0, 0, 0), ((), (), ()), (FREE, BARRED))
    assert (after.calls[-1].free, after.calls[-1].cost, len(after.calls[-1].way)) == (True, 0, 1)


def test_a_free_call_must_be_connected_too() -> None:
    state = guessing(card=BARRED, kept=((FREE,), (), ()))
    assert refused(state, 0, m.Ask(2, Part.JOB, "70", free=True))[0] == "not connected"


def test_without_the_card_no_free_call() -> None:
    assert refused(guessing(), 0, replace(JOB, free=True)) == ("not kept", {"special": Special.FREE})
    assert refused(guessing(kept=((ANYWHERE,), (), ())), 0, replace(JOB, free=True))[0] == "not kept"


@pytest.mark.parametrize("kept", [FREE, ANYWHERE])
def test_whoever_keeps_a_card_is_asked_about_a_call(kept: int) -> None:
    """Also when the card bars it: else everybody could tell what he keeps."""
    state = guessing(step="cable", card=BARRED, units=(0, 0, 0), kept=((kept,), (), ()))
    state = play(replace(state, places=(C["Lyon"], C["Dijon"], C["Besançon"])), 0, m.Pass())
    assert state.step == "call"
    assert ("ask" in {offer.kind for offer in GAME.moves(state, 0)}) == (kept == FREE)
