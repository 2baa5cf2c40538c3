"""What pages of Rallye-Code say: every amount with its rule, who may do what now, the judge's lines, and names as they are."""

from __future__ import annotations

import re
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import has_request_context
from msgspec.structs import replace
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.service.tables import Tables
from companion.table.names import Name
from companion.web import narration, rendering
from referee import simulation
from referee.chance import Chance
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.game import GAME
from referee.rallye.pieces import CARDS, Till
from referee.rallye.road.cars import Due, Hold
from referee.rallye.state import Sale, State
from referee.registry import GAMES, game
from templates import i18n
from templates.pages.rallye import presenter as presenter_rallye

SEED = bytes(32)


class Room:
    """A table and its phones, in whatever state."""

    def __init__(self, folder: Path, seats: int = 3, **options: Any) -> None:
        self.tables: Tables = tables_in(folder)
        self.app = app_of(self.tables)
        self.table, self.phones = seated(self.app, self.tables, "rallye", seats, m.Options(**options))
        self.host = host_of(self.app)
        self.parts: dict[tuple[str, str], Any] = {}  # by file and language: to make one takes longer than to ask it
        self.tables.begin(self.table)

    @property
    def state(self) -> State:
        """As it is."""
        found: State = self.tables.table_state(self.table).state
        return found

    def show(self, seat: int | None, state: State | None = None) -> str:
        """The page of a seat, or the table screen; what stands there to be read."""
        if state is not None:
            self.tables.table_state(self.table).state = state
        page = self.host.get(f"/t/{self.table}") if seat is None else self.phones[seat].get(self.hand(seat))
        assert page.status_code == 200
        return visible(page.text)

    def html(self, seat: int) -> str:
        """The same with its markup."""
        return self.phones[seat].get(self.hand(seat)).text

    def hand(self, seat: int) -> str:
        """Its address."""
        return f"/t/{self.table}/seat/{seat}"

    def macro(self, file: str, name: str, *given: Any) -> str:
        """A part of the pages by itself. Who asks for many does so within one request."""
        with nullcontext() if has_request_context() else self.app.test_request_context():
            if (file, i18n.language()) not in self.parts:
                self.parts[file, i18n.language()] = self.app.jinja_env.get_template(f"rallye/{file}").make_module({})
            return visible(str(getattr(self.parts[file, i18n.language()], name)(*given)))


