"""Fully on phones: a whole game by tapping, what is kept and sealed, the printed kit, two phones on a seat."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect
from support.browser.fully import (
    CODES,
    EMPTY,
    ROWS,
    agree_on,
    compose,
    gathered,
    jot,
    note,
    others,
    paint,
    propose,
    reply,
    seal,
    set_up,
    speak,
    tab,
)
from support.browser.people import Party, box_of, held, picture, send, sure, sync

from referee.fully.moves import Findings
from referee.fully.scoring import sheet

LOCALES = ("en-GB", "fr-FR", "en-US", "fr-CA")
HOLES = (None,) * 9
WHOLLY = """(part) => part.getBoundingClientRect().top >= 0
    && part.getBoundingClientRect().bottom <= document.querySelector(".bar").getBoundingClientRect().top"""
LOW_IN_VIEW = """(part) => {
    const bar = document.querySelector('.bar').getBoundingClientRect().top;
    scrollBy(0, part.getBoundingClientRect().bottom - bar + 70);
}"""
TURN = (
    ("red", "C", 2, 9),
    ("blue", "A", 5, 4),
    ("yellow", "D", 8, 6),
    ("green", "C", 0, 0),  # both have it all
)  # who speaks, and the reply

FIRST_SIGHT = """() => new MutationObserver((_, eyes) => {
    const all = [...document.querySelectorAll('.win, .tab-hand > .why, .reveal .why, .team-sheet, .cheer, .rematch, body.hand :is(#truths, #story, #tally)')];
    if (!document.querySelector('.win')) return;
    eyes.disconnect();
    if (document.querySelector('.step')) document.getAnimations().forEach((each) => each.pause());
    const seen = (e) => e.checkVisibility() && getComputedStyle(e).opacity !== '0';
    const sums = document.querySelector('.totals')?.getBoundingClientRect();
    window.high = sums && sums.bottom < innerHeight / 2 && sums.height > 120;
    window.shown = all.length > 1 ? all.filter(seen).map((e) => e.textContent) : ['too little'];
}).observe(document.querySelector('main'), { childList: true, subtree: true })"""


def talk(phones: Sequence[Page], turns: range) -> None:
    """Everybody speaks in turn, and the partner replies; in the first round by thumb."""
    for turn in turns:
        colour, place, digit, answer = TURN[turn % 4]
        speaker, partner = phones[turn % 4], phones[(turn + 2) % 4]
        if turn < 4:
            speak(speaker, colour, place, digit)
            reply(partner, answer)
        else:
            send(speaker, "speak", colour=colour, place=place, digit=digit)
            send(partner, "reply", digit=answer)
    sync(phones)


def found_by(seat: int) -> tuple[list[Sequence[str | None]], Sequence[int | None]]:
    """What each has found in the end: Bob has a wrong colour and some holes, Dan has nothing."""
    rows: list[Sequence[str | None]] = [ROWS[other] for other in others(seat)]
    if seat == 1:
        rows[1] = ("blue", *ROWS[0][1:4], None)
    return (rows, CODES[1 - seat % 2]) if seat < 3 else ([EMPTY] * 3, HOLES)


def points() -> list[int]:
    """What the teams get for that, when East and West have called FULLY."""
    found = []
    for seat in range(4):
        (partner, first, second), code = found_by(seat)
        found.append(Findings(partner, first, second, code))  # type: ignore[arg-type]
    return [team.points for team in sheet(ROWS, CODES, found, caller=1).teams]  # type: ignore[arg-type]


def test_before_the_game_everybody_sees_who_plays_with_whom(party: Party) -> None:
    """On the table screen and on phones, by name."""
    host = party.host()
    party.table(host, 4, game="Fully")
    anne = party.sit(host, 0, "Anne")
    party.sit(host, 2, "Cleo")
    for page in (host, anne):
        expect(page.locator(".pairs")).to_have_text(
            re.compile("North–South: Anne with Cleo.*East–West: Seat 2 with Seat 4")
        )


def test_three_rounds_and_a_fully_that_was_wrong(party: Party) -> None:
    """Rows and codes, the talk, a FULLY that the partner declines and one that is called, notes that are sealed, points."""
    table = gathered(party, rounds="3")
    host, phones = table.host, [table.phone(seat, locale=locale) for seat, locale in enumerate(LOCALES)]
    anne, bob, cleo, dan = phones

    # A row is complete or it is no row; the code comes to the partner's phone, and a digit has one place in it.
    form = anne.locator("#act-row form")
    paint(form.locator(".fill"), ROWS[0][:4])
    anne.locator('.bar [data-kind="row"]').tap(force=True)  # it does not look as if it did anything
    expect(anne.locator("#act-row")).to_be_visible()
    expect(form.locator(".slot input").nth(4)).to_be_checked()  # what is painted next goes where nothing is
    paint(form.locator(".fill"), ROWS[0][4:], 4)
    anne.locator('.bar [data-kind="row"]').tap()
    expect(anne.locator("#act-row")).to_have_count(0)
    code = anne.locator("#act-code .fill")
    paint(code, (4, 6, 4))
    expect(code.locator("select").nth(0)).to_have_value("")
    paint(code, (4, *CODES[0][1:]))
    anne.locator('.bar [data-kind="code"]').tap()
    expect(cleo.locator("#act-code")).to_have_count(0)
    expect(cleo.locator("#coder")).to_have_text("Anne has set your code; you can change it below.")
    expect(anne.locator("#coder")).to_have_count(0)
    with held(cleo, ".own .legend"):
        assert [int(digit) for digit in cleo.locator(".own .legend dt").all_inner_texts()] == list(CODES[0])
    compose(bob, ROWS[1])
    for seat in (2, 3):
        send(phones[seat], "row", colours=ROWS[seat])
    bob.locator("#act-code [data-lot]").tap()
    expect(bob.locator("#act-code select").last).not_to_have_value("")
    drawn = [select.input_value() for select in bob.locator("#act-code select").all()]
    assert sorted(drawn) == list("123456789")
    agree_on(bob, CODES[1])

    # The first round as the old sheet tells it; both partners read it in words, nobody else does.
    expect(host.locator(".compass .turn").filter(has_text="Anne")).to_be_visible()
    speak(anne, "red", "C", 2)
    with held(cleo, "#lens p.secret"):
        expect(cleo.locator("#lens p.secret")).to_have_text("Do you have it?")
    expect(bob.locator("#latest")).to_contain_text("2")
    expect(bob.locator("#latest .secret")).to_have_count(0)
    reply(cleo, 9)
    expect(host.locator(".talk td.newest")).to_contain_text("9")
    propose(dan)  # East speaks now; West may propose as well
    for page in (anne, cleo, host):
        expect(page.locator(".call-note")).to_contain_text("FULLY")
    bob.locator('.bar [data-kind="agree"][value="false"]').tap()
    expect(host.locator(".talk .call")).to_have_text("FULLY? No.")
    expect(anne.locator('form[data-kind="fully"]')).to_have_count(0)
    talk(phones, range(1, 4))
    expect(dan.locator("#latest .secret")).to_have_text(
        "J’ai tout trouvé — J’ai tout trouvé"
    )  # a 0 in words, for their own team
    for page in (anne, cleo, host):
        expect(page.locator("#latest")).to_contain_text("0")
        expect(page.locator("#latest .secret, #latest .plain")).to_have_count(0)
    talk(phones, range(4, 9))
    expect(host.locator(".roundno")).to_have_text("Round 3 of 3")

    tab(anne, "log")
    expect(anne.locator(".talk tbody tr").first).to_have_attribute("id", "round-3")
    expect(anne.locator(".words li")).to_have_count(5)  # their own turns, whatever the others’ digits are
    with held(anne, ".words .secret"):
        expect(anne.locator(".words .secret").last).to_have_text("Do you have it? — No")

    # Notes belong to the seat; in the end they are the form.
    tab(anne, "notes")
    with anne.expect_response(lambda sent: sent.url.endswith("/notes") and sent.request.method == "POST"):
        note(anne, *found_by(0))
    anne.reload()
    talk([anne, *phones[1:]], range(9, 11))
    propose(dan)
    sure(bob.locator('.bar [data-kind="agree"][value="true"]'))
    for page in (anne, cleo, host):
        expect(page.locator(".call-note").last).to_contain_text("FULLY")
    for page in phones:
        expect(page.locator('.bar [data-kind="seal"]')).to_be_visible()
        expect(page.locator('form[data-kind="speak"]')).to_have_count(0)
    expect(host.locator(".call-note").first).to_have_text("The talk is over: seal your boards.")
    fields = anne.locator("#found-rows select")
    wanted = [f'"{colour}"' for other in others(0) for colour in ROWS[other]]
    expect(fields.last).to_have_value(wanted[-1])
    assert [field.input_value() for field in fields.all()] == wanted
    picture(anne, "fully-seal", whole=True)
    seal(anne)
    expect(anne.locator("#sealed")).to_be_visible()
    expect(anne.locator("#findings")).to_be_hidden()
    expect(host.locator(".compass .at-0")).to_contain_text("has sealed")
    expect(host.locator(".reveal")).to_have_count(0)
    for seat in (1, 2):
        jot(phones[seat], *found_by(seat))
        seal(phones[seat])
    expect(bob.locator("#sealed")).to_be_visible()
    anne.clock.install()
    host.clock.install()
    for page in (*phones, host):
        page.emulate_media(reduced_motion="no-preference")  # the end is told row by row
        page.evaluate(FIRST_SIGHT)
    seal(dan)

    one, two = points()
    assert one > two
    for page in (*phones, host):
        expect(page.locator(".win")).to_contain_text("Anne")
        assert page.evaluate("window.shown") == [], "the table counts first: nobody is told before it is done"
        assert page is not host or page.evaluate("window.high"), "the count is the first thing to see, and large"
        if page not in (anne, host):
            page.emulate_media(reduced_motion="reduce")
    expect(anne.locator("#sheet-0 > h2 .sum")).to_have_text(str(one))
    expect(anne.locator("#sheet-1 > h2 .sum")).to_have_text(str(two))
    expect(anne.locator("#sheet-1 .lead")).to_contain_text("wrong")
    expect(dan.locator("#sheet-1 .lead")).to_have_text("FULLY a été annoncé, et c’était faux.")
    expect(anne.locator("#sheet-1 .pawns .wrong small")).to_have_text("−4")  # an opponent's colour, doubled
    expect(host.locator(".count strong")).to_have_text([str(one), str(two)])
    expect(host.locator(".step")).to_have_count(12)
    expect(host.locator(".step").last).to_have_css("opacity", "0")  # row by row; nobody here has the patience
    host.evaluate("document.getAnimations().forEach((each) => each.finish())")
    expect(host.locator(".step").last).to_have_css("opacity", "1")
    whole = host.viewport_size
    assert whole
    host.set_viewport_size({"width": 390, "height": 844})
    picture(host, "fully-reveal-narrow", whole=True)
    pawn, cell = (box_of(host.locator(f".talk {part}").first) for part in ("td .pawn", "td"))
    assert pawn["x"] >= cell["x"], "colour and place fit their column"
    assert len({box["x"] for step in host.locator(".step").all() if (box := step.bounding_box())}) == 1, "one column"
    assert host.evaluate("document.documentElement.scrollWidth") == 390
    host.set_viewport_size(whole)
    picture(host, "fully-reveal", whole=True)
    sheet = anne.locator(".team-sheet").first
    expect(sheet).to_be_hidden()
    anne.clock.fast_forward(13_000)
    expect(sheet).to_be_visible()
    expect(anne.locator(".counting")).to_be_hidden()
    tab(anne, "log")
    tab(anne, "hand")
    assert sheet.is_visible(), "counted once"
    anne.reload()
    assert sheet.is_visible(), "nor after a reload"
    picture(anne, "fully-over", whole=True)

    host.clock.fast_forward(13_000)
    host.get_by_role("button", name="Play again").click()
    expect(anne.locator("#act-row")).to_be_visible()
    tab(anne, "notes")
    expect(anne.locator("#found-rows select").first).to_have_value("")


def test_with_the_printed_kit_the_talk_stays_at_the_table(party: Party) -> None:
    """Rows and codes are told, sealed, verified; a wrong row is put right by the host, and the points follow."""
    table = gathered(party, pieces="paper")
    set_up(table)
    host, phones = table.host, table.phones()
    for page in phones:
        expect(page.locator('.bar [data-kind="seal"]')).to_be_visible()
        expect(page.locator('form[data-kind="speak"]')).to_have_count(0)
        expect(page.locator("#status")).to_have_text("Play on at the table.")
    expect(host.locator('form[data-kind="skip"]')).to_have_count(0)
    propose(phones[0])
    sure(phones[2].locator('.bar [data-kind="agree"][value="true"]'))
    expect(phones[1].locator(".call-note")).to_contain_text("North–South have called FULLY.")
    for seat in (0, 2):
        jot(phones[seat], [ROWS[other] for other in others(seat)])
    for page in phones:
        seal(page)
    expect(phones[0].locator(".win")).to_contain_text("Anne")
    expect(phones[3].locator("#sheet-0 .lead")).to_contain_text("right")
    host.locator("#fixes > summary").click()
    host.locator("#fix-row-1-1 > summary").click()
    form = host.locator("#fix-row-1-1 form")
    for colour in ("blue", *ROWS[1][1:]):
        form.locator(f""".palette [data-paint='"{colour}"']""").click()
    form.get_by_role("button", name="Put right").click()
    expect(phones[0].locator("#sheet-0 .lead")).to_contain_text("wrong")
    expect(phones[0].locator("#truths .mended")).to_have_text("put right")


def test_what_lacks_is_told_and_nothing_moves_that_is_in_view(party: Party) -> None:
    """The next tap is on its way to a digit; one that is out of view comes wholly into it."""
    table = gathered(party)
    set_up(table)
    anne = table.phone(0, viewport={"width": 360, "height": 640})
    digits = anne.locator("#act-speak fieldset").last
    for name in ("colour", "place"):
        anne.locator(f"#act-speak label:has([name={name}])").first.tap()
    anne.evaluate("document.body.style.minHeight = '3000px'")  # or it cannot slide at all
    digits.evaluate(LOW_IN_VIEW)
    before = box_of(digits)
    anne.locator('.bar [data-kind="speak"]').tap(force=True)
    expect(anne.locator("#toast")).to_have_text("Choose a colour, a place and a digit first.")
    assert box_of(digits) == before
    anne.set_viewport_size({"width": 360, "height": 420})
    anne.evaluate("scrollTo(0, 0)")
    anne.locator('.bar [data-kind="speak"]').tap(force=True)
    assert digits.evaluate(WHOLLY)


@pytest.mark.parametrize("page", ["hand", "log", "notes"])
def test_one_button_leads_to_the_rows_and_seals(party: Party, page: str) -> None:
    """On a small phone, from every page of the hand: what one has found begins at the top, the cursor is where the board has a
    gap, and the button that led there seals, asking twice; away from the board it leads there again."""
    table = gathered(party, pieces="paper")
    set_up(table)
    anne = table.phone(0, viewport={"width": 360, "height": 640})
    bar = anne.locator('.bar [data-kind="seal"]')
    expect(bar).to_have_text("Look through and seal")
    jot(anne, [ROWS[2][:3]])
    tab(anne, page)
    if page != "notes":
        bar.tap()
        expect(anne.locator("#found-rows .slot input").nth(3)).to_be_checked()
    expect(bar).to_have_text("Seal it")
    expect(anne.locator("#findings h2")).to_be_in_viewport()
    expect(anne.locator("#found-rows .slot").first).to_be_in_viewport()
    expect(anne.get_by_role("button", name=re.compile("^Seal"))).to_have_count(1)
    picture(anne, f"fully-look-through-{page}")
    sure(bar)
    expect(anne.locator("#sealed")).to_have_count(1)
    tab(anne, "hand")
    expect(bar).to_have_text("Change what I sealed")
    bar.tap()
    expect(bar).to_have_text("Seal again")
    expect(anne.locator("#findings h2")).to_be_in_viewport()


def test_who_scrolls_away_while_it_asks_is_led_to_the_board_again(party: Party) -> None:
    """The question lapses, and what one does not look at is not sealed."""
    table = gathered(party, pieces="paper")
    set_up(table)
    anne = table.phone(0, viewport={"width": 360, "height": 640})
    anne.clock.install()
    bar = anne.locator('.bar [data-kind="seal"]')
    bar.tap()
    expect(bar).to_have_text("Seal it")
    bar.tap()
    expect(bar).to_have_text("Seal it? Tap again")
    anne.evaluate("scrollTo(0, 0)")
    expect(anne.locator("#findings h2")).not_to_be_in_viewport()
    anne.clock.run_for(6100)
    assert bar.text_content() == "Look through and seal", "at once: the next news of the table would bring it, too"


def test_somebody_writes_down_what_is_said(party: Party) -> None:
    """Any phone; a slip of the thumb is put right by whoever made it, and the log says so."""
    table = gathered(party, pieces="paper", logged="yes", rounds="1")
    set_up(table)
    host, (other, writer) = table.host, table.phones(1, 3)
    expect(writer.get_by_text("What does Anne say?")).to_be_visible()
    speak(writer, "red", "B", 2)
    expect(writer.get_by_text("What does Cleo reply?")).to_be_visible()
    sync([writer, other])
    expect(other.locator('details[id^="amend"]')).to_have_count(0)
    writer.locator('details[id^="amend"] summary').tap()
    form = writer.locator('form[data-kind="amend"]')
    form.locator("select[name=place]").select_option("C")
    form.locator("button").tap()
    expect(host.locator(".talk .mended")).to_have_text("put right")
    expect(host.locator(".talk .what .place").first).to_have_text("C")
    reply(other, 9)
    expect(host.locator(".talk .newest .digits2")).to_contain_text("9")
    expect(host.locator(".remarks .was")).to_contain_text("B")


def test_two_phones_on_one_seat(party: Party) -> None:
    """The same hand and the same notes; whoever is second finds it done."""
    table = gathered(party, rounds="1")
    host, phones = table.host, table.phones(0, 1)
    host.locator("#more-0 > summary").click()
    second = party.sit(host, 0, "Anne")
    compose(second, ROWS[0])
    expect(phones[0].locator("#act-row")).to_have_count(0)
    with held(phones[0], ".own .pawns"):
        pass
    for page in (phones[0], second):
        tab(page, "notes")
    note(phones[0], [ROWS[2]])
    for i, colour in enumerate(ROWS[2]):
        expect(second.locator("#found-rows select").nth(i)).to_have_value(f'"{colour}"')
    second.locator("#strike-1 summary").tap()
    with second.expect_response(lambda sent: sent.url.endswith("/notes") and sent.request.method == "POST"):
        second.locator("#strike-1 .strike input").nth(7).tap()
    expect(phones[0].locator("#strike-1 .strike input").nth(7)).to_be_checked()
    tab(phones[1], "notes")
    expect(phones[1].locator(".strike input:checked")).to_have_count(0)
