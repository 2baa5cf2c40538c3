"""The server is killed at random moments under play; nothing that was acknowledged may be lost or done twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.companion.crash import Crash, Wrong

FAULTS = {
    "answers before it commits": "lost|was answered",
    "forgets what it answered": "was answered",
    "keeps notes in memory": "note .* acknowledged",
}


def survive(folder: Path, seed: int, kills: int) -> None:
    """So many kills, and the figures of it."""
    crash = Crash(folder, seed)
    crash.run(kills)
    print(f"\n{crash}")
    assert crash.kills == kills
    assert 2 * crash.in_flight >= kills, f"too few between request and reply: {crash}"
    assert len(crash.acknowledged) >= kills, f"too little play between the kills: {crash}"


def test_ten_kills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """None lost, none doubled, the database sound, and the same keys get the same answers."""
    with capsys.disabled():
        survive(tmp_path, 20, 10)


@pytest.mark.soak
@pytest.mark.figures
def test_a_thousand_kills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for longer, at ten tables."""
    with capsys.disabled():
        for seed in range(10):
            survive(tmp_path / str(seed), seed, 100)


def test_kills_between_commit_and_answer(tmp_path: Path) -> None:
    """There it matters most, and there is little time for it: this server waits a moment before it answers."""
    crash = Crash(tmp_path, 5, linger=0.05)
    crash.run(5)
    assert crash.committed, f"no kill came between commit and answer: {crash}"


@pytest.mark.parametrize("fault", FAULTS)
def test_the_harness_notices(fault: str, tmp_path: Path) -> None:
    """A server that does it wrong is found out."""
    with pytest.raises(Wrong, match=FAULTS[fault]):
        Crash(tmp_path, 3, fault=fault).run(40)  # at most: on a busy machine few come at the right moment
