"""Pictures of every state of every game and of the house around it, on a phone, a laptop and a television: output/screens/.

All games, with the printed kit too, in all languages, by day and by night; make screens ARGS="--only rallye --lang fr --scheme light"
makes fewer.
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

from referee.registry import GAMES, game, pieces  # noqa: E402
from templates.i18n import LANGUAGES  # noqa: E402

NAMES = ("Anne", "Maximilian-Joseph", "Marie", "Marion", "Margaux", "Max")  # long ones, and ones that begin alike
PHONE, LAPTOP, TELEVISION = (360, 640), (1280, 800), (1920, 1080)
STEPS = (0, 7, 24)  # moves after which everything is looked at
MOST = 400  # moves until an end
ACROSS = 6  # pictures beside each other on a sheet
SCHEMES = ("light", "dark")
HOUSE = "house"  # in place of a game: the pages around them
PAGES = (
    "/",
    "/help",
    "/rules/{slug}",
    "/puzzles",
    "/house/records",
    "/house/figures",
    "/house",
    "/shop",
    "/shop/{slug}",
)


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
    looked_back(party, table, phones[0], laptop, f"{name}-end")
    for page in (*phones, laptop):
        page.context.close()


def looked_back(party: Party, table: Gathering, phone: Page, laptop: Page, name: str) -> None:
    """How it went, where there is something to find out."""
    for page, where in ((phone, "debrief"), (laptop, "debrief-table")):
        found = page.goto(f"{party.companion.base}{table.path}/debrief/1")
        if found and found.ok:
            keep(page, f"{name}-{where}")


def between(party: Party, slug: str, lang: str, scheme: str) -> None:
    """A phone that comes, is away, has lost its seat or waits for all others; and the table screen beside it."""
    look, size = {"locale": lang, "color_scheme": scheme}, {"width": PHONE[0], "height": PHONE[1]}
    name, players = f"{slug}-{lang}-{scheme}", max(game(slug).players)
    table = party.gather(slug, players, NAMES, away=(players - 1,), lang=lang, begun=False)
    newcomer = party.device(viewport=size, **look)
    newcomer.goto(f"{party.companion.base}{table.join}")
    keep(newcomer, f"{name}-join")
    table.begin()
    phone, laptop = table.phone(0, viewport=size, **look), table.laptop(**look)

    def seen(what: str) -> None:
        phone.reload()
        sync([laptop])
        keep(phone, f"{name}-{what}")
        keep(laptop, f"{name}-{what}-table")

    for what, how in (("pause", {}), ("absent", {"seat": 0})):
        table.hosted(what, **how, on=True)
        seen(what)
        table.hosted(what, **how, on=False)
    table.hosted("free", seat=0)
    seen("released")
    for page in (newcomer, phone, laptop):
        page.context.close()


def house(party: Party, lang: str, scheme: str) -> None:
    """The pages around the games, as the host's laptop and a phone see them."""
    look = {"locale": lang, "color_scheme": scheme}
    laptop = party.host(**look)
    phone = party.device(viewport={"width": PHONE[0], "height": PHONE[1]}, **look)
    phone.context.add_cookies(laptop.context.cookies())  # type: ignore[arg-type]
    for path in dict.fromkeys(path.format(slug=slug) for path in PAGES for slug in GAMES):
        for page, where in ((phone, "phone"), (laptop, "laptop")):
            page.goto(f"{party.companion.base}{path}")
            keep(page, f"{HOUSE}-{lang}-{scheme}-{path.strip('/').replace('/', '-') or 'front'}-{where}")
    for page in (phone, laptop):
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
    """Everything that was asked for, on phones alone and beside the printed kit."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", choices=[*GAMES, HOUSE], action="append")
    asked.add_argument("--lang", choices=list(LANGUAGES), action="append")
    asked.add_argument("--scheme", choices=SCHEMES, action="append")
    asked.add_argument("--phones-alone", action="store_true", help="not beside the printed kit")
    args = asked.parse_args()
    SCREENS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        companion = Companion(Path(folder) / "data")
        companion.start()
        try:
            for what in args.only or [*GAMES, HOUSE]:
                for lang in args.lang or LANGUAGES:
                    for scheme in args.scheme or SCHEMES:
                        party = Party(browser, companion)
                        if what == HOUSE:
                            house(party, lang, scheme)
                            continue
                        states(party, what, lang, scheme)
                        between(party, what, lang, scheme)
                        if not args.phones_alone:
                            states(party, what, lang, scheme, pieces="paper")
                sheets(what)
                print(what, len(list(SCREENS.glob(f"{what}-*.png"))), "pictures", flush=True)
        finally:
            companion.kill()
        browser.close()


if __name__ == "__main__":
    main()
