"""The journal keeps batches in order, whole or not, for one writer and any number of readers."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import NoReturn

import pytest

from companion.errors import JournalError
from companion.journal.base import DROPPED, OVER, SETUP, Batch, Entry, KeptGame, Opening
from companion.journal.disk import sibling_path
from companion.journal.lock import is_held
from companion.journal.store import open_journal
from tests.journal.games import NOW, batch, entries, fill, kept, opening, put
from tests.recorded import recorded
from tests.typed import present


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal in a folder that does not exist yet."""
    return tmp_path / "state" / "journal.db"


def test_what_is_kept_comes_back(path: Path) -> None:
    """Read a game back with every field, its entries byte for byte, and the settings."""
    journal = open_journal(path, NOW)
    journal.append(
        Batch(
            1,
            entries(1, 200),
            NOW + 5,
            opening("Brass & Söhne"),
            OVER,
            "turn 3",
            {"tempo": "quick", "voice": ""},
        )
    )
    journal.append(Batch(0, (), NOW, settings={"tempo": "slow"}))
    journal.close()
    journal = open_journal(path, NOW)
    assert journal.findings == ()
    assert journal.games() == (
        KeptGame(
            1,
            "race",
            "Brass & Söhne",
            opening("Brass & Söhne").header,
            OVER,
            NOW,
            NOW + 5,
            200,
            "turn 3",
        ),
    )
    assert tuple(journal.entries(1)) == entries(1, 200)
    assert tuple(journal.entries(1, first=150)) == entries(150, 200)
    assert journal.settings() == {"tempo": "slow", "voice": ""}
    journal.close()


def test_odd_text_comes_back(path: Path) -> None:
    """Read back letters of any kind, quotes, line ends and NUL."""
    odd = Entry(1, '{"a":"\0 \u2028 \x85 \n \' " ; \U0001f916"}', "\0m")
    journal = open_journal(path, NOW)
    journal.append(Batch(1, (odd,), NOW, opening()))
    assert tuple(journal.entries(1)) == (odd,)
    journal.close()
    journal = open_journal(path, NOW)
    assert tuple(journal.entries(1)) == (odd,)
    journal.close()


def test_many_entries_come_in_portions(path: Path) -> None:
    """Read a game longer than one portion as it was at the start, while others change."""
    journal = open_journal(path, NOW)
    journal.append(batch(1, 1, 12000), batch(2, 1, 3))
    read = journal.entries(1)
    assert next(read).number == 1
    journal.append(batch(1, 12001, 12003))
    journal.delete(2)
    assert [entry.number for entry in read] == list(range(2, 12001))
    journal.close()


def test_nothing_is_there_at_first(path: Path) -> None:
    """Return nothing from a new journal."""
    journal = open_journal(path, NOW)
    assert (
        journal.games(),
        journal.settings(),
        journal.unfinished(),
        journal.game(1),
        tuple(journal.entries(1)),
    ) == ((), {}, None, None, ())
    journal.delete(1)
    journal.close()


def test_the_newest_comes_first_and_the_last_touched_race_is_unfinished(path: Path) -> None:
    """List games by number, and resume the open race that was touched last.

    A setup and an ended race are never resumed.
    """
    journal = open_journal(path, NOW)
    journal.append(
        batch(1, 1, 2),
        batch(2, 1, 2),
        batch(3, 1, 2, kind=SETUP, now=NOW + 50),
        batch(4, 1, 2, state=DROPPED, now=NOW + 60),
    )
    journal.append(batch(1, 3, 3, now=NOW + 9))
    assert [game.id for game in journal.games()] == [4, 3, 2, 1]
    found = journal.unfinished()
    assert found is not None and (found.id, found.entries, found.note) == (1, 3, "after entry 3")
    journal.append(batch(1, 4, 4, state=OVER, now=NOW + 10))
    assert journal.unfinished() == journal.game(2)
    journal.close()


def test_numbers_are_never_given_twice(path: Path) -> None:
    """Never reuse a number, written or not, deleted or not, also after reopening."""
    journal = open_journal(path, NOW)
    assert (journal.next_game(), journal.next_game()) == (1, 2)
    journal.append(batch(2, 1, 1))
    assert journal.next_game() == 3
    journal.append(batch(3, 1, 1))
    journal.delete(3)
    journal.close()
    journal = open_journal(path, NOW)
    assert journal.next_game() == 4
    journal.close()


