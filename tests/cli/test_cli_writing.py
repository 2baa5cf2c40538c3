"""No half-written file: a kit is written beside its place, then renamed; what fails leaves the old one intact."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator import files
from generator.errors import CannotWrite

FULL_DISK = """
import resource, sys
sys.dont_write_bytecode = True  # or Python's own cache would be cut short as well
resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))
"""
KILLED = "import os; os.replace = lambda *paths: os._exit(137)"
STOPPED = """
import os
def stopped(*paths):
    raise KeyboardInterrupt
os.replace = stopped
"""
needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are a Unix thing")


def test_a_file_where_the_folder_should_be(desk):
    """`--out` is a file: refused, and the file is as it was."""
    (desk.folder / "taken").write_text("mine")
    assert "taken" in desk.refused("print", "--only", "tiles", "--out", "taken")
    assert "taken" in desk.refused("print", "--only", "tiles", "--out", "taken/deeper")


def test_a_folder_where_the_file_should_be(desk):
    """A folder that bears the name of the kit stays, and nothing is left beside it."""
    (desk.output / "code777-tiles-en-a4.pdf").mkdir()
    assert "code777-tiles-en-a4.pdf" in desk.refused("print", "--only", "tiles")


def test_a_folder_that_refuses(desk):
    """A read-only folder; for root, who may write everywhere, a folder of the kernel's."""
    folder = desk.folder / "locked"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):
        folder = Path("/proc")
    if not folder.is_dir():
        pytest.skip("no folder refuses this user")
    assert str(folder) in desk.refused("print", "--only", "tiles", "--out", str(folder))
    assert str(folder) in desk.refused("print", "--only", "tiles", "--out", str(folder / "deeper"))


def test_a_name_that_is_too_long(desk):
    """The file system refuses the folder's name."""
    assert "Cannot write" in desk.refused("print", "--only", "tiles", "--out", "d" * 300)


@needs_limits
def test_a_disk_that_fills_up_while_writing(desk):
    """The write itself fails half-way: one sentence, the old kit intact, no part of the new one."""
    assert "code777-en-a4.pdf" in desk.refused("print", "code777", before=FULL_DISK)


@needs_limits
def test_a_disk_that_fills_up_while_drawing_pictures(desk):
    """Preview keeps the promise too: a picture is the old one or the new one, never the half of one."""
    assert desk.run("print", "--only", "tiles", "--quiet").code == 0
    pictures = desk.run("preview", "output/code777-tiles-en-a4.pdf", "--dpi", "50").out.split()
    assert len(pictures) == 2
    desk.refused("preview", "output/code777-tiles-en-a4.pdf", "--dpi", "60", before=FULL_DISK)


def test_a_preview_into_a_file(desk):
    """Where the folder of the pictures should be there is a file."""
    assert desk.run("print", "--only", "tiles", "--quiet").code == 0
    assert "output" in desk.refused("preview", "output/code777-tiles-en-a4.pdf", "--out", "output/code777-en-a4.pdf")


def test_a_command_killed_before_the_rename(desk):
    """Power cut: whatever lies beside it, the old kit is whole, and no kit has a part of the new one."""
    was = desk.snapshot()
    assert desk.run("print", "code777", before=KILLED).code == 137
    now = desk.snapshot()
    assert now["output/code777-en-a4.pdf"] == was["output/code777-en-a4.pdf"]
    assert [name for name in now if name.endswith(".pdf")] == ["output/code777-en-a4.pdf"]


def test_a_command_stopped_by_the_user(desk):
    """Ctrl-C: exit 130 as shells have it, no trace of the program's inside, and the folder as it was."""
    was = desk.snapshot()
    result = desk.run("print", "code777", before=STOPPED)
    assert (result.code, result.out) == (130, "")
    assert result.err in ("", "sousmain: Stopped.\n")
    assert desk.snapshot() == was


def test_the_old_kit_is_replaced_at_once(desk):
    """Proof that the old kit of these tests stands where a kit goes: printing does replace it."""
    was = desk.snapshot()
    assert desk.run("print", "code777", "--quiet").code == 0
    now = desk.snapshot()
    assert now.keys() == {*was.keys(), "output/index.html"}
    assert now["output/code777-en-a4.pdf"] != was["output/code777-en-a4.pdf"]


def test_saving_keeps_every_file_whole(tmp_path, monkeypatch):
    """In one process: the second rename fails. Each file is the old or the new one in full, and no part is left."""
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    first.write_bytes(b"old first")
    second.write_bytes(b"old second")
    rename = os.replace

    def refusing(source, target):
        if Path(target) == second:
            raise PermissionError(13, "Permission denied")
        rename(source, target)

    monkeypatch.setattr(os, "replace", refusing)
    with pytest.raises(CannotWrite, match=r"second\.pdf: Permission denied"):
        files.save([(first, b"new first"), (second, b"new second")])
    assert first.read_bytes() in (b"old first", b"new first")
    assert second.read_bytes() == b"old second"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.pdf", "second.pdf"]


def test_saving_writes_all_before_it_renames_any(tmp_path):
    """The second file cannot even be written: the first one keeps its old content."""
    first, taken = tmp_path / "first.pdf", tmp_path / "taken"
    first.write_bytes(b"old first")
    taken.write_text("a file, not a folder")
    with pytest.raises(CannotWrite):
        files.save([(first, b"new first"), (taken / "second.pdf", b"new second")])
    assert first.read_bytes() == b"old first"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.pdf", "taken"]
