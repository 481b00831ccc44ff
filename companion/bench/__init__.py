"""Timings, each a named measurement; `clockwork-derby bench` runs them.

A figure of one machine says little on another. So some figures stand beside the time of an empty loop, the yardstick: on the machine for
which targets are stated it takes REFERENCE seconds.
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
"""Name → module and function; a module is imported only when it is asked for, since some of them open windows."""

REFERENCE: Final = 0.25
YARDSTICK: Final = "yardstick loop"
"""The name of the figure that others are measured by."""
# At module level `i` is a global, which is slower than a local: in a function the same loop would be another yardstick.
_YARDSTICK: Final = compile("for i in range(10**7): pass", "<yardstick>", "exec")


class Figure(NamedTuple):
    """One measured figure: its name, value and unit, its target in words ("≥ 5000", "" for none), and a remark.

    Where it is a point of a curve, `curve` says what grows along it and `at` how much of that there is. Nothing fails for a figure that misses its target.
    """

    name: str
    value: float
    unit: str
    target: str = ""
    remark: str = ""
    curve: str = ""
    at: float = 0


def yardstick(loop: float) -> Figure:
    """Return the figure of the yardstick loop, which took so many seconds."""
    remark = f"the targets are for a machine on which it takes {REFERENCE} s"
    return Figure(YARDSTICK, loop, "s", remark=remark)


def measurement(name: str) -> Callable[[], list[Figure]]:
    """The function that takes a measurement; KeyError for a name that is not in `MEASUREMENTS`.

    Each raises a DerbyError for what it needs and cannot have: ScreenFault, TableFault, JournalFault.
    """
    module, function = MEASUREMENTS[name].split(":")
    found: Callable[[], list[Figure]] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def run_loop() -> None:
    """Run the yardstick loop."""
    exec(_YARDSTICK, {})


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, in seconds of the wall clock."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


class _Rounds:
    """How often a piece of work is timed at most; the only state of this module."""

    most = 1000


def time_once(once: bool) -> None:
    """Whether every piece of work is timed once only from now on: for a first look, since such figures say little."""
    _Rounds.most = 1 if once else 1000


def best_seconds(*works: Callable[[], object], runs: int = 7) -> list[float]:
    """The shortest time of each piece of work over several rounds, in the order of `works`.

    A busy machine makes runs longer and never shorter, so the shortest is the one to compare. Each round runs every piece of work, so that
    all figures see the same machine.
    """
    rounds = [[seconds(work) for work in works] for _ in range(min(runs, _Rounds.most))]
    return [min(times) for times in zip(*rounds, strict=True)]


def within(share: float, times: Sequence[float]) -> float:
    """The time within which a share of all times lies; `times` in ascending order, `share` above 0 and at most 1."""
    return times[math.ceil(share * len(times)) - 1]
