"""The spy passes everything unchanged, and logs it readably."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from card_reader.wire import parse

from companion.errors import TableError
from companion.signals import OK, InsertCard, Lamps, SlotRead
from companion.table.base import Table
from companion.table.spy import SpyTable, frame_words
from companion.table.urls import table_for_url
from companion.table.virtual import VirtualTable
from tests.typed import of_kind
from tests.wire.test_both_ends import GREETING
from tests.wire.vectors import VECTORS, octets


class Clock:
    """Seconds that the test counts."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class WiredTable(VirtualTable):
    """A table with something like wires: a tap hears what the test says."""

    tap: Callable[[str, str, bytes], None] | None = None


class Wrapped(VirtualTable):
    """A table with such a table inside."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = WiredTable()


def spied(inner: Table) -> tuple[SpyTable, list[str], Clock]:
    """Return a spy around a table, the lines that it writes, and its clock."""
    lines: list[str] = []
    clock = Clock()
    return SpyTable(inner, clock, lines.append), lines, clock


def test_everything_passes_and_is_written_down() -> None:
    """Pass and log deeds, signals and lamps with seconds since the start; equal lamps once."""
    table, lines, clock = spied(VirtualTable())
    table.open()
    clock.now = 101.5
    table.do(InsertCard(2, 4, 7))
    assert table.poll() == (SlotRead(2, 4, OK, 7),) and table.poll() == ()
    for _ in range(2):
        table.show(Lamps({2: (False, False, False, 1, 2), 3: (0,) * 5}))
    table.close()
    assert table.touch_seats == frozenset(range(1, 9)) and str(table.sign) == "Touch readers"
    assert [re.sub(" +", " ", line.strip()) for line in lines] == [
        "0.000 open Touch readers",
        "1.500 deed InsertCard(seat=2, slot=4, code=7)",
        "1.500 told SlotRead(seat=2, slot=4, status='ok', code=7)",
        "1.500 lamps 2:00012",
        "1.500 close Touch readers",
    ]
    assert all(line.endswith("\n") for line in lines)


@pytest.mark.parametrize("make", [WiredTable, Wrapped])
def test_wires_are_listened_to(make: Callable[[], VirtualTable]) -> None:
    """Log the frames on a table's wires, or an inner one's, in words; join pieces, show damage."""
    inner = make()
    _, lines, _ = spied(inner)
    tap = of_kind(WiredTable, getattr(inner, "inner", inner)).tap
    assert tap is not None
    for piece in (GREETING[:20], GREETING[20:], b"\xff\x00 what?\n"):
        tap("/dev/ttyACM1", "<", piece)
    tap("/dev/ttyACM1", ">", octets(":1f3a9c01 LAMPS 1 00011 71f36ce5"))
    assert len(lines) == 3 and all("ttyACM1 " in line for line in lines)
    assert (
        "HI     version 1, firmware 0.2.0, chip E6614C775B000001, slots 5, lamps 5, next "
        "event 1, can blink,levels"
    ) in lines[0]
    assert "1 damaged" in lines[1] and "what?" in lines[1]
    assert "> " in lines[2] and "LAMPS  picture 1, lamps 00011" in lines[2]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            ":1f3a9c01 SLOTS 18 2 O42/180 E/2 E/3 U/77 B/250 69a54dcd",
            "SLOTS  event 18, wish 2, 42 (180), empty (2), empty (3), unstable (77), blank (250)",
        ),
        (":1f3a9c01 HANDLE 20 P M 708cd4cd", "HANDLE event 20, position pulled, moved yes"),
        (":1f3a9c01 LOOK 3 5 7b9dbece", "LOOK   wish 3, slot 5  [1f3a9c01]"),
        (
            ":1f3a9c01 CELLS 3 5 00ff7f80010a10fe e7e7e7e7e7e70000 0226cdbc",
            "CELLS  wish 3, slot 5, levels 00ff7f80010a10fe, rooms e7e7e7e7e7e70000",
        ),
        (":1f3a9c01 PING d52f7949", "PING  [1f3a9c01]"),
    ],
)
def test_frames_are_put_in_words(line: str, words: str) -> None:
    """Explain frames without protocol.md."""
    found = parse(octets(line))
    assert found is not None and frame_words(found).startswith(words)


def test_every_intact_frame_has_words() -> None:
    """Show unknown kinds and invalid values unchanged."""
    for vector in VECTORS["intact"] + VECTORS["refused"]:
        found = parse(octets(vector["line"]))
        assert found is not None and found.kind in frame_words(found)


def test_it_is_asked_for_by_url(capsys: pytest.CaptureFixture[str]) -> None:
    """Log a virtual table by `spy+virtual:` on stderr, with nothing on stdout."""
    table = table_for_url("spy+virtual:")
    table.open()
    table.do(InsertCard(1, 1, 42))
    assert table.poll() == (SlotRead(1, 1, OK, 42),)
    table.close()
    shown = capsys.readouterr()
    assert "InsertCard(seat=1, slot=1, code=42)" in shown.err and shown.out == ""


def test_a_wrong_url_behind_it_is_named() -> None:
    """Report the fault of the table behind the spy."""
    with pytest.raises(TableError, match="virtul"):
        table_for_url("spy+virtul:")


def test_a_table_that_does_not_open_is_written_down_and_told() -> None:
    """Log and pass on the fault of a table that does not open."""

    class Absent(VirtualTable):
        def open(self) -> None:
            raise TableError("no readers here")

    table, lines, _ = spied(Absent())
    with pytest.raises(TableError, match="no readers here"):
        table.open()
    assert "fault" in lines[-1] and "no readers here" in lines[-1]


def test_a_reader_of_the_log_may_go_away() -> None:
    """Go on when the reader of the log is closed."""

    def closed(line: str) -> None:
        raise BrokenPipeError

    table = SpyTable(VirtualTable(), Clock(), closed)
    table.open()
    table.do(InsertCard(1, 1, 42))
    assert table.poll() == (SlotRead(1, 1, OK, 42),)
