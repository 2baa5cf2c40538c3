"""Inkognito on phones: a series by tapping, the decisive moments of three and five, printed cards, and what axe finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser.checkup import Checkup, in_longer
from support.browser.inkognito import (
    LEGAL,
    NAMES,
    all_go,
    begin,
    call,
    fill,
    finish,
    first_two_meet,
    gathered,
    go,
    go_at_once,
    hand_over,
    hand_over_at_once,
    meet,
    pairs,
    peek,
    pick,
    truth,
)
from support.browser.people import Party, box_of, covered, held, patiently, picture, poke, sure, sync


def points(page: Page) -> list[int]:
    """What each has, as the page shows it."""
    return [row.locator(".won").count() for row in page.locator(".scores li").all()]


def test_a_series_of_four_a_wrong_call_and_a_right_one(party: Party) -> None:
    """Pairs that are marked, an exchange that nobody else sees, two deals, both kinds of verdict, allies who win."""
    host, phones = begin(party, 4, target="2")
    true = truth(phones, thumb=True)
    anne, ally = phones[0], true.ally(0)
    others = [seat for seat in (1, 2, 3) if seat != ally]
    nth = meet(phones, 0, ally)
    expect(host.locator(".venice .link").first).to_be_attached()
    picture(host, "inkognito-table")

    # Each pick is marked at once; what may not be shown cannot be handed over.
    mine, lies = (true.identities[0], true.fragments[0]), [lie for true_, lie in pairs(true, 0)[:2]]
    tally, give = anne.locator("#exchange .tally"), anne.locator("#exchange form:has(.picks) button.main")
    anne.locator('[data-dialog="exchange"]').tap()
    expect(give).to_be_disabled()
    expect(anne.locator("#exchange .face").first).to_have_css("border-top-color", "rgb(35, 101, 174)")  # Anne is blue
    pick(anne, *mine)
    expect(tally).to_have_attribute("data-state", "wrong")
    pick(anne, mine[1], mine[0], *lies)
    expect(tally).to_have_attribute("data-state", "wrong")
    expect(give).to_be_disabled()
    pick(anne, mine[0])  # a third card: the first of the three is put back
    expect(anne.locator("#exchange [data-pick]:checked")).to_have_count(2)
    expect(tally).to_have_attribute("data-state", "ok")
    expect(tally).to_contain_text("One of them is true.")
    picture(anne, "inkognito-exchange")
    shown = {mine[0], lies[1]}

    # What the one has laid down, the other sees when he has laid down too, and nobody else ever.
    give.tap()
    expect(anne.locator("#act-meeting-1-" + str(nth - 1))).to_contain_text("You have decided.")
    sync(phones)
    assert set(peek(anne)[2:]) == shown
    assert peek(phones[ally])[2:] == []
    hand_over(phones[ally], *pairs(true, ally)[0])
    sync(phones)
    assert set(peek(phones[ally])[2:4]) == shown
    assert peek(anne)[2:4] == list(dict.fromkeys(sorted(pairs(true, ally)[0], key=cards_in_order)))
    assert all(peek(phones[seat])[2:] == [] or nth > 1 for seat in others)
    finish(phones)

    # The clue sheet has filled itself in, and keeps the owner's marks. It lies open: what tells of own true cards does not.
    anne.locator('[data-set="tab=notes"]').tap()
    block = anne.locator(f"#rival-1-{ally}")
    by_anne = block.get_by_role("img", name="shown by you")
    expect(block.get_by_role("img", name="shown to you")).to_have_count(2)
    for look in (f"#rival-1-{ally} [data-peek]", ".bar .hold"):
        expect(by_anne).to_have_count(0)
        with held(anne, f"#rival-1-{ally} .telling", look):
            expect(by_anne).to_have_count(2)
    box = block.locator(".markbox").first
    for mark in ("✕", "✓"):
        box.tap()
        expect(box).to_have_value(mark)
    with anne.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        box.press("Enter")
    anne.reload()
    anne.locator('[data-set="tab=notes"]').tap()
    expect(box).to_have_value("?")
    anne.locator('[data-set="tab=log"]').tap()
    expect(anne.locator(".line.round").first).to_contain_text("A meeting")
    assert anne.locator(".log .face").count() == 0
    anne.locator('[data-set="tab=hand"]').tap()

    # A wrong call: two fragments are swapped. The other alliance gets the points, and all is told.
    nth = meet(phones, 0, ally, nth)
    wrong = list(true.fragments)
    wrong[others[0]], wrong[others[1]] = wrong[others[1]], wrong[others[0]]
    fill(anne, true.identities, wrong, 0)
    holders = [true.identities.index(one) for one in "FBZX"]
    said = ["✓" if holder in (0, ally) else wrong[holder] for holder in holders]  # what is fixed is not written out
    assert anne.locator("#call .dial b").all_inner_texts() == said
    anne.locator("#call [data-close]").tap()
    anne.locator('[data-dialog="call"]').tap()  # what was chosen is still chosen
    sure(anne.locator("#call button.main"))
    for page in (*phones, host):
        verdict = page.locator(".verdict.wrong")
        expect(verdict).to_be_visible()
        expect(verdict).to_contain_text("4 of 4 identities and 2 of 4 fragments")
        expect(verdict).to_contain_text("\N{NO-BREAK SPACE}".join(true.number()))
        expect(verdict.locator(".no")).to_have_count(2)
        assert points(page) == [int(seat in others) for seat in range(4)]
    picture(phones[1], "inkognito-verdict", whole=True)

    # The next deal: other cards, a clean sheet. The leaders meet and call right.
    again = phones[others[0]].locator(':is(form[data-kind="again"] button, .bar [data-kind="again"][form])')
    stopped = phones[others[0]].clock
    stopped.install(time=0)
    stopped.pause_at(1000)
    again.tap()
    expect(again).to_have_text("Really deal again?")
    stopped.run_for(6_000)
    expect(again).to_have_text("Deal again")  # nobody tapped a second time
    stopped.resume()
    sync([*phones, host])
    assert host.locator(".verdict").count() == 1, "one tap is not enough to take it from everybody's eyes"
    sure(again)
    for phone in phones:
        expect(phone.locator(".verdict")).to_have_count(0)
    anne.locator('[data-set="tab=notes"]').tap()
    assert {box.input_value() for box in anne.locator(".markbox").all()} == {""}
    anne.locator('[data-set="tab=hand"]').tap()
    true = truth(phones)
    caller = others[0]
    meet(phones, caller, true.ally(caller))
    call(phones[caller], true.identities, true.fragments, caller)
    winners = {caller, others[1]} if true.ally(caller) == others[1] else {caller}
    for page in (*phones, host):
        expect(page.locator(".verdict.right")).to_contain_text("the allies who called")
        expect(page.locator(".win")).to_contain_text(" and ".join(NAMES[seat] for seat in sorted(winners)))
    picture(host, "inkognito-over", whole=True)


def cards_in_order(card: str) -> int:
    """As the cards lie on every phone."""
    return ("F", "B", "Z", "X", "52", "11", "0", "29").index(card)


def test_three_players_and_the_agent_that_nobody_plays(party: Party) -> None:
    """Somebody follows it to a place, looks at a card of it, and at his next meeting calls all four agents."""
    _, phones = gathered(party, 3, target="1")
    true = truth(phones)
    look = [phone.locator('form[data-kind="look"]') for phone in phones]
    for _ in patiently("somebody meets nobody's agent", 120):
        round_of(phones, follow=True)
        if any(form.count() for form in look):
            break
        finish(phones)
    seat = next(i for i, form in enumerate(look) if form.count())
    page = phones[seat]
    expect(page.locator(".act h2")).to_contain_text("You meet nobody’s agent")
    look[seat].locator("button").first.tap()
    expect(look[seat]).to_have_count(0)
    assert true.identities[3] in peek(page)[2:]
    page.locator('[data-set="tab=notes"]').tap()
    expect(page.locator("#rival-1-3 .ring")).to_be_hidden()
    with held(page, "#rival-1-3 .ring", "#rival-1-3 [data-peek]"):
        expect(page.locator("#rival-1-3 .ring")).to_have_count(1)
    page.locator('[data-set="tab=hand"]').tap()
    finish(phones)
    callers = [phone.locator('[data-dialog="call"]') for phone in phones]
    for _ in patiently("somebody meets"):
        round_of(phones, follow=False)
        if any(button.count() for button in callers):
            break
    seat = next(i for i, button in enumerate(callers) if button.count())
    call(phones[seat], true.identities, true.fragments, seat)
    for phone in phones:
        expect(phone.locator(".verdict.right")).to_contain_text(f"A point for {NAMES[seat]}.")
        expect(phone.locator(".win")).to_contain_text(NAMES[seat])


def round_of(phones: list[Page], follow: bool) -> None:
    """Each plays a place: after nobody's agent if that is alone; else two of them together."""
    todo = list(range(len(phones)))
    for _ in patiently("a round"):
        sync(phones)
        for seat in list(todo):
            buttons = phones[seat].locator(':is(form[data-kind="go"] button, .bar [data-kind="go"][form])')
            if not buttons.count():
                continue
            free = [button.get_attribute("value") or "" for button in buttons.all()]
            there = phones[seat].locator('form[data-kind="go"] button:has(.nobody)')
            alone = follow and there.count() and there.locator(".chip").count() == 1
            go_at_once(phones[seat], (there.get_attribute("value") or "") if alone else free[0 if seat < 2 else -1])
            todo.remove(seat)
            sync(phones)
        if not todo:
            return