def visible(html: str) -> str:
    """What stands there to be read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi>", "", html)))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture(scope="module")
def events() -> list[Any]:
    """What happens in some long games, for few and for many, in both editions, on phones and with paper."""
    found: list[Any] = []
    for n, (seats, pieces, edition) in enumerate(
        [(2, "phone", "a"), (6, "phone", "b"), (4, "phone", "a"), (3, "paper", "b")]
    ):
        options = m.Options(pieces=pieces, edition=edition, dice="phone")  # type: ignore[arg-type]
        turns, _ = simulation.play(GAME, robot, options, seats, bytes([n]) * 32)
        found += [(options, seats, event) for turn in turns for event in turn.events]
    return found


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_payment_has_its_rule(room: Room, events: list[Any], lang: str) -> None:
    """A sentence of its own for each reason there is, with the points that made it where it depends on them."""
    told: dict[str, set[str]] = {}
    with i18n.speaking(lang), room.app.test_request_context():
        kit = rendering.kit("rallye")
        for options, _, event in events:
            for one in (event, *getattr(getattr(event, "drive", None), "dues", ()), getattr(event, "of", None)):
                if isinstance(one, e.Paid | Due):
                    why = room.macro("telling.html", "why", one, options, kit).strip()
                    assert len(why.split()) > 1
                    assert one.points is None or f"× {one.points}" in why
                    told.setdefault(why, set()).add(one.why)
        for code in ("half", "own_fine", "forgotten", "mat", "indemnity_aid"):  # rare ones too
            told.setdefault(
                room.macro("telling.html", "why", e.Paid(0, 1, 500, code), m.Options(), kit).strip(), set()
            ).add(code)
    assert {why for why, codes in told.items() if len(codes) > 1} == set()
    assert len({code for codes in told.values() for code in codes}) >= 20


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_card_is_read_out(room: Room, lang: str) -> None:
    with i18n.speaking(lang):
        kit = rendering.kit("rallye")
        for card in CARDS:
            verdict = e.Judged(0, 1, "sign", False, False, card.code, not card.offence, False)
            told = room.macro("telling.html", "happened", verdict, ("Ann", "Bob"), True, m.Options(), kit)
            assert kit["offences"][card.code]["title"] in told


def test_a_name_is_shown_as_it_was_typed(tmp_path: Path) -> None:
    """In every sentence: nothing in it becomes markup, nothing is escaped twice."""
    room = Room(tmp_path, 2, dice="table")
    for seat, phone in enumerate(room.phones):
        assert phone.post(f"{room.hand(seat)}/name", {"name": f"<b>&{seat}", "colour": seat}).status_code == 200
    seat = room.state.turn
    offer = next(o for o in room.tables.offers(room.tables.table_state(room.table), seat) if o.kind == "roll")
    call = {"offer": offer.id, "key": "a" * 8, "move": {"kind": "roll", "dice": [2, 2]}}
    assert room.phones[seat].post(f"{room.hand(seat)}/move", call).status_code == 200
    assert "<b>You</b> 2 + 2 = 4" in room.html(seat)
    for page in (room.html(1 - seat), room.host.get(f"/t/{room.table}").text):
        assert f"<b><bdi>&lt;b&gt;&amp;{seat}</bdi></b> 2 + 2 = 4" in page
    for page in (room.html(0), room.html(1), room.host.get(f"/t/{room.table}").text):
        assert f"<b>&{seat}" not in page
        assert "&amp;lt;" not in page


def test_two_cars_are_told_apart(room: Room) -> None:
    """By number in words and on the drawing, and by the roof; with one car each there is no number."""
    page = room.html(0)
    assert "Car 1" in visible(page)
    assert "Car 2" in visible(page)
    assert page.count('class="roof"') > 0
    drawn = room.phones[0].get(room.hand(0)).text
    assert re.search(r'aria-label="car 2 of Player 1"', drawn)


def test_one_car_each_for_many(tmp_path: Path) -> None:
    page = Room(tmp_path, 6).html(0)
    assert 'class="roof"' not in page
    assert 'aria-label="the car of Player 1"' in page
    assert "Your cars" not in visible(page)


def test_what_is_owed_is_shown_to_both(room: Room) -> None:
    """The debtor with the rule and who may claim it, the manager with a button; nobody else has one."""
    due = e.Owed(0, 1, 1, Due(Till.HOTEL, 1_000, "hotel"))
    state = GAME.evolve(GAME.evolve(room.state, e.Won(Till.HOTEL, 0, False)), due)
    manager = room.show(0, state)
    assert "Player 2 owes your till 1,000 F" in manager
    assert "A night at the hotel. It lapses when the next player rolls." in manager
    assert (
        "You owe 1,000 F to the till “hotels” if Player 1 claims it before the next roll: a night at the hotel."
        in room.show(1)
    )
    assert 'data-kind="demand"' in room.html(0)
    assert 'data-kind="demand"' not in room.html(1) + room.html(2)
    told = GAME.evolve(state, e.Lapsed(0))
    assert "Nobody claimed 1,000 F from Player 2 in time: it lapses." in room.show(2, told)


def test_nobody_claims_what_is_owed_to_a_manager_who_is_out(room: Room) -> None:
    state = GAME.evolve(room.state, e.Owed(0, 1, 1, Due(Till.GARAGE, 1_000, "garage")))
    page = room.show(2, GAME.evolve(state, e.Demanded(0, None)))
    assert "Its manager is out: what is owed is paid without a claim." in page
    assert "claims what is owed" not in page


def test_whoever_is_out_watches(room: Room) -> None:
    """No roll, no book, no car; the others go on, and the ranking says so."""
    state = GAME.evolve(room.state, e.Out(0, 1_500))
    page = room.show(0, state)
    assert "You are out of the game" in page
    assert "data-kind" not in re.sub(r"data-kind=\"time\"", "", room.html(0))
    assert "Player 1 is out of the game: 1,500 F could not be paid." in room.show(1)
    assert "off the board" in room.show(None)


@pytest.mark.parametrize(
    ("stage", "thrown", "said"),
    [
        ("asked", None, "Player 2 has to buy it from Player 1 for 4,500 F. Player 1 answers."),
        ("owner", None, "Player 1 would not sell to Player 2. Player 1 rolls first."),
        ("buyer", (4, 5), "Player 1 has rolled 4 + 5 = 9. Player 2 needs as much or more."),
    ],
)
def test_a_sale_goes_from_phone_to_phone(room: Room, stage: Any, thrown: Any, said: str) -> None:
    state = GAME.evolve(room.state, e.Won(Till.GARAGE, 0, False))
    state = replace(state, sale=Sale(Till.GARAGE, 0, 1, 4_500, 9, stage, thrown))
    awaits = 1 if stage == "buyer" else 0
    assert said in room.show(2, state)
    for seat in range(3):
        kinds = set(re.findall(r'data-kind="(roll|answer)"', room.html(seat)))
        assert kinds == ({"answer" if stage == "asked" else "roll"} if seat == awaits else set())


def test_a_held_car_says_how_it_leaves_and_what_staying_costs(room: Room) -> None:
    seat = room.state.turn
    hold = Hold(garage=True, firstaid=True, crashed=True)
    cars = tuple(replace(car, hold=hold) if i == seat else car for i, car in enumerate(room.state.cars))
    page = room.show(seat, replace(room.state, cars=cars))
    assert "Crashed, in the garage and with first aid. It leaves on a roll of 8 or less." in page
    assert "Each roll of 9 or more costs:" in page
    assert "1,000 F to the till “garages”: one more day in the garage" in page
    assert "1,000 F to the till “first aid”: one more day of treatment" in page


def test_a_hit_car_in_a_garage_has_a_threshold_for_each(room: Room) -> None:
    """With exactly eight it stays because it was hit: that brings money, and costs none."""
    seat = room.state.turn
    hold = Hold(garage=True, hit=(seat + 1) % 3)
    cars = tuple(replace(car, hold=hold) if i == seat else car for i, car in enumerate(room.state.cars))
    page = room.show(seat, replace(room.state, cars=cars))
    assert "It leaves on a roll of 7 or less." in page
    assert "Each roll of 9 or more costs:" in page
    assert "500 F indemnity from whoever hit it, for each roll of 8 or more" in page


def test_the_office_is_explained_before_anything_happens(room: Room) -> None:
    page = room.show(None)
    assert re.search(r"Player \d rolled highest, is policeman and begins\.", page)


def test_of_a_paper_table_nobody_says_who_is_policeman(tmp_path: Path) -> None:
    """Dice and cards lie on the table: nothing is rolled or shuffled for it, and its replay knows of no office."""
    room = Room(tmp_path, pieces="paper")
    (dealt,) = GAME.deal(m.Options(pieces="paper"), 3, Chance(SEED, 0))
    assert dealt.rolls == dealt.deck == ()
    assert room.state.office == room.state.deck == ()
    names = ("Ann", "Bob", "Cid")
    said = room.macro("telling.html", "happened", dealt, names, True, room.state.options, rendering.kit("rallye"))
    assert said.strip() == "The game begins."


def test_the_judge_names_everything_that_follows(events: list[Any], room: Room) -> None:
    """Whatever robots enter at a paper table: no line is empty, and each due stands there with its amount."""
    kit = rendering.kit("rallye")
    options = next(options for options, _, _ in events if options.pieces == "paper")
    seen = 0
    state = GAME.start()
    turns, _ = simulation.play(GAME, robot, options, 3, SEED)
    for event in (event for turn in turns for event in turn.events):
        state = GAME.evolve(state, event)
        if isinstance(event, e.Entered):
            car = GAME.view(state, 0).cars[event.car]
            told = room.macro("sheet.html", "verdict", event, car, state.desks, (), ("A", "B", "C"), True, options, kit)
            for due in event.drive.dues:
                assert room.macro("telling.html", "money", due.amount, kit).strip() in told
            free = not (event.drive.dues or event.indemnity or event.side or event.arrival.sale)
            assert ("Nothing to pay." in told) == free
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_judge_says_you_to_whoever_it_is_about(room: Room, lang: str) -> None:
    """Beside paper, too: the driver, whoever is hit, sells, manages, pays or spoke up; all others read the name."""
    names, told = ("Nom0", "Nom1", "Nom2"), 0
    options = m.Options(pieces="paper", edition="b")
    with i18n.speaking(lang):
        kit = rendering.kit("rallye")
        for seed in (SEED, bytes([1]) * 32):
            state = GAME.start()
            turns, _ = simulation.play(GAME, robot, options, 3, seed)
            for event in (event for turn in turns for event in turn.events):
                state = GAME.evolve(state, event)
                if not isinstance(event, e.Entered):
                    continue
                car, speaker = GAME.view(state, 0).cars[event.car], (event.car + 1) % 3
                judged = (e.Judged(speaker, event.car, "sign", True, False, None, False, False),)
                car = replace(car, judged=("sign",))
                given = (event, car, state.desks, judged, names, True, options, kit)
                others = room.macro("sheet.html", "verdict", *given)
                for me, name in enumerate(names):
                    said = room.macro("sheet.html", "verdict", *given, me)
                    assert name not in said, said
                    assert (said != others) == (name in others), (others, said)
                    told += said != others
    assert told > 100


def test_whoever_hits_his_own_car_pays_nobody_for_it(room: Room) -> None:
    """With two cars each that happens; the judge told him to pay the owner."""
    kit, names, options = rendering.kit("rallye"), ("Nom0", "Nom1", "Nom2"), m.Options(pieces="paper")
    state = GAME.start()
    turns, _ = simulation.play(GAME, robot, options, 3, SEED)
    for event in (event for turn in turns for event in turn.events):
        state = GAME.evolve(state, event)
        if isinstance(event, e.Entered) and event.drive.hits:
            break
    assert isinstance(event, e.Entered) and event.drive.hits
    for number, pays in (((event.car + 1) % 3, True), ((event.car + 3) % 6, False)):
        hit = replace(event, drive=replace(event.drive, hits=replace(event.drive.hits, car=number)))
        car = GAME.view(state, 0).cars[event.car]
        for me in (None, *range(3)):
            said = visible(
                room.macro("sheet.html", "verdict", hit, car, state.desks, (), names, True, options, kit, me)
            )
            assert " leaves on " in said and ("for each other roll" in said) == pays, said


@pytest.mark.parametrize("ringed", [True, False])
def test_no_phone_at_a_paper_table_knows_an_offence_before_it_is_named(tmp_path: Path, ringed: bool) -> None:
    """Neither page nor JSON: whatever the car did, both are the same but for where it stands. Then the judge answers all."""
    room = Room(tmp_path, pieces="paper")
    entry, state = m.Enter(0, "16" if ringed else "53", (1, 1)), room.state
    for event in GAME.decide(state, 0, entry, Chance(SEED, 0)):
        state = GAME.evolve(state, event)
    assert state.offences == (((0, "sign"),) if ringed else ())
    assert "So it was." not in room.show(None, state)
    addresses = [room.hand(0), room.hand(1), f"/t/{room.table}"]
    for device, address in zip([room.phones[0], room.phones[1], room.host], addresses, strict=True):
        told = device.get(f"{address}/view").text
        assert "offences" not in told
        assert "noted" not in told
    for seat, cries in ((0, 0), (1, 1), (2, 1)):
        assert room.html(seat).count('<form class="reasons"') == cries
        assert room.html(seat).count('name="reason"') == 2 * cries
    for event in GAME.decide(state, 1, m.Stop(0, "sign"), Chance(SEED, 1)):
        state = GAME.evolve(state, event)
    speakers, owners = (
        {None: "Player 2 says", 0: "Player 2 says", 1: "You say"},
        {None: "Player 1", 0: "you", 1: "Player 1"},
    )
    for seat, speaker in speakers.items():
        said = (
            "So it was: draw a contravention card." if ringed else f"There was nothing. 500 F to {owners[seat]}, from"
        )
        assert f"{speaker}: a sign ringed in red. {said}" in room.show(seat, state)
    assert room.html(1).count('name="reason"') == 1


@pytest.mark.parametrize(
    ("reason", "seen", "forgotten"),
    [
        (
            "sign",
            "draw a contravention card. Seen in time: the driver pays the policeman (his own fine goes on the mat); "
            "no offence: the policeman pays the driver.",
            "Forgotten: the policeman pays Bob; no offence: nobody pays.",
        ),
        (
            "overtaking",
            "1,500 F Seen in time: from the driver to the policeman (his own fine goes on the mat).",
            "Forgotten: from the policeman to Bob.",
        ),
    ],
)
def test_the_judge_says_who_pays_in_time_and_who_for_a_forgotten_fine(
    room: Room, reason: Any, seen: str, forgotten: str
) -> None:
    """Only the table knows which it is, and who is policeman."""
    verdict = e.Judged(1, 0, reason, False, False, None, False, False)
    told = room.macro("sheet.html", "ruling", verdict, "Ann", ("Ann", "Bob"), m.Options(), rendering.kit("rallye"))
    assert f"{seen} {forgotten}" in told


def test_a_payment_is_a_row_that_can_be_scanned(room: Room) -> None:
    """How much, who to whom, and the rule below; no row says a word twice."""
    state = GAME.evolve(room.state, e.Drove(seat=0, car=0, dice=(2, 3), start="1", **course("15")))
    state = GAME.evolve(state, e.Paid(0, "petrol", 2_500, "petrol", 0, 5))
    room.show(1, state)
    found = re.findall(r'<p class="(?:what|pay)">.*?</p>', room.html(1), re.DOTALL)
    what, pays = (visible(row).strip() for row in found[:2])
    assert what.endswith("Player 1 2 + 3 = 5 square 1 (Paris) → square 15")
    assert pays == "2,500 F Player 1 → the till “petrol” a full tank, 500 F × 5 rolled on departure"


def course(at: str) -> dict[str, Any]:
    """A plain drive to that square."""
    return {"trail": (at,), "at": at, "heading": 0, "hold": Hold()}


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_no_rule_begins_with_the_name_of_its_till(room: Room, lang: str) -> None:
    """Or a payment would read “petrol: petrol”."""
    with i18n.speaking(lang):
        kit = rendering.kit("rallye")
        for till, codes in {"petrol": ["petrol"], "firstaid": ["aid", "aid_again"], "garage": ["crash"]}.items():
            for code, edition in product(codes, ("a", "b")):
                points = 8 if edition == "b" or code == "petrol" else None
                due = Due(Till(till), 500, code, points)
                why = room.macro("telling.html", "why", due, m.Options(edition=edition), kit)  # type: ignore[arg-type]
                assert kit["gerance"][till]["name"].lower() not in why.lower()
                assert ":" not in why


def test_where_nothing_is_secret_nothing_is_offered_to_cover(room: Room, tmp_path: Path) -> None:
    """The game says so itself; a phone of a game with hands has the choice."""
    assert 'data-pref="tap"' not in room.html(0)
    assert 'data-pref="sound"' in room.html(0)
    assert not GAME.secret
    assert all(game(slug).secret for slug in GAMES if slug != "rallye")


def test_with_paper_nothing_is_asked_or_said_that_means_nothing(tmp_path: Path) -> None:
    """No dice and no dues to choose, no seal of a deal that was none, no clock once purses are counted."""
    room = Room(tmp_path, pieces="paper")
    assert room.tables.left(room.table) is not None
    assert "Fair deal" not in room.show(0) + room.show(None)
    assert "Time left" in room.show(0)
    room.show(0, GAME.evolve(room.state, e.TimeUp()))
    assert "Time left" not in room.show(0) + room.show(None)
    assert room.tables.left(room.table) is None
    room.tables.abandon(room.table)
    lobby = room.host.get(f"/t/{room.table}").text
    assert "options.edition" in lobby
    assert "options.dice" not in lobby
    assert "options.claims" not in lobby
    wish = {"players": 3, "lang": "en", "options": {"pieces": "phone", "edition": "a", "minutes": "60"}}
    assert room.host.post(f"/t/{room.table}/arrange", wish).status_code == 200
    lobby = room.host.get(f"/t/{room.table}").text
    assert "options.dice" in lobby
    assert "options.claims" in lobby


def test_the_seal_of_a_game_on_phones_is_shown(room: Room) -> None:
    assert "Fair deal" in room.show(0)
    assert room.tables.table_state(room.table).commitment[:24] in room.show(None)


@pytest.mark.parametrize(("edition", "left"), [("a", 1), ("b", 0)])
def test_the_board_shows_where_to_rejoin(tmp_path: Path, edition: str, left: int) -> None:
    """As the printed one: a blue sign at both ends of both cross-roads, which the first edition follows."""
    page = Room(tmp_path, edition=edition).html(0)
    assert len(re.findall(r'class="rejoin" href="[^"]*#go-left"', page)) == left
    assert len(re.findall(r'class="rejoin" href="[^"]*#go-right"', page)) == 4 - left


def test_the_end_shows_the_ranking(room: Room) -> None:
    state = replace(room.state, purses=(90_000, 120_000, 90_000))
    after = GAME.evolve(state, e.TimeUp())
    table_state = room.tables.table_state(room.table)
    table_state.state = after
    page = room.show(1)
    assert "The time is up: the richest purse wins. Tills do not count." in page
    places = [page.index(name, page.index("Purses")) for name in ("120,000 F", "90,000 F")]
    assert places == sorted(places)
    assert page.index("Purses") < page.replace("What happened last", "").index("What happened")
    assert page.index("What happened") < room.show(1, state).index("Purses"), "while it is played, the other way round"


def test_the_host_puts_right_what_was_told_or_counted_also_in_the_end(tmp_path: Path) -> None:
    """The host's page has the forms, the phones have them not; a purse that was put right changes who has won."""
    room = Room(tmp_path, pieces="paper")
    state = GAME.evolve(room.state, e.TimeUp())
    for seat in range(3):
        state = GAME.evolve(state, e.Counted(seat, 10_000 * (seat + 1)))
    room.show(None, state)
    page = room.host.get(f"/t/{room.table}").text
    assert page.count('data-kind="count"') == 3
    assert 'value="30000"' in page
    assert 'data-kind="count"' not in room.html(0)


