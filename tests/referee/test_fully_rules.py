"""Fully from the first row to the last point: whole games, and the rulings one by one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.referee.fully_table import (
    CODES,
    NONE,
    ROWS,
    SHEET,
    UNREAD,
    B,
    E,
    G,
    M,
    N,
    R,
    S,
    Table,
    W,
    Y,
    called,
    perfect,
    ready,
    turn,
)

from referee import options, simulation
from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import robot
from referee.fully.game import GAME
from referee.fully.pieces import Colour, Phrase, Place
from referee.fully.seats import SEATS, enemy, members, others, partner_of, team_of
from referee.game import TABLE, Actor, Offer, OptionClash, Refused, decided, replay


def test_who_sits_where() -> None:
    """Clockwise, partners face each other; the opponents are named in the order of the seats."""
    assert [str(seat) for seat in SEATS] == ["north", "east", "south", "west"]
    assert [partner_of(seat) for seat in range(4)] == [S, W, N, E]
    assert [team_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert (members(0), members(1), enemy(0), enemy(1)) == ((N, S), (E, W), 1, 0)
    assert [others(seat) for seat in range(4)] == [(S, E, W), (W, N, S), (N, E, W), (E, N, S)]
    assert not any(seat in others(seat) for seat in range(4))


@pytest.mark.parametrize("seats", [3, 5])
def test_four_play(seats: int) -> None:
    with pytest.raises(Refused) as refusal:
        GAME.deal(m.Options(), seats, Chance(bytes(32), 0))
    assert refusal.value.rule == "players"
    assert refusal.value.evidence == {"seats": seats, "least": 4, "most": 4}


def test_the_options() -> None:
    assert options.fields(GAME) == [
        options.Field("pieces", "phone", ("phone", "paper")),
        options.Field("logged", "no", ("no", "yes")),
        options.Field("rounds", "10", least=1, most=20),
        options.Field("help", "none", ("none", "coach")),
        options.Field("begins", "turns", ("turns", "1", "2", "3", "4", "5", "chance")),
    ]
    with pytest.raises(OptionClash):
        m.Options(logged=True)
    for rounds in (0, 21):
        with pytest.raises(ValueError, match="rounds"):
            m.Options(rounds=rounds)


# Rows and codes


def test_everybody_sets_up_at_once_and_in_any_order() -> None:
    table = Table()
    assert GAME.awaited(table.state) == (0, 1, 2, 3)
    assert [table.offers(seat) for seat in range(4)] == [
        ["row.0.0", "code.0.0"], ["row.1.0", "code.1.0"], ["row.2.0", "code.0.0"], ["row.3.0", "code.1.0"],
    ]  # fmt: skip
    table.play(W, m.SetRow(W, ROWS[W]))
    table.play(W, m.SetCode(1, CODES[1]))
    table.play(E, m.SetRow(E, ROWS[E]))
    assert GAME.awaited(table.state) == (N, S)
    assert table.offers(N) == ["row.0.0", "code.0.0"], "others moved, for him nothing did"
    table.play(N, m.SetRow(N, ROWS[N]))
    table.play(S, m.SetCode(0, CODES[0]))
    assert GAME.awaited(table.state) == (S,)
    assert table.refuse(N, m.Speak(R, Place.A, 1), "rows and codes first") == {"waiting": (S,)}
    table.refuse(N, m.Propose(), "rows and codes first")
    table.refuse(N, NONE, "rows and codes first")
    table.play(S, m.SetRow(S, ROWS[S]))
    assert GAME.view(table.state, TABLE).phase == "talk"
    assert GAME.awaited(table.state) == (N,)


def test_one_partner_sets_the_code_and_both_see_it() -> None:
    """Who comes second finds his offer closed, and the code there; and may change it."""
    table = Table()
    table.play(S, m.SetCode(0, CODES[0]))
    assert [GAME.view(table.state, seat).codes[0].digits for seat in range(4)] == [SHEET, None, SHEET, None]
    assert "code.0.0" not in table.offers(N)
    assert "code.0.1" in table.offers(N)
    event = table.play(N, m.SetCode(0, CODES[1]))
    assert event.corrects
    assert GAME.view(table.state, S).codes[0].was == (SHEET,)


@pytest.mark.parametrize(
    ("digits", "twice"), [((1, 1, 3, 4, 5, 6, 7, 8, 9), (1,)), ((9, 9, 9, 8, 8, 6, 7, 1, 2), (8, 9))]
)
def test_a_code_gives_each_phrase_a_digit_of_its_own(digits: tuple[int, ...], twice: tuple[int, ...]) -> None:
    assert Table().refuse(N, m.SetCode(0, digits), "digit twice") == {"digits": twice}


def test_rows_and_codes_are_their_owners() -> None:
    table = Table()
    assert table.refuse(N, m.SetRow(S, ROWS[S]), "not your row") == {"seat": S}
    assert table.refuse(N, m.SetCode(1, CODES[1]), "not your code") == {"seat": E}
    table.refuse(TABLE, m.SetRow(N, ROWS[N]), "rows on phones")
    table.refuse(TABLE, m.SetCode(0, CODES[0]), "rows on phones")
    table.refuse(N, m.SetRow(4, ROWS[0]), "no such seat")
    table.refuse(N, m.SetCode(2, CODES[0]), "no such team")
    assert table.refuse(7, m.SetRow(7, ROWS[0]), "no such seat") == {"given": 7}


@pytest.mark.parametrize("first", [m.Speak(R, Place.A, 1), m.Propose(), m.Skip(N)])
def test_rows_and_codes_can_be_changed_until_something_happens(first: m.Move) -> None:
    table = ready()
    table.play(W, m.SetRow(W, ROWS[0]))
    table.play(W, m.SetCode(1, CODES[0]))
    assert GAME.view(table.state, W).rows[W].colours == ROWS[0]
    assert {"row.3.2", "code.1.2"} <= set(table.offers(W))
    table.play(TABLE if isinstance(first, m.Skip) else N, first)
    table.refuse(W, m.SetRow(W, ROWS[W]), "too late to correct")
    table.refuse(W, m.SetCode(1, CODES[1]), "too late to correct")
    assert not any(id.startswith(("row", "code")) for seat in range(4) for id in table.offers(seat))


BAD = [
    {"kind": "row", "seat": 0, "colours": ["red"] * 4},
    {"kind": "row", "seat": 0, "colours": ["red"] * 6},
    {"kind": "row", "seat": 0, "colours": ["red"] * 4 + [None]},
    {"kind": "row", "seat": 0, "colours": ["red"] * 4 + ["pink"]},
    {"kind": "code", "team": 0, "digits": [0, 1, 2, 3, 4, 5, 6, 7, 8]},
    {"kind": "code", "team": 0, "digits": [1, 2, 3, 4, 5, 6, 7, 8]},
    {"kind": "speak", "colour": "red", "place": "F", "digit": 1},
    {"kind": "speak", "colour": "red", "place": "A", "digit": 10},
    {"kind": "speak", "colour": "red", "place": "A", "digit": -1},
    {"kind": "speak", "colour": "red", "place": "A"},
    {"kind": "reply", "digit": None},
    {"kind": "seal", "partner": ["red"] * 5, "first": ["red"] * 5, "second": ["red"] * 5, "code": [0] * 9},
    {"kind": "seal", "partner": ["red"] * 5, "first": ["red"] * 5, "second": ["red"] * 4, "code": [None] * 9},
]


@pytest.mark.parametrize("move", BAD)
def test_what_has_no_form_is_no_move(move: dict[str, Any]) -> None:
    """None of the places is empty, 0 is in no code, there are nine digits and five places."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(move), type=m.Move)


