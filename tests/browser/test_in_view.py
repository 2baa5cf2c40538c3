"""What must be seen or heard is: a refusal above the dialog that caused it, the main button above the bar at the foot, and what
was chosen before a page was ready."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect
from support.bars import Asked, asked_by, bars, labels
from support.browser.fully import set_up
from support.browser.people import CUT, ON_TOP, SMALL, Gathering, Party, box_of, picture, poke, sync, version
from support.browser.robots import step

from referee.registry import GAMES, pieces
from referee.registry import game as rules
from templates.i18n import say, speaking
from templates.shelves import SHELF

LONG = ("Anne", "Maximilian-Joseph", "Christopher-Alex", "Zoë", "Bernadette-Sophie", "Max")
TEN = "Maximilien"
LOW = {"viewport": {"width": 360, "height": 640}}  # a small phone
# what stands beside them, with nothing left out
WHOLE = """(told) => {
    const said = document.createElement('p');
    said.textContent = told;
    document.querySelector('.bar .main').className = 'second'; // whoever waits has nothing that must be done
    document.querySelector('.bar .hold').after(said);
    return said.offsetHeight > 0 && said.scrollHeight <= said.clientHeight + 2;
}"""
# buttons with such labels in the place of those of the bar, made as bar.html makes them; one that asks is said with what it asks
BESIDE = """(labels) => {
    const bar = document.querySelector('.bar');
    for (const button of bar.querySelectorAll('button:not(.hold)')) button.remove();
    for (const [i, said] of labels.entries()) {
        const [label, asks] = [said].flat();
        const button = document.createElement('button');
        button.className = (i ? 'second' : 'main') + (label.length > 16 ? ' long' : '');
        button.append(Object.assign(document.createElement('span'), { textContent: label }));
        if (asks) Object.assign(button, { textContent: asks }).classList.add('armed'); // as app.js does
        bar.append(button);
    }
    return [bar.querySelectorAll('button').length, (%s)()];
}"""
# with the page at its end, nothing of it lies under the bar
UNDER = """() => {
    const feet = [...document.querySelectorAll('.breath, .tip, .bar, .tabs')].filter((foot) => foot.getClientRects().length);
    const top = Math.min(...feet.map((foot) => foot.getBoundingClientRect().top));
    const parts = [...document.querySelectorAll('main > section, main > .tab')];
    return parts.filter((part) => part.offsetParent).every((part) => part.getBoundingClientRect().bottom <= top);
}"""


def on_top(page: Page, part: str) -> bool:
    """Is all of that part what a finger would touch there, without scrolling?"""
    found: bool = page.locator(part).evaluate(ON_TOP)
    return found


def refuse(route: Route) -> None:
    """The answer of somebody who was quicker."""
    route.fulfill(status=409, json={"error": "Not now."})


def test_a_refusal_lies_above_the_dialog_that_caused_it(party: Party) -> None:
    """It is seen and heard there; it stays when the dialog is closed, opened again, or taken away by the next move."""
    table = party.gather("code777", 2)
    page = table.phone(0, **LOW)
    page.route("**/move", refuse)
    toast, main = page.locator("#toast"), page.locator("#declare button.main")
    page.clock.install(time=0)  # it stays for as long as this test takes
    page.clock.pause_at(1000)
    page.locator('[data-dialog="declare"]').tap()
    poke(page, *(f'#declare input[name="digits.{i}"][value="{i + 1}"]' for i in range(3)))
    high = box_of(main)["height"]
    main.tap()
    assert box_of(main)["height"] == high, "the button grows over what one reads before one says yes"
    page.clock.run_for(500)
    main.tap()
    expect(toast).to_have_text("Not now.")
    expect(page.locator("#declare")).to_be_visible()
    assert on_top(page, "#toast"), "it lies under the dialog"
    assert main.evaluate(ON_TOP), "it covers the button"
    close = "(button) => (button.click(), document.querySelector('body > #toast') !== null)"
    assert page.locator("#declare [data-close]").evaluate(close), "it goes with the dialog for a blink"
    expect(page.locator("#declare")).to_be_hidden()
    assert on_top(page, "#toast"), "it went with the dialog"
    page.locator('[data-dialog="declare"]').tap()
    expect(page.locator("#declare")).to_be_visible()
    assert on_top(page, "#toast"), "it lies under a dialog that was opened later"
    table.end()
    expect(page.locator("#declare")).to_have_count(0)
    expect(toast).to_have_text("Not now.")
    assert on_top(page, "#toast"), "the next move has taken it away"


TOLD = "Bernadette-Sophie n’est pas votre allié, d’après vos propres mots : dites d’abord qui vous rencontrez, ou qui est qui."
# sends the form that is seen, whatever it lacks
SEND_IT = """(within) => {
    const form = [...document.querySelectorAll(`${within} form`)].find((form) => form.offsetParent);
    form.noValidate = true;
    form.requestSubmit();
}"""
# things to tap, there, of which the toast covers some
UNDER_TOAST = """(within) => {
    const toast = document.querySelector('#toast').getBoundingClientRect();
    return [...document.querySelectorAll(`${within} :is(button, label, select, input)`)]
        .filter((part) => part.offsetParent && part.getBoundingClientRect().width > 1).filter((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return bottom > toast.top && top < toast.bottom;
        }).filter((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return [top + 3, bottom - 3].some((y) => document.elementFromPoint((left + right) / 2, y)?.closest('#toast'));
        }).map((part) => part.textContent);
}"""


@pytest.mark.parametrize(
    ("game", "dialog"), [("inkognito", "call"), ("inkognito", "hand-1"), ("allo", "call-1"), ("rallye", "")]
)
def test_a_long_refusal_lies_over_nothing_that_one_taps_next(party: Party, game: str, dialog: str) -> None:
    """On a low phone whose dialog is as high as the phone, and beside a form of a page."""
    table = party.gather(game, 4, LONG, lang="fr", pieces="paper")
    page = table.phone(0, locale="fr", viewport=SMALL[0])
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.route("**/move", lambda route: route.fulfill(status=409, json={"error": TOLD}))
    if dialog:
        poke(page, f'[data-dialog="{dialog}"]')
        page.evaluate("document.documentElement.dataset.about = 'number'")
        expect(page.locator(f"#{dialog}")).to_be_visible()
    page.evaluate(SEND_IT, f"#{dialog}" if dialog else ".act")
    expect(page.locator("#toast")).to_have_text(TOLD)
    assert on_top(page, "#toast")
    assert page.evaluate(UNDER_TOAST, f"#{dialog}" if dialog else ".act") == []
    for end in (".main", ".hold") if dialog else ():
        assert page.locator(f"#{dialog} {end}:visible").last.evaluate(ON_TOP), f"{end} has no room"


def test_a_refusal_finds_room_between_keys_and_goes_with_a_tap(party: Party) -> None:
    """Where both ends of the page are full of what one chooses from; what it covers all the same is a tap away."""
    table = party.gather("fully", 4, LONG, lang="fr")
    set_up(table)
    page = table.phone(0, locale="fr", **LOW)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.route("**/move", lambda route: route.fulfill(status=409, json={"error": TOLD}))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.evaluate(SEND_IT, ".act")
    toast = page.locator("#toast")
    expect(toast).to_have_text(TOLD)
    assert on_top(page, "#toast") and on_top(page, ".bar .main")
    assert page.evaluate(UNDER_TOAST, ".act") == []
    picture(page, "refusal-between-keys")
    toast.tap()
    expect(toast).to_be_hidden()


def test_three_actions_beside_the_look_are_readable(party: Party) -> None:
    """Whoever is asked for a card while he meets somebody, in French on a small phone: rare, and the longest labels. So is why one
    waits, beside one of them."""
    page = party.gather("inkognito", 4, lang="fr").phone(0, locale="fr", **LOW)
    with speaking("fr"):
        labels = [say("Show a true card"), say("Choose two cards"), say("I know the number")]
    assert page.evaluate(BESIDE % CUT, labels) == [4, []]
    with speaking("fr"):
        whom = say("Waiting for {names}").format(names="Maximilian-Joseph")
        told = say("{who}: {what}").format(who=whom, what=say("drawing a question"))
        page.evaluate(BESIDE % CUT, [say("I know my digits")])
    assert page.evaluate(WHOLE, told), "whom the table waits for, and for what"


# the words of bars of which something is cut off, or whose main button is not wholly there to be tapped
NOT_WHOLE = f"""(bars) => bars.filter((labels) => {{
    const [count, cut] = ({BESIDE % CUT})(labels);
    return cut.length || count !== labels.length + document.querySelectorAll('.bar .hold').length || !({ON_TOP})(document.querySelector('.bar .main'));
}})"""


def test_every_bar_that_there_is_can_be_read_and_tapped(party: Party) -> None:
    """All that robots come to in whole games of all five, on phones and beside paper, of few and of many, in both languages: on
    all sizes of small phones, also while a button asks whether one is sure. Beside the look, and without it in a game that has none:
    letters are larger there."""
    found, asking, kinds, known = set[tuple[str, ...]](), set[tuple[bool, Asked]](), set[str](), set[str]()
    for game in GAMES:
        for _, bar in bars(game):
            found.add(labels(bar))
            asking |= {(rules(game).secret, asked) for asked in asked_by(bar)}
            kinds |= {f"{game} {each.kind}" for each in bar.actions}
        written = (SHELF / "pages" / game / "bar.py").read_text("utf-8")
        known |= {f"{game} {kind}" for kind in re.findall(r'Action\(\s*"(\w+)"', written)}
    assert known - kinds == {"rallye count"}, "what is left to the end of a rally beside paper"
    with speaking("fr"):
        found |= {(say("Count your purse"),), (say("Count again"),)}
    page = party.gather("inkognito", 4, lang="fr").phone(0, locale="fr", **LOW)
    for look in (True, False):
        shown = [list(asked) for secret, asked in asking if secret == look]
        assert len(shown) > 2
        for size in SMALL:
            page.set_viewport_size(size)
            assert page.evaluate(NOT_WHOLE, [list(each) for each in found if each] if look else []) == []
            assert page.evaluate(NOT_WHOLE, shown) == []
        page.locator(".bar .hold").evaluate_all("(holds) => holds.forEach((hold) => hold.remove())")


# which of these, as the words of the header, do not stand there whole
TOO_LONG = """(told) => {
    const words = document.querySelector('#status .doing');
    const row = document.querySelector('.top').offsetHeight;
    return told.filter((said) => {
        words.textContent = said;
        return words.scrollHeight > words.clientHeight + 1 || document.querySelector('.top').offsetHeight !== row;
    });
}"""


def picture_of_head(page: Page, hidden: str) -> bytes:
    """What the header shows of three lines, with that in the third."""
    page.locator("#status .doing").evaluate("(words, hidden) => { words.innerHTML = `a<br>b<br>${hidden}`; }", hidden)
    return page.locator(".top .now").screenshot()


def test_the_header_has_room_for_what_there_is_to_do(party: Party) -> None:
    """Two lines, with the longest name beside them, and one of ten letters in them: nothing of it is cut off, and nothing below it
    moves."""
    found: set[str] = set()
    for game in GAMES:
        for lang, bar in bars(game):
            with speaking(lang):
                if not bar.todo:
                    continue
                lapsing = say("{what} ({until})").format(what=bar.todo, until=say(bar.until).format(name=TEN))
                found.add(lapsing if bar.until else say("Your move: {what}").format(what=bar.todo))
    assert len(found) > 40
    page = party.gather("code777", 4, LONG, lang="fr").phone(1, locale="fr", device_scale_factor=2, **LOW)
    assert page.evaluate(TOO_LONG, sorted(found)) == []
    pictures = [picture_of_head(page, hidden) for hidden in ("EAOE", "ÉÀÔÉ")]
    assert pictures[0] == pictures[1], "nothing of the line that is left out rises above its edge"


@pytest.mark.parametrize(
    ("game", "kind", "fields", "options"),
    [
        ("allo", "go", ("[name=city]",), {}),
        ("fully", "speak", ("[name=colour]", "[name=place]", "[name=digit]"), {}),
        ("rallye", "roll", ('[name="dice.0"]', '[name="dice.1"]'), {"dice": "table"}),
    ],
)
def test_a_button_that_lacks_something_looks_so_and_says_what(
    party: Party, game: str, kind: str, fields: tuple[str, ...], options: dict[str, str]
) -> None:
    """Until all is chosen, for eyes and for screen readers; a tap says it once more, and does nothing."""
    table = party.gather(game, 4, lang="fr", **options)
    if game == "allo":
        table.send(table.awaited[0], "draw")
    if game == "fully":
        set_up(table)
    page = table.phone(table.awaited[0] if table.awaited else 0, locale="fr", **LOW)
    button, toast = page.locator(f'.bar [data-kind="{kind}"]'), page.locator("#toast")
    before = version(page)
    for field in fields:
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        want = button.get_attribute("aria-description") or ""
        if len(page.locator(".bar button:not(.hold)").all()) == 1:
            assert want in button.evaluate("(button) => getComputedStyle(button, '::after').content")
        button.tap(force=True)
        expect(toast).to_have_text(want)
        poke(page, f'form[data-kind="{kind}"] {field}')
    assert version(page) == before
    expect(button).not_to_have_attribute("aria-disabled", "true")
    page.locator(f'form[data-kind="{kind}"]').evaluate("(form) => form.reset()")
    expect(button).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_lies_at_the_foot_leaves_three_quarters_of_a_small_phone(party: Party, game: str, lang: str) -> None:
    """Help for beginners, buttons and tabs, on the first turn; what is to be tapped there is not smaller than a finger."""
    table = party.gather(game, pieces(game).USUAL, lang=lang)
    page = table.phone((table.awaited or [0])[0], locale=lang, **LOW)
    expect(page.locator(".tip:not([hidden])")).to_be_visible()
    assert LOW["viewport"]["height"] - box_of(page.locator(".tip:not([hidden])"))["y"] <= 150
    assert page.locator(".tip:not([hidden]) span").evaluate(
        "(told) => told.offsetHeight <= told.parentElement.clientHeight"
    )
    taps = page.locator(".tip:not([hidden]) button, .bar button, .tabs button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(taps) >= 44


@pytest.mark.parametrize(("game", "kind"), [("code777", "ask"), ("rallye", "roll")])
def test_the_main_button_is_in_view_above_the_bar_on_a_small_phone(party: Party, game: str, kind: str) -> None:
    """As the turn comes, nobody has to scroll for what he has to do."""
    table = party.gather(game, 3)
    page = table.phone(table.awaited[0], **LOW)
    expect(page.locator(".status.mine")).to_be_visible()
    main = f'.bar [data-kind="{kind}"]'
    expect(page.locator(main)).to_have_count(1)
    assert on_top(page, main)


def test_what_is_chosen_before_the_script_runs_is_sent_when_it_does(party: Party) -> None:
    """On a slow line the form is there first; nothing is sent if nobody chose anything."""
    host = party.host()
    party.table(host, 2)
    held: list[Route] = []
    host.route("**/app*.js", lambda route: held.append(route))
    with host.expect_request("**/app*.js"):
        host.reload(wait_until="commit")
    host.locator('#arrange select[name="players"]').select_option("4")
    expect(host.locator(".seatcard")).to_have_count(2)
    with host.expect_response(lambda reply: reply.url.endswith("/arrange")):
        held[0].continue_()
    expect(host.locator(".seatcard")).to_have_count(4)
    host.unroute("**/app*.js")
    sent: list[str] = []
    host.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    host.reload()
    host.evaluate("document.title")
    assert sent == []


STEPS, BESIDE_PAPER = 30, 8
MET = {  # what the first seat comes to have to do in so many steps, whatever cards fall
    "code777": {"ask"},
    "inkognito": {"go"},
    "fully": {"row", "code", "speak", "reply"},
    "allo": {"draw", "go"},
    "rallye": {"roll"},
}
# drawings that this page laid out, and that no longer lie where they were laid
ASTRAY = """() => [...document.querySelectorAll('svg [data-own]')]
    .filter((drawn) => !drawn.parentElement.matches('[data-ground]')).map((drawn) => drawn.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.soak)])  # French words are the longer ones
