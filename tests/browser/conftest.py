"""A server and people, for every test of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from support import timing
from support.browser.people import FLAGS, Clocked, Companion, Party, chromium_path, serving


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium. It mostly ends with a test of another folder."""
    with ExitStack() as ends:
        browser = ends.enter_context(sync_playwright()).chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        with timing.counted_with("tests/browser"), ends.pop_all():
            browser.close()


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A running server. The tests of a module share it: each opens tables of its own."""
    yield from serving(Companion(tmp_path_factory.mktemp("companion") / "data"))


@pytest.fixture
def clocked(tmp_path: Path) -> Iterator[Clocked]:
    """The same with a clock that the test sets."""
    yield from serving(Clocked(tmp_path / "data"))


@pytest.fixture
def party(chromium: Browser, companion: Companion) -> Iterator[Party]:
    """A server and people; no page may complain."""
    yield from gathered(chromium, companion)


@pytest.fixture
def timed_party(chromium: Browser, clocked: Clocked) -> Iterator[Party]:
    """The same around a clock."""
    yield from gathered(chromium, clocked)


def gathered(chromium: Browser, server: Companion) -> Iterator[Party]:
    """People around a server, until they go."""
    people = Party(chromium, server)
    yield people
    people.close()
    assert people.complaints == []
