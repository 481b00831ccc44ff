"""How a journal is opened: put in order first where that is needed, brought to the newest version, and only then read or written."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.journal import reading
from companion.journal.checking import damage, is_damage
from companion.journal.connecting import beside, connect, in_memory, make_folder
from companion.journal.held import Held
from companion.journal.lock import Lock, left_by
from companion.journal.recovery import begin_anew, fill, findings, finish, missing, recover, unfinished
from companion.journal.rescue import Rescued, rescue
from companion.journal.schema import VERSION, bring_up, version_of


def to_write(path: Path, now: float) -> tuple[Held, tuple[str, ...]]:
    """The one writer's connections, and what was found; JournalFault, OSError or sqlite3.Error where the journal cannot be had.

    First the lock, then the order, then the connections: nobody else touches the files while they are changed. `now` is Unix time, for
    the names of what is put aside.
    """
    make_folder(path)
    lock = Lock(path)
    try:
        found = _put_in_order(path, now, lock)
        held = Held(path, lock)
    except BaseException:
        # Whatever stopped us, the next one looks at everything.
        lock.release(clean=False)
        raise
    try:
        return held, (*held.ask(reading.findings), *found)
    except BaseException:
        held.close(clean=False)
        raise


def to_read(path: Path) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    """A reader's connection, and what was found. Nothing on the disk is changed: what is damaged or old is put in order in memory.

    JournalFault where a newer version wrote it; sqlite3.Error or OSError where it can be read in neither way.
    """
    # A recovery that counts but was cut off before its last step: its new journal is the one that holds.
    path = unfinished(path) or path
    if not path.exists() and not beside(path, "-wal").exists():
        return _filled(Rescued((), {}, 0), ())
    try:
        reason = damage(path, thorough=True) if path.exists() else "its file is missing"
    except sqlite3.Error:
        # SQLite cannot read in a folder in which it may not write. The bare pages can be read there.
        return _filled(rescue(path), ())
    if not reason:
        # Before the journal: who begins to write now only adds to it.
        confirmed = left_by(path)
        connection, words = _connected(path)
        lost = missing(confirmed, reading.game(connection, confirmed.game)) if confirmed is not None else ""
        return connection, (*words, *_cut_short(path, lost))
    rescued = rescue(path, left_by(path))
    words = findings(rescued, f"The journal is damaged ({reason})", f"The damaged file is {path}; it is put in order when the game is started.")
    return _filled(rescued, words)


def _put_in_order(path: Path, now: float, lock: Lock) -> tuple[str, ...]:
    """See to it that there is a sound journal of the newest version; answers what was found, but for what the journal itself remembers."""
    finish(path)
    # Left by an attempt that was interrupted before it counted.
    beside(path, ".new").unlink(missing_ok=True)
    logged = beside(path, "-wal").exists()
    if not path.exists() and not logged:
        begin_anew(path)
        return (f"The journal {path}, which was there the last time, is missing: a new one was begun.",) if lock.had_journal else ()
    # All pages are looked at only where nobody vouches for them: the first screen waits for this.
    reason = damage(path, thorough=not lock.was_clean) if path.exists() else "its file is missing"
    lost = "" if reason else _missing(path, lock)
    if lock.had_begun and logged and not reason:
        # Closing it once brings the log into the file.
        lock.end()
    reason = reason or _brought_up(path)
    if reason:
        recover(path, now, reason, lock.confirmed)
        return ()
    if lock.had_begun and not logged:
        told = f"The file {beside(path, '-wal')} is missing. The last entries may be missing with it."
        return (told, lost) if lost else (told,)
    return _cut_short(path, lost)


def _cut_short(path: Path, lost: str) -> tuple[str, ...]:
    """What is told of a log that has lost what was confirmed; nothing where nothing is lost."""
    return (f"The file {beside(path, '-wal')} was cut short. What was kept before is there.", lost) if lost else ()


def _missing(path: Path, lock: Lock) -> str:
    """What is missing in a sound journal of what its last writer has confirmed, in a sentence, or ""."""
    if lock.confirmed is None:
        return ""
    with closing(connect(path, write=False)) as connection:
        return missing(lock.confirmed, reading.game(connection, lock.confirmed.game))


def _brought_up(path: Path) -> str:
    """Bring a journal to the newest version; answers the damage that stands in the way, or ""."""
    try:
        with closing(connect(path, write=True)) as connection:
            bring_up(connection)
            return ""
    except sqlite3.Error as fault:
        if is_damage(fault):
            return f"SQLite cannot read it: {fault}"
        raise


def _connected(path: Path) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    connection = connect(path, write=False)
    try:
        # An older one must stay as it is, since nothing is changed by those who read: it is brought up in memory.
        if version_of(connection) == VERSION:
            return connection, reading.findings(connection)
        copy = in_memory()
        connection.backup(copy)
    except BaseException:
        connection.close()
        raise
    connection.close()
    bring_up(copy)
    return copy, ()


def _filled(rescued: Rescued, words: tuple[str, ...]) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    connection = in_memory()
    fill(connection, rescued, words)
    return connection, words
