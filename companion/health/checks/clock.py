"""Whether the clock can be right: a Raspberry Pi without a battery wakes in the past until the network tells it the time."""
from __future__ import annotations

import time
from typing import Final

from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "clock"
TITLE = "Clock"
WATCHED = 60.0

RELEASED: Final = 1_793_491_200.0
"""1 November 2026, before which nobody can have played this: Unix time."""
TOO_LATE: Final = 4_102_444_800.0
"""1 January 2100."""
HEARD: Final = "/run/systemd/timesync/synchronized"
"""There once the network has told the time."""
TOLERANCE: Final = 120.0
"""Seconds by which a file may be newer than the clock, as after a small correction."""
REMEDY: Final = "Set the clock (sudo timedatectl set-time), connect the network once, or fit a battery for the clock; games are kept all the same, with wrong times."


def look(world: World) -> tuple[Finding, ...]:
    """Compare with what must lie in the past: what the journal was last written, and the release; then whether anything has set the clock.

    A clock behind the last game is bad until the next is kept: the time since then, and the order of games by their times, are wrong.
    """
    now = world.now()
    today = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    # What is played last is in the log until the journal is closed.
    written = max(filter(None, (_written(world, name) for name in (JOURNAL, f"{JOURNAL}-wal"))), default=0.0)
    if written > now + TOLERANCE:
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(written))
        return (Finding(NAME, BAD, f"The clock is behind: it says {today}, but the last game was kept at {last}.", REMEDY),)
    if not RELEASED <= now < TOO_LATE:
        return (Finding(NAME, NOTE, f"The clock is wrong: it says {today}.", REMEDY),)
    if _never_set(world):
        return (Finding(NAME, NOTE, f"It is {today}, unless the clock is behind: it has no battery, and no network has set it since the start.", REMEDY),)
    return (Finding(NAME, FINE, f"It is {today}."),)


def _never_set(world: World) -> bool:
    """Whether a Raspberry Pi has neither a clock that goes on without power nor heard the time from the network."""
    return bool(world.board) and not world.places("/sys/class/rtc/rtc*") and not world.path(HEARD).exists()


def _written(world: World, name: str) -> float | None:
    """Unix time; None where it is not there."""
    try:
        return (world.state / name).stat().st_mtime
    except OSError:
        return None
