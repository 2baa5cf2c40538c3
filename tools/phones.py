"""Draws the pictures of phones at play from real games in a real browser: docs/images/*phones*.png.

make pictures
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from support.browser.code777 import declare, draw, racks_seen  # noqa: E402
from support.browser.people import FLAGS, Companion, Party, chromium_path, sync  # noqa: E402

from referee.registry import GAMES, pieces  # noqa: E402
from templates.loader import kit_data  # noqa: E402

GROUND, HEIGHT, GAP = "#e9e7ee", 620, 18
NAMES = ("Anne", "Mario", "Nora", "Zoé")


# drawings that stand in files of their own have come
DRAWN = """() => [...document.querySelectorAll("svg use")]
    .filter((use) => use.checkVisibility() && use.ownerSVGElement.getBoundingClientRect().width)
    .every((use) => use.getBBox().width)"""


def shot(page: Page) -> Image.Image:
    """What a screen shows."""
    page.wait_for_function(DRAWN)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def framed(picture: Image.Image, phone: bool) -> Image.Image:
    """A screen in a dark frame."""
    scaled = ImageOps.contain(picture, (2000, HEIGHT - 24))
    frame = Image.new("RGB", (scaled.width + 16, HEIGHT), GROUND)
    ImageDraw.Draw(frame).rounded_rectangle((0, 0, frame.width - 1, HEIGHT - 1), 26 if phone else 10, "#2a2633")
    frame.paste(scaled, (8, 12))
    return frame


def game(party: Party, lang: str) -> list[Image.Image]:
    """A few turns of Code 777, and what three phones and the table screen show then."""
    host = party.host(device_scale_factor=2)
    party.table(host)
    party.arrange(host, "lang", lang)
    looks = ({}, {"color_scheme": "dark"}, {}, {})
    phones = [party.sit(host, i, n, locale=lang, **looks[i]) for i, n in enumerate(NAMES)]
    host.locator('form[data-post$="/begin"] button').click()
    for page in phones:
        expect(page.locator(".scores")).to_be_visible()
    for page in (*phones, phones[0]):
        expect(page.locator('.bar [data-kind="ask"]')).to_be_visible()
        draw(page)
    declare(phones[2], racks_seen(phones[3])["Nora"])
    expect(phones[0].locator(".verdict")).to_be_visible()
    box = phones[1].locator(".veil").bounding_box()
    assert box
    phones[1].mouse.move(box["x"] + 40, box["y"] + 40)
    phones[1].mouse.down()
    phones[3].locator('[data-set="tab=notes"]').tap()
    for tile in (0, 3, 4, 9, 16, 22):
        phones[3].locator("#sheet-a .mark label").nth(tile).tap()
    phones[3].wait_for_timeout(400)
    phones[3].evaluate("document.querySelector('#toast').hidden = true")  # whoever looked at the racks has only tapped
    pictures = [shot(phones[1]), shot(phones[0]), shot(phones[3])]
    phones[1].mouse.up()
    return [framed(shot(host), False), *(framed(picture, True) for picture in pictures)]


def dealt(party: Party, slug: str) -> list[Image.Image]:
    """The table screen and two phones of a game that has just begun."""
    host = party.host(device_scale_factor=2)
    count = min(4, pieces(slug).PLAYERS[-1])
    party.table(host, count, game=str(kit_data(slug)["name"]))
    phones = [party.sit(host, i, NAMES[i], locale="en") for i in range(count)]
    host.locator('form[data-post$="/begin"] button').click()
    for page in phones:
        expect(page.locator('[data-set^="tab="]:visible').first).to_be_visible()
        page.wait_for_timeout(500)
    sync([*phones, host])
    return [framed(shot(host), False), *(framed(shot(page), True) for page in phones[:2])]


def joined(screens: list[Image.Image]) -> Image.Image:
    """Screens side by side."""
    sheet = Image.new("RGB", (sum(screen.width + GAP for screen in screens) + GAP, HEIGHT + 2 * GAP), GROUND)
    x = GAP
    for screen in screens:
        sheet.paste(screen, (x, GAP))
        x += screen.width + GAP
    # the fast octree keeps the few small colours that tell seats apart
    return ImageOps.contain(sheet, (1800, 1800)).quantize(
        256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )


def main() -> None:
    """Both languages for the READMEs; each game for its page."""
    scenes: dict[str, Callable[[Party], list[Image.Image]]] = {
        **{f"phones-{lang}": partial(game, lang=lang) for lang in ("en", "fr")},
        **{f"{slug}-phones": partial(dealt, slug=slug) for slug in GAMES if slug != "code777"},
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for name, scene in scenes.items():
            with tempfile.TemporaryDirectory() as folder:
                companion = Companion(Path(folder) / "data")
                companion.start()
                try:
                    screens = scene(Party(browser, companion))
                finally:
                    companion.kill()
            target = ROOT / "docs" / "images" / f"{name}.png"
            joined(screens).save(target, optimize=True)
            print(target.relative_to(ROOT))
        browser.close()


if __name__ == "__main__":
    main()