def test_an_absent_purse_is_not_nothing_when_the_time_is_up(tmp_path: Path) -> None:
    room = Room(tmp_path, pieces="paper")
    room.tables.absent(room.table, 2, True)
    state = GAME.evolve(room.state, e.TimeUp())
    room.tables.table_state(room.table).state = state
    room.tables.after_move(room.table)
    assert room.state.counts == (None, None, None)


def test_the_book_stands_before_the_roll_that_would_close_it(tmp_path: Path) -> None:
    """Also when the policeman is next; and the way of the car begins with the square where it stands."""
    room = Room(tmp_path, 2)
    for n in range(1, 40):
        state = room.state
        if GAME.outcome(state):
            break
        seat = GAME.awaited(state)[0]
        offers = {offer.kind for offer in GAME.moves(state, seat)}
        if {"stop", "roll"} <= offers:
            page = room.html(seat)
            assert page.index('id="book"') < page.index('data-kind="roll"')
            assert page.index('id="book"') < page.index('id="wallet"'), "what a car did, before what one has"
            moved = max(state.cars, key=lambda car: car.rolled)
            book = page[page.index('id="book"') : page.index('data-kind="stop"')]
            shown = re.findall(r"<small>square (\w+)", book)
            assert shown == list(reversed(moved.trail))
            return
        move = robot.stand_in(GAME.view(state, seat), GAME.moves(state, seat), Chance(bytes(32), n))
        assert move
        for event in GAME.decide(state, *move, Chance(bytes(32), n)):
            state = GAME.evolve(state, event)
        room.tables.table_state(room.table).state = state
    pytest.fail("the policeman was never next")


