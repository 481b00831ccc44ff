"""The machine's own speed, so that figures from two machines can be compared: the time of an empty loop, and medians of many runs."""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

LOOP = "for i in range(10**7): pass"
REFERENCE = 0.25
"""Seconds that the loop takes, at module level, on the machine for which targets are stated."""


class Figure(NamedTuple):
    """One measured figure: what it is, its value and unit, the target if there is one (as "≥ 5000"), and a remark."""

    name: str
    value: float
    unit: str
    target: str = ""
    remark: str = ""


def loop_seconds() -> float:
    """The time of the yardstick loop at module level, in seconds, best of three."""
    code = compile(LOOP, "<yardstick>", "exec")
    return min(seconds(lambda: exec(code, {})) for _ in range(3))


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, in seconds of this process's wall clock."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def median_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """The median time of several calls, after one that is not counted."""
    work()
    return statistics.median(seconds(work) for _ in range(runs))