@pytest.mark.parametrize("game", GAMES)
def test_what_one_has_to_do_is_in_view_in_every_step(party: Party, game: str, lang: str) -> None:
    """Wholly, on all sizes of small phones, and with no words of a button, a label or a name cut off; what scrolls can be
    scrolled out from under it. Robots play; the first seat looks."""
    table = party.gather(game, pieces(game).USUAL, LONG, lang=lang)
    page = table.phone(0, locale=lang, **LOW)
    assert in_view(table, page, game, STEPS) >= MET[game]
    assert page.evaluate(ASTRAY) == []
    assert hidden_at_the_end(page) == []


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_what_one_has_to_do_beside_paper_is_in_view_in_every_step(party: Party, game: str, lang: str) -> None:
    """So it is where the kit lies on the table, and phones wait for nobody but offer what one may tell them."""
    table = party.gather(game, pieces(game).USUAL, LONG, lang=lang, pieces="paper")
    page = table.phone(0, locale=lang, **LOW)
    assert in_view(table, page, game, BESIDE_PAPER)
    assert hidden_at_the_end(page) == []


def hidden_at_the_end(page: Page) -> list[str]:
    """The pages of a hand whose end cannot be scrolled out from under the bar."""
    found = []
    for tab in page.locator(".tabs [data-set]").evaluate_all("(all) => all.map((one) => one.dataset.set)"):
        page.locator(f'.tabs [data-set="{tab}"]').tap()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        if not page.evaluate(UNDER):
            found.append(tab)
    return found


