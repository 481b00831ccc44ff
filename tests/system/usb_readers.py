"""In the guest, as root: emulated card readers of this repository behind USB serial gadgets, plugged and pulled one by one.

    python3 usb_readers.py COUNT FIFO

A gadget has the vendor, the serial number and the two ports of a real reader: a console, and the wire on interface 02. What the firmware
says goes through the wire of its own reader. The readers themselves are `clockwork-derby rig`, run by nobody. Lines in the FIFO:

    plug SEAT SOCKET    the cable goes into a socket (0, 1 …); the reader starts
    unplug SEAT         it is pulled; the reader has no power any more
    anything else       for the rig: insert, take, pull, push …
"""
from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
import tty
from contextlib import suppress
from pathlib import Path

GADGETS = Path("/sys/kernel/config/usb_gadget")
UID = "E6614C775B00{:04X}"
PLACE = re.compile(r"emulated reader (\d+) \([0-9A-F]+\): (\S+)")
RIG = ("/usr/sbin/runuser", "-u", "nobody", "--", "/usr/local/bin/clockwork-derby", "rig", "--seats")
TRIED = 0.3
"""Seconds between two tries to open what is not there."""


class Reader:
    """One reader's gadget, and the wire between it and the terminal of its firmware, `firmware` being that terminal's path."""

    def __init__(self, seat: int) -> None:
        """Describe it to the kernel; it is not plugged in yet."""
        self._gadget, self.firmware = GADGETS / f"reader{seat}", ""
        self._ends: tuple[int, int] | None = None
        self._due = 0.0
        self._gadget.mkdir()
        for folder in ("strings/0x409", "configs/c.1"):
            (self._gadget / folder).mkdir()
        written = {
            "idVendor": "0x239a", "idProduct": "0x80f4", "bcdUSB": "0x0200", "bDeviceClass": "0xef", "bDeviceSubClass": "0x02", "bDeviceProtocol": "0x01",
            "strings/0x409/serialnumber": UID.format(seat), "strings/0x409/manufacturer": "Raspberry Pi", "strings/0x409/product": "Pico",
        }
        for name, value in written.items():
            (self._gadget / name).write_text(value + "\n")
        # In this order the second one has the interfaces 02 and 03.
        for kind in ("console", "wire"):
            function = self._gadget / f"functions/acm.{kind}{seat}"
            function.mkdir()
            (self._gadget / f"configs/c.1/{function.name}").symlink_to(function)
        self._port = f"/dev/ttyGS{(function / 'port_num').read_text().strip()}"

    def plug(self, socket: str) -> None:
        """Put the cable in."""
        (self._gadget / "UDC").write_text(f"dummy_udc.{socket}\n")

    def unplug(self) -> None:
        """Pull the cable."""
        (self._gadget / "UDC").write_text("\n")
        self._part()

    def ends(self) -> tuple[int, ...]:
        """Both open ends of the wire, none while something is missing."""
        if self._ends is None and self.firmware and time.monotonic() >= self._due:
            self._due = time.monotonic() + TRIED
            self._join()
        return self._ends or ()

    def carry(self, end: int) -> None:
        """Bring what has come at one end to the other."""
        assert self._ends is not None
        other = self._ends[1 - self._ends.index(end)]
        try:
            data = os.read(end, 4096)
            if not data:
                self._part()
            while data:
                data = data[os.write(other, data):]
        except BlockingIOError:
            # Nobody reads there: what a cable cannot bring is lost.
            return
        except OSError:
            self._part()

    def _join(self) -> None:
        opened = list[int]()
        try:
            for path in (self._port, self.firmware):
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


class Table:
    """All readers, the rig that is their firmware, and what is ordered."""

    def __init__(self, count: int, fifo: str) -> None:
        """Start the rig; all its readers are without power at first."""
        self.readers = {seat: Reader(seat) for seat in range(1, count + 1)}
        self._rig = subprocess.Popen([*RIG, str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._rig.stdin is not None and self._rig.stdout is not None
        self._in, self._out = self._rig.stdin, self._rig.stdout
        self._said = self._asked = b""
        # Open for writing too, so that it never comes to its end.
        self._orders = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)

    def turn(self) -> None:
        """Let pass what has come, or wait a moment."""
        owners = {end: reader for reader in self.readers.values() for end in reader.ends()}
        ready, _, _ = select.select([self._out, self._orders, *owners], [], [], TRIED)
        for one in ready:
            if one is self._out:
                self._hear()
            elif one == self._orders:
                self._obey()
            elif one in owners[one].ends():
                owners[one].carry(one)

    def _hear(self) -> None:
        data = os.read(self._out.fileno(), 4096)
        if not data:
            raise SystemExit("the rig has ended")
        sys.stdout.write(data.decode())
        sys.stdout.flush()
        *lines, self._said = (self._said + data).split(b"\n")
        for found in filter(None, (PLACE.match(line.decode()) for line in lines)):
            self.readers[int(found[1])].firmware = found[2]

    def _obey(self) -> None:
        *lines, self._asked = (self._asked + os.read(self._orders, 4096)).split(b"\n")
        for line in lines:
            word, *rest = line.decode().split()
            if word == "plug":
                self.readers[int(rest[0])].plug(rest[1])
                line = f"plug {rest[0]}".encode()
            elif word == "unplug":
                self.readers[int(rest[0])].firmware = ""
                self.readers[int(rest[0])].unplug()
            self._in.write(line + b"\n")


def main(words: list[str]) -> None:
    """Go on for ever."""
    count, fifo = int(words[0]), words[1]
    for order in (["dummy_hcd", f"num={count}"], ["libcomposite"], ["usb_f_acm"]):
        subprocess.run(["/usr/sbin/modprobe", *order], check=True)
    os.mkfifo(fifo)
    table = Table(count, fifo)
    while True:
        table.turn()


if __name__ == "__main__":
    main(sys.argv[1:])
