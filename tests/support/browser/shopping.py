"""How the host prints in the browser, for the tests."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Download, Page
from support.browser.people import Party

DRAWN = 'main[data-state="drawn"]'
FRENCH_PHONE = {"locale": "fr-FR", "viewport": {"width": 390, "height": 664}}
LAPTOP = {"phone": False}
MOST_STOPS = 300  # of Tab on one page


def at_shop(party: Party, path: str = "", **look: object) -> Page:
    """The host's browser at a page of the shop, drawn if there is something to draw."""
    page = party.device(**look)  # type: ignore[arg-type]
    page.goto(party.companion.host_link)
    page.goto(f"{party.companion.base}/shop{path}")
    if page.locator("main.shop, main.spares").count():
        page.wait_for_selector(DRAWN)
    return page


def reach(page: Page, css: str, backwards: bool = False) -> None:
    """Goes on with Tab until the keys are at that part of the page."""
    for _ in range(MOST_STOPS):
        if page.evaluate("(css) => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"no key leads to {css}")


def press(page: Page, css: str, key: str = "Enter") -> None:
    """Goes there and presses a key."""
    reach(page, css)
    page.keyboard.press(key)


def enter(page: Page, css: str, text: str) -> None:
    """Goes there and writes something else than what stood there."""
    reach(page, css)
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def saved_by(page: Page, css: str) -> tuple[str, bytes]:
    """The name and the bytes of the file that a button saves, pressed by a key."""
    reach(page, css)
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    return kept(saved.value)


def kept(download: Download) -> tuple[str, bytes]:
    """A file that a browser has saved."""
    return download.suggested_filename, Path(download.path()).read_bytes()


# A file that is dragged from the desktop and let go over a page.
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, name: str, data: bytes) -> None:
    """Drops a file on a page."""
    page.evaluate(DROP, [name, data.decode()])
