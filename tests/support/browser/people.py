"""A real server, a real Chromium, and people around a table.

The browser knows the server by a plain name that it maps to loopback: 127.0.0.1 would be a secure context, and an
address in a living room is not.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, ElementHandle, FloatRect, Locator, Page, Request, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError
from support.browser.devices import PATIENCE, Device, devices_of, passing
from support.browser.wire import Wire, code_in, shown
from support.companion.forked import Forked
from support.serving import free_port

PROGRAMS = Path(__file__).resolve().parent  # servers with a clock that is set, and with an owner who cheats
ROOT = PROGRAMS.parents[2]
SCREENS = ROOT / "output" / "screens"
NAME = "table.home"
FIRST_LOAD = 100 * 1024  # bytes on the wire
CHROMIUMS = (  # the first is the same browser without a window around it: a third less work
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Of what Chromium does besides pages: two pages of its own in every window, under an address bar that nobody sees, which took
# two thirds of the work of a new phone; a guess at the language of every page. The rest is what Playwright leaves out by
# itself: it is said once more, because Chromium goes by the last list.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "Translate",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # letters stand where phones put them, not on whole pixels: words ran together in pictures
    "--disable-site-isolation-trials",  # or one process in three is started for a page that may come, and thrown away
    f"--disable-features={','.join(LEFT_OUT)}",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
STILL = {"locale": "en-GB", "reduced_motion": "reduce"}  # nothing moves that no test looks at
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SMALL: tuple[ViewportSize, ...] = (  # phones that many have, and one with the bars of its browser
    {"width": 360, "height": 600},
    {"width": 360, "height": 640},
    {"width": 390, "height": 664},
)
ON_TOP = """(part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const inside = (x, y) => part.contains(document.elementFromPoint(x, y));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[x, y], [x, top + 3], [x, bottom - 3], [left + 20, y], [right - 20, y]].every(([x, y]) => inside(x, y));
}"""
# buttons, labels and names with words that are wider or higher than they are, or that touch their edge; what ends in dots
# says so. Letters do not fill the height that is kept for them
CUT = """() => {
    const within = (inner, outer, edge) => inner.left >= outer.left + edge - 0.5 && inner.right <= outer.right - edge + 0.5
        && inner.top + inner.height / 5 >= outer.top && inner.bottom - inner.height / 5 <= outer.bottom;
    const dotted = (part) => getComputedStyle(part).textOverflow === 'ellipsis';
    const boxes = (part) => {
        const found = [], words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
            const { parentElement: parent } = words.currentNode;
            if (!words.currentNode.data.trim() || parent.closest('.unseen, svg') || dotted(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(words.currentNode);
            found.push(...range.getClientRects());
        }
        return found.filter(({ width }) => width > 1);
    };
    const open = document.querySelector('dialog[open]') ?? document.body;
    const parts = [...open.querySelectorAll('button, .button, label > span, .chip')];
    return parts.filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('.unseen')).filter((part) => {
        const box = part.getBoundingClientRect(), edge = parseFloat(getComputedStyle(part).borderLeftWidth);
        const slips = part.matches('.chip') && !within(box, part.parentElement.getBoundingClientRect(), 0);
        return slips || boxes(part).some((words) => !within(words, box, edge && edge + 1));
    }).map((part) => part.textContent.trim() + ' in ' + part.outerHTML.slice(0, 60));
}"""
# at both ends of a dialog: which of what ends it, and of the look, a finger would not touch; whether it slides sideways, and
# whether it scrolls: a list in it may, where there is no more room
COVERED = """(dialog, ends) => {
    const parts = [...dialog.querySelectorAll(ends ? 'form button.main, .hold' : '.main, .hold, [data-close]')]
        .filter((part) => part.offsetParent);
    const covered = (part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const inside = (x, y) => part.contains(document.elementFromPoint(x, y));
        const [middle, edge] = [(left + right) / 2, dialog.getBoundingClientRect().right];
        return right > edge || !inside(middle, top + 3) || !inside(middle, (top + bottom) / 2);
    };
    const all = [dialog, ...dialog.querySelectorAll('*')];
    const lists = all.filter((part) => getComputedStyle(part).overflowY === 'auto' && part.clientHeight);
    const found = [0, 9999].flatMap((at) => {
        for (const list of lists) list.scrollTop = at;
        return parts.filter(covered).map((part) => `${at}: ${part.textContent}`);
    });
    for (const list of lists) list.scrollTop = 0;
    if (ends ? parts.length !== ends : !parts.length) found.push(`${parts.length} parts`);
    if (lists.some((list) => list.scrollWidth > list.clientWidth)) found.push('slides sideways');
    if (dialog.scrollHeight > dialog.clientHeight) found.push(`scrolls: ${dialog.scrollHeight} in ${dialog.clientHeight}`);
    const long = lists.filter((list) => list.scrollHeight > list.clientHeight);
    if (long.length && dialog.offsetHeight < innerHeight - 24) found.push('a list scrolls, and there is room');
    return found;
}"""
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
NAMES = ("Anne", "Mario", "Nora", "Zoë", "Eve", "Max")

expect.set_options(timeout=PATIENCE)


def patiently(what: str, seconds: float = 60) -> Iterator[None]:
    """Again and again, but not for ever."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
    raise AssertionError(f"in vain: {what}")


