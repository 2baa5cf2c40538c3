"""All tables at a glance, for whoever runs an evening: what each waits for, and where something is wrong."""

from __future__ import annotations

from msgspec import Struct

from companion.service.tables import Tables
from companion.table.state import TableState

LOOKED_AT = 1000  # tables
LONG = 180.0  # seconds for which a table may wait for somebody before the host should look

UNREACHED, SLOW, PAUSED = "unreached", "slow", "paused"  # what can be wrong


class Card(Struct, frozen=True):
    """One table. Everything on it stands on its table screen, too."""

    table: TableState
    label: str  # what the host calls it
    since: float  # when something last happened there
    phones: int  # seats with a page open
    seated: int
    missing: tuple[int, ...]  # seats that are played by somebody and have no page open
    left: float | None  # seconds, where one plays against the clock
    trouble: str
    began: float  # when the trouble did


def cards(tables: Tables, most: int = LOOKED_AT) -> list[Card]:
    """All tables: the newest trouble first, then those that play, those that wait to, and those that are done."""
    labels, now = tables.store.labels(), tables.cache.clock()
    made = [card(tables, table_state, labels.get(table_state.id, ""), now) for table_state in tables.all(most)]
    order = {"playing": 0, "open": 1, "over": 2, "abandoned": 2}
    return sorted(
        made,
        key=lambda each: (
            not each.trouble,
            -each.began,
            each.table.closed,
            order[each.table.phase],
            -each.since,
            each.table.id,
        ),
    )


def card(tables: Tables, table_state: TableState, label: str, now: float) -> Card:
    """One of them."""
    since = tables.cache.load(table_state.id).at
    here = {seat for seat in tables.here(table_state.id) if isinstance(seat, int)}
    playing = table_state.phase == "playing" and not table_state.closed
    seated = [seat for seat, chair in enumerate(table_state.chairs) if chair.taken]
    missing = tuple(seat for seat in seated if seat not in here and not table_state.chairs[seat].absent)
    trouble, began = "", 0.0
    if playing and table_state.paused:
        trouble, began = PAUSED, since
    elif playing and any(seat in missing for seat in table_state.awaited):
        trouble, began = UNREACHED, since
    elif playing and table_state.awaited and now - since >= LONG:
        trouble, began = SLOW, since + LONG
    left = tables.left(table_state.id)
    return Card(table_state, label, since, len(here & set(seated)), len(seated), missing, left, trouble, began)
