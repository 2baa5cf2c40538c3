"""What pages of Inkognito say: nothing secret outside a veil, names that stay whole, words that fit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.companion.rig import Browser, app_of, seated, tables_in

from companion.service.tables import Tables
from companion.web import rendering
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import Fragment, Identity, Place
from referee.inkognito.secrets import pairs
from referee.inkognito.state import Showing, State

R, M, S, G, P = Place


def at(places: tuple[Place, ...], seats: int, shown: tuple[Showing, ...] = (), turned: int = 0) -> State:
    """A first round where everybody has gone: agent by agent, the Ambassador last. The cards may be dealt out further on."""
    state = GAME.start()
    who, what = ((*all_[turned:], *all_[:turned]) for all_ in (tuple(Identity), tuple(Fragment)))
    events: list[m.Event] = [
        m.Dealt(1, m.Options(), seats, who, what, tuple(Place), ()),  # type: ignore[arg-type]
        *(m.Noted(s.by, s.to[0], s.cards) for s in shown),  # type: ignore[arg-type]
        *(m.Went(agent, place) for agent, place in enumerate(places[:4])),
        m.Revealed(places[4]),
    ]
    for event in events:
        state = GAME.evolve(state, event)
    return state


class Room:
    """A table and its phones, in whatever state."""

    def __init__(self, folder: Path, seats: int) -> None:
        self.tables: Tables = tables_in(folder)
        self.app = app_of(self.tables)
        self.table, self.phones = seated(self.app, self.tables, "inkognito", seats)
        self.tables.begin(self.table)

    def show(self, state: State, seat: int) -> str:
        """The hand of a seat in that state."""
        self.tables.table_state(self.table).state = state
        phone: Browser = self.phones[seat]
        return phone.get(f"/t/{self.table}/seat/{seat}").text

    def macro(self, name: str, *given: Any) -> str:
        """A part of the pages by itself."""
        with self.app.test_request_context():
            module = self.app.jinja_env.get_template("inkognito/cards.html").make_module({})
            return str(getattr(module, name)(*given))


def visible(html: str) -> str:
    """What stands there to be read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi>", "", html)))


def form_of(page: str) -> str:
    """The form of the call."""
    found = re.search(r'<dialog id="call".*?</dialog>', page, re.DOTALL)
    assert found
    return found[0]


def test_whoever_exchanges_is_told_which_cards_are_true_while_he_looks(tmp_path: Path) -> None:
    """The same words at every card: the style shows those of the true ones, and of them while somebody looks alone."""
    page = Room(tmp_path, 4).show(at((R, R, S, G, P), 4), 0)
    form = re.search(r'<dialog id="exchange".*?</dialog>', page, re.DOTALL)
    assert form and re.findall(r'class="pick real"><input[^>]*value="(\w+)"', form[0]) == ["F", "52"]
    assert form[0].count("<small>true</small>") == 8
    assert "Player 2 sees both and is not told which is which." in visible(form[0])
    assert "Player 2 then knows it for certain." in visible(form[0])


def test_what_happened_names_the_ambassador_too(tmp_path: Path) -> None:
    """Whoever is alone with him is not simply alone."""
    page = Room(tmp_path, 4).show(at((R, M, S, G, R), 4), 2)
    assert "Rialto: Player 1, the Ambassador" in visible(page[page.index('id="moment"') :])


def test_what_happened_tells_of_a_round_in_which_nobody_met(tmp_path: Path) -> None:
    """And why not, where more than two were at a place."""
    room = Room(tmp_path, 4)

    def told(*places: Place) -> str:
        after = GAME.evolve(at(places, 4), m.Turned(1, False))
        page = room.show(after, 2)
        return visible(page[page.index('id="moment"') :].split("</div>")[0])

    assert "Nobody met anybody. Rialto: Player 1, Player 2, the Ambassador, too many for a meeting" in told(
        R, R, S, G, R
    )
    assert told(R, M, S, G, P).endswith("Nobody met anybody. ")
    assert "Nobody met" not in told(R, R, S, G, P)


def test_a_wrong_call_with_the_right_number_says_so_everywhere(tmp_path: Path) -> None:
    """In what just happened and among the last few, in the verdict and in the log; the number is not told as if it had been another."""
    (f, b, z, x), what = Identity, tuple(Fragment)
    true, said = (tuple(Identity), what), ((f, b, x, z), (*what[:2], what[3], what[2]))
    state = GAME.evolve(at((R, R, S, G, P), 4), m.Called(0, 1, *said, False, (0, 0, 1, 1), *true))  # type: ignore[arg-type]
    page = visible(Room(tmp_path, 4).show(state, 2))
    assert page.count("right number, but in the wrong hands") == 4
    assert "2 of 4 identities and 2 of 4 fragments were right; all must be." in page
    assert "The number is" not in page


