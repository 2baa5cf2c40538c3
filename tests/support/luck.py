"""What chance draws in tests follows from the test's name: the same names of tables, codes and deals each time.

A test that plays a game would otherwise meet one in a hundred that ends too early for it, and a run that is red by luck
helps nobody. `--shuffle=SEED` gives other ones, the sweeps of `make soak` true ones. A server in a process of its own is told where to begin
(`number`); what phones add to a deal is theirs, and drawn by their browsers as ever.
"""

from __future__ import annotations

import random
import secrets

import pytest
from support.soak import SOAK

drawn = random.Random(0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before the fixtures, also those that are kept for a whole file."""
    drawn.seed(f"{item.config.getoption('--shuffle')} {item.nodeid}")


def number() -> int | None:
    """Where the chance of another process begins; none where it is to be true."""
    return None if SOAK else drawn.getrandbits(64)


def foretell(names: random.Random, tokens: random.Random) -> None:
    """Lets this process draw from these: names of tables from one, whatever phones ask for from the other. In which order phones
    ask is never certain, and a deal follows from its table's name."""
    secrets.choice = names.choice
    secrets.token_bytes = lambda nbytes=None: tokens.randbytes(32 if nbytes is None else nbytes)
    secrets.token_hex = lambda nbytes=None: secrets.token_bytes(nbytes).hex()


def pytest_configure() -> None:
    """For the tester and each worker; a process that turns into servers takes this module without it."""
    if not SOAK:
        foretell(drawn, drawn)
