"""What just happened: where it lies, how it sounds, how it is looked at again, and how far away it is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.devices import passing
from support.browser.people import Party, picture, sync
from support.browser.robots import step, steps

from referee.registry import GAMES, pieces

LOW = {"viewport": {"width": 360, "height": 640}}
SCREENS = ((1280, 800), (1920, 1080))
STEPS = 40
COVERED = """() => {
    const box = document.querySelector('#moment')?.getBoundingClientRect();
    if (!box) return []; // it is over
    const shown = document.documentElement.dataset.moment;
    const parts = [...document.querySelectorAll('main :is(.act, .book, form[data-kind]), .bar button, .tabs button')];
    const meets = (b) => b.top < box.bottom - 1 && b.bottom > box.top + 1;
    return shown && shown !== 'foot' ? parts.filter((part) => part.offsetParent && meets(part.getBoundingClientRect()))
        .map((part) => part.outerHTML.slice(0, 90)) : [];
}"""
# what happened before is over, and the page stands at its top, or where its owner acts
TO_THE_TOP = "(delete document.documentElement.dataset.moment, scrollTo(0, 0))"
TO_THE_ACT = """() => {
    delete document.documentElement.dataset.moment;
    document.querySelector('main :is(.act, .book, form[data-kind])')?.scrollIntoView();
}"""
# what is wrong with it: it is cut off, leaves the screen, or lies under what is at the foot
CUT_OFF = """() => {
    const part = document.querySelector('#moment');
    if (!document.documentElement.dataset.moment) return []; // it is over
    const { top, bottom } = part.getBoundingClientRect();
    const feet = [...document.querySelectorAll('.bar, .breath, .tip, .tabs')].filter((foot) => foot.getClientRects().length);
    const end = Math.min(...feet.map((foot) => foot.getBoundingClientRect().top));
    const facts = { inside: part.scrollHeight > part.clientHeight + 1, above: top < 0, below: bottom > end + 1 };
    return Object.keys(facts).filter((fact) => facts[fact]).map((fact) => `${fact}: ${part.textContent}`);
}"""
PLACES = ("scrollTo(0, 0)", "scrollTo(0, 1e6)", TO_THE_ACT)
OVER = "delete document.documentElement.dataset.moment"
SHAKES = """() => {
    window.slow = 0;
    window.passed = 0;
    performance.now = () => (window.passed += window.slow);  // however slow this machine is, nothing is old unless it is told
    window.shakes = [];
    Object.defineProperty(navigator, 'vibrate', { value: (ms) => window.shakes.push(ms) });
    window.tones = [];
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function () { window.audio = this; return resume.call(this); };
    const { suspend } = AudioContext.prototype;
    window.naps = 0;
    AudioContext.prototype.suspend = function () { return suspend.call(this).then(() => { window.naps += 1; }); };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
        window.tones.push(this.context.state, this.frequency.value);
        start.call(this, at);
    };
}"""
# what is told in a dialog: its words, whether a finger would find it, and what one taps there that it lies over
RAISED = """() => {
    const part = document.querySelector('dialog[open] > .moment'), box = part.getBoundingClientRect();
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const taps = [...part.parentElement.querySelectorAll('label, button')].filter((tap) => tap.offsetParent);
    const over = taps.filter((tap) => tap.getBoundingClientRect().top < box.bottom - 1).map((tap) => tap.textContent);
    return [part.textContent, part.contains(at), over];
}"""
# Of a dialog that is opened while something is told on the page: how much is seen of what has nothing to tell.
EMPTY = """() => {
    document.documentElement.dataset.moment = "1";
    return getComputedStyle(document.querySelector('dialog[open] > .moment')).opacity;
}"""
ASLEEP = "(times) => window.naps >= times && window.audio.state === 'suspended'"
LONG = ("Anne-Charlotte-Marie", "Maximilian-Josephine", "Christopher-Alexande", "Zoë", "Bernadette-Sophie-An", "Max")
MIDDLE = {  # from one move to another: after each the television is looked at
    "allo": ((0, 6), (6, 40)),
    "code777": ((0, 6), (6, 30)),
    "fully": ((0, 6), (6, 20)),
    "inkognito": ((0, 4), (4, 5), (5, 6), (6, 14)),
    "rallye": ((0, 6), (6, 60)),
}
LAID_OUT = "() => [...document.querySelectorAll('[data-ground]')].every((layer) => layer.childElementCount)"
# what is read on boards, as large as it is drawn: of three cars on one square a tag is as large as it can be
WRITTEN = """[...document.querySelectorAll('main svg text')].filter((text) => text.textContent.trim() && text.checkVisibility()
    && !text.closest('dialog, .unseen, .story') && text.getBoundingClientRect().width
    && !(text.closest('[data-car]')?.getAttribute('transform') ?? '').endsWith('scale(1)'))"""
SMALL_TYPE = f"""() => {WRITTEN}.map((text) => {{
    const {{ a, b }} = text.getScreenCTM();
    return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
}}).concat([...document.querySelectorAll('main :is(.log, .talk) :is(i, .card, td, th)')].map((part) =>
    [part.textContent, parseFloat(getComputedStyle(part).fontSize)])).filter(([, size]) => size < 21.5)"""
# letters that lie on other ones, or outside of their board; they do not fill the height that is kept for them, and a square
# where somebody stands has its number drawn again
ON_ONE_ANOTHER = f"""() => {{
    const boxes = {WRITTEN}.map((text) => {{
        const {{ left, right, top, bottom, height }} = text.getBoundingClientRect();
        const board = text.ownerSVGElement.getBoundingClientRect();
        const out = left < board.left || right > board.right || bottom - height / 5 > board.bottom;
        return {{ words: text.textContent, left, right, top: top + height / 4, bottom: bottom - height / 4, out }};
    }});
    const meet = (one, other) => one.words !== other.words && one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    return boxes.filter((one) => one.out || boxes.some((other) => meet(one, other))).map(({{ words }}) => words);
}}"""
YOURS = re.compile(r"^Your move! · Anne")
SIZES = "(names) => names.map((name) => parseFloat(getComputedStyle(name).fontSize))"


def shaken(page: Page) -> list[int]:
    """How a phone has shaken, each time in milliseconds."""
    found: list[int] = page.evaluate("window.shakes")
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_it_never_lies_over_what_is_to_be_judged_or_tapped(party: Party, game: str) -> None:
    """Robots play on; whenever something has happened, no form, panel to act in, or button lies under it, unless one has scrolled so
    far that it has no room but at the foot; at the top of a page it always has."""
    table = party.gather(game, pieces(game).USUAL)
    page = table.phone(0, **LOW)
    page.clock.install()
    seen = 0
    for number in range(STEPS):
        page.evaluate(TO_THE_ACT if number % 2 else TO_THE_TOP)
        if not step(table, game, number):
            break
        sync([page])
        assert page.evaluate(COVERED) == [], number
        assert number % 2 or not page.locator("html[data-moment=foot]").count()
        seen += page.locator("html[data-moment]").count()
    assert seen > 2


@pytest.mark.parametrize("game", list(GAMES))
def test_all_of_it_is_seen_wherever_the_page_is_scrolled(party: Party, game: str) -> None:
    """The longest names and words on a small phone, at the top of the page, at its end, and where its owner acts."""
    players = pieces(game).USUAL
    table = party.gather(game, players, LONG[:players], lang="fr")
    page = table.phone(0, locale="fr", **LOW)
    page.clock.install()
    seen = 0
    for number in range(STEPS):
        page.evaluate(OVER)
        page.evaluate(PLACES[number % 3])
        if not step(table, game, number):
            break
        sync([page])
        assert page.evaluate(CUT_OFF) == [], number
        seen += page.locator("html[data-moment]").count()
    assert seen > 2


ABOUT = {  # what each game tells of, on the table screen
    "code777": "main :is(.latest, .scores), main .log .line:first-child",
    "fully": "main .talk",
    "inkognito": "main :is(.venice, .scores)",
    "allo": "main .country",
    "rallye": "main .board-map",
}
ABOVE = "main > .masthead, .steered"  # the way to everything else, and who is awaited: never covered
# what is wrong with it on the table screen: it is cut off, leaves the screen, or lies over those parts
OVER_IT = """(parts) => {
    const part = document.querySelector('#moment'), box = part.getBoundingClientRect();
    const meets = ({ left, right, top, bottom }) =>
        left < box.right && right > box.left && top < Math.min(box.bottom, innerHeight) && bottom > box.top;
    const facts = { inside: part.scrollHeight > part.clientHeight + 1, out: box.top < 0 || box.bottom > innerHeight,
        over: [...document.querySelectorAll(parts)].some((each) => meets(each.getBoundingClientRect())) };
    return Object.keys(facts).filter((fact) => facts[fact]).map((fact) => `${fact}: ${part.textContent}`);
}"""


@pytest.mark.parametrize("game", list(GAMES))
def test_on_the_table_screen_it_lies_beside_what_it_tells_of(party: Party, game: str) -> None:
    """The longest names and words, on a laptop and on a television."""
    players = pieces(game).USUAL
    table = party.gather(game, players, LONG[:players], lang="fr")
    screens = [table.laptop(locale="fr", viewport={"width": wide, "height": high}) for wide, high in SCREENS]
    for page in screens:
        page.clock.install()
    seen = 0
    for number in range(STEPS):
        for page in screens:
            page.evaluate(OVER)
        if not step(table, game, number):
            break
        sync(screens)
        for page in screens:
            if page.locator("html[data-moment]").count():
                seen += 1
                assert page.evaluate(OVER_IT, f"{ABOUT[game]}, {ABOVE}") == [], number
                picture(page, f"moment-screen-{game}-{page.viewport_size['width']}")  # type: ignore[index]
    assert seen > 4


def test_on_the_table_screen_the_longest_is_set_in_smaller_type(party: Party) -> None:
    """What a roll leads to may fill more than the height of a screen: a collision, and four who did not ask in time. What has no
    room below the line that says who is awaited is left out, but for who it is about and what is newest."""
    table = party.gather("rallye", 4, LONG[:4], lang="fr")
    page = table.laptop(locale="fr", viewport={"width": 1280, "height": 400})
    page.clock.install()
    sizes = set()
    for number in range(STEPS):
        page.evaluate(OVER)
        if not step(table, "rallye", number):
            break
        sync([page])
        if page.locator("html[data-moment]").count():
            assert page.evaluate(OVER_IT, ABOVE) == [], number
            sizes.add(page.locator("#moment").evaluate("(part) => getComputedStyle(part).fontSize"))
    assert len(sizes) > 1, sizes


def heard(page: Page) -> list[str]:
    """What those parts of a page say that screen readers read out when it changes, as Chromium tells them."""
    with passing(page):
        session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def words(node: dict[str, Any]) -> str:
        if node.get("role", {}).get("value") == "StaticText":
            return str(node["name"]["value"])
        return " ".join(filter(None, (words(by_id[child]) for child in node.get("childIds", []))))

    return [words(node) for node in nodes if node.get("role", {}).get("value") == "status"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_seen_and_heard_over_an_open_dialog(party: Party, lang: str) -> None:
    """Somebody asks while another one chooses what to declare: above what he taps, for as long as elsewhere; and on the page again."""
    table = party.gather("code777", 3, ("Anne", "Maximilian-Josephine", "Zoë"), lang=lang)
    page = table.phone(0, locale=lang, viewport={"width": 360, "height": 460})  # it has to make itself small
    page.clock.install()
    page.locator('.bar [data-dialog="declare"]').tap()
    expect(page.locator("#declare")).to_be_visible()
    assert heard(page) == [""], "it is there before something is told"
    for _ in range(2):
        table.send(table.awaited[0], "ask")
        sync([page])
        told, is_on_top, covered = page.evaluate(RAISED)
        assert told.split() == (page.locator("#moment").text_content() or "").split() != []
        assert is_on_top
        assert covered == []
        [status] = heard(page)
        assert len(status) > 20
        assert "".join(told.split()).endswith("".join(status.split()))  # a mark before a name is not read
        picture(page, f"moment-in-a-dialog-{lang}")
        page.clock.run_for(9000)
        assert page.evaluate(RAISED) == ["", False, []]
        assert heard(page) == [""]
    page.locator("#declare [data-close]").tap()
    table.send(table.awaited[0], "ask")
    sync([page])
    expect(page.locator("html[data-moment]")).to_have_count(1)
    assert any(told for told in heard(page))
    expect(page.locator(".moment")).to_have_count(1)
    page.locator('.bar [data-dialog="declare"]').tap()
    assert page.evaluate(EMPTY) == "0"


def test_a_phone_sounds_and_shakes_unless_it_is_told_not_to(party: Party) -> None:
    """By itself, once somebody has touched it; the switch is in sight, and it is kept."""
    table = party.gather("code777", 3)
    page = table.phone(0, at_once=False)
    page.add_init_script(f"({SHAKES})()")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-sound", "true")
    switch = page.get_by_role("button", name="Sound and vibration")
    expect(switch).to_be_in_viewport(ratio=1)
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.locator(".tabs button").first.tap()
    page.wait_for_function(ASLEEP, arg=1)
    table.send(table.awaited[0], "ask")
    sync([page])
    assert shaken(page) == [30]
    expect(page).not_to_have_title(YOURS)
    page.wait_for_function("() => window.tones.join() === 'running,520'")  # it did not only shake
    page.wait_for_function(ASLEEP, arg=2)  # and costs the battery nothing until the next one
    while 0 not in table.awaited:
        table.send(table.awaited[0], "ask")
    sync([page])
    assert shaken(page)[-1] == 120, "a turn of one's own is another sign"
    expect(page).to_have_title(YOURS)  # for whoever looks at another tab of the browser
    page.wait_for_function("() => window.tones.slice(-4).join() === 'running,660,running,880'")
    page.wait_for_function(ASLEEP, arg=3)
    tones, naps = page.evaluate("() => [window.tones.length, window.naps]")
    page.evaluate("() => { window.slow = 2000; }")
    table.send(0, "ask")
    sync([page])
    page.wait_for_function(ASLEEP, arg=naps + 1)
    assert page.evaluate("() => window.tones.length") == tones, "a phone that woke late sounds of old things"
    count = len(shaken(page))
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    table.send(table.awaited[0], "ask")
    sync([page])
    assert len(shaken(page)) == count
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator('[data-set="tab=more"]').tap()
    expect(page.locator('input[data-pref="sound"]')).not_to_be_checked()


def test_the_last_few_can_be_looked_at_again(party: Party) -> None:
    """The newest first, no more than a few, also after the page was opened anew; and on the table screen."""
    table = party.gather("code777", 3)
    table.send(table.awaited[0], "ask")
    page = table.phone(1)
    for _ in range(8):
        table.send(table.awaited[0], "ask")
        sync([page])
    newest = page.locator("#moment .big").text_content()
    page.get_by_role("button", name="What happened last").click()
    again = page.locator("#moments li")
    expect(again).to_have_count(6)
    assert again.first.locator(".big").text_content() == newest
    page.locator("#moments [data-close]").tap()
    expect(page.locator("#moments")).to_be_hidden()
    page.reload()
    sync([table.host])
    for each in (page, table.host):
        each.get_by_role("button", name="What happened last").click()
        expect(each.locator("#moments li")).to_have_count(6)
        assert each.locator("#moments li .big").first.text_content() == newest
        expect(each.locator("#moments [data-close]")).to_be_in_viewport(ratio=1)


CORNERS = """(all) => all.map((part) => part.getBoundingClientRect())
    .map(({ right, top }) => `${Math.round(right)} ${Math.round(top)}`)"""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_television_is_filled_and_read_from_afar(party: Party, game: str) -> None:
    """1920 by 1080: the table takes the whole width, all of a board is in view, and what is read is large enough for three
    metres, also with long names in the middle of a game."""
    options = {"breath": "0"} if game == "rallye" else {}
    table = party.gather(game, max(pieces(game).PLAYERS), LONG, lang="fr", **options)
    screen = table.laptop(viewport={"width": 1920, "height": 1080})
    hosting = set()  # where the host's buttons were: below the log they sank as it grew
    for first, last in MIDDLE[game]:
        steps(table, game, first, last)
        sync([screen])
        screen.wait_for_function(LAID_OUT)
        assert screen.locator("#abandon").evaluate("(part) => part.getBoundingClientRect().bottom <= innerHeight")
        hosting.add(str(screen.locator("#pause, #abandon").evaluate_all(CORNERS)))
        widths = screen.locator("main > :not(.moment)").evaluate_all("(all) => all.map((part) => part.offsetWidth)")
        assert max(widths) > 1800
        assert screen.evaluate("document.documentElement.scrollWidth") == 1920
        sizes = screen.locator("main :is(.chip, .talk small):visible").evaluate_all(SIZES)
        assert sizes
        assert min(sizes) >= 24
        assert all(size > 40 for size in screen.locator("#moment :is(p, li)").evaluate_all(SIZES)), "what just happened"
        for board in screen.locator("main :is(.board-map, .venice, .country)").all():
            expect(board).to_be_in_viewport(ratio=1)
        assert screen.evaluate(SMALL_TYPE) == []
        assert screen.evaluate(ON_ONE_ANOTHER) == []
        assert not screen.locator(".venice .label", has_text="…").count(), "names are whole"
        picture(screen, f"television-{game}-{last}")
    assert len(hosting) == 1