# The talk


def test_the_example_of_the_old_sheet() -> None:
    """North says red, C, 2 (have you?); south answers 9 (no). Only they hear what it means."""
    table = ready()
    table.play(N, m.Speak(R, Place.C, 2))
    assert GAME.view(table.state, S).lines[0].due
    table.play(S, m.Reply(9))
    for observer, means, reply in ((N, "have_you", "no"), (S, "have_you", "no"), (E, None, None), (W, None, None)):
        (line,) = GAME.view(table.state, observer).lines
        words = line.words
        assert words
        assert (line.round, line.seat, line.due) == (1, N, False)
        assert (words.colour, words.place, words.digit, words.reply) == (R, Place.C, 2, 9)
        assert (words.means, words.reply_means) == (means, reply)
    for seat, colour, place, digit, answer in ((E, B, Place.A, 5, 4), (S, Y, Place.D, 8, 6), (W, G, Place.C, 2, 7)):
        table.play(seat, m.Speak(colour, place, digit))
        table.play(partner_of(seat), m.Reply(answer))
    south = GAME.view(table.state, N).lines[2].words
    assert south and (south.means, south.reply_means) == (Phrase.I_HAVE, Phrase.YES)
    east = GAME.view(table.state, W).lines[1].words
    assert east and (east.means, east.reply_means) == (Phrase.FIRST_HAS, Phrase.I_HAVE), (
        "east's own code, not the sheet's"
    )
    assert GAME.view(table.state, TABLE).round == 2


