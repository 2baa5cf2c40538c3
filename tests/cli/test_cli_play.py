"""`sousmain play` and `sousmain table`: one clear sentence for each thing in the way, and cards that stay valid."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from support.commands import ROOT, Commands, Result, environment
from support.serving import free_port, get, get_as_host, playing
from zxingcpp import read_barcodes

from companion import network
from companion.server import launch
from companion.storage.data_folder import Folder, InUse, NotWritable
from referee.registry import game
from templates import i18n

Said = Callable[..., Result]


@pytest.fixture
def said(commands: Commands) -> Callable[..., Result]:
    """What a command answers."""
    return lambda *words: commands.run(tuple(map(str, words)), ROOT, environment(LANG="C"), "", False)


def test_it_tells_its_address_and_a_code_and_stops_politely(tmp_path: Path) -> None:
    """The code in the terminal leads to a free seat; the link makes a host; Ctrl+C ends it with exit code 0."""
    port = free_port()
    with playing("code777", "--port", port, "--data", tmp_path) as told:
        text = "\n".join(told)
        assert f"http://127.0.0.1:{port}" in text
        assert sum("▄" in line or "▀" in line for line in told) > 10
        link = re.search(r"http://\S+/host/\S+", text)
        assert link
        assert "Start the game" in get_as_host(link[0])


def test_a_port_that_is_taken(said: Said, tmp_path: Path) -> None:
    """One sentence, exit code 2, and another port to try."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, out, err = said("play", "--bind", "127.0.0.1", "--port", port, "--data", tmp_path / "d", "--no-open")
    assert (code, out) == (2, "")
    assert err.startswith(f"sousmain: Port {port} cannot be used") and err.count("\n") == 1
    assert not (tmp_path / "d").exists()


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that is in no network says so, and how to try it alone."""
    monkeypatch.setattr(network, "lan", lambda: None)
    with pytest.raises(network.NoNetwork, match=r"no network.*--bind 127\.0\.0\.1"):
        network.for_phones("0.0.0.0", "")
    assert network.for_phones("127.0.0.1", "") == "127.0.0.1"
    assert network.for_phones("0.0.0.0", "games.local") == "games.local"


def test_a_folder_that_cannot_be_written(said: Said, tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("x")
    code, out, err = said("play", "--bind", "127.0.0.1", "--port", 0, "--data", tmp_path / "file" / "data", "--no-open")
    assert (code, out) == (2, "")
    assert err.startswith("sousmain: Cannot keep tables in") and "--data" in err
    with pytest.raises(NotWritable), Folder(tmp_path / "file", "here"):
        pass


def test_a_database_that_is_none(said: Said, tmp_path: Path) -> None:
    """Somebody else's file is left as it is."""
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all" * 100)
    code, _, err = said("play", "--bind", "127.0.0.1", "--port", 0, "--data", tmp_path, "--no-open")
    assert code == 2 and err.startswith("sousmain: Cannot keep tables in") and "Traceback" not in err
    assert (tmp_path / "tables.sqlite").read_bytes().startswith(b"no database")


