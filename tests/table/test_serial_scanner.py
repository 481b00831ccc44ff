"""A hand-held scanner on a serial port: its lines come unchanged, despite noise and cables."""

from __future__ import annotations

import os
import time
import tracemalloc
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signals import InsertCard, Lamps, Scanned, SlotRead
from companion.table.scanner import LONGEST, ScannedLines, ScannerTable
from companion.table.serial.port import LIMIT
from companion.table.virtual import VirtualTable
from tests.recorded import NUMBER, recorded
from tests.table.fallback_table import Listener

FIRST = "0"
"""A code that is scanned to see whether the port is read."""


class Scanner:
    """A scanner at a constant place, as udev's links give, with any number of its port."""

    def __init__(self, place: Path) -> None:
        self.place, self.master, self.slave = place, -1, -1

    def plug(self) -> None:
        """Plug the cable in."""
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.place.symlink_to(os.ttyname(self.slave))

    def unplug(self) -> None:
        """Pull the cable."""
        if self.master >= 0:
            self.place.unlink()
            os.close(self.master)
            os.close(self.slave)
            self.master = -1

    def scan(self, data: bytes) -> None:
        """Scan a code."""
        os.write(self.master, data)


@pytest.fixture
def scanner(tmp_path: Path) -> Iterator[Scanner]:
    """Return a scanner that is not plugged in yet."""
    scanner = Scanner(tmp_path / "scanner")
    yield scanner
    scanner.unplug()


@pytest.fixture
def listener(scanner: Scanner) -> Iterator[Listener]:
    """Return an open table of touch readers with that scanner, ten times as fast as time."""
    table = ScannerTable(str(scanner.place), VirtualTable(), lambda: 10 * time.monotonic())
    table.open()
    yield Listener(table)
    table.close()


def test_lines_are_told_as_they_come(scanner: Scanner, listener: Listener) -> None:
    """Report lines with any ending, in pieces or together."""
    scanner.plug()
    _scan_until_heard(scanner, listener)
    for piece in (b"42\r", b"\n107\r\n 25", b"5 \n"):
        scanner.scan(piece)
    listener.until(Scanned("42"), Scanned("107"), Scanned("255"))
    assert [scan.text for scan in listener.kind(Scanned) if scan.text != FIRST] == [
        "42",
        "107",
        "255",
    ]


def test_a_pulled_scanner_is_told_and_found_again(scanner: Scanner, listener: Listener) -> None:
    """Report in words that it is missing, there, away, there, and read on."""
    place = str(scanner.place)
    listener.until_true(lambda: "is not there" in (listener.trouble(place) or ""))
    for text in ("1", "2"):
        scanner.plug()
        listener.until_true(lambda: listener.trouble(place) == "")
        scanner.scan(text.encode() + b"\n")
        listener.until(Scanned(text))
        scanner.unplug()
        listener.until_true(lambda: "is not there" in (listener.trouble(place) or ""))


def test_the_readers_beside_it_work_on(scanner: Scanner, listener: Listener) -> None:
    """Pass everything else through; the sign names both."""
    listener.do(InsertCard(1, 1, 7))
    listener.until(SlotRead(1, 1, "ok", 7))
    listener.table.show(Lamps({}))
    assert (
        str(listener.table.sign) == recorded("Touch-readers-scanner")
        and 1 in listener.table.touch_seats
    )


def test_closing_is_prompt_and_opening_begins_anew(scanner: Scanner, listener: Listener) -> None:
    """Close without delay, also twice, and begin again when opened."""
    scanner.plug()
    _scan_until_heard(scanner, listener)
    listener.table.close()
    listener.table.close()
    assert listener.table.poll() == ()
    listener.forget()
    listener.table.open()
    _scan_until_heard(scanner, listener)
    scanner.scan(b"9\n")
    listener.until(Scanned("9"))


def test_a_scanner_that_floods_is_left_alone_until_it_is_plugged_in_again(
    scanner: Scanner, listener: Listener
) -> None:
    """Name a flooding scanner with what to do, keep few lines, and use it again when replugged."""
    place, shares = str(scanner.place), [0]
    scanner.plug()
    _scan_until_heard(scanner, listener)
    os.set_blocking(scanner.master, False)

    def floods() -> bool:
        with suppress(BlockingIOError):
            os.write(scanner.master, b"7\n" * 2000)
        before = len(listener.heard)
        words = listener.trouble(place)
        shares.append(len(listener.heard) - before)
        return bool(words)

    listener.until_true(floods)
    words = listener.trouble(place) or ""
    assert words == recorded("it-floods", place=place, rate=NUMBER)
    assert max(shares) <= LIMIT + 1
    scanner.unplug()
    scanner.plug()
    listener.forget()
    _scan_until_heard(scanner, listener)


def _scan_until_heard(scanner: Scanner, listener: Listener) -> None:
    """Scan until it is heard: earlier bytes are dropped while the port opens."""

    def heard() -> bool:
        scanner.scan(f"{FIRST}\n".encode())
        return listener.said(Scanned(FIRST))

    listener.until_true(heard)


@given(st.binary(max_size=300), st.lists(st.integers(0, 255), max_size=5), st.data())
def test_noise_costs_itself_only(noise: bytes, codes: list[int], data: st.DataObject) -> None:
    """Report whole lines after noise and a line's end, in any pieces."""
    lines = ScannedLines()
    texts = lines.feed(noise + b"\n")
    assert all(text and len(text) <= LONGEST and text.isprintable() for text in texts)
    sent = b"".join(b"%d\r\n" % code for code in codes)
    cut = data.draw(st.integers(0, len(sent)))
    assert [*lines.feed(sent[:cut]), *lines.feed(sent[cut:])] == [str(code) for code in codes]


def test_an_endless_line_is_no_line() -> None:
    """Ignore an endless line, without using memory."""
    lines, megabyte = ScannedLines(), b"7" * 1_000_000
    tracemalloc.start()
    try:
        assert all(lines.feed(megabyte) == () for _ in range(20)) and lines.feed(b"\n12\n") == (
            "12",
        )
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
