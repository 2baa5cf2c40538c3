"""Is there a wheel of everything that Sousmain needs, for every system? Nobody should need a compiler to play.

Called by hand, because it asks the network: `.venv/bin/python tools/wheels.py`. For each system and version of Python it
lets pip choose and download all runtime dependencies with `--only-binary=:all:`, then reads in the wheels what that system
asks for beyond that (pip looks at the system it runs on) and downloads that too. Exit code 1 when something is missing.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.13")
SYSTEMS = {  # name: what pip calls it, and how markers see it
    "Linux": (("manylinux_2_28_x86_64", "manylinux2014_x86_64"), {"sys_platform": "linux", "platform_system": "Linux"}),
    "macOS": (("macosx_14_0_arm64", "macosx_11_0_arm64"), {"sys_platform": "darwin", "platform_system": "Darwin"}),
    "Windows": (("win_amd64",), {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}),
}


def needed() -> list[str]:
    """The runtime dependencies."""
    found: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return found


def download(folder: Path, names: list[str], system: str, python: str) -> bool:
    """Lets pip choose and download."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, "--dest", str(folder)]
    command += [word for platform in SYSTEMS[system][0] for word in ("--platform", platform)]
    return subprocess.run([*command, *names]).returncode == 0


def asked(wheel: Path, marks: dict[str, str]) -> set[str]:
    """What a wheel asks for on that system."""
    with ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = HeaderParser().parsestr(archive.read(name).decode()).get_all("Requires-Dist") or []
    found = map(Requirement, lines)
    return {canonicalize_name(each.name) for each in found if not each.marker or each.marker.evaluate(marks)}


def complete(folder: Path, names: list[str], system: str, python: str) -> bool:
    """Downloads until nothing is asked for any more."""
    marks = {**SYSTEMS[system][1], "python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    while names:
        if not download(folder, names, system, python):
            return False
        wheels = list(folder.glob("*.whl"))
        there = {parse_wheel_filename(wheel.name)[0] for wheel in wheels}
        names = sorted(set().union(*(asked(wheel, marks) for wheel in wheels)) - there)
    return True


def main() -> int:
    """Every system with every version of Python."""
    failed = 0
    for system in SYSTEMS:
        for python in PYTHONS:
            with TemporaryDirectory() as folder:
                ok = complete(Path(folder), needed(), system, python)
                count = len(list(Path(folder).glob("*.whl")))
            print(f"{system:8} Python {python}: {f'{count} wheels' if ok else 'something is missing'}", flush=True)
            failed += not ok
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
