"""A journal opens after any damage to its files, with the beginning of every game.

It says what is lost. DERBY_KILLS sets another number of random cases than sixty.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.base import OVER, Batch, Entry
from companion.journal.disk import PAGE
from companion.journal.store import Journal, open_journal
from tests.journal.games import NOW, batch, entries, fill, kept, opening, put
from tests.recorded import recorded

CASES = int(os.environ.get("DERBY_KILLS", "60"))
CLEAN = (40, 0, 3, 120, 1, 300)
"""Entries of the games in a journal that was closed."""
POWER = (40, 0, 3, 120, 1, 600, 50)
"""Entries of the games in one after a power cut: the last of them are only in the log."""

Spoil = Callable[[bytearray, random.Random], bytearray]


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a journal that was closed."""
    folder: Path = tmp_path_factory.mktemp("clean")
    journal = open_journal(folder / "journal.db", NOW)
    for game, count in enumerate(CLEAN, 1):
        if count:
            put(journal, game, count)
        else:
            journal.append(Batch(game, (), NOW, opening(f"Game {game}")))
    journal.close()
    return folder


@pytest.fixture(scope="module")
def power(clean: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder after a power cut, with much in the log."""
    folder: Path = tmp_path_factory.mktemp("power") / "used"
    shutil.copytree(clean, folder)
    journal = open_journal(folder / "journal.db", NOW)
    put(journal, 6, 600, first=301)
    put(journal, 7, 50)
    shutil.copytree(folder, folder.with_name("found"), ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    return folder.with_name("found")


def cut(data: bytearray, chance: random.Random) -> bytearray:
    """Keep only a beginning."""
    return data[: chance.randrange(len(data))]


def flip(data: bytearray, chance: random.Random) -> bytearray:
    """Flip one bit."""
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data


def flip_the_header(data: bytearray, chance: random.Random) -> bytearray:
    """Flip one bit in the first bytes."""
    data[chance.randrange(100)] ^= 1 << chance.randrange(8)
    return data


def sprinkle(data: bytearray, chance: random.Random) -> bytearray:
    """Change some bytes."""
    for _ in range(chance.randrange(1, 50)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return data


def overwrite(data: bytearray, chance: random.Random) -> bytearray:
    """Fill a page with noise."""
    at = PAGE * chance.randrange(len(data) // PAGE)
    data[at : at + PAGE] = chance.randbytes(PAGE)
    return data


def wipe(data: bytearray, chance: random.Random) -> bytearray:
    """Clear a page."""
    at = PAGE * chance.randrange(len(data) // PAGE)
    data[at : at + PAGE] = bytes(PAGE)
    return data


SPOILS: tuple[Spoil, ...] = (cut, flip, flip_the_header, sprinkle, overwrite, wipe)


def lost(journal: Journal, written: tuple[int, ...]) -> int:
    """Return how many entries are lost; the rest must be the beginning of each game."""
    there = kept(journal)
    for game, found in there.items():
        assert found == entries(1, len(found)) and len(found) <= written[game - 1]
    return sum(written) - sum(map(len, there.values()))


def spoilt(source: Path, folder: Path, data: bytes | bytearray, name: str = "journal.db") -> Path:
    """Copy a journal's folder with one file replaced; return the path of the journal there."""
    shutil.copytree(source, folder, dirs_exist_ok=True)
    (folder / name).write_bytes(data)
    return folder / "journal.db"


def goes_on(path: Path) -> None:
    """Play every game of a recovered journal on; the next opening reports nothing."""
    journal = open_journal(path, NOW)
    for game in journal.games():
        journal.append(batch(game.id, game.entries + 1, game.entries + 3)._replace(opening=None))
    journal.append(batch(journal.next_game(), 1, 5))
    journal.close()
    journal = open_journal(path, NOW)
    assert journal.findings == ()
    assert all(found == entries(1, len(found)) for found in kept(journal).values())
    journal.close()


@pytest.mark.parametrize("case", range(CASES))
def test_any_damage_leaves_beginnings(clean: Path, power: Path, tmp_path: Path, case: int) -> None:
    """Keep beginnings of games if a file is cut, altered or overwritten anywhere.

    Reader and writer open it, losses are reported, the damaged file is kept, and the journal goes
    on.
    """
    chance = random.Random(case)
    source, written = chance.choice([(clean, CLEAN), (power, POWER)])
    name = chance.choice([file.name for file in source.iterdir() if ".lock" not in file.name])
    spoil = chance.choice(SPOILS)
    data = bytes(spoil(bytearray((source / name).read_bytes()), chance))
    path = spoilt(source, tmp_path, data, name)
    reader = open_journal(path, NOW, writer=False)
    seen = kept(reader)
    reader.close()
    assert (tmp_path / name).read_bytes() == data
    journal = open_journal(path, NOW)
    assert kept(journal) == seen
    assert not lost(journal, written) or journal.findings
    # Of a log that only ends early everything before that end is in the journal.
    assert (
        not journal.findings
        or "was cut short" in str(journal.findings[0])
        or data in [file.read_bytes() for file in tmp_path.glob("journal-damaged-*")]
    )
    journal.close()
    goes_on(path)


@pytest.mark.parametrize("length", [0, 1, 15, 16, 99, 100, 511, 512, PAGE - 1, PAGE, PAGE + 1])
def test_a_cut_at_the_beginning_is_survived(
    clean: Path, power: Path, tmp_path: Path, length: int
) -> None:
    """Open a file that ends in its header, and recover the log of a power cut."""
    path = spoilt(clean, tmp_path / "a", (clean / "journal.db").read_bytes()[:length])
    journal = open_journal(path, NOW)
    assert lost(journal, CLEAN) == sum(CLEAN) and any(
        "no game" in str(words) for words in journal.findings
    )
    journal.close()
    goes_on(path)
    journal = open_journal(
        spoilt(power, tmp_path / "b", (power / "journal.db").read_bytes()[:length]), NOW
    )
    assert len(tuple(journal.entries(7))) == 50
    journal.close()


def test_a_lost_page_costs_what_lay_on_it(tmp_path: Path) -> None:
    """Lose only games with something on an overwritten page, three at most.

    The header, the directory and the pages that only point at others lose nothing.
    """
    counts = (40,) * 12
    fill(tmp_path / "sound/journal.db", counts)
    free = 0
    data = (tmp_path / "sound/journal.db").read_bytes()
    for at in range(0, len(data), PAGE):
        path = spoilt(
            tmp_path / "sound", tmp_path / str(at), data[:at] + b"\x07" * PAGE + data[at + PAGE :]
        )
        journal = open_journal(path, NOW)
        lost(journal, counts)
        whole = sum(len(found) == 40 for found in kept(journal).values())
        assert whole >= 9, f"the page at {at} cost {12 - whole} games"
        free += whole == 12
        journal.close()
    assert free >= 7


def test_what_only_the_log_holds_comes_back(tmp_path: Path) -> None:
    """Recover everything from the log if the file is garbage."""
    journal = open_journal(tmp_path / "used/journal.db", NOW)
    put(journal, 1, 90)
    put(journal, 2, 90)
    path = spoilt(tmp_path / "used", tmp_path / "found", b"rubbish")
    journal.close()
    journal = open_journal(path, NOW)
    assert kept(journal) == {1: entries(1, 90), 2: entries(1, 90)} and journal.settings() == {
        "last": "2/90"
    }
    assert [(game.state, game.note) for game in journal.games()] == [("open", "after entry 90")] * 2
    assert str(journal.findings[0]) == recorded("2-games-with-180-entries-could")
    journal.close()


def test_damage_in_the_middle_of_the_log_loses_nothing(power: Path, tmp_path: Path) -> None:
    """Recover all after a damaged page of the log, and say so.

    SQLite would silently drop everything after that page.
    """
    for place in (5, 17, 50):
        data = bytearray((power / "journal.db-wal").read_bytes())
        data[32 + place * (24 + PAGE) + 2000] ^= 255
        journal = open_journal(spoilt(power, tmp_path / str(place), data, "journal.db-wal"), NOW)
        assert lost(journal, POWER) == 0 and str(journal.findings[0]) == recorded(
            "damaged-in-its-middle"
        )
        journal.close()


def test_a_torn_log_is_no_damage(clean: Path, tmp_path: Path) -> None:
    """Accept a log that a power cut has torn anywhere after the last confirmed entry.

    No damage is reported; all before is there.
    """
    shutil.copytree(clean, tmp_path / "used")
    journal = open_journal(tmp_path / "used/journal.db", NOW)
    put(journal, 6, 400, first=301)
    before = (tmp_path / "used/journal.db.lock").read_bytes()
    size = (tmp_path / "used/journal.db-wal").stat().st_size
    journal.append(batch(6, 401, 500))
    # The last confirmed entries have not reached the disk before the power failed.
    shutil.copytree(tmp_path / "used", tmp_path / "found", ignore=shutil.ignore_patterns("*-shm"))
    (tmp_path / "found/journal.db.lock").write_bytes(before)
    journal.close()
    data, there = (tmp_path / "found/journal.db-wal").read_bytes(), []
    for length in (*range(size, len(data), (len(data) - size) // 7), len(data)):
        torn = open_journal(
            spoilt(tmp_path / "found", tmp_path / str(length), data[:length], "journal.db-wal"), NOW
        )
        assert torn.findings == ()
        there.append(len(tuple(torn.entries(6))))
        torn.close()
    assert there == [400] * (len(there) - 1) + [500]


@pytest.mark.parametrize(
    "left", [0, 20, 32, 32 + 24 + PAGE, 32 + 2 * (24 + PAGE) + 1000, -1, -(24 + PAGE)]
)
def test_a_log_that_was_cut_short_is_told(power: Path, tmp_path: Path, left: int) -> None:
    """Keep everything before a cut or missing log, say what is lost, and go on.

    Nothing, a part of its header, its header, whole pages, a part of one, all but a byte or a page
    is left of it. Readers and players learn once which game has lost how many entries.
    """
    data = (power / "journal.db-wal").read_bytes()
    path = spoilt(power, tmp_path / "cut", data[:left], "journal.db-wal")
    looking = open_journal(path, NOW, writer=False)
    said = looking.findings
    looking.close()
    journal = open_journal(path, NOW)
    there = journal.game(7)
    if there is None:
        gone = "Game 7 with 50 entries is lost."
    else:
        gone = f"The last {50 - there.entries} entries of “Game 7” are lost."
    # An empty log looks like a deleted one that a reader made again.
    if left:
        what = "was cut short. Everything saved before that is there."
    else:
        what = "is missing. The last entries may be missing with it."
    assert (
        journal.findings == said
        and tuple(map(str, said))[:2]
        == (recorded("The-file-path-wal-what", path=path, what=what), gone)
        and len(said) == 3
    )
    assert lost(journal, POWER) > 0
    journal.close()
    goes_on(path)


def test_a_log_that_is_cut_short_in_the_evening_is_told(tmp_path: Path) -> None:
    """Keep the next batch after the log was emptied in use, and say what was lost."""
    fill(tmp_path / "journal.db", (9, 12))
    journal = open_journal(tmp_path / "journal.db", NOW)
    put(journal, 2, 30, first=13)
    os.truncate(tmp_path / "journal.db-wal", 0)
    journal.append(batch(3, 1, 3))
    assert str(journal.findings[0]) == recorded("its-log-was-cut-short", folder=tmp_path) and str(
        journal.findings[0]
    ) == recorded("The-last-18-entries-of-Game", folder=tmp_path)
    assert {game: len(entries) for game, entries in kept(journal).items()} == {1: 9, 2: 12, 3: 3}
    journal.close()


def test_who_deleted_a_game_does_not_miss_it(tmp_path: Path) -> None:
    """Do not report a deleted game as lost after a power cut."""
    journal = open_journal(tmp_path / "used/journal.db", NOW)
    put(journal, 1, 9)
    put(journal, 2, 9)
    journal.delete(2)
    shutil.copytree(tmp_path / "used", tmp_path / "found", ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    found = open_journal(tmp_path / "found/journal.db", NOW)
    assert found.findings == () and [game.id for game in found.games()] == [1]
    found.close()


def test_a_missing_log_is_told(power: Path, tmp_path: Path) -> None:
    """Report a missing log, with the content of the file."""
    shutil.copytree(power, tmp_path, dirs_exist_ok=True)
    (tmp_path / "journal.db-wal").unlink()
    journal = open_journal(tmp_path / "journal.db", NOW)
    assert lost(journal, POWER) <= 350 and str(journal.findings[0]) == recorded(
        "journal-db-wal-is-missing", folder=tmp_path
    )
    journal.close()


def test_a_missing_file_is_told(clean: Path, power: Path, tmp_path: Path) -> None:
    """Report a missing file, and recover what its log has."""
    shutil.copytree(power, tmp_path / "a")
    (tmp_path / "a/journal.db").unlink()
    journal = open_journal(tmp_path / "a/journal.db", NOW)
    assert len(tuple(journal.entries(7))) == 50 and str(journal.findings[0]) == recorded(
        "its-file-is-missing"
    )
    journal.close()
    shutil.copytree(clean, tmp_path / "b")
    (tmp_path / "b/journal.db").unlink()
    journal = open_journal(tmp_path / "b/journal.db", NOW)
    assert journal.games() == () and str(journal.findings[0]) == recorded(
        "is-missing-although-it-was-there", folder=tmp_path
    )
    journal.close()


def test_a_file_of_somebody_else_is_put_aside(tmp_path: Path) -> None:
    """Move a foreign file aside, and begin a journal."""
    (tmp_path / "journal.db").write_text("Dear diary")
    journal = open_journal(tmp_path / "journal.db", NOW)
    assert journal.games() == ()
    assert (tmp_path / "journal-damaged-2026-11-21-1.db").read_text() == "Dear diary"
    assert str(tmp_path / "journal-damaged-2026-11-21-1.db") in str(journal.findings[-1])
    journal.close()


def test_what_is_altered_unnoticed_is_told_on_reading(clean: Path, tmp_path: Path) -> None:
    """Report an alteration that leaves size and date of the file, as of a worn card, on reading.

    Reading gives the beginning of the game; the next opening recovers the file.
    """
    path = spoilt(clean, tmp_path, (clean / "journal.db").read_bytes())
    journal = open_journal(path, NOW)
    journal.append(*(Batch(game.id, (), NOW, state=OVER) for game in journal.games()))
    journal.close()
    before, data = path.stat(), bytearray(path.read_bytes())
    data[data.index(b'"step":290,') + 7] = ord("3")
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    journal = open_journal(path, NOW)
    got: list[Entry] = []
    with pytest.raises(JournalError, match="entry 290 of game 6 is missing or altered"):
        got.extend(journal.entries(6))
    assert tuple(got) == entries(1, 289)
    with pytest.raises(JournalError, match="entry 290"):
        list(journal.entries(6, first=290))
    assert tuple(journal.entries(4)) == entries(1, 120)
    journal.close()
    journal = open_journal(path, NOW)
    assert len(
        tuple(journal.entries(6))
    ) == 289 and "The last 11 entries of “Game 6” are lost." in map(str, journal.findings)
    journal.close()


def test_what_sqlite_quotes_is_cut(clean: Path, tmp_path: Path) -> None:
    """Cut a long quotation of a column in SQLite's complaint about an invalid letter."""
    data = (clean / "journal.db").read_bytes().replace(b'{"board":"+ .', b'{"board":"\xff .', 1)
    path = spoilt(clean, tmp_path, data)
    for writer in (False, True):
        journal = open_journal(path, NOW, writer=writer)
        assert (
            "Could not decode to UTF-8 column 'header'" in str(journal.findings[0])
            and len(str(journal.findings[0])) < 250
        )
        journal.close()


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize(("kind", "make"), [("A named pipe", os.mkfifo), ("A folder", os.mkdir)])
def test_what_is_no_file_is_refused_at_once(
    clean: Path, tmp_path: Path, ending: str, kind: str, make: Callable[[Path], None]
) -> None:
    """Name a pipe or a folder in place of a file for readers and players, without waiting."""
    shutil.copytree(clean, tmp_path / "used")
    place = tmp_path / f"used/journal.db{ending}"
    place.unlink(missing_ok=True)
    make(place)
    for writer in (True, False) if make is os.mkfifo or not ending else (True,):
        with pytest.raises(
            JournalError, match=f"{kind} has the name {place}: the journal .* Move it away"
        ):
            open_journal(tmp_path / "used/journal.db", NOW, writer=writer)