def test_after_a_call_the_screen_says_of_nobody_who_met_that_he_did_not(tmp_path: Path) -> None:
    """What went on at other meetings is void then, and the cards still lie where they were."""
    room, who, what = Room(tmp_path, 5), tuple(Identity), tuple(Fragment)
    meeting = at((R, R, S, G, R), 5)
    called = GAME.evolve(meeting, m.Called(0, None, who, what, False, (0, 0, 1, 1, 0), who, what))  # type: ignore[arg-type]
    for state, told in ((meeting, ["alone here", "alone here"]), (called, [])):
        room.show(state, 0)
        screen = visible(Browser(room.app).get(f"/t/{room.table}/part").text)
        assert re.findall("alone here|too many here", screen) == told
    crowd = visible(room.show(at((R, R, R, M, S), 5), 3))
    assert re.findall("(?i)alone here|too many here", crowd) == ["Too many here", "Alone here", "Alone here"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_between_two_deals_it_is_nobodys_move(tmp_path: Path, seats: int) -> None:
    """Anybody may deal again, and nobody must: no phone claims that its owner is waited for, and no screen names everybody."""
    room, who, what = Room(tmp_path, seats), tuple(Identity), tuple(Fragment)
    points = (1, 0, 0, 0, 0)[: max(seats, 4)]
    called = GAME.evolve(at((R, R, S, G, P), seats), m.Called(0, 1, who, what, True, points, who, what))  # type: ignore[arg-type]
    for seat in range(seats):
        page = room.show(called, seat)
        assert visible(page).count("This deal is over. Anybody can deal again.") == 1
        assert 'data-mine="0"' in page and "our move" not in visible(page) and 'id="do-again' in page
    screen = visible(Browser(room.app).get(f"/t/{room.table}/part").text)
    assert "Anybody can deal again." in screen and "Waiting for" not in screen
    (tmp_path / "other").mkdir()
    assert 'data-mine="1"' in Room(tmp_path / "other", seats).show(at((R, R, S, G, P), seats), 0), "two who meet"


@pytest.mark.parametrize("seats", [4, 5])
def test_the_call_does_not_write_out_what_is_behind_the_veil(tmp_path: Path, seats: int) -> None:
    """Lord Fiddlebottom with 52 meets his ally: both are in the move, and nothing that is read tells which they are."""
    form = form_of(Room(tmp_path, seats).show(at((R, R, S, G, P), seats), 0))
    assert '<input type="hidden" name="identities.0" value="F">' in form
    assert '<input type="hidden" name="fragments.0" value="52">' in form
    assert ('<input type="hidden" name="identities.1" value="B">' in form) == (seats == 4)
    text = visible(form)
    assert "your true cards" in text
    assert ("your ally, you say" in text) == (seats == 4)
    assert text.count("Fiddlebottom") == text.count("Bubble") == 1  # the page copies them for all others alike
    assert len(re.findall(r"\b52\b", text)) == (2 if seats == 4 else 1)
    assert form.count("data-agent=") == (1 if seats == 4 else 2)
    assert text.count("··") == 4


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_call_looks_the_same_whatever_one_holds(tmp_path: Path, seats: int) -> None:
    """A phone that lies open tells nobody by what the form leaves out."""
    room = Room(tmp_path, seats)
    hidden = re.compile(r'<input type="hidden"[^>]*>|<!--~.*?-->')  # nor are digests of it seen
    forms = {hidden.sub("", form_of(room.show(at((R, R, S, G, P), seats, turned=turned), 0))) for turned in range(4)}
    assert len(forms) == 1


def test_a_name_on_the_map_is_whole_and_escaped(tmp_path: Path) -> None:
    """However long it is: nothing of it is cut off, and none of it is markup."""
    room = Room(tmp_path, 4)
    chairs = tuple(
        rendering.PublicSeat(i, name, i, True, False, name)
        for i, name in enumerate(("Jean-d'A", "Jean-d'Arc-la-P", "<&><&><&>", "Zoë"))
    )
    drawn = room.macro("map", (R, R, S, G, P), (), False, chairs, rendering.kit("inkognito"))
    labels = re.findall(r'class="label"[^>]*>([^<]*)<', drawn)
    assert labels == ["Jean-d&#39;A", "Jean-d&#39;Arc-la-P", "&lt;&amp;&gt;" * 3, "Zoë", "Ambassador"]


def test_an_audience_without_a_pair_left_says_so(tmp_path: Path) -> None:
    """There is nothing to learn at an audience anyway; and with a pair left, that is not said."""
    room, said = Room(tmp_path, 5), "You have shown the Ambassador every pair that there is."
    every = tuple(Showing(0, 0, (4,), pair, False) for pair in pairs("F", "52"))
    page = room.show(at((R, R, S, G, R), 5, every), 0)
    assert said in page
    assert "nothing left to learn" not in page
    assert said not in room.show(at((R, R, S, G, R), 5, every[1:]), 0)


def test_whoever_was_shown_something_is_told_where_to_look_not_how(tmp_path: Path) -> None:
    """Some hold, some tap."""
    state = at((R, R, S, S, P), 4)
    first, second = pairs("F", "52")[0], pairs("B", "11")[0]
    for event in (
        m.Sealed(0, m.Pair(first, 1)),
        m.Sealed(1, m.Pair(second, 0)),
        m.Shown(0, (1,), first, False),
        m.Shown(1, (0,), second, False),
    ):
        state = GAME.evolve(state, event)
    page = Room(tmp_path, 4).show(state, 0)
    assert "Player 2 showed you something: look above." in visible(page)


def test_nobody_is_asked_on_the_open_sheet_who_they_are_themselves(tmp_path: Path) -> None:
    """Whoever entered it would show it to every glance: it stands behind “Look” already."""
    room = Room(tmp_path, 4)
    page = room.show(at((R, R, S, G, P), 4), 2)
    asked = re.findall(r'data-note="d\d+\.[A-Z]\.who".*?</select>', page, re.DOTALL)
    assert len(asked) == 4
    assert all(re.findall(r'<option value="(\d)"', each) == ["0", "1", "3"] for each in asked)
