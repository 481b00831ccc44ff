"""Whether there is room for what is kept, and whether it may be written."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "disk"
TITLE = "Disk"
WATCHED = 30.0

MEGABYTE: Final = 1_000_000
LITTLE: Final = 50 * MEGABYTE
"""Bytes below which a journal, an update or a report may not find room any more."""
MODEST: Final = 500 * MEGABYTE


def look(world: World) -> tuple[Finding, ...]:
    """The disk of the state folder."""
    try:
        room = world.disk(world.state)
    except OSError as fault:
        return (Finding(NAME, BAD, f"The disk of {world.state} does not answer ({fault}).", "Start the machine again; if it stays so, use a new card."),)
    free = f"{room.free // MEGABYTE} MB of {room.total // MEGABYTE} MB are free"
    if not room.writable:
        return (Finding(
            NAME, BAD, f"Nothing can be written into {world.state}, so no game is kept.",
            "Give the folder to the user who plays; if the disk has made itself read-only, start the machine again, and use a new card if that comes back.",
        ),)
    if room.free < LITTLE:
        return (Finding(NAME, BAD, f"The disk is full: {free}.", f"Delete what is not needed on the disk of {world.state}, or use a larger card."),)
    if room.free < MODEST:
        return (Finding(NAME, NOTE, f"The disk fills up: {free}.", f"Delete what is not needed on the disk of {world.state}."),)
    return (Finding(NAME, FINE, f"Games are kept in {world.state}: {free}."),)
