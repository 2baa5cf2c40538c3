"""Pages as panels: what a phone puts together is the page, nobody is sent what he has, and nothing after his seat is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from flask import Flask
from support.companion.evening import moved
from support.companion.rig import BASE, Browser, app_of, host_of, seated, tables_in
from support.soak import SOAK

from companion.service.tables import Tables
from companion.storage import pubsub
from companion.web import feed, panels
from companion.web.panels import divided, is_whole, joined
from referee.registry import GAMES, game

LIGHT = 4096  # bytes on the wire that the median move may cost a phone
DICE = {
    "rallye": 1.125
}  # how much more in a single game, as its dice fall: 3.4 to 4.2 KB in ten games, the middle one 3.8
PLACE = re.compile(r"\x1f([\w-]{8})")


class Phone:
    """A page that is sent what is new, as `panels.js` keeps it."""

    def __init__(self, tables: Tables, browser: Browser, place: str) -> None:
        self.texts: dict[str, str] = {}
        self.whole, self.sizes, self.browser, self.place = "", list[int](), browser, place
        before = {*tables.hub._of(place.split("/")[2])}
        self.reply = browser.client.get(f"{place}/stream?has={self.have}", base_url=BASE, buffered=False)
        (self.listener,) = (one for one in tables.hub._of(place.split("/")[2]) if one not in before)
        self.events: Iterator[bytes] = iter(self.reply.response)
        self.hear(next(self.events))

    @property
    def have(self) -> str:
        """The digests of all that the page is made of."""
        seen = [self.whole] if self.whole else []
        for digest in seen:
            seen += [part for part in PLACE.findall(self.texts[digest]) if part not in seen]
        return "".join(seen)

    def hear(self, event: bytes) -> None:
        """Takes what the stream has brought."""
        self.sizes.append(len(event))
        if b"event: page" in event:
            self.take(event.decode().partition("event: page\ndata: ")[2].removesuffix("\n\n"))

    def take(self, sent: str) -> None:
        """Takes what is new."""
        self.whole, *lines = sent.split("\x1e")
        self.texts |= {line[:8]: line[8:].replace("\x1d", "\n") for line in lines}

    def read(self) -> None:
        """All that the stream brings now."""
        while not self.listener._kinds.empty():
            self.hear(next(self.events))

    @property
    def page(self) -> str:
        """What it shows."""
        return self.put(self.whole)

    def put(self, digest: str) -> str:
        """A text with all that belongs into it; none must be lacking."""
        return PLACE.sub(lambda found: self.put(found[1]), self.texts[digest])

    def part(self, query: str = "") -> str:
        """What it gets when it asks."""
        reply = self.browser.client.get(f"{self.place}/part{query}", base_url=BASE)
        assert reply.status_code == 200
        return reply.text


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Tables on whose clocks no time passes."""
    found = tables_in(tmp_path, clock=lambda: 1000.0)
    yield found
    found.store.close()


@pytest.fixture
def app(tables: Tables) -> Flask:
    return app_of(tables)


def gathered(app: Flask, tables: Tables, slug: str) -> tuple[str, list[Phone]]:
    """A running game, the pages of all seats, and the table screens of a stranger and of the host."""
    table, browsers = seated(app, tables, slug)
    tables.begin(table)
    seats = [Phone(tables, browser, f"/t/{table}/seat/{seat}") for seat, browser in enumerate(browsers)]
    screens = [Phone(tables, browser, f"/t/{table}") for browser in (Browser(app), host_of(app))]
    return table, [*seats, *screens]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_put_together_is_the_page_and_light(slug: str, app: Flask, tables: Tables) -> None:
    """After every move on every other page, byte for byte; and the usual move costs a phone four kilobytes at most."""
    table, pages = gathered(app, tables, slug)
    healed = Phone(tables, pages[0].browser, pages[0].place)  # hears nothing more, and asks now and then
    for number in range(60 if SOAK or slug == "rallye" else 32):  # there moves differ more
        if not moved(tables, table, number):
            break
        tables.after_move(table)
        for page in pages:
            page.read()
        for page in pages if SOAK else pages[number % 2 :: 2]:
            assert page.page == page.part()
        if number % 7 == 0:
            healed.take(healed.part(f"?has={healed.have}"))
            assert healed.page == pages[0].page
    assert number > 20 or tables.table_state(table).phase == "over"
    sizes = [size for page in pages[:-2] for size in page.sizes[1:]]
    assert median(sizes) < LIGHT * DICE.get(slug, 1)
    for page in (*pages, healed):
        page.reply.close()


