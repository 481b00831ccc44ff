"""The serial table over pseudo-terminals with the readers' own end of the wire behind them: found, heard, lost, back, refused."""
from __future__ import annotations

import os
import random
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from card_reader.wire import frame, parse

from companion.signals import (
    BLINK, DARK, DIRTY, EMPTY, LIT, NO_READER, OK, PULL, PUSH, REST, SLOTS, FreeSeat, GiveSeat, HandleMoved, InsertCard, Lamps, MoveHandle,
    ReaderBack, ReaderFound, ReaderGone, ReaderLost, ReaderReport, SlotRead, StrangerPulled, TakeCard, Watch,
)
from companion.table.serial.discovery import NamedPorts, Port
from companion.table.serial.exchange import PULLED, SILENT, UNFIT
from companion.table.serial.roll import roll_call
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.serial.sitting import ABSENT
from tests.table.evening import Listener
from tests.table.reader_stand import Stand, await_true, uid_of

PACE = 4.0
"""How much faster than time the tests run that wait for silence."""

Open = Callable[..., Listener]


@pytest.fixture
def stand() -> Iterator[Stand]:
    """Two readers, plugged in."""
    stand = Stand((1, 2), PACE)
    yield stand
    stand.close()


@pytest.fixture
def quick() -> Iterator[Stand]:
    """The same for tests that wait often; so fast that a busy machine may lose a reader for a moment, which they must not mind."""
    stand = Stand((1, 2), 16.0)
    yield stand
    stand.close()


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens serial tables and sees to it that they are closed again."""
    tables: list[SerialTable] = []

    def begin(stand: Stand, seats: Seats | None = None, find: Callable[[], tuple[Port, ...]] | None = None) -> Listener:
        tables.append(SerialTable(find or stand.find, stand.seats() if seats is None else seats, stand.clock))
        tables[-1].open()
        return Listener(tables[-1])

    yield begin
    for table in tables:
        table.close()


def empty_row(seat: int) -> list[SlotRead]:
    """Five empty slots, as they are told."""
    return [SlotRead(seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]


# ---- Found and heard ---------------------------------------------------------------------------------------------------


def test_readers_are_found_and_tell_what_they_hold(stand: Stand, opened: Open) -> None:
    """ReaderBack first, then all five slots; nothing is said about seats without a reader."""
    stand.do(InsertCard(1, 4, 77))
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2), SlotRead(2, 5, EMPTY))
    row = empty_row(1)
    row[3] = SlotRead(1, 4, OK, 77)
    assert listener.of(1) == [ReaderBack(1), *row] and listener.of(2) == [ReaderBack(2), *empty_row(2)]
    assert len(listener.heard) == 12 and listener.table.sign == "2 card readers"


def test_a_handle_that_does_not_rest_is_told_after_the_slots(stand: Stand, opened: Open) -> None:
    """Who pulled before the app was there is heard, after what lies in the slots."""
    stand.do(InsertCard(1, 4, 77))
    stand.handle(1, PULL)
    listener = opened(stand)
    listener.until(HandleMoved(1, PULL))
    assert listener.of(1)[-1] == HandleMoved(1, PULL) and SlotRead(1, 4, OK, 77) in listener.of(1)[:6]


def test_slots_come_before_the_handle(stand: Stand, opened: Open) -> None:
    """Whoever hears of a pull already knows what lay there, and nothing is told twice."""
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
        SlotRead(1, 1, OK, 5), SlotRead(1, 2, OK, 6), HandleMoved(1, PUSH), HandleMoved(1, REST), SlotRead(1, 1, EMPTY),
    ]


def test_what_cannot_be_read_is_told_so(stand: Stand, opened: Open) -> None:
    """A status other than a code comes without a code."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    with stand.lock:
        stand.boxes[1].letters[2] = "D"
        stand.boxes[1].tell()
    listener.until(SlotRead(1, 3, DIRTY))


