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


# The wide world: a shared database, a certificate, a proxy. Only what was named is asked.

LEADS_HERE = """
import socket
asked = socket.getaddrinfo
socket.getaddrinfo = lambda host, *more, **kind: asked("127.0.0.1" if host == "games.example" else host, *more, **kind)
"""


def told(desk, check, *words, before="", **env):
    """One finding, and the exit code."""
    result = desk.run("doctor", "--json", *words, before=WELL + before, **env)
    assert result.err == "", result.err
    findings = {each["check"]: each for each in json.loads(result.out)["findings"]}
    return findings[check], result.code


class TestStore:
    """A database that several servers share."""

    def test_empty_then_used_then_of_another_version(self, empty_desk, free, home, postgres):
        import psycopg

        from companion.storage.schema import SCHEMA
        from companion.storage.store import Store

        url = postgres()
        words = ("--port", free, "--store", url)
        finding, code = told(empty_desk, "store", *words, **home)
        assert finding["ok"] and code == 0 and "is empty" in finding["told"]
        Store(url).close()
        finding, _ = told(empty_desk, "store", *words, **home)
        assert finding["ok"] and f"Tables: 0; schema: {SCHEMA}; room for" in finding["told"]
        for schema, ok in ((SCHEMA - 1, True), (SCHEMA + 1, False)):
            with psycopg.connect(url) as connection:
                connection.execute("UPDATE about SET value = %s WHERE key = 'schema'", [str(schema)])
            finding, code = told(empty_desk, "store", *words, **home)
            assert (finding["ok"], code) == (ok, 0 if ok else 1)
            assert ("brings it up to date" if ok else "another version") in finding["told"]

    def test_one_that_is_not_there_and_no_password_is_shown(self, empty_desk, free, home):
        url = f"postgresql://me:hush@127.0.0.1:{free_port()}/sousmain"
        finding, code = told(empty_desk, "store", "--port", free, "--store", url, **home)
        assert (finding["ok"], code) == (False, 1)
        assert "cannot be used" in finding["told"] and "hush" not in finding["told"] and "me:***@" in finding["told"]
        result = empty_desk.run("doctor", "--store", "mysql://x", before=WELL, **home)
        assert result.code == 2 and result.err.count("\n") == 1


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """nginx as docs/hosting.md sets it up, with a certificate of two days, and nobody behind it yet."""
    from support.companion.proxies import nginx

    with nginx(tmp_path_factory.mktemp("nginx")) as found:
        yield found


class TestProxy:
    """A proxy with a certificate."""

    def test_from_a_stranger_s_certificate_to_all_is_well(self, empty_desk, free, home, proxied):
        from support.serving import playing

        words = ("--port", free, "--public-url", proxied.base)
        finding, code = told(empty_desk, "certificate", *words, before=LEADS_HERE, **home)
        assert (finding["ok"], finding["needed"], code) == (False, True, 1)
        assert "do not trust the certificate for games.example" in finding["told"]
        home["SSL_CERT_FILE"] = str(proxied.certificate)
        finding, _ = told(empty_desk, "certificate", *words, before=LEADS_HERE, **home)
        assert (finding["ok"], finding["needed"]) == (False, False), "two days are few, and enough for tonight"
        assert "days left: 1" in finding["told"] and "Renew it" in finding["told"]
        finding, _ = told(empty_desk, "proxy", *words, before=LEADS_HERE, **home)
        assert not finding["ok"] and "no companion behind it" in finding["told"]
        data = empty_desk.folder / "tables"
        for trusted, ok, said in (
            (2, False, "trusts more proxies than there are"),
            (1, True, "all of them trusted: 1"),
        ):
            behind = ("--public-url", proxied.base, "--trust-proxy", trusted, "--port", proxied.behind, "--data", data)
            with playing("code777", *behind):
                finding, code = told(empty_desk, "proxy", *words, before=LEADS_HERE, **home)
                assert (finding["ok"], code) == (ok, 0 if ok else 1), finding["told"]
                assert said in finding["told"]
        with playing("code777", "--port", proxied.behind, "--data", data):
            finding, _ = told(empty_desk, "proxy", *words, before=LEADS_HERE, **home)
            assert not finding["ok"] and "--public-url" in finding["told"]

    def test_another_name_and_nobody_there(self, empty_desk, free, home, proxied):
        home["SSL_CERT_FILE"] = str(proxied.certificate)
        other = f"https://localhost:{proxied.tls}"
        finding, _ = told(empty_desk, "certificate", "--port", free, "--public-url", other, **home)
        assert not finding["ok"] and "The certificate is not for localhost" in finding["told"]
        for check in ("certificate", "proxy"):
            nobody = f"https://localhost:{free_port()}"
            finding, _ = told(empty_desk, check, "--port", free, "--public-url", nobody, **home)
            assert not finding["ok"] and "cannot be reached" in finding["told"]

    def test_one_that_has_expired(self, monkeypatch):
        import ssl

        from cli import hosting_checks

        flaw = ssl.SSLCertVerificationError()
        flaw.verify_code, flaw.verify_message = hosting_checks.EXPIRED, "certificate has expired"
        assert "has expired: renew it" in hosting_checks.refused("games.example", flaw)


def test_more_proxies_than_are_trusted():
    from cli.hosting_checks import Seen, flaws

    url = "https://games.example"
    assert "all phones count as one" in next(flaws(url, 200, Seen(url, 0, 1, True)))
    assert "takes itself for https://other" in next(flaws(url, 200, Seen("https://other", 1, 1, True)))
    assert "can choose his address" in next(flaws(url, 200, Seen(url, 2, 1, True)))
    assert "X-Forwarded-Proto" in next(flaws(url, 200, Seen(url, 1, 1, False)))
    assert not [*flaws(url, 200, Seen(url, 1, 1, True))]
