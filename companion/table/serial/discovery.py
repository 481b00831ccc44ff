"""Find the serial ports of card readers by USB identity, cheaply while no device changes.

A reader has two ports, console and data. Their numbers change from start to start (hardware facts,
section 9).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol

from companion.folders import is_there
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text

VENDOR: Final = 0x239A
"""The USB vendor number of boards that run CircuitPython."""
CONSOLE_TEXT: Final = "CircuitPython"
DATA_TEXT: Final = "CDC2"
DATA_NUMBER: Final = ".2"
"""The data port is recognised by its interface name or, if unreadable, by its number 02."""
NAMES: Final = ("ttyACM", "cu.usbmodem")
"""The beginnings of the names of such ports, on Linux and on macOS."""


class ReaderPort(NamedTuple):
    """A serial port that leads to a card reader, or should."""

    path: str
    uid: str = ""
    """The reader's chip id, "" if unknown before the greeting."""
    words: Text | str = ""
    """The description of the port, for people."""
    fault: Text = NOTHING
    """Its fault and the remedy, or NOTHING. A port with a fault is not opened."""


class UsbInfo(Protocol):
    """The part of pyserial's port description that is used here."""

    device: str
    vid: int | None
    serial_number: str | None
    product: str | None
    location: str | None
    """Ends with the number of the USB interface."""
    interface: str | None
    """The name of the USB interface."""


class UsbPorts:
    """Finds the data ports of all card readers on USB.

    Later calls list the ports again only if a device has come, gone or changed its owner.

    Args:
        devices: The folder of device files.
        listed: Lists the ports; pyserial's `comports` by default.
    """

    def __init__(
        self, devices: str = "/dev", listed: Callable[[], Iterable[UsbInfo]] | None = None
    ) -> None:
        self._devices, self._listed = devices, listed or _comports
        self._seen: frozenset[tuple[object, ...]] | None = None
        self._ports: tuple[ReaderPort, ...] = ()

    def __call__(self) -> Sequence[ReaderPort]:
        """Return the present ports.

        Raises:
            ImportError: pyserial is missing.
        """
        seen = _device_files(self._devices)
        if seen != self._seen:
            # Without devices the library is not needed: most sessions begin without a reader.
            self._ports = data_ports(self._listed()) if seen else ()
            self._seen = seen
        return self._ports


class NamedPorts:
    """Finds ports by their paths; follows links such as those under /dev/serial/by-id."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)

    def __call__(self) -> Sequence[ReaderPort]:
        """Return one port for each path; a missing one has a fault."""
        return tuple(_named(path) for path in self._paths)


def data_ports(listed: Iterable[UsbInfo]) -> tuple[ReaderPort, ...]:
    """Return the data ports of CircuitPython boards; boards with a console only have a fault."""
    boards = [info for info in listed if info.vid == VENDOR]
    data = [info for info in boards if _is_data(info)]
    # Console and data of a board share a serial number, so such a console is not a faulty board.
    served = {info.serial_number for info in data}
    bare = [
        info
        for info in boards
        if info.serial_number not in served and CONSOLE_TEXT in (info.interface or "")
    ]
    return (
        *(ReaderPort(info.device, _uid(info), _words(info)) for info in data),
        *map(_bare, bare),
    )


def _is_data(info: UsbInfo) -> bool:
    if info.interface and CONSOLE_TEXT in info.interface:
        return DATA_TEXT in info.interface
    # Unnamed, or named by others: our udev rule goes by the number, too.
    return (info.location or "").endswith(DATA_NUMBER)


def _uid(info: UsbInfo) -> str:
    # In capitals, as in the firmware's greeting, since seats are looked up by either.
    return (info.serial_number or "").upper()


def _words(info: UsbInfo) -> Text:
    if info.product:
        return text("{device} at {port}", device=info.product, port=info.device)
    return text("USB device at {port}", port=info.device)


def _bare(info: UsbInfo) -> ReaderPort:
    fault = text(
        "{device} runs CircuitPython, but not the card reader's firmware: hold its service button"
        " while plugging it in, then run "
        "`clockwork-derby firmware install`. If it is something else, unplug it.",
        device=_words(info),
    )
    return ReaderPort(info.device, _uid(info), _words(info), fault)


def _named(path: str) -> ReaderPort:
    if is_there(path):
        return ReaderPort(os.path.realpath(path), "", path)
    fault = text(
        "{path} is not there: check the cable and the name, or leave names out (`serial:` finds"
        " readers by itself).",
        path=path,
    )
    return ReaderPort(path, "", path, fault)


def marks(path: str) -> tuple[object, ...]:
    """Return what changes in a device file with a new plug or other rights, () for no file."""
    try:
        state = Path(path).stat()
    except OSError:
        return ()
    # Of the times only ctime: bytes over the port change the other two.
    return (state.st_ino, state.st_ctime_ns, state.st_mode, state.st_gid)


def _device_files(folder: str) -> frozenset[tuple[object, ...]]:
    """Return what changes when a device is plugged in again or gets other rights. Asked often."""
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
        # pyserial reads half a description if a device is pulled meanwhile.
        raise OSError(f"a device was pulled while it was looked at: {fault}") from fault
    return listed
