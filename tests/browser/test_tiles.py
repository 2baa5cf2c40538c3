"""Code 777: tiles are entered by tapping tiles, and what one sees is crossed out at once."""

from __future__ import annotations

from secrets import token_hex

import pytest
from playwright.sync_api import expect
from support.browser.code777 import gathered
from support.browser.people import Gathering, Party, box_of, follow, send, settle, view


def test_tiles_on_the_table_are_entered_by_tapping_tiles(party: Party) -> None:
    """A tile goes where the next empty slot is; a slot that is tapped takes the next one; every field says whose it is."""
    page = gathered(party, 2, pieces="paper", racks="paper", answers="announced").phone(0)
    act = page.locator(".act:has(.slots)").first
    expect(act.locator(".slot .tile")).to_have_count(0)
    keys = act.locator("[data-paint]")
    expect(keys).to_have_count(11)
    labels = act.locator("select").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert [label.split(":")[1] for label in labels] == [" tile 1", " tile 2", " tile 3"]
    assert len({label.split(":")[0] for label in labels}) == 1
    for n in (2, 3, 6):
        keys.nth(n).tap()
    shown = act.locator(".slot .tile b")
    expect(shown).to_have_count(3)
    first = shown.all_text_contents()
    act.locator(".slot").nth(1).tap()
    keys.nth(2).tap()
    expect(shown.nth(1)).to_have_text(first[0])
    act.locator(".slot").nth(1).tap()
    keys.nth(3).tap()
    settle(page, act.locator("button.main").tap)
    racks = [rack["tiles"] for rack in view(page)["view"]["racks"] if rack["tiles"]]
    assert [[str(tile["digit"]) for tile in tiles] for tiles in racks] == [first]


def test_no_tile_is_offered_more_often_than_the_box_has_it(party: Party) -> None:
    """The last one that is tapped takes its key along, for keyboards too, and whoever came by keyboard stays there; whoever
    takes it away again has it back."""
    table = gathered(party, 2, pieces="paper", racks="paper", answers="announced")
    page = table.phone(0)
    act = page.locator(".act:has(.slots)").first
    left = act.locator("[data-paint]").evaluate_all("(all) => all.map((one) => [one.dataset.paint, one.dataset.left])")
    paint = next(paint for paint, count in left if count == "1")
    key, options = act.locator(f"[data-paint='{paint}']"), act.locator(f"option[value='{paint}']")
    key.press("Enter")
    expect(key).to_be_disabled()
    expect(key).to_be_focused()
    act.locator(".slot").nth(1).tap()
    key.dispatch_event("click")
    assert act.locator("select").evaluate_all("(all) => all.map((one) => one.value)") == [paint, "", ""]
    disabled = "(all) => all.map((one) => one.disabled)"
    assert options.evaluate_all(disabled) == [False, True, True]
    act.locator("select").first.select_option("")
    expect(key).to_be_enabled()
    assert options.evaluate_all(disabled) == [False] * 3


TOP = "(part) => part.getBoundingClientRect().top"
TILES = {  # of each open rack
    2: [{"digit": 1, "colour": "green"}, {"digit": 2, "colour": "yellow"}, {"digit": 4, "colour": "brown"}],
    3: [{"digit": 5, "colour": "red"}, {"digit": 6, "colour": "green"}, {"digit": 7, "colour": "blue"}],
}


def enter(table: Gathering, seat: int, rack: int) -> int:
    """Somebody enters a rack on another phone; the version of the table then."""
    wire, base = table.wires[seat], table.hands[seat]
    offers = [offer for offer in wire.view(base)["offers"] if offer["kind"] == "enter"]
    offer = next(offer for offer in offers if offer["settled"]["rack"] == rack)
    move = {"kind": "enter", **offer["settled"], "tiles": TILES[rack]}
    return int(wire.post(f"{base}/move", offer=offer["id"], key=token_hex(16), move=move)["version"])


@pytest.mark.parametrize("size", [(360, 640), (768, 1180)], ids=["phone", "tablet"])
def test_the_keys_stand_still_while_others_enter_their_racks(party: Party, size: tuple[int, int]) -> None:
    """What one taps stays under the thumb, also at the end of the page, when a form above or below it goes because somebody
    else was quicker: the open racks are entered by whoever comes first. On a tablet little of the page is left then."""
    table = gathered(party, 2, pieces="paper", racks="paper", answers="announced")
    page = table.phone(0, viewport=dict(zip(("width", "height"), size, strict=True)))
    for own, other in ((3, 2), (1, 3)):
        keys = page.locator(f"#act-{own}-0 .palette")
        keys.evaluate("(part) => part.scrollIntoView({ block: 'center' })")
        keys.locator("[data-paint]:not([aria-disabled=true])").first.tap()
        before = keys.evaluate(TOP)
        assert 0 < before < size[1] - 190
        follow(page, enter(table, 1, other))
        expect(page.locator(f"#act-{other}-0")).to_have_count(0)
        assert abs(keys.evaluate(TOP) - before) <= 1, other


