"""A tournament in an SQLite file: its schedule, and one row for every finished race.

A race that was being played when the process was killed has no row and is played again, with the
same outcome. The file belongs to one schedule; another one is refused. Without a file a tournament
is kept in memory.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from companion.errors import TournamentError
from companion.tournament.match import RaceOutcome, Slip, ThinkingTimes
from companion.tournament.schedule import Schedule, schedule_from

IN_MEMORY: Final = ":memory:"
APPLICATION: Final = 0x44455242
"""The application id in SQLite's header: "DERB"."""
LAYOUT: Final = 1
TABLES: Final = """
CREATE TABLE plan (schedule TEXT NOT NULL, checksum TEXT NOT NULL);
CREATE TABLE races (
    number INTEGER PRIMARY KEY, first TEXT NOT NULL, turns INTEGER NOT NULL, ending TEXT NOT NULL, digest TEXT NOT NULL,
    slips TEXT NOT NULL, thinking TEXT NOT NULL
);
"""  # noqa: E501, since SQLite keeps this text in every file.


class RaceStore:
    """The races of one schedule that have been played."""

    def __init__(
        self, connection: sqlite3.Connection, schedule: Schedule, path: Path | None
    ) -> None:
        """Take a connection of `open_store` or `read_store`; `path` is None in memory."""
        self._connection, self.schedule, self.path = connection, schedule, path

    @property
    def finished(self) -> frozenset[int]:
        """The numbers of the finished races."""
        with _storage_errors(str(self.path)):
            return frozenset(
                number for (number,) in self._connection.execute("SELECT number FROM races")
            )

    def keep(self, outcomes: Iterable[RaceOutcome]) -> None:
        """Save some races, all or none; TournamentError if that is impossible."""
        with _storage_errors(str(self.path)), self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO races VALUES (?, ?, ?, ?, ?, ?, ?)", map(_as_row, outcomes)
            )

    def outcomes(self, below: int | None = None) -> list[RaceOutcome]:
        """Return the finished races by number; with `below` those of smaller numbers only."""
        with _storage_errors(str(self.path)):
            found = self._connection.execute(
                "SELECT * FROM races WHERE number < ? ORDER BY number",
                (2**62 if below is None else below,),
            )
            return [_from_row(row) for row in found]


@contextmanager
def open_store(path: Path | None, schedule: Schedule) -> Iterator[RaceStore]:
    """Open the races of a schedule in a file, made if it is missing, or in memory.

    Raises:
        TournamentError: The file holds something else or is in use.
    """
    name = str(path or "memory")
    with ExitStack() as stack:
        # Only faults while opening are reported so; later ones are not this file's fault.
        with _storage_errors(name):
            if path is not None:
                # Opened before SQLite opens the file, and closed after: closing it in between would
                # drop SQLite's own locks of this process.
                handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
                stack.callback(os.close, handle)
                # Others cannot play with this file; the lock ends with the process in any case.
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise TournamentError(
                        f"{path}: another tournament is playing with this file; wait until it is "
                        f"over, or name another one"
                    ) from None
            connection = stack.enter_context(closing(sqlite3.connect(path or IN_MEMORY)))
            kept = _schedule(connection, name)
            connection.execute("PRAGMA journal_mode=WAL")
            # A power cut may take the last races, which are played again then; nothing else is
            # lost.
            connection.execute("PRAGMA synchronous=NORMAL")
            if kept is None:
                plan = schedule.as_json()
                # As one transaction: a file that was killed half made is empty.
                connection.executescript(
                    f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={LAYOUT}; "
                    f"{TABLES}"
                )
                connection.execute("INSERT INTO plan VALUES (?, ?)", (plan, _checksum(plan)))
                connection.commit()
        if kept not in (None, schedule):
            raise TournamentError(
                f"{name} holds another tournament ({_difference(kept, schedule)}); name another "
                f"file, or say the same as then to go on with it"
            )
        yield RaceStore(connection, schedule, path)


