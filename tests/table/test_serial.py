"""The serial table over pseudo-terminals with the readers' own end of the wire behind them."""

from __future__ import annotations

import threading

from companion.signals import (
    BLINK,
    DARK,
    DIRTY,
    EMPTY,
    LIT,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    FreeSeat,
    GiveSeat,
    HandleMoved,
    InsertCard,
    Lamps,
    MoveHandle,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderReport,
    Signal,
    SlotRead,
    SlotReport,
    StrangerPulled,
    TakeCard,
    Watch,
)
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.serial.discovery import ReaderPort
from companion.table.serial.probe import probe_ports
from companion.table.serial.seating import ABSENT, ReaderSeating
from companion.words import text
from tests.recorded import recorded
from tests.table.fallback_table import Listener, Open, empty_row
from tests.table.reader_stand import Stand, await_true, uid_of

# ---- Found and heard -----------------------------------------------------------------------------


def test_readers_are_found_and_tell_what_they_hold(stand: Stand, opened: Open) -> None:
    """Send ReaderBack first, then all five slots, and nothing about seats without a reader."""
    stand.do(InsertCard(1, 4, 77))
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2), SlotRead(2, 5, EMPTY))
    row = empty_row(1)
    row[3] = SlotRead(1, 4, OK, 77)
    assert listener.of(1) == [ReaderBack(1), *row] and listener.of(2) == [
        ReaderBack(2),
        *empty_row(2),
    ]
    assert len(listener.heard) == 12 and str(listener.table.sign) == recorded("2-card-readers")


def test_a_reader_that_answers_and_its_slots_are_told_in_one_go() -> None:
    """Send a reader's answer and its slots in one poll, and later changes of a moment too.

    A poll in between would find its slots empty.
    """
    said: list[tuple[Signal, ...]] = []
    sitting = ReaderSeating(Seats(None, {"E6": 3}), lambda *told: said.append(told))
    sitting.note_greeting("E6", "1.0", 0.0)
    row = tuple(SlotReport(EMPTY, None, 2) for _ in range(5))
    sitting.take_slots("E6", row)
    sitting.take_slots("E6", (*row[:3], SlotReport(OK, 7, 180), SlotReport(OK, 11, 180)))
    assert said == [(ReaderBack(3), *empty_row(3)), (SlotRead(3, 4, OK, 7), SlotRead(3, 5, OK, 11))]


def test_a_handle_that_does_not_rest_is_told_after_the_slots(stand: Stand, opened: Open) -> None:
    """Report a held handle after the slots."""
    stand.do(InsertCard(1, 4, 77))
    stand.handle(1, PULL)
    listener = opened(stand)
    listener.until(HandleMoved(1, PULL))
    assert (
        listener.of(1)[-1] == HandleMoved(1, PULL) and SlotRead(1, 4, OK, 77) in listener.of(1)[:6]
    )


def test_slots_come_before_the_handle(stand: Stand, opened: Open) -> None:
    """Report slots before a pull, and nothing twice."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.until_true(lambda: len(listener.heard) == 12)
    listener.forget()
    stand.do(InsertCard(1, 1, 5))
    stand.do(InsertCard(1, 2, 6))
    stand.do(MoveHandle(1, PUSH))
    stand.do(TakeCard(1, 1))
    listener.until(SlotRead(1, 1, EMPTY))
    assert listener.heard == [
        SlotRead(1, 1, OK, 5),
        SlotRead(1, 2, OK, 6),
        HandleMoved(1, PUSH),
        HandleMoved(1, REST),
        SlotRead(1, 1, EMPTY),
    ]


def test_what_cannot_be_read_is_told_so(stand: Stand, opened: Open) -> None:
    """Report an unreadable card by its status, without a code."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    with stand.lock:
        stand.boxes[1].letters[2] = "D"
        stand.boxes[1].tell()
    listener.until(SlotRead(1, 3, DIRTY))


