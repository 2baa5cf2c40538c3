"""A real PostgreSQL for a session of tests: one cluster, whoever asks first starts it, and nobody has to stop it.

A keeper watches the processes that use it: when the last of them has ended, however it ended, so does the
cluster, and its folder goes. `python postgres.py FOLDER` is that keeper.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # it is also run by itself

from tools.cluster import Cluster, missing, new_folder, own_cluster

__all__ = ["Cluster", "missing", "own_cluster", "shared_cluster"]


def shared_cluster() -> Cluster:
    """The cluster of this session of tests, in whichever process one asks."""
    session = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}"
    place = Path(tempfile.gettempdir()) / f"sousmain-pg-{os.getuid()}-{sha256(session.encode()).hexdigest()[:12]}"
    place.mkdir(mode=0o700, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        where = place / "folder"
        cluster = Cluster(Path(where.read_text())) if where.exists() else None
        (place / f"user-{os.getpid()}").touch()
        if not cluster or not cluster.answers():
            cluster = Cluster(new_folder())
            cluster.make()
            where.write_text(str(cluster.folder))
            words = [sys.executable, __file__, str(place)]
            keeper = subprocess.Popen(words, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            assert keeper.stdout
            said = keeper.stdout.readline()
            assert said == b"ready\n", said + keeper.stdout.read()
        return cluster


def keep(place: Path) -> None:
    """Runs the cluster while somebody uses it."""
    cluster = Cluster(Path((place / "folder").read_text()))
    cluster.start()
    print("ready", flush=True)
    try:
        while any(alive(int(file.name.removeprefix("user-"))) for file in place.glob("user-*")):
            time.sleep(0.5)
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder, ignore_errors=True)
        shutil.rmtree(place, ignore_errors=True)


def alive(process: int) -> bool:
    """Does that process run?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
