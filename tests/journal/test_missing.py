"""Missing parts of a journal are reported, without false alarms.

They are a deleted log, or a file replaced by an older copy.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.startup import kept_session
from companion.folders import JOURNAL
from companion.gallery.computer import machine
from companion.health.base import run_checks
from companion.health.checks import storage
from companion.journal.store import Journal, open_journal
from companion.privileged.files import copy_journal, keep_journal, put_journal_back
from companion.session.messages import Begin, Go
from tests.journal.games import NOW, batch, fill, kept, put
from tests.recorded import recorded

MISSING = "is missing. The last entries may be missing with it."
OLDER = "is an older copy. Everything saved after it is missing."
RESTORE = "put them all back"


def copied(folder: Path, name: str) -> Path:
    """Return a copy of a journal's folder as after a power cut now; the path of its journal."""
    return (
        Path(shutil.copytree(folder, folder.parent / name, ignore=shutil.ignore_patterns("*-shm")))
        / JOURNAL
    )


def cut_off(folder: Path) -> Path:
    """Return a journal that was closed with one game, and whose next writer was killed."""
    fill(folder / "used" / JOURNAL, [30])
    with closing(open_journal(folder / "used" / JOURNAL, NOW)) as journal:
        put(journal, 2, 20)
        return copied(folder / "used", "found")


def without(path: Path, *endings: str) -> Path:
    """Delete files of the journal with these endings."""
    for ending in endings:
        path.with_name(JOURNAL + ending).unlink(missing_ok=True)
    return path


def words(journal: Journal) -> str:
    """Return what a journal reports."""
    return " ".join(map(str, journal.findings))


def seen(path: Path) -> str:
    """Return what a mere reader is told."""
    with closing(open_journal(path, NOW, writer=False)) as journal:
        return words(journal)


def started(path: Path, name: str) -> tuple[str, Path]:
    """Return what the start of the game reports, and the journal after a power cut right then."""
    with closing(open_journal(path, NOW)) as journal:
        return words(journal), copied(path.parent, name)


@pytest.mark.parametrize("looks_first", [False, True])
@pytest.mark.parametrize("endings", [("-wal",), ("-wal", "-shm"), ("-wal", "-shm", ".lock")])
def test_a_log_that_was_deleted_is_missed_until_the_game_was_closed(
    tmp_path: Path, endings: tuple[str, ...], looks_first: bool
) -> None:
    """Report a deleted log until a game was closed.

    The log alone is deleted, or everything beside the file. The words name the missing file, the
    loss of which game, and what to do: for a reader, the next start, and again after a killed
    start.
    """
    path = without(cut_off(tmp_path), *endings)
    lost = "" if ".lock" in endings else "Game 2 with 20 entries is lost."
    if looks_first:
        assert all(part in seen(path) for part in (f"{path}-wal {MISSING}", lost, RESTORE))
    said, again = started(path, "again")
    assert all(part in said for part in (f"{path}-wal {MISSING}", lost, RESTORE))
    assert seen(again) == said
    with closing(open_journal(again, NOW)) as journal:
        assert words(journal) == said and set(kept(journal)) == {1}
        journal.append(batch(journal.next_game(), 1, 3))
    assert seen(again) == "" and started(again, "last")[0] == ""


def test_a_log_that_went_before_anything_was_played_is_missed(tmp_path: Path) -> None:
    """Report to a reader a log that was deleted after an interrupted start.

    That start followed a power cut, and confirmed nothing.
    """
    _, path = started(cut_off(tmp_path), "again")
    assert "-wal" in seen(without(path, "-wal")) and MISSING in started(path, "last")[0]


@pytest.mark.parametrize("is_killed", [False, True])
def test_an_older_copy_is_noticed(tmp_path: Path, is_killed: bool) -> None:
    """Report an older copy once to reader and writer, after a close or a power cut."""
    path = tmp_path / "used" / JOURNAL
    fill(path, [30])
    shutil.copy(path, tmp_path / "copy.db")
    with closing(open_journal(path, NOW)) as journal:
        put(journal, 2, 20)
        if is_killed:
            path = copied(path.parent, "found")
    shutil.copy(tmp_path / "copy.db", path)
    without(path, "-wal", "-shm")
    for said in (seen(path), started(path, "again")[0]):
        assert (
            (MISSING if is_killed else OLDER) in said
            and "Game 2 with 20 entries is lost." in said
            and RESTORE in said
        )
    with closing(open_journal(path, NOW)) as journal:
        journal.append(batch(journal.next_game(), 1, 3))
    assert seen(path) == "" and started(path, "last")[0] == ""


def test_an_older_copy_with_a_power_cut_of_its_own_is_noticed(tmp_path: Path) -> None:
    """Report an older copy of file and log without the lock."""
    path = cut_off(tmp_path)
    with closing(open_journal(tmp_path / "used" / JOURNAL, NOW)) as journal:
        put(journal, 3, 10)
        later = copied(tmp_path / "used", "later")
    for ending in ("", "-wal"):
        shutil.copy(path.with_name(JOURNAL + ending), later.with_name(JOURNAL + ending))
    assert OLDER in seen(later)
    said, _ = started(later, "again")
    assert f"{later} {OLDER}" in said and said == recorded(
        "Game-3-with-10-entries-is", folder=tmp_path
    )


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_one_file_of_two_that_is_put_back_is_noticed(tmp_path: Path, ending: str) -> None:
    """Report it if only the file or only the log is from an older copy.

    SQLite may make anything of both; each game is a beginning of what was written.
    """
    path = cut_off(tmp_path)
    with closing(open_journal(tmp_path / "used" / JOURNAL, NOW)) as journal:
        put(journal, 3, 200)
        later = copied(tmp_path / "used", "later")
    shutil.copy(path.with_name(JOURNAL + ending), later.with_name(JOURNAL + ending))
    with closing(open_journal(later, NOW)) as journal:
        there = {game: len(found) for game, found in kept(journal).items()}
        assert there == {1: 30, 2: 20, 3: 200} or words(journal)


