"""The evening as `play` opens it: with its journal in the state folder, at the race that was not finished, or at the setup of last time."""
from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.errors import DerbyError, JournalFault
from companion.games.clockwork import ClockworkDerby
from companion.journal.base import Game as Kept
from companion.journal.store import Journal, open_journal
from companion.keeping import FILE, Recalled, Record, recall
from companion.reports import save_report
from companion.session.messages import Noticed
from companion.session.session import BoardEntry
from companion.shell import USUAL_PLAYERS, Shell, catalogue, go_on, new_seed, open_evening
from companion.signals import Trouble
from companion.table.base import Table
from companion.table.urls import table_for_url

UNITS: Final = ((86400, "day"), (3600, "hour"), (60, "minute"))


def kept_evening(
    folder: Path, players: Iterable[str] | None = None, seed: int | str | None = None, readers: Table | str = "virtual:", number: int | None = None,
) -> Shell:
    """An open evening whose journal lies in a folder; without one where that cannot be, and the screen says why.

    `number` is the kept game to go on with, the unfinished one touched last where none is named. JournalFault where a game is named that
    is not there or cannot be gone on with, TableFault for a wrong URL.
    """
    table = table_for_url(readers) if isinstance(readers, str) else readers
    try:
        journal = open_journal(folder / FILE, time.time())
    except JournalFault as fault:
        if number is not None:
            raise
        shell = open_evening(table, seed=seed, players=USUAL_PLAYERS if players is None else tuple(players))
        shell.send(Trouble("journal", _unkept(fault)))
        return shell
    words = list(journal.findings)
    shell = _gone_on(journal, table, number, words) or _begun(journal, table, players, seed)
    shell.report = lambda shell: save_report(shell, journal, folder)
    if words:
        shell.send(Noticed(" ".join(words)))
    return shell


def _begun(journal: Journal, table: Table, players: Iterable[str] | None, seed: int | str | None) -> Shell:
    """A new evening, with what was chosen last time unless it is said who plays."""
    chosen = journal.settings() if players is None else None
    who = USUAL_PLAYERS if players is None else tuple(players)
    return open_evening(table, players=who, chosen=chosen, record=Record(journal, new_seed() if seed is None else seed))


def _gone_on(journal: Journal, table: Table, number: int | None, words: list[str]) -> Shell | None:
    """The evening of a kept game, or None where there is none to go on with, with `words` why; a game that was asked for raises instead."""
    kept = journal.unfinished() if number is None else journal.game(number)
    try:
        if kept is None and number is not None:
            raise JournalFault(f"{journal.path}: there is no game {number}; `clockwork-derby games list` shows those that are kept")
        recalled = recall_whole(journal, kept) if kept is not None else None
    except DerbyError as fault:
        if number is not None:
            journal.close()
            raise
        words.append(f"{str(fault)[:1].upper()}{str(fault)[1:]}.")
        return None
    if kept is None or recalled is None:
        return None
    record = Record(journal, recalled.seed, going_on=(kept.id, recalled.messages))
    return go_on(recalled, record, table, f"It stopped {ago(time.time() - kept.touched)}.")


def recall_whole(journal: Journal, kept: Kept, boards: Iterable[BoardEntry] | None = None) -> Recalled:
    """A kept game brought back whole; JournalFault says just where and why it comes out otherwise than it was played."""
    recalled = recall(journal, kept, ClockworkDerby(), catalogue() if boards is None else boards)
    drift = recalled.drift
    if drift is not None:
        raise JournalFault(
            f"game {kept.id} ({kept.title}) cannot be gone on with: at message {drift.number}, turn {drift.turn}, register {drift.register}, "
            f"{drift.words}; it was kept by rules version {recalled.rules}. It stays kept; see it with `clockwork-derby games replay {kept.id}`"
        )
    return recalled


def _unkept(fault: JournalFault) -> str:
    words = str(fault)
    return f"Nothing of this evening is kept, so a power cut would lose it: {words}."


def ago(seconds: float) -> str:
    """A time that has passed, in words: "2 hours ago"."""
    for length, unit in UNITS:
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"