def test_the_order_is_north_east_south_west_and_the_partner_replies() -> None:
    table = ready(rounds=2)
    order = []
    while GAME.view(table.state, TABLE).phase == "talk":
        (speaker,) = GAME.awaited(table.state)
        for seat in range(4):
            assert bool(table.offer(seat, "speak")) == (seat == speaker)
            if seat != speaker:
                assert table.refuse(seat, m.Speak(R, Place.A, 1), "not your turn") == {"seat": speaker}
        table.refuse(partner_of(speaker), m.Reply(1), "nothing to answer")
        table.play(speaker, m.Speak(R, Place.A, 1))
        (replier,) = GAME.awaited(table.state)
        for seat in range(4):
            assert bool(table.offer(seat, "reply")) == (seat == replier)
            if seat != replier:
                assert table.refuse(seat, m.Reply(1), "not your turn") == {"seat": replier}
        assert table.refuse(speaker, m.Speak(R, Place.A, 1), "reply first") == {"seat": replier}
        table.play(replier, m.Reply(2))
        order.append((speaker, replier))
    assert order == 2 * [(N, S), (E, W), (S, N), (W, E)]
    assert GAME.view(table.state, TABLE).phase == "seal"
    assert GAME.view(table.state, TABLE).speaker is None
    table.refuse(N, m.Speak(R, Place.A, 1), "talk is over")
    table.refuse(S, m.Reply(1), "talk is over")
    table.refuse(N, m.Propose(), "talk is over")


@pytest.mark.parametrize("rounds", [1, 20])
def test_so_many_rounds(rounds: int) -> None:
    table = ready(rounds=rounds)
    for number in range(4 * rounds):
        assert GAME.view(table.state, TABLE).round == number // 4 + 1
        table.refuse(E, NONE, "talk first")
        turn(table)
    assert GAME.view(table.state, TABLE).phase == "seal"
    assert len(GAME.view(table.state, TABLE).lines) == 4 * rounds


def test_zero_is_the_signal_in_both_places_and_means_nothing_in_the_code() -> None:
    table = ready()
    assert table.offer(N, "speak") == Offer("speak.0", "speak", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0))
    turn(table, 0, 0)
    words = GAME.view(table.state, N).lines[0].words
    assert words
    assert (words.digit, words.reply, words.means, words.reply_means) == (0, 0, None, None)


def test_truth_is_nobodys_business() -> None:
    """Any colour, place and digit is taken from anybody whose turn it is."""
    for colour in Colour:
        for place in Place:
            for digit in range(10):
                ready().play(N, m.Speak(colour, place, digit))


# FULLY


def test_both_partners_call_fully_on_their_speaking_turn() -> None:
    table = ready()
    assert [bool(table.offer(seat, "fully")) for seat in range(4)] == [True, False, True, False]
    assert table.refuse(E, m.Propose(), "not your turn") == {"seat": N}
    table.play(S, m.Propose())
    assert GAME.view(table.state, TABLE).proposal == S
    assert GAME.awaited(table.state) == (N,)
    assert table.offer(N, "agree") == Offer("agree.1", "agree", (True, False))
    for seat in (E, S, W):
        assert table.offers(seat) == []
        assert table.refuse(seat, m.Agree(True), "not your turn") == {"seat": N}
    assert table.refuse(N, m.Speak(R, Place.A, 1), "answer first") == {"seat": N}
    assert table.refuse(S, m.Propose(), "answer first") == {"seat": N}
    table.play(N, m.Agree(True))
    view = GAME.view(table.state, TABLE)
    assert (view.phase, view.caller, view.proposal) == ("seal", 0, None)
    assert [(call.seat, call.turn, call.yes) for call in view.calls] == [(S, 0, True)]
    table.refuse(E, m.Agree(True), "nothing to answer")
    assert table.refuse(N, m.Propose(), "called already") == {"seat": S}


