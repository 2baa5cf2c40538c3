"""`doctor` finds what is well and what is not, says what to do, and leaves everything as it is."""

from __future__ import annotations

import json
import socket
import sys

import pytest
from support.serving import free_port

CHECKS = ["fonts", "output", "data", "port", "lan", "browser", "printers"]
# A computer where all is well, whatever the one that runs the tests is like.
WELL = """
import webbrowser
from companion import network
from companion.server import launch
network.lan = lambda: "192.168.1.20"
webbrowser.get = lambda *_: None
launch.has_screen = lambda: True
"""


@pytest.fixture
def free():
    """A port that nobody uses."""
    return str(free_port())


@pytest.fixture
def home(empty_desk):
    """Folders of a user of this test's own."""
    folder = str(empty_desk.folder / "home")
    names = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA")
    return dict.fromkeys(names, folder)


def found(desk, *words, before=WELL, **env):
    """The findings by their names, and the exit code."""
    result = desk.run("doctor", "--json", *words, before=before, **env)
    assert result.err == ""
    findings = json.loads(result.out)["findings"]
    assert [each["check"] for each in findings] == CHECKS
    return {each["check"]: each for each in findings}, result.code


def wrong(findings):
    """What is not well."""
    return [check for check, each in findings.items() if not each["ok"]]


def test_all_is_well(empty_desk, free, home):
    """Exit 0, a mark and a sentence for each, and nothing is left behind."""
    result = empty_desk.run("doctor", "--port", free, before=WELL, **home)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert len(lines) == len(CHECKS)
    assert all(line.startswith("✓ ") and line.endswith(".") for line in lines)
    assert f"http://192.168.1.20:{free}" in result.out
    assert "100 %" in result.out
    assert empty_desk.snapshot() == {}


def test_a_terminal_without_such_marks(empty_desk, free, home):
    """Gets words."""
    result = empty_desk.run("doctor", "--port", free, before=WELL, PYTHONIOENCODING="ascii", **home)
    assert all(line.startswith("ok ") for line in result.out.splitlines())


def test_a_port_that_somebody_has(empty_desk, home):
    """Is told with another."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        findings, code = found(empty_desk, "--port", str(port), **home)
    assert (wrong(findings), code) == (["port"], 1)
    assert f"--port {port + 1}" in findings["port"]["told"] or port == 65535


@pytest.mark.skipif(sys.platform == "win32", reason="the lock of the test's own is one of Unix")
def test_a_port_that_our_own_companion_has(empty_desk, home):
    """Is as it should be."""
    from pathlib import Path

    from companion.storage.data_folder import Folder

    with socket.socket() as taken, Folder(Path(home["XDG_DATA_HOME"]) / "sousmain", "http://here"):
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        findings, code = found(empty_desk, "--port", str(taken.getsockname()[1]), **home)
    assert (wrong(findings), code) == ([], 0)
    assert "running" in findings["port"]["told"]


BROKEN = {
    "lan": ("network.lan = lambda: None", "Wi-Fi"),
    "fonts": (
        "from generator.drawing import fonts\nfonts.FILES['sans'] = ('font_source_sans_pro', 'gone.ttf')",
        "install Sousmain again",
    ),
}


@pytest.mark.parametrize(("check", "more", "told"), [(check, *rest) for check, rest in BROKEN.items()], ids=BROKEN)
def test_what_is_missing_is_told_with_what_to_do(empty_desk, free, home, check, more, told):
    """That alone, and exit 1."""
    given = {"before": f"{WELL}\n{more}", "real": check == "fonts"}  # typefaces are read once in the life of a process
    findings, code = found(empty_desk, "--port", free, **given, **home)
    assert (wrong(findings), code) == ([check], 1)
    assert told in findings[check]["told"]
    plain = empty_desk.run("doctor", "--port", free, **given, **home)
    assert (plain.code, plain.err) == (1, "")
    assert [line[0] for line in plain.out.splitlines()].count("✗") == 1


@pytest.mark.parametrize(
    "none", ["def gone(*_):\n    raise webbrowser.Error\nwebbrowser.get = gone", "launch.has_screen = lambda: False"]
)
def test_a_browser_is_advice(empty_desk, free, home, none):
    """Without one, or without a screen, one prints and plays all the same: exit 0, and what to do."""
    findings, code = found(empty_desk, "--port", free, before=f"{WELL}\n{none}", **home)
    assert (wrong(findings), code) == (["browser"], 0)
    assert "open it on this computer yourself" in findings["browser"]["told"]
    assert [check for check, each in findings.items() if not each["needed"]] == ["browser"]
    plain = empty_desk.run("doctor", "--port", free, before=f"{WELL}\n{none}", **home)
    assert (plain.code, plain.err) == (0, "")
    assert sorted(line[0] for line in plain.out.splitlines()) == ["!"] + ["✓"] * (len(CHECKS) - 1)


@pytest.mark.parametrize(("check", "option"), [("output", "--out"), ("data", "--data")])
def test_a_folder_that_refuses(empty_desk, free, home, check, option):
    """Because a file is in its place: also for root, who may write anywhere."""
    (empty_desk.folder / "file").write_text("in the way")
    findings, code = found(empty_desk, "--port", free, option, "file/kits", **home)
    assert (wrong(findings), code) == ([check], 1)
    assert f"another folder with {option}" in findings[check]["told"]


def test_printers_with_profiles_and_with_a_broken_file(empty_desk, free, home):
    """Their names; or file, key and expectation."""
    folder = empty_desk.folder / "home" / "sousmain"
    folder.mkdir(parents=True)
    (folder / "printers.toml").write_text("[office]\nscale = 99\n")
    findings, code = found(empty_desk, "--port", free, **home)
    assert code == 0
    assert "office" in findings["printers"]["told"]
    (folder / "printers.toml").write_text("[office]\nscale = 9\n")
    findings, code = found(empty_desk, "--port", free, **home)
    assert (wrong(findings), code) == (["printers"], 1)
    assert "office.scale" in findings["printers"]["told"]


def test_in_french(empty_desk, free, home):
    """By the system and by --lang alike."""
    system = empty_desk.run("doctor", "--port", free, before=WELL, lang="fr_FR.UTF-8", **home)
    asked = empty_desk.run("doctor", "--port", free, "--lang", "fr", before=WELL, **home)
    assert system == asked
    assert "Les kits vont dans" in system.out
    assert "Kits go" not in system.out


def test_a_port_that_makes_no_sense(empty_desk, home):
    """One sentence, exit 2, like everywhere."""
    assert "1 to 65535" in empty_desk.refused("doctor", "--port", "seven", **home)
