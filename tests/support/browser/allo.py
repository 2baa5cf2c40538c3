"""How people play Allo... la France on the pages, for the tests."""

from __future__ import annotations

from playwright.sync_api import Page
from support.browser.people import Party, box_of, follow, held, patiently, poke, settle, sure, sync, version

from referee.allo.france import FRANCE

CODES = {city.name: city.code for city in FRANCE.cities}


def gathered(party: Party, players: int = 3, **options: str) -> tuple[Page, list[Page]]:
    """A running game without a thumb: the table screen and a phone for everybody."""
    table = party.gather("allo", players, **options)
    return table.host, table.phones()


def number(page: Page) -> str:
    """The own number, as on the stand."""
    with held(page, ".eyes .secret", ".eyes .veil"):
        return "".join(page.locator(".eyes .plate b").all_inner_texts())


def secrets(page: Page) -> list[str]:
    """What this phone alone has seen or shown, the last of it."""
    with held(page, ".eyes .secret", ".eyes .veil"):
        return page.locator(".eyes .seen").all_inner_texts()


def turn(phones: list[Page]) -> Page:
    """The phone that the game waits for; seats that run by themselves play on until then."""
    for _ in patiently("somebody's turn"):
        sync(phones)
        for phone in phones:
            if phone.locator(".status.mine").count():
                return phone
        follow(phones[0], version(phones[0]) + 1)
    raise AssertionError("nobody's turn")


def draw(page: Page) -> None:
    """Takes a card."""
    settle(page, page.locator('.bar [data-kind="draw"]').tap)


def tap_city(page: Page, code: str) -> None:
    """A finger on the map, where that city is lit."""
    ring = page.locator(f'.ring[data-city="{code}"]').first
    ring.evaluate("(ring) => ring.scrollIntoView({ block: 'center' })")  # not under the bar at the foot
    box = box_of(ring)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def reachable(page: Page) -> list[str]:
    """The cities that are lit."""
    lit: list[str] = page.locator(".ring.lit").evaluate_all("(rings) => rings.map((ring) => ring.dataset.city)")
    return lit


def go(page: Page, code: str) -> None:
    """Taps a city and goes there."""
    tap_city(page, code)
    settle(page, page.locator('.bar [data-kind="go"]').tap)


def go_at_once(page: Page, code: str) -> None:
    """The same without a thumb."""
    form = 'form[data-kind="go"]'
    settle(page, lambda: poke(page, f'{form} input[value="{code}"]', '.bar [data-kind="go"]'))


def done_at_once(page: Page, kind: str) -> None:
    """The first thing of a kind that is offered, without a thumb: a card, a cable, a step left out."""
    lift = page.locator(f'form[data-kind="{kind}"]').first.locator("select")
    if lift.count():
        lift.select_option(index=1)
    settle(page, lambda: poke(page, f':is(form[data-kind="{kind}"] button, .bar [data-kind="{kind}"][form])'))


def leave(page: Page) -> None:
    """Leaves out a step."""
    settle(page, page.locator('.bar [data-kind="pass"]').tap)


def lay(page: Page) -> None:
    """Lays the first cable that is offered."""
    form = page.locator('form[data-kind="lay"]').first
    lift = form.locator("select")
    if lift.count():
        lift.select_option(index=1)
    settle(page, page.locator(':is(form[data-kind="lay"] button, .bar [data-kind="lay"][form])').first.tap)


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