def test_the_first_screen_the_list_of_games_and_the_doctor_tell_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Report a deleted log on the first screen, in the list of games and by the doctor.

    That holds also if the journal is so large that the doctor only takes a quick look, and again
    after a start that was killed before anyone could read it.
    """
    world = machine(tmp_path / "machine")
    loop = kept_session(tmp_path / "used")
    for message in (Go("rules"), Begin()):
        loop.send(message)
    assert loop.record is not None
    loop.record.wait()
    path = without(copied(tmp_path / "used", "found"), "-wal")
    loop.close()
    shutil.copytree(path.parent, world.state, dirs_exist_ok=True)
    for large in (storage.LARGE, 0):
        monkeypatch.setattr(storage, "LARGE", large)
        (finding,) = run_checks(world, ("journal",))
        assert (
            finding.state == "bad"
            and MISSING in str(finding.words)
            and RESTORE in str(finding.remedy)
        )
    assert (
        main(["games", "list", "--state", str(path.parent)]) == 0
        and MISSING in capsys.readouterr().err
    )
    again = kept_session(path.parent)
    assert MISSING in str(again.view.notice) and RESTORE in str(again.view.notice)
    killed = copied(path.parent, "killed")
    again.close()
    assert (
        main(["games", "list", "--state", str(killed.parent)]) == 0
        and MISSING in capsys.readouterr().err
    )
    shutil.rmtree(world.state)
    shutil.copytree(killed.parent, world.state)
    for large in (1 << 30, 0):
        monkeypatch.setattr(storage, "LARGE", large)
        (finding,) = run_checks(world, ("journal",))
        assert (
            finding.state == "note"
            and MISSING in str(finding.words)
            and RESTORE in str(finding.remedy)
        )


def test_nobody_is_alarmed_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Report nothing if the power fails before any statement, and keep every confirmed game.

    People play and delete; the lock file is as it is or as it was at the last wait for the disk.
    """
    path = tmp_path / "used" / JOURNAL
    fill(path, [30])
    found: list[tuple[Path, frozenset[int]]] = []
    lock = path.with_name(f"{JOURNAL}.lock")
    durable, confirmed = [lock.read_bytes()], {1}
    connect, fsync = sqlite3.connect, os.fsync

    def fails(statement: str) -> None:
        """Copy the files as they would be found now, with the lock of now and of before."""
        for noted in (lock.read_bytes(), durable[-1]):
            copy = copied(path.parent, f"cut{len(found)}")
            copy.with_name(lock.name).write_bytes(noted)
            found.append((copy, frozenset(confirmed)))

    def waits(handle: int) -> None:
        """Wait for the disk, and note the lock file."""
        fsync(handle)
        if os.path.samestat(os.fstat(handle), lock.stat()):
            durable.append(lock.read_bytes())

    def watched(*places: object, **how: object) -> sqlite3.Connection:
        """Return a connection whose statements are noted before they run."""
        connection: sqlite3.Connection = connect(*places, **how)  # type: ignore[call-overload]
        connection.set_trace_callback(fails)
        return connection

    monkeypatch.setattr(os, "fsync", waits)
    monkeypatch.setattr(sqlite3, "connect", watched)
    with closing(open_journal(path, NOW)) as journal:
        journal.append(batch(2, 1, 3))
        confirmed.add(2)
        confirmed.remove(1)
        journal.delete(1)
        journal.append(batch(2, 4, 6))
    monkeypatch.undo()
    assert len(found) > 60
    for copy, there in found[::3]:
        assert seen(copy) == "" and started(copy, f"{copy.parent.name}-again")[0] == ""
        with closing(open_journal(copy, NOW, writer=False)) as journal:
            assert there <= set(kept(journal)) and words(journal) == ""


def test_a_copy_that_was_made_on_purpose_misses_no_log(tmp_path: Path) -> None:
    """Miss no log in copies that an update makes or restores while a game is played."""
    path = tmp_path / "used" / JOURNAL
    with closing(open_journal(path, NOW)) as journal:
        put(journal, 1, 30)
        (tmp_path / "copy").mkdir()
        copy_journal(path, tmp_path / "copy" / JOURNAL)
        found = copied(path.parent, "found")
    assert (
        seen(tmp_path / "copy" / JOURNAL) == ""
        and started(tmp_path / "copy" / JOURNAL, "again")[0] == ""
    )
    keep_journal(found.parent)
    with closing(sqlite3.connect(found)) as newer:
        newer.execute("PRAGMA user_version = 99")
    put_journal_back(found.parent)
    assert seen(found) == "" and started(found, "back")[0] == ""
    with closing(open_journal(found, NOW)) as journal:
        assert len(tuple(journal.entries(1))) == 30