def test_when_a_game_is_over_nobody_is_told_what_he_may_still_do(room: Room) -> None:
    """Neither the policeman nor a debtor nor a buyer, also where the host has abandoned it."""
    state = GAME.evolve(room.state, e.Won(Till.GARAGE, 0, False))
    state = GAME.evolve(state, e.Owed(0, 1, 1, Due(Till.GARAGE, 1_000, "garage")))
    state = replace(state, sale=Sale(Till.GARAGE, 0, 1, 4_500, 9, "asked", None), policeman=1)
    room.show(1, state)
    told = ("You may stop the car that moved last", "You owe 1,000 F", "You have to buy it", "has to buy")
    seen = room.show(1)
    assert all(each in seen for each in told[:3]) and told[3] in room.show(None)
    room.tables.abandon(room.table)
    assert "This game was abandoned" in room.show(1)
    assert [each for each in told for page in (room.show(1), room.show(None)) if each in page] == []


def test_whoever_would_end_a_rally_early_is_asked_what_that_means(room: Room) -> None:
    """Abandoned, nobody wins; the time that is up has a winner. Each button asks its own question."""
    buttons = dict(re.findall(r'data-sure="([^"]*)">([^<]*)</button>', room.host.get(f"/t/{room.table}").text))
    assert buttons["Nobody wins. Really?"] == "Abandon the game"
    assert buttons["Really end it here?"] == "Time is up"


