"""In the guest, as root: USB serial gadgets of emulated card readers, plugged and pulled.

    python3 usb_readers.py FIFO SERIAL …

A gadget has the vendor, the serial number and the two ports of a real reader: a console, and the
wire on interface 02. The wire is connected to the virtio port `derby.reader1` …, behind which the
real firmware runs. Lines in the FIFO:

    plug NUMBER SOCKET    plug the cable of a reader into a socket, 0, 1 …
    unplug NUMBER         pull it
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
import tty
from contextlib import suppress
from pathlib import Path

GADGETS = Path("/sys/kernel/config/usb_gadget")
FIRMWARE = "/dev/virtio-ports/derby.reader{}"
TRIED = 0.3
"""Seconds between two tries to open what is not there."""


class Reader:
    """One reader's gadget, and the wire between it and its firmware."""

    def __init__(self, number: int, serial: str) -> None:
        """Describe it to the kernel; it is not plugged in yet."""
        self._gadget, self._firmware = GADGETS / f"reader{number}", FIRMWARE.format(number)
        self._plugged = False
        self._ends: tuple[int, int] | None = None
        self._due = 0.0
        self._gadget.mkdir()
        for folder in ("strings/0x409", "configs/c.1"):
            (self._gadget / folder).mkdir()
        written = {
            "idVendor": "0x239a",
            "idProduct": "0x80f4",
            "bcdUSB": "0x0200",
            "bDeviceClass": "0xef",
            "bDeviceSubClass": "0x02",
            "bDeviceProtocol": "0x01",
            "strings/0x409/serialnumber": serial,
            "strings/0x409/manufacturer": "Raspberry Pi",
            "strings/0x409/product": "Pico",
        }
        for name, value in written.items():
            (self._gadget / name).write_text(value + "\n")
        # In this order the second one has the interfaces 02 and 03.
        for kind in ("console", "wire"):
            function = self._gadget / f"functions/acm.{kind}{number}"
            function.mkdir()
            (self._gadget / f"configs/c.1/{function.name}").symlink_to(function)
        self._port = f"/dev/ttyGS{(function / 'port_num').read_text().strip()}"

    def plug(self, socket: str) -> None:
        """Plug in the cable."""
        (self._gadget / "UDC").write_text(f"dummy_udc.{socket}\n")
        self._plugged = True

    def unplug(self) -> None:
        """Pull the cable."""
        self._plugged = False
        (self._gadget / "UDC").write_text("\n")
        self._part()

    def ends(self) -> tuple[int, ...]:
        """Return both open ends of the wire, none while something is missing."""
        if self._ends is None and self._plugged and time.monotonic() >= self._due:
            self._due = time.monotonic() + TRIED
            self._join()
        return self._ends or ()

    def carry(self, end: int) -> None:
        """Copy what has come at one end to the other."""
        assert self._ends is not None
        other = self._ends[1 - self._ends.index(end)]
        try:
            data = os.read(end, 4096)
            if not data:
                self._part()
            while data:
                data = data[os.write(other, data) :]
        except BlockingIOError:
            # Without a reader there, what a cable cannot carry is lost.
            return
        except OSError:
            self._part()

    def _join(self) -> None:
        opened = list[int]()
        try:
            for path in (self._port, self._firmware):
                opened.append(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
            tty.setraw(opened[0])
        except OSError:
            for end in opened:
                os.close(end)
            return
        self._ends = opened[0], opened[1]

    def _part(self) -> None:
        for end in self._ends or ():
            with suppress(OSError):
                os.close(end)
        self._ends = None


def obey(readers: dict[int, Reader], line: str) -> None:
    """Carry out one line."""
    word, number, *rest = line.split()
    if word == "plug":
        readers[int(number)].plug(rest[0])
    else:
        readers[int(number)].unplug()
    print(line, flush=True)


def main(words: list[str]) -> None:
    """Carry out lines for ever."""
    fifo, *serials = words
    for order in (["dummy_hcd", f"num={len(serials)}"], ["libcomposite"], ["usb_f_acm"]):
        subprocess.run(["/usr/sbin/modprobe", *order], check=True)
    readers = {number: Reader(number, serial) for number, serial in enumerate(serials, 1)}
    os.mkfifo(fifo)
    # Open for writing too, so that it never comes to its end.
    orders, waiting = os.open(fifo, os.O_RDWR | os.O_NONBLOCK), b""
    while True:
        owners = {end: reader for reader in readers.values() for end in reader.ends()}
        ready, _, _ = select.select([orders, *owners], [], [], TRIED)
        for one in ready:
            if one == orders:
                *lines, waiting = (waiting + os.read(orders, 4096)).split(b"\n")
                for line in lines:
                    obey(readers, line.decode())
            elif one in owners[one].ends():
                owners[one].carry(one)


if __name__ == "__main__":
    main(sys.argv[1:])
