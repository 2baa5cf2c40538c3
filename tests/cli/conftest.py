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

STARTS = 100  # of Python, where a fork of a warm process would not do


@pytest.fixture(scope="session", autouse=True)
def starts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """However many tests there are, few start Python anew: those of all workers together."""
    found = list[str]()
    told = tmp_path_factory.getbasetemp().with_name(f"starts-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}")

    def count(event: str, args: tuple[Any, ...]) -> None:
        words = " ".join(map(str, args[1])) if event == "subprocess.Popen" else ""
        if sys.executable in words and "/support/" not in words:
            found.append(words)

    sys.addaudithook(count)
    yield
    with told.open("a") as file:  # whoever is done last counts all
        file.writelines(f"{words!r}\n" for words in found)
    count_of_all = len(told.read_text("utf-8").splitlines())
    assert SOAK or count_of_all <= STARTS, f"{count_of_all} starts of Python"


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