def test_what_has_to_be_answered_stands_before_the_book(room: Room) -> None:
    """The policeman may stop the very car whose player wants to buy from him; the others wait for his answer."""
    state = GAME.evolve(room.state, e.Won(Till.GARAGE, 0, False))
    moved = replace(state.cars[1], rolled=1, start="1", trail=("11", "12"))
    cars = (state.cars[0], moved, *state.cars[2:])
    sale = Sale(Till.GARAGE, 0, 1, 4_500, 9, "asked", None)
    room.show(0, replace(state, sale=sale, policeman=0, cars=cars, rolls=1))
    page = room.html(0)
    assert 'data-kind="stop"' in page
    assert page.index('id="act-answer"') < min(page.index('id="book"'), page.index('id="wallet"'))
    assert page.count('id="act-answer"') == 1 and 'id="sale"' not in page
    assert 'id="sale"' in room.html(1)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_whoever_reads_of_themselves_is_told_you(room: Room, events: list[Any], lang: str) -> None:
    """Of every kind of event: “you” and “your car” on the phone it is about, the name on all others and on the table screen."""
    told: set[str] = set()
    owed: dict[int, Any] = {}
    about = presenter_rallye.reader
    with i18n.speaking(lang), room.app.test_request_context():
        kit = rendering.kit("rallye")
        for options, seats, event in events:
            if isinstance(event, e.Owed):
                owed[event.due] = event
            if options.pieces == "paper" or isinstance(event, e.Dealt | e.Turned | e.Waived):
                continue  # an entry with paper is told as the judge's answer
            chairs = tuple(
                rendering.PublicSeat(i, Name(f"Nom{i}"), i, True, False, f"Nom{i}", str(i)) for i in range(seats)
            )
            tag = type(event).__struct_config__.tag
            due = owed.get(event.due) if isinstance(event, e.Lapsed) else None  # what was owed, where its end is told
            if tag == "lapsed" and due is None:
                continue
            given = (event, tag, due, chairs, tuple(c.name for c in chairs), seats < 4, options, kit)
            others = room.macro("board.html", "row", *given)
            for me in range(seats):
                row = room.macro("board.html", "row", *given, about(event, due, me, seats))
                assert (row != others) == (f"Nom{me}" in others), (others, row)
                assert f"Nom{me}" not in row, row
                told |= {tag} if row != others else set()
    assert told >= {"drove", "paid", "owed", "collided", "demanded", "judged", "won", "offered", "passed"}


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_phone_says_you_in_bar_header_moment_log_and_sale(room: Room, lang: str) -> None:
    """And the table screen says the name; nothing of it reaches another phone."""
    car, you = {"en": ("stops your car", "You"), "fr": ("arrête votre voiture", "Vous")}[lang]
    state = GAME.evolve(room.state, e.Judged(1, 0, "sign", False, False, "speed", False, False))
    state = GAME.evolve(state, e.Paid(0, 1, 3000, "fine", 0))
    room.tables.table_state(room.table).state = state
    head = {"Accept-Language": lang}
    pages = [visible(phone.get(room.hand(seat), headers=head).text) for seat, phone in enumerate(room.phones)]
    screen = visible(room.host.get(f"/t/{room.table}", headers=head).text)
    assert car in pages[0] and car not in pages[1] + pages[2] + screen
    assert pages[0].count(f"{you} → Player 2") == 5  # moment, the last few, what happened twice, and the ledger
    assert (
        f"Player 1 → {you.lower()}" in pages[1]
        and "Player 1 → Player 2" in pages[2]
        and "Player 1 → Player 2" in screen
    )
    with i18n.speaking(lang):
        kit = rendering.kit("rallye")
        asked = [presenter_rallye.Speaking((1,), False, seat, 1) for seat in (0, 2)]
        said = [
            str(narration.phrase("rallye", "speaking", each, kit, ("A", "B", "C"), GAME.view(state, 0)))
            for each in asked
        ]
    own = car.split(" ", 1)[1]
    assert own in said[0] and own not in said[1]
