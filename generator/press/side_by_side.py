"""Work that is shared out among the cores there are: results in the order of the jobs, the same as one after the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
MOST = 8  # processes: each keeps its own typefaces


def cores() -> int:
    """How many processes may work at once; one where a process cannot simply be doubled."""
    if sys.platform != "linux":
        return 1
    return min(MOST, len(os.sched_getaffinity(0)))


def side_by_side(jobs: Sequence[Callable[[], T]], at_once: int = 0) -> Iterator[tuple[int, T]]:
    """The number and the result of each job, as they come; work has begun when this returns. What a double of this process
    could not do, for whatever reason, is done here: so a mistake is told as if there were but one process."""
    count = min(at_once or cores(), len(jobs))
    return gathered(jobs, begun(jobs, count) if count > 1 else [])


def begun(jobs: Sequence[Callable[[], object]], count: int) -> list[tuple[Any, Any]]:
    """Doubles of this process, each with every `count`-th job, and where they tell what they made. They know all that is
    known here, so nothing but results goes from one to the other."""
    from multiprocessing import get_context

    doubles, started = get_context("fork"), []
    for first in range(count):
        here, there = doubles.Pipe(duplex=False)
        process = doubles.Process(target=work, args=(there, jobs, range(first, len(jobs), count)), daemon=True)
        try:
            process.start()
        except OSError:  # no room for one more: the others go on, and the rest is done here
            break
        finally:
            there.close()
        started.append((process, here))
    return started


def gathered(jobs: Sequence[Callable[[], T]], started: Sequence[tuple[Any, Any]]) -> Iterator[tuple[int, T]]:
    """What they made, then what is left to do."""
    left = set(range(len(jobs)))
    try:
        for number, result in told_by([end for _, end in started]):
            left.discard(number)
            yield number, result
        for number in sorted(left):
            yield number, jobs[number]()
    finally:
        for process, end in started:
            process.terminate()
            process.join()
            end.close()


def told_by(ends: list[Any]) -> Iterator[Any]:
    """All that is told, until everybody has done or is gone."""
    if not ends:
        return
    from multiprocessing.connection import wait

    while ends:
        found: list[Any] = wait(ends)
        for end in found:
            try:
                yield end.recv()
            except (EOFError, OSError):
                ends.remove(end)


def work(end: Connection, jobs: Sequence[Callable[[], object]], mine: Sequence[int]) -> None:
    """Does its share and tells each result; a mistake ends it silently, for it is met again and told where it belongs."""
    try:
        for number in mine:
            end.send((number, jobs[number]()))
    except BaseException:
        pass
    finally:
        end.close()
        os._exit(0)
