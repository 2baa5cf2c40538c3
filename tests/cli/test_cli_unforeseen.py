"""What nobody foresaw: one sentence, exit code 1, a file with the details; never a traceback, whatever breaks and wherever."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.commands import FORKS, Commands
from support.soak import SOAK

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "companion", "generator", "referee", "templates")
TOKEN = "abcdefghijklmnopqrstuvwx23"
ENTER = "from cli.entry import main\nmain()"
# Whatever of ours the warm process had imported is imported anew.
COLD = f"import sys\nfor name in [*sys.modules]:\n    if name.partition('.')[0] in {ROOMS}:\n        del sys.modules[name]\n"
BROKEN = f"raise RuntimeError('no luck with {TOKEN} é')"


class Told(NamedTuple):
    """What a command said."""

    code: int
    out: bytes
    err: bytes


class Bench:
    """A folder in which commands are broken on purpose."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self.folder, self.temporary, self.commands = folder, folder / "tmp", commands
        self.temporary.mkdir()

    def run(
        self,
        *words: str,
        before: str = "",
        rooms: Path = ROOT,
        shell: str = "",
        real: bool = False,
        cold: bool = False,
        **env: str,
    ) -> Told:
        """Runs a command after some Python, with the rooms as they are somewhere; `shell` redirects what it says.
        `cold=True` imports our code anew, where what is imported or read only once is what is broken; `real=True` starts
        Python anew."""
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        kept |= {"HOME": str(self.folder), "TMPDIR": str(self.temporary), "LANG": "C"}
        if FORKS and not (real or shell or any(name.startswith("PYTHON") for name in env)):
            anew = COLD if cold or rooms != ROOT else ""
            program = f"{anew}import sys\nsys.path.insert(0, {str(rooms)!r})\n{before}\n{ENTER}"
            return Told(*self.commands.fork(words, self.folder, kept | env, program))
        kept["PYTHONPATH"] = str(rooms)
        command = [sys.executable, "-c", f"{before}\n{ENTER}", *words]
        if shell:
            command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
        done = subprocess.run(
            command, cwd=self.folder, env=kept | env, stdin=subprocess.DEVNULL, capture_output=True, timeout=60
        )
        return Told(done.returncode, done.stdout, done.stderr)

    def reports(self) -> list[Path]:
        """The files with details."""
        return sorted(self.temporary.glob("sousmain-error-*.txt"))

    def unforeseen(self, told: Told) -> tuple[str, str]:
        """Holds a command to the promise; gives its sentence and the details."""
        err = told.err.decode()
        assert told.code == 1, told
        assert told.out == b""
        assert err.startswith("sousmain: ") and err.endswith(".\n") and err.count("\n") == 1, err
        assert "Traceback" not in err
        (file,) = self.reports()
        assert str(file) in err
        assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
        details = file.read_text("utf-8")
        assert TOKEN not in err + details
        return err, details


@pytest.fixture
def bench(tmp_path: Path, commands: Commands) -> Bench:
    """An empty one."""
    return Bench(tmp_path, commands)


def broken(module: str, name: str) -> str:
    """Python that breaks a function of ours."""
    return f"import {module}\ndef fail(*a, **k):\n    {BROKEN}\n{module}.{name} = fail"


SERVED = ("--no-open", "--bind", "127.0.0.1", "--port", "0", "--data", "data")
INSIDE = {
    "composing": ("generator.press.build", "compose", ("print", "code777")),
    "drawing": ("generator.press.build", "render", ("print", "code777")),
    "setting type": ("generator.drawing.fonts", "width", ("print", "code777", "--only", "tiles")),
    "writing": ("generator.files", "save", ("print", "code777")),
    "the list of games": ("cli.help", "shelf", ("games",)),
    "dealing": ("generator.press.deal_slips", "slips_of_deal", ("deal", "code777")),
    "playing": ("referee.simulation", "play", ("simulate", "code777", "--games", "1")),
    "the doctor": ("cli.doctor", "lan", ("doctor", "--data", "data")),
    "opening a table": (
        "companion.service.tables",
        "new_name",
        ("table", "code777", "--data", "data", "--address", "x.example"),
    ),
    "listening": ("companion.network", "listening", ("play", *SERVED)),
    "the database": ("companion.storage.store", "Store", ("play", *SERVED)),
    "the application": ("companion.web.app", "create_app", ("play", *SERVED)),
    "the server": ("companion.server.wsgi", "server", ("play", *SERVED)),
}


