"""What the bars of the games hold where a game of robots may not come in a test: what lapses, what is asked first, paper."""

from __future__ import annotations

from types import SimpleNamespace as Some

import pytest
from msgspec.structs import replace

from referee.game import Offer
from templates.pages import actions
from templates.pages.allo.bar import laid_at_once
from templates.pages.code777.bar import bar as code777
from templates.pages.fully.bar import bar as fully
from templates.pages.inkognito.bar import bar as inkognito
from templates.pages.rallye.bar import bar as rallye

KIT = {"money": {"grouped": "{thousands},{rest}"}}


def offer(kind: str, number: int = 1, choices: tuple[object, ...] = (), **settled: object) -> Offer:
    """Something that can be done."""
    return Offer(f"1.{kind}.{number}", kind, choices, settled)


def road(**more: object) -> Some:
    """A view of Rallye-Code with what a bar asks for."""
    due = Some(number=7, of=Some(amount=4500))
    return Some(
        **{
            "dues": (due,),
            "sale": None,
            "turn": 0,
            "awaited": (0,),
            "paper": False,
            "cars": tuple(Some(owner=seat, stoppable=False, judged=()) for seat in range(3)),
            "options": Some(dice="phone"),
            **more,
        }
    )


def told(bar: actions.Bar) -> list[tuple[str, str, str]]:
    """Kind, words and style of what a bar holds."""
    return [(each.kind, each.label, each.style) for each in bar.actions]


def test_what_lapses_comes_before_the_roll() -> None:
    """A due is claimed with one tap; rolling stands back, or the thumb that is used to it would forfeit the due."""
    offers = [offer("roll"), offer("demand", due=7), offer("stop", car=1), offer("claim", car=2)]
    assert told(rallye(road(), offers, 0, (), KIT)) == [
        ("demand", "Claim 4,500\N{NO-BREAK SPACE}F", "main"),
        ("roll", "Roll the dice", "second"),
        ("stop", "Stop!", "second"),
    ]


def test_what_lapses_with_the_next_roll_says_so() -> None:
    """A due, a stop, and a fine that was forgotten if its player is about to roll; of another player's car it can wait, and
    comes after all that cannot."""
    offers = [offer("claim", car=2), offer("stop", car=1), offer("demand", due=7)]
    found = rallye(road(turn=2, awaited=(2,)), offers, 0, (), KIT)
    assert [(each.kind, each.until) for each in found.actions] == [
        ("demand", "until the next roll"),
        ("claim", "until the next roll"),
        ("stop", "until the next roll"),
    ]
    assert "quiet" not in {each.style for each in found.actions}
    found = rallye(road(turn=2, awaited=(2,)), [offer("letgo"), *offers], 0, (), KIT)
    assert [each.kind for each in found.actions] == ["demand", "stop", "letgo"], "the page has the other"
    found = rallye(road(turn=1, awaited=(1,)), offers[:2], 0, (), KIT)
    assert [(each.kind, each.style, each.until) for each in found.actions] == [
        ("stop", "second", "until the next roll"),
        ("claim", "quiet", ""),
    ]


def test_a_stop_is_at_the_thumb_with_its_reasons_and_of_others_alone() -> None:
    """While the seconds run; one after the other where there is no room, and nobody is invited to stop himself."""
    both = Offer("1.stop.1", "stop", ("sign", "overtaking"), {"car": 1})
    found = rallye(road(turn=2), [both, offer("letgo")], 0, (), KIT)
    assert told(found) == [
        ("stop", "Stop: sign", "main"),
        ("stop", "Stop: overtaking", "main"),
        ("letgo", "Let it go", "second"),
    ]
    assert all(each.sure for each in found.actions[:2])
    assert found.todo == "stop!"
    crowded = rallye(road(turn=2), [offer("demand", due=7), both, offer("letgo")], 0, (), KIT)
    assert [(each.kind, each.go) for each in crowded.actions] == [("demand", ""), ("stop", "book"), ("letgo", "")]
    own = replace(both, settled={"car": 0})
    assert rallye(road(turn=2, awaited=(2,)), [own], 0, (), KIT).actions == ()
    assert [each.kind for each in rallye(road(turn=2), [own, offer("letgo")], 0, (), KIT).actions] == ["letgo"]


