"""How long a race takes to come back after the app was started again: reading its messages and telling them to an evening once more."""
from __future__ import annotations

import gc
import tempfile
from pathlib import Path

from companion.app.loop import catalogue, open_evening, play_to_the_end
from companion.app.recording import Record, recall
from companion.bench.yardstick import REFERENCE, Figure, best_seconds, run_loop
from companion.games.clockwork import ClockworkDerby
from companion.journal.store import open_journal
from companion.session.messages import Begin, SetRule
from companion.session.session import BoardEntry

TURNS = 50
"""Turns that are really played."""
LONG = 500
"""Turns of the race for which the time is stated."""
NOW = 1_795_257_000.0
"""Some moment in November 2026, in seconds since 1970: a bench needs no true one."""
BOARD = "gorge-crossing"


def time_to_resume() -> list[Figure]:
    """A race of eight pilots is played and kept, then opened and told again; stated for one of 500 turns, since it grows with the turns."""
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        path = Path(place) / "journal.db"
        boards = catalogue((BOARD,))
        entries = _played(path, boards)
        # As the app does while it starts.
        gc.disable()
        loop, told = best_seconds(run_loop, lambda: _recalled(path, boards), runs=5)
        gc.enable()
    whole = told * LONG / TURNS
    return [
        Figure(f"{LONG} turns of eight clanks told again", whole, "s", "≤ 2", f"{whole * REFERENCE / loop:.2f} s on the reference machine"),
        Figure("messages of one turn", entries / TURNS, "messages"),
    ]


def _played(path: Path, boards: tuple[BoardEntry, ...]) -> int:
    """Play a race into a journal; how many messages it has.

    With lives without end the race lasts, and `patient` keeps it from running ahead of the disk.
    """
    journal = open_journal(path, NOW)
    loop = open_evening(boards=boards, players=("random",) * 8, record=Record(journal, 1), patient=True)
    loop.send(SetRule("lives", "inf"))
    loop.send(Begin())
    play_to_the_end(loop, TURNS)
    loop.close()
    kept = journal.unfinished()
    journal.close()
    return kept.entries if kept is not None else 0


def _recalled(path: Path, boards: tuple[BoardEntry, ...]) -> None:
    """Open the journal and tell its race again, as a start does; nothing is written."""
    journal = open_journal(path, NOW, writer=False)
    kept = journal.unfinished()
    assert kept is not None
    recall(journal, kept, ClockworkDerby(), boards)
    journal.close()