@pytest.mark.parametrize("where", INSIDE)
def test_something_inside_breaks(bench: Bench, where: str) -> None:
    """In every room."""
    module, name, words = INSIDE[where]
    told = bench.run(*words, before=broken(module, name))
    if where == "the server":  # it has told its address by then
        told = told._replace(out=b"")
    sentence, details = bench.unforeseen(told)
    assert "RuntimeError: no luck with … ?" in sentence.replace("é", "?")
    assert re.match(r"Sousmain \d+\.\d+\.\d+, Python 3", details)
    assert f"'{words[0]}'" in details
    assert "Traceback" in details and "RuntimeError: no luck with … é" in details


@pytest.mark.parametrize(
    ("given", "code", "err"),
    [("", 0, b""), ("0", 0, b""), ("3", 3, b""), ("'no luck'", 1, b"no luck\n"), (f"'{TOKEN}'", 1, "…\n".encode())],
)
def test_somebody_ends_the_program(bench: Bench, given: str, code: int, err: bytes) -> None:
    """As Python has it: a text is told, and means that something went wrong."""
    before = f"import cli.main\ndef main():\n    raise SystemExit({given})\ncli.main.main = main"
    assert bench.run("games", before=before) == (code, b"", err)
    assert bench.reports() == []


IMPORTS = {
    "a dependency is missing": ("import sys; sys.modules['typer'] = None", "typer"),
    "a part of ours is missing": ("import sys; sys.modules['cli.main'] = None", "cli.main"),
    "one that is needed late": ("import sys; sys.modules['reportlab'] = None", "reportlab"),
}


@pytest.mark.parametrize("case", IMPORTS)
def test_something_is_not_installed(bench: Bench, case: str) -> None:
    """The sentence says what, and what to do."""
    before, what = IMPORTS[case]
    sentence, _ = bench.unforeseen(bench.run("print", "code777", before=before, cold=True))
    assert what in sentence and "install Sousmain again" in sentence


COMMANDS = "print code777", "deal code777", "calibrate", "table code777 --print --data data --address x.example"
PACKAGES = "font_source_sans_pro", "font_source_serif_pro"
# Every command lacks one of the typefaces, in turns; in a long run either of them.
TYPESET = [*product(COMMANDS, PACKAGES)] if SOAK else [*zip(COMMANDS, cycle(PACKAGES), strict=False)]


class TestDamage:
    """Files of an installation that are not as they were."""

    @pytest.fixture
    def rooms(self, tmp_path: Path) -> Path:
        """A copy, to be damaged; what Python has compiled comes along, and is newly compiled where a file is another."""
        copy = tmp_path / "rooms"
        no_part = shutil.ignore_patterns("figures", "*.opt-*.pyc", "*.pyc.*")  # the last are being written by others
        for room in ROOMS:
            shutil.copytree(ROOT / room, copy / room, ignore=no_part)
        return copy

    @pytest.mark.parametrize(
        "file",
        [
            "cli/main.py",
            "cli/printing.py",
            "templates/__init__.py",
            "referee/registry.py",
            "companion/storage/tokens.py",
        ],
    )
    def test_half_a_file(self, bench: Bench, rooms: Path, file: str) -> None:
        """Python cannot read it, wherever it is."""
        (rooms / file).write_text("def half(\n", "utf-8")
        sentence, details = bench.unforeseen(bench.run("play", *SERVED, rooms=rooms, LANG="fr_FR.UTF-8"))
        assert "SyntaxError" in sentence
        assert Path(file).name in details

    @pytest.mark.parametrize(
        ("file", "words", "env"),
        [
            ("templates/locale/fr/messages.po", ("--help",), {"LANG": "fr_FR.UTF-8"}),
            ("templates/rules/en/code777.md", ("print", "code777"), {}),
        ],
    )
    def test_a_file_of_the_shelf_is_gone(
        self, bench: Bench, rooms: Path, file: str, words: tuple[str, ...], env: dict[str, str]
    ) -> None:
        """One sentence that names it; nobody is told that it cannot be written."""
        (rooms / file).unlink()
        told = bench.run(*words, rooms=rooms, **env)
        assert told.code in (1, 2) and told.out == b""
        assert told.err.count(b"\n") == 1 and b"Traceback" not in told.err and b"Cannot write" not in told.err
        assert Path(file).name.encode() in told.err

    @pytest.mark.parametrize(("words", "package"), TYPESET)
    def test_a_typeface_is_missing(self, bench: Bench, package: str, words: str) -> None:
        """That can be foreseen: exit code 2, and what to do."""
        told = bench.run(
            *words.split(),
            cold=True,
            before=f"from generator.drawing import fonts\nfonts.find_spec = lambda name: None if name == '{package}' else __import__('importlib.util').util.find_spec(name)",
        )
        assert (told.code, told.out) == (2, b"")
        assert told.err == f"sousmain: The typefaces cannot be read ({package}): install Sousmain again.\n".encode()
        assert bench.reports() == []

    def test_a_typeface_is_damaged(self, bench: Bench) -> None:
        """Half of it was installed."""
        (bench.folder / "half.ttf").write_bytes(b"\0\1\0\0half")
        file = str(bench.folder / "half.ttf")
        before = f"from generator.drawing import fonts\nfonts.FILES['serif'] = ('font_source_serif_pro', {file!r})"
        told = bench.run("print", before=before, cold=True)
        assert told.code == 2 and told.err.endswith(b": install Sousmain again.\n") and told.err.count(b"\n") == 1


