"""How people play Inkognito on the pages, for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from playwright.sync_api import Page, expect
from support.browser.people import NAMES as FIVE
from support.browser.people import Gathering, Party, held, patiently, poke, settle, sure, sync, view

NAMES = FIVE[:5]
IDENTITIES = ("F", "B", "Z", "X")
FRAGMENTS = ("52", "11", "0", "29")
PLACES = ("rialto", "marco", "salute", "giorgio", "sospiri")
ALLIES = {"F": "B", "B": "F", "Z": "X", "X": "Z"}


class Truth(Struct):
    """Who is who and who holds what, of the four agents: the test reads it on their phones."""

    identities: list[str]
    fragments: list[str]

    def ally(self, seat: int) -> int:
        """With four players."""
        return self.identities.index(ALLIES[self.identities[seat]])

    def number(self) -> list[str]:
        """In the order of the identities."""
        return [self.fragments[self.identities.index(one)] for one in IDENTITIES]


def begin(party: Party, players: int = 4, **options: str) -> tuple[Page, list[Page]]:
    """A running game, by clicks and the code for everybody: the table screen and a phone for each."""
    host = party.host()
    party.table(host, players, game="Inkognito", **options)
    code, phones = party.code(host), [party.device() for _ in range(players)]
    for seat, phone in enumerate(phones):
        party.take(phone, code, NAMES[seat], seat)  # the next free one
    host.get_by_role("button", name="Start the game").click()
    for phone in phones:
        expect(phone.locator(".eyes")).to_be_visible()
    return host, phones


def gathered(party: Party, players: int = 4, **options: str) -> tuple[Page, list[Page]]:
    """The same without a thumb."""
    table = party.gather("inkognito", players, NAMES, **options)
    return table.host, table.phones()


def first_two_meet(table: Gathering) -> None:
    """A round of four in which the first two meet and nobody else does, without a thumb; another one where the Ambassador, who
    goes wherever chance sends him, comes between them."""
    for number in range(len(PLACES)):
        for _ in range(4):
            seat = table.awaited[0]
            table.send(seat, "go", place=PLACES[(number + (0, 0, 1, 2)[seat]) % len(PLACES)])
        if any(each["present"] == [0, 1] for each in table.wires[0].view(table.hands[0])["view"]["meetings"]):
            return
    raise AssertionError("he goes to each place once")


def called(party: Party, names: Sequence[str] = NAMES[:4], lang: str = "en") -> Gathering:
    """A game in which the first two met, and the first one of them called, without a thumb: wrongly, or right by chance."""
    table = party.gather("inkognito", 4, names, lang=lang, target="4")
    first_two_meet(table)
    mine = table.wires[0].view(table.hands[0])["view"]
    pair = [mine["identity"], ALLIES[mine["identity"]]]
    who = pair + [one for one in IDENTITIES if one not in pair]
    what = [mine["fragment"], *(one for one in FRAGMENTS if one != mine["fragment"])]
    table.send(0, "call", identities=who, fragments=what)
    return table


def peek(page: Page) -> list[str]:
    """The cards that a phone shows while a finger holds the panel."""
    with held(page):
        return page.locator(".secret .face b").all_inner_texts()


def truth(phones: list[Page], thumb: bool = False) -> Truth:
    """From the phones of all agents; what is left belongs to the agent that nobody plays."""
    if thumb:
        true = [peek(phone)[:2] for phone in phones[:4]]
    else:
        true = [[seen["identity"], seen["fragment"]] for seen in (view(phone)["view"] for phone in phones[:4])]
    identities, fragments = [card for card, _ in true], [card for _, card in true]
    identities += sorted(set(IDENTITIES) - set(identities))
    fragments += sorted(set(FRAGMENTS) - set(fragments))
    return Truth(identities, fragments)


def go(page: Page, place: str) -> None:
    """Goes somewhere on one's turn."""
    form = page.locator('form[data-kind="go"]')
    form.locator(f'button[value="{place}"]').tap()
    expect(form).to_have_count(0)


def go_at_once(page: Page, place: str) -> None:
    """The same without a thumb."""
    poke(page, f'form[data-kind="go"] button[value="{place}"]')
    expect(page.locator('form[data-kind="go"]')).to_have_count(0)