def test_lamps_reach_the_readers(stand: Stand, opened: Open) -> None:
    """Each reader gets its five; a seat that is not named goes dark."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT, DARK, BLINK, DARK, LIT), 7: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1, 0, 2, 0, 1), "the lamps of seat 1")
    listener.table.show(Lamps({2: (LIT,) * 5}))
    await_true(lambda: stand.lamps(2) == (1,) * 5 and stand.lamps(1) == (0,) * 5, "the lamps of both seats")


def test_watching_reports_each_reader(stand: Stand, opened: Open) -> None:
    """Twice a second: what it is, what its slots show with what contrast, and how its link fares."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    stand.do(InsertCard(2, 3, 9))
    listener.until(SlotRead(2, 3, OK, 9))
    assert listener.kind(ReaderReport) == []
    listener.do(Watch(True))
    listener.until_true(lambda: len(listener.kind(ReaderReport)) >= 4)
    report = next(report for report in listener.kind(ReaderReport) if report.seat == 2)
    assert (report.kind, report.uid, report.version, report.handle) == ("usb", uid_of(2), "1.0", REST)
    assert report.slots[2] == (OK, 9, 180) and report.slots[0] == (EMPTY, None, 2)
    assert report.counters is not None and report.counters.frames > 2 and report.counters.damaged == 0


# ---- Lost and back -----------------------------------------------------------------------------------------------------


def test_a_pulled_cable_is_noticed_and_the_reader_comes_back_whole(stand: Stand, opened: Open) -> None:
    """Lost with a reason; back on another port within two seconds of replugging, with its cards told and its lamps burning."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps")
    with stand.lock:
        before = stand.boxes[1].path
        stand.boxes[1].unplug()
    listener.until(ReaderLost(1, PULLED))
    assert listener.table.sign == "1 card reader"
    listener.forget()
    decoy, other = os.openpty()
    with stand.lock:
        stand.do(InsertCard(1, 2, 8))
        stand.boxes[1].plug()
        assert stand.boxes[1].path != before
    since = stand.clock()
    listener.until(ReaderBack(1))
    assert stand.clock() - since < 2.0
    listener.until_true(lambda: len(listener.of(1)) == 6)
    assert SlotRead(1, 2, OK, 8) in listener.of(1) and listener.of(2) == []
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps again")
    os.close(decoy)
    os.close(other)


def test_silence_is_noticed_within_two_seconds(stand: Stand, opened: Open) -> None:
    """A reader whose port stays but which says nothing is lost; when it speaks again, it is back."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    with stand.lock:
        stand.boxes[1].mute = True
    since = stand.clock()
    listener.until(ReaderLost(1, SILENT))
    assert stand.clock() - since < 2.3
    listener.forget()
    with stand.lock:
        stand.boxes[1].mute = False
    listener.until(ReaderBack(1), SlotRead(1, 5, EMPTY))
    assert not listener.said(ReaderLost(2, SILENT))