@pytest.mark.soak
def test_a_rally_is_light_whatever_the_dice(app: Flask, tables: Tables) -> None:
    """The middle one of many games costs a phone four kilobytes at most for the median move."""
    found = []
    for _ in range(20):
        table, pages = gathered(app, tables, "rallye")
        for number in range(60):
            if not moved(tables, table, number):
                break
            tables.after_move(table)
            for page in pages:
                page.read()
        found.append(median(size for page in pages[:-2] for size in page.sizes[1:]))
    assert median(found) < LIGHT, sorted(found)


MOST_GROWTH = 1.4
LONGEST: dict[str, dict[str, Any]] = {  # the longest that each game can be
    "code777": {"target": 5},
    "inkognito": {"target": 5},
    "fully": {"rounds": 20},
    "allo": {},
    "rallye": {"minutes": 0},
}


@pytest.mark.parametrize("slug", LONGEST)
def test_a_move_costs_as_much_after_an_hour(slug: str, app: Flask, tables: Tables) -> None:
    """However long a game has lasted: of its logs the end is shown. In one game more may happen late than early; in the middle
    one of three it does not."""
    grown = [growth(slug, app, tables)]
    if grown[0] >= MOST_GROWTH:
        grown += [growth(slug, app, tables) for _ in range(2)]
    assert median(grown) < MOST_GROWTH, grown


