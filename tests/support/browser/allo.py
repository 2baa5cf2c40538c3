"""How people play Allo... la France on the pages, for the tests."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from support.browser.people import Party, settle, sure, sync

from referee.allo.france import FRANCE

NAMES = ("Anne", "Mario", "Nora", "Zoë")
CODES = {city.name: city.code for city in FRANCE.cities}


def begin(party: Party, players: int = 3, **options: str) -> tuple[Page, list[Page]]:
    """A running game: the table screen and a phone for everybody."""
    more = {name: options.pop(name) for name in ("color_scheme", "locale") if name in options}
    host = party.host(**more)
    party.table(host, players, game="Allo", **options)
    if more.get("locale", "").startswith("fr"):
        party.arrange(host, "lang", "fr")
    phones = [party.sit(host, i, NAMES[i], **more) for i in range(players)]
    host.locator('form[data-post$="/begin"] button').click()
    for phone in phones:
        expect(phone.locator(".eyes")).to_be_visible()
    return host, phones


def held(page: Page, act: Callable[[], list[str]]) -> list[str]:
    """What a phone shows while a finger holds the panel."""
    veil = page.locator(".eyes .veil")
    veil.scroll_into_view_if_needed()
    box = veil.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".eyes .secret")).to_be_visible()
    found = act()
    page.mouse.up()
    expect(page.locator(".eyes .secret")).to_be_hidden()
    return found


def number(page: Page) -> str:
    """The own number, as on the stand."""
    return "".join(held(page, page.locator(".eyes .plate b").all_inner_texts))


def secrets(page: Page) -> list[str]:
    """What this phone alone has seen or shown, the last of it."""
    return held(page, page.locator(".eyes .seen").all_inner_texts)


def turn(phones: list[Page]) -> Page:
    """The phone that the game waits for."""
    sync(phones)
    return next(phone for phone in phones if phone.locator(".status.mine").count())


def draw(page: Page) -> None:
    """Takes a card."""
    settle(page, page.locator('form[data-kind="draw"] button').tap)


def tap_city(page: Page, code: str) -> None:
    """A finger on the map, where that city is lit."""
    ring = page.locator(f'.ring[data-city="{code}"]').first
    ring.evaluate("(ring) => ring.scrollIntoView({ block: 'center' })")  # not under the bar at the foot
    box = ring.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def reachable(page: Page) -> list[str]:
    """The cities that are lit."""
    return [ring.get_attribute("data-city") or "" for ring in page.locator(".ring.lit").all()]


def go(page: Page, code: str) -> None:
    """Taps a city and goes there."""
    tap_city(page, code)
    settle(page, page.locator('form[data-kind="go"] .main').tap)


def leave(page: Page) -> None:
    """Leaves out a step."""
    settle(page, page.locator('form[data-kind="pass"] button').tap)


def lay(page: Page) -> None:
    """Lays the first cable that is offered."""
    form = page.locator('form[data-kind="lay"]').first
    lift = form.locator("select")
    if lift.count():
        lift.select_option(index=1)
    settle(page, form.locator("button").tap)


def dial(page: Page, dialog: str, digits: str) -> None:
    """Keys in a number; does not send it."""
    page.locator(f'#{dialog} [data-set="about=number"]').tap()
    for digit in digits:
        page.locator(f'#{dialog} [data-key="{digit}"]').tap()


def ask(page: Page, to: int, part: str, value: str = "", at: str = "") -> None:
    """Calls somebody and asks one thing."""
    page.locator(f'[data-dialog="call-{to}"]').tap()
    page.locator(f'#call-{to} [data-set="about={"" if part == "city" else part}"]').tap()
    form = page.locator(f"#call-{to}-{part}")
    if value:
        form.locator(f'input[value="{value}"] + span').tap()
    if at:
        form.locator("select").select_option(at)
    settle(page, form.locator(".main").tap)


def guess(page: Page, to: int, digits: str) -> None:
    """Dials somebody's number, and means it."""
    page.locator(f'[data-dialog="call-{to}"]').tap()
    dial(page, f"call-{to}", digits)
    settle(page, lambda: sure(page.locator(f"#call-{to}-number .main")))


def step(page: Page) -> str:
    """Which form a phone shows: draw, go, jump, lay, ask, look, build, show or pass."""
    kinds = page.evaluate("[...document.querySelectorAll('form[data-kind]')].map((f) => f.dataset.kind)")
    order = ("show", "draw", "go", "lay", "ask", "look", "build", "jump", "pass")
    return next((kind for kind in order if kind in kinds), "")


def places(page: Page) -> list[str]:
    """Where everybody stands, by the codes of the cities."""
    return [CODES[name] for name in page.locator(".people-lines").last.locator(".place").all_inner_texts()]