def covered(page: Page, dialog: str, ends: int = 2) -> dict[str, list[str]]:
    """What nobody can tap of that which ends an open dialog, what does not fit there, and words that are cut, on small phones.

    So many parts do, the look among them; or as many as there are.
    """
    before, found = page.viewport_size, {}
    for size in SMALL:
        page.set_viewport_size(size)
        if wrong := page.locator(dialog).evaluate(COVERED, ends) + page.evaluate(CUT):
            found[f"{size}"] = wrong
    if before:
        page.set_viewport_size(before)
    return found


def picture(page: Page | Locator, name: str, whole: bool = False) -> None:
    """Keeps what a page shows for people to look at, if somebody asked for pictures: `SOUSMAIN_SCREENS=1`."""
    if os.environ.get("SOUSMAIN_SCREENS"):
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.png", **({"full_page": True} if whole else {}))  # type: ignore[arg-type]


def box_of(what: Locator) -> FloatRect:
    """Where something lies, as soon as it is seen: what a page replaces at that very moment lies nowhere."""
    for _ in patiently("it is seen"):
        expect(what).to_be_visible()
        if box := what.bounding_box():
            return box
    raise AssertionError


def arrive(page: Page, act: Callable[[], object], there: str) -> None:
    """Does what leads to another page, and waits until that one's scripts have run: before, nobody hears what is chosen."""
    act()
    page.wait_for_url(there, wait_until="load")


def version(page: Page) -> int:
    """Which state of its table a page shows."""
    return int(page.locator("main").get_attribute("data-version") or 0)


# Told by the page itself as soon as it is so: to ask it sixty times a second takes a tenth of a processor.
SHOWN = """(least) => new Promise((told) => {
  const look = () => {
    const shown = Number(document.querySelector("main")?.dataset.version);
    if (shown >= least) eyes.disconnect(), told(shown);
  };
  const eyes = new MutationObserver(look);
  eyes.observe(document, { attributeFilter: ["data-version"], childList: true, subtree: true });
  look();
})"""


def follow(page: Page, least: int) -> int:
    """Until a page shows that state of its table, or a later one; which one."""
    return int(page.wait_for_function(SHOWN, arg=least).json_value())


def followed(page: Page, least: int) -> int:
    """The same for a page that has mostly done so already: to look once is a third of the work of waiting."""
    try:
        shown = int(page.evaluate("Number(document.querySelector('main')?.dataset.version ?? -1)"))
    except PlaywrightError:  # it is on its way elsewhere
        shown = -1
    return shown if shown >= least else follow(page, least)