def in_view(table: Gathering, page: Page, game: str, steps: int) -> set[str | None]:
    """The kinds of what the first seat had to do meanwhile; nothing of it may lie out of view or be cut."""
    seen, cut = set(), set()
    for number in range(steps):
        waits = 0 in table.awaited
        if waits or steps == BESIDE_PAPER:
            sync([page])
        main = page.locator(".bar .main" if waits else ".bar button:not(.hold)").first
        if waits or (steps == BESIDE_PAPER and main.count()):
            expect(main).to_be_visible()
            for size in SMALL:
                page.set_viewport_size(size)
                assert main.evaluate(ON_TOP), (game, number)
                cut |= set(page.evaluate(CUT))
            page.set_viewport_size(LOW["viewport"])
            seen.add(main.get_attribute("data-kind"))
        if not step(table, game, number):
            break
    assert cut == set()
    sync([page])
    return seen


def test_everybody_sees_what_just_happened(party: Party) -> None:
    """On whatever page of the hand they are, for a while, and never instead of what they have to do; and large on the table
    screen. What happened before a page was opened is no news."""
    table = party.gather("code777", 3)
    table.send(table.awaited[0], "ask")
    page, host = table.phone(table.awaited[0], at_once=False, **LOW), table.host
    moment = page.locator("#moment")
    shown = page.locator("html[data-moment]")
    expect(moment).to_have_count(1)
    expect(shown).to_have_count(0)
    expect(page).to_have_title(re.compile("^Your move!"))
    page.locator('[data-set="tab=log"]').tap()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    table.send(table.awaited[0], "ask")
    expect(shown).to_have_count(1)
    expect(moment).to_contain_text("?")
    expect(page).not_to_have_title(re.compile("^Your move!"))  # for whoever looks at another tab of the browser
    assert on_top(page, "#moment")
    assert on_top(page, ".bar .hold")
    moves = "(part) => getComputedStyle(part).animationName"
    assert moment.evaluate(moves) == "none", "whoever wants no motion gets none"
    page.emulate_media(reduced_motion="no-preference")
    assert moment.evaluate(moves) == "comes"
    page.emulate_media(reduced_motion="reduce")
    page.clock.run_for(6000)
    expect(shown).to_have_count(0)
    assert not on_top(page, "#moment"), "it takes taps that nobody meant for it"
    table.send(table.awaited[0], "ask")
    expect(shown).to_have_count(1)
    moment.tap()
    expect(shown).to_have_count(0)
    sync([host])
    expect(host.locator("#moment .big")).to_be_visible()
    assert host.locator("#moment .big").evaluate("(big) => parseFloat(getComputedStyle(big).fontSize)") > 40


