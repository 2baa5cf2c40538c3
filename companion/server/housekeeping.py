"""When rubbish is looked for: in a moment in which nobody is served.

Python looks through everything that it holds whenever enough has come to it, and with two hundred tables that stops all
phones for a tenth of a second. What is young is still looked through at any time, which takes a few milliseconds; all the
rest waits for a quiet moment, or for so long that memory matters more than one slow move.
"""

from __future__ import annotations

import gc
import time

YOUNG, MIDDLE, NEVER = 2000, 5, 1_000_000  # things made until the young are looked through, and so on
QUIET = 0.02  # share of the processor, at most, in a quiet moment; the longer nothing was done, the more
WORTH, OVERDUE = 10, 200  # rounds of the middle ones since all was looked through


class Housekeeping:
    """From now on all that is here stays, and the rest is looked through at quiet moments."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._clock, self._worked = time.monotonic(), time.process_time()

    def __call__(self) -> bool:
        """Whether it was done now. To be asked several times a second."""
        clock, worked = time.monotonic(), time.process_time()
        rounds = gc.get_count()[2]
        quiet = worked - self._worked <= QUIET * rounds / WORTH * (clock - self._clock)
        self._clock, self._worked = clock, worked
        due = rounds >= OVERDUE or (quiet and rounds >= WORTH)
        if due:
            gc.collect()
        return due