# The number alone: to bring a whole view over costs more than to ask for it.
LATEST = "fetch(`${document.body.dataset.live}/view`).then((reply) => reply.json()).then(({ table }) => table.version)"


def sync(pages: Sequence[Page]) -> None:
    """Until every page shows the same state of the table, and none that the server has left behind."""
    least = int(pages[0].evaluate(LATEST))
    for _ in patiently("all pages show the same"):
        shown = [followed(page, least) for page in pages]
        least = max(shown)
        if min(shown) == least:
            return


def settle(page: Page, act: Callable[[], object]) -> None:
    """Does something, and waits until the page has followed."""
    before = version(page)
    act()
    follow(page, before + 1)


SEND = """async ([kind, fields, nth]) => {
  const base = document.body.dataset.live;
  const { offers } = await (await fetch(`${base}/view`)).json();
  const { id, settled } = offers.filter((offer) => offer.kind === kind)[nth];
  const headers = { "Content-Type": "application/json", "X-Csrf": document.querySelector("main").dataset.csrf };
  const key = Math.random().toString(16).slice(2).padEnd(32, "0");
  const body = JSON.stringify({ offer: id, key, move: { kind, ...settled, ...fields } });
  const reply = await fetch(`${base}/move`, { method: "POST", headers, body });
  return [reply.status, (await reply.json()).version];
}"""


def send(page: Page, kind: str, nth: int = 0, **fields: object) -> None:
    """A move without a thumb, for tests that are about something else; the page has followed then."""
    status, least = page.evaluate(SEND, [kind, fields, nth])
    assert status == 200, f"{kind} {fields}: {status}"
    follow(page, least)


def poke(page: Page, *parts: str) -> None:
    """Clicks parts of a page one after the other without a thumb, for what a thumb has done elsewhere; all must be there."""
    page.evaluate("(parts) => parts.forEach((part) => document.querySelector(part).click())", list(parts))


def view(page: Page) -> dict[str, Any]:
    """What the server lets this page see, as it tells programs."""
    found: dict[str, Any] = page.evaluate("fetch(`${document.body.dataset.live}/view`).then((reply) => reply.json())")
    return found


@contextmanager
def held(page: Page, secret: str = ".secret", veil: str = "[data-peek]:visible") -> Iterator[None]:
    """A finger on a panel that hides something, meanwhile."""
    panel = page.locator(veil).first
    panel.evaluate("(panel) => panel.scrollIntoView({ block: 'center' })")  # not under the bar at the foot
    box = box_of(panel)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    hidden = page.locator(secret).first
    expect(hidden).to_be_visible()
    yield
    page.mouse.up()
    expect(hidden).to_be_hidden()