def test_the_bar_does_not_take_a_tap_that_was_meant_for_what_stood_there(party: Party) -> None:
    """For half a second after it has changed; the hand can be looked at meanwhile."""
    table = party.gather("code777", 2)
    page = table.phone(table.awaited[0], at_once=False, **LOW)
    expect(page.locator('.bar [data-kind="ask"]')).to_be_visible()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    poke(page, '.bar [data-kind="ask"]')
    expect(page.locator('.bar [data-kind="ask"]')).to_have_count(0)
    assert not on_top(page, '.bar [data-kind="declare"]'), "a second tap opens it"
    assert on_top(page, ".bar .hold")
    page.clock.run_for(500)
    assert on_top(page, '.bar [data-kind="declare"]')


@pytest.mark.parametrize("pieces", ["phone", "paper"])
def test_every_tab_stays_open_while_a_call_is_offered(party: Party, pieces: str) -> None:
    """A dialog that waits unseen for a choice must not call anybody back to its tab."""
    table = party.gather("inkognito", 4, pieces=pieces)
    page = table.phone(0, **LOW)
    for tab in ("log", "notes", "more", "hand"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        sync([page])
        expect(page.locator("html")).to_have_attribute("data-tab", tab)


@pytest.mark.parametrize("slug", GAMES)
def test_whoever_takes_one_more_seat_reads_which_it_is(party: Party, slug: str) -> None:
    """The button that is always in reach does not lie over it."""
    table = party.gather(slug, 4, away=(2,), begun=False)
    table.host.locator('#seat-2 button[name="on"][value="false"]').click()  # it is open again
    expect(table.host.locator('#seat-2 button[name="on"][value="true"]')).to_be_visible()
    code = party.code(table.host, 2)
    page = table.phone(0, locale="fr-FR", **LOW)
    page.goto(code)
    expect(page.locator(".joining > .main")).to_be_in_viewport()
    assert on_top(page, ".joining > .lead")


def test_a_dialog_does_not_lock_the_cover(party: Party) -> None:
    """Two seats on one phone, a dialog is open, and the screen goes dark: whoever comes back can open the hand."""
    table = party.gather("code777", 3)
    page = table.phone(0, **LOW)
    page.locator('.bar [data-dialog="declare"]').tap()
    expect(page.locator("#declare")).to_be_visible()
    page.evaluate(
        "document.querySelector('main').setAttribute('data-shared', '');"
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_what_a_form_lacks_is_told_no_longer_when_somebody_sees_to_it(party: Party) -> None:
    """A refusal of the server stays; what one has mended meanwhile does not."""
    page = party.gather("code777", 2).phone(0, **LOW)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.locator('[data-dialog="declare"]').tap()
    toast = page.locator("#toast")
    page.locator("#declare button.main").tap(force=True)  # it looks as if it could not be tapped
    expect(toast).to_be_visible()
    poke(page, '#declare input[name="digits.0"][value="1"]')
    expect(toast).to_be_hidden()
    page.clock.run_for(10)  # it complains of one thing at a time
    page.locator("#declare button.main").tap(force=True)
    expect(toast).to_be_visible()
    page.locator("#declare [data-close]").tap()
    expect(toast).to_be_hidden()


def test_what_a_palette_fills_is_lacking_no_longer(party: Party) -> None:
    """Nobody typed anything: a script filled in the digits of Fully, and said so."""
    page = party.gather("fully", 4).phone(0, **LOW)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # or it would go by itself
    code, toast = page.locator('form[data-kind="code"]'), page.locator("#toast")
    code.evaluate("(form) => form.requestSubmit()")
    expect(toast).to_be_visible()
    code.locator("[data-lot]").dispatch_event("click")
    expect(toast).to_be_hidden()


def test_whoever_waits_finds_more_where_he_looks(party: Party) -> None:
    """In the lobby as in a game, a tab shows what it holds and nothing above it."""
    page = party.gather("inkognito", 4, begun=False).phone(0, **LOW)
    expect(page.locator("#lesson")).to_be_visible()
    page.locator('[data-set="tab=more"]').tap()
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.get_by_role("link", name="How to play")).to_be_in_viewport()