def test_whatever_the_bar_holds_can_be_explained() -> None:
    """Not only what comes first: what never does would never be told of; what waits for something is told of when it can be done."""
    found = rallye(road(turn=2), [offer("demand", due=7), offer("stop", car=1), offer("letgo")], 0, (), KIT)
    assert found.kinds == tuple(dict.fromkeys(each.kind for each in found.actions))
    assert len(found.kinds) > 1
    waits = replace(found, actions=tuple(replace(each, waits=each.kind == "stop") for each in found.actions))
    assert "stop" not in waits.kinds and found.kinds[0] in waits.kinds


def test_beside_paper_a_stop_opens_its_form_at_the_thumb() -> None:
    """It lay two folds down the page of the judge; of several cars the one that was entered last is meant."""
    cars = tuple(Some(owner=seat, stoppable=True, judged=(), rolled=(0, 3, 8)[seat]) for seat in range(3))
    found = rallye(road(turn=2, paper=True, cars=cars), [offer("stop", car=1), offer("stop", 2, car=2)], 0, (), KIT)
    assert [(each.kind, each.label, each.go) for each in found.actions] == [("stop", "Stop!", "other-2")]


def test_until_somebody_rolls_who_has_not_rolled_yet() -> None:
    """While a business is for sale it is still the turn of whoever rolled, and may roll in a duel, which ends no due and no stop."""
    offers = [offer("demand", due=7)]
    for sale, until in ((None, "until {name} rolls"), (Some(price=1500, stage="asked"), "until the next roll")):
        assert rallye(road(turn=2, awaited=(1,), sale=sale), offers, 0, (), KIT).until == until
    assert rallye(road(), offers, 0, (), KIT).until == "until you roll"


def test_a_sale_is_answered_first() -> None:
    """Yes and no are two buttons of one form, told apart by what they fill in."""
    view = road(sale=Some(price=1500, stage="asked"))
    found = rallye(view, [offer("answer")], 0, (), KIT)
    assert [(each.label, each.name, each.value, each.read_as) for each in found.actions] == [
        ("Sell for 1,500\N{NO-BREAK SPACE}F", "sell", "true", "bool"),
        ("Refuse: duel", "sell", "false", "bool"),
    ]
    assert len({each.id for each in found.actions}) == 2
    assert found.waits == "answering an offer"


def test_beside_paper_all_wait_for_purses_to_be_counted() -> None:
    """The table screen and whoever has counted read it; who has may count again, and nothing calls for it."""
    over = road(paper=True, awaited=(1, 2), over=True, counts=(4500, None, None))
    for offers, seat, told_there in (
        ((), -1, []),
        ([offer("count")], 0, [("count", "Count again", "second")]),
        ([offer("count")], 1, [("count", "Count your purse", "main")]),
    ):
        found = rallye(over, offers, seat, (), KIT)
        assert (found.waits, told(found)) == ("counting the purse", told_there)


def test_declaring_stands_back_and_is_always_there() -> None:
    """With a question to draw, with one to answer, and with nothing else to do."""
    view = Some(lines=(Some(answer=None),), racks=(), waiting=())
    assert [kind for kind, *_ in told(code777(view, [offer("declare"), offer("ask")], 0, (), {}))] == ["ask", "declare"]
    assert told(code777(view, [offer("declare")], 0, (), {})) == [("declare", "I know my digits", "second")]
    assert code777(view, [], 0, (), {}).waits == "answering the question"
    paper = code777(view, [offer("ask", choices=(1, 2))], 0, (), {}).actions[0]
    assert (paper.form, paper.go) == ("", "act-ask")


