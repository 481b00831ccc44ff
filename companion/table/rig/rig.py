"""All emulated readers of a table: their hands, cables and faults, and the table of them.

A `Rig` has the readers alone, for tests that talk to their ports. A `RigTable` adds the serial
table that real readers have.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from companion.errors import TableError
from companion.folders import firmware_folder
from companion.signals import (
    HALF,
    PLUG,
    SHADE,
    SLOTS,
    SMUDGED,
    SUN,
    UNPLUG,
    WELL,
    CollectCards,
    Deed,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    Mischief,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    ReaderModel,
    SettleCard,
    Signal,
    TableProblem,
    TakeCard,
)
from companion.table.base import TableWrapper
from companion.table.rig.chip.supervision import SAFE_MODES
from companion.table.rig.reader import UID, EmulatedReader
from companion.table.rig.rig_settings import RigSettings
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.serial.discovery import ReaderPort
from companion.table.serial.port import Tap
from companion.words import NOTHING, Text, count, text

SHORTEST, LONGEST = 1.0, 3.0
"""Seconds that a cable is out, at least and at most."""

NEVER: Final = float("inf")
FORGIVEN: Final = 10.0
"""Seconds for which firmware must run until its fault is reported as over."""
PATIENCE: Final = 3.0
"""Real seconds that emulated readers have to answer when the table is opened."""


class Rig:
    """Readers of seats 1 to `settings.seats`. Call `turn` often: it moves the hands.

    Args:
        clock: Seconds of the rig's own, paced time.
        mark: A word to watch for in the firmware's output, see `EmulatedReader.moments`.
        firmware: The folder of another firmware.
    """

    def __init__(
        self,
        settings: RigSettings,
        clock: Callable[[], float],
        mark: str = "",
        firmware: Path | None = None,
    ) -> None:
        self.settings, self.clock, self._mark, self._firmware = settings, clock, mark, firmware
        self.readers: dict[int, EmulatedReader] = {}
        # One generator per purpose: pulled cables do not change how cards lie.
        self._random = Random(f"{settings.seed} rig")
        self._cables = _Cables(settings.faults.unplug, Random(f"{settings.seed} cables"))
        self._crashes = _Moments(settings.faults.crash, Random(f"{settings.seed} crashes"))
        self._models: dict[int, ReaderModel] = {}
        self._complained: dict[int, tuple[int, float]] = {}

    def open(self) -> None:
        """Start all readers, with the cards that were in them when the rig was closed.

        Raises:
            TableError: Firmware or a library is missing.
        """
        if find_spec("neopixel") is None:
            raise TableError(
                "The emulated readers run the real firmware, which needs the library neopixel:"
                " found none. "
                "Install it with: pip install adafruit-circuitpython-neopixel",
            )
        folder = str(self._firmware or firmware_folder())
        for seat in range(1, self.settings.seats + 1):
            if seat not in self.readers:
                self.readers[seat] = EmulatedReader(seat, self.settings, folder, self._mark)
        self._models = {}
        try:
            for reader in self.readers.values():
                reader.plug()
        except TableError:
            self.close()
            raise

    def close(self) -> None:
        for reader in self.readers.values():
            reader.close()

    def ports(self) -> tuple[ReaderPort, ...]:
        """Return the ports of the readers on USB. The only method for other threads."""
        # Another thread calls this: iterate over a copy and read each path once.
        found = [(reader, reader.path) for reader in list(self.readers.values())]
        return tuple(
            ReaderPort(path, reader.uid, f"emulated reader {reader.seat}")
            for reader, path in found
            if path
        )

    def starting(self) -> bool:
        """Return whether some reader with its cable in is not on USB yet."""
        return any(reader.plugged and not reader.path for reader in self.readers.values())

    def turn(self) -> tuple[Signal, ...]:
        """Let time pass; return changed readers as ReaderModel, firmware faults as Trouble."""
        now = self.clock()
        plugged = [seat for seat, reader in self.readers.items() if reader.plugged]
        pulled, back = self._cables.turn(now, plugged)
        for seat in pulled:
            self.readers[seat].unplug()
        for seat in back:
            self._put_back(self.readers[seat])
        running = [seat for seat, reader in self.readers.items() if reader.booted]
        if running and self._crashes.has_come(now):
            self.crash(
                self._crashes.random.choice(running), self._crashes.random.choice(SAFE_MODES)
            )
        for reader in self.readers.values():
            reader.turn(now)
        return (*self._news(), *self._complaints(now))

    def do(self, deed: Deed) -> bool:
        """Carry out a deed at emulated readers; return False if it is impossible."""
        if isinstance(deed, CollectCards):
            going = [
                (reader, slot)
                for seat, reader in self.readers.items()
                for slot in range(1, SLOTS + 1)
                if slot not in deed.keep.get(seat, ())
            ]
            # All of them first: any() would stop at the first card.
            taken = [reader.hands.take(slot) for reader, slot in going]
            return any(taken)
        if not isinstance(deed, (InsertCard, TakeCard, MoveHandle, SettleCard, Mischief)):
            return False
        reader = self.readers.get(deed.seat)
        if reader is None:
            return False
        match deed:
            case InsertCard():
                known = 0 <= deed.code <= 255 and not self.lies(deed.code)
                return known and reader.hands.insert(
                    deed.slot, LyingCard(deed.code, self._chance())
                )
            case TakeCard():
                return reader.hands.take(deed.slot)
            case MoveHandle():
                return reader.hands.move_handle(deed.position)
            case SettleCard():
                return reader.hands.settle(deed.slot)
        if deed.what == PLUG:
            return self._put_back(reader)
        if deed.what == UNPLUG:
            return reader.unplug()
        if deed.what in (SUN, SHADE):
            return reader.hands.shine(deed.what == SUN)
        return reader.hands.disturb(deed.slot, deed.what)

    def crash(self, seat: int, reason: str) -> bool:
        """Restart a chip in safe mode for one of SAFE_MODES; return False if that is impossible."""
        return seat in self.readers and self.readers[seat].crash(reason)

    def note_answer(self, seat: int, position: str) -> None:
        """Note that the app knows of a handle's position; see `ReaderHands.note_answer`."""
        if seat in self.readers:
            self.readers[seat].hands.note_answer(position)

    def lies(self, code: int) -> bool:
        """Return whether the card is in some reader, or will be after all deeds."""
        return any(
            card is not None and card.code == code
            for reader in self.readers.values()
            for card in reader.hands.cards
        )

    def busy(self) -> bool:
        """Return whether hands have deeds left."""
        return any(reader.hands.busy() for reader in self.readers.values())

    @staticmethod
    def _put_back(reader: EmulatedReader) -> bool:
        try:
            return reader.plug()
        except TableError as fault:
            reader.troubles.append(str(fault))
            return False

    def _chance(self) -> str:
        """Decide how an inserted card lies: well, smudged or half inserted."""
        faults, drawn = self.settings.faults, self._random.random()
        if drawn < faults.dirty:
            return SMUDGED
        if drawn < faults.dirty + faults.half:
            return HALF
        return WELL

    def _news(self) -> list[Signal]:
        news: list[Signal] = []
        for seat, reader in self.readers.items():
            model = reader.model()
            if self._models.get(seat) != model:
                self._models[seat] = model
                news.append(model)
        return news

    def _complaints(self, now: float) -> list[Signal]:
        """Return new faults of firmware, and their ends after FORGIVEN seconds."""
        news: list[Signal] = []
        for seat, reader in self.readers.items():
            place, (known, when) = f"emulated reader {seat}", self._complained.get(seat, (0, now))
            if known != len(reader.troubles):
                self._complained[seat] = len(reader.troubles), now
                news.append(
                    TableProblem(
                        place,
                        text(
                            "The firmware of the emulated reader {seat} has failed: {fault}",
                            seat=seat,
                            fault=reader.troubles[-1],
                        ),
                    )
                )
            elif now - when >= FORGIVEN and reader.booted:
                del self._complained[seat]
                reader.troubles.clear()
                news.append(TableProblem(place, NOTHING))
        return news