def test_what_one_forgot_is_told(party: Party) -> None:
    """Two tiles are no rack."""
    page = gathered(party, 2, pieces="paper", racks="paper", answers="announced").phone(0)
    act = page.locator(".act:has(.slots)").first
    act.locator("[data-paint]").first.tap()
    act.locator("button.main").tap(force=True)  # it looks as if it could not be tapped, and says why
    expect(page.locator("#toast")).to_have_text("Tap all three tiles.")


def test_what_one_sees_is_crossed_out_with_one_tap(party: Party) -> None:
    """On the sheet for what is certain; it is kept, and a second tap changes nothing."""
    page = gathered(party, 3).phone(0)
    page.locator('[data-set="tab=notes"]').tap()
    boxes = page.locator("#sheet-a input:checked")
    button = page.get_by_role("button", name="Cross out what I see")
    button.tap()
    expect(boxes).to_have_count(9)
    button.tap()
    expect(boxes).to_have_count(9)
    seen = [tile["digit"] for rack in view(page)["view"]["racks"] for tile in rack["tiles"] or ()]
    marked = boxes.evaluate_all("(all) => all.map((one) => Number(one.dataset.note.split('.')[2]))")
    assert sorted(marked) == sorted(seen)
    page.wait_for_function(
        "() => fetch(`${document.body.dataset.live}/notes`).then((r) => r.json()).then((d) => Object.keys(d.notes).length === 9)"
    )
    page.reload()
    page.locator('[data-set="tab=notes"]').tap()
    expect(boxes).to_have_count(9)


def test_new_tiles_have_clean_sheets_and_all_seven_fit(party: Party) -> None:
    """Marks of the tiles before are gone, words stay; the widest row has room on the smallest phone."""
    table = gathered(party, 3)
    page = table.phone(0, viewport={"width": 360, "height": 640})
    page.locator('[data-set="tab=notes"]').tap()
    page.get_by_role("button", name="Cross out what I see").tap()
    expect(page.locator("#sheet-a input:checked")).to_have_count(9)
    last = page.locator("#sheet-a .trow").last
    inside = (
        "(row) => [row.scrollWidth <= row.clientWidth, Math.min(...[...row.children].map((one) => one.offsetWidth))]"
    )
    assert last.evaluate(inside) == [True, 44]
    panel, row = box_of(page.locator(".tab-notes")), box_of(last.locator("label").last)
    assert row["x"] + row["width"] <= panel["x"] + panel["width"]
    send(page, "declare", digits=[1, 2, 3])
    expect(page.locator(".tab-hand .verdict")).to_be_visible()  # a verdict has brought it there
    page.locator('[data-set="tab=notes"]').tap()
    expect(page.locator("#sheet-a2")).to_be_visible()
    expect(page.locator("#sheet-a")).to_have_count(0)
    expect(page.locator(".mark input:checked")).to_have_count(0)
    page.get_by_role("button", name="Cross out what I see").tap()
    expect(page.locator("#sheet-a2 input:checked")).not_to_have_count(0)


def test_what_is_missing_in_a_declaration_is_said_in_our_words(party: Party) -> None:
    """Not by the browser, in whatever language that speaks."""
    page = gathered(party, 2).phone(0)
    page.locator('[data-dialog="declare"]').tap()
    page.locator('input[name="digits.0"][value="3"] + span').tap()
    declare, lacks = page.locator("#declare button.main"), "Choose all three digits."
    expect(declare).to_have_attribute("aria-disabled", "true")  # and looks so
    expect(declare).to_have_attribute("aria-description", lacks)
    declare.tap(force=True)
    expect(page.locator("#declare #toast")).to_have_text(lacks)
    for digit in (1, 2):
        page.locator(f'input[name="digits.{digit}"][value="3"] + span').tap()
    expect(declare).not_to_have_attribute("aria-disabled", "true")
    assert declare.get_attribute("aria-description") is None


def test_usual_names_stand_whole_beside_their_points(party: Party) -> None:
    """Two players side by side on the smallest phone; of a very long name the beginning is enough."""
    names = ("Anne", "Maximilian-Joseph", "Marie", "Marion")
    page = party.gather("code777", 4, names).phone(0, viewport={"width": 360, "height": 640})
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".scores .chip bdi").evaluate_all(cut) == ["Maximilian-Joseph"]
