"""A new journal in place of a damaged one, which is kept aside. Whenever the power fails meanwhile, the next opening loses nothing.

The new journal is built under a name of its own. From the moment at which it is called `journal-recovered-DATE-N.db` the recovery counts:
until then the next opening begins again; from then on the old files go aside as `journal-damaged-DATE-N.db` and `…-wal`, and only when
that is on the disk the new one takes its place, for it must never meet the old log.
"""
from __future__ import annotations

import glob
import os
import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from companion.folders import settle
from companion.journal import chain
from companion.journal.base import Game
from companion.journal.connecting import beside, make_file
from companion.journal.lock import Confirmed
from companion.journal.rescue import Rescued, RescuedGame, rescue
from companion.journal.schema import add_entries, bring_up

_RECOVERED: Final = "recovered"
_DAMAGED: Final = "damaged"


def begin_anew(path: Path) -> None:
    """An empty journal where none is. sqlite3.Error or OSError where that is not possible; nothing is there then."""
    os.replace(_built(path, Rescued((), {}, 0), ()), path)
    settle(path.parent)


def recover(path: Path, now: float, reason: str, confirmed: Confirmed | None = None) -> None:
    """Put what can be read into a new journal, and the damaged files aside; what there is to be told stands in the new one.

    `reason` completes a sentence, `now` is Unix time, `confirmed` is what was durable at least: what is missing of it is told, too. The
    journal must not be open meanwhile. OSError or sqlite3.Error where it cannot be done: then nothing has changed, and the next opening tries
    again.
    """
    rescued = rescue(path, confirmed)
    place = free_place(path, now)
    words = findings(rescued, f"The journal was damaged ({reason})", f"The damaged file lies in {aside(path, place)}.")
    commit(path, _built(path, rescued, words), place)
    finish(path)


def commit(path: Path, fresh: Path, place: str) -> None:
    """From now on a new journal counts, although the old files are still in its place; `finish` does the rest."""
    os.replace(fresh, _named(path, _RECOVERED, place))
    settle(path.parent)


def finish(path: Path) -> None:
    """Carry out what is left of a recovery that counts already; nothing where there is none."""
    recovered = unfinished(path)
    if recovered is None:
        return
    old = recovered.with_name(recovered.name.replace(f"{path.stem}-{_RECOVERED}", f"{path.stem}-{_DAMAGED}", 1))
    for ending in ("-wal", "-journal", ""):
        if beside(path, ending).exists():
            os.replace(beside(path, ending), beside(old, ending))
    # It only indexes a log, and the new journal begins without one.
    beside(path, "-shm").unlink(missing_ok=True)
    settle(path.parent)
    os.replace(recovered, path)
    settle(path.parent)


def unfinished(path: Path) -> Path | None:
    """The new journal of a recovery that counts already and is not done yet, or None."""
    pattern = f"{glob.escape(path.stem)}-{_RECOVERED}-*{glob.escape(path.suffix)}"
    return min(path.parent.glob(pattern), default=None)


def findings(rescued: Rescued, what: str, where: str) -> tuple[str, ...]:
    """What people are told: what happened, what is there again, what is lost, where the old file lies."""
    entries = sum(len(game.entries) for game in rescued.games)
    kept = f"{_many(len(rescued.games), 'game')} with {_many(entries, 'entry', 'entries')}"
    saved = f"{what}: {kept} could be recovered." if rescued.games else f"{what}: no game in it could be read."
    gaps = (_lost(game.missing, game.opening.title) for game in rescued.games if game.missing)
    lost = (f"{_many(rescued.lost, 'game')} could not be read.",) if rescued.lost else ()
    return (saved, *gaps, *lost, where)


def missing(confirmed: Confirmed | None, game: Game | None) -> str:
    """What is missing of what had been durable, in a sentence, or "".

    `game` is the confirmed one as it is there now, None where it is not there at all.
    """
    if confirmed is None or game is not None and game.entries >= confirmed.entries:
        return ""
    if game is None:
        return f"Game {confirmed.game} with {_many(confirmed.entries, 'entry', 'entries')} is lost."
    return _lost(confirmed.entries - game.entries, game.title)


def _lost(count: int, title: str) -> str:
    return f"The last {_many(count, 'entry', 'entries')} of “{title}” {'is' if count == 1 else 'are'} lost."


def fill(connection: sqlite3.Connection, rescued: Rescued, words: tuple[str, ...]) -> None:
    """Put all that was rescued into an empty journal."""
    bring_up(connection)
    connection.execute("BEGIN IMMEDIATE")
    for game in rescued.games:
        _put(connection, game)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", rescued.settings.items())
    connection.executemany("INSERT INTO findings VALUES (?)", ((sentence,) for sentence in words))
    connection.execute("COMMIT")


def _put(connection: sqlite3.Connection, game: RescuedGame) -> None:
    """Sums are taken anew from the game's beginning, whatever version the damaged journal had."""
    opening, standing = game.opening, game.standing
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (game.id, *opening))
    order = "INSERT INTO standings VALUES (?, ?, ?, ?, ?)"
    connection.execute(order, (game.id, standing.state, standing.touched, len(game.entries), standing.note))
    add_entries(connection, game.id, game.entries, chain.begin(opening.kind, opening.header))


def _built(path: Path, rescued: Rescued, words: tuple[str, ...]) -> Path:
    """A new journal under a name at which nobody looks, on the disk whole."""
    fresh = new_file(path)
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            # Nothing of it counts before the file is settled as a whole, so waiting for each step would gain nothing.
            connection.execute("PRAGMA synchronous = OFF")
            fill(connection, rescued, words)
            # Here and not at its final place, where a power cut in the middle of the change would leave a third file.
            connection.execute("PRAGMA journal_mode = WAL")
        settle(fresh)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def new_file(path: Path) -> Path:
    """An empty file beside the journal, at which nobody looks; what an interrupted attempt left there is gone."""
    fresh = beside(path, ".new")
    for ending in ("-journal", "-wal", "-shm"):
        beside(fresh, ending).unlink(missing_ok=True)
    make_file(fresh)
    return fresh


def free_place(path: Path, now: float) -> str:
    """A date and a number under which nothing has been put aside yet, such as 2026-11-21-1.

    `now` is Unix time, the date a local one. A clock that tells nothing sensible gives "undated".
    """
    try:
        date = time.strftime("%Y-%m-%d", time.localtime(now))
    except (ArithmeticError, OSError, ValueError):
        date = "undated"
    return next(
        place for place in (f"{date}-{number}" for number in count(1))
        if not any(beside(aside(path, place), ending).exists() for ending in ("", "-wal"))
    )


def aside(path: Path, place: str) -> Path:
    """Where a damaged journal lies under a place's name."""
    return _named(path, _DAMAGED, place)


def _named(path: Path, kind: str, place: str) -> Path:
    return path.with_name(f"{path.stem}-{kind}-{place}{path.suffix}")


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"
