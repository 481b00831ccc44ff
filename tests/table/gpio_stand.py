"""A Raspberry Pi's header with readers on it, made of gpiozero's own mock pins.

It has an MCP3008 on its SPI bus, multiplexers, cards and hands. `gpio_table()` makes one that can
be opened like any table; `Hands` carry out deeds on the pins.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from companion.signals import (
    PULL,
    PUSH,
    REST,
    SHADE,
    SLOTS,
    SUN,
    WELL,
    CollectCards,
    Deed,
    HandleMoved,
    InsertCard,
    LyingCard,
    Mischief,
    MoveHandle,
    SettleCard,
    Signal,
    SlotRead,
    TakeCard,
)
from companion.table.gpio import GpioTable
from companion.table.gpio.table_file import SeatWiring, TableFile, parse_table_file
from companion.table.rig.optics import samples
from companion.table.screen_fallback import ScreenFallback

TWO_DARK = """
kind = "gpio"
[[seat]]
seat = 1
channels = [0, 1, 2]
pull = 17
push = 27
[[seat]]
seat = 2
channels = [3, 4, 5]
pull = 22
push = 23
"""
"""Two readers without lock lights, wired as the reference is."""

DEAD, FLOATING = "dead", "floating"
"""The states of a line whose converter has no supply: it stays low, or floats and reads high."""

NEVER = 30.0
"""Seconds after which a table will not notice a deed any more; a busy machine takes many times what
an idle one does."""
WAIT = 200.0
"""Seconds that a test waits for what must happen."""

LOOK = 0.003
"""Seconds of a table's own time between two looks at its clock; it looks four to six times in a
turn."""
RETRY = 0.01
"""Seconds until a table tries again to get pins."""


_samples = lru_cache(samples)


class Mcp3008:
    """The converter on its bus, by whole words.

    After a start bit, the single-ended bit and three bits of channel it answers a 0 and ten bits
    (data sheet, 5.0).
    """

    def __init__(self, voltage: Callable[[int], int]) -> None:
        self.voltage, self.state = voltage, ""

    def transfer(self, words: Sequence[int]) -> list[int]:
        """Convert the voltage of a channel."""
        start, which, room = words
        assert (start, which & 0x8F, room) == (1, 0x80, 0), (
            f"no start bit where it belongs: {words}"
        )
        if self.state:
            return [0xFF if self.state == FLOATING else 0] * 3
        return [0, *divmod(self.voltage(which >> 4 & 7), 256)]

    def close(self) -> None:
        """Release the bus."""


class BenchPins(MockFactory):
    """Mock pins with a converter.

    gpiozero's own bus would set a pin for each bit, which takes most of the time of a test.
    """

    def __init__(self, converter: Mcp3008) -> None:
        super().__init__()
        self._converter = converter

    def spi(self, **places: int) -> Mcp3008:
        """Open the bus."""
        return self._converter


class SwitchPin(MockPin):
    """A pin with a switch to ground, which overrides the pull-up at any time."""

    closed = False

    def _get_state(self) -> bool:
        return not self.closed and bool(super()._get_state())


class Bench:
    """Readers on a header as a person sees them: the cards and the pins that are high.

    It exists before a table is opened on it.
    """

    def __init__(self, file: TableFile) -> None:
        self.file = file
        self.converter = Mcp3008(self.voltage)
        self.factory = BenchPins(self.converter)
        self._pins: dict[int, MockPin] = {}
        self.cards: dict[tuple[int, int], LyingCard] = {}
        self.sunny = False
        self.most_lit = 0
        self.dead_slots: set[tuple[int, int]] = set()
        self._switches = {(seat.seat, PULL): self._switch(seat.pull) for seat in file.seats}
        self._switches |= {(seat.seat, PUSH): self._switch(seat.push) for seat in file.seats}

    def _switch(self, pin: int) -> SwitchPin:
        return self.factory.pin(pin, pin_class=SwitchPin)

    def is_high(self, pin: int) -> bool:
        """Return the level of a pin."""
        if pin not in self._pins:
            self._pins[pin] = self.factory.pin(pin)
        return bool(self._pins[pin].state)

    def turn(self, seat: int, position: str) -> None:
        """Move the handle: its switches close to ground."""
        for switch in (PULL, PUSH):
            self._switches[seat, switch].closed = position == switch

    def voltage(self, channel: int) -> int:
        """Return the converter's value by address, sensor lights and the cards in the slots."""
        self.most_lit = max(
            self.most_lit,
            sum(
                self.is_high(pin) for pin in {pin for seat in self.file.seats for pin in seat.light}
            ),
        )
        for seat in self.file.seats:
            if channel in seat.channels:
                return self._sample(seat, seat.channels.index(channel))
        return 0

    def _sample(self, seat: SeatWiring, mux: int) -> int:
        number = 16 * mux + sum(
            self.is_high(pin) << line for line, pin in enumerate(self.file.address)
        )
        slot, cell = divmod(number, 8)
        if slot >= SLOTS or (seat.seat, slot + 1) in self.dead_slots:
            return 0
        light = self.is_high(seat.light[slot])
        return _samples(self.cards.get((seat.seat, slot + 1)), self.sunny)[light][cell] >> 6


