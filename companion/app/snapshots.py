"""A race as it stood at the beginning of a turn, kept beside the journal: so a start plays the last few turns again and not the whole race.

The journal alone says how a race went. A snapshot is only believed where everything fits it: the game, the sum of the journal up to its entry, the code that wrote it,
what the race began with, and the mark of the position. Where anything is in doubt, or the file is damaged, the race is replayed from its first message.

A snapshot is a pickle, and a pickle can run code. So it is believed only where nobody but the user of this process can have written it, as root never believes one
of the appliance's user, and it is no part of any file that people exchange.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import companion
from companion.folders import open_plain
from companion.games.api import Game
from companion.journal.base import KeptGame
from companion.journal.store import Journal
from companion.named_tuples import NamedTuple
from companion.session.lobby.arrangement import House
from companion.session.lobby.setup import named
from companion.session.past.chapters import at_last_opening, log_from
from companion.session.past.replaying import mark_of
from companion.session.past.spelling import MATTERS
from companion.session.session import Session, replace
from companion.session.steps import retold
from companion.session.view import OVER

SUFFIX: Final = "-snapshot"
"""Behind the name of the journal."""
LARGEST: Final = 64 * 1024 * 1024
"""More bytes are not read: the race of a whole week has some five million."""
SHARE: Final = 10
"""The next snapshot is written when the race has grown by one part in so many, so that a long race does not write its whole past every few turns."""


def snapshot_path(journal: Path) -> Path:
    """Return where the snapshot of a journal lies."""
    return journal.with_name(journal.name + SUFFIX)


def drop(journal: Path) -> None:
    """Remove the snapshot of a journal, as when something is deleted that may be in it."""
    with suppress(OSError):
        snapshot_path(journal).unlink(missing_ok=True)


RESTORED: Final = (*MATTERS, "layers", "noted")
"""The parts of a session that are in a snapshot."""


class _Due(NamedTuple):
    """A snapshot that waits until its message is durable."""

    ticket: int
    game: int
    entries: int
    session: Session


class Snapshots:
    """Writes the snapshots of the race that is recorded."""

    def __init__(self, journal: Journal) -> None:
        """Write beside this journal; a snapshot that lies there stays until there is a newer one."""
        self._journal = journal
        self._due: _Due | None = None
        self._written = 0, 0

    def follow(self, session: Session, game: int, entries: int, ticket: int, kept: int) -> None:
        """Take note of a session after the message with this ticket, which is the last of so many entries of a game.

        `kept` is the last ticket that is durable: what waited for it is written.
        """
        if self._due is not None and kept >= self._due.ticket:
            due, self._due = self._due, None
            self._write(due)
        if session.page == OVER and session.match is not None:
            if self._written[0] == game:
                self._written = 0, 0
                drop(self._journal.path)
            return
        log = session.log
        # Only where this very message has led to the opening: those entries lead to it, and to none that was there before, as after going back or a start.
        if log is None or not log.openings or log.openings[-1].at != len(log.messages):
            return
        opening = log.openings[-1].session
        before = self._written[1] if self._written[0] == game else 0
        if entries - before >= max(1, before // SHARE) and opening.past is not None:
            self._due = _Due(ticket, game, entries, session)

    def _write(self, due: _Due) -> None:
        """Write a snapshot. Without one a start takes longer, and nothing else is lost: so nobody hears of a disk that is full."""
        with suppress(Exception):
            opening = at_last_opening(due.session, retold)
            kept = self._journal.game(due.game)
            entries_sum = self._journal.sum_after(due.game, due.entries)
            if opening is not None and kept is not None and entries_sum is not None:
                data = _bytes(opening, kept, due.entries, entries_sum)
                path = snapshot_path(self._journal.path)
                fresh = path.with_name(f"{path.name}.new")
                fresh.unlink(missing_ok=True)
                # A file that a power cut has left half written does not fit its own sum, so nobody waits for the disk here.
                with os.fdopen(
                    os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
                ) as file:
                    file.write(data)
                fresh.replace(path)
                self._written = due.game, due.entries


def _bytes(opening: Session, kept: KeptGame, entries: int, entries_sum: int) -> bytes:
    """Return the file: a line of facts, then the pickle of what a session is restored from."""
    facts = {name: getattr(opening, name) for name in RESTORED}
    payload = io.BytesIO()
    _Pickler(payload, opening.house).dump(facts)
    line = {
        "game": kept.id,
        "began": kept.began,
        "entries": entries,
        "sum": entries_sum,
        "code": code_version(opening.house.game),
        "mark": mark_of(opening),
        "payload": hashlib.sha256(payload.getvalue()).hexdigest(),
    }
    return json.dumps(line).encode() + b"\n" + payload.getvalue()


def restored(journal: Journal, kept: KeptGame, start: Session) -> tuple[Session, int] | None:
    """Return the session of a kept game at its snapshot, and how many entries lead to it; None where there is none that is beyond doubt.

    `start` is the session at the beginning of the game.
    """
    try:
        data = _own_bytes(snapshot_path(journal.path))
        head, _, payload = data.partition(b"\n")
        line = json.loads(head)
        entries = int(line["entries"])
        fits = (
            (line["game"], line["began"]) == (kept.id, kept.began)
            and 0 < entries <= kept.entries
            and line["sum"] == journal.sum_after(kept.id, entries)
            and line["code"] == code_version(start.house.game)
            and line["payload"] == hashlib.sha256(payload).hexdigest()
        )
        if not fits:
            return None
        facts: Mapping[str, Any] = _Unpickler(io.BytesIO(payload), start).load()
        session = replace(start, **facts)
        sure = mark_of(session) == line["mark"]
        # People may have got other names since.
        sure = sure and named(session.setup, start.house.records) == session.setup
        return (replace(session, log=log_from(session)), entries) if sure else None
    # Whatever is wrong with it, the journal has the race.
    except Exception:
        return None


def _own_bytes(path: Path) -> bytes:
    """Return what is in a file that nobody but the user of this process has written; ValueError where others could have."""
    with os.fdopen(open_plain(path), "rb") as file:
        facts = os.fstat(file.fileno())
        if facts.st_uid != os.getuid() or facts.st_mode & 0o022 or facts.st_size > LARGEST:
            raise ValueError(f"{path} is too large, or others can write it")
        return file.read(LARGEST)


class _Pickler(pickle.Pickler):
    """Writes a session without what a start reads anyhow: the game, its boards, the pilots, the people."""

    def __init__(self, file: io.BytesIO, house: House) -> None:
        """Write into a file; `house` says what is left out."""
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game = house.game

    def persistent_id(self, obj: object) -> tuple[object, ...] | None:
        """Return what stands for an object that is left out, or None."""
        if isinstance(obj, House):
            return "house", obj.table, obj.touch
        return ("game",) if obj is self._game else None


class _Unpickler(pickle.Unpickler):
    """Reads it again with what belongs to the start."""

    def __init__(self, file: io.BytesIO, start: Session) -> None:
        """Read from a file."""
        super().__init__(file)
        self._start = start.house

    def persistent_load(self, pid: Any) -> object:
        """Return the object for which a word stands."""
        if pid[0] == "game":
            return self._start.game
        _, table, touch = pid
        return replace(self._start, table=table, touch=touch)


@lru_cache(maxsize=4)
def code_version(game: Game) -> str:
    """Return what changes with any file of the app, and of a game that comes from elsewhere; and with Python."""
    folders = {Path(companion.__file__).parent}
    module = sys.modules[type(game).__module__]
    if module.__file__ is not None:
        folders.add(Path(module.__file__).parent)
    found = hashlib.sha256(repr(sys.version_info).encode())
    for folder in sorted(folders):
        for file in sorted(folder.rglob("*.py")):
            facts = file.stat()
            found.update(f"{file}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return found.hexdigest()
