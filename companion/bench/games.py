"""Measure whole games: speed through session, table and pilots, commits, and resuming."""

from __future__ import annotations

import gc
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from companion.app.loop import catalogue, open_session, play_to_the_end
from companion.app.startup import OwnRecording, recall_whole
from companion.bench import REFERENCE, Figure, best_seconds, run_loop, seconds
from companion.content import board_names
from companion.errors import JournalError
from companion.folders import state_folder
from companion.journal.base import RACE, Batch, Entry, Opening
from companion.journal.store import Journal, open_journal
from companion.session.commands import RecordEvents
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import Begin, ChooseBoard, SetRule

TURNS: Final = 30
"""The largest number of turns of a game."""
COMMITS, AT_ONCE = 500, 3
"""Commits to the journal, and the entries of each."""
LONG: Final = 45_000
"""Entries of the long game that is read."""
KEPT_TURNS, LONG_RACE = 50, 500
"""Turns of the race that is recalled, and of the race for which the time is stated."""
NOW: Final = 1_795_257_000.0
"""A moment in November 2026, in seconds since 1970; a bench needs no true one."""
BOARD: Final = "gorge-crossing"


# ---- Playing ----


def games_a_second() -> list[Figure]:
    """Measure a game of eight pilots on each shipped board, as the headless commands play them.

    They are first played once untimed, which counts the turns and reads boards and modules.
    """
    turns = sum(_play_all())
    loop, played = best_seconds(run_loop, _play_all, runs=3)
    speed = turns / played
    return [
        Figure(
            "turns through session and table",
            speed,
            "turns/s",
            remark=f"{speed * loop / REFERENCE:.0f} on the reference machine",
        ),
        Figure(
            "one turn of eight seats",
            1000 / speed,
            "ms",
            remark="dealing, programming by pilots, instructions, the whole turn",
        ),
    ]


def _play_all() -> list[int]:
    """Play a game on each board, and return the turns of each."""
    return [_play(seed, board) for seed, board in enumerate(board_names())]


def _play(seed: int, board: str) -> int:
    """Play one game and count its turns; the seed makes every round play the same games."""
    loop = open_session(seed=seed, players=("random",) * 8)
    turns: list[int] = []

    def hear(played: RecordEvents) -> None:
        turns.append(played.turn)

    loop.on_events = hear
    loop.send(ChooseBoard(board))
    loop.send(Begin())
    play_to_the_end(loop, TURNS)
    loop.close()
    return max(turns)


# ---- Saving ----


def commit_times() -> list[Figure]:
    """Measure commits of three entries each, as a table makes them, and reading a long game.

    The real journal is not touched.

    Raises:
        JournalError: Nothing can be written.
    """
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Beside the real journal, because a folder for temporary files may be in memory.
        with tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as place:
            return _commits_measured(Path(place) / "journal.db")
    except OSError as fault:
        raise JournalError(
            f"nothing can be written in {folder}: {fault.strerror or fault}. Make it writable, or "
            f"set XDG_STATE_HOME."
        ) from fault


def _commits_measured(path: Path) -> list[Figure]:
    journal = open_journal(path, NOW)
    journal.append(Batch(1, (), NOW, Opening(RACE, "Bench", "{}", NOW)))
    times = sorted(seconds(partial(_commit, journal, commit)) for commit in range(COMMITS))
    journal.append(
        Batch(2, tuple(map(_entry, range(1, LONG + 1))), NOW, Opening(RACE, "Evening", "{}", NOW))
    )
    (read,) = best_seconds(lambda: sum(1 for _ in journal.entries(2)), runs=5)
    journal.close()
    (again,) = best_seconds(lambda: open_journal(path, NOW).close(), runs=5)
    return [
        Figure("commit of three entries, median", 1000 * times[COMMITS // 2], "ms"),
        Figure(
            "commit of three entries, 99 of 100",
            1000 * times[COMMITS * 99 // 100],
            "ms",
            remark="nobody waits for it: a thread writes",
        ),
        Figure("reading 45,000 entries", 1000 * read, "ms", "≤ 100"),
        Figure(
            "opening and closing with those",
            1000 * again,
            "ms",
            remark="the race that goes on is read through once",
        ),
    ]


def _commit(journal: Journal, commit: int) -> None:
    first = commit * AT_ONCE + 1
    journal.append(Batch(1, tuple(map(_entry, range(first, first + AT_ONCE))), NOW))


def _entry(number: int) -> Entry:
    """Return an entry like that of a slot that was read."""
    return Entry(
        number,
        f'{{"SlotRead":{{"seat":{number % 8 + 1},"slot":{number % 5 + 1},'
        f'"status":"ok","code":{number % 84}}}}}',
    )


# ---- Resuming ----


def time_to_resume() -> list[Figure]:
    """Measure how soon a saved race of eight pilots is resumed, scaled to 500 turns."""
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        path = Path(place) / "journal.db"
        boards = catalogue((BOARD,))
        entries = _keep_race(path, boards)
        # As the app does while it starts.
        gc.disable()
        loop, replayed, restored = best_seconds(
            run_loop,
            lambda: _recall_race(path, boards),
            lambda: _recall_race(path, boards, snapshots=True),
            runs=5,
        )
        gc.enable()
    whole = replayed * LONG_RACE / KEPT_TURNS
    return [
        Figure(
            f"{LONG_RACE} turns of eight seats told again",
            whole,
            "s",
            "≤ 2",
            f"{whole * REFERENCE / loop:.2f} s on the reference machine",
        ),
        Figure(
            f"the same {KEPT_TURNS} turns from the snapshot beside the journal",
            1000 * restored,
            "ms",
            remark=f"{restored / replayed:.0%} of the time from the first message; a longer race "
            f"takes hardly longer",
        ),
        Figure("messages of one turn", entries / KEPT_TURNS, "messages"),
    ]


def _keep_race(path: Path, boards: tuple[BoardEntry, ...]) -> int:
    """Play a race into a journal, and return its number of messages.

    Endless lives make the race last, and `patient` keeps it from running ahead of the disk.
    """
    journal = open_journal(path, NOW)
    loop = open_session(
        boards=boards, players=("random",) * 8, record=OwnRecording(journal, 1), patient=True
    )
    loop.send(SetRule("lives", "inf"))
    loop.send(Begin())
    play_to_the_end(loop, KEPT_TURNS)
    loop.close()
    journal = open_journal(path, NOW, writer=False)
    kept = journal.unfinished()
    journal.close()
    return kept.entries if kept is not None else 0


def _recall_race(path: Path, boards: tuple[BoardEntry, ...], snapshots: bool = False) -> None:
    """Recall the race of the journal, as a start does; nothing is written."""
    journal = open_journal(path, NOW, writer=False)
    kept = journal.unfinished()
    assert kept is not None
    recall_whole(journal, kept, boards, snapshots=snapshots)
    journal.close()
