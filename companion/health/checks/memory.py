"""Whether there is memory left, and whether the game itself takes more than it should."""
from __future__ import annotations

import re
from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "memory"
TITLE = "Memory"
WATCHED = 30.0

LITTLE, MODEST = 64, 160
"""Megabytes that should be left: below the first the system begins to end programmes."""
LARGE: Final = 700
"""Megabytes that this process should never need."""
KILOBYTES: Final = 1000
AGAIN: Final = "End the game and start it again; a race goes on where it stopped."


def look(world: World) -> tuple[Finding, ...]:
    """What the kernel says of the machine and of this process."""
    free, whole = (_megabytes(world.text("/proc/meminfo"), name) for name in ("MemAvailable", "MemTotal"))
    own = _megabytes(world.text("/proc/self/status"), "VmRSS")
    if free is None or whole is None:
        return (Finding(NAME, FINE, "The system does not tell how much memory is left."),)
    words = f"{free} MB of {whole} MB of memory are left"
    if own is not None and own > LARGE:
        return (Finding(NAME, BAD, f"The game has grown to {own} MB; {words}.", f"{AGAIN} Please send a report."),)
    if free < LITTLE:
        return (Finding(NAME, BAD, f"Only {words}.", f"End other programmes. {AGAIN}"),)
    if free < MODEST:
        return (Finding(NAME, NOTE, f"Only {words}.", "End other programmes, or start without a desktop."),)
    return (Finding(NAME, FINE, f"{words}."),)


def _megabytes(text: str | None, name: str) -> int | None:
    found = re.search(rf"^{name}:\s*(\d+) kB", text or "", re.MULTILINE)
    return int(found[1]) // KILOBYTES if found else None
