"""What axe finds on a page, and what a finger would miss."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from support.browser.contrasts import faint
from support.browser.people import CUT, PHONE, picture
from support.soak import SAMPLE, SOAK

WIDE = PHONE["viewport"]["width"]  # type: ignore[index]
SMALL = """() => [...document.querySelectorAll('button, a.button, select, summary, nav a, textarea, .markbox, '
        + '.names span, .pick, .segs span, .stop, .dice span, .switch, .slot, .choose label, .strike input, .mark')]
    .filter((e) => e.checkVisibility() && !e.closest('label > span span') && !e.matches('.slot select'))
    .filter((e) => !document.querySelector('dialog[open]') || e.closest('dialog[open]'))
    .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
    .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([html, r]) => `${html} ${r.width} x ${r.height}`)"""
# There are no frames to ask, and a short name for each part on the page costs as much as a third of the rules.
RUN = """async ([only, colours]) => {
    const rules = { 'color-contrast': { enabled: colours } };
    const quick = { resultTypes: ['violations'], preload: false, iframes: false, selectors: false };
    const { violations } = await axe.run(document, { ...quick, rules, ...(only && { runOnly: only }) });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}"""


def in_longer(scheme: str) -> list[Any]:
    """A scheme with French, whose words are the longer ones and find out what is too narrow; the other one with English is for
    a long run. Code 777 is looked at in both, always."""
    other = {"light": "dark", "dark": "light"}[scheme]
    return [(scheme, "fr"), pytest.param(other, "en", marks=pytest.mark.soak)]


def faults(page: Page, *only: str, colours: bool = True) -> list[str]:
    """What axe finds on a page, in words; by all its rules, or by some. Colours take it longest."""
    if not page.evaluate("() => 'axe' in window"):  # a page that only changed has it still
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(RUN, [list(only) or None, colours])
    return found


def awkward(page: Page) -> list[str]:
    """On a phone: what is too small for a finger, words that are cut, and what is wider than the screen."""
    small: list[str] = page.evaluate(SMALL) + page.evaluate(CUT)
    return small + ([] if page.evaluate("document.documentElement.scrollWidth") == WIDE else ["sideways"])


class Checkup:
    """Looks at pages as they change, each state once. Where states come again, say `once`.

    Type that is faint is found by day and by night, as we reckon it. Axe reckons colours, too, which takes it twice as long as
    all the rest: of them it is asked in one state of three, always the same ones; in a long run in all of them. Two languages
    that see all the same states may `share` what else axe is asked: then each state is looked at by it in one of them.
    """

    def __init__(self, game: str, lang: str, *schemes: str, once: bool = False, share: bool = False) -> None:
        self.game, self.lang, self.schemes, self.once, self.share = game, lang, schemes, once, share
        self.found: dict[str, list[str]] = {}

    def __call__(self, page: Page, name: str) -> None:
        """One look. In a second scheme of colours axe is asked about these alone: all else is the same."""
        if name in self.found:
            assert self.once, f"{name} has been looked at"
            return
        phone = page.viewport_size and page.viewport_size["width"] == WIDE
        whole = not page.locator("dialog[open]").count()
        number = crc32(f"{self.game} {name}".encode())
        asked = SOAK or not self.share or number % 2 == (self.lang == "fr")
        colours = SOAK or number // 2 % SAMPLE == 0
        self.found[name] = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            self.found[name] += faint(page, telling="")
            if scheme not in self.schemes:
                continue
            picture(page, f"{self.game}-{name}-{self.lang}-{scheme}", whole)
            if scheme == self.schemes[0]:
                self.found[name] += awkward(page) if phone else []
            if asked and scheme == self.schemes[0]:
                self.found[name] += faults(page, colours=colours)
            elif asked and colours:
                self.found[name] += faults(page, "color-contrast")
        page.emulate_media(color_scheme=self.schemes[-1])  # type: ignore[arg-type]

    @property
    def complaints(self) -> dict[str, list[str]]:
        """The states in which something was wrong."""
        return {name: each for name, each in self.found.items() if each}
