"""Desks to run commands at, for every test of the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import Commands, Desk, environment, sentence
from support.soak import SOAK

STARTS = 60  # of Python, where a fork of a warm process would not do


class Starts:
    """What started Python anew while a test of the command line ran."""

    def __init__(self) -> None:
        self.found, self.counts = list[str](), False
        sys.addaudithook(self.hear)

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        """Whatever happens in this process; it cannot be unheard."""
        if self.counts and event == "subprocess.Popen":
            words = " ".join(map(str, args[1]))
            if sys.executable in words and "/support/" not in words:
                self.found.append(words)


@pytest.fixture(scope="session")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starts]:
    """However many tests there are, few start Python anew: those of all workers together."""
    heard = Starts()
    folder = tmp_path_factory.getbasetemp()  # each worker has one of its own in that of the run, which goes with it
    told = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "starts"
    yield heard
    with told.open("a") as file:  # whoever is done last counts all
        file.writelines(f"{words!r}\n" for words in heard.found)
    count_of_all = len(told.read_text("utf-8").splitlines())
    assert SOAK or count_of_all <= STARTS, f"{count_of_all} starts of Python"


@pytest.fixture(autouse=True)
def counted(starts: Starts) -> Iterator[None]:
    """Starts are counted while these tests run, and not those of tests that the same worker runs before and after."""
    starts.counts = True
    yield
    starts.counts = False


@pytest.fixture(scope="session")
def commands() -> Iterator[Commands]:
    """The processes that turn into commands."""
    made = Commands()
    yield made
    made.close()


@pytest.fixture
def desk(tmp_path: Path, commands: Commands) -> Desk:
    """A desk with an older kit on it, so that a command that touches it is seen."""
    folder = tmp_path / "desk"
    folder.mkdir()
    made = Desk(folder, commands)
    made.old_kit()
    return made


@pytest.fixture
def empty_desk(tmp_path: Path, commands: Commands) -> Desk:
    """A desk where nothing was ever printed."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return Desk(folder, commands)


@pytest.fixture(scope="session")
def judge() -> Callable[..., str]:
    """The rule of refusals, for the test that proves it."""
    return sentence


@pytest.fixture(scope="session")
def environ() -> Callable[..., dict[str, str]]:
    """The environment of commands, for tests that start processes themselves."""
    return environment