def test_lamps_reach_the_readers(stand: Stand, opened: Open) -> None:
    """Send each reader its five lamps, and darken a seat that is not named."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT, DARK, BLINK, DARK, LIT), 7: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1, 0, 2, 0, 1), "the lamps of seat 1")
    listener.table.show(Lamps({2: (LIT,) * 5}))
    await_true(
        lambda: stand.lamps(2) == (1,) * 5 and stand.lamps(1) == (0,) * 5, "the lamps of both seats"
    )


def test_watching_reports_each_reader(stand: Stand, opened: Open) -> None:
    """Report each reader twice a second: kind, slots with contrast, and link counters."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    stand.do(InsertCard(2, 3, 9))
    listener.until(SlotRead(2, 3, OK, 9))
    assert listener.kind(ReaderReport) == []
    listener.do(Watch(True))
    listener.until_true(lambda: len(listener.kind(ReaderReport)) >= 4)
    report = next(report for report in listener.kind(ReaderReport) if report.seat == 2)
    assert (report.kind, report.uid, report.version, report.handle) == (
        "usb",
        uid_of(2),
        "1.0",
        REST,
    )
    assert report.slots[2] == (OK, 9, 180) and report.slots[0] == (EMPTY, None, 2)
    assert (
        report.counters is not None and report.counters.frames > 2 and report.counters.damaged == 0
    )


def test_what_is_watched_is_live(stand: Stand, opened: Open) -> None:
    """Show a sinking contrast of a readable card while watched, and nothing afterwards."""
    listener = opened(stand)
    listener.do(Watch(True))
    listener.until_true(lambda: bool(listener.kind(ReaderReport)))
    stand.do(InsertCard(2, 3, 9))
    listener.until(SlotRead(2, 3, OK, 9))
    with stand.lock:
        stand.boxes[2].contrast = 97
    listener.until_true(
        lambda: any(
            report.seat == 2 and report.slots[2] == (OK, 9, 97)
            for report in listener.kind(ReaderReport)
        )
    )
    assert listener.heard.count(SlotRead(2, 3, OK, 9)) == 1


# ---- Who sits where ------------------------------------------------------------------------------


def test_a_stranger_is_found_pulled_and_given_a_seat(stand: Stand, opened: Open) -> None:
    """Seat a new reader by its handle; this pull means nothing else."""
    seats = Seats(None)
    stand.do(InsertCard(2, 1, 5))
    listener = opened(stand, seats)
    listener.until(ReaderFound(uid_of(1)), ReaderFound(uid_of(2)))
    assert listener.of(1) == [] and str(listener.table.sign) == recorded("No-card-readers")
    stand.handle(2, PULL)
    listener.until(StrangerPulled(uid_of(2)))
    listener.do(GiveSeat(uid_of(2), 6))
    listener.until(ReaderBack(6), SlotRead(6, 5, EMPTY))
    stand.handle(2, REST)
    stand.handle(2, PUSH)
    listener.until(HandleMoved(6, PUSH))
    signals = listener.of(6)
    assert (
        signals[:3] == [ReaderBack(6), SlotRead(6, 1, OK, 5), SlotRead(6, 2, EMPTY)]
        and HandleMoved(6, PULL) not in signals
    )
    assert listener.said(ReaderGone(uid_of(2))) and seats.known() == {uid_of(2): 6}


def test_a_seat_that_is_given_anew_changes_hands(stand: Stand, opened: Open) -> None:
    """Move a seat to another reader: the former is unseated, the old seat empty, lamps follow."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps of seat 1")
    listener.forget()
    listener.do(GiveSeat(uid_of(2), 1))
    listener.until(ReaderFound(uid_of(1)), ReaderLost(2, NO_READER), ReaderBack(1))
    assert listener.of(1)[:2] == [ReaderLost(1, NO_READER), ReaderBack(1)]
    await_true(
        lambda: stand.lamps(2) == (1,) * 5 and stand.lamps(1) == (0,) * 5,
        "lamps that follow the seat",
    )


def test_a_freed_seat_makes_a_stranger(stand: Stand, opened: Open) -> None:
    """Unseat a reader by freeing its seat; its signals come as those of an unseated one."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    listener.forget()
    listener.do(FreeSeat(1))
    listener.until(ReaderLost(1, NO_READER), ReaderFound(uid_of(1)))
    with stand.lock:
        stand.boxes[1].unplug()
    listener.until(ReaderGone(uid_of(1)))
    assert listener.of(1) == [ReaderLost(1, NO_READER)]


