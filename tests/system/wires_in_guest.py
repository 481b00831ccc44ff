"""In the guest, as root: one reader wired to the header of a Raspberry Pi, and the hands at it.

    python wires_in_guest.py TABLE_FILE FIFO

It runs by the game's own Python. The header's lines are the kernel's own simulated ones (gpio-sim).
The kernel has no simulated SPI device: here it is a character device of the kernel's CUSE, behind
which this program answers as an MCP3008 does, by the levels of the lines and the cards in the
slots. Lines in the FIFO:

    insert SLOT CODE      insert a card into a slot
    take SLOT             take it out
    close GPIO            close a switch to ground
    open GPIO             open it
    spi on, spi off       the SPI device works, or answers everything with an input/output error

FIFO.json has the state: `lamps`, what each lock light does; `conversions`, how many samples were
requested; `lit`, the most sensor lights that were on together; `strange`, requests to the SPI
device that no MCP3008 understands.
"""

from __future__ import annotations

import errno
import json
import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.signals import SLOTS, WELL, LyingCard
from companion.table.gpio.table_file import TableFile, read_table_file
from companion.table.rig.optics import CELLS, samples

LINES, LABEL = 54, "pinctrl-bcm2711"
"""The number of lines of the header's chip, and its label, as on a Raspberry Pi 4."""
CONFIG, PLATFORM = Path("/sys/kernel/config/gpio-sim/header"), Path("/sys/devices/platform")
LOOKS, REPORT_EVERY = 0.04, 0.25
"""Seconds between two looks at the lock lights, and between two reports."""
WINDOW = 0.8
"""Seconds in which a blinking light is both on and off: it blinks twice a second."""


# ---- Lines ---------------------------------------------------------------------------------------


class Lines:
    """The simulated lines: how the game uses them, and what is wired to them."""

    def __init__(self) -> None:
        """Let the kernel make them. Nothing is wired to any yet."""
        bank = CONFIG / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(f"{LINES}\n")
        (bank / "label").write_text(f"{LABEL}\n")
        (CONFIG / "live").write_text("1\n")
        self.chip = (bank / "chip_name").read_text().strip()
        self._folder = PLATFORM / (CONFIG / "dev_name").read_text().strip() / self.chip
        self._levels = dict[int, int]()

    def is_high(self, gpio: int) -> bool:
        """Return the level of a line, driven by either side."""
        if gpio not in self._levels:
            self._levels[gpio] = os.open(self._folder / f"sim_gpio{gpio}/value", os.O_RDONLY)
        return os.pread(self._levels[gpio], 1, 0) == b"1"

    def close(self, gpio: int, closed: bool) -> None:
        """Set a switch between a line and ground.

        While it is open the game's own pull-up has it.
        """
        (self._folder / f"sim_gpio{gpio}/pull").write_text("pull-down\n" if closed else "pull-up\n")


# ---- What is wired to them -----------------------------------------------------------------------


class Reader:
    """The reader of a table file's first seat.

    It has slots, multiplexers, an MCP3008 and lock lights.
    """

    def __init__(self, file: TableFile, lines: Lines) -> None:
        """Begin with five empty slots."""
        self._file, self._seat, self._lines = file, file.seats[0], lines
        self._slots = [samples(None, False)] * SLOTS
        self._seen = [[0.0, 0.0] for _ in self._seat.lamps]
        self.conversions = self.lit = 0
        self.strange = list[str]()

    def put(self, slot: int, code: int | None) -> None:
        """Put a card into a slot, or none."""
        self._slots[slot - 1] = samples(None if code is None else LyingCard(code, WELL), False)

    def convert(self, asked: bytes) -> bytes:
        """Return what the MCP3008 sends while it receives these bytes.

        By its data sheet, 5.0 and 6.1: a start bit, single-ended, the channel.
        """
        if len(asked) != 3 or asked[0] != 1 or asked[1] & 0x8F != 0x80:
            self.strange.append(asked.hex())
            return bytes(len(asked))
        self.conversions += 1
        return self._voltage(asked[1] >> 4 & 7).to_bytes(3)

    def _voltage(self, channel: int) -> int:
        """Return ten bits, by the address, the sensor lights and the card in the slot."""
        if channel not in self._seat.channels:
            return 0
        address = sum(
            self._lines.is_high(gpio) << line for line, gpio in enumerate(self._file.address)
        )
        slot, cell = divmod(16 * self._seat.channels.index(channel) + address, CELLS)
        if cell == 0:
            self.lit = max(self.lit, sum(map(self._lines.is_high, self._seat.light)))
        if slot >= SLOTS:
            return 0
        return self._slots[slot][self._lines.is_high(self._seat.light[slot])][cell] >> 6

    def look(self) -> None:
        """Look at the lock lights."""
        for seen, gpio in zip(self._seen, self._seat.lamps, strict=True):
            seen[self._lines.is_high(gpio)] = time.monotonic()

    def state(self) -> str:
        """Return the state as JSON."""
        since = time.monotonic() - WINDOW
        kinds = {(True, False): "dark", (False, True): "lit", (True, True): "blinks"}
        lamps = [kinds.get((dark > since, lit > since), "unknown") for dark, lit in self._seen]
        return json.dumps(
            {
                "lamps": lamps,
                "conversions": self.conversions,
                "lit": self.lit,
                "strange": self.strange[:5],
            }
        )


# ---- The SPI device ------------------------------------------------------------------------------