def test_a_partner_may_decline_once_a_turn() -> None:
    table = ready()
    table.play(N, m.Propose())
    table.play(S, m.Agree(False))
    assert table.refuse(S, m.Propose(), "proposed already") == {"seat": N}
    assert not table.offer(N, "fully") and not table.offer(S, "fully")
    turn(table)
    assert table.offer(E, "fully") and not table.offer(N, "fully")
    turn(table)
    assert table.offer(N, "fully"), "south speaks, so it is his team's turn"
    table.play(N, m.Propose())
    table.play(S, m.Agree(True))
    assert GAME.view(table.state, TABLE).caller == 0


def test_fully_may_be_called_instead_of_a_reply() -> None:
    """North gives the signal, south understands; the line stays without a reply."""
    table = ready()
    table.play(N, m.Speak(R, Place.A, 0))
    table.play(S, m.Propose())
    assert GAME.awaited(table.state) == (N,)
    table.refuse(S, m.Reply(1), "answer first")
    table.play(N, m.Agree(False))
    assert GAME.awaited(table.state) == (S,), "the reply is due all the same"
    other = ready()
    other.play(N, m.Speak(R, Place.A, 0))
    other.play(N, m.Propose())
    assert GAME.view(other.state, TABLE).lines[0].due
    other.play(S, m.Agree(True))
    assert GAME.view(other.state, TABLE).phase == "seal"
    assert not GAME.view(other.state, TABLE).lines[0].due
    assert GAME.awaited(other.state) == (0, 1, 2, 3)


# Sealed findings and the end


def test_all_four_seal_before_anything_is_shown() -> None:
    table = called()
    for seat in (W, N, S):
        assert table.offer(seat, "seal") == Offer("seal.0", "seal", tuple(Colour))
        table.play(seat, perfect(seat))
        view = GAME.view(table.state, TABLE)
        assert view.outcome is None and view.sheet is None
    assert GAME.awaited(table.state) == (E,)
    assert table.offers(E) == ["seal.0"]
    table.play(N, NONE)
    assert table.offers(N) == ["seal.2"], "he may think better of it"
    assert GAME.view(table.state, N).sealed[N].found == m.NOTHING_FOUND
    table.play(N, perfect(N))
    table.play(E, NONE)
    assert GAME.awaited(table.state) == ()
    assert [table.offers(actor) for actor in (0, 1, 2, 3, TABLE)] == [[]] * 5
    for actor, move in ((N, NONE), (E, m.Propose()), (TABLE, m.Skip(0)), (TABLE, m.SetRow(0, ROWS[1]))):
        table.refuse(actor, move, "rows on phones" if isinstance(move, m.SetRow) else "over")
    for observer in (0, 1, 2, 3, TABLE):
        view = GAME.view(table.state, observer)
        assert tuple(row.colours for row in view.rows) == ROWS
        assert tuple(code.digits for code in view.codes) == CODES
        assert all(sealed.found for sealed in view.sealed)
        assert view.sheet and view.outcome


def test_a_code_that_was_found_has_no_digit_twice() -> None:
    table = called()
    assert table.refuse(N, replace(NONE, code=(7, 7, *7 * (None,))), "digit twice") == {"digits": (7,)}
    table.play(N, replace(NONE, code=(None, 7, *7 * (None,))))


def test_a_right_fully_wins_outright() -> None:
    """A perfect player has 180 points and 65 for the code; it does not matter what the others have."""
    table = called(team=1)
    for seat in range(4):
        table.play(seat, perfect(seat))
    view = GAME.view(table.state, TABLE)
    assert view.outcome and view.sheet
    assert (view.outcome.reason, view.outcome.winners, view.outcome.scores) == ("fully", (E, W), (360, 360, 360, 360))
    assert view.sheet.players == (180, 180, 180, 180)
    assert [code.points for code in view.sheet.codes] == [65, 65, 65, 65]
    assert [(team.points, team.code, team.fully) for team in view.sheet.teams] == [(360, 130, None), (360, 130, True)]