RAISED = {
    "no memory": ("MemoryError()", 1, "There is not enough memory for that; the details are in "),
    "a wire is cut": ("ConnectionResetError(104, 'Connection reset by peer')", 1, "ConnectionResetError: [Errno 104]"),
    "no end": ("RecursionError('maximum recursion depth exceeded')", 1, "RecursionError: maximum recursion depth"),
    "no exception at all": ("BaseException('odd')", 1, "BaseException: odd"),
    "many at once": (
        "ExceptionGroup('two', [ValueError('a'), OSError('b')])",
        1,
        "ExceptionGroup: two (2 sub-exceptions)",
    ),
    "without words": ("type('Mute', (Exception,), {'__str__': lambda self: 1 // 0})()", 1, "(Mute); the details"),
    "lines and lines": ("RuntimeError('a\\nb\\n' * 1000)", 1, "RuntimeError: a b a b"),
    "half a letter": ("RuntimeError('\\ud800')", 1, "RuntimeError: "),
    "Ctrl+C": ("KeyboardInterrupt()", 130, "Stopped."),
}


@pytest.mark.parametrize("when", ["while it is imported", "while it runs"])
@pytest.mark.parametrize("case", RAISED)
def test_whatever_is_raised(bench: Bench, case: str, when: str) -> None:
    """At any time."""
    raised, code, expected = RAISED[case]
    if when == "while it runs":
        before = (
            f"import generator.press.build\ndef fail(*a):\n    raise {raised}\ngenerator.press.build.compose = fail"
        )
    else:
        before = f"""
import sys
class Finder:
    def find_spec(self, name, *more):
        if name == "cli.main":
            raise {raised}
sys.meta_path.insert(0, Finder())"""
    told = bench.run("print", "code777", before=before, cold=when == "while it is imported")
    err = told.err.decode()
    assert (told.code, told.out) == (code, b"")
    assert expected in err and err.startswith("sousmain: ") and err.count("\n") == 1
    assert "Traceback" not in err and len(err) < 600
    assert len(bench.reports()) == (code == 1)


def test_a_real_recursion_and_a_real_lack_of_memory(bench: Bench) -> None:
    """Not only their names."""
    endless = "import generator.press.build\ndef fail(*a):\n    return fail(*a)\ngenerator.press.build.compose = fail"
    assert "RecursionError" in bench.unforeseen(bench.run("print", "code777", before=endless))[0]
    pytest.importorskip("resource")
    bench.reports()[0].unlink()
    much = """
import generator.press.build, resource
def fail(*a):
    resource.setrlimit(resource.RLIMIT_AS, (600_000_000, resource.RLIM_INFINITY))
    kept = []
    while True:
        kept.append(bytearray(1_000_000))
generator.press.build.compose = fail"""
    assert "not enough memory" in bench.unforeseen(bench.run("print", "code777", before=much, real=True))[0]


BREAK = broken("generator.press.build", "compose")


