"""Faults of serial ports: each a trouble in words with its remedy, which harms no other reader."""

from __future__ import annotations

import os
import threading
import tty
from contextlib import suppress
from pathlib import Path

import pytest
from card_reader.wire import frame, parse

from companion.signals import PULL, REST, GiveSeat, HandleMoved, MoveHandle, ReaderBack, ReaderLost
from companion.table.seats import Seats
from companion.table.serial.discovery import NamedPorts, ReaderPort
from companion.table.serial.serial_loop import UNFIT
from tests.recorded import recorded
from tests.table.fallback_table import Open
from tests.table.reader_stand import Stand, uid_of
from tests.typed import present


def of_another_version(data: bytes) -> bytes:
    """Return a reader's bytes with the greeting of an older wire."""
    said = [parse(line) for line in data.splitlines(keepends=True)]
    fields = [
        ("0", *present(one).fields[1:]) if present(one).kind == "HI" else present(one).fields
        for one in said
    ]
    return b"".join(
        frame(present(one).session, present(one).boot, present(one).kind, *words)
        for one, words in zip(said, fields, strict=True)
    )


def test_another_version_of_the_wire_is_named_with_its_remedy(stand: Stand, opened: Open) -> None:
    """Report the seat lost, say what to flash, and use the next reader."""
    with stand.lock:
        stand.boxes[1].spoil = of_another_version
    path = stand.boxes[1].path
    listener = opened(stand)
    listener.until_true(lambda: bool(listener.trouble(path)))
    assert "firmware install" in (listener.trouble(path) or "") and uid_of(1) in (
        listener.trouble(path) or ""
    )
    listener.until(ReaderLost(1, UNFIT))
    with stand.lock:
        stand.boxes[1].spoil = lambda data: data
        stand.boxes[1].unplug()
        stand.boxes[1].plug()
    listener.until(ReaderBack(1))
    assert listener.trouble(path) == ""


def test_a_device_that_is_not_ours_is_named_and_harms_nobody(stand: Stand, opened: Open) -> None:
    """Name a silent device and a flooding one, and use the reader beside them."""
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
    listener = opened(
        stand,
        find=lambda: (*stand.find(), *(ReaderPort(path, "", "Some device") for path in paths)),
    )
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
    """Name the holder of a port, and use it when it is released."""
    first = opened(stand)
    first.until(ReaderBack(1), ReaderBack(2))
    second = opened(stand)
    path = stand.boxes[1].path
    second.until_true(lambda: bool(second.trouble(path)))
    assert "another application" in (second.trouble(path) or "")
    first.table.close()
    second.until(ReaderBack(1), ReaderBack(2))
    assert second.trouble(path) == ""


def test_a_port_without_permission_names_the_group(
    stand: Stand, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name the group of a port without permission, and how to join it.

    Root may open everything, so the test makes the refusal.
    """
    real, path = os.open, stand.boxes[1].path

    def refused(name: str, *rest: int, **named: int) -> int:
        if name == path:
            raise PermissionError(13, "Permission denied")
        return real(name, *rest, **named)

    monkeypatch.setattr("os.open", refused)
    listener = opened(stand)
    listener.until(ReaderBack(2))
    listener.until_true(lambda: bool(listener.trouble(path)))
    assert (listener.trouble(path) or "") == recorded("log-in-again", path=path)
    monkeypatch.undo()
    listener.until(ReaderBack(1))
    assert listener.trouble(path) == ""


def test_named_ports_that_are_not_there(stand: Stand, opened: Open) -> None:
    """Report a wrong name, use a right one, follow a link."""
    named = NamedPorts(["/dev/tty-nobody", stand.boxes[1].path])
    listener = opened(stand, find=lambda: tuple(named()))
    listener.until(ReaderBack(1))
    listener.until_true(lambda: "is not there" in (listener.trouble("/dev/tty-nobody") or ""))


def test_a_file_that_is_no_port(stand: Stand, opened: Open, tmp_path: Path) -> None:
    """Report a file that is no port."""
    path = str(tmp_path / "notes.txt")
    Path(path).touch()
    listener = opened(stand, find=lambda: (ReaderPort(path),))
    listener.until_true(lambda: "cannot be opened" in (listener.trouble(path) or ""))


def test_a_missing_library_is_a_trouble(stand: Stand, opened: Open) -> None:
    """Say what to install without pyserial, and go on."""

    def find() -> tuple[ReaderPort, ...]:
        raise ImportError("No module named 'serial'")

    listener = opened(stand, find=find)
    listener.until_true(lambda: "pip install pyserial" in (listener.trouble("pyserial") or ""))


def test_a_look_that_fails_is_tried_again(stand: Stand, opened: Open) -> None:
    """Look again after a device was pulled during a look."""
    looks = iter(range(1000))

    def find() -> tuple[ReaderPort, ...]:
        if next(looks) == 0:
            raise OSError("gone")
        return stand.find()

    opened(stand, find=find).until(ReaderBack(1), ReaderBack(2))


def test_a_fault_of_ours_leaves_nobody_waiting(stand: Stand, opened: Open) -> None:
    """Report all seats lost, with words, if our own code fails."""
    broken = threading.Event()

    def find() -> tuple[ReaderPort, ...]:
        if broken.is_set():
            raise ZeroDivisionError("a bug")
        return stand.find()

    listener = opened(stand, find=find)
    listener.until(ReaderBack(1), ReaderBack(2))
    broken.set()
    listener.until_true(lambda: "a bug" in (listener.trouble("readers") or ""))
    assert {loss.seat for loss in listener.kind(ReaderLost)} == {1, 2}
    listener.table.close()


def test_damaged_memory_of_seats_is_told(
    stand: Stand, opened: Open, tmp_path: os.PathLike[str]
) -> None:
    """Report the words of the damaged seats' file as a trouble."""
    path = Path(tmp_path) / "seats.toml"
    path.write_text("[seats", "utf-8")
    listener = opened(stand, Seats(path))
    listener.until_true(lambda: "once more" in (listener.trouble(str(path)) or ""))
    listener.do(GiveSeat(uid_of(1), 3))
    listener.until(ReaderBack(3))
    assert Seats(path).known() == {uid_of(1): 3}
