"""When rubbish is looked for: in a moment in which nobody is served.

Python looks through everything that it holds whenever enough has come to it, and with two hundred tables that stops all
phones for a tenth of a second. What is young is still looked through at any time, which takes a few milliseconds; the rest
waits for a quiet moment, or for so long that memory matters more than one slow move. What has been looked through and is
still needed is then left out, for it will be needed for long: a busy café pays for what came since. All of it is looked
through again now and then, when it is quieter.
"""

from __future__ import annotations

import gc
import time

YOUNG, MIDDLE, NEVER = 2000, 5, 1_000_000  # things made until the young are looked through, and so on
QUIET = 0.02  # share of the processor, at most, in a quiet moment; the longer nothing was done, the more
WORTH, OVERDUE = 10, 200  # rounds of the middle ones since the rest was looked through
WHOLE = 20  # times that what came since was looked through, until all is again; in a quiet moment, as above
BUSY, LATEST = 0.2, 1000  # the share in which all is never looked through, but for so many times


class Housekeeping:
    """From now on what comes is looked through at quiet moments, and what is here already with all the rest, now and then."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._clock, self._worked = time.monotonic(), time.process_time()
        self._times = 0  # since all was looked through

    def __call__(self) -> bool:
        """Whether it was done now. To be asked several times a second."""
        clock, worked = time.monotonic(), time.process_time()
        rounds = gc.get_count()[2]
        share = (worked - self._worked) / max(clock - self._clock, 0.001)
        self._clock, self._worked = clock, worked
        due = rounds >= OVERDUE or (rounds >= WORTH and share <= QUIET * rounds / WORTH)
        if due:
            self._times += 1
            quiet = self._times >= WHOLE and share <= min(QUIET * self._times / WHOLE, BUSY)
            if quiet or self._times >= LATEST:
                self._times = 0
                gc.unfreeze()
            gc.collect()
            gc.freeze()
        return due