def test_a_batch_may_have_no_entries(path: Path) -> None:
    """Accept a batch without entries, with a new state or a new game."""
    journal = open_journal(path, NOW)
    journal.append()
    journal.append(Batch(1, (), NOW, opening()))
    journal.append(Batch(1, (), NOW + 1, state=DROPPED, note="nobody came"))
    assert [(game.state, game.touched, game.note, game.entries) for game in journal.games()] == [
        (DROPPED, NOW + 1, "nobody came", 0)
    ]
    journal.close()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (batch(1, 5, 6), "found entry 5, expected entry 4"),
        (batch(1, 3, 4), "found entry 3, expected entry 4"),
        (batch(1, 1, 2), "it is there already"),
        (batch(9, 4, 4), "does not know it"),
        (Batch(1, (Entry(4, "{}"), Entry(6, "{}")), NOW), "found entry 6, expected entry 5"),
        (
            Batch(1, (), NOW, state="asleep"),
            "found the state 'asleep', expected one of open, over, dropped",
        ),
        (Batch(2, (), NOW, opening(kind="picnic")), "found the kind 'picnic'"),
        (Batch(1, (Entry(4, "\ud800"),), NOW), "cannot store"),
        (Batch(1, (Entry(4, None),), NOW), "cannot store"),  # type: ignore[arg-type]
        (Batch(1, (Entry(4, b"{}"),), NOW), "cannot store"),  # type: ignore[arg-type]
        (Batch(1, (Entry(4, "{}"),), float("nan")), "cannot store"),
        (Batch(1, (Entry(4, "{}"),), "now"), "cannot store"),  # type: ignore[arg-type]
        (Batch(2, (), NOW, Opening("race", 7, "{}", NOW)), "cannot store"),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_fit_is_refused_whole(path: Path, wrong: Batch, words: str) -> None:
    """Refuse a batch that does not continue its game, with all that came with it, and name it."""
    journal = open_journal(path, NOW)
    journal.append(batch(1, 1, 3))
    before = (journal.games(), kept(journal), journal.settings())
    with pytest.raises(JournalError, match=words) as caught:
        journal.append(batch(5, 1, 2), wrong)
    assert caught.value.game == wrong.game and journal.findings == ()
    assert (journal.games(), kept(journal), journal.settings()) == before
    journal.append(batch(1, 4, 6))
    assert kept(journal) == {1: entries(1, 6)}
    journal.close()


def test_a_deleted_game_is_gone(path: Path) -> None:
    """Leave no entry or word of a deleted game in the files, and keep the others."""
    journal = open_journal(path, NOW)
    put(journal, 1, 300)
    journal.append(
        Batch(2, (Entry(1, '{"secret":"xylophone"}'),), NOW, opening("Xanadu"), note="xenon")
    )
    journal.delete(2)
    assert kept(journal) == {1: entries(1, 300)}
    files = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"xylophone" not in files and b"Xanadu" not in files and b"xenon" not in files
    journal.close()


def test_a_second_writer_is_told(path: Path, tmp_path: Path) -> None:
    """Tell a second writer the file, its holder and what to do, and accept it later."""
    first = open_journal(path, NOW)
    with pytest.raises(JournalError) as caught:
        open_journal(path, NOW)
    assert (
        str(path) in str(caught.value)
        and str(caught.value) == recorded("Another-Clockwork-Derby", folder=tmp_path)
        and "--state" in str(caught.value)
    )
    first.append(batch(1, 1, 3))
    first.close()
    open_journal(path, NOW).close()