# From the kernel's own linux/fuse.h and linux/spi/spidev.h, on a machine of 64 bits.
ASKED, ANSWERED = struct.Struct("=IIQQIIIHH"), struct.Struct("=IiQ")
INIT_ANSWER, OPEN_ANSWER = struct.Struct("=8I40x"), struct.Struct("=QIi")
OPEN, RELEASE, IOCTL, INTERRUPT = 14, 18, 39, 36
IOCTL_ASKED, IOCTL_ANSWERED = struct.Struct("=QIIQII"), struct.Struct("=iIII")
VERSION, MOST = (7, 31), 65536
SETTINGS = {0x40016B01: 0, 0x40016B03: 8, 0x40046B04: None}
"""The requests that set mode, bits in a word, and speed, and the only value of each that an MCP3008
takes here (None: any)."""
MESSAGE, TRANSFER = 0x40206B00, struct.Struct("=QQIIHBBBBBx")
"""The request for one transfer, and its layout."""
NAME = "spi"
"""The name by which systemd finds the device's number in /proc/devices, where it looks up
`char-spi`. The name of the kernel's own driver, which exists without any device, is there too and
cannot be taken. udev makes a link to the path that the game opens."""


class SpiDevice:
    """The device /dev/spi, for the life of this object.

    `exchange` returns the answer to bytes that are sent.
    """

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        """Let the kernel make it."""
        self.works, self._exchange = True, exchange
        self._memories = dict[int, int]()
        self.handle = os.open("/dev/cuse", os.O_RDWR)
        asked, _ = self._next()
        self._answer(
            asked, INIT_ANSWER.pack(*VERSION, 0, 0, MOST, MOST, 0, 0) + f"DEVNAME={NAME}\0".encode()
        )

    def serve(self) -> None:
        """Answer one request of the kernel's."""
        asked, data = self._next()
        kind = asked[1]
        if kind == OPEN:
            self._answer(asked, OPEN_ANSWER.pack(0, 0, 0))
        elif kind == IOCTL:
            done, error = self._controlled(asked[6], data)
            self._answer(asked, b"" if error else IOCTL_ANSWERED.pack(done, 0, 0, 0), error)
        elif kind == RELEASE:
            self._forget()
            self._answer(asked, b"")
        elif kind != INTERRUPT:
            self._answer(asked, b"", errno.ENOSYS)

    def _next(self) -> tuple[tuple[int, ...], bytes]:
        data = os.read(self.handle, MOST + 4096)
        return ASKED.unpack_from(data), data[ASKED.size :]

    def _answer(self, asked: tuple[int, ...], data: bytes, error: int = 0) -> None:
        os.write(self.handle, ANSWERED.pack(ANSWERED.size + len(data), -error, asked[2]) + data)

    def _controlled(self, caller: int, data: bytes) -> tuple[int, int]:
        """Answer an ioctl: its result, and an error number, 0 for none."""
        request, given = IOCTL_ASKED.unpack_from(data)[2], data[IOCTL_ASKED.size :]
        if not self.works:
            return 0, errno.EIO
        if request in SETTINGS:
            return 0, 0 if SETTINGS[request] in (
                None,
                int.from_bytes(given, sys.byteorder),
            ) else errno.EINVAL
        if request != MESSAGE:
            return 0, errno.ENOTTY
        sent, received, size, *_ = TRANSFER.unpack_from(given)
        # The kernel could bring these bytes, too, but with two more calls. Under emulation that is
        # slow, and the game waits meanwhile.
        memory = self._memory(caller)
        os.pwrite(memory, self._exchange(os.pread(memory, size, sent)), received)
        return size, 0

    def _memory(self, thread: int) -> int:
        """Return the memory of a caller."""
        if thread not in self._memories:
            self._memories[thread] = os.open(f"/proc/{thread}/mem", os.O_RDWR)
        return self._memories[thread]

    def _forget(self) -> None:
        """Forget it: a thread's number may belong to another one the next time."""
        for memory in self._memories.values():
            os.close(memory)
        self._memories.clear()


# ---- Orders --------------------------------------------------------------------------------------


def obey(line: str, reader: Reader, lines: Lines, spi: SpiDevice) -> None:
    """Carry out one line."""
    word, *rest = line.split()
    if word == "insert":
        reader.put(int(rest[0]), int(rest[1]))
    elif word == "take":
        reader.put(int(rest[0]), None)
    elif word in ("close", "open"):
        lines.close(int(rest[0]), word == "close")
    else:
        spi.works = rest == ["on"]
    print(line, flush=True)


def main(words: list[str]) -> None:
    """Carry out lines for ever."""
    file, fifo = read_table_file(words[0]), words[1]
    for module in ("configfs", "cuse"):
        subprocess.run(["/usr/sbin/modprobe", module], check=True)
    lines = Lines()
    reader = Reader(file, lines)
    spi = SpiDevice(reader.convert)
    os.mkfifo(fifo)
    # Open for writing too, so that it never comes to its end.
    orders, waiting = os.open(fifo, os.O_RDWR | os.O_NONBLOCK), b""
    looked = reported = 0.0
    while True:
        ready, _, _ = select.select([orders, spi.handle], [], [], LOOKS)
        if spi.handle in ready:
            spi.serve()
        if orders in ready:
            *whole, waiting = (waiting + os.read(orders, 4096)).split(b"\n")
            for line in whole:
                obey(line.decode(), reader, lines, spi)
        if time.monotonic() - looked > LOOKS:
            looked = time.monotonic()
            reader.look()
        if time.monotonic() - reported > REPORT_EVERY:
            reported = time.monotonic()
            Path(f"{fifo}.new").write_text(reader.state(), "ascii")
            Path(f"{fifo}.new").replace(f"{fifo}.json")


if __name__ == "__main__":
    main(sys.argv[1:])