def test_one_server_for_a_folder(said: Said, tmp_path: Path) -> None:
    """The second is told where the first one is; so is `table`."""
    port = free_port()
    with playing("--port", port, "--data", tmp_path):
        for words in (("play", "--no-open", "--port", 0), ("table", "code777")):
            code, _, err = said(*words, "--bind", "127.0.0.1", "--data", tmp_path)
            assert code == 2 and f"http://127.0.0.1:{port}" in err
    with Folder(tmp_path, "again"), pytest.raises(InUse), Folder(tmp_path, "twice"):
        pass


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("play", "--port", "many"), "--port was given “many”"),
        (("play", "--bind", "home"), "--bind was given “home”"),
        (("play", "--address", "http://x"), "--address was given “http://x”"),
        (("play", "--public-url", "games.example"), "--public-url was given “games.example”"),
        (("play", "--trust-proxy", "all"), "--trust-proxy was given “all”"),
        (("play", "--store", "mysql://localhost/x"), "--store was given “mysql://localhost/x”"),
        (("play", "--store", "postgres:me:hidden@x"), "--store was given “…”"),
        (("play", "chess"), "“chess” is not known"),
        (("table", "code777", "--players", "9"), "9"),
        (("table", "code777", "--option", "target=9"), "target"),
        (("table", "code777", "--option", "racks=paper"), "racks"),
        (("table", "code777", "--print", "--paper", "a9"), "“a9” is not known"),
        (("table", "code777", "--print", "--ink", "gold"), "“gold” is not known"),
        (("table", "code777", "--print", "--port", "0"), "--port 0"),
    ],
)
def test_mistakes_get_one_sentence(said: Said, tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    """And nothing is opened."""
    bind = () if "--bind" in words else ("--bind", "127.0.0.1")
    code, out, err = said(*words, *bind, "--data", tmp_path / "data")
    assert (code, out) == (2, "")
    assert err.startswith("sousmain: ") and err.count("\n") == 1 and expected in err
    assert not (tmp_path / "data").exists()


def test_a_database_on_a_server_that_is_not_there(said: Said, tmp_path: Path) -> None:
    """One sentence, and no password in it."""
    url = f"postgresql://me:hidden@/x?host={tmp_path}"
    words = ("play", "--bind", "127.0.0.1", "--port", 0, "--data", tmp_path / "data", "--no-open", "--store", url)
    code, out, err = said(*words)
    assert (code, out) == (2, "")
    assert err.startswith("sousmain: Cannot keep tables in postgresql://me:***@") and err.count("\n") == 1
    assert "hidden" not in err


def codes_on(file: Path) -> list[str]:
    """Every code on a printed sheet."""
    pdf = pypdfium2.PdfDocument(file)
    found = [code.text for page in pdf for code in read_barcodes(page.render(scale=300 / 72).to_pil())]
    pdf.close()
    return found


def test_seat_cards_are_printed_ahead_and_stay_valid(said: Said, tmp_path: Path) -> None:
    """Over two restarts on the same address; on another, the start says so."""
    port, data = free_port(), tmp_path / "data"
    where = ("--bind", "127.0.0.1", "--port", port, "--data", data)
    code, out, err = said("table", "code777", "--players", 3, "--print", "--out", tmp_path / "out", *where)
    assert (code, err) == (0, "")
    (file,) = (tmp_path / "out").glob("*.pdf")
    assert str(file) in out
    codes = codes_on(file)
    joins = sorted(code for code in codes if "/join/" in code)
    assert len(joins) == 4 and len(codes) == 5  # three seats, any seat, the table screen
    for _ in range(2):
        with playing("--port", port, "--data", data) as told:
            assert not any("changed" in line for line in told)
            pages = [get(code) for code in joins]
            assert sum("Sit down" in page for page in pages) == 4
            assert {number for page in pages for number in re.findall(r"This is seat (\d)", page)} == {"1", "2", "3"}
    with playing("--port", free_port(), "--data", data) as told:
        assert any("The address has changed" in line and str(port) in line for line in told)


def test_a_fixed_name_is_on_the_cards(said: Said, tmp_path: Path) -> None:
    """For those who have one: the number may change as it likes."""
    port = free_port()
    where = ("--address", "Games.local", "--bind", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert said("table", "code777", "--print", "--out", tmp_path, *where)[0] == 0
    (file,) = tmp_path.glob("*.pdf")
    assert all(code.startswith(f"http://games.local:{port}/") for code in codes_on(file))
    with playing("--address", "games.local", "--port", port, "--data", tmp_path) as told:
        assert not any("changed" in line for line in told)
        assert "Sousmain" in get(f"http://127.0.0.1:{port}/", f"games.local:{port}")


def test_printing_again_is_offered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At a terminal one is asked; a yes prints."""
    old = launch.ServerPlace("127.0.0.1", 7770, "127.0.0.1", tmp_path)
    with i18n.speaking("en"):
        launch.open_ahead("code777", 2, game("code777").Options(), old, launch.SeatCardPrinter(tmp_path / "a"))
        asked: list[str] = []
        with Folder(tmp_path, "x") as folder:
            tables = launch.tables_in(folder)
            new = launch.ServerPlace("127.0.0.1", 7771, "127.0.0.1", tmp_path)
            launch.remind_of_outdated_cards(
                tables, new, launch.SeatCardPrinter(tmp_path / "b"), lambda text: not asked.append(text)
            )
            assert len(asked) == 1
            (file,) = (tmp_path / "b").glob("*.pdf")
            assert str(file) in capsys.readouterr().out
            assert all(":7771/" in code for code in codes_on(file))
            launch.remind_of_outdated_cards(
                tables, new, launch.SeatCardPrinter(tmp_path / "b"), lambda text: not asked.append(text)
            )
            assert len(asked) == 1
            tables.store.close()