class _Moments:
    """Random moments, `mean` seconds apart on average; 0: never."""

    def __init__(self, mean: float, random: Random) -> None:
        self.random = random
        self._mean = mean
        self._next: float | None = None

    def has_come(self, now: float) -> bool:
        """Return whether a moment has come since the last one noticed."""
        if self._next is None:
            self._next = self._following(now)
        if now < self._next:
            return False
        self._next = self._following(now)
        return True

    def _following(self, now: float) -> float:
        # Independent of when the last one was.
        return now + self.random.expovariate(1 / self._mean) if self._mean else NEVER


class _Cables:
    """Chooses when cables are pulled and plugged in: after `mean` seconds each, with 0 never."""

    def __init__(self, mean: float, random: Random) -> None:
        self._pulls, self._random = _Moments(mean, random), random
        self._out: dict[int, float] = {}

    def turn(self, now: float, plugged: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the seats whose cable is pulled now, at most one, and those plugged in again.

        `plugged` are the seats with a cable in.
        """
        back = tuple(seat for seat, until in self._out.items() if now >= until)
        for seat in back:
            del self._out[seat]
        if not plugged or not self._pulls.has_come(now):
            return (), back
        seat = self._random.choice(plugged)
        self._out[seat] = now + self._random.uniform(SHORTEST, LONGEST)
        return (seat,), back


class WiredRig:
    """A rig and its wires as one table of real readers. Polling it moves the hands."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.touch_seats: frozenset[int] = frozenset()
        self.answering: set[int] = set()
        """The seats whose readers answer, as far as reported."""
        seats = Seats(None, {UID.format(seat): seat for seat in range(1, rig.settings.seats + 1)})
        self.wires = SerialTable(rig.ports, seats, rig.clock, kind="emulated")
        self._signals: list[Signal] = []

    @property
    def sign(self) -> Text:
        """Say that nothing of it is real."""
        return count(
            "{number} emulated reader", "{number} emulated readers", self.rig.settings.seats
        )

    def open(self) -> None:
        """Start the readers and wait a moment until they are on USB.

        Raises:
            TableError: Firmware or a library is missing.
        """
        self.rig.open()
        self._signals, self.answering = [], set()
        # The first search of the wires finds every reader; the next one is a second later.
        _work_until(lambda: not self.rig.starting(), lambda: self._signals.extend(self.rig.turn()))
        self.wires.open()

    def poll(self) -> tuple[Signal, ...]:
        """Return the changed models and the signals of the readers."""
        signals, self._signals = (*self._signals, *self.rig.turn(), *self.wires.poll()), []
        for signal in signals:
            # The next pull of hands that know this is a new one, see `ReaderHands.note_answer`.
            if isinstance(signal, HandleMoved):
                self.rig.note_answer(signal.seat, signal.position)
            elif isinstance(signal, ReaderBack):
                self.answering.add(signal.seat)
            elif isinstance(signal, ReaderLost):
                self.answering.discard(signal.seat)
        return signals

    def show(self, lamps: Lamps) -> None:
        self.wires.show(lamps)

    def do(self, deed: Deed) -> None:
        """Pass the deed on to the wires; hands are worked through the rig."""
        self.wires.do(deed)

    def close(self) -> None:
        """Release the wires and end all processes."""
        self._signals = []
        self.wires.close()
        self.rig.close()


class RigTable(TableWrapper):
    """Emulated readers for seats up to `settings.seats`; other seats are played on the screen.

    Readers, hands and the wires' timeouts run at `settings.pace` times the speed of `clock`, which
    is in seconds. `mark`: see `Rig`.
    """

    def __init__(self, settings: RigSettings, clock: Callable[[], float], mark: str = "") -> None:
        self.rig = Rig(settings, lambda: clock() * settings.pace, mark)
        self._wired = WiredRig(self.rig)
        self.wires = self._wired.wires
        super().__init__(
            ScreenFallback(
                self._wired,
                self.rig.do,
                emulated=range(1, settings.seats + 1),
                clock=self.rig.clock,
            )
        )
        self._signals: tuple[Signal, ...] = ()

    @property
    def sign(self) -> Text:
        """Say that nothing of it is real, even while seats are played on the screen."""
        return self._wired.sign

    @property
    def tap(self) -> Tap | None:
        """The listener to the wires, see `SerialTable.tap`."""
        return self.wires.tap

    @tap.setter
    def tap(self, tap: Tap | None) -> None:
        self.wires.tap = tap

    def open(self) -> None:
        """Start the readers and wait a moment until all answer.

        Raises:
            TableError: Firmware or a library is missing.
        """
        super().open()
        signals: list[Signal] = []
        _work_until(
            lambda: self._wired.answering >= set(self.rig.readers),
            lambda: signals.extend(self.inner.poll()),
        )
        # Leave out losses of readers that have answered since: they were only starting.
        back = {signal.seat for signal in signals if isinstance(signal, ReaderBack)}
        self._signals = tuple(
            signal
            for signal in signals
            if not (isinstance(signal, ReaderLost) and signal.seat in back)
        )

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals of the readers and the changed models."""
        signals, self._signals = (*self._signals, *super().poll()), ()
        return signals

    def close(self) -> None:
        """Release the wires and end all processes."""
        self._signals = ()
        super().close()


def _work_until(done: Callable[[], bool], work: Callable[[], None]) -> None:
    """Work until `done`, at most PATIENCE seconds: a session may begin without its readers."""
    deadline = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < deadline:
        work()
        time.sleep(0.005)
