"""All emulated readers of a table: what is done at them, and what happens to them, such as a cable that somebody stumbles over."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from companion.errors import TableFault
from companion.folders import firmware_folder
from companion.signals import (
    HALF, PLUG, SHADE, SLOTS, SMUDGED, SUN, UNPLUG, WELL, CollectCards, Deed, InsertCard, LyingCard, Mischief, MoveHandle, ReaderModel,
    SettleCard, Signal, TakeCard, Trouble,
)
from companion.table.rig.reader import EmulatedReader
from companion.table.rig.wishes import Wishes
from companion.table.serial.discovery import Port

SHORTEST, LONGEST = 1.0, 3.0
"""Seconds that a cable is out."""

NEVER: Final = float("inf")
FORGIVEN: Final = 10.0
"""Seconds for which firmware must run until what it has done wrong is told to be over."""


class _Cables:
    """When which cable is pulled, and put back. `mean` is the time between two pulls at the whole table, in seconds; 0: never."""

    def __init__(self, mean: float, random: Random) -> None:
        self._mean, self._random = mean, random
        self._next: float | None = None
        self._out: dict[int, float] = {}

    def turn(self, now: float, plugged: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats whose cable is pulled now, one at most, and those who get theirs back, in seconds; `plugged` have one in."""
        back = tuple(seat for seat, until in self._out.items() if now >= until)
        for seat in back:
            del self._out[seat]
        if self._next is None:
            self._next = self._following(now)
        if now < self._next or not plugged:
            return (), back
        self._next = self._following(now)
        seat = self._random.choice(plugged)
        self._out[seat] = now + self._random.uniform(SHORTEST, LONGEST)
        return (seat,), back

    def _following(self, now: float) -> float:
        # Nobody stumbles by the clock: the next time does not depend on when the last one was.
        return now + self._random.expovariate(1 / self._mean) if self._mean else NEVER


