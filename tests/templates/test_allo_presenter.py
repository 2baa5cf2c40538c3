"""What pages of Allo... la France show, worked out from a view: who may do what, whom one can call, the log in its order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from referee.allo import moves as m
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.pieces import MOST_UNITS, Part
from referee.allo.state import Call
from referee.allo.views import Line, Sheet, Sight, View
from referee.allo.ways import Hop
from referee.chance import Chance
from referee.game import Offer, Outcome
from templates import loader
from templates.pages.allo import presenter as p

KIT = loader.kit_data("allo")
WRONG = Call(1, 0, None, None, None, None, "01020304", False)
ASKED = Call(0, 1, None, Part.JOB, "03", True, None, None)


class Chair(Struct, frozen=True):
    """Somebody at the table."""

    seat: int


def a_view(seat: int = 0, pieces: Any = "phone", **more: Any) -> View:
    """What a seat of three sees after the deal, but for what is told."""
    (dealt,) = GAME.deal(m.Options(pieces=pieces), 3, Chance(bytes(32), 0))
    seen: View = GAME.view(GAME.evolve(GAME.start(), dealt), seat)
    return replace(seen, **({"turn": 0} | more))


def ask(*choices: int, free: bool = False) -> Offer:
    """To call one of them."""
    return Offer(f"1.ask.{free}", "ask", choices, {"free": free})


def guess(free: bool = False) -> Offer:
    """To say a number."""
    return Offer(f"1.guess.{free}", "guess", (1, 2), {"free": free})


def seen(owner: int, to: int, after: int = 0, value: str | None = "03") -> Sight:
    """A plate that was shown."""
    return Sight(owner, to, "guess", Part.JOB if value else None, value, after)


def test_offers_are_found_by_their_kind() -> None:
    offers = [Offer("1.go", "go"), Offer("1.pass", "pass"), ask(1), guess(), guess(free=True)]
    offers.append(Offer("1.correct", "correct", (), {"line": 1}))
    page = p.hand(a_view(calls=(ASKED, WRONG)), offers, 0)
    assert {kind: offer.id for kind, offer in page.can.items()} == {"go": "1.go", "pass": "1.pass"}
    assert page.asks == (offers[2],)
    assert {how: offer.id for how, offer in page.guesses.items()} == {"paid": "1.guess.False", "free": "1.guess.True"}
    assert page.fixes == ((offers[-1], WRONG),)
    assert page.last == WRONG


def test_where_a_player_stands() -> None:
    view = a_view()
    assert [p.hand(view, [], seat).here for seat in range(3)] == list(view.places)
    assert p.hand(view, [], None).here is None
    assert p.hand(a_view(pieces="paper"), [], 0).here is None


def test_plates_beside_ones_own() -> None:
    """The last two that the player saw, then the last that the player showed; of what others saw, nothing."""
    mine = [seen(1, 0), seen(2, 0), seen(1, 0, value="05")]
    shown = [seen(0, 1), seen(0, 2)]
    others = [seen(1, 2, value=None)]
    page = p.hand(a_view(secrets=(*mine, *others, *shown)), [], 0)
    assert page.secrets == (*mine, *shown)
    assert page.recent == (mine[1], mine[2], shown[1])


@pytest.mark.parametrize(("calls", "fresh"), [(1, True), (2, True), (3, False)])
def test_a_plate_is_new_until_the_call_after_next(calls: int, fresh: bool) -> None:
    sight = seen(1, 0, after=1)
    page = p.hand(a_view(secrets=(sight, seen(0, 1, after=9)), calls=(ASKED,) * calls), [], 0)
    assert page.fresh == (sight if fresh else None)


def test_the_answer_comes_first_for_whoever_still_has_to_act() -> None:
    asked = {"calls": (ASKED,), "step": "special"}
    assert p.hand(a_view(**asked), [], 0).answer_first
    assert p.hand(a_view(calls=(WRONG,), step="call", debts=((0, 1),)), [], 0).answer_first
    assert not p.hand(a_view(1, **asked), [], 1).answer_first
    assert not p.hand(a_view(step="special"), [], 0).answer_first
    assert not p.hand(a_view(**asked | {"step": "card"}), [], 0).answer_first
    assert not p.hand(a_view(pieces="paper", **asked), [], 0).answer_first
    assert not p.hand(a_view(outcome=Outcome("guess", (0,), (1, 0, 0)), **asked), [], 0).answer_first


@pytest.mark.parametrize("pieces", ["phone", "paper"])
def test_a_number_that_was_wrong_is_a_verdict_for_everybody(pieces: Any) -> None:
    """It stands on every page while the caller owes a plate for it; a question is none."""
    wrong = a_view(2, pieces, calls=(ASKED, WRONG), step="call", debts=((0, 1),))
    assert (p.hand(wrong, [], 2).verdict, p.hand(wrong, [], 2).answer_first) == (True, True)
    paid = a_view(2, pieces, calls=(ASKED, WRONG), step="special")
    assert (p.hand(paid, [], 2).verdict, p.hand(paid, [], 2).answer_first) == (True, False)
    assert not p.hand(a_view(2, pieces, calls=(WRONG, ASKED)), [], 2).verdict
    won = Outcome("guess", (0,), (1, 0, 0))
    assert not p.hand(a_view(2, pieces, calls=(WRONG,), outcome=won), [], 2).verdict


def test_who_may_call() -> None:
    call = {"step": "call"}
    assert p.hand(a_view(**call), [], 0).may_call
    assert not p.hand(a_view(1, **call), [], 1).may_call
    assert not p.hand(a_view(step="move"), [], 0).may_call
    assert not p.hand(a_view(debts=((0, 1),), **call), [], 0).may_call
    assert p.hand(a_view(1, "paper"), [], 1).may_call
    assert not p.hand(a_view(1, "paper"), [Offer("1.show", "show")], 1).may_call
    assert not p.hand(a_view(1, "paper", outcome=Outcome("guess", (0,), (1, 0, 0))), [], 1).may_call


def test_those_who_can_be_called_come_first() -> None:
    page = p.hand(a_view(), [ask(3, 1), ask(0, 2, free=True)], 0)
    assert page.reached == {1, 3}
    assert [chair.seat for chair in p.callees([Chair(i) for i in range(5)], 0, page.reached)] == [1, 3, 2, 4]


def test_a_dialog_for_each_call() -> None:
    lines = (Line(1, (Hop("01", "02"), Hop("02", "03")), None, None), Line(2, None, ("01", "02"), "not connected"))
    page = p.hand(a_view(lines=lines), [ask(1), ask(1, 2, free=True), guess(), guess(free=True)], 0)
    assert list(p.dialogs(page)) == [
        ("call-1", 1, False, "1.ask.False", "1.guess.False", 2),
        ("call-1-free", 1, True, "1.ask.True", "1.guess.True", 0),
        ("call-2-free", 2, True, "1.ask.True", "1.guess.True", 0),
    ]
    paper = p.hand(a_view(pieces="paper", lines=()), [ask(1), guess()], 0)
    assert list(p.dialogs(paper)) == [("call-1", 1, False, "1.ask.False", "1.guess.False", None)]


def test_ways_along_one_link_lie_around_its_middle() -> None:
    assert [p.offset(i, 3) for i in range(3)] == [-3.4, 0, 3.4]
    assert p.offset(0, 1) == 0


def test_to_whom_a_plate_is_owed() -> None:
    assert p.creditor([(1, 2), (0, 1)], 0) == 1


def test_what_a_cable_takes_and_brings() -> None:
    link = FRANCE.links[5]
    assert p.sections(FRANCE, link.a, link.b) == p.sections(FRANCE, link.b, link.a) == link.sections
    assert p.sections(FRANCE, link.a, link.a) == 0
    assert p.gain(3, 0) == 3
    assert p.gain(3, MOST_UNITS - 1) == 1
    assert p.cable_left((5, 4, 3, 2)) == 5 + 8 + 9 + 8


def test_the_steps_of_a_turn() -> None:
    assert p.steps("cable") == [("card", "done"), ("move", "done"), ("cable", "now"), ("call", ""), ("special", "")]
    assert {state for _, state in p.steps("over")} == {""}


def test_what_a_plate_says() -> None:
    kit = {"people": {"first": {"01": ("René", "Renée"), "02": ("Jean", "Jane"), "03": ("Dominique",) * 2}}}
    assert [p.first_name(code, kit) for code in ("01", "02", "03")] == ["René(e)", "Jean/Jane", "Dominique"]
    city = FRANCE.cities[3]
    assert p.plate_name("city", city.code, FRANCE, KIT) == city.name
    surname, first, job = (
        next(iter(texts)) for texts in (KIT["people"]["surname"], KIT["people"]["first"], KIT["job"])
    )
    assert p.plate_name("surname", surname, FRANCE, KIT) == KIT["people"]["surname"][surname]
    assert p.plate_name("first", first, FRANCE, KIT) == p.first_name(first, KIT)
    assert p.plate_name("job", job, FRANCE, KIT) == KIT["job"][job]
    assert p.dotted("01020304") == "01.02.03.04"


def test_what_was_heard() -> None:
    sheet = Sheet(1, (("75", 2),), (("01", True),), (("01", False),), (), ())
    assert p.heard_codes(sheet) == "surname.01:yes first.01:no"


def test_a_call_as_it_stood_before() -> None:
    (old,) = p.formers(replace(ASKED, was=((2, Part.CITY, None, "75", 3, None, None),)))
    assert (old.to, old.part, old.at, old.answer) == (2, Part.CITY, "75", 3)


def test_the_log_has_the_last_first_and_plates_after_their_call() -> None:
    before, one, two = seen(1, 0, 0), seen(1, 0, 2), seen(2, 0, 2)
    assert list(p.log(0, (ASKED, WRONG), (before, one, two))) == [
        ("sight", "2-2", two),
        ("sight", "2-1", one),
        ("call", 2, WRONG),
        ("call", 1, ASKED),
        ("sight", "0-1", before),
    ]


def test_what_the_host_can_put_right() -> None:
    def fix(line: int) -> Offer:
        return Offer(f"7.correct.{line}", "correct", (), {"line": line})

    view = a_view(calls=(ASKED, WRONG, ASKED))
    assert p.corrections(view, [Offer("7.skip", "skip"), fix(0), fix(1), fix(2)]) == [
        (False, "7.correct.", [(2, ASKED), (0, ASKED)]),
        (True, "7.correct.", [(1, WRONG)]),
    ]
    assert p.corrections(view, [fix(0)]) == [(False, "7.correct.", [(0, ASKED)])]
    assert p.corrections(view, []) == []
