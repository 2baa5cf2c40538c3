"""What chance draws in a test's own process follows from the test's name: the same names of tables, codes and deals each time.

A test that plays a game would otherwise meet one in a hundred that ends too early for it, and a run that is red by luck
helps nobody. `--shuffle=SEED` gives other ones, `make soak` true ones. Servers in processes of their own draw as ever.
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


if not SOAK:
    secrets.choice = drawn.choice
    secrets.token_bytes = lambda nbytes=None: drawn.randbytes(32 if nbytes is None else nbytes)
    secrets.token_hex = lambda nbytes=None: secrets.token_bytes(nbytes).hex()
