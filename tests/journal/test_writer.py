"""The writing thread: order, one transaction for waiting batches, troubles, and its end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.errors import JournalError
from companion.journal.base import Batch
from companion.journal.store import Journal, open_journal
from companion.journal.writer import AGAIN, JournalWriter
from tests.journal.children import run
from tests.journal.games import NOW, batch, entries, kept
from tests.recorded import recorded


class Disk:
    """A journal whose disk can be slow or broken.

    `gate` lets writes through, `fault` replaces them.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.gate, self.begun = Event(), Event()
        self.gate.set()
        self.fault: Exception | None = None
        self.sizes: list[int] = []

    def append(self, *batches: Batch) -> None:
        """Write when the gate is open and there is no fault."""
        self.begun.set()
        self.gate.wait()
        self.sizes.append(len(batches))
        if self.fault is not None:
            raise self.fault
        self.journal.append(*batches)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Return a journal on such a disk."""
    journal = open_journal(tmp_path / "journal.db", NOW)
    yield Disk(journal)
    journal.close()


def test_order_is_kept_and_tickets_are_dealt_with(disk: Disk) -> None:
    """Write hundreds of batches in order, number tickets in sequence, and call `on_kept`."""
    called = Event()
    writer = JournalWriter(disk, time.monotonic, called.set)
    tickets = [writer.keep(batch(1, first, first + 2)) for first in range(1, 900, 3)]
    assert tickets == list(range(1, 301))
    assert writer.wait(tickets[-1]) and writer.kept == 300 and not writer.trouble
    assert kept(disk.journal) == {1: entries(1, 900)}
    writer.close()
    assert called.is_set()


def test_what_waits_together_is_written_in_one_transaction(disk: Disk) -> None:
    """Write all batches that gathered during a slow write in the next transaction."""
    disk.gate.clear()
    writer = JournalWriter(disk, time.monotonic)
    writer.keep(batch(1, 1, 3))
    disk.begun.wait()
    last = [writer.keep(batch(1, first, first + 2)) for first in range(4, 100, 3)][-1]
    assert (writer.kept, writer.wait(1, timeout=0), writer.wait(0)) == (0, False, True)
    disk.gate.set()
    assert writer.wait(last) and disk.sizes == [1, 32]
    assert kept(disk.journal) == {1: entries(1, 99)}
    writer.close()


def test_trouble_is_told_and_nothing_is_lost(disk: Disk) -> None:
    """Settle tickets during a fault with the reason, and write everything in order later."""
    writer = JournalWriter(disk, lambda: 0.0)
    disk.fault = JournalError("The disk is full.")
    for first in (1, 4, 7):
        assert writer.wait(writer.keep(batch(1, first, first + 2)))
        assert str(writer.trouble) == recorded("The-disk-is-full") and kept(disk.journal) == {}
    disk.fault = None
    assert writer.wait(writer.keep(batch(1, 10, 12))) and not writer.trouble
    assert kept(disk.journal) == {1: entries(1, 12)} and disk.sizes == [1, 2, 3, 4]
    writer.close()


def test_it_tries_again_by_itself(disk: Disk) -> None:
    """Retry some seconds after a fault without a new batch, and not before."""
    called, looked, time_is = Event(), Event(), [100.0]

    def clock() -> float:
        """Return the time, and signal the look."""
        looked.set()
        return time_is[0]

    writer = JournalWriter(disk, clock, called.set)
    disk.fault = JournalError("The disk is full.")
    assert writer.wait(writer.keep(batch(1, 1, 3)))
    assert called.wait()
    called.clear()
    disk.fault = None
    for _ in range(2):
        # A thread that looks at the clock a second time has not written after the first.
        looked.clear()
        assert looked.wait()
    assert disk.sizes == [1]
    time_is[0] += AGAIN
    assert called.wait() and not writer.trouble and kept(disk.journal) == {1: entries(1, 3)}
    writer.close()


def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    """Go on during a real full disk, say what to do, and write everything once there is room."""
    (dealt, trouble, durable), (after, all_dealt, numbers) = run(
        "keep_on_a_full_disk", tmp_path / "journal.db"
    )
    assert dealt and durable == 3
    assert trouble == recorded("further-play-is-lost-if-the", folder=tmp_path), trouble
    assert after == "" and all_dealt and numbers == list(range(1, 100))


def test_closing_writes_what_waits(disk: Disk) -> None:
    """Write what waits before the thread stops, and nothing later, with a trouble."""
    disk.gate.clear()
    writer = JournalWriter(disk, time.monotonic)
    writer.keep(batch(1, 1, 3))
    disk.begun.wait()
    writer.keep(batch(1, 4, 6))
    disk.gate.set()
    writer.close()
    writer.close()
    assert writer.kept == 2 and kept(disk.journal) == {1: entries(1, 6)}
    assert writer.wait(writer.keep(batch(1, 7, 9))) and "closed" in str(writer.trouble)
    assert kept(disk.journal) == {1: entries(1, 6)}


def test_closing_in_trouble_tries_once_more(disk: Disk) -> None:
    """Retry once on closing, and end in spite of a lasting fault."""
    writer = JournalWriter(disk, lambda: 0.0)
    disk.fault = JournalError("The disk is full.")
    writer.wait(writer.keep(batch(1, 1, 3)))
    disk.fault = None
    writer.close()
    assert not writer.trouble and kept(disk.journal) == {1: entries(1, 3)}
    writer = JournalWriter(disk, lambda: 0.0)
    disk.fault = JournalError("The disk is full.")
    writer.keep(batch(1, 4, 6))
    writer.close()
    assert str(writer.trouble) == recorded("The-disk-is-full")


def test_a_game_that_does_not_fit_holds_up_no_other(disk: Disk) -> None:
    """Set a game aside whose entries do not continue, name it, and keep other games."""
    writer = JournalWriter(disk, time.monotonic)
    writer.wait(writer.keep(batch(1, 1, 3)))
    assert writer.wait(writer.keep(batch(1, 7, 9))) and str(writer.trouble) == recorded(
        "found-entry-7-expected-entry-4"
    )
    assert writer.wait(writer.keep(batch(1, 10, 12))) and str(writer.trouble) == recorded(
        "found-entry-7"
    )
    assert writer.wait(writer.keep(batch(2, 1, 3))) and not writer.trouble
    assert kept(disk.journal) == {1: entries(1, 3), 2: entries(1, 3)}
    writer.close()


def test_nothing_stops_the_thread(disk: Disk) -> None:
    """Report an unexpected fault like any other, and write what waits when it is gone."""
    writer = JournalWriter(disk, lambda: 0.0)
    disk.fault = ZeroDivisionError("by chance")
    assert writer.wait(writer.keep(batch(1, 1, 3))) and str(writer.trouble) == recorded(
        "ZeroDivisionError-by-chance"
    )
    disk.fault = None
    assert writer.wait(writer.keep(batch(1, 4, 6))) and kept(disk.journal) == {1: entries(1, 6)}
    writer.close()
