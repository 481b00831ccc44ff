"""A recovery interrupted by a power cut or a full disk loses nothing, and is reported."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from companion.errors import JournalError
from companion.journal import recovery
from companion.journal.store import open_journal
from tests.journal.children import DIED, REPOSITORY, command, run
from tests.journal.games import NOW, batch, entries, fill, kept, put
from tests.recorded import recorded
from tests.typed import present

WHOLE = {1: entries(1, 30), 2: entries(1, 12)}
"""The recoverable part of the journal below: all of it, since only its header is damaged."""


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a damaged header and entries in the log alone, as after a power cut."""
    folder: Path = tmp_path_factory.mktemp("damaged")
    fill(folder / "used/journal.db", [30])
    journal = open_journal(folder / "used/journal.db", NOW)
    put(journal, 2, 12)
    shutil.copytree(folder / "used", folder / "found", ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    path = folder / "found/journal.db"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    return folder / "found"


def test_power_cuts_in_the_middle_of_a_recovery_are_harmless(damaged: Path, tmp_path: Path) -> None:
    """Lose nothing if the process dies at any disk operation of a recovery.

    The next opening finds everything, keeps the damaged files, and reports.
    """
    pieces = {(damaged / name).read_bytes() for name in ("journal.db", "journal.db-wal")}
    for step in range(1, 100):
        path = shutil.copytree(damaged, tmp_path / str(step)) / "journal.db"
        died = subprocess.run(
            command("open_and_die", path, step), cwd=REPOSITORY, timeout=60, check=False
        ).returncode
        journal = open_journal(path, NOW)
        assert kept(journal) == WHOLE and journal.settings() == {"last": "2/12"}, f"step {step}"
        assert str(journal.findings[0]) == recorded("2-games-with-42-entries-could")
        journal.append(batch(2, 13, 15))
        journal.close()
        assert pieces <= {file.read_bytes() for file in path.parent.glob("journal-damaged-*")}
        assert not [
            file
            for file in path.parent.iterdir()
            if file.name.endswith(".new") or "recovered" in file.name
        ]
        if died != DIED:
            break
    assert step > 10 and died == 0


def test_a_full_disk_leaves_everything_as_it_was(damaged: Path, tmp_path: Path) -> None:
    """Leave damaged files in place without room for a new journal, say so, and recover later."""
    before = {file.name: file.read_bytes() for file in damaged.iterdir()}
    for size in (0, 5000, 20_000):
        path = shutil.copytree(damaged, tmp_path / str(size)) / "journal.db"
        (words,) = run("open_on_a_full_disk", path, size)
        assert words == recorded("Free-some-space", journal=path)
        assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
        journal = open_journal(path, NOW)
        assert kept(journal) == WHOLE
        journal.close()


@pytest.mark.parametrize("size", [0, 10, 4096, 10_000])
def test_a_full_disk_at_the_first_start_is_told(tmp_path: Path, size: int) -> None:
    """Say in one sentence that not even an empty journal can be made, and leave nothing."""
    path = tmp_path / "state/journal.db"
    (words,) = run("open_on_a_full_disk", path, size)
    assert words == recorded("Free-some-space", journal=path)
    journal = open_journal(path, NOW)
    assert journal.games() == () and journal.findings == ()
    journal.close()


def test_a_full_disk_keeps_whole_batches(tmp_path: Path) -> None:
    """Keep confirmed batches whole, and nothing of others, by the real error of a full disk."""
    for room in (0, 1, 4000, 5000, 9000, 30_000):
        (words, game), (confirmed, counts), more = run(
            "append_until_full", tmp_path / str(room) / "journal.db", room
        )
        path = tmp_path / str(room) / "journal.db"
        assert words == recorded("lost-if-the-power-fails", journal=path) and game is None
        assert (
            counts == {"1": confirmed, **({"2": confirmed - 3} if confirmed > 3 else {})}
            and more == confirmed + 3
        )
        journal = open_journal(tmp_path / str(room) / "journal.db", NOW)
        assert kept(journal)[1] == entries(1, confirmed + 3) and journal.findings == ()
        journal.close()


def test_damaged_files_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """Number damaged files, and report findings until a journal was closed."""
    path = tmp_path / "journal.db"
    for number in (1, 2, 3):
        path.write_text(f"rubbish {number}")
        journal = open_journal(path, NOW)
        assert f"journal-damaged-2026-11-21-{number}.db" in str(journal.findings[-1])
        journal.close()
        assert (
            tmp_path / f"journal-damaged-2026-11-21-{number}.db"
        ).read_text() == f"rubbish {number}"
    journal = open_journal(path, NOW)
    assert journal.findings == ()
    journal.close()


def test_findings_outlast_a_power_cut(tmp_path: Path) -> None:
    """Repeat the findings after a power cut right after a recovery."""
    path = tmp_path / "used/journal.db"
    fill(path, [9])
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    journal = open_journal(path, NOW)
    findings = journal.findings
    shutil.copytree(path.parent, tmp_path / "found", ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    journal = open_journal(tmp_path / "found/journal.db", NOW)
    assert journal.findings == findings and str(findings[0]) == recorded(
        "1-game-with-9-entries-could"
    )
    journal.close()


def test_who_asks_while_it_is_mended_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a question of another thread wait until the recovery has ended."""
    path = tmp_path / "journal.db"
    fill(path, [3])
    journal = open_journal(path, NOW)
    answers: list[object] = []
    recover = recovery.recover

    def ask() -> None:
        """Ask as the screen's thread does."""
        try:
            answers.append(len(journal.games()))
        except JournalError as fault:
            answers.append(fault)

    asking, waits = Thread(target=ask), Event()
    connections = present(journal._connections)
    lock = connections._reading

    class Noted:
        """The lock of all questions, which notes that a question has to wait."""

        def __enter__(self) -> None:
            if not lock.acquire(blocking=False):
                waits.set()
                lock.acquire()

        def __exit__(self, *_: object) -> None:
            lock.release()

    def mended(*arguments: Any) -> None:
        """Ask in the middle of it."""
        asking.start()
        assert waits.wait(60)
        recover(*arguments)

    monkeypatch.setattr(connections, "_reading", Noted())
    monkeypatch.setattr(recovery, "recover", mended)
    with path.open("r+b") as file:
        # All but the header and the first page.
        file.seek(4096)
        file.write(b"\x07" * (path.stat().st_size - 4096))
    journal.append(batch(4, 1, 3))
    asking.join()
    assert answers and isinstance(answers[0], int)
    journal.close()


def test_damage_is_mended_in_the_middle_of_the_evening(tmp_path: Path) -> None:
    """Recover a file that the disk spoils in use at the next batch, and keep that batch."""
    path = tmp_path / "journal.db"
    fill(path, [600, 600, 3])
    journal = open_journal(path, NOW)
    journal.append(
        batch(3, 4, 6, state="over"),
        batch(2, 601, 603, state="over"),
        batch(1, 601, 603, state="over"),
    )
    journal.close()
    journal = open_journal(path, NOW)
    with path.open("r+b") as file:
        # All but the header, the directories and the lists of games.
        file.seek(12 * 4096)
        file.write(b"\x07" * (path.stat().st_size - 12 * 4096))
    journal.append(batch(4, 1, 3))
    assert kept(journal)[4] == entries(1, 3) and str(journal.findings[0]) == recorded(
        "The-journal-was-damaged"
    )
    journal.append(batch(4, 4, 6))
    journal.close()
    journal = open_journal(path, NOW)
    assert kept(journal)[4] == entries(1, 6)
    assert all(found == entries(1, len(found)) for found in kept(journal).values())
    journal.close()