@contextmanager
def fingered(page: Page, held: str) -> Iterator[Callable[[Locator], None]]:
    """A finger on what is held, meanwhile; what comes is a tap of another one."""

    def point(what: Locator, number: int) -> dict[str, float]:
        box = box_of(what)
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}

    def touch(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def tap(what: Locator) -> None:
        other = point(what, 2)
        touch("touchStart", thumb, other)
        touch("touchEnd", other)

    with passing(page):
        fingers = page.context.new_cdp_session(page)
    thumb = point(page.locator(held).first, 1)
    touch("touchStart", thumb)
    expect(page.locator("html")).to_have_attribute("data-peek", "1")
    yield tap
    expect(page.locator("html")).to_have_attribute("data-peek", "1")
    touch("touchEnd")
    expect(page.locator("html")).not_to_have_attribute("data-peek", "1")
    fingers.detach()


ASKED = "(button) => button.classList.contains('armed')"
READY = "(button) => !button.classList.contains('armed') || Date.now() - button.dataset.since > 400"


def sure(button: Locator) -> None:
    """Taps, is asked, and taps again once the button takes it: the very same button, whatever the page makes of it meanwhile.

    A button that was asked too long ago asks again, so a slow machine may tap more than twice.
    """
    for _ in patiently("a button that can be tapped"):
        expect(button).to_be_visible()
        same = button.element_handle()
        try:
            same.click()
            break
        except PlaywrightError:  # before it is asked for the first time, another one in its place will do
            if same.evaluate("(button) => button.isConnected"):
                raise
    for _ in patiently("a button that asks first"):
        button.page.wait_for_function(READY, arg=same)
        try:
            asked = same.evaluate(ASKED)
            same.click()
            if asked and not same.evaluate(ASKED):
                return
        except PlaywrightError:  # it did what it does, and is gone
            if asked and is_gone(same):
                return
            raise


def is_gone(part: ElementHandle) -> bool:
    """Is a part no more on its page, or that page no more there?"""
    try:
        return not part.evaluate("(part) => part.isConnected")
    except PlaywrightError:
        return True


@contextmanager
def sent(page: Page, end: str) -> Iterator[list[str]]:
    """What a page sends to addresses with that end meanwhile."""
    found: list[str] = []

    def look(request: Request) -> None:
        if request.url.endswith(end):
            found.append(request.url)

    with passing(page):
        page.on("request", look)
        yield found
        page.evaluate("document.title")  # all that was sent until now has been told before this is
        page.remove_listener("request", look)


def weight(page: Page, ready: Callable[[], None]) -> list[int]:
    """How many bytes came over the wire for each thing that a phone fetches for a page, with nothing in its memory."""
    here = page.url
    page.goto("about:blank")  # what was still on its way would be counted, too
    with passing(page):
        wire = page.context.new_cdp_session(page)
    sizes: list[int] = []
    streamed: list[int] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.on("Network.eventSourceMessageReceived", lambda event: streamed.append(len(event["data"].encode())))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(here)
    ready()
    page.wait_for_load_state("load")
    fetched = (
        "performance.getEntriesByType('resource').filter((e) => e.responseEnd && !e.name.includes('/stream?')).length"
    )
    for _ in patiently("all that was fetched is weighed"):
        if len(sizes) > page.evaluate(fetched) and streamed:  # the page itself is one more
            break
    wire.detach()
    return [*sizes, *streamed]


class Companion:
    """`sousmain play`, a fork of a process that is warm already, or `real`, as a person starts it; may be killed and started
    again on the same port."""

    def __init__(self, data: Path, real: bool = False) -> None:
        self.data, self.port, self.real = data, free_port(), real
        self.base = f"http://{NAME}:{self.port}"
        self.process: subprocess.Popen[str] | Forked | None = None
        self.host_link = ""

    def start(self, *more: str) -> None:
        """Starts it and waits for the host's link."""
        config = str(self.data.with_name("config"))  # presets and printers of whoever runs the tests are his own
        env = os.environ | {"PYTHONUNBUFFERED": "1", "XDG_CONFIG_HOME": config}
        words = self.command(*more)
        if self.real:
            self.process = subprocess.Popen(
                [sys.executable, *words], stdout=subprocess.PIPE, cwd=ROOT, text=True, env=env
            )
        else:
            self.process = Forked(words, env=env)
        assert self.process.stdout
        for line in self.process.stdout:
            found = re.search(r"(http://\S+/host/\S+)", line)
            if found:
                self.host_link = found[1]
                break
        assert self.host_link, "the server did not start"
        wait_for_port(self.port)

    def command(self, *more: str) -> list[str]:
        """What is typed after the name of Python."""
        words = ["play", *more, "--bind", "127.0.0.1", "--port", str(self.port), "--address", NAME]
        return ["-m", "cli", *words, "--data", str(self.data), "--no-open", "--lang", "en"]

    def kill(self) -> None:
        """Ends it without a warning."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(10)
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


class Clocked(Companion):
    """The same with a clock on the wall that somebody sets."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.wall, self.now = data.with_name("clock"), 1_000_000.0
        self.wait(0)

    def command(self, *more: str) -> list[str]:
        """The program that reads that clock."""
        program = str(PROGRAMS / "clocked.py")
        return [program, str(self.wall), str(self.data), NAME, str(self.port)]

    def wait(self, seconds: float) -> None:
        """So much later. The file changes at once: nobody reads half a number."""
        self.now += seconds
        fresh = self.wall.with_suffix(".new")
        fresh.write_text(str(self.now), "utf-8")
        fresh.replace(self.wall)


Server = TypeVar("Server", bound=Companion)


def serving(server: Server) -> Iterator[Server]:
    """A server while it runs."""
    server.start()
    yield server
    server.kill()


def wait_for_port(port: int) -> None:
    """Until somebody answers there."""
    for _ in patiently("somebody answers", 20):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return


class Gathering:
    """A game that has begun, and everybody who sits there. Browsers are opened as they are asked for."""

    def __init__(
        self,
        party: Party,
        game: str,
        players: int,
        names: Sequence[str],
        away: Sequence[int],
        lang: str,
        options: dict[str, str],
    ) -> None:
        self._party, server = party, party.companion
        self._laptop = Wire(NAME, server.port)
        self._laptop.get("/host/" + server.host_link.rsplit("/", 1)[1])
        self._laptop.get("/")
        self.path = str(self._laptop.post("/open", game=game, players=players, lang=lang, options=options)["go"])
        self.join = code_in(self._laptop.get(self.path), 'id="seat-all"').removeprefix(server.base)
        self.wires = {seat: Wire(NAME, server.port) for seat in range(players) if seat not in away}
        self.hands = {seat: wire.sit(self.join, seat, names[seat]) for seat, wire in self.wires.items()}
        self.away(*away)

    def away(self, *seats: int) -> None:
        """Seats that run by themselves from now on."""
        for seat in seats:
            self._laptop.post(f"{self.path}/absent", seat=seat, on=True)

    def begin(self) -> None:
        """The host starts the game."""
        self._laptop.post(f"{self.path}/begin")

    @cached_property
    def host(self) -> Page:
        """The table screen on the laptop."""
        return self.laptop()

    def laptop(self, **look: object) -> Page:
        """The same with a look of its own."""
        return self._party.wired(self._laptop, self.path, phone=False, **look)

    def phone(self, seat: int, **look: object) -> Page:
        """The phone of a seat."""
        return self._party.wired(self.wires[seat], self.hands[seat], **look)

    def phones(self, *seats: int, **look: object) -> list[Page]:
        """Those of some seats, or of all."""
        return [self.phone(seat, **look) for seat in seats or self.wires]

    @property
    def awaited(self) -> list[int]:
        """The seats that the game waits for."""
        found: list[int] = self._laptop.view(self.path)["table"]["awaited"]
        return found

    def end(self) -> None:
        """The host abandons the game."""
        self.hosted("abandon")

    def hosted(self, what: str, **told: object) -> None:
        """Something that the host does with the table."""
        self._laptop.post(f"{self.path}/{what}", **told)

    def say(self, kind: str) -> int:
        """A move of the table itself, which its host makes; the version of the table then."""
        return self._laptop.move(self.path, kind)

    def send(self, seat: int, kind: str, **fields: object) -> int:
        """A move of somebody who needs no browser here; the version of the table then."""
        return self.wires[seat].move(self.hands[seat], kind, **fields)


class Party:
    """People around a table: a host at the laptop and phones, each with a browser of its own."""

    def __init__(self, browser: Browser, companion: Companion) -> None:
        self._devices, self.companion = devices_of(browser), companion
        self._taken: list[Device] = []
        self.complaints: list[str] = []  # of the pages' consoles

    def device(self, phone: bool = True, at_once: bool = True, **more: object) -> Page:
        """A browser with nothing in its memory; `at_once`, it waits for nobody's second thoughts and makes no sound."""
        settings = {**STILL, **(PHONE if phone else LAPTOP), **more}
        device = self._devices.take(settings, at_once)
        self._taken.append(device)
        return device.set_up(settings, self.complaints.append)

    def wired(self, wire: Wire, path: str, phone: bool = True, **more: Any) -> Page:
        """The browser of somebody who was there without one until now."""
        page = self.device(phone, **more)
        page.context.add_cookies(wire.cookies)  # type: ignore[arg-type]
        page.goto(self.companion.base + path)
        return page

    def host(self, **more: object) -> Page:
        """The laptop, as the terminal's link opens it."""
        page = self.device(phone=False, **more)
        page.goto(self.companion.host_link)
        return page

    def table(self, host: Page, players: int = 4, game: str = "Code 777", **options: str) -> str:
        """Opens a table by clicks; its name."""
        host.goto(self.companion.base)
        arrive(host, host.locator("button.game", has_text=game).click, "**/t/*")
        self.arrange(host, "players", str(players))
        expect(host.locator(".seatcard")).to_have_count(players)
        for name, value in options.items():
            self.arrange(host, f"options.{name}", value)
        return host.url.rsplit("/", 1)[1]

    def arrange(self, host: Page, field: str, value: str) -> None:
        """Chooses something about the next game and waits until it is kept."""
        select = host.locator(f'#arrange select[name="{field}"]')
        if select.input_value() != value:
            with host.expect_response(lambda reply: reply.url.endswith("/arrange")):
                select.select_option(value)
            expect(host.locator(f'#arrange select[name="{field}"] option[selected]')).to_have_attribute("value", value)

    def code(self, host: Page, seat: int | None = None) -> str:
        """The address behind a code on the table screen, read from the picture as a phone's camera does."""
        card = host.locator("#seat-all" if seat is None else f"#seat-{seat}")
        for button in card.locator("details:not([open]):has(.qr) > summary").all():
            button.click()
        return shown(card.locator(".qr").screenshot())

    def sit(self, host: Page, seat: int, name: str, **more: object) -> Page:
        """Scans the code of a seat and sits down."""
        page = self.device(**more)
        self.take(page, self.code(host, seat), name, seat)
        return page

    def take(self, page: Page, code: str, name: str, seat: int) -> None:
        """Follows a code and sits down there."""
        page.goto(code)
        form = page.locator('form:has(label input[name="name"])')
        form.locator('input[name="name"]').fill(name)
        arrive(page, form.locator("button.main").tap, f"**/seat/{seat}")

    def away(self, host: Page, seat: int) -> None:
        """Lets a seat run by itself."""
        host.locator(f'#seat-{seat} form[data-post$="/absent"] button[name="on"]').click()
        expect(host.locator(f'#seat-{seat} button[name="on"][value="false"]')).to_be_visible()

    def gather(
        self,
        game: str,
        players: int,
        names: Sequence[str] = NAMES,
        away: Sequence[int] = (),
        lang: str = "en",
        begun: bool = True,
        **options: str,
    ) -> Gathering:
        """A running game without a thumb, for tests that are about something later; or all that comes before it."""
        table = Gathering(self, game, players, names, away, lang, options)
        if begun:
            table.begin()
        return table

    def leave(self, *pages: Page) -> None:
        """Some go home before the others: a page that nobody looks at any more would follow every move."""
        for device in [device for device in self._taken if device.page in pages]:
            self._taken.remove(device)
            self._devices.give_back(device)

    def close(self) -> None:
        """Everybody goes home."""
        self.leave(*[device.page for device in self._taken])


def chromium_path() -> str:
    """The system's Chromium."""
    path = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    assert path, "there is no Chromium on PATH: `tools/need chromium` installs one"
    return path