def test_who_only_looks_whether_it_is_used_keeps_no_writer_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Retry the lock, which a mere look takes for an instant."""
    open_journal(path, NOW).close()
    looking = os.open(sibling_path(path, ".lock"), os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr("companion.journal.lock.sleep", lambda seconds: os.close(looking))
    journal = open_journal(path, NOW)
    assert journal.findings == () and is_held(path)
    journal.close()


def test_readers_look_on(path: Path) -> None:
    """Let readers see what is durable, also after the writer closed, but not write."""
    writer = open_journal(path, NOW)
    writer.append(batch(1, 1, 3))
    reader = open_journal(path, NOW, writer=False)
    assert kept(reader) == {1: entries(1, 3)}
    writer.append(batch(1, 4, 6))
    assert kept(reader) == {1: entries(1, 6)}
    writer.close()
    assert kept(reader) == {1: entries(1, 6)}
    with pytest.raises(JournalError, match="for reading only"):
        reader.append(batch(1, 7, 7))
    reader.close()


def test_a_reader_creates_nothing(path: Path) -> None:
    """Show a reader an empty journal, and make no file or folder."""
    reader = open_journal(path, NOW, writer=False)
    assert (reader.games(), reader.settings(), reader.unfinished(), reader.findings) == (
        (),
        {},
        None,
        (),
    )
    reader.close()
    assert not path.parent.exists()


def test_files_are_for_their_owner_alone(path: Path) -> None:
    """Give the folder mode 0700 and files 0600, with any umask."""
    before = os.umask(0)
    try:
        journal = open_journal(path, NOW)
        journal.append(batch(1, 1, 3))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        journal.close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {"journal.db", "journal.db-wal", "journal.db.lock"} <= set(modes) and set(
        modes.values()
    ) == {0o600}


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("file/journal.db", "no such folder"),
        ("file/deeper/journal.db", "no such folder"),
        ("folder", "A folder has the name"),
        ("x" * 300, "no such folder"),
    ],
)
def test_a_place_where_nothing_can_be_kept_is_named(tmp_path: Path, place: str, words: str) -> None:
    """Name in one sentence a place where no journal can be, with what to do."""
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match=words) as caught:
        open_journal(tmp_path / place, NOW)
    assert (
        str(tmp_path / place) in str(caught.value)
        and "lost if the power fails" in str(caught.value)
        and "--state" in str(caught.value)
    )
    assert (tmp_path / "file").read_text() == "no folder"


def test_a_closed_journal_says_so(path: Path) -> None:
    """Say that a journal is closed, which may be repeated."""
    fill(path, [3])
    for writer in (True, False):
        journal = open_journal(path, NOW, writer=writer)
        journal.close()
        journal.close()
        for ask in (
            journal.games,
            journal.next_game,
            lambda journal=journal: list(journal.entries(1)),
            lambda journal=journal: journal.delete(1),
        ):
            with pytest.raises(JournalError, match="is closed"):
                ask()


def test_threads_may_ask_while_others_write(path: Path) -> None:
    """Show four reading threads whole batches only, while one writes."""
    journal = open_journal(path, NOW)
    journal.append(batch(1, 1, 3))
    seen: list[set[int]] = [set() for _ in range(4)]

    def look(counts: set[int]) -> None:
        """Count entries until the last is there."""
        while 300 not in counts:
            counts.add(len(tuple(journal.entries(1))))

    threads = [Thread(target=look, args=(counts,)) for counts in seen]
    for thread in threads:
        thread.start()
    put(journal, 1, 300, first=4)
    for thread in threads:
        thread.join()
    assert all(count % 3 == 0 for counts in seen for count in counts)
    journal.close()


class Interrupted(dict[str, str]):
    """Settings that raise the Ctrl-C of a user."""

    def items(self) -> NoReturn:
        """Raise in the middle of the transaction."""
        raise KeyboardInterrupt


def test_an_interrupted_transaction_leaves_nothing(path: Path) -> None:
    """Keep nothing of an interrupted transaction, and go on."""
    journal = open_journal(path, NOW)
    journal.append(batch(1, 1, 3))
    with pytest.raises(KeyboardInterrupt):
        journal.append(batch(1, 4, 4), Batch(1, entries(5, 6), NOW, settings=Interrupted(a="b")))
    journal.append(batch(1, 4, 4))
    assert kept(journal) == {1: entries(1, 4)}
    journal.close()


def test_readers_need_not_write(path: Path) -> None:
    """Let readers read where SQLite cannot make the file that processes share."""
    fill(path, [9, 300])
    path.with_name("journal.db-shm").mkdir()
    reader = open_journal(path, NOW, writer=False)
    assert (
        kept(reader) == {1: entries(1, 9), 2: entries(1, 300)}
        and reader.settings() == {"last": "2/300"}
        and reader.findings == ()
    )
    reader.close()


def test_a_link_leads_to_the_journal(path: Path, tmp_path: Path) -> None:
    """Follow a link to a journal, and keep the link, also in a recovery."""
    link = tmp_path / "journal.db"
    link.symlink_to(path)
    fill(link, [9])
    path.write_bytes(b"rubbish" + path.read_bytes()[7:])
    journal = open_journal(link, NOW)
    assert journal.path == path and kept(journal) == {1: entries(1, 9)} and link.is_symlink()
    journal.close()


@pytest.mark.parametrize(
    ("room", "words"),
    [(4095, "The disk is full: the journal"), (10**9, "The disk takes no more data: the journal")],
)
def test_what_sqlite_could_not_write_has_its_reason(
    path: Path, monkeypatch: pytest.MonkeyPatch, room: int, words: str
) -> None:
    """Say that the disk is full, where SQLite only says that its index could not grow."""
    fault = sqlite3.OperationalError("disk I/O error")
    fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE

    def refused(path: Path, write: bool) -> NoReturn:
        """Raise SQLite's error."""
        raise fault

    monkeypatch.setattr("companion.journal.store.connect", refused)
    monkeypatch.setattr("os.statvfs", lambda place: SimpleNamespace(f_bavail=room, f_frsize=1))
    with pytest.raises(JournalError, match=words):
        open_journal(path, NOW)


def test_a_game_is_called_by_its_name_until_it_is_deleted(path: Path) -> None:
    """Keep a name as a setting of its game, and delete it with the game or with a person."""
    with closing(open_journal(path, NOW)) as journal:
        for number in (1, 2, 3):
            journal.append(batch(number, 1, 2))
        journal.append(
            Batch(
                0,
                (),
                NOW,
                settings={"name 1": "ANNA'S BIRTHDAY", "name 2": "BEN'S", "name 12": "nobody's"},
            )
        )
        assert [game.name for game in journal.games()] == ["", "BEN'S", "ANNA'S BIRTHDAY"]
    with closing(open_journal(path, NOW)) as journal:
        assert journal.findings == () and present(journal.game(1)).name == "ANNA'S BIRTHDAY"
        journal.delete(1)
        journal.blank_notes("BEN")
        assert [game.name for game in journal.games()] == ["", ""] and journal.settings() == {
            "last": "3/2",
            "name 12": "nobody's",
        }
