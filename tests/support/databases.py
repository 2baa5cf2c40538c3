"""Empty databases on a real PostgreSQL, for whichever test asks."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count

import pytest
from support import postgres as server


@pytest.fixture(scope="session")
def cluster() -> server.Cluster:
    """The PostgreSQL of this session; skipped only where none can be had, and never on CI."""
    if why := server.missing():
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return server.shared_cluster()


@pytest.fixture(scope="session")
def postgres(cluster: server.Cluster) -> Callable[[], str]:
    """Makes an empty database each time; its address."""
    numbers = count()
    return lambda: cluster.database(f"test_{os.getpid()}_{next(numbers)}")
