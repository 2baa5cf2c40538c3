"""A PostgreSQL cluster in a folder of its own, on a socket there and on no port.

Where one is root it runs under another user: PostgreSQL refuses root.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/pgsql/bin")
SETTINGS = {  # what is written here need not outlive the machine
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "deadlock_timeout": "200ms",
}
START = 60.0  # seconds; a machine may be busy


def binary(name: str) -> str:
    """Where a program of PostgreSQL is; nothing if there is none."""
    found = shutil.which(name)
    places = [path for pattern in PLACES for path in sorted(glob.glob(f"{pattern}/{name}"), reverse=True)]
    return found or next(iter(places), "")


def missing() -> str:
    """Why there can be no cluster here; nothing if there can."""
    if not all(map(binary, ("initdb", "postgres"))):
        return "there is no PostgreSQL here: tools/need postgresql"
    if os.geteuid() == 0 and not other_user():
        return "PostgreSQL does not run as root, and there is no other user"
    return ""


def other_user() -> pwd.struct_passwd | None:
    """Who it runs as where we are root."""
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    return None


def as_user() -> dict[str, object]:
    """For a process: the user that it runs as."""
    if os.geteuid() != 0:
        return {}
    found = other_user()
    assert found
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


class Cluster:
    """One cluster in a folder. `url` makes an empty database and says where it is."""

    def __init__(self, folder: Path, settings: dict[str, str] | None = None) -> None:
        self.folder, self.settings = folder, SETTINGS | (settings or {})
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Makes its files."""
        env = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
        words = [binary("initdb"), "-D", str(self.folder / "data"), "-U", "sousmain", "-A", "trust", "-E", "UTF8"]
        words += ["--no-sync", "--locale=C"]
        done = subprocess.run(words, env=env, cwd=self.folder, capture_output=True, text=True, **as_user())  # type: ignore[call-overload]
        assert not done.returncode, done.stdout + done.stderr

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        words = [binary("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        for name, value in self.settings.items():
            words += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, cwd=self.folder, **as_user())  # type: ignore[call-overload]
        end = time.monotonic() + START
        while not self.answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Does it?"""
        import psycopg

        with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres")):
            return True
        return False

    def stop(self, quickly: bool = True) -> None:
        """Ends it: as a crash would, or in order."""
        if self._process:
            self._process.send_signal(3 if quickly else 2)
            self._process.wait(START)

    def address(self, database: str) -> str:
        """Where a database of it is."""
        return f"postgresql://sousmain@/{database}?host={self.folder}"

    def database(self, name: str, template: str = "template0") -> str:
        """An empty database, or a copy of another one."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.address(name)


def new_folder() -> Path:
    """A folder that the user of the cluster may enter: those of pytest are for their owner alone."""
    folder = Path(tempfile.mkdtemp(prefix="sousmain-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        found = other_user()
        assert found
        os.chown(folder, found.pw_uid, found.pw_gid)
    return folder


@contextmanager
def own_cluster(**settings: str) -> Iterator[Cluster]:
    """A cluster for one test, which may stop it and start it again."""
    folder = new_folder()
    cluster = Cluster(folder, settings)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
