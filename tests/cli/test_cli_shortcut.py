"""Sousmain without a terminal: what a double click opens, and what opens when nothing is typed."""

from __future__ import annotations

import os
import shlex
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Desk

from cli.desktop import front_door, shortcut
from companion.server import browser
from companion.storage.data_folder import InUse


def test_it_lies_where_it_is_told_and_only_ours_is_replaced(empty_desk: Desk) -> None:
    told = empty_desk.run("shortcut", "--folder", ".")
    (file,) = empty_desk.folder.glob("Sousmain.*")
    assert told.code == 0 and file.name in told.out
    assert file.stat().st_mode & stat.S_IXUSR
    assert empty_desk.run("shortcut", "--folder", ".").code == 0
    file.write_text("somebody's own", "utf-8")
    refused = empty_desk.run("shortcut", "--folder", ".")
    assert refused.code == 2 and "none of ours" in refused.err
    assert file.read_text("utf-8") == "somebody's own"
    assert empty_desk.run("shortcut", "--folder", "nowhere").code == 2
    assert not (empty_desk.folder / "nowhere").exists()


@pytest.mark.parametrize(
    ("platform", "name", "runs"),
    [
        ("linux", "Sousmain.desktop", "Exec=sh -c \"'/a b/\\\\$python' -P -m cli || read -r _\""),
        ("win32", "Sousmain.cmd", '"/a b/$python" -P -m cli\r\n'),
        ("darwin", "Sousmain.command", "exec '/a b/$python' -P -m cli"),
    ],
)
def test_each_system_has_its_own(platform: str, name: str, runs: str) -> None:
    found, text = shortcut.shortcut(platform, "/a b/$python")
    assert found == name and runs in text and shortcut.MARK in text[:500]


def test_what_is_clicked_starts_this_very_program(tmp_path: Path) -> None:
    """The command of the file for macOS, which any shell can read."""
    _, text = shortcut.shortcut("darwin", sys.executable)
    words = shlex.split(text.splitlines()[-1])[1:]
    done = subprocess.run([*words, "--version"], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.stdout.startswith("sousmain ")


def test_a_desktop_reads_the_same_command_and_keeps_a_mistake_in_view(tmp_path: Path) -> None:
    """Whatever the folder of Python is called. Its quotes are those of a shell, once the file's own escapes are read."""
    python = tmp_path / 'it\'s 100 % "$HOME" `x` \\n' / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\nprintf "%s " "$0" "$@"; exit 2\n', "utf-8")
    python.chmod(0o755)
    _, text = shortcut.shortcut("linux", str(python))
    (line,) = (line for line in text.splitlines() if line.startswith("Exec="))
    command = line.removeprefix("Exec=").replace("\\\\", "\\").replace("%%", "%")
    done = subprocess.run(["sh", "-c", f"{command}; echo read"], input="\n", capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{python} -P -m cli read\n", done.stderr


def test_a_folder_with_any_letters_is_found_on_windows() -> None:
    _, text = shortcut.shortcut("win32", "C:\\Users\\Zoé 100%\\python.exe")
    lines = text.split("\r\n")
    assert lines.index("chcp 65001 >nul") < lines.index('"C:\\Users\\Zoé 100%%\\python.exe" -P -m cli')


def test_the_desktop_may_be_called_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert shortcut.desktop() == Path.home() / "Desktop"
    (tmp_path / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Bureau"\n', "utf-8")
    assert shortcut.desktop() == Path.home() / "Bureau"


def test_where_it_runs_already_its_page_opens_once_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    where = "http://192.168.1.5:7771"
    listening = {"127.0.0.1", "192.168.1.5"}

    def running() -> None:
        raise InUse(Path("data"), where)

    monkeypatch.setattr("cli.playing.play_", running)
    monkeypatch.setattr(front_door, "listens", lambda address, port: port == 7771 and address in listening)
    monkeypatch.setattr("companion.server.browser.is_opened", lambda link: not opened.append(link))
    front_door.open_front_page()
    told = capsys.readouterr().out
    assert opened == ["http://127.0.0.1:7771/"] and "7771" in told and "No browser" not in told
    monkeypatch.setattr("companion.server.browser.is_opened", lambda _: False)
    front_door.open_front_page()
    assert "No browser could be opened here: open http://127.0.0.1:7771/" in capsys.readouterr().out
    listening.remove("127.0.0.1")  # it was started with --bind 192.168.1.5
    front_door.open_front_page()
    assert "open http://192.168.1.5:7771/" in capsys.readouterr().out
    for address in ("https://games.example", "http://[", "http://games.example"):
        where = address
        with pytest.raises(InUse):
            front_door.open_front_page()


def test_whether_anybody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        assert front_door.listens("127.0.0.1", port)
    assert not front_door.listens("127.0.0.1", port)


@pytest.mark.parametrize("chosen", ["lynx", "/usr/bin/w3m %s", f"elinks{os.pathsep}firefox"])
def test_a_browser_for_terminals_is_left_alone(monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    """It would show nothing, and count as opened: the link is told instead."""
    asked: list[object] = []
    monkeypatch.setattr("companion.server.browser.started", asked.append)
    monkeypatch.setenv("BROWSER", chosen)
    assert not browser.is_opened("http://127.0.0.1:7771/") and not asked


def test_programs_and_plain_terminals_get_the_greeting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert not front_door.at_desktop()  # nobody sits at this terminal
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    assert front_door.at_desktop()
    monkeypatch.setattr("companion.server.launch.has_screen", lambda: False)
    assert not front_door.at_desktop()
