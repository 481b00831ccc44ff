"""Whether the journal, in which games outlast power cuts, can be read and is whole; nothing on the disk is changed."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import JournalFault
from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World
from companion.journal.checking import damage
from companion.journal.recovery import aside
from companion.journal.store import Journal, open_journal

NAME = "journal"
TITLE = "Journal"
WATCHED = 0.0

MEGABYTE: Final = 1_000_000
LARGE: Final = 8 * MEGABYTE
"""Bytes from which on only the lists and the race that goes on are looked at: a slow card takes longer for the rest than a check may."""
START: Final = "Start the game: it keeps what can be read, and puts the damaged file aside."


def look(world: World) -> tuple[Finding, ...]:
    """Read it: all of it, unless it is large.

    The game may have it open meanwhile. A large one is looked at as at every start: the lists, and the race that goes on.
    """
    path = world.state / JOURNAL
    try:
        # With its log, which may hold most of what was played last.
        size = sum(file.stat().st_size for file in world.state.glob(f"{JOURNAL}*"))
        if size > LARGE:
            return (_in_passing(path, size),)
        with closing(open_journal(path, world.now(), writer=False)) as journal:
            return (_judged(journal, size),)
    except (JournalFault, sqlite3.Error, OSError) as fault:
        words = str(fault) if isinstance(fault, JournalFault) else f"The journal {path} cannot be read ({fault})."
        return (Finding(NAME, BAD, words, f"The games stay in {world.state}; copy that folder before anything else."),)


def _judged(journal: Journal, size: int) -> Finding:
    if journal.findings:
        words = " ".join(journal.findings)
        # What was put aside is done with, and told once more until the game has ended as it should.
        done = any(str(old) in words for old in journal.path.parent.glob(aside(journal.path, "*").name))
        return Finding(NAME, NOTE, words) if done else Finding(NAME, BAD, words, START)
    count = len(journal.games())
    if not count:
        return Finding(NAME, FINE, "Nothing has been kept yet.")
    return Finding(NAME, FINE, f"The journal is whole: {count} game{'' if count == 1 else 's'}, {size / MEGABYTE:.1f} MB.")


def _in_passing(path: Path, size: int) -> Finding:
    reason = damage(path, thorough=False)
    if reason:
        return Finding(NAME, BAD, f"The journal {path} is damaged ({reason}).", START)
    return Finding(NAME, FINE, f"The journal can be read; of its {size / MEGABYTE:.0f} MB only the newest were looked at.")
