"""Files of a journal are moved or deleted in use: later entries are kept, with a report."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.store import Journal, open_journal
from tests.journal.games import NOW, batch, entries, fill, kept, put
from tests.recorded import recorded


@pytest.fixture
def used(tmp_path: Path) -> Iterator[Journal]:
    """Return a journal in use, with entries in its file and in its log."""
    path = tmp_path / "state" / "journal.db"
    fill(path, [30])
    journal = open_journal(path, NOW)
    put(journal, 2, 12)
    yield journal
    journal.close()


def delete_the_file(path: Path) -> None:
    """Delete the file itself."""
    path.unlink()


def delete_the_log(path: Path) -> None:
    """Delete the log."""
    path.with_name("journal.db-wal").unlink()


def delete_everything(path: Path) -> None:
    """Delete the whole folder."""
    shutil.rmtree(path.parent)


def move_the_file(path: Path) -> None:
    """Rename the file."""
    path.rename(path.with_name("old.db"))


def put_another_there(path: Path) -> None:
    """Put a copy of another journal in its place."""
    fill(path.with_name("other.db"), [3])
    path.with_name("other.db").replace(path)


def put_rubbish_there(path: Path) -> None:
    """Put a file in its place that is no journal."""
    path.with_name("notes").write_text("Dear diary")
    path.with_name("notes").replace(path)


@pytest.mark.parametrize(
    "tidy",
    [
        delete_the_file,
        delete_the_log,
        delete_everything,
        move_the_file,
        put_another_there,
        put_rubbish_there,
    ],
)
def test_what_is_taken_away_is_written_once_more(
    used: Journal, tidy: Callable[[Path], None]
) -> None:
    """Write everything again with the next batch, from the first entry on, and report it once."""
    tidy(used.path)
    used.append(batch(2, 13, 15))
    used.append(batch(2, 16, 18))
    whole = {1: entries(1, 30), 2: entries(1, 18)}
    assert (
        kept(used) == whole
        and len(used.findings) == 1
        and str(used.findings[0])
        == recorded(f"{tidy.__name__}-and-it-is-written-once-more", folder=used.path.parent)
    )
    # As after a power cut right now: copied, and opened elsewhere.
    found = shutil.copytree(
        used.path.parent, used.path.parent.parent / "found", ignore=shutil.ignore_patterns("*-shm")
    )
    journal = open_journal(found / "journal.db", NOW)
    assert kept(journal) == whole and journal.settings() == {"last": "2/18"}
    journal.close()


def test_what_came_in_its_place_is_kept(used: Journal) -> None:
    """Move a foreign file at the journal's place aside, and say where it is."""
    put_rubbish_there(used.path)
    used.append(batch(2, 13, 15))
    aside = used.path.with_name("journal-damaged-2026-11-21-1.db")
    assert aside.read_text() == "Dear diary" and str(aside) in str(used.findings[0])


def test_a_lock_that_was_taken_away_is_taken_again(used: Journal) -> None:
    """Make a deleted lock file again, and refuse a second writer as before."""
    used.path.with_name("journal.db.lock").unlink()
    used.append(batch(2, 13, 15))
    with pytest.raises(JournalError, match="Another Clockwork Derby"):
        open_journal(used.path, NOW)
    assert kept(used) == {1: entries(1, 30), 2: entries(1, 15)} and used.findings == ()


def test_a_quicker_writer_is_respected(used: Journal) -> None:
    """Stop writing if another writer has taken the new lock file, and say why."""
    lock = used.path.with_name("journal.db.lock")
    lock.unlink()
    with lock.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(JournalError, match="Another Clockwork Derby"):
            used.append(batch(2, 13, 15))
    used.append(batch(2, 13, 15))
    assert kept(used)[2] == entries(1, 15)


def test_a_place_that_is_gone_for_now_is_tried_again(used: Journal) -> None:
    """Refuse batches while a file is in place of the folder, and write all of it later."""
    folder = used.path.parent
    shutil.rmtree(folder)
    folder.write_text("in the way")
    for _ in range(2):
        with pytest.raises(JournalError, match="lost if the power fails"):
            used.append(batch(2, 13, 15))
    folder.unlink()
    used.append(batch(2, 13, 15))
    assert kept(used) == {1: entries(1, 30), 2: entries(1, 15)}