def test_a_wrong_fully_doubles_what_the_callers_lose() -> None:
    """South has one colour of his partner and one of an opponent wrong; west, who called nothing, too."""
    table = called()
    for seat in range(4):
        seal = perfect(seat)
        if seat in (S, W):
            wrong = tuple(M if place == 1 else colour for place, colour in enumerate(seal.partner))
            seal = replace(seal, partner=wrong, first=(M, *seal.first[1:]))
        table.play(seat, seal)
    view = GAME.view(table.state, N)
    assert view.outcome and view.sheet
    lost_rows = 180 - 20 - 50 - 2 - 5
    assert view.sheet.players == (180, 180, lost_rows - 2 * (5 + 2), lost_rows - (5 + 2))
    assert view.sheet.teams[0].fully is False
    assert (view.outcome.reason, view.outcome.winners) == ("points", (E, W))
    row = next(row for row in view.sheet.rows if (row.seat, row.of) == (S, N))
    assert row.doubled
    assert (row.whole, row.points) == (0, 4 * 2 - 10)
    assert [(place.place, place.reason, place.points) for place in row.places][:2] == [
        ("A", "found", 2),
        ("B", "wrong", -10),
    ]


def test_a_tie_is_broken_by_the_code_and_then_it_is_a_draw() -> None:
    for code, reason, winners in ((CODES[1], "code", (N, S)), (UNREAD, "draw", ())):
        table = ready(rounds=1)
        for _ in range(4):
            turn(table)
        for seat in range(4):
            table.play(seat, replace(NONE, code=code) if seat == S else NONE)
        outcome = GAME.outcome(table.state)
        assert outcome and (outcome.reason, outcome.winners, outcome.scores) == (reason, winners, (0, 0, 0, 0))


# Passed over, absent


def test_the_host_passes_over_whoever_is_awaited() -> None:
    """One offer for each; what is due is in its name. A row and a code come by lot, words do not, FULLY is declined."""
    table = Table()
    assert table.offers(TABLE) == ["skip.row.0", "skip.row.1", "skip.row.2", "skip.row.3"]
    assert GAME.moves(table.state, TABLE)[2] == Offer("skip.row.2", "skip", (2,), {"seat": 2})
    for seat in (E, S, W):
        table.play(seat, m.SetRow(seat, ROWS[seat]))
    table.play(W, m.SetCode(1, CODES[1]))
    event = table.play(TABLE, m.Skip(N))
    assert isinstance(event, m.RowSet) and len(event.colours) == 5
    assert table.offers(TABLE) == ["skip.code.0"], "one of the two partners, or a record could name the other"
    event = table.play(TABLE, m.Skip(N))
    assert isinstance(event, m.CodeSet) and sorted(event.digits) == [*range(1, 10)]
    assert table.refuse(TABLE, m.Skip(E), "not awaited") == {"seat": E}
    assert table.refuse(TABLE, m.Skip(4), "no such seat") == {"given": 4}
    assert table.refuse(N, m.Skip(N), "table only") == {"move": "skip"}
    table.refuse(TABLE, m.Propose(), "players only")
    assert table.offers(TABLE) == ["skip.speak.0.0"]
    assert table.play(TABLE, m.Skip(N)) == m.Skipped(N)
    table.play(E, m.Speak(R, Place.A, 1))
    assert table.offers(TABLE) == ["skip.reply.1.3"]
    assert table.play(TABLE, m.Skip(W)) == m.Skipped(W)
    lines = GAME.view(table.state, TABLE).lines
    assert lines[0].words is None and not lines[0].due
    assert lines[1].words and lines[1].words.reply is None and not lines[1].due
    table.play(S, m.Propose())
    assert table.offers(TABLE) == ["skip.agree.1.0"]
    assert table.play(TABLE, m.Skip(N)) == m.Agreed(N, False)
    turn(table)
    table.play(W, m.Propose())
    table.play(E, m.Agree(True))
    assert table.offers(TABLE) == ["skip.seal.0", "skip.seal.1", "skip.seal.2", "skip.seal.3"]
    assert table.play(TABLE, m.Skip(S)) == m.Sealed(TABLE, S, m.NOTHING_FOUND)
    assert table.offers(TABLE) == ["skip.seal.0", "skip.seal.1", "skip.seal.3"]
    table.play(S, perfect(S))