def test_five_players_and_the_ambassador(party: Party) -> None:
    """He hides his place, gives audience, hears what is asked through him, and takes the telephone."""
    host, phones = gathered(party, 5, target="1")
    true = truth(phones)
    eve = phones[4]
    go(eve, "rialto")
    expect(phones[0].locator('form[data-kind="go"]')).to_have_count(1)
    sync([*phones, host])
    for page in (*phones[:4], host):
        assert page.locator(".stop:has(.star), .stops .star").count() == 0, "his place lies face down"
    with held(eve):
        expect(eve.locator(".secret .true")).to_contain_text("Rialto")
    all_go(phones, {0: "rialto", 1: "rialto", 2: "marco", 3: "marco"})
    sync(phones)
    expect(eve.locator(".act h2")).to_have_text("Anne, Mario come before you at Rialto")
    expect(phones[0].locator('[data-dialog="call"]')).to_have_count(0)
    for seat in range(4):
        hand_over_at_once(phones[seat], *pairs(true, seat)[0])
    eve.locator(':is(form[data-kind="pass"] button, .bar [data-kind="pass"][form])').tap()
    expect(eve.locator('form[data-kind="go"]')).to_have_count(1)
    assert set(peek(eve)) == {*pairs(true, 0)[0], *pairs(true, 1)[0]}
    sync(phones)
    assert peek(phones[0])[2:] == sorted(pairs(true, 0)[0], key=cards_in_order), "Anne saw nothing of Mario's"

    # Through him Mario has Zoë asked, while Anne and Zoë meet elsewhere. He listens, and sees the card as well.
    all_go(phones, {4: "salute", 0: "giorgio", 1: "salute", 2: "rialto", 3: "giorgio"})
    sync(phones)
    ask = phones[1].locator(':is(form[data-kind="ask"] button, .bar [data-kind="ask"][form])')
    expect(ask).to_have_count(3)
    ask.last.tap()
    expect(ask).to_have_count(0)
    sync([*phones, host])
    assert phones[3].locator("#act-answer").count() == 0
    eve.locator(':is(form[data-kind="pass"] button, .bar [data-kind="pass"][form])').tap()
    expect(phones[3].locator("#act-answer")).to_contain_text("Mario wants to see a true card of yours")
    expect(host.locator(".venice .asking")).to_have_count(1)
    expect(phones[2].locator(".stop.met .kind").first).to_contain_text("Mario had Zoë asked")
    phones[3].locator(':is(form[data-kind="answer"] button, .bar [data-kind="answer"][form])').last.tap()
    expect(phones[3].locator("#act-answer")).to_have_count(0)
    sync(phones)
    assert peek(phones[1])[2:3] == peek(eve)[:1] == [true.fragments[3]]
    assert true.fragments[3] not in peek(phones[2])[2:4]
    finish(phones)

    all_go(phones, {4: "sospiri", 0: "salute", 1: "marco", 2: "sospiri", 3: "rialto"})
    call(eve, true.identities, true.fragments, -1)
    for page in (*phones, host):
        expect(page.locator(".verdict.right")).to_contain_text("A point for Eve.")
        expect(page.locator(".win")).to_contain_text("Eve")


