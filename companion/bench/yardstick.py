"""The machine's own speed, so that figures from two machines can be compared: the time of an empty loop, and the best of many runs."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

LOOP = "for i in range(10**7): pass"
# At module level `i` is a global, which is slower than a local: in a function the same loop would be another yardstick.
_CODE = compile(LOOP, "<yardstick>", "exec")
REFERENCE = 0.25
"""Seconds that the loop takes, at module level, on the machine for which targets are stated."""


class Figure(NamedTuple):
    """One measured figure: what it is, its value and unit, the target if there is one (as "≥ 5000"), and a remark.

    `target` is words for people, "" for none: nothing here fails for a figure that misses it.
    """

    name: str
    value: float
    unit: str
    target: str = ""
    remark: str = ""


def run_loop() -> None:
    """Run the yardstick loop as at module level."""
    exec(_CODE, {})


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, in seconds of this process's wall clock.

    What it answers is dropped, and what it raises comes through.
    """
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def best_seconds(*works: Callable[[], object], runs: int = 7) -> list[float]:
    """The shortest time of each piece of work over several rounds, all of them in every round.

    A busy machine makes every run longer and none shorter, so the shortest is the one to compare; rounds are shared so that two
    figures see the same machine. The answers stand in the order of `works`.
    """
    rounds = [[seconds(work) for work in works] for _ in range(runs)]
    return [min(times) for times in zip(*rounds, strict=True)]