def growth(slug: str, app: Flask, tables: Tables) -> float:
    """How much more a move costs a phone in the last third of a long game than in the first."""
    table, browsers = seated(app, tables, slug, options=game(slug).Options(**LONGEST[slug]))
    tables.begin(table)
    phone = Phone(tables, browsers[0], f"/t/{table}/seat/0")
    for number in range(240):
        if not moved(tables, table, number) or tables.table_state(table).phase == "over":
            break
        tables.after_move(table)
        phone.read()
    sizes = phone.sizes[10:]  # logs are as long as they are shown
    assert number > 50
    phone.reply.close()
    return median(sizes[-len(sizes) // 3 :]) / median(sizes[: len(sizes) // 3])


def test_a_log_is_a_window(app: Flask, tables: Tables) -> None:
    """Whoever asks for more gets more."""
    table, (phone, *_) = gathered(app, tables, "rallye")
    for number in range(200):
        assert moved(tables, table, number)
    tables.after_move(table)
    phone.read()
    assert phone.page.count('id="paid-') == feed.WINDOW
    wide = phone.part("?window=60")
    assert wide.count('id="paid-') == 60 and 'data-window="120"' in wide
    assert phone.part("?window=x") == phone.part("?window=3") == phone.part("?window=99999999") == phone.part()


def test_a_page_that_says_nothing_hears_numbers_alone(app: Flask, tables: Tables) -> None:
    """One that was open before the companion was renewed goes on as it did."""
    table, (phone, *_) = seated(app, tables, "code777", 2)
    tables.begin(table)
    reply = phone.client.get(f"/t/{table}/seat/0/stream", base_url=BASE, buffered=False)
    events = iter(reply.response)
    assert re.fullmatch(rb"retry: \d+\n\nevent: version\ndata: \d+\n\n", next(events))
    assert moved(tables, table, 0)
    tables.after_move(table)
    assert next(events) == b"event: version\ndata: %d\n\n" % tables.table_state(table).version
    assert phone.get(f"/t/{table}/seat/0/part").text.startswith("<main")
    reply.close()


def test_a_released_seat_is_sent_nothing_more(app: Flask, tables: Tables) -> None:
    """Also if a move was published before the phone heard that its seat is gone, and nobody told the stream."""
    table, (phone, other, *_) = gathered(app, tables, "code777")
    tables.hub.dismiss = lambda *_: None  # type: ignore[method-assign]
    tables.free(table, 0)
    tables.after_move(table)
    assert list(phone.events) == []
    other.read()
    assert "has released a seat" in other.page
    assert phone.listener not in tables.hub._of(table)


def test_a_page_that_cannot_be_made_is_asked_for(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The stream stays, tells the number, and goes on when it can."""
    table, (phone, *_) = gathered(app, tables, "code777")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as fault:
        fault.setattr("companion.web.rendering.public_table", broken)
        assert moved(tables, table, 0)
        tables.after_move(table)
        assert next(phone.events) == b"event: version\ndata: %d\n\n" % tables.table_state(table).version
    assert "a page could not be made" in caplog.text
    assert moved(tables, table, 1)
    tables.after_move(table)
    phone.read()
    assert phone.page == phone.part()


def test_a_slow_phone_gets_the_last_state_at_once(app: Flask, tables: Tables) -> None:
    table, (phone, *_) = gathered(app, tables, "code777")
    for number in range(5):
        assert moved(tables, table, number)
        tables.after_move(table)
    phone.read()
    assert len(phone.sizes) == 2 and phone.page == phone.part()


def test_what_did_not_change_is_not_sent(app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page looks when something is new that is no act; one that is as it was hears nothing of it."""
    monkeypatch.setattr(pubsub, "HEARTBEAT", 0.0)
    _, (phone, *_) = gathered(app, tables, "code777")
    tables.hub.stir()
    assert next(phone.events).startswith(b"event: version"), "the heartbeat"


def test_pages_of_the_version_before_load_themselves_again(app: Flask, tables: Tables) -> None:
    """They ask with another word and cannot read how panels are written now: their stream brings numbers alone, and their
    part is gone, whereupon they reload."""
    _, (phone, *_) = gathered(app, tables, "code777")
    ask = phone.browser.client.get
    assert ask(f"{phone.place}/part?have=AAAAAAAA&window=", base_url=BASE).status_code == 404
    with ask(f"{phone.place}/stream?have=AAAAAAAA&window=", base_url=BASE, buffered=False) as stream:
        assert b"event: page" not in next(iter(stream.response))


@pytest.mark.parametrize(
    "query",
    ["has=short", "has=%00%00%00%00%00%00%00%00", "has=" + "a" * 8 * 601, "has=&window=-1", "has=<~aaaaaaaa>"],
)
def test_what_cannot_be_read_is_as_if_nothing_was_there(query: str, app: Flask, tables: Tables) -> None:
    _, (phone, *_) = gathered(app, tables, "code777")
    assert phone.part(f"?{query}") == phone.part("?has=")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("<p>a</p>", True),
        ('<li class="a">b<br>c</li><li></li>\n', True),
        ('<svg><use href="x"/></svg>', True),
        ("<select><option>a<option>b</select>", True),
        ("<p>a", False),
        ("a</p>", False),
        ("text", False),
        ("<b><i></b></i>", False),
        ('L1 2" class="x"><path d="M0 0', False),
    ],
)
def test_what_is_whole_elements(text: str, whole: bool) -> None:
    assert is_whole(text) == whole


def test_a_text_is_the_same_when_it_is_put_together() -> None:
    rows = "".join(f'<li class="line" id="line-{n}">{"word " * 30}{n}</li>\n' for n in range(60))
    page = divided(f"<main>\n<ol>{rows}</ol>\n<p>end</p></main>", {})
    assert joined(page) == f"<main>\n<ol>{rows}</ol>\n<p>end</p></main>"
    assert len(page.text) < 2000
    longer = divided(f'<main>\n<ol><li class="line">{"first " * 30}</li>\n{rows}</ol>\n<p>end</p></main>', {})
    lacking = panels.all_of(longer, panels.all_of(page))
    assert sum(len(one.text) for one in lacking.values()) < 1500, "one row, and where it stands"


def test_a_line_that_was_cut_before_brings_its_panels_along() -> None:
    """Also to a page whose other lines hold the same stretch, and when the piece within it was made for another page."""
    piece = divided(f"<i>{'inner ' * 20}</i>", {})
    row = f"<p>{piece.place}{'words ' * 20}</p><p>{'others ' * 20}</p>\n"
    for text in (f"<main>\n<p>{'others ' * 20}</p>\n{row}</main>\n", f"<div>\n{row}{row}</div>\n"):
        page = divided(text, {piece.digest: piece})
        assert joined(page) == text.replace(piece.place, piece.text)
        assert {*page.parts} == {*re.findall(r"<~([\w-]{8})>", page.text)}