class Hands:
    """Carry out deeds on a bench, one after the other.

    The next one begins when the table has noticed the last, or when it never will.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._steps: deque[tuple[Callable[[], None], Callable[[Signal], bool]]] = deque()
        self._awaited: Callable[[Signal], bool] | None = None
        self._since = 0.0
        self._cards = {place: card.code for place, card in bench.cards.items()}

    def __call__(self, deed: Deed) -> None:
        """Accept a deed, or refuse an impossible one after all earlier ones are done."""
        if (
            isinstance(deed, InsertCard)
            and self._free(deed)
            and deed.code not in self._cards.values()
        ):
            self._place(deed.seat, deed.slot, LyingCard(deed.code, WELL))
        elif isinstance(deed, TakeCard) and (deed.seat, deed.slot) in self._cards:
            self._place(deed.seat, deed.slot, None)
        elif isinstance(deed, CollectCards):
            for seat, slot in [
                place for place in self._cards if place[1] not in deed.keep.get(place[0], ())
            ]:
                self._place(seat, slot, None)
        elif isinstance(deed, MoveHandle) and deed.position in (PULL, PUSH):
            self._move(deed.seat, deed.position)
            self._move(deed.seat, REST)
        elif (
            isinstance(deed, SettleCard)
            and (code := self._cards.get((deed.seat, deed.slot))) is not None
        ):
            self._place(deed.seat, deed.slot, None)
            self._place(deed.seat, deed.slot, LyingCard(code, WELL))
        elif isinstance(deed, Mischief) and deed.what in (SUN, SHADE):
            self._bench.sunny = deed.what == SUN

    def _free(self, deed: InsertCard) -> bool:
        seats = [seat.seat for seat in self._bench.file.seats]
        there = deed.seat in seats and 1 <= deed.slot <= SLOTS and 0 <= deed.code <= 255
        return there and (deed.seat, deed.slot) not in self._cards

    def _place(self, seat: int, slot: int, card: LyingCard | None) -> None:
        def step() -> None:
            if card is None:
                self._bench.cards.pop((seat, slot), None)
            else:
                self._bench.cards[seat, slot] = card

        if card is None:
            self._cards.pop((seat, slot), None)
        else:
            self._cards[seat, slot] = card.code
        self._steps.append(
            (step, lambda signal: isinstance(signal, SlotRead) and signal[:2] == (seat, slot))
        )

    def _move(self, seat: int, position: str) -> None:
        self._steps.append(
            (
                lambda: self._bench.turn(seat, position),
                lambda signal: signal == HandleMoved(seat, position),
            )
        )

    def go_on(self, heard: Iterable[Signal]) -> None:
        """Take the next step if the table has noticed the last."""
        if self._awaited is not None and (
            any(map(self._awaited, heard)) or time.monotonic() - self._since > NEVER
        ):
            self._awaited = None
        if self._awaited is None and self._steps:
            step, self._awaited = self._steps.popleft()
            self._since = time.monotonic()
            step()


def header_table(file: TableFile) -> GpioTable:
    """Return a table whose clock moves at each look, and which retries lost pins soon."""
    return GpioTable(file, header_clock(), RETRY)


def header_clock() -> Callable[[], float]:
    """Return a clock that moves by LOOK at each look, independent of real time."""
    return count(0.0, LOOK).__next__


class BenchReaders(GpioTable):
    """The readers on a bench; the hands go on at each poll."""

    def __init__(self, file: TableFile, work: Hands) -> None:
        super().__init__(file, header_clock(), RETRY)
        self._work = work

    def poll(self) -> tuple[Signal, ...]:
        """Return the readers' signals."""
        said = super().poll()
        self._work.go_on(said)
        return said


class BenchTable(ScreenFallback):
    """A header table on its own bench; gpiozero's pins are the bench's while it is open.

    Unless it is `handy`, no deed reaches its readers.
    """

    def __init__(self, file: TableFile, handy: bool = True) -> None:
        self.bench = Bench(file)
        self.work = Hands(self.bench)
        self._before: Any = None
        super().__init__(BenchReaders(file, self.work), self.work if handy else None)

    def open(self) -> None:
        """Install the bench's pins in gpiozero."""
        self._before, Device.pin_factory = Device.pin_factory, self.bench.factory
        super().open()

    def close(self) -> None:
        """Restore gpiozero's pins."""
        super().close()
        if Device.pin_factory is self.bench.factory:
            Device.pin_factory, self._before = self._before, None


def gpio_table(text: str = TWO_DARK, handy: bool = True) -> BenchTable:
    """Return a table of readers on a header, not yet opened.

    Seats 1 and 2 have readers, and hands carry out every deed if it is `handy`.
    """
    return BenchTable(parse_table_file(text, "bench.toml"), handy)


def heard_until(
    table: BenchTable, enough: Callable[[list[Signal]], bool], seconds: float = WAIT
) -> list[Signal]:
    """Return all signals of a table until they are enough; fail with them if they never are."""
    heard: list[Signal] = []
    deadline = time.monotonic() + seconds
    while not enough(heard):
        assert time.monotonic() < deadline, f"heard only {heard}"
        heard += table.poll()
        time.sleep(0.002)
    return heard
