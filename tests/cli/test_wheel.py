"""`pip install` into a fresh environment, then `sousmain` from another directory: proved from a built wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pikepdf

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"companion", "generator", "referee", "templates"}


def run(*command, cwd, env):
    """A command that must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def checkout(folder):
    """A copy of what git keeps or would keep, so that building leaves no trace in the checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def test_the_wheel_prints_a_kit_from_elsewhere(tmp_path):
    """Built, looked into, installed with its dependencies and nothing else, and used outside the checkout."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")  # or the checkout would help out
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    source = checkout(tmp_path / "source")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", source, cwd=tmp_path, env=env)
    (wheel,) = (tmp_path / "dist").glob("*.whl")

    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert {name.partition("/")[0] for name in inside} == ROOMS  # no tests, output, bench, tools, docs
    on_the_shelf = {
        path.relative_to(source).as_posix()
        for folder in ("kits", "rules", "evenings", "locale")
        for path in (source / "templates" / folder).rglob("*")
        if path.is_file()
    }
    assert {
        f"templates/{name}" for name in ("kits/code777.toml", "rules/en/code777.md", "rules/fr/code777.md")
    } <= inside
    assert on_the_shelf <= inside

    bare = tmp_path / "env"
    run(sys.executable, "-m", "venv", bare, cwd=tmp_path, env=env)
    scripts = bare / ("Scripts" if sys.platform == "win32" else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(scripts / "python", "-m", "pip", "install", *quiet, wheel, cwd=tmp_path, env=env)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(scripts / "python", "-c", "import generator; print(generator.__file__)", cwd=elsewhere, env=env)
    assert Path(where.strip()).is_relative_to(bare), "the installed one, not the checkout"
    assert "Code 777" in run(scripts / "sousmain", "games", cwd=elsewhere, env=env)
    for lang in ("en", "fr"):
        words = ("print", "code777", "--only", "tiles", "--lang", lang, "--out", "kits", "--quiet")
        assert run(scripts / "sousmain", *words, cwd=elsewhere, env=env) == ""
        kit = elsewhere / "kits" / f"code777-tiles-{lang}-a4.pdf"
        assert kit.read_bytes().startswith(b"%PDF")
        with pikepdf.open(kit) as pdf:
            assert len(pdf.pages) == 1
