"""What axe finds on a page, and what a finger would miss."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from support.browser.people import PHONE, SCREENS

WIDE = PHONE["viewport"]["width"]  # type: ignore[index]
SMALL = """() => [...document.querySelectorAll('button, a.button, select, summary, nav a, textarea, .markbox, '
        + '.names span, .pick, .segs span, .stop, .dice span, .switch, .slot, .choose label, .strike input')]
    .filter((e) => e.checkVisibility() && !e.closest('label > span span') && !e.matches('.slot select'))
    .filter((e) => !document.querySelector('dialog[open]') || e.closest('dialog[open]'))
    .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
    .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([html, r]) => `${html} ${r.width} x ${r.height}`)"""


def faults(page: Page) -> list[str]:
    """What axe finds on a page, in words."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['target']}" for each in found for node in each["nodes"]]


def awkward(page: Page) -> list[str]:
    """On a phone: what is too small for a finger, and what is wider than the screen."""
    small: list[str] = page.evaluate(SMALL)
    return small + ([] if page.evaluate("document.documentElement.scrollWidth") == WIDE else ["sideways"])


class Checkup:
    """Looks at pages as they change, each state once, and keeps a picture of it. Where states come again, say `once`."""

    def __init__(self, *names: str, once: bool = False) -> None:
        self.prefix, self.suffix, self.once = names[0], "-".join(names[1:]), once
        self.found: dict[str, list[str]] = {}

    def __call__(self, page: Page, name: str) -> None:
        """One look."""
        if name in self.found:
            assert self.once, f"{name} has been looked at"
            return
        path = SCREENS / f"{self.prefix}-{name}-{self.suffix}.png"
        page.screenshot(path=path, full_page=not page.locator("dialog[open]").count())
        phone = page.viewport_size and page.viewport_size["width"] == WIDE
        self.found[name] = [*faults(page), *(awkward(page) if phone else [])]

    @property
    def complaints(self) -> dict[str, list[str]]:
        """The states in which something was wrong."""
        return {name: each for name, each in self.found.items() if each}