def test_printed_cards_are_checked_by_the_phone_and_the_call_is_judged(party: Party) -> None:
    """A pair is marked and remembered, struck out, repeated; a true card goes from phone to phone; a call needs an ally."""
    host, phones = gathered(party, 4, pieces="paper", target="1")
    anne, mario = phones[:2]
    expect(anne.locator("#status")).to_have_text("Play on at the table.")
    true = truth(phones)
    give = anne.locator("#hand-1 form:has(.picks) button.main")

    def pair() -> None:
        anne.locator('[data-dialog="hand-1"]').tap()
        assert not covered(anne, "#hand-1")
        pick(anne, *pairs(true, 0)[4])

    pair()
    expect(anne.locator("#hand-1 .tally")).to_have_attribute("data-state", "ok")
    give.tap()
    expect(anne.locator('form[data-kind="retract"]')).to_have_count(1)
    assert set(peek(anne)[2:]) == set(pairs(true, 0)[4])
    assert peek(mario)[2:] == [], "Mario has the printed cards in his hand"
    pair()
    expect(anne.locator("#hand-1 .tally")).to_have_attribute("data-state", "same")
    expect(give).to_be_disabled()
    anne.locator("#hand-1 [data-close]").tap()
    sure(anne.locator(':is(form[data-kind="retract"] button, .bar [data-kind="retract"][form])'))
    expect(anne.locator('form[data-kind="retract"]')).to_have_count(0)
    anne.locator('[data-dialog="hand-1"]').tap()
    expect(anne.locator("#hand-1 .tally")).to_have_attribute("data-state", "ok")  # the cards are still picked
    sure(anne.locator('#hand-1 form[data-kind="show"] button[value="fragment"]'))
    expect(mario.locator(".news")).to_contain_text("From Anne")
    dot = "getComputedStyle(document.querySelector('.bar .hold'), '::after').content !== 'none'"
    assert mario.evaluate(dot), "something new lies under the veil"
    assert peek(mario)[2:] == [true.fragments[0]]
    assert not mario.evaluate(dot), "and has been looked at"

    # By his own words he meets no ally: that is said where he chooses, as soon as what he holds can be seen by what is left.
    ally = true.ally(0)
    stranger = next(seat for seat in (1, 2, 3) if seat != ally)
    fill(anne, true.identities, true.fragments, 0)
    expect(anne.locator("#call button.main")).to_be_disabled()
    expect(anne.locator("#call .stranger")).to_be_hidden()
    anne.locator(f'#call input[name="met"][value="{stranger}"] + span').tap()
    expect(anne.locator("#call .stranger")).to_have_text("By your own words, whoever you meet is not your ally.")
    expect(anne.locator("#call .stranger")).to_be_in_viewport(ratio=1)
    expect(anne.locator("#call button.main")).to_be_disabled()
    anne.locator(f'#call input[name="met"][value="{ally}"] + span').tap()
    expect(anne.locator("#call .stranger")).to_be_hidden()
    sure(anne.locator("#call button.main"))
    for page in (*phones, host):
        expect(page.locator(".verdict.right")).to_contain_text("the allies who called")
        expect(page.locator(".win")).to_contain_text("Anne")


