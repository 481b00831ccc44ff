"""In the guest, as root, by the game's own Python: one reader wired to the header of a Raspberry Pi, and the hands at it.

    python wires_in_guest.py TABLE_FILE FIFO

The header's lines are the kernel's own simulated ones (gpio-sim). For the SPI device there is no simulation in the kernel: here it is a
character device of the kernel's CUSE, behind which this program answers as an MCP3008 does, by the levels of the lines and what lies in the
slots. Lines in the FIFO:

    insert SLOT CODE      a card goes into a slot
    take SLOT             it is taken out
    close GPIO            a switch to ground closes
    open GPIO             it opens
    spi on, spi off       the SPI device works, or answers everything with an input/output error

What is seen lies as JSON in FIFO.json: `lamps`, what each lock light does; `conversions`, how many samples were asked for; `lit`, the most
sensor lights that have burned at once; `strange`, what was asked of the SPI device that no MCP3008 understands.
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
"""How many lines the header's chip has, and what it calls itself, as on a Raspberry Pi 4."""
CONFIG, PLATFORM = Path("/sys/kernel/config/gpio-sim/header"), Path("/sys/devices/platform")
LOOKS, TOLD = 0.04, 0.25
"""Seconds between two looks at the lock lights, and between two reports."""
WINDOW = 0.8
"""Seconds in which a blinking light is both on and off: it has two blinks in each second."""


# ---- Lines ---------------------------------------------------------------------------------------------------------------


class Lines:
    """The simulated lines: what the game makes of them, and what is wired to them."""

    def __init__(self) -> None:
        """Have the kernel make them. Nothing is wired to any yet."""
        bank = CONFIG / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(f"{LINES}\n")
        (bank / "label").write_text(f"{LABEL}\n")
        (CONFIG / "live").write_text("1\n")
        self.chip = (bank / "chip_name").read_text().strip()
        self._folder = PLATFORM / (CONFIG / "dev_name").read_text().strip() / self.chip
        self._levels = dict[int, int]()

    def is_high(self, gpio: int) -> bool:
        """The level of a line, whoever drives it."""
        if gpio not in self._levels:
            self._levels[gpio] = os.open(self._folder / f"sim_gpio{gpio}/value", os.O_RDONLY)
        return os.pread(self._levels[gpio], 1, 0) == b"1"

    def close(self, gpio: int, closed: bool) -> None:
        """A switch between a line and ground; while it is open the game's own pull-up has it."""
        (self._folder / f"sim_gpio{gpio}/pull").write_text("pull-down\n" if closed else "pull-up\n")


# ---- What is wired to them -----------------------------------------------------------------------------------------------


class Reader:
    """The reader of a table file's first seat: its slots, its multiplexers, its MCP3008, its lock lights."""

    def __init__(self, file: TableFile, lines: Lines) -> None:
        """Five empty slots."""
        self._file, self._seat, self._lines = file, file.seats[0], lines
        self._slots = [samples(None, False)] * SLOTS
        self._seen = [[0.0, 0.0] for _ in self._seat.lamps]
        self.conversions = self.lit = 0
        self.strange = list[str]()

    def put(self, slot: int, code: int | None) -> None:
        """A card lies in a slot now, or none."""
        self._slots[slot - 1] = samples(None if code is None else LyingCard(code, WELL), False)

    def convert(self, asked: bytes) -> bytes:
        """What the MCP3008 sends while these bytes are sent to it (data sheet, 5.0 and 6.1): a start bit, single-ended, the channel."""
        if len(asked) != 3 or asked[0] != 1 or asked[1] & 0x8F != 0x80:
            self.strange.append(asked.hex())
            return bytes(len(asked))
        self.conversions += 1
        return self._voltage(asked[1] >> 4 & 7).to_bytes(3)

    def _voltage(self, channel: int) -> int:
        """Ten bits, by the address, the sensor lights and what lies in the slot."""
        if channel not in self._seat.channels:
            return 0
        address = sum(
            self._lines.is_high(gpio) << line for line, gpio in enumerate(self._file.address)
        )
        slot, cell = divmod(16 * self._seat.channels.index(channel) + address, CELLS)
        if cell == 0:
            self.lit = max(self.lit, sum(map(self._lines.is_high, self._seat.light)))
        return (
            0
            if slot >= SLOTS
            else self._slots[slot][self._lines.is_high(self._seat.light[slot])][cell] >> 6
        )

    def look(self) -> None:
        """At the lock lights."""
        for seen, gpio in zip(self._seen, self._seat.lamps, strict=True):
            seen[self._lines.is_high(gpio)] = time.monotonic()

    def told(self) -> str:
        """What is seen, as JSON."""
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


# ---- The SPI device ------------------------------------------------------------------------------------------------------

# From the kernel's own linux/fuse.h and linux/spi/spidev.h, on a machine of 64 bits.
ASKED, ANSWERED = struct.Struct("=IIQQIIIHH"), struct.Struct("=IiQ")
INIT_ANSWER, OPEN_ANSWER = struct.Struct("=8I40x"), struct.Struct("=QIi")
OPEN, RELEASE, IOCTL, INTERRUPT = 14, 18, 39, 36
IOCTL_ASKED, IOCTL_ANSWERED = struct.Struct("=QIIQII"), struct.Struct("=iIII")
VERSION, MOST = (7, 31), 65536
SETTINGS = {0x40016B01: 0, 0x40016B03: 8, 0x40046B04: None}
"""The requests that set mode, bits in a word, and speed, and the only value of each that an MCP3008 takes here (None: any)."""
MESSAGE, TRANSFER = 0x40206B00, struct.Struct("=QQIIHBBBBBx")
"""The request for one transfer, and how that is described."""
NAME = "spi"
"""By this name systemd finds the device's number in /proc/devices, where it looks up `char-spi`; that of the kernel's own driver, which is there
without any device, stands beside it and cannot be had. To the path that the game opens udev makes a link."""


class SpiDevice:
    """The device /dev/spi, for as long as this object lives; `exchange` gives what comes back for bytes that are sent."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        """Have the kernel make it."""
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
        """An ioctl: what it gives, and the number of an error, 0 for none."""
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
        # The kernel would bring these bytes, too, but comes twice more for it. Under emulation that is long, and the game stands still meanwhile.
        memory = self._memory(caller)
        os.pwrite(memory, self._exchange(os.pread(memory, size, sent)), received)
        return size, 0

    def _memory(self, thread: int) -> int:
        """The memory of a caller."""
        if thread not in self._memories:
            self._memories[thread] = os.open(f"/proc/{thread}/mem", os.O_RDWR)
        return self._memories[thread]

    def _forget(self) -> None:
        """A thread's number may be another one's the next time."""
        for memory in self._memories.values():
            os.close(memory)
        self._memories.clear()


# ---- Orders --------------------------------------------------------------------------------------------------------------


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
    """Go on for ever."""
    file, fifo = read_table_file(words[0]), words[1]
    for module in ("configfs", "cuse"):
        subprocess.run(["/usr/sbin/modprobe", module], check=True)
    lines = Lines()
    reader = Reader(file, lines)
    spi = SpiDevice(reader.convert)
    os.mkfifo(fifo)
    # Open for writing too, so that it never comes to its end.
    orders, waiting = os.open(fifo, os.O_RDWR | os.O_NONBLOCK), b""
    looked = told = 0.0
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
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            Path(f"{fifo}.new").write_text(reader.told(), "ascii")
            Path(f"{fifo}.new").replace(f"{fifo}.json")


if __name__ == "__main__":
    main(sys.argv[1:])
