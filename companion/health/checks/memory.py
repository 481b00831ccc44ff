"""Whether there is memory left, and whether the game itself takes more than it should."""
from __future__ import annotations

import os
import re
from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.since import unknown
from companion.health.world import World

NAME = "memory"
TITLE = "Memory"
WATCHED = 30.0

LITTLE, MODEST = 64, 160
"""Megabytes that should be left: below the first the system begins to end programmes."""
LARGE: Final = 700
"""Megabytes that this process should never need."""
GROWN, MUCH = 100, 250
"""Megabytes by which it may grow once it has settled until that is noted, and until it is bad."""
KILOBYTES: Final = 1000
# The kernel keeps fifteen letters of a name, which is just what this one has.
PROGRAMME, SIZE = "clockwork-derby", "VmRSS"
AGAIN: Final = "End the game and start it again; a race goes on."


def look(world: World) -> tuple[Finding, ...]:
    """What the kernel says of the machine and of this process, or of the game where it runs in another one."""
    free, whole = (_megabytes(world.text("/proc/meminfo"), name) for name in ("MemAvailable", "MemTotal"))
    return (_of_the_game(world), _of_the_machine(free, whole))


def _of_the_machine(free: int | None, whole: int | None) -> Finding:
    if free is None or whole is None:
        return Finding(NAME, FINE, "The system does not tell how much memory is left.")
    words = f"{free} MB of {whole} MB of memory are left"
    if free < LITTLE:
        return Finding(NAME, BAD, f"Only {words}.", f"End other programmes. {AGAIN}")
    if free < MODEST:
        return Finding(NAME, NOTE, f"Only {words}.", "End other programmes, or start without a desktop.")
    return Finding(NAME, FINE, f"{words}.")


def _of_the_game(world: World) -> Finding:
    """How large it is, and how much larger than once it had settled, where that is known."""
    # Then this process is not the game but a doctor's.
    if world.since.settled is unknown:
        return _from_outside(_others(world))
    own = _megabytes(world.text("/proc/self/status"), SIZE)
    if own is None:
        return Finding(NAME, FINE, "The system does not tell how much memory the game takes.")
    then = world.since.settled(own)
    words = f"The game takes {own} MB of memory" + ("" if then is None else f", {then} MB some minutes after its start")
    if own > LARGE or then is not None and own - then > MUCH:
        return Finding(NAME, BAD, f"{words}.", AGAIN)
    if then is not None and own - then > GROWN:
        return Finding(NAME, NOTE, f"{words}.", f"If it goes on growing: {AGAIN[0].lower()}{AGAIN[1:]}")
    return Finding(NAME, FINE, f"{words}.")


def _from_outside(sizes: list[int]) -> Finding:
    """The game that runs in another process, of which it is not known how large it has been."""
    if not sizes:
        return Finding(NAME, FINE, "No game is running whose memory could be looked at.")
    words = f"The game that is running takes {max(sizes)} MB of memory"
    return Finding(NAME, BAD, f"{words}.", AGAIN) if max(sizes) > LARGE else Finding(NAME, FINE, f"{words}.")


def _others(world: World) -> list[int]:
    """The sizes of the processes of the game but this one, as a doctor finds them who is called from outside."""
    places = [place for place in world.places("/proc/[0-9]*/comm") if world.text(place) == PROGRAMME and place.split("/")[2] != str(os.getpid())]
    sizes = (_megabytes(world.text(place.replace("/comm", "/status")), SIZE) for place in places)
    return [size for size in sizes if size is not None]


def _megabytes(text: str | None, name: str) -> int | None:
    found = re.search(rf"^{name}:\s*(\d+) kB", text or "", re.MULTILINE)
    return int(found[1]) // KILOBYTES if found else None