def test_a_reader_where_nothing_happens_stays(stand: Stand, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life are no chatter, however many bytes they make in a long evening; here far fewer are allowed than come."""
    monkeypatch.setattr("companion.table.serial.line.CHATTER", 60)
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    path, heard = stand.boxes[1].path, [0]

    def count(place: str, way: str, data: bytes) -> None:
        heard[0] += len(data) if (place, way) == (path, "<") else 0

    listener.table.close()
    listener.table.tap = count
    listener.table.open()
    listener.forget()
    await_true(lambda: (listener.hear(), heard[0] > 400)[1], "many signs of life")
    assert listener.kind(ReaderLost) == []


def test_a_pause_of_our_own_is_not_taken_for_silence(stand: Stand, opened: Open) -> None:
    """A machine that stops for a while has asked nobody for a sign of life; all readers are there as before, and lamps still reach them."""
    pause = [0.0]
    table = SerialTable(stand.find, stand.seats(), lambda: stand.clock() + pause[0])
    table.open()
    listener = Listener(table)
    listener.until(ReaderBack(1), ReaderBack(2))
    for lamp in (LIT, DARK, BLINK):
        pause[0] += 60.0
        listener.table.show(Lamps({1: (lamp,) * 5}))
        await_true(lambda: stand.lamps(1) == (lamp,) * 5, "the lamps")
        stand.do(MoveHandle(1, PULL))
        listener.until(HandleMoved(1, REST))
        assert listener.kind(ReaderLost) == []
        listener.forget()
    table.close()


def test_a_pull_during_silence_is_not_lost(stand: Stand, opened: Open) -> None:
    """Events wait in the reader: after its return they come in order, each once."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    with stand.lock:
        stand.boxes[1].mute = True
    listener.until(ReaderLost(1, SILENT))
    listener.forget()
    stand.do(MoveHandle(1, PULL))
    stand.do(InsertCard(1, 1, 5))
    with stand.lock:
        stand.boxes[1].mute = False
    listener.until(HandleMoved(1, REST), SlotRead(1, 1, OK, 5))
    told = listener.of(1)
    assert told[0] == ReaderBack(1) and {type(signal) for signal in told[1:6]} == {SlotRead}
    assert [signal for signal in told if isinstance(signal, HandleMoved)] == [HandleMoved(1, PULL), HandleMoved(1, REST)]


def test_what_was_heard_but_not_acknowledged_is_not_told_twice(stand: Stand, opened: Open) -> None:
    """The reader has not heard that we heard, and tells it again after its return: a pull is a pull once."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    with stand.lock:
        stand.boxes[1].deaf = True
    stand.do(MoveHandle(1, PULL))
    listener.until(HandleMoved(1, REST))
    listener.forget()
    with stand.lock:
        stand.boxes[1].unplug()
        stand.boxes[1].plug(reboot=False)
        stand.boxes[1].deaf = False
    stand.do(InsertCard(1, 1, 5))
    listener.until(ReaderBack(1), SlotRead(1, 1, OK, 5))
    stand.do(MoveHandle(1, PUSH))
    listener.until(HandleMoved(1, REST))
    assert [signal.position for signal in listener.of(1) if isinstance(signal, HandleMoved)] == [PUSH, REST]


def test_a_reader_that_starts_anew_is_greeted_anew(stand: Stand, opened: Open) -> None:
    """Its watchdog may restart it while the port stays: its state is told again, its lamps burn again."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps")
    with stand.lock:
        stand.boxes[1].start()
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps after a restart")
    stand.do(InsertCard(1, 1, 5))
    listener.until(SlotRead(1, 1, OK, 5))


