"""Whether the journal, in which games outlast power cuts, can be read and is whole; nothing on the disk is changed."""
from __future__ import annotations

from contextlib import closing
from typing import Final

from companion.errors import JournalFault
from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World
from companion.journal.store import Journal, open_journal
from companion.keeping import FILE

NAME = "journal"
TITLE = "Journal"
WATCHED = 0.0

MEGABYTE: Final = 1_000_000
LARGE: Final = 200 * MEGABYTE


def look(world: World) -> tuple[Finding, ...]:
    """Open it for reading, which looks at all of it."""
    path = world.state / FILE
    try:
        with closing(open_journal(path, world.now(), writer=False)) as journal:
            return _judged(journal, sum(file.stat().st_size for file in world.state.glob(f"{FILE}*")))
    except JournalFault as fault:
        return (Finding(NAME, BAD, str(fault), f"The games stay in {world.state}; copy that folder to a stick before anything else is tried."),)


def _judged(journal: Journal, size: int) -> tuple[Finding, ...]:
    if journal.findings:
        remedy = "Start the game: it keeps what can be read, and puts the damaged file aside."
        return (Finding(NAME, BAD, " ".join(journal.findings), remedy),)
    count = len(journal.games())
    words = f"The journal is whole: {count} game{'' if count == 1 else 's'}, {size / MEGABYTE:.1f} MB."
    if size > LARGE:
        return (Finding(NAME, NOTE, words, "Delete games that nobody wants any more: clockwork-derby games delete."),)
    return (Finding(NAME, FINE, words if count else "Nothing has been kept yet."),)
