"""The long run: every option with every other, then proof that no test fails by luck. `make soak`.

1. All tests with the long sweeps, every page as a picture, and many more examples for hypothesis.
2. The figures of docs/security.md (kills, fuzzed requests, silent connections, a day of play): one after the other, with
   nothing beside them, and their counts are printed. Fewer than promised is a failure.
3. The browser tests again and again, with two processes beside them that never rest.
4. All other tests again and again, each time in another order and with other games; its seed is printed, and
   `pytest --shuffle=SEED` repeats it.

`python tools/soak.py --rounds 1 --only browser tests/browser/test_hand.py` runs a part of it once.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("sweeps", "figures", "browser", "order")
BUSY = 2
ON_DISK = {"PYTEST_DEBUG_TEMPROOT": tempfile.gettempdir()}  # in memory no commit takes its time
WORKERS = str(min(max(os.cpu_count() or 2, 2), 8) + 1)  # as many as `make test` has
TOGETHER = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that never rest, meanwhile."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def tests(what: str, *words: str, **env: str) -> bool:
    """Whether some tests passed; tells it in a line, and all that pytest said if they did not."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ON_DISK | env, capture_output=True, encoding="utf-8")
    told = done.stdout.strip().rpartition("\n")[2]
    print(
        f"{what}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - began:.0f} s; {told}",
        flush=True,
    )
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def figures(words: list[str]) -> bool:
    """Whether all figures were reached. What the tests print is seen at once."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-s", "-v", "-m", "figures", *words]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ON_DISK | {"SOUSMAIN_SOAK": "1"})
    print(f"figures: {'reached' if done.returncode == 0 else 'NOT REACHED'}", flush=True)
    return done.returncode == 0


def rest() -> list[str]:
    """Every folder of tests but the browser's."""
    folders = sorted(path.parent for path in (ROOT / "tests").glob("*/test_*.py"))
    return [str(folder.relative_to(ROOT)) for folder in dict.fromkeys(folders) if folder.name != "browser"]


def main() -> int:
    """How many rounds failed, as an exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="of the browser tests; the others have half as many")
    parser.add_argument("--only", choices=PARTS, action="append", help="these parts alone")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of the first order")
    parser.add_argument("--busy", type=int, default=BUSY, help="processes that never rest beside the browser")
    parser.add_argument("words", nargs="*", help="for pytest: other tests than all")
    asked = parser.parse_args()
    parts, failed = asked.only or PARTS, 0
    if "sweeps" in parts:
        failed += not tests("sweeps", *TOGETHER, "-m", "not figures", *asked.words, SOUSMAIN_SOAK="1")
    if "figures" in parts:
        failed += not figures(asked.words or ["tests/companion"])
    if "browser" in parts:
        with busy(asked.busy):
            for number in range(1, asked.rounds + 1):
                words = asked.words or ["tests/browser"]
                failed += not tests(f"browser, round {number} of {asked.rounds}", "-m", "not soak", *TOGETHER, *words)
    if "order" in parts:
        rounds = (asked.rounds + 1) // 2
        for number in range(rounds):
            seed, words = asked.seed + number, asked.words or rest()
            what = f"in random order, round {number + 1} of {rounds}, seed {seed}"
            failed += not tests(
                what, "-m", "not soak", f"--shuffle={seed}", "--hypothesis-profile=chance", *TOGETHER, *words
            )
    print(f"{failed} failed" if failed else "0 failures")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