@contextmanager
def read_store(path: Path) -> Iterator[RaceStore]:
    """Open the races in an existing file, which may be written now.

    Raises:
        TournamentError: It is none.
    """
    if not path.is_file():
        raise TournamentError(f"{path}: found no such file")
    with ExitStack() as stack:
        with _storage_errors(str(path)):
            connection = stack.enter_context(closing(sqlite3.connect(path)))
            schedule = _schedule(connection, str(path))
        if schedule is None:
            raise TournamentError(f"{path} holds no tournament yet")
        yield RaceStore(connection, schedule, path)


# ---- The file ------------------------------------------------------------------------------------


@contextmanager
def _storage_errors(name: str) -> Iterator[None]:
    """Turn faults of SQLite and the system into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        raise TournamentError(
            f"{name}: the races cannot be saved there ({fault}); see that its folder is there, "
            f"writable and has room"
        ) from None
    except sqlite3.DatabaseError as fault:
        raise TournamentError(
            f"{name} is no tournament's file ({fault}); name another file"
        ) from None
    except OSError as fault:
        raise TournamentError(
            f"{name}: the races cannot be saved there ({fault.strerror}); name a file in a folder "
            f"that is there"
        ) from None


def _schedule(connection: sqlite3.Connection, name: str) -> Schedule | None:
    """Return the schedule in the file, None for an empty one."""
    whose, layout = (
        connection.execute(f"PRAGMA {what}").fetchone()[0]
        for what in ("application_id", "user_version")
    )
    if (whose, layout) == (0, 0) and not connection.execute(
        "SELECT count(*) FROM sqlite_master"
    ).fetchone()[0]:
        return None
    if whose != APPLICATION:
        raise TournamentError(f"{name} is no tournament's file; name another file")
    if layout != LAYOUT:
        raise TournamentError(
            f"{name} was written by another version (layout {layout}, this one knows {LAYOUT}); "
            f"name another file"
        )
    text, checksum = connection.execute("SELECT schedule, checksum FROM plan").fetchone() or (
        "",
        "",
    )
    if _checksum(text) != checksum:
        raise TournamentError(
            f"{name} is broken: its plan does not match its checksum; name another file"
        )
    try:
        return schedule_from(text)
    except ValueError as fault:
        raise TournamentError(f"{name} cannot be continued: {fault}; name another file") from None


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _difference(kept: Schedule, wanted: Schedule) -> str:
    """Return the difference in a few words."""
    if kept._replace(code="") == wanted._replace(code=""):
        return "the same one, but its rules or pilots have been changed since"
    parts = [
        (field.replace("_", " "), getattr(kept, field), getattr(wanted, field))
        for field in Schedule._fields
        if field != "code"
    ]
    return "; ".join(
        f"{field} {_short(before)} and not {_short(now)}"
        for field, before, now in parts
        if before != now
    )


def _short(value: object) -> str:
    """Return a part of a schedule for people."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        words = [getattr(one, "title", None) or "-".join(map(str, one)) or "usual" for one in value]
        return ", ".join(words) if len(words) < 5 else f"{len(words)} of them"
    return str(value)


def _as_row(outcome: RaceOutcome) -> tuple[object, ...]:
    thinking = {
        name: [found.answers, found.seconds, found.longest, sorted(found.classes.items())]
        for name, found in outcome.thinking.items()
    }
    return (
        outcome.number,
        json.dumps(outcome.first),
        *outcome[2:-2],
        json.dumps(outcome.slips),
        json.dumps(thinking),
    )


def _from_row(row: Sequence[Any]) -> RaceOutcome:
    number, first, turns, ending, digest, slips, thinking = row
    times = {
        name: ThinkingTimes(answers, seconds, longest, dict(map(tuple, classes)))
        for name, (answers, seconds, longest, classes) in json.loads(thinking).items()
    }
    return RaceOutcome(
        number,
        tuple(json.loads(first)),
        turns,
        ending,
        digest,
        tuple(Slip(*slip) for slip in json.loads(slips)),
        times,
    )