def test_true_cards_are_marked_where_one_chooses_while_one_looks(party: Party) -> None:
    """The panel of the hand would lie over them. All of the dialog is in view on a small phone."""
    _, phones = gathered(party)
    true = truth(phones)
    ally = true.ally(0)
    meet(phones, 0, ally)
    anne = phones[0]
    anne.set_viewport_size({"width": 360, "height": 640})
    anne.locator('[data-dialog="exchange"]').tap()
    assert not covered(anne, "#exchange")
    with held(anne, "#exchange .pick.real small", "#exchange > .hold"):
        expect(anne.locator("#exchange .pick small:visible")).to_have_count(2)
        marked = anne.locator("#exchange .pick:has(small:visible) .face b").all_inner_texts()
        assert marked == [true.identities[0], true.fragments[0]]
        expect(anne.locator("#lens")).to_have_count(0)
        face = anne.locator("#exchange .pick.real:has(.face:not(.number))")
        badge, name = box_of(face.locator("small")), box_of(face.locator("i"))
        assert badge["y"] + badge["height"] <= name["y"], "who it is stays in sight"
        picture(anne, "inkognito-exchange-look")
    picture(anne, "inkognito-exchange")
    # In the call, too; and what is one's own cannot be called of somebody else.
    anne.locator("#exchange [data-close]").tap()
    fill(anne, true.identities, true.fragments, 0)
    assert not covered(anne, "#call")
    with held(anne, "#call #lens", "#call > .hold"):
        picture(anne, "inkognito-call-look")
    other = next(seat for seat in (1, 2, 3) if seat != ally)
    ready, double = anne.locator("#call button.main"), anne.locator("#call .double")
    expect(ready).to_be_enabled()
    expect(anne.locator("#call .ticked")).to_be_visible()
    assert "··" not in anne.locator("#call .dial b").all_inner_texts(), "whatever may be called has no gap"
    expect(double).to_be_hidden()
    for name, cards in (("identities", true.identities), ("fragments", true.fragments)):
        for card, taken in ((cards[0], True), (cards[other], False)):
            anne.locator(f'#call [name="{name}.{other}"][value="{card}"] + span').tap()
            expect(double).to_be_visible(visible=taken)
            expect(ready).to_be_enabled(enabled=not taken)
            picture(anne, f"inkognito-call-{name}-{taken}")