def pick(page: Page, *cards: str) -> None:
    """Taps cards in the open dialog."""
    for card in cards:
        page.locator(f'dialog[open] .pick:has(input[value="{card}"])').tap()


def pairs(truth: Truth, seat: int) -> list[tuple[str, str]]:
    """Every pair that may be shown once: one true card, one that is not."""
    mine = (truth.identities[seat], truth.fragments[seat])
    return [(true, card) for true in mine for card in IDENTITIES + FRAGMENTS if card not in mine]


def hand_over(page: Page, *cards: str) -> None:
    """Two cards at a meeting."""
    page.locator('[data-dialog="exchange"]').tap()
    pick(page, *cards)
    settle(page, page.locator("dialog[open] form:has(.picks) button.main").tap)
    expect(page.locator("#exchange[open]")).to_have_count(0)


LEGAL = "document.querySelector('#exchange .tally')?.dataset.legal"  # pairs that may be shown


def hand_over_at_once(page: Page, *cards: str) -> None:
    """The same without a thumb."""
    picks = [f'#exchange .pick input[value="{card}"]' for card in cards]
    settle(page, lambda: poke(page, '[data-dialog="exchange"]', *picks, "#exchange form:has(.picks) button.main"))
    expect(page.locator("#exchange[open]")).to_have_count(0)


def hurry(phones: list[Page]) -> None:
    """All do what they must at their meetings: show a pair, ask, answer, listen."""
    for page in phones:
        if page.locator('[data-dialog="exchange"]').count():
            hand_over_at_once(page, *page.evaluate(LEGAL).split("|")[0].split())
        for kind in ("ask", "answer", "pass"):
            form = page.locator(f'form[data-kind="{kind}"]')
            if form.count():
                poke(page, f':is(form[data-kind="{kind}"] button, .bar [data-kind="{kind}"][form])')
                expect(form).to_have_count(0)
                break


def all_go(phones: list[Page], places: dict[int, str]) -> None:
    """Each goes where he is told to, whoever's turn it is."""
    todo = dict(places)
    for _ in patiently("everybody goes"):
        sync(phones)
        for seat in list(todo):
            if phones[seat].locator('form[data-kind="go"]').count():
                go_at_once(phones[seat], todo.pop(seat))
        if not todo:
            return


def meet(phones: list[Page], one: int, other: int, nth: int = 0) -> int:
    """Rounds until these two meet alone, with four players; the others meet elsewhere. The number of the next round."""
    order = ("rialto", "marco", "salute", "giorgio", "sospiri")
    pair = phones[one].locator('[data-dialog="exchange"]')
    for _ in patiently("two meet", 120):
        here, there = order[nth % 5], order[(nth + 1) % 5]
        all_go(phones, {seat: here if seat in (one, other) else there for seat in range(len(phones))})
        nth += 1
        sync(phones)
        if pair.count():
            return nth
        finish(phones)
    return nth


def finish(phones: list[Page]) -> None:
    """Everybody does what he must until the next round."""
    for _ in patiently("the next round"):
        if phones[0].locator(".going").count():
            return
        hurry(phones)
        sync(phones)


def fill(page: Page, identities: list[str], fragments: list[str], seat: int, thumb: bool = True) -> None:
    """Fills in the call, but for what is settled."""
    page.locator('[data-dialog="call"]').tap()
    expect(page.locator("#call")).to_be_visible()
    for i in range(4):
        for name, values in (("identities", identities), ("fragments", fragments)):
            choice = page.locator(f'#call input[type=radio][name="{name}.{i}"][value="{values[i]}"]')
            if i != seat and choice.count():
                choice.locator("xpath=following-sibling::span").tap() if thumb else choice.evaluate(
                    "(box) => box.click()"
                )


def call(page: Page, identities: list[str], fragments: list[str], seat: int, thumb: bool = False) -> None:
    """Takes the telephone, and means it."""
    fill(page, identities, fragments, seat, thumb)
    sure(page.locator("#call button.main"))
    expect(page.locator(".verdict")).to_be_visible()