def test_a_remembered_reader_that_is_not_there_is_told_once_others_are(
    quick: Stand, opened: Open
) -> None:
    """Report a remembered reader lost once others answer, but not at a table without readers."""
    with quick.lock:
        quick.boxes[2].unplug()
    listener = opened(quick)
    listener.until(ReaderBack(1), ReaderLost(2, ABSENT))
    with quick.lock:
        quick.boxes[2].plug()
    listener.until(ReaderBack(2))


def test_two_readers_with_one_chip_id(stand: Stand, opened: Open) -> None:
    """Name the second of two readers with one chip id, with its remedy, until it is gone."""
    first = stand.boxes[1].path
    with stand.lock:
        stand.boxes[2].uid = uid_of(1)
        stand.boxes[2].start()
        stand.known_uids = False
        second = stand.boxes[2].path
    listener = opened(stand, Seats(None, {uid_of(1): 1}))
    listener.until(ReaderBack(1))
    listener.until_true(lambda: bool(listener.trouble(first) or listener.trouble(second)))
    loser, winner = (first, second) if listener.trouble(first) else (second, first)
    words = listener.trouble(loser)
    assert words is not None and winner in words and uid_of(1) in words and "unplug one" in words
    with stand.lock:
        next(box for box in stand.boxes.values() if box.path == loser).unplug()
    listener.until_true(lambda: listener.trouble(loser) == "")
    assert listener.kind(ReaderLost) == []


# ---- Beginning and end ---------------------------------------------------------------------------


def test_opened_again_everything_is_told_again(stand: Stand, opened: Open) -> None:
    """Report everything again when reopened; close without delay, also twice."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    # It waits for no thread: the test's own limit would end a wait in vain.
    listener.table.close()
    listener.table.close()
    assert listener.table.poll() == () and not [
        thread for thread in threading.enumerate() if thread.name == "card readers"
    ]
    listener.table.show(Lamps({}))
    listener.do(Watch(True))
    listener.forget()
    listener.table.open()
    listener.until(ReaderBack(1), ReaderBack(2))


def test_the_tap_hears_both_ways(stand: Stand) -> None:
    """Give a listener on the wires the very bytes, with port and direction."""
    passed: list[tuple[str, str, bytes]] = []
    table = SerialTable(
        stand.find, stand.seats(), stand.clock, tap=lambda *what: passed.append(what)
    )
    table.open()
    Listener(table).until(ReaderBack(1), ReaderBack(2))
    table.close()
    path = stand.boxes[1].path
    assert b" HELLO " in b"".join(
        data for place, way, data in passed if (place, way) == (path, ">")
    )
    assert b" HI " in b"".join(data for place, way, data in passed if (place, way) == (path, "<"))


def test_probe_names_every_port(stand: Stand) -> None:
    """Name chip id, version, seat and words of each port, until all have answered."""
    path = stand.boxes[2].path
    found = probe_ports(
        20.0,
        lambda: (*stand.find(), ReaderPort("/dev/none", "", "", text("no firmware"))),
        Seats(None, {uid_of(1): 5}),
        stand.clock,
    )
    assert tuple((*reader[:4], str(reader.words)) for reader in found) == (
        (stand.boxes[1].path, uid_of(1), "1.0", 5, "answers"),
        (path, uid_of(2), "1.0", None, "answers"),
        ("/dev/none", "", "", None, recorded("no-firmware")),
    )
    first = stand.boxes[1].path
    assert str(found[0]) == recorded("seat-5-answers", path=first, reader=uid_of(1))
    assert str(found[1]) == recorded("without-a-seat", path=path, reader=uid_of(2))


def test_probe_waits_only_so_long(stand: Stand) -> None:
    """Name a port that does not answer in time."""
    with stand.lock:
        stand.boxes[1].mute = True
    found = probe_ports(1.0, stand.find, stand.seats(), stand.clock)
    assert [str(reader.words) for reader in found] == [
        recorded("does-not-answer"),
        "answers",
    ] and found[0].seat == 1