class TestTelling:
    """The way out is as narrow as it can be."""

    def test_in_french(self, bench: Bench) -> None:
        sentence, _ = bench.unforeseen(bench.run("print", before=BREAK, LANG="fr_FR.UTF-8", PYTHONUTF8="1"))
        assert "que personne n’avait prévu (RuntimeError: no luck with … é)" in sentence
        assert "les détails sont dans" in sentence

    def test_on_an_old_terminal(self, bench: Bench) -> None:
        told = bench.run("print", before=BREAK, LANG="fr_FR", PYTHONIOENCODING="ascii")
        sentence, _ = bench.unforeseen(told)
        assert "que personne n?avait pr?vu" in sentence

    @pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
    @pytest.mark.parametrize("shell", ["2>&-", ">&- 2>&-", "2>/dev/full", ">/dev/full 2>/dev/full", ">&- 2>&- <&-"])
    def test_where_nobody_can_be_told(self, bench: Bench, shell: str) -> None:
        """The code and the file are there all the same."""
        assert bench.run("print", before=BREAK, shell=shell) == (1, b"", b"")
        assert len(bench.reports()) == 1

    @pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
    @pytest.mark.parametrize("shell", [">&-", ">/dev/full"])
    def test_where_nobody_takes_what_was_told_before(self, bench: Bench, shell: str) -> None:
        """No second complaint."""
        said = BREAK.replace("    raise", "    print('something')\n    raise")
        assert "RuntimeError" in bench.unforeseen(bench.run("print", before=said, shell=shell))[0]

    @pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
    @pytest.mark.parametrize("shell", ["2>&-", "2>/dev/full", ">/dev/full 2>/dev/full"])
    def test_a_refusal_that_nobody_hears_is_still_one(self, bench: Bench, shell: str) -> None:
        assert bench.run("print", "chess", shell=shell) == (2, b"", b"")
        assert bench.reports() == []

    def test_no_folder_for_passing_things(self, bench: Bench) -> None:
        """Then it lies with the user's own."""
        nowhere = f"import tempfile; tempfile.tempdir = '/nowhere'\n{BREAK}"
        told = bench.run("print", before=nowhere)
        (file,) = bench.folder.glob("sousmain-error-*.txt")
        assert told.code == 1 and str(file) in told.err.decode()

    def test_no_folder_at_all(self, bench: Bench) -> None:
        """The sentence says so."""
        nowhere = f"import os, tempfile; tempfile.tempdir = '/nowhere'; os.getcwd = lambda: '/nowhere'\n{BREAK}"
        told = bench.run("print", before=nowhere, HOME="/nowhere")
        assert told.code == 1 and told.err.endswith(b"; no folder takes the details.\n") and told.err.count(b"\n") == 1

    def test_words_that_look_like_tokens(self, bench: Bench) -> None:
        """Somebody may have pasted a link."""
        _, details = bench.unforeseen(bench.run("print", "--out", f"http://x/host/{TOKEN}", before=BREAK))
        assert "http://x/host/…" in details


def test_both_ways_in_lead_through_the_door(bench: Bench) -> None:
    """The installed command, and `python -m cli`."""
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'sousmain = "cli.entry:main"' in declared
    (bench.folder / "typer.py").write_text("def half(\n")
    env = {**os.environ, "PYTHONPATH": f"{bench.folder}{os.pathsep}{ROOT}", "TMPDIR": str(bench.temporary), "LANG": "C"}
    for words in (["-m", "cli", "--help"], ["-m", "cli.entry", "--help"]):
        done = subprocess.run([sys.executable, *words], env=env, cwd=bench.folder, capture_output=True, timeout=60)
        bench.unforeseen(Told(done.returncode, done.stdout, done.stderr))
        bench.reports()[0].unlink()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_while_it_starts(bench: Bench) -> None:
    """A real one, in the middle of an import."""
    before = """
import sys, time
class Finder:
    def find_spec(self, name, *more):
        if name == "cli.main":
            print("importing", flush=True)
            while True:
                time.sleep(0.01)  # a signal that comes before one call that waits for ever is never looked at
sys.meta_path.insert(0, Finder())"""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{ENTER}", "--help"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == b"importing\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(20) == 130
        finally:
            process.kill()  # else a failure would wait for it for ever
        assert process.stderr.read() == b"sousmain: Stopped.\n"
