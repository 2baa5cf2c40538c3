"""What most tests of the companion begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.companion.rig import tables_in

from companion.service.tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    """The tables of an empty folder."""
    return tables_in(tmp_path)
