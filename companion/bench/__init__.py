"""Timings, each a named measurement; `clockwork-derby bench` runs them and states the machine's own speed beside."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from companion.bench.yardstick import Figure

MEASUREMENTS: Final[Mapping[str, str]] = {
    "turns": "companion.bench.engine:turns_a_second",
    "register": "companion.bench.engine:cost_of_a_register",
    "games": "companion.bench.games:games_a_second",
    "readers": "companion.bench.readers:pull_to_light",
    "journal": "companion.bench.journal:commit_times",
    "flood": "companion.bench.flood:pauses_under_flood",
    "resume": "companion.bench.resume:time_to_resume",
    "startup": "companion.bench.startup:startup_ratio",
}
"""Name → where its function lives; loaded only when it is asked for, since some of them open windows."""


def measurement(name: str) -> Callable[[], list[Figure]]:
    """The function that takes a measurement, with its figures as answer.

    KeyError for a name that is not in `MEASUREMENTS`. Each raises what it needs and cannot have: ScreenFault, TableFault, JournalFault.
    """
    module, function = MEASUREMENTS[name].split(":")
    return getattr(import_module(module), function)  # type: ignore[no-any-return]