def test_an_answer_that_the_partner_waits_for_comes_first() -> None:
    """And what is sealed already is sealed anew without haste."""
    seats = tuple(Some(times=1) for _ in range(4))
    view = Some(
        rows=seats, codes=seats, sealed=seats, options=Some(logged=False), proposal=2, phase="talk", lines=(), calls=()
    )
    found = fully(view, [offer("fully"), offer("speak"), offer("agree"), offer("seal")], 0, (), {})
    assert told(found) == [
        ("agree", "Yes, FULLY!", "main"),
        ("agree", "No, not yet", "second"),
        ("speak", "Say it", "second"),
    ]
    (anew,) = fully(view, [offer("seal")], 0, (), {}).actions
    assert (anew.label, anew.near, anew.style, anew.go) == ("Change what I sealed", "Seal again", "second", "findings")
    (first,) = fully(Some(**{**vars(view), "sealed": (Some(times=0),) * 4}), [offer("seal")], 0, (), {}).actions
    assert (first.label, first.near, first.style, first.go) == ("Look through and seal", "Seal it", "main", "findings")
    assert first.form and first.sure, "it seals there, and asks first"
    assert found.waits == "yes or no to FULLY"


@pytest.mark.parametrize(
    ("kinds", "seat", "label"),
    [
        (["ask", "pass"], 0, "Ask nobody"),
        (["look", "pass"], 0, "Look at nothing"),
        (["pass"], 4, "Listen"),
        (["pass"], 0, "Carry on"),
    ],
)
def test_doing_nothing_has_its_own_words(kinds: list[str], seat: int, label: str) -> None:
    """By what else one could do there."""
    view = Some(options=Some(pieces="phone"), deal=0, round=1, stage="meeting")
    *_, last = told(inkognito(view, [offer(kind) for kind in kinds], seat, (), {}))
    assert last == ("pass", label, "second" if len(kinds) > 1 else "main")


def test_there_is_one_main_action() -> None:
    """Whoever is asked for a card while he meets somebody; two ways to do one thing are alike."""
    view = Some(options=Some(pieces="phone"), deal=0, round=1, stage="meeting")
    styles = [style for *_, style in told(inkognito(view, [offer("answer"), offer("pair"), offer("call")], 0, (), {}))]
    assert styles == ["main", "second", "second"]
    sale = road(sale=Some(price=1500, stage="asked"))
    found = told(rallye(sale, [offer("answer"), offer("demand", due=7)], 0, (), KIT))
    assert [(kind, style) for kind, _, style in found] == [
        ("answer", "main"),
        ("answer", "second"),
        ("demand", "second"),
    ]
    ways = [actions.Action("stop", "a"), actions.Action("stop", "b"), actions.Action("roll", "c")]
    assert [each.style for each in actions.bar_of(ways, "").actions] == ["main", "main", "second"]


def test_one_cable_is_laid_at_once() -> None:
    """Unless there are several, or another one has to be lifted first."""
    assert laid_at_once(offer("lay", choices=(("14", ()),)))
    assert not laid_at_once(offer("lay", choices=(("14", (("06", "13"),)),)))
    assert not laid_at_once(offer("lay", choices=(("14", ()), ("59", ()))))


def test_no_bar_holds_more_than_a_thumb_can_choose_from() -> None:
    """What is least urgent is left to the page."""
    assert len(actions.bar_of([actions.Action("a", "b")] * 5, "").actions) == actions.MOST


def test_racks_of_paper_are_waited_for_before_a_question() -> None:
    """Nobody draws one before all tiles are entered."""
    view = Some(racks=(), lines=(), waiting=(2,))
    assert code777(view, [], 0, (), KIT).waits == "entering tiles"  # type: ignore[arg-type]
    view.waiting = ()
    assert code777(view, [], 0, (), KIT).waits == "drawing a question"  # type: ignore[arg-type]
