"""Browsers that one test leaves and the next one takes: as if new, for two thirds of the work.

Much of what a page costs is the process that Chromium starts for it. A device that is given back forgets its cookies and
all that pages kept on it. One to which something was done that outlasts a page is never lent again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

# milliseconds that a state may take to come, on a machine that does six other things; nobody waits for a time. Where a fault
# was put in it may never come: `make mutants` has less of it
PATIENCE = int(os.environ.get("SOUSMAIN_PATIENCE", "90000"))
KEPT = 6  # at most, in all: a table of five and its screen
# A moment that lies over the page, and a bar that has just changed, wait for people. Nobody here taps what he did not mean.
# Nor does anybody listen: a phone that could sound costs a fiftieth of a processor all the while, a tenth of a whole game.
AT_ONCE = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#moment { pointer-events: none !important }
    :root[data-fresh] .bar button:not(.busy) { pointer-events: auto !important }`);
  document.adoptedStyleSheets = [sheet];
  delete window.AudioContext;
})()"""
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => {
      const asked = indexedDB.deleteDatabase(name);
      asked.onsuccess = asked.onerror = asked.onblocked = done;  // what this page has open goes when it leaves
    });
  }
  for (const name of self.caches ? await caches.keys() : []) await caches.delete(name);
}"""
LASTING = {
    Page: ("add_init_script", "expose_binding", "expose_function", "on", "once", "set_extra_http_headers"),
    BrowserContext: ("add_init_script", "grant_permissions", "new_cdp_session", "new_page", "route"),
}

SET_UP = ("viewport", "color_scheme", "reduced_motion")

_changed: set[BrowserContext] = set()  # for good


def noted(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same, and it is known afterwards that it was called."""

    @wraps(method)
    def called(self: Page | BrowserContext, *words: Any, **more: Any) -> Any:
        _changed.add(self if isinstance(self, BrowserContext) else self.context)
        return method(self, *words, **more)

    return called


@contextmanager
def passing(page: Page) -> Iterator[None]:
    """Whatever is done to a page meanwhile is undone by whoever does it."""
    before = page.context in _changed
    yield
    if not before:
        _changed.discard(page.context)


class Device:
    """A phone or a laptop: a browser with one page."""

    def __init__(self, browser: Browser, settings: dict[str, Any], at_once: bool) -> None:
        self.kind, self.complain = kind(settings, at_once), list[str]().append
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        if at_once:
            self.context.add_init_script(AT_ONCE)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda mistake: self.complain(str(mistake)))
        self.page.on("console", lambda m: self.complain(m.text) if "Content Security Policy" in m.text else None)
        _changed.discard(self.context)

    def set_up(self, settings: dict[str, Any], complain: Callable[[str], None]) -> Page:
        """Its page, as somebody wants it who has just taken it."""
        self.complain = complain
        self.page.set_viewport_size(settings["viewport"])
        self.page.emulate_media(
            color_scheme=settings.get("color_scheme", "light"), reduced_motion=settings.get("reduced_motion")
        )
        return self.page

    def forget(self) -> bool:
        """Leaves nothing of what was done with it; or it cannot be lent again."""
        if self.context in _changed or self.page.is_closed() or not self.page.url.startswith("http"):
            return False
        try:
            self.page.unroute_all(behavior="ignoreErrors")
            self.context.set_offline(False)
            self.page.evaluate(FORGET)
            self.page.mouse.move(-1, -1)
            self.page.goto("about:blank")
            self.context.clear_cookies()
        except PlaywrightError:  # its server is gone, or it was just going elsewhere
            return False
        return True

    def close(self) -> None:
        """For good."""
        _changed.discard(self.context)
        self.context.close()


class Devices:
    """Those of one Chromium that nobody uses."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Device] = []

    def take(self, settings: dict[str, Any], at_once: bool) -> Device:
        """One of that kind, with nothing in its memory."""
        found = next((device for device in self._free if device.kind == kind(settings, at_once)), None)
        if not found:
            return Device(self._browser, settings, at_once)
        self._free.remove(found)
        return found

    def give_back(self, device: Device) -> None:
        """For the next one, if it is as good as new. Who was not wanted for longest goes."""
        if not device.forget():
            device.close()
            return
        self._free.append(device)
        if len(self._free) > KEPT:
            self._free.pop(0).close()


@cache
def devices_of(browser: Browser) -> Devices:
    """The one and only that belong to a Chromium."""
    return Devices(browser)


def kind(settings: dict[str, Any], at_once: bool) -> tuple[object, ...]:
    """What cannot be changed about a device: all but what `set_up` sets."""
    return at_once, *sorted((name, repr(value)) for name, value in settings.items() if name not in SET_UP)


for _class, _names in LASTING.items():
    for _name in _names:
        setattr(_class, _name, noted(getattr(_class, _name)))
Page.clock = property(noted(Page.clock.fget))  # type: ignore[method-assign, assignment]
