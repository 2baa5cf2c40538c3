"""Files are written beside their place and renamed at the end: a failure leaves the folder as it was."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import files
from generator.errors import CannotWrite


def contents(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def test_files_land_with_their_contents_and_nothing_else(tmp_path: Path) -> None:
    files.save([(tmp_path / "new" / "deep" / "a.pdf", b"one"), (tmp_path / "b.pdf", b"two")])
    assert contents(tmp_path) == {"new/deep/a.pdf": b"one", "b.pdf": b"two"}


def test_old_files_are_replaced_and_can_be_read_by_others(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")
    files.save([(tmp_path / "a.pdf", b"new")])
    assert contents(tmp_path) == {"a.pdf": b"new"}
    os.umask(mask := os.umask(0))
    assert (tmp_path / "a.pdf").stat().st_mode & 0o777 == 0o666 & ~mask


def test_folders_made_for_nothing_go_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(monkeypatch, 0)
    with pytest.raises(CannotWrite):
        files.save([(tmp_path / "new" / "deep" / "a.pdf", b"a")])
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def old(tmp_path: Path) -> Path:
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"old " + name.encode())
    return tmp_path


def full_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """The disk takes that many files; with the next it is full."""
    synced = 0

    def fsync(_: int) -> None:
        nonlocal synced
        synced += 1
        if synced > after:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fsync)


@pytest.mark.parametrize("after", [0, 1])
def test_a_full_disk_leaves_the_old_files_and_no_parts(old: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    before = contents(old)
    full_disk(monkeypatch, after)
    with pytest.raises(CannotWrite) as refusal:
        files.save([(old / "a.pdf", b"new a"), (old / "b.pdf", b"new b")])
    assert contents(old) == before
    assert refusal.value.path == old / ("b.pdf" if after else "a.pdf")
    assert "No space left on device" in str(refusal.value)


def test_a_kit_that_fails_while_it_is_drawn_leaves_the_old_files(old: Path) -> None:
    """The second file never arrives: whatever the reason, the first is not renamed either."""
    before = contents(old)

    def drawn() -> Iterator[tuple[Path, bytes]]:
        yield old / "a.pdf", b"new a"
        raise RuntimeError("the pen broke")

    with pytest.raises(RuntimeError, match="the pen broke"):
        files.save(drawn())
    assert contents(old) == before


def test_a_file_where_the_folder_should_be_is_named(old: Path) -> None:
    before = contents(old)
    with pytest.raises(CannotWrite) as refusal:
        files.save([(old / "b.pdf", b"new b"), (old / "a.pdf" / "kit.pdf", b"x")])
    assert contents(old) == before
    assert "a.pdf" in str(refusal.value)
    assert str(refusal.value).count("\n") == 0


def test_a_folder_in_the_place_of_a_file_is_named_and_leaves_all_files_as_they_were(old: Path) -> None:
    (old / "kit.pdf").mkdir()
    before = contents(old)
    with pytest.raises(CannotWrite) as refusal:
        files.save([(old / "a.pdf", b"new a"), (old / "kit.pdf", b"x"), (old / "b.pdf", b"new b")])
    assert refusal.value.path == old / "kit.pdf"
    assert contents(old) == before


def test_a_stop_from_the_keyboard_leaves_no_parts(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(old)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.save([(old / "a.pdf", b"new a")])
    assert contents(old) == before