def test_whoever_has_handed_over_sees_what_comes_of_it(party: Party) -> None:
    """However far down the page somebody was who opened the dialog."""
    table = party.gather("inkognito", 4)
    first_two_meet(table)
    page = table.phone(0, viewport={"width": 360, "height": 640})
    page.evaluate("scrollTo(0, 1e6)")
    assert page.evaluate("scrollY") > 0
    hand_over(page, *page.evaluate(LEGAL).split("|")[0].split())
    expect(page.locator(".tab-hand .veil .hold")).to_be_in_viewport(ratio=1)
    expect(page.locator("#status")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("scheme", "lang"), in_longer("dark"))
def test_axe_finds_nothing_and_targets_are_large(party: Party, scheme: str, lang: str) -> None:
    """Every state of a hand, with a long name, beside three seats that run by themselves; and the table."""
    look = {"locale": {"en": "en-GB", "fr": "fr-FR"}[lang]}
    table = party.gather("inkognito", 4, ("Maximiliane-Sophie A",), away=(1, 2, 3), lang=lang, target="1")
    page = table.phone(0, **look)
    check = Checkup("inkognito", lang, scheme)

    meeting = page.locator('[data-dialog="exchange"]')
    expect(page.locator('form[data-kind="go"]')).to_be_visible()
    check(page, "go")
    for _ in patiently("a meeting"):
        expect(page.locator(".status.mine")).to_be_visible()  # the others play by themselves
        if meeting.count():
            break
        kinds = [kind for kind in ("ask", "answer", "pass") if page.locator(f'form[data-kind="{kind}"]').count()]
        if kinds and "asked" not in check.found:
            check(page, "asked")
        form = page.locator(f'form[data-kind="{[*kinds, "go"][0]}"]').first
        offer = f'form[data-offer="{form.get_attribute("data-offer")}"]'
        poke(page, f"{offer} button")
        expect(page.locator(offer)).to_have_count(0)
    check(page, "meeting")
    host = table.laptop(**look)
    check(host, "table")
    meeting.tap()
    page.locator("#exchange .pick").first.tap()
    page.locator("#exchange .pick").last.tap()
    check(page, "exchange")
    assert not covered(page, "#exchange")
    page.locator("#exchange [data-close]").tap()
    for tab in ("log", "notes"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        check(page, tab)
    page.locator('[data-set="tab=hand"]').tap()
    page.locator('[data-dialog="call"]').tap()
    expect(page.locator("#call")).to_be_visible()
    for kind in ("identities", "fragments"):
        fixed = {each.input_value() for each in page.locator(f'#call input[type=hidden][name^="{kind}."]').all()}
        groups = [page.locator(f'#call input[type=radio][name="{kind}.{seat}"]') for seat in (1, 2, 3)]
        open_ = [group for group in groups if group.count()]
        left = [each.input_value() for each in open_[0].all() if each.input_value() not in fixed]
        for group, value in zip(open_, left, strict=True):
            group.locator(f'xpath=self::*[@value="{value}"]').evaluate("(box) => box.click()")
    check(page, "call")
    assert not covered(page, "#call")
    sure(page.locator("#call button.main"))
    expect(page.locator(".verdict")).to_be_visible()
    check(page, "verdict")
    expect(host.locator(".verdict")).to_be_visible()
    check(host, "table-verdict")
    assert check.complaints == {}


def test_a_place_says_why_nobody_meets_there(party: Party) -> None:
    """Of three who stood together no page said what they waited for."""
    table = party.gather("inkognito", 5, NAMES)
    table.send(4, "go", place="salute")
    for _ in range(4):
        seat = table.awaited[0]
        table.send(seat, "go", place=("rialto", "rialto", "rialto", "salute")[seat])
    phone, host = table.phone(2, viewport={"width": 360, "height": 640}), table.laptop()
    expect(phone.locator(".stop", has_text="Rialto")).to_contain_text("Too many here: nobody meets")
    expect(phone.locator(".stop .kind")).to_have_count(2)  # and the meeting
    expect(host.locator(".venetian")).to_contain_text("Rialto: too many here: nobody meets")
    picture(phone, "inkognito-too-many", whole=True)
    picture(host, "inkognito-too-many-screen")


def test_a_place_says_that_somebody_is_alone_there(party: Party) -> None:
    table = party.gather("inkognito", 5, NAMES)
    table.send(4, "go", place="marco")
    for _ in range(4):
        seat = table.awaited[0]
        table.send(seat, "go", place=("rialto", "rialto", "salute", "giorgio")[seat])
    phone = table.phone(4)
    for place in ("Marco", "Salute", "Giorgio"):
        expect(phone.locator(".stop", has_text=place).locator(".kind")).to_have_text("Alone here")
