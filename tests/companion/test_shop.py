"""The print shop: its form has every option, its files are those of the command line, and only the host has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pypdfium2
import pytest
import typer
from support.companion.rig import Browser, app_of, host_of, tables_in
from support.companion.shop import shop_here

from cli.main import app as command_line
from cli.shop.__main__ import performed
from cli.shop.jobs import sentence_of
from companion.web.shop.form import CHOICES, HINTS, TITLES, applies, components, form
from companion.web.shop.tools import tool_forms
from companion.web.shop.uploads import plain_name
from generator.errors import PrintError
from generator.order.fields import FIELDS, ORDER, PUZZLED
from generator.order.presets import known_presets, store_preset
from generator.order.request import requests
from generator.press.build import build
from generator.press.deal_slips import secret_games
from referee.registry import GAMES
from templates import i18n

# Options of the command line that no form has, and why.
NOT_ASKED = {
    "out": "the browser keeps files where it keeps them: no page writes elsewhere on the laptop",
    "json": "pages read the receipt as it is",
    "quiet": "a page has no terminal to be quiet in",
    "preset": "a button for each puts its words into the form",
    "save": "a field and a button of their own at the end of the form",
    "help_": "each field says its help beneath itself",
    "games": "the page is about one",
    "context": "what Typer knows of the command",
}
SENSIBLE = {"players": "9", "map": "x.toml", "notes": "small", "edition": "B", "board": "small", "board_width": "400"}


class Desk:
    """The host's browser, a guest's, and the worker behind."""

    def __init__(self, folder: Path) -> None:
        shop, self.worker = shop_here()
        self.app = app_of(tables_in(folder), workshop=shop)
        self.host, self.guest = host_of(self.app), Browser(self.app)
        self.guest.get("/")

    def post(self, path: str, game: str = "code777", **words: Any) -> Any:
        """What the host is told."""
        return self.host.post(f"/shop/{path}", {"game": game, "words": words})


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Desk(tmp_path)


def shown(slug: str) -> set[str]:
    """The fields of the form for a game."""
    return {field.name for group in form(slug, "en") for field in group.fields}


def test_the_form_has_every_option_of_the_command_line() -> None:
    """But for those that make no sense in a browser, each with its reason."""
    params = {param.name for param in typer.main.get_command(command_line).commands["print"].params}  # type: ignore[attr-defined]
    assert set.union(*map(shown, GAMES)) == {name for name in params if name not in NOT_ASKED}


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_lacks_only_what_its_order_refuses(slug: str) -> None:
    missing = {field.name for field in ORDER} - shown(slug)
    assert missing <= SENSIBLE.keys() and missing == {name for name in SENSIBLE if not applies(name, slug)}
    for name in missing:
        with pytest.raises(PrintError):
            requests([slug], **{name: SENSIBLE[name]})


def test_every_field_and_choice_has_words_in_both_languages() -> None:
    assert {field.name for field in (*ORDER, *PUZZLED)} == TITLES.keys()
    for name, words in CHOICES.items():
        known = {*FIELDS[name].choices, ""} if FIELDS[name].choices else words.keys()
        assert words.keys() <= known
    with i18n.speaking("fr"):
        for field in ORDER:
            assert i18n.say(TITLES[field.name]), field.name


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_hints_speak_to_whoever_taps_and_not_to_whoever_types(slug: str, lang: str) -> None:
    """No option of the command line, no command, no file of ours."""
    with i18n.speaking(lang):
        says = {field.name: field.says for group in form(slug, lang) for field in group.fields}
    assert HINTS.keys() <= {field.name for field in ORDER}
    assert [name for name, text in says.items() if "--" in text or "`" in text or "docs/" in text] == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("job", "fields"),
    [
        ({"do": "draw", "game": "code777", "words": {"fronts_first": True}}, ("fronts_first", "sides")),
        ({"do": "draw", "game": "code777", "words": {"only": ["tiles"], "without": ["tiles"]}}, ("only", "without")),
        ({"do": "puzzles", "words": {"count": "x"}}, ("count",)),
    ],
)
def test_refusals_name_fields_by_their_labels(job: dict[str, Any], fields: tuple[str, ...], lang: str) -> None:
    """Whoever taps has never seen an option of the command line."""
    told = performed({**job, "spoken": lang}, b"")[0]["error"]
    assert "--" not in told and "long-edge" not in told
    with i18n.speaking(lang):
        opened = [i18n.say("“{label}”").format(label=f"{i18n.say(TITLES[name])}|").partition("|")[0] for name in fields]
    assert [start for start in opened if start not in told] == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_name_to_keep_choices_under_is_refused_by_its_label(lang: str, desk: Desk) -> None:
    told = performed({"do": "keep", "game": "code777", "name": "..", "words": {}, "spoken": lang}, b"")[0]["error"]
    with i18n.speaking(lang):
        assert i18n.say("Keep all these choices under a name") in told and "--" not in told


@pytest.mark.parametrize("slug", GAMES)
def test_components_are_those_that_the_order_knows(slug: str) -> None:
    for name, _ in components(slug):
        assert requests([slug], only=[name])


def test_the_page_has_each_field_once_with_its_label(desk: Desk) -> None:
    page = unescape(desk.host.get("/shop/rallye").text)
    assert re.findall(r'data-field="(\w+)"', page).count("paper") == 1
    assert set(re.findall(r'data-field="(\w+)"', page)) == shown("rallye")
    assert len(re.findall(r'id="flaw-\w+"', page)) == len(shown("rallye"))


@pytest.mark.parametrize(
    "words",
    [
        {"paper": "letter", "ink": "mono", "names": "Anne, Mario, Zoé"},
        {"sides": "long-edge", "fronts_first": True, "only": ["tiles", "racks"], "copies": ["tiles=2"]},
        {"spares": "tiles: 7 blue x2", "lang": "fr"},
    ],
)
def test_a_file_is_byte_for_byte_that_of_the_command_line(desk: Desk, tmp_path: Path, words: dict[str, Any]) -> None:
    reply = desk.post("file", **words)
    printed = build(requests(["code777"], **{"lang": "en", **words}), tmp_path)
    path, data = printed.files[0]
    assert reply.status_code == 200 and reply.data == data
    assert reply.headers["Content-Disposition"] == f'attachment; filename="{path.name}"'


def test_what_a_machine_cuts_by_comes_in_one_archive(desk: Desk, tmp_path: Path) -> None:
    from io import BytesIO

    reply = desk.post("file", cut="svg", only=["tiles"])
    printed = build(requests(["code777"], lang="en", cut="svg", only=["tiles"]), tmp_path)
    with ZipFile(BytesIO(reply.data)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert found == {path.name: data for path, data in printed.files if path.name != "index.html"}


def test_what_an_order_comes_to_is_its_receipt(desk: Desk, tmp_path: Path) -> None:
    told = desk.post("draw", paper="a3").json
    (receipt,) = build(requests(["code777"], lang="en", paper="a3"), tmp_path).receipts
    assert (told["sheets"], told["pages"], told["cuts"], told["strokes"]) == (
        receipt.sheets,
        receipt.pages,
        receipt.cuts,
        receipt.strokes,
    )
    assert len(told["shown"]) == receipt.pages and told["minutes"] >= 1
    picture = desk.host.post("/shop/page", {"game": "code777", "words": {"paper": "a3"}, "page": 1, "width": 200})
    assert picture.mimetype == "image/png" and picture.data.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("paper", {"paper": "a9"}),
        ("players", {"players": "9"}),
        ("names", {"names": ";" + "x" * 60}),
        ("fronts_first", {"fronts_first": True}),
        ("only", {"only": ["cheese"]}),
        ("card_size", {"card_size": "35x36mm"}),
        ("spares", {"spares": "tiles: 9 blue"}),
    ],
)
def test_a_mistake_is_told_as_in_the_terminal_beside_its_field(
    desk: Desk, tmp_path: Path, field: str, words: dict[str, Any]
) -> None:
    reply = desk.post("draw", **words)
    with pytest.raises(PrintError) as refusal:
        build(requests(["code777"], lang="en", **words), tmp_path)
    said = sentence_of(refusal.value, {"do": "draw", "spoken": "en"})
    assert (reply.status_code, reply.json) == (422, {"error": said, "field": field})


def test_a_choice_within_a_mistake_is_told_as_the_form_shows_it(desk: Desk) -> None:
    """Nobody has typed `--sides fold` there."""
    reply = desk.post("draw", press=True, sides="fold")
    assert reply.status_code == 422
    assert reply.json["error"] == "“For a print shop” and “Sides of the paper: One, to fold” do not go together."


GETS = ("", "/code777", "/code777/sheets", "/code777/spares", "/code777/pieces", "/tools")
POSTS = ("/draw", "/page", "/file", "/keep", "/upload", "/job/doctor", "/record/verify")


def test_guests_cannot_make_the_laptop_work(desk: Desk) -> None:
    assert {desk.guest.get(f"/shop{path}").status_code for path in GETS} == {403}
    order = {"game": "code777", "words": {}}
    assert {desk.guest.post(f"/shop{path}", order).status_code for path in POSTS} == {403}
    assert desk.worker.asked == []
    assert "/shop" not in desk.guest.get("/").text and 'href="/shop"' in desk.host.get("/").text


def test_pages_elsewhere_cannot_either(desk: Desk) -> None:
    order = {"game": "code777", "words": {}}
    for wrong in ({"Origin": "http://elsewhere.example"}, {"X-Csrf": "x"}):
        assert {desk.host.post(f"/shop{path}", order, **wrong).status_code for path in POSTS} == {403}
    assert desk.worker.asked == []


def test_without_a_worker_there_is_no_shop(tmp_path: Path) -> None:
    host = host_of(app_of(tables_in(tmp_path), workshop=None))
    assert host.get("/shop").status_code == 404 and 'href="/shop"' not in host.get("/").text


@pytest.mark.parametrize(
    "body",
    [
        {"game": "code777", "words": {"out": "/tmp"}},
        {"game": "code777", "words": {"preset": "x"}},
        {"game": "code777", "words": {"gutters": "yes"}},
        {"game": "code777", "words": {"only": "tiles"}},
        {"game": "code777", "words": {"names": "x" * 3000}},
        {"game": "code777", "words": {}, "more": 1},
        {"game": "code777"},
    ],
)
def test_what_no_form_sends_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    assert desk.host.post("/shop/draw", body).status_code == 400
    assert desk.worker.asked == []


@pytest.mark.parametrize("field", ["own", "map", "press_profile"])
def test_no_path_of_the_laptop_comes_from_a_browser(desk: Desk, tmp_path: Path, field: str) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('[code777]\nname = "seen"\n', "utf-8")
    for path in (str(secret), "../../etc/passwd", "/etc/passwd"):
        reply = desk.post("draw", game="rallye", **{field: path})
        assert reply.status_code == 404 and "choose it again" in reply.json["error"]
    assert desk.worker.asked == []


def uploaded(desk: Desk, name: str, text: str) -> str:
    """The word that stands for a file."""
    reply = desk.host.post(f"/shop/upload?name={name}", text.encode())
    assert reply.status_code == 200, reply.text
    return str(reply.json["word"])


def test_a_file_that_is_sent_is_used_and_told_by_its_own_name(desk: Desk) -> None:
    word = uploaded(desk, "..%2F..%2Fours.toml", '[code777]\nname = "Drei Sieben"\n')
    told = desk.post("draw", own=word).json
    assert told["title"] == "Drei Sieben" and "-ours" in told["file"]
    word = uploaded(desk, "broken.toml", "[code777]\nnome = 1\n")
    reply = desk.post("draw", own=word)
    assert reply.status_code == 422 and reply.json["error"].startswith("broken.toml"), reply.text


@pytest.mark.parametrize(
    ("text", "told"), [("x = " + "[" * 100_000, "fewer brackets"), ("x = " + "9" * 100_000, "fewer digits")]
)
def test_a_file_that_no_reader_can_hold_is_told_beside_its_field(desk: Desk, text: str, told: str) -> None:
    reply = desk.post("draw", own=uploaded(desk, "deep.toml", text))
    assert (reply.status_code, reply.json["field"]) == (422, "own"), reply.text
    assert reply.json["error"].startswith("deep.toml: ") and told in reply.json["error"]
    reply = desk.post("draw", game="allo", map=uploaded(desk, "deep.toml", text))
    assert (reply.status_code, reply.json["field"]) == (422, "map") and told in reply.json["error"]


def test_a_name_of_many_bytes_is_one_of_a_file(desk: Desk) -> None:
    assert uploaded(desk, "𠮷" * 90 + ".toml", "#")
    assert plain_name("𠮷" * 90 + ".toml").endswith("𠮷.toml") and len(plain_name("𠮷" * 90).encode()) <= 80
    assert plain_name("../.." + "." * 100) == "file"


def test_a_file_is_small_and_few_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.web.shop import uploads

    monkeypatch.setattr(uploads, "KEPT", 2)
    assert desk.host.post("/shop/upload?name=a", bytes(uploads.LARGEST + 1)).status_code == 413
    first, *_ = [uploaded(desk, f"{n}.toml", "#") for n in range(3)]
    assert desk.post("draw", own=first).status_code == 404


def test_choices_are_kept_under_a_name_and_offered(desk: Desk) -> None:
    order = {"game": "code777", "words": {"paper": "letter", "ink": "mono"}}
    assert desk.host.post("/shop/keep", {**order, "name": "Oncle!"}).status_code == 422
    words = {**order["words"], "lang": "en"}
    assert desk.host.post("/shop/keep", {**order, "name": "club"}).json == {"name": "club", "words": words, "lacks": ""}
    page = unescape(desk.host.get("/shop/inkognito").text)
    (kept,) = re.findall(r'data-preset="({.*?})"', page)
    assert msgspec.json.decode(kept)["paper"] == "letter"


def test_files_of_a_preset_are_told_as_left_out_and_kept_with_its_name(desk: Desk, tmp_path: Path) -> None:
    """A page knows no path, so it can neither choose them nor throw them away."""
    ours = tmp_path / "ours.toml"
    ours.write_text('[code777]\nname = "Drei Sieben"\n', "utf-8")
    store_preset("club", {"own": str(ours), "paper": "a3"})
    page = unescape(desk.host.get("/shop/code777").text)
    assert re.findall(r'data-lacks="([^"“]+)"', page) == ["Own words"] and str(ours) not in page
    order = {"game": "code777", "words": {"paper": "letter", "own": uploaded(desk, "new.toml", "#")}, "name": "Club "}
    told = desk.host.post("/shop/keep", order).json
    assert (told["left"], told["lacks"]) == ("Own words", "Own words") and str(ours) not in str(told)
    assert known_presets()["club"] == {"own": str(ours), "paper": "letter", "lang": "en"}


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_tapped_can_be_ordered(desk: Desk, slug: str) -> None:
    """Each piece lies on its page, and its name is one that spares are ordered by."""
    pages = desk.host.get(f"/shop/{slug}/pieces").json["pages"]
    found = {(p["component"], p["piece"]) for page in pages for p in page["pieces"]}
    assert len(found) > 5
    by_component: dict[str, list[str]] = {}
    for component, piece in sorted(found):
        by_component.setdefault(component, []).append(piece)
    text = "; ".join(
        name if pieces == [""] else f"{name}: {', '.join(pieces)}" for name, pieces in by_component.items()
    )
    assert desk.post("draw", game=slug, spares=text).status_code == 200
    for page in pages:
        for left, top, wide, high in (p["box"] for p in page["pieces"]):
            assert left >= -1 and top >= -1 and left + wide <= 101 and top + high <= 101 and wide > 1 and high > 1


def job(desk: Desk, what: str, /, **words: Any) -> Any:
    """What one of the other jobs comes to."""
    return desk.host.post(f"/shop/job/{what}", {"words": words})


def page_count(pdf: bytes) -> int:
    """How many pages a file has."""
    with pypdfium2.PdfDocument(pdf) as pages:
        return len(pages)


def test_papers_beside_kits(desk: Desk) -> None:
    booklet = job(desk, "puzzles", games=["code777"], count="1", level=["easy"], seed="x", booklet=True)
    assert booklet.data.startswith(b"%PDF"), booklet.text
    assert re.search(r"puzzles-code777-x-en-a4.*\.pdf", booklet.headers["Content-Disposition"])
    slips = job(desk, "deal", game="code777", players="3")
    sets = job(desk, "deal", game="code777", players="3", tables="2")
    assert page_count(sets.data) > page_count(slips.data), "the same cards for another table"
    assert slips.data.startswith(b"%PDF") and "code777-deal" in slips.headers["Content-Disposition"]
    assert job(desk, "calibration", paper="letter").data.startswith(b"%PDF")
    assert job(desk, "calibration", picture="front").mimetype == "image/png"
    assert job(desk, "calibration", paper="a9").status_code == 422
    assert job(desk, "puzzles", count="0").status_code == 422
    assert job(desk, "puzzles", out="/tmp").status_code == 400
    assert job(desk, "nothing").status_code == 404


def test_slips_are_offered_for_games_that_have_some() -> None:
    (games,) = (field for field in tool_forms("en", ())["deal"] if field.name == "game")
    assert [slug for slug, _ in games.choices] == [*secret_games()]


def test_what_was_read_on_the_sheet_is_kept_and_offered(desk: Desk) -> None:
    refused = job(desk, "profile", name="study")
    assert refused.status_code == 422 and refused.json["error"] == "Fill in “The middle cross, X,Y” first."
    lines = job(desk, "profile", set="0.5,-1", name="study").json["lines"]
    assert lines[0].startswith("study: ")
    assert 'value="study"' in desk.host.get("/shop/code777").text


def test_the_doctor_looks(desk: Desk) -> None:
    lines = job(desk, "doctor").json["lines"]
    assert len(lines) >= 6 and all(line[0] in "✓✗!" for line in lines)
    assert any(str(Path("output").absolute()) in line for line in lines), "docs/security.md says that it tells places"


@pytest.fixture(scope="module")
def recorded() -> bytes:
    """The record of a game."""
    from cli.record_reports import Batch, options_from, simulated

    ((_, data),) = simulated(Batch("code777", 3, options_from("code777", (), robots=True), "1", ()), 1)
    return data


@pytest.mark.parametrize(
    ("how", "told"), [("verify", "holds"), ("replay", "Robot 1"), ("debrief", "Answers still possible:")]
)
def test_a_record_that_is_dropped_is_checked_and_told(desk: Desk, recorded: bytes, how: str, told: str) -> None:
    whole = desk.host.post(f"/shop/record/{how}?name=../evening.jsonl", recorded)
    assert whole.status_code == 200 and told in "\n".join(whole.json["lines"]), whole.text
    cut = desk.host.post(f"/shop/record/{how}?name=../evening.jsonl", recorded[:-40])
    assert cut.status_code == 422 and cut.json["error"].startswith("evening.jsonl does not hold")


def test_a_record_has_a_size(desk: Desk, recorded: bytes) -> None:
    assert desk.host.post("/shop/record/verify?name=x", bytes((8 << 20) + 1)).status_code == 413
    assert desk.host.post("/shop/record/burn?name=x", recorded).status_code == 404
    other = desk.host.post("/shop/record/verify?name=x&told=AAAA", recorded)
    assert other.status_code == 422


def test_mistakes_are_french_on_a_french_page(desk: Desk, french: Callable[[str], None]) -> None:
    reply = desk.host.post("/shop/draw", {"game": "code777", "words": {"paper": "a9"}}, **{"Accept-Language": "fr"})
    french(reply.json["error"])


def test_the_worker_here_is_asked_for_nothing_twice(desk: Desk) -> None:
    """A kit that was drawn a moment ago is there for its pages and its file."""
    from cli.shop import kits

    kits.drawn_kits.clear()
    for path in ("draw", "file", "draw"):
        assert desk.post(path).status_code == 200
    assert len(kits.drawn_kits) == 1
    for paper in ("a3", "letter", "legal", "a2", "a5"):
        desk.post("draw", paper=paper, only=["tiles"])
    assert len(kits.drawn_kits) == kits.KEPT
