"""Emulated card readers: `rig:8`. Each runs the real firmware in a process of its own, on simulated pins behind a pseudo-terminal.

    rig:8?faults=corrupt=3%,unplug=30s,crash=60s&broken=light@3.2,weak@2.4.6&pace=4&seed=1

- `wishes`: what the URL asks for; `faults`: what goes wrong by chance; `defects`: what is broken on purpose;
- `optics`: what lies and shines at a reader, and what its sensors make of it;
- `chip`: the process: stand-ins for CircuitPython's own modules, the chip's clock, the port;
- `hands`, `reader`, `rig`: the app's end: moving cards and handles, starting readers, pulling cables, and the table that is played on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.table.rig.rig import RigTable
    from companion.table.seats import Seats

SCHEME: Final = "rig"


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None = None) -> RigTable:
    """The table of a URL's rest, such as "8?pace=4"; TableFault for one that cannot be read.

    The readers' chip ids are known from the start, so that remembered `seats` are neither asked nor changed.
    """
    # Every emulated reader imports this package, and wants to be awake soon.
    from companion.table.rig.rig import RigTable
    from companion.table.rig.wishes import read_wishes

    return RigTable(read_wishes(rest), clock)
