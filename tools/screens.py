"""Pictures of the states of every game on a phone, on the table screen and on a television: output/screens/.

make screens ARGS="--only rallye --lang fr"
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from support.browser.people import FLAGS, SCREENS, Companion, Gathering, Party, chromium_path, sure, sync  # noqa: E402
from support.browser.robots import step, steps  # noqa: E402

from referee.registry import GAMES, pieces  # noqa: E402

NAMES = ("Anne", "Maximilian-Joseph", "Marie", "Marion", "Margaux", "Max")  # long ones, and ones that begin alike
PHONE, LAPTOP, TELEVISION = (360, 640), (1280, 800), (1920, 1080)
STEPS = (0, 7, 24)  # moves after which everything is looked at
MOST = 400  # moves until an end
ACROSS = 6  # pictures beside each other on a sheet


def keep(page: Page, name: str) -> None:
    """What a page shows."""
    page.screenshot(path=SCREENS / f"{name}.png")


def hand(page: Page, name: str) -> None:
    """Every tab of a hand from its top, and every dialog that its bar opens."""
    for tab in page.locator(".tabs [data-set]").evaluate_all("(all) => all.map((one) => one.dataset.set)"):
        page.locator(f'.tabs [data-set="{tab}"]').dispatch_event("click")
        keep(page, f"{name}-{tab.partition('=')[2]}")
    page.locator(".tabs [data-set]").first.dispatch_event("click")
    dialogs(page, name)


def dialogs(page: Page, name: str) -> None:
    """Every dialog that the bar opens."""
    for dialog in page.locator(".bar [data-dialog]").evaluate_all("(all) => all.map((one) => one.dataset.dialog)"):
        page.evaluate("(id) => document.getElementById(id).showModal()", dialog)
        keep(page, f"{name}-dialog-{dialog}")
        page.evaluate("(id) => document.getElementById(id).close()", dialog)


def states(party: Party, slug: str, lang: str, scheme: str, **options: str) -> None:
    """A game from its lobby to its end: all of it after some moves, and a hand whenever it can do what it never could."""
    look = {"locale": lang, "color_scheme": scheme}
    name = "-".join([slug, *options.values(), lang, scheme])
    table = party.gather(slug, pieces(slug).USUAL, NAMES, lang=lang, begun=False, **options)
    size = {"width": PHONE[0], "height": PHONE[1]}
    phones = [table.phone(seat, viewport=size, **look) for seat in (0, 1)]
    laptop = table.laptop(**look)
    keep(phones[0], f"{name}-lobby")
    keep(laptop, f"{name}-lobby-table")
    table.begin()
    seen: set[frozenset[str]] = set()
    for number in range(MOST):
        if number in STEPS:
            sync([*phones, laptop])
            shown(table, phones, laptop, f"{name}-{number:03}")
        for seat, page in enumerate(phones):
            kinds = frozenset(offer["kind"] for offer in table.wires[seat].view(table.hands[seat])["offers"])
            if kinds not in seen:
                seen.add(kinds)
                sync([page])
                state = f"{name}-{number:03}-seat{seat + 1}-{'+'.join(sorted(kinds)) or 'waits'}"
                keep(page, state)
                dialogs(page, state)
        if not step(table, slug, number):
            break
    late = table.host.locator('form[data-kind="time"] button')
    if late.count():  # it ends when its time is up; with the printed kit purses are counted then
        sure(late)
        steps(table, slug, MOST, 2 * MOST)
    sync([*phones, laptop])
    shown(table, phones, laptop, f"{name}-end")
    for page in (*phones, laptop):
        page.context.close()


def shown(table: Gathering, phones: list[Page], laptop: Page, state: str) -> None:
    """All that is seen of a state."""
    awaited = set(table.awaited)
    for seat, page in enumerate(phones):
        if seat == 0 or seat in awaited:
            hand(page, f"{state}-seat{seat + 1}")
    for size, screen in ((LAPTOP, "table"), (TELEVISION, "television")):
        laptop.set_viewport_size({"width": size[0], "height": size[1]})
        keep(laptop, f"{state}-{screen}")


def sheets(slug: str) -> None:
    """Everything of a game on few sheets, for whoever looks through all of it."""
    found = sorted(path for path in SCREENS.glob(f"{slug}-*.png") if not path.name.endswith("-sheet.png"))
    for wide, width in ((False, 360), (True, 640)):
        pictures = [(path, Image.open(path)) for path in found]
        some = [picture for _, picture in pictures if (picture.width > picture.height) == wide]
        for first in range(0, len(some), 2 * ACROSS):
            part = [p.resize((width, round(p.height * width / p.width))) for p in some[first : first + 2 * ACROSS]]
            high = max(p.height for p in part)
            across = 3 if wide else ACROSS
            sheet = Image.new("RGB", (across * (width + 8), -(-len(part) // across) * (high + 8)), "#888")
            for i, picture in enumerate(part):
                sheet.paste(picture, (i % across * (width + 8), i // across * (high + 8)))
            sheet.save(SCREENS / f"{slug}-{'wide' if wide else 'phones'}-{first // (2 * ACROSS)}-sheet.png")


def main() -> None:
    """Every game that was asked for, on phones alone and beside the printed kit."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", choices=list(GAMES), action="append")
    asked.add_argument("--lang", default="fr")
    asked.add_argument("--scheme", default="light", choices=["light", "dark"])
    asked.add_argument("--paper", action="store_true", help="beside the printed kit, too")
    args = asked.parse_args()
    SCREENS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        companion = Companion(Path(folder) / "data")
        companion.start()
        try:
            for slug in args.only or GAMES:
                party = Party(browser, companion)
                states(party, slug, args.lang, args.scheme)
                if args.paper:
                    states(party, slug, args.lang, args.scheme, pieces="paper")
                sheets(slug)
                print(slug, len(list(SCREENS.glob(f"{slug}-*.png"))), "pictures")
        finally:
            companion.kill()
        browser.close()


if __name__ == "__main__":
    main()
