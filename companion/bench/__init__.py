"""Measure speed by named measurements; `clockwork-derby bench` runs them.

Figures of different machines cannot be compared. Some are therefore scaled by the time of an empty
loop, the yardstick, which takes REFERENCE seconds on the machine of the targets.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final

from companion.named_tuples import NamedTuple

MEASUREMENTS: Final[Mapping[str, str]] = {
    "turns": "engine:turns_a_second",
    "register": "engine:cost_of_a_register",
    "extended": "engine:turns_on_both_boards",
    "growth": "engine:growth",
    "games": "games:games_a_second",
    "readers": "readers:pull_to_light",
    "journal": "games:commit_times",
    "flood": "screen:pauses_under_flood",
    "resume": "games:time_to_resume",
    "startup": "screen:startup_ratio",
    "playback": "playback:frames_while_playing",
    "pilots": "pilots:decision_times",
    "answers": "pilots:answering_times",
    "thinking": "thinking:frames_while_thinking",
    "phones": "phones:taps_and_flood",
}
"""The module and function of each measurement. A module is imported on use: some open windows."""

REFERENCE: Final = 0.25
"""Seconds of the yardstick loop on the machine of the targets."""
YARDSTICK: Final = "yardstick loop"
"""The name of the figure by which others are scaled."""
# At module level `i` is a global, which is slower than a local variable of a function.
_YARDSTICK: Final = compile("for i in range(10**7): pass", "<yardstick>", "exec")


class Figure(NamedTuple):
    """One measured figure. Missing its target is no failure."""

    name: str
    value: float
    unit: str
    target: str = ""
    """In words, such as "≥ 5000"; "" for none."""
    remark: str = ""
    curve: str = ""
    """The quantity that grows along the figure's curve, or "" for no curve."""
    at: float = 0
    """The amount of that quantity."""


def yardstick(loop: float) -> Figure:
    """Return the figure of the yardstick loop, which took `loop` seconds."""
    remark = f"the targets are for a machine on which it takes {REFERENCE} s"
    return Figure(YARDSTICK, loop, "s", remark=remark)


def measurement(name: str) -> Callable[[], list[Figure]]:
    """Return the function that takes a measurement.

    The function raises ScreenError, TableError or JournalError if it lacks what it needs.

    Raises:
        KeyError: The name is not in `MEASUREMENTS`.
    """
    module, function = MEASUREMENTS[name].split(":")
    found: Callable[[], list[Figure]] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def run_loop() -> None:
    """Run the yardstick loop."""
    exec(_YARDSTICK, {})


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock seconds of one call."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


class _MaxRounds:
    """The limit for the rounds of a measurement; the only state of this module."""

    most = 1000


def time_once(once: bool) -> None:
    """Time every function only once from now on, or as often as needed, the default."""
    _MaxRounds.most = 1 if once else 1000


def best_seconds(*works: Callable[[], object], runs: int = 7) -> list[float]:
    """Return the shortest time of each function in several rounds, in the order of `works`.

    Other work of the machine only makes runs longer. Each round runs all functions, so that all
    see the same machine.
    """
    rounds = [[seconds(work) for work in works] for _ in range(min(runs, _MaxRounds.most))]
    return [min(times) for times in zip(*rounds, strict=True)]


def within(share: float, times: Sequence[float]) -> float:
    """Return the quantile of a share, above 0 and at most 1, of `times` in ascending order."""
    return times[math.ceil(share * len(times)) - 1]
