"""How people play Fully on the pages, for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect
from support.browser.people import Party, sure

NAMES = ("Anne", "Bob", "Cleo", "Dan")  # north, east, south, west
ROWS = (
    ("red", "blue", "blue", "green", "yellow"),
    ("magenta", "red", "yellow", "yellow", "blue"),
    ("green", "green", "red", "blue", "magenta"),
    ("yellow", "magenta", "green", "red", "red"),
)
CODES = ((4, 6, 9, 8, 1, 5, 2, 7, 3), (1, 2, 3, 4, 5, 6, 7, 8, 9))
EMPTY = (None,) * 5


def open_table(party: Party, host: Page, **options: str) -> str:
    """Opens a table of Fully; its name."""
    host.goto(party.companion.base)
    host.locator('form:has(input[value="fully"]) button').click()
    expect(host.locator(".seatcard.all")).to_be_visible()
    for name, value in options.items():
        party.arrange(host, f"options.{name}", value)
    return host.url.rsplit("/", 1)[1]


def seated(
    party: Party, looks: Sequence[dict[str, object]] = ({},) * 4, names: Sequence[str] = NAMES, **options: str
) -> tuple[Page, list[Page]]:
    """A game that has begun: the host's screen and four phones."""
    host = party.host(**{key: value for key, value in looks[0].items() if key != "locale"})
    open_table(party, host, **options)
    phones = [party.sit(host, i, name, **looks[i]) for i, name in enumerate(names)]
    host.locator('form[data-post$="/begin"] button').click()
    expect(phones[0].locator("#act-row")).to_be_visible()
    return host, phones


def paint(fill: Locator, words: Sequence[object], first: int = 0) -> None:
    """Fills slots one after the other, as a thumb does: a slot is tapped only if it has not come by itself."""
    slots = fill.locator(".slot")
    for i, word in enumerate(words, first):
        if word is None:
            continue
        if not slots.nth(i).locator("input").is_checked():
            slots.nth(i).tap()
        value = f'"{word}"' if isinstance(word, str) else str(word)
        fill.locator(f".palette button[data-paint='{value}']").tap()
        expect(slots.nth(i).locator("select")).to_have_value(value)


def compose(page: Page, row: Sequence[str]) -> None:
    """Composes a row."""
    form = page.locator('#act-row form[data-kind="row"]')
    paint(form.locator(".fill"), row)
    form.locator("button.main").tap()
    expect(page.locator("#act-row")).to_have_count(0)


def agree_on(page: Page, code: Sequence[int]) -> None:
    """Sets the code of the team."""
    form = page.locator('#act-code form[data-kind="code"]')
    paint(form.locator(".fill"), code)
    form.locator("button.main").tap()
    expect(page.locator("#act-code")).to_have_count(0)


SEND = """async ([kind, fields]) => {
  const base = document.body.dataset.live;
  const { offers } = await (await fetch(`${base}/view`)).json();
  const { id, settled } = offers.find((offer) => offer.kind === kind);
  const headers = { "Content-Type": "application/json", "X-Csrf": document.body.dataset.csrf };
  const key = Math.random().toString(16).slice(2).padEnd(32, "0");
  const body = JSON.stringify({ offer: id, key, move: { kind, ...settled, ...fields } });
  return (await fetch(`${base}/move`, { method: "POST", headers, body })).status;
}"""


def set_up_at_once(phones: Sequence[Page]) -> None:
    """The same without a thumb, for tests that are about something else."""
    for page, row in zip(phones, ROWS, strict=True):
        assert page.evaluate(SEND, ["row", {"colours": row}]) == 200
    for team, page in enumerate(phones[:2]):
        assert page.evaluate(SEND, ["code", {"digits": CODES[team]}]) == 200
    for page in phones:
        expect(page.locator("#act-row, #act-code")).to_have_count(0)


def set_up(phones: Sequence[Page]) -> None:
    """Rows and codes of everybody."""
    for page, row in zip(phones, ROWS, strict=True):
        compose(page, row)
    for team, page in enumerate(phones[:2]):
        agree_on(page, CODES[team])


def speak(page: Page, colour: str, place: str, digit: int) -> None:
    """Says three things."""
    form = page.locator('form[data-kind="speak"]')
    for name, value in (("colour", colour), ("place", place), ("digit", digit)):
        form.locator(f'label:has(input[name="{name}"][value="{value}"])').tap()
    form.locator("button.main").tap()
    expect(form).to_have_count(0)


def reply(page: Page, digit: int) -> None:
    """Answers with a digit."""
    form = page.locator('form[data-kind="reply"]')
    form.locator(f'label:has(input[value="{digit}"])').tap()
    form.locator("button.main").tap()
    expect(form).to_have_count(0)


def propose(page: Page) -> None:
    """Would call FULLY."""
    sure(page.locator('form[data-kind="fully"] button'))
    expect(page.locator('form[data-kind="fully"]')).to_have_count(0)


def note(page: Page, rows: Sequence[Sequence[str | None]], code: Sequence[int | None] = ()) -> None:
    """Writes down what one has found: three rows, and the other team's code."""
    for i, row in enumerate(rows):
        paint(page.locator("#found-rows"), row, 5 * i)
    paint(page.locator("#found-code"), code)


def others(seat: int) -> tuple[int, int, int]:
    """Whose rows a player looks for: partner, first and second opponent."""
    return (seat + 2) % 4, (seat + 1) % 2, (seat + 1) % 2 + 2


def tab(page: Page, name: str) -> None:
    """Turns to another page of the hand."""
    page.locator(f'[data-set="tab={name}"]').tap()


def seal(page: Page) -> None:
    """Puts it down for good."""
    form = page.locator('form[data-kind="seal"]')
    offer = str(form.get_attribute("data-offer"))
    sure(form.locator("button"))
    expect(page.locator(f'form[data-offer="{offer}"]')).to_have_count(0)


def hold(page: Page) -> None:
    """Puts a finger on the first thing that can be looked at."""
    veil = page.locator("[data-peek]:visible").first
    veil.scroll_into_view_if_needed()
    box = veil.bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 20)
    page.mouse.down()
