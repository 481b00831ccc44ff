"""Readers that fall silent, lose their cable or restart: noticed soon, and back whole."""

from __future__ import annotations

import os
import random
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from companion.signals import (
    BLINK,
    DARK,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    Lamps,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    SlotRead,
    TakeCard,
)
from companion.table.serial import SerialTable
from companion.table.serial.serial_loop import PULLED, SILENT
from tests.recorded import recorded
from tests.table.fallback_table import Listener, Open
from tests.table.reader_stand import Stand, await_true
from tests.typed import of_kind


def test_a_pulled_cable_is_noticed_and_the_reader_comes_back_whole(
    stand: Stand, opened: Open
) -> None:
    """Report a pulled cable with its reason; be back in two seconds with cards and lamps."""
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps")
    with stand.lock:
        before = stand.boxes[1].path
        stand.boxes[1].unplug()
    listener.until(ReaderLost(1, PULLED))
    assert str(listener.table.sign) == recorded("1-card-reader")
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
    """Report a silent reader within two seconds, and its return."""
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


def test_a_reader_where_nothing_happens_stays(
    stand: Stand, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep an idle reader: heartbeats are no flood, over any time."""
    monkeypatch.setattr("companion.table.serial.port.CHATTER", 60)
    listener = opened(stand)
    listener.until(ReaderBack(1), ReaderBack(2))
    path, heard = stand.boxes[1].path, [0]

    def count(place: str, way: str, data: bytes) -> None:
        heard[0] += len(data) if (place, way) == (path, "<") else 0

    listener.table.close()
    of_kind(SerialTable, listener.table).tap = count
    listener.table.open()
    listener.forget()
    await_true(lambda: (listener.hear(), heard[0] > 400)[1], "many signs of life")
    assert listener.kind(ReaderLost) == []


def test_a_pause_of_our_own_is_not_taken_for_silence(stand: Stand, opened: Open) -> None:
    """Keep all readers over a pause of our own process, in which no heartbeat was requested."""
    pause = [0.0]
    table = SerialTable(stand.find, stand.seats(), lambda: stand.clock() + pause[0])
    table.open()
    listener = Listener(table)
    listener.until(ReaderBack(1), ReaderBack(2))
    for lamp in (LIT, DARK, BLINK):
        pause[0] += 60.0
        listener.table.show(Lamps({1: (lamp,) * 5}))
        await_true(partial(lambda lamp: stand.lamps(1) == (lamp,) * 5, lamp), "the lamps")
        stand.do(MoveHandle(1, PULL))
        listener.until(HandleMoved(1, REST))
        assert listener.kind(ReaderLost) == []
        listener.forget()
    table.close()


def test_a_pull_during_silence_is_not_lost(stand: Stand, opened: Open) -> None:
    """Report events of a silence after the return, in order, each once."""
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
    signals = listener.of(1)
    assert signals[0] == ReaderBack(1) and {type(signal) for signal in signals[1:6]} == {SlotRead}
    assert [signal for signal in signals if isinstance(signal, HandleMoved)] == [
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
    ]


def test_what_was_heard_but_not_acknowledged_is_not_told_twice(stand: Stand, opened: Open) -> None:
    """Report an unacknowledged pull once although the reader repeats it."""
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
    assert [signal.position for signal in listener.of(1) if isinstance(signal, HandleMoved)] == [
        PUSH,
        REST,
    ]


def test_a_reader_that_starts_anew_is_greeted_anew(stand: Stand, opened: Open) -> None:
    """Greet a restarted reader on the same port, and restore state and lamps."""
    listener = opened(stand)
    listener.until(ReaderBack(1))
    listener.table.show(Lamps({1: (LIT,) * 5}))
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps")
    with stand.lock:
        stand.boxes[1].start()
    await_true(lambda: stand.lamps(1) == (1,) * 5, "the lamps after a restart")
    stand.do(InsertCard(1, 1, 5))
    listener.until(SlotRead(1, 1, OK, 5))


def test_a_port_that_takes_nothing_is_silent_and_holds_nobody_up(
    stand: Stand, opened: Open
) -> None:
    """Lose a reader whose port takes no bytes, even if it sends; others and closing do not wait."""
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
    # A port that takes nothing would be waited for in vain, until the test's own limit.
    listener.table.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "card readers"]


def test_a_port_that_vanishes_in_mid_frame(stand: Stand, opened: Open) -> None:
    """Ignore half a frame of a vanishing port, and report the whole one after the return."""
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
    """Report all in order, once, although every other piece is spoiled or preceded by noise."""
    turns = iter(range(10**9))

    def noisy(data: bytes) -> bytes:
        turn = next(turns) if data else 1
        if turn % 3 == 0:
            return b"\x00\xff:junk" + data
        if turn % 3 == 1:
            return data.replace(b"9", b"8")
        return data

    with stand.lock:
        stand.boxes[1].spoil = noisy
    listener = opened(stand)
    listener.until(ReaderBack(1), SlotRead(1, 5, EMPTY), ReaderBack(2), SlotRead(2, 5, EMPTY))
    listener.forget()
    for code in (9, 19, 99):
        stand.do(InsertCard(1, 1, code))
        stand.do(MoveHandle(1, PULL))
        stand.do(TakeCard(1, 1))
        listener.until_true(
            lambda: (
                listener.heard.count(SlotRead(1, 1, EMPTY)) > 0
                and listener.heard[-1] == SlotRead(1, 1, EMPTY)
            )
        )
        assert listener.heard == [
            SlotRead(1, 1, OK, code),
            HandleMoved(1, PULL),
            HandleMoved(1, REST),
            SlotRead(1, 1, EMPTY),
        ]
        listener.forget()


def test_ten_plug_cycles(quick: Stand, opened: Open) -> None:
    """Survive ten plug cycles without a restart or a leak."""
    listener = opened(quick)
    listener.until(ReaderBack(1), ReaderBack(2))
    handles = Path("/proc/self/fd")
    before = len([*handles.iterdir()])
    for _ in range(10):
        listener.forget()
        with quick.lock:
            quick.boxes[1].unplug()
        listener.until_true(
            lambda: any(isinstance(signal, ReaderLost) for signal in listener.of(1))
        )
        with quick.lock:
            quick.boxes[1].plug()
        listener.until(ReaderBack(1), SlotRead(1, 5, EMPTY))
    assert len([*handles.iterdir()]) == before


@pytest.mark.parametrize("seed", range(2))
def test_any_mishaps_at_once_are_survived(quick: Stand, opened: Open, seed: int) -> None:
    """Survive any mixture of cables, silence, deafness, spoiled bytes and restarts."""
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
                box.spoil = chance.choice(
                    (
                        lambda data: data[1:],
                        lambda data: b"\xff:" + data,
                        lambda data: data + data,
                        lambda data: data,
                    )
                )
            else:
                quick.do(InsertCard(1, chance.randint(1, 5), chance.randrange(256)))
        until = quick.clock() + chance.random()
        await_true(
            partial(lambda until: (listener.hear(), quick.clock() > until)[1], until), "a moment"
        )
    with quick.lock:
        for seat, box in quick.boxes.items():
            box.mute, box.deaf, box.spoil = False, False, lambda data: data
            box.unplug()
            box.plug()
            box.cards = [40 * seat + slot for slot in range(5)]
            box.tell()
    listener.until(
        *(SlotRead(seat, slot + 1, OK, 40 * seat + slot) for seat in (1, 2) for slot in range(5))
    )
    assert listener.trouble("readers") is None
    quick.do(MoveHandle(2, PULL))
    listener.until(HandleMoved(2, PULL))