def test_a_port_that_takes_nothing_is_silent_and_holds_nobody_up(stand: Stand, opened: Open) -> None:
    """However much a reader says itself: where no byte gets through to it, it is lost. The other reader works on, closing does not wait."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    box = stand.boxes[1]
    with stand.lock:
        box.deaf = True
        os.set_blocking(box.slave, False)
        with suppress(BlockingIOError):
            while True:
                os.write(box.slave, b"?" * 4096)

    def goes_on_talking() -> bool:
        stand.do(MoveHandle(1, PULL))
        return any(signal.seat == 1 for signal in listener.kind(ReaderLost))

    listener.until_true(goes_on_talking)
    stand.do(MoveHandle(2, PULL))
    listener.until(HandleMoved(2, REST))
    since = time.monotonic()
    listener.table.close()
    assert time.monotonic() - since < 1.0


def test_a_port_that_vanishes_in_mid_frame(stand: Stand, opened: Open) -> None:
    """Half a frame is no frame: nothing wrong is told, and the whole one comes after the return."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    box = stand.boxes[1]
    with stand.lock:
        box.spoil = lambda data: data[: len(data) // 2]
        stand.do(InsertCard(1, 1, 5))
        box.turn()
        box.unplug()
        box.spoil = lambda data: data
    listener.until(ReaderLost(1, PULLED))
    assert SlotRead(1, 1, OK, 5) not in listener.heard
    with stand.lock:
        box.plug(reboot=False)
    listener.until(SlotRead(1, 1, OK, 5))


def test_noise_between_and_in_frames_loses_nothing(stand: Stand, opened: Open) -> None:
    """Every other piece is spoiled or led by noise; what was told comes in order and once all the same."""
    turns = iter(range(10**9))

    def noisy(data: bytes) -> bytes:
        turn = next(turns) if data else 1
        return b"\x00\xff:junk" + data if turn % 3 == 0 else data.replace(b"9", b"8") if turn % 3 == 1 else data

    with stand.lock:
        stand.boxes[1].spoil = noisy
    listener = opened(stand)
    listener.until(ReaderBack(1), SlotRead(1, 5, EMPTY), ReaderBack(2), SlotRead(2, 5, EMPTY))
    listener.forget()
    for code in (9, 19, 99):
        stand.do(InsertCard(1, 1, code))
        stand.do(MoveHandle(1, PULL))
        stand.do(TakeCard(1, 1))
        listener.until_true(lambda: listener.heard.count(SlotRead(1, 1, EMPTY)) > 0 and listener.heard[-1] == SlotRead(1, 1, EMPTY))
        assert listener.heard == [SlotRead(1, 1, OK, code), HandleMoved(1, PULL), HandleMoved(1, REST), SlotRead(1, 1, EMPTY)]
        listener.forget()


def test_ten_plug_cycles(quick: Stand, opened: Open) -> None:
    """Out and in again, without a restart and without anything left open."""
    listener = opened(quick)
    listener.until(ReaderBack(1), ReaderBack(2))
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        listener.forget()
        with quick.lock:
            quick.boxes[1].unplug()
        listener.until_true(lambda: any(isinstance(signal, ReaderLost) for signal in listener.of(1)))
        with quick.lock:
            quick.boxes[1].plug()
        listener.until(ReaderBack(1), SlotRead(1, 5, EMPTY))
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("seed", range(2))
def test_any_mishaps_at_once_are_survived(quick: Stand, opened: Open, seed: int) -> None:
    """Cables, silence, deafness, spoiled bytes, restarts at random: afterwards both readers are there and tell what they hold."""
    chance = random.Random(seed)
    listener = opened(quick)
    for _ in range(40):
        box = quick.boxes[chance.choice((1, 2))]
        with quick.lock:
            happens = chance.randrange(6)
            if happens == 0:
                (box.unplug if box.path else box.plug)()
            elif happens == 1 and box.path:
                box.start()
            elif happens == 2:
                box.mute = not box.mute
            elif happens == 3:
                box.deaf = not box.deaf
            elif happens == 4:
                box.spoil = chance.choice((lambda data: data[1:], lambda data: b"\xff:" + data, lambda data: data + data, lambda data: data))
            else:
                quick.do(InsertCard(1, chance.randint(1, 5), chance.randrange(256)))
        until = quick.clock() + chance.random()
        await_true(lambda: (listener.hear(), quick.clock() > until)[1], "a moment")
    with quick.lock:
        for seat, box in quick.boxes.items():
            box.mute, box.deaf, box.spoil = False, False, lambda data: data
            box.unplug()
            box.plug()
            box.cards = [40 * seat + slot for slot in range(5)]
            box.tell()
    listener.until(*(SlotRead(seat, slot + 1, OK, 40 * seat + slot) for seat in (1, 2) for slot in range(5)))
    assert listener.trouble("readers") is None
    quick.do(MoveHandle(2, PULL))
    listener.until(HandleMoved(2, PULL))


# ---- Who sits where ----------------------------------------------------------------------------------------------------


def test_a_stranger_is_found_pulled_and_given_a_seat(stand: Stand, opened: Open) -> None:
    """No seat is guessed: pulling its handle tells who it is, and the pull that chose the seat means nothing else."""
    seats = Seats(None)
    stand.do(InsertCard(2, 1, 5))
    listener = opened(stand, seats)
    listener.until(ReaderFound(uid_of(1)), ReaderFound(uid_of(2)))
    assert listener.of(1) == [] and listener.table.sign == "No card readers"
    stand.handle(2, PULL)
    listener.until(StrangerPulled(uid_of(2)))
    listener.do(GiveSeat(uid_of(2), 6))
    listener.until(ReaderBack(6), SlotRead(6, 5, EMPTY))
    stand.handle(2, REST)
    stand.handle(2, PUSH)
    listener.until(HandleMoved(6, PUSH))
    told = listener.of(6)
    assert told[:3] == [ReaderBack(6), SlotRead(6, 1, OK, 5), SlotRead(6, 2, EMPTY)] and HandleMoved(6, PULL) not in told
    assert listener.said(ReaderGone(uid_of(2))) and seats.known() == {uid_of(2): 6}


def test_a_seat_that_is_given_anew_changes_hands(stand: Stand, opened: Open) -> None:
    """Who had it is a stranger then; a reader that moves leaves its old seat without one; lamps follow."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps of seat 1")
    listener.forget()
    listener.do(GiveSeat(uid_of(2), 1))
    listener.until(ReaderFound(uid_of(1)), ReaderLost(2, NO_READER), ReaderBack(1))
    assert listener.of(1)[:2] == [ReaderLost(1, NO_READER), ReaderBack(1)]
    await_true(lambda: stand.lamps(2) == (1,) * 5 and stand.lamps(1) == (0,) * 5, "lamps that follow the seat")


def test_a_freed_seat_makes_a_stranger(stand: Stand, opened: Open) -> None:
    """Its reader goes on being heard as such, and says goodbye as such."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    listener.forget()
    listener.do(FreeSeat(1))
    listener.until(ReaderLost(1, NO_READER), ReaderFound(uid_of(1)))
    with stand.lock:
        stand.boxes[1].unplug()
    listener.until(ReaderGone(uid_of(1)))
    assert listener.of(1) == [ReaderLost(1, NO_READER)]


def test_a_remembered_reader_that_is_not_there_is_told_once_others_are(quick: Stand, opened: Open) -> None:
    """Seat 2's cable may be out; of a table without any reader nothing is said."""
    with quick.lock:
        quick.boxes[2].unplug()
    listener = opened(quick)
    listener.until(ReaderBack(1), ReaderLost(2, ABSENT))
    with quick.lock:
        quick.boxes[2].plug()
    listener.until(ReaderBack(2))


def test_two_readers_with_one_chip_id(stand: Stand, opened: Open) -> None:
    """The first one stays, the other is named with its remedy; the trouble is over when it is gone."""
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


# ---- What goes wrong ---------------------------------------------------------------------------------------------------


def of_another_version(data: bytes) -> bytes:
    """What a reader says, with a greeting of an older wire."""
    said = [parse(line) for line in data.splitlines(keepends=True)]
    fields = [("0", *one.fields[1:]) if one.kind == "HI" else one.fields for one in said]
    return b"".join(frame(one.session, one.boot, one.kind, *words) for one, words in zip(said, fields, strict=True))


def test_another_version_of_the_wire_is_named_with_its_remedy(stand: Stand, opened: Open) -> None:
    """The seat is told lost, the port has words that say what to flash, and the next reader is used as ever."""
    with stand.lock:
        stand.boxes[1].spoil = of_another_version
    path = stand.boxes[1].path
    listener = opened(stand)
    listener.until_true(lambda: bool(listener.trouble(path)))
    assert "firmware install" in (listener.trouble(path) or "") and uid_of(1) in (listener.trouble(path) or "")
    listener.until(ReaderLost(1, UNFIT))
    with stand.lock:
        stand.boxes[1].spoil = lambda data: data
        stand.boxes[1].unplug()
        stand.boxes[1].plug()
    listener.until(ReaderBack(1))
    assert listener.trouble(path) == ""


def test_a_device_that_is_not_ours_is_named_and_harms_nobody(stand: Stand, opened: Open) -> None:
    """Something answers nothing, something else chatters without end: each is named, the reader beside them works on."""
    mute, mute_slave = os.openpty()
    loud, loud_slave = os.openpty()
    for end in (mute_slave, loud_slave):
        tty.setraw(end)
    os.set_blocking(loud, False)
    paths = os.ttyname(mute_slave), os.ttyname(loud_slave)
    ended = threading.Event()

    def chatter() -> None:
        while not ended.is_set():
            with suppress(BlockingIOError):
                os.write(loud, b"$GPGGA,123519,4807.038,N*47\r\n" * 20)
            # As fast as a real device could at most.
            ended.wait(0.001)

    thread = threading.Thread(target=chatter)
    thread.start()
    listener = opened(stand, find=lambda: (*stand.find(), *(Port(path, "", "Some device") for path in paths)))
    listener.until(ReaderBack(1))
    listener.until_true(lambda: all(listener.trouble(path) for path in paths))
    assert all((listener.trouble(path) or "").startswith("Some device: ") for path in paths)
    stand.do(MoveHandle(1, PULL))
    listener.until(HandleMoved(1, REST))
    listener.table.close()
    ended.set()
    thread.join()
    for end in (mute, mute_slave, loud, loud_slave):
        os.close(end)


def test_a_port_that_somebody_holds_is_waited_for(stand: Stand, opened: Open) -> None:
    """Two tables cannot share a reader: the second says who holds it, and has it when the first lets go."""
    first = opened(stand)
    first.until(ReaderBack(1), ReaderBack(2))
    second = opened(stand)
    path = stand.boxes[1].path
    second.until_true(lambda: bool(second.trouble(path)))
    assert "another programme" in (second.trouble(path) or "")
    first.table.close()
    second.until(ReaderBack(1), ReaderBack(2))
    assert second.trouble(path) == ""


def test_a_port_without_permission_names_the_group(stand: Stand, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux gives serial ports to a group; the words say how to join it. Root may everything, so the refusal is made here."""
    real, path = os.open, stand.boxes[1].path

    def refused(name: str, *rest: int, **named: int) -> int:
        if name == path:
            raise PermissionError(13, "Permission denied")
        return real(name, *rest, **named)

    monkeypatch.setattr("os.open", refused)
    listener = opened(stand)
    listener.until(ReaderBack(2))
    listener.until_true(lambda: bool(listener.trouble(path)))
    assert "usermod -aG" in (listener.trouble(path) or "") and "log in again" in (listener.trouble(path) or "")
    monkeypatch.undo()
    listener.until(ReaderBack(1))
    assert listener.trouble(path) == ""


def test_named_ports_that_are_not_there(stand: Stand, opened: Open) -> None:
    """A wrong name is told, a right one beside it is used, a link is followed."""
    named = NamedPorts(["/dev/tty-nobody", stand.boxes[1].path])
    listener = opened(stand, find=lambda: tuple(named()))
    listener.until(ReaderBack(1))
    listener.until_true(lambda: "is not there" in (listener.trouble("/dev/tty-nobody") or ""))


def test_a_file_that_is_no_port(stand: Stand, opened: Open, tmp_path: os.PathLike[str]) -> None:
    """Told in words like any other."""
    path = os.path.join(tmp_path, "notes.txt")
    with open(path, "w", encoding="utf-8"):
        pass
    listener = opened(stand, find=lambda: (Port(path),))
    listener.until_true(lambda: "cannot be opened" in (listener.trouble(path) or ""))


def test_a_missing_library_is_a_trouble(stand: Stand, opened: Open) -> None:
    """Without pyserial the words say what to install, and everything else goes on."""

    def find() -> tuple[Port, ...]:
        raise ImportError("No module named 'serial'")

    listener = opened(stand, find=find)
    listener.until_true(lambda: "pip install pyserial" in (listener.trouble("pyserial") or ""))


def test_a_look_that_fails_is_tried_again(stand: Stand, opened: Open) -> None:
    """A device that is pulled while it is looked at costs one look."""
    looks = iter(range(1000))

    def find() -> tuple[Port, ...]:
        if next(looks) == 0:
            raise OSError("gone")
        return stand.find()

    opened(stand, find=find).until(ReaderBack(1), ReaderBack(2))


def test_a_fault_of_ours_leaves_nobody_waiting(stand: Stand, opened: Open) -> None:
    """Whatever breaks inside: all seats are told lost, and there are words about it."""
    broken = threading.Event()

    def find() -> tuple[Port, ...]:
        if broken.is_set():
            raise ZeroDivisionError("a bug")
        return stand.find()

    listener = opened(stand, find=find)
    listener.until(ReaderBack(1), ReaderBack(2))
    broken.set()
    listener.until_true(lambda: "a bug" in (listener.trouble("readers") or ""))
    assert {loss.seat for loss in listener.kind(ReaderLost)} == {1, 2}
    listener.table.close()


def test_damaged_memory_of_seats_is_told(stand: Stand, opened: Open, tmp_path: os.PathLike[str]) -> None:
    """The words of the seats' file come as a trouble."""
    from pathlib import Path

    path = Path(tmp_path) / "seats.toml"
    path.write_text("[seats", "utf-8")
    listener = opened(stand, Seats(path))
    listener.until_true(lambda: "once more" in (listener.trouble(str(path)) or ""))
    listener.do(GiveSeat(uid_of(1), 3))
    listener.until(ReaderBack(3))
    assert Seats(path).known() == {uid_of(1): 3}


# ---- Beginning and end -------------------------------------------------------------------------------------------------


def test_opened_again_everything_is_told_again(stand: Stand, opened: Open) -> None:
    """Closing is prompt, silent, harmless twice; opening begins anew."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    since = time.monotonic()
    listener.table.close()
    listener.table.close()
    assert time.monotonic() - since < 0.5
    assert listener.table.poll() == () and not [thread for thread in threading.enumerate() if thread.name == "card readers"]
    listener.table.show(Lamps({}))
    listener.do(Watch(True))
    listener.forget()
    listener.table.open()
    listener.until(ReaderBack(1), ReaderBack(2))


def test_the_tap_hears_both_ways(stand: Stand) -> None:
    """Whoever listens on the wires gets the very bytes, with port and direction."""
    passed: list[tuple[str, str, bytes]] = []
    table = SerialTable(stand.find, stand.seats(), stand.clock, tap=lambda *what: passed.append(what))
    table.open()
    Listener(table).until(ReaderBack(1), ReaderBack(2))
    table.close()
    path = stand.boxes[1].path
    assert b" HELLO " in b"".join(data for place, way, data in passed if (place, way) == (path, ">"))
    assert b" HI " in b"".join(data for place, way, data in passed if (place, way) == (path, "<"))


def test_roll_call_names_everybody(stand: Stand) -> None:
    """Chip id, version, seat and words for each port; ends as soon as all have answered."""
    path = stand.boxes[2].path
    found = roll_call(20.0, lambda: (*stand.find(), Port("/dev/none", "", "", "no firmware")), Seats(None, {uid_of(1): 5}), stand.clock)
    assert found == (
        (stand.boxes[1].path, uid_of(1), "1.0", 5, "answers"), (path, uid_of(2), "1.0", None, "answers"),
        ("/dev/none", "", "", None, "no firmware"),
    )
    assert str(found[0]).endswith(f"reader {uid_of(1)}, firmware 1.0, seat 5: answers") and "without a seat" in str(found[1])


def test_roll_call_is_patient_only_so_long(stand: Stand) -> None:
    """Who does not answer is named too."""
    with stand.lock:
        stand.boxes[1].mute = True
    found = roll_call(1.0, stand.find, stand.seats(), stand.clock)
    assert [reader.words for reader in found] == ["does not answer", "answers"] and found[0].seat == 1