class Rig:
    """Readers of seats 1 to `wishes.seats`. `clock` is in seconds of the rig's own, paced time. Turn it often: it moves the hands.

    `mark` is a word that the readers' firmware is watched for (see `EmulatedReader.moments`); `firmware` is the folder of another
    firmware than ours.
    """

    def __init__(self, wishes: Wishes, clock: Callable[[], float], mark: str = "", firmware: Path | None = None) -> None:
        self.wishes, self.clock, self._mark, self._firmware = wishes, clock, mark, firmware
        self.readers: dict[int, EmulatedReader] = {}
        # Each purpose draws by itself: how cards come to lie does not shift when cables are pulled.
        self._random = Random(f"{wishes.seed} rig")
        self._cables = _Cables(wishes.faults.unplug, Random(f"{wishes.seed} cables"))
        self._models: dict[int, ReaderModel] = {}
        self._complained: dict[int, tuple[int, float]] = {}

    def open(self) -> None:
        """Start all readers; cards that lay in them when the rig was closed lie there still. TableFault says what is missing."""
        if find_spec("neopixel") is None:
            raise TableFault(
                "The emulated readers run the real firmware, which needs the library neopixel: found none. "
                "Install it with: pip install adafruit-circuitpython-neopixel",
            )
        folder = str(self._firmware or firmware_folder())
        for seat in range(1, self.wishes.seats + 1):
            if seat not in self.readers:
                self.readers[seat] = EmulatedReader(seat, self.wishes, folder, self._mark)
        self._models = {}
        try:
            for reader in self.readers.values():
                reader.plug()
        except TableFault:
            self.close()
            raise

    def close(self) -> None:
        """End all readers; none is left running."""
        for reader in self.readers.values():
            reader.close()

    def ports(self) -> tuple[Port, ...]:
        """Where readers answer: those that are on USB now. The one method that another thread may call."""
        # The wires' own thread asks for this: a list of its own, and each path read once.
        found = [(reader, reader.path) for reader in list(self.readers.values())]
        return tuple(Port(path, reader.uid, f"emulated reader {reader.seat}") for reader, path in found if path)

    def starting(self) -> bool:
        """Whether some reader whose cable is in is not on USB yet."""
        return any(reader.plugged and not reader.path for reader in self.readers.values())

    def turn(self) -> tuple[Signal, ...]:
        """Let time pass at the table; a ReaderModel for each reader where something is different now, a Trouble where firmware failed."""
        now = self.clock()
        plugged = [seat for seat, reader in self.readers.items() if reader.plugged]
        pulled, back = self._cables.turn(now, plugged)
        for seat in pulled:
            self.readers[seat].unplug()
        for seat in back:
            self._put_back(self.readers[seat])
        for reader in self.readers.values():
            reader.turn(now)
        return (*self._news(), *self._complaints(now))

    def do(self, deed: Deed) -> bool:
        """Carry out what is done at emulated readers; False for what cannot be done, which changes nothing."""
        if isinstance(deed, CollectCards):
            return self._collect(deed)
        if isinstance(deed, (InsertCard, TakeCard, MoveHandle, SettleCard, Mischief)):
            reader = self.readers.get(deed.seat)
            return reader is not None and self._do_at(reader, deed)
        return False

    def answered(self, seat: int, position: str) -> None:
        """The app has heard that a handle is in a position; see `Hands.answered`."""
        if seat in self.readers:
            self.readers[seat].hands.answered(position)

    def lies(self, code: int) -> bool:
        """Whether the card with this code is in some reader, or will be when all deeds are done."""
        return any(card is not None and card.code == code for reader in self.readers.values() for card in reader.hands.cards)

    def busy(self) -> bool:
        """Whether hands still have something to do."""
        return any(reader.hands.busy() for reader in self.readers.values())

    def _do_at(self, reader: EmulatedReader, deed: InsertCard | TakeCard | MoveHandle | SettleCard | Mischief) -> bool:
        if isinstance(deed, InsertCard):
            known = 0 <= deed.code <= 255 and not self.lies(deed.code)
            return known and reader.hands.insert(deed.slot, LyingCard(deed.code, self._chance()))
        if isinstance(deed, TakeCard):
            return reader.hands.take(deed.slot)
        if isinstance(deed, MoveHandle):
            return reader.hands.move_handle(deed.position)
        return reader.hands.settle(deed.slot) if isinstance(deed, SettleCard) else self._mischief(reader, deed)

    def _collect(self, deed: CollectCards) -> bool:
        going = [
            (reader, slot) for seat, reader in self.readers.items() for slot in range(1, SLOTS + 1) if slot not in deed.keep.get(seat, ())
        ]
        # A list: any() by itself would stop at the first card.
        return any([reader.hands.take(slot) for reader, slot in going])

    @staticmethod
    def _put_back(reader: EmulatedReader) -> bool:
        try:
            return reader.plug()
        except TableFault as fault:
            reader.troubles.append(str(fault))
            return False

    def _mischief(self, reader: EmulatedReader, deed: Mischief) -> bool:
        if deed.what in (UNPLUG, PLUG):
            return self._put_back(reader) if deed.what == PLUG else reader.unplug()
        if deed.what in (SUN, SHADE):
            return reader.hands.shine(deed.what == SUN)
        return reader.hands.disturb(deed.slot, deed.what)

    def _chance(self) -> str:
        """How a card comes to lie that somebody puts in."""
        faults, drawn = self.wishes.faults, self._random.random()
        return SMUDGED if drawn < faults.dirty else HALF if drawn < faults.dirty + faults.half else WELL

    def _news(self) -> list[Signal]:
        news: list[Signal] = []
        for seat, reader in self.readers.items():
            model = reader.model()
            if self._models.get(seat) != model:
                self._models[seat] = model
                news.append(model)
        return news

    def _complaints(self, now: float) -> list[Signal]:
        """What firmware has done wrong since the last time; that it runs again, when it has done so for a while."""
        news: list[Signal] = []
        for seat, reader in self.readers.items():
            place, (count, when) = f"emulated reader {seat}", self._complained.get(seat, (0, now))
            if count != len(reader.troubles):
                self._complained[seat] = len(reader.troubles), now
                news.append(Trouble(place, f"The firmware of the {place} has failed: {reader.troubles[-1]}"))
            elif now - when >= FORGIVEN and reader.booted:
                del self._complained[seat]
                reader.troubles.clear()
                news.append(Trouble(place, ""))
        return news
