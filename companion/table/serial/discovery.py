"""Which serial ports lead to card readers: found by USB identity, never by number, and cheaply while nothing is plugged or pulled.

A reader has two ports, console and data, and the numbers of both change from start to start (hardware facts, section 9).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol

from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text

VENDOR: Final = 0x239A
"""The USB vendor number of boards that run CircuitPython."""
CONSOLE_TEXT: Final = "CircuitPython"
DATA_TEXT: Final = "CDC2"
DATA_NUMBER: Final = ".2"
"""How the data port is told from the console: by the interface's name, and where that cannot be read by its number, 02."""
NAMES: Final = ("ttyACM", "cu.usbmodem")
"""How the names of such ports begin, on Linux and on macOS."""


class Port(NamedTuple):
    """A serial port where a card reader answers, or should: its `path`; the reader's chip id, "" when not known before the greeting.

    `words` say what it is, for people. `fault`: why it cannot be used and what to do, NOTHING where it can; such a port is not opened.
    """

    path: str
    uid: str = ""
    words: Text | str = ""
    fault: Text = NOTHING


class UsbInfo(Protocol):
    """What pyserial tells about a serial port: `location` ends in the number of the USB interface, `interface` is its name."""

    device: str
    vid: int | None
    serial_number: str | None
    product: str | None
    location: str | None
    interface: str | None


class UsbPorts:
    """Finds the data ports of all card readers on USB; called again it looks closely only if a device has come, gone or changed owner.

    `devices` is the folder of device files, `listed` what lists the ports (pyserial's `comports` unless told otherwise).
    """

    def __init__(
        self, devices: str = "/dev", listed: Callable[[], Iterable[UsbInfo]] | None = None
    ) -> None:
        self._devices, self._listed = devices, listed or _comports
        self._seen: frozenset[tuple[object, ...]] | None = None
        self._ports: tuple[Port, ...] = ()

    def __call__(self) -> Sequence[Port]:
        """The ports that are there now; ImportError where pyserial is missing."""
        seen = _device_files(self._devices)
        if seen != self._seen:
            # Nothing there needs no library either: most sessions begin without a reader.
            self._ports = data_ports(self._listed()) if seen else ()
            self._seen = seen
        return self._ports


class NamedPorts:
    """Finds ports by their paths; links such as those under /dev/serial/by-id are followed to the device of the moment."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)

    def __call__(self) -> Sequence[Port]:
        """One port for each path; a path that leads nowhere has that as its fault."""
        return tuple(_named(path) for path in self._paths)


def data_ports(listed: Iterable[UsbInfo]) -> tuple[Port, ...]:
    """Of all serial ports the data ports of boards with CircuitPython; a board that has a console only is told with what it lacks."""
    boards = [info for info in listed if info.vid == VENDOR]
    data = [info for info in boards if _is_data(info)]
    # A board shows console and data under one serial number, so its console is no board that lacks something.
    served = {info.serial_number for info in data}
    bare = [
        info
        for info in boards
        if info.serial_number not in served and CONSOLE_TEXT in (info.interface or "")
    ]
    return (*(Port(info.device, _uid(info), _words(info)) for info in data), *map(_bare, bare))


def _is_data(info: UsbInfo) -> bool:
    if info.interface and CONSOLE_TEXT in info.interface:
        return DATA_TEXT in info.interface
    # No name, or somebody else's: our udev rule goes by the number, and so do we.
    return (info.location or "").endswith(DATA_NUMBER)


def _uid(info: UsbInfo) -> str:
    # In capitals, as the firmware's greeting has it: seats are looked up by either.
    return (info.serial_number or "").upper()


def _words(info: UsbInfo) -> Text:
    return (
        text("{device} at {port}", device=info.product, port=info.device)
        if info.product
        else text("USB device at {port}", port=info.device)
    )


def _bare(info: UsbInfo) -> Port:
    fault = text(
        "{device} runs CircuitPython, but not the card reader's firmware: hold its service button while plugging it in, then run "
        "`clockwork-derby firmware install`. If it is something else, unplug it.",
        device=_words(info),
    )
    return Port(info.device, _uid(info), _words(info), fault)


def _is_there(path: str) -> bool:
    """Tell whether a device file is there; where nobody may look there is none."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def _named(path: str) -> Port:
    if _is_there(path):
        return Port(os.path.realpath(path), "", path)
    fault = text(
        "{path} is not there: check the cable and the name, or leave names out (`serial:` finds readers by itself).",
        path=path,
    )
    return Port(path, "", path, fault)


def marks(path: str) -> tuple[object, ...]:
    """What tells a device file from another one of the same name, as after it was plugged in again, or with other rights; () for none."""
    try:
        state = Path(path).stat()
    except OSError:
        return ()
    # Of its times only ctime: the other two change with the bytes that go over the port.
    return (state.st_ino, state.st_ctime_ns, state.st_mode, state.st_gid)


def _device_files(folder: str) -> frozenset[tuple[object, ...]]:
    """What changes when a device is plugged in again or is given other rights; no more than that, since this is asked again and again."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(
                (entry.name, *marks(entry.path))
                for entry in entries
                if entry.name.startswith(NAMES)
            )
    except OSError:
        return frozenset()


def _comports() -> Iterable[UsbInfo]:
    from serial.tools import list_ports

    try:
        listed: Iterable[UsbInfo] = list_ports.comports()
    except (TypeError, ValueError) as fault:
        # pyserial reads half a description where a device is pulled while it looks.
        raise OSError(f"a device was pulled while it was looked at: {fault}") from fault
    return listed