def test_whole_games_can_be_passed_over() -> None:
    table = Table(rounds=2)
    while GAME.awaited(table.state):
        offer = table.offer(TABLE, "skip")
        assert offer
        table.play(TABLE, m.Skip(**offer.settled))
    outcome = GAME.outcome(table.state)
    assert outcome and outcome.reason == "draw"


# Any moves at all


@settings(max_examples=30)
@given(
    st.sampled_from([m.Options(rounds=2), m.Options("paper"), m.Options("paper", True, 2)]),
    st.integers(0, 10**9),
    st.lists(st.integers(0, 10**6), min_size=70, max_size=70),
)
def test_what_is_offered_is_taken_and_what_is_not_is_refused(chosen: m.Options, seed: int, picks: list[int]) -> None:
    """Whoever moves: offers and rules agree, the game goes on to its end, and the log alone gives the same game."""
    table = Table(seed, **msgspec.structs.asdict(chosen))
    for number, pick in enumerate(picks):
        awaited = GAME.awaited(table.state)
        over = GAME.outcome(table.state) is not None
        untold = table.state.phase == "seal" and not table.state.heard and not any(table.state.found)
        assert bool(awaited) == (not over and not (untold and table.state.caller is None and not table.state.proposal))
        actors: list[Actor] = [0, 1, 2, 3, TABLE]
        for actor in actors:
            offers = GAME.moves(table.state, actor)
            assert len({offer.id for offer in offers}) == len(offers)
            for kind, move in anything(Chance(bytes(32), pick), table, actor):
                fits = [
                    offer
                    for offer in offers
                    if offer.kind == kind and offer.settled.items() <= msgspec.to_builtins(move).items()
                ]
                assert len(fits) == allowed(table, actor, move), (actor, move)
        if not awaited:
            break
        possible = [(actor, move) for actor in actors for move in taken(table, actor, Chance(bytes(32), number + pick))]
        table.play(*possible[pick % len(possible)])
    events = msgspec.json.decode(msgspec.json.encode(table.events), type=list[m.Event])
    assert replay(GAME, events) == table.state


def allowed(table: Table, actor: Actor, move: m.Move) -> bool:
    """Do the rules take it, in that form?"""
    try:
        return bool(decided(GAME, table.state, actor, move, Chance(bytes(32), 1)))
    except Refused:
        return False


def anything(chance: Chance, table: Table, actor: Actor) -> list[tuple[str, m.Move]]:
    """A move of each kind, sound in form."""
    row = robot.random_row(chance)
    words = (chance.one(tuple(Colour)), chance.one(tuple(Place)), chance.below(10))
    due = table.state.pending
    found: list[m.Move] = [
        *(m.SetRow(seat, row) for seat in range(4)),
        *(m.SetCode(team, robot.random_code(chance)) for team in range(2)),
        m.Speak(*words),
        m.Reply(chance.below(10)),
        m.Propose(),
        m.Agree(bool(chance.below(2))),
        robot.findings(GAME.view(table.state, 0), 0, chance),
        *(
            m.Amend(line, *words, reply=None if due and line == len(table.state.lines) - 1 else 3)
            for line in range(len(table.state.lines))
        ),
        *(m.Skip(seat) for seat in range(4)),
    ]
    return [(msgspec.to_builtins(move)["kind"], move) for move in found]


def taken(table: Table, actor: Actor, chance: Chance) -> list[m.Move]:
    """Those of them that are offered."""
    offers = GAME.moves(table.state, actor)
    return [
        move
        for kind, move in anything(chance, table, actor)
        if any(o.kind == kind and o.settled.items() <= msgspec.to_builtins(move).items() for o in offers)
    ]


@pytest.mark.parametrize("chosen", [m.Options(rounds=2), m.Options("paper"), m.Options("paper", True, 1)])
def test_views_are_read_back_as_they_were_written(chosen: m.Options) -> None:
    turns, _ = simulation.play(GAME, robot, chosen, 4, simulation.seed_of("views", 1))
    state = GAME.start()
    for event in (event for each in turns for event in each.events):
        state = GAME.evolve(state, event)
        for observer in (0, 1, 2, 3, TABLE):
            view = GAME.view(state, observer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.View) == view
