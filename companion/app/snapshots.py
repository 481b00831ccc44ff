"""Save a race as of the beginning of a turn, so that a start replays only the last turns.

The journal alone decides how a race went. A snapshot is used only if everything fits it: the game,
the checksum of the journal up to its entry, the code that wrote it, the beginning of the race, and
the hash of the position. In any doubt the race is replayed from its first message.

A snapshot is a pickle, and a pickle can run code. So it is used only if nobody but the user of this
process can have written it (root uses none of the appliance's user), and it is in no file that
people exchange.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import sys
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
from companion.session.lobby.arrangement import TableConfig
from companion.session.lobby.setup import with_piece_names
from companion.session.past.chapters import at_last_opening, log_from
from companion.session.past.replaying import mark_of
from companion.session.session import Session
from companion.session.steps import replay_step
from companion.session.view import OVER

SUFFIX: Final = "-snapshot"
"""The suffix of the snapshot's name after the journal's."""
LARGEST: Final = 64 * 1024 * 1024
"""The largest snapshot in bytes that is read; the race of a whole week has some five million."""
SHARE: Final = 10
"""Write the next snapshot when the race has grown by one part in so many.

So a long race does not write its whole past every few turns.
"""


def snapshot_path(journal: Path) -> Path:
    """Return the path of a journal's snapshot."""
    return journal.with_name(journal.name + SUFFIX)


def drop(journal: Path) -> None:
    """Delete the snapshot of a journal, for example when something in it was deleted."""
    with suppress(OSError):
        snapshot_path(journal).unlink(missing_ok=True)


class _Due(NamedTuple):
    """A snapshot that waits until its message is durable."""

    ticket: int
    game: int
    entries: int
    session: Session


class Snapshots:
    """Writes the snapshots of the race that is being recorded."""

    def __init__(self, journal: Journal) -> None:
        """Write beside this journal; an existing snapshot stays until there is a newer one."""
        self._journal = journal
        self._due: _Due | None = None
        self._written = 0, 0

    def follow(self, session: Session, game: int, entries: int, ticket: int, kept: int) -> None:
        """Note a session after a message, and write the snapshot that waited.

        Args:
            session: The session after the message.
            game: The game that is being recorded.
            entries: How many entries it has.
            ticket: The ticket of the message.
            kept: The last ticket that is durable.
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
        # Only if this very message led to the opening: the entries lead to it, not to an earlier
        # one, as after a rewind or a start.
        if log is None or not log.openings or log.openings[-1].at != len(log.messages):
            return
        opening = log.openings[-1].session
        before = self._written[1] if self._written[0] == game else 0
        if entries - before >= max(1, before // SHARE) and opening.timeline.past is not None:
            self._due = _Due(ticket, game, entries, session)

    def _write(self, due: _Due) -> None:
        """Write a snapshot.

        A full disk is ignored: without a snapshot, only a start takes longer.
        """
        with suppress(Exception):
            opening = at_last_opening(due.session, replay_step)
            kept = self._journal.game(due.game)
            entries_sum = self._journal.sum_after(due.game, due.entries)
            if opening is not None and kept is not None and entries_sum is not None:
                data = _bytes(opening, kept, due.entries, entries_sum)
                path = snapshot_path(self._journal.path)
                fresh = path.with_name(f"{path.name}.new")
                fresh.unlink(missing_ok=True)
                # A file that a power cut left half written does not fit its checksum, so this need
                # not wait for the disk.
                with os.fdopen(
                    os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
                ) as file:
                    file.write(data)
                fresh.replace(path)
                self._written = due.game, due.entries


def _bytes(opening: Session, kept: KeptGame, entries: int, entries_sum: int) -> bytes:
    """Return the file: a line of facts, then the pickle that restores a session."""
    payload = io.BytesIO()
    _Pickler(payload, opening.config).dump(opening)
    line = {
        "game": kept.id,
        "began": kept.began,
        "entries": entries,
        "sum": entries_sum,
        "code": code_version(opening.config.game),
        "mark": mark_of(opening),
        "payload": hashlib.sha256(payload.getvalue()).hexdigest(),
    }
    return json.dumps(line).encode() + b"\n" + payload.getvalue()


def restore(journal: Journal, kept: KeptGame, start: Session) -> tuple[Session, int] | None:
    """Return a saved game's session at its snapshot, and how many entries lead to it.

    Returns None without a snapshot that is beyond doubt. `start` is the session at the beginning of
    the game.
    """
    try:
        with os.fdopen(open_plain(snapshot_path(journal.path)), "rb") as file:
            facts = os.fstat(file.fileno())
            # Another user could have written it.
            if facts.st_uid != os.getuid() or facts.st_mode & 0o022 or facts.st_size > LARGEST:
                return None
            data = file.read(LARGEST)
        head, _, payload = data.partition(b"\n")
        line = json.loads(head)
        entries = int(line["entries"])
        fits = (
            (line["game"], line["began"]) == (kept.id, kept.began)
            and 0 < entries <= kept.entries
            and line["sum"] == journal.sum_after(kept.id, entries)
            and line["code"] == code_version(start.config.game)
            and line["payload"] == hashlib.sha256(payload).hexdigest()
        )
        if not fits:
            return None
        session: Session = _Unpickler(io.BytesIO(payload), start).load()
        setup = session.lobby.setup
        # People may have got other names since.
        if (
            mark_of(session) != line["mark"]
            or with_piece_names(setup, start.config.records) != setup
        ):
            return None
        lobby = session.lobby._replace(
            preferences=start.lobby.preferences, auto_paused=start.lobby.auto_paused
        )
        return session._replace(lobby=lobby, log=log_from(session)), entries
    # On any error, the journal has the race.
    except Exception:
        return None


class _Pickler(pickle.Pickler):
    """Pickles a session without what a start reads anyway: game, boards, pilots, people."""

    def __init__(self, file: io.BytesIO, config: TableConfig) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game = config.game

    def persistent_id(self, obj: object) -> tuple[object, ...] | None:
        """Return a reference for an object that is left out, or None."""
        if isinstance(obj, TableConfig):
            return "config", obj.table, obj.touch
        return ("game",) if obj is self._game else None


class _Unpickler(pickle.Unpickler):
    """Unpickles a session and adds what belongs to the start."""

    def __init__(self, file: io.BytesIO, start: Session) -> None:
        super().__init__(file)
        self._start = start.config

    def persistent_load(self, pid: Any) -> object:
        """Return the object of a reference."""
        if pid[0] == "game":
            return self._start.game
        _, table, touch = pid
        return self._start._replace(table=table, touch=touch)


@lru_cache(maxsize=4)
def code_version(game: Game) -> str:
    """Return a hash that changes with the files of app and game, and with Python."""
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
