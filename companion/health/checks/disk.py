"""Whether there is room for what is kept, and whether it may be written."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import Space, World

NAME = "disk"
TITLE = "Disk"
WATCHED = 30.0

MEGABYTE: Final = 1_000_000
LITTLE: Final = 50 * MEGABYTE
"""Bytes below which a journal, an update or a report may not find room any more."""
MODEST: Final = 500 * MEGABYTE
"""Bytes below which it is worth knowing."""
FEW: Final = 3
"""So many files are named."""


def look(world: World) -> tuple[Finding, ...]:
    """The disk of the state folder."""
    try:
        room = world.disk(world.state)
    except OSError as fault:
        return (Finding(NAME, BAD, f"The disk does not answer ({fault}).", "Start the machine again; if it stays so, use a new card."),)
    return (_barred(world, room) or _filled(world, room),)


def _barred(world: World, room: Space) -> Finding | None:
    """Why nothing can be written however much room there is; None where it can be.

    The order matters: on a disk that is read-only nobody may write, and giving rights to somebody would not help.
    """
    who = world.person().name
    give = f"Give it to {who}: sudo chown -R {who}: {world.state}"
    if room.read_only:
        remedy = "Start the machine again, and use a new card if that comes back."
        return Finding(NAME, BAD, "The disk is read-only, so no game is kept.", remedy)
    if not room.writable:
        whose = f" (it belongs to {room.owner})" if room.owner else ""
        return Finding(NAME, BAD, f"{who} may not write into the folder of games{whose}, so no game is kept.", f"{give}.")
    if room.closed:
        words = f"{who} may not change {', '.join(room.closed[:FEW])} in the folder of games, which may not be kept."
        return Finding(NAME, BAD, words, f"{give}. Never play as root with this folder.")
    return None


def _filled(world: World, room: Space) -> Finding:
    """How much room there is."""
    free = f"{room.free // MEGABYTE} MB of {room.total // MEGABYTE} MB are free"
    if room.free < LITTLE:
        return Finding(NAME, BAD, f"The disk is full: {free}.", "Delete what is not needed on it, or use a larger card.")
    if room.free < MODEST:
        return Finding(NAME, NOTE, f"The disk fills up: {free}.", "Delete what is not needed on it.")
    return Finding(NAME, FINE, f"Games are kept in {world.state}: {free}.")
