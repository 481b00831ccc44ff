"""Emulated card readers: `rig:8`.

Each reader runs the real firmware in its own process, on simulated pins behind a pseudo-terminal.

    rig:8?faults=corrupt=3%,unplug=30s,crash=60s&broken=light@3.2,weak@2.4.6&pace=4&seed=1

- `rig_settings`: what the URL asks for, with random faults and chosen defects;
- `optics`: cards and light at a reader, and the readings of its sensors;
- `chip`: the process: replacements for CircuitPython's modules, the chip's clock, the port;
- `reader`, `rig`: the app's end: move cards and handles, start readers, pull cables; the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.table.rig.rig import RigTable
    from companion.table.seats import Seats

SCHEME: Final = "rig"


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None = None) -> RigTable:
    """Return the table of a URL's rest, such as "8?pace=4".

    The chip ids are known from the start: `seats` is neither read nor changed.

    Raises:
        TableError: The rest is not valid.
    """
    # Every emulated reader imports this package and should start fast.
    from companion.table.rig.rig import RigTable
    from companion.table.rig.rig_settings import parse_rig_settings

    return RigTable(parse_rig_settings(rest), clock)
