"""Who sits where, as readers come and go: what each reader tells by its chip id becomes signals of its seat, or of a stranger."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.signals import (
    NO_READER,
    OK,
    PULL,
    REST,
    CellsSeen,
    Counters,
    HandleMoved,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderReport,
    SlotRead,
    SlotReport,
    StrangerPulled,
)
from companion.table.seats import Seats
from companion.words import Text, text

ABSENT: Final = text("it has not been found since the start, so check its cable")
PATIENCE: Final = 4.0
"""Seconds after the first reader has answered until a remembered one that has not is told absent."""


@dataclass(slots=True)
class _SeatedReader:
    """A reader that answers: its seat (None for a stranger), what it holds (None until heard), and handle moves heard before that."""

    version: str
    seat: int | None
    row: tuple[SlotReport, ...] | None = None
    handle: str = REST
    early: list[str] = field(default_factory=list)


class Sitting:
    """The readers that answer now. Every call puts the signals that follow from it into `tell`, a seat's slots before its handle.

    A reader that answers and its slots are told in one call of `tell`, so that nobody hears of the one without the others.
    """

    def __init__(self, seats: Seats, tell: Callable[..., None]) -> None:
        self._seats, self._tell = seats, tell
        self._readers: dict[str, _SeatedReader] = {}
        self._missed: dict[int, Text | str] = {}
        self._since: float | None = None

    def answering(self) -> int:
        """How many seats have a reader that answers."""
        # The screen's thread asks for this while the wires' own takes readers in: a list of its own, or it would break off in the middle.
        return sum(
            reader.seat is not None and reader.row is not None
            for reader in tuple(self._readers.values())
        )

    def holds(self, uid: str) -> bool:
        """Whether a reader with this chip id answers."""
        return uid in self._readers

    def seat_of(self, uid: str) -> int | None:
        """The seat that a reader's lamps belong to."""
        return self._seats.seat_of(uid)

    def greeted(self, uid: str, version: str, now: float) -> None:
        """A reader has said who it is; nothing is told before it says what it holds."""
        self._readers[uid] = _SeatedReader(version, self._seats.seat_of(uid))
        # Only where some reader answers is a missing one worth a word: a table without any is played on the screen.
        self._since = now if self._since is None else self._since

    def slots(self, uid: str, row: tuple[SlotReport, ...]) -> None:
        """A reader tells what all its slots show; only what has changed is passed on."""
        reader = self._readers[uid]
        before, reader.row = reader.row, row
        if before is None:
            self._come(uid, reader)
            early, reader.early = reader.early, []
            for position in early:
                self.handle(uid, position)
        elif reader.seat is not None:
            self._tell(*_changed(reader.seat, before, row))

    def handle(self, uid: str, position: str) -> None:
        """A reader's handle has come to rest in a position: PULL, REST or PUSH. Of a stranger's only the pull is told, which chooses its seat."""
        reader = self._readers[uid]
        if reader.row is None:
            reader.early.append(position)
            return
        moved, reader.handle = reader.handle != position, position
        if moved and reader.seat is not None:
            self._tell(HandleMoved(reader.seat, position))
        elif moved and position == PULL:
            self._tell(StrangerPulled(uid))

    def cells(self, uid: str, slot: int, levels: tuple[int, ...], rooms: tuple[int, ...]) -> None:
        """A reader has looked at the single cells of a slot (1-5): level and room of each, 0-255."""
        reader = self._readers[uid]
        if reader.seat is not None and reader.row is not None:
            self._tell(CellsSeen(reader.seat, slot, levels, rooms))

    def lost(self, uid: str, reason: Text | str) -> None:
        """A reader does not answer any more."""
        reader = self._readers.pop(uid)
        if reader.row is not None:
            self._go(uid, reader, reason)
        elif reader.seat is not None and reader.seat not in self._missed:
            self._miss(reader.seat, reason)

    def end(self, reason: Text | str) -> None:
        """No reader answers any more."""
        for uid in tuple(self._readers):
            self.lost(uid, reason)

    def unfit(self, uid: str, reason: Text | str) -> None:
        """A reader that does not answer could not be used if it did."""
        seat = self._seats.seat_of(uid)
        if seat is not None and uid not in self._readers:
            self._miss(seat, reason)

    def give(self, uid: str, seat: int) -> None:
        """The reader with this chip id has this seat from now on; whoever had it is a stranger."""
        before = self._seats.known()
        self._seats.give(uid, seat)
        self._moved(before)

    def free(self, seat: int) -> None:
        """The reader of this seat is a stranger from now on."""
        before = self._seats.known()
        self._seats.free(seat)
        self._moved(before)

    def look_for_absent(self, now: float) -> None:
        """Tell each remembered reader that has not come although others have: perhaps a cable is out."""
        if self._since is None or now - self._since < PATIENCE:
            return
        for uid, seat in self._seats.known().items():
            if uid not in self._readers and self._missed.get(seat, NO_READER) == NO_READER:
                self._miss(seat, ABSENT)

    def reports(self, kind: str, counters: Callable[[str], Counters]) -> None:
        """Tell everything about each reader that has a seat."""
        for uid, reader in self._readers.items():
            if reader.seat is not None and reader.row is not None:
                self._tell(
                    ReaderReport(
                        reader.seat,
                        kind,
                        uid,
                        reader.version,
                        reader.handle,
                        reader.row,
                        counters(uid),
                    )
                )

    def _come(self, uid: str, reader: _SeatedReader) -> None:
        if reader.seat is None:
            self._tell(ReaderFound(uid))
            return
        self._missed.pop(reader.seat, None)
        self._tell(ReaderBack(reader.seat), *_changed(reader.seat, (), reader.row or ()))

    def _go(self, uid: str, reader: _SeatedReader, reason: Text | str) -> None:
        if reader.seat is None:
            self._tell(ReaderGone(uid))
        else:
            self._miss(reader.seat, reason)

    def _miss(self, seat: int, reason: Text | str) -> None:
        known, self._missed[seat] = self._missed.get(seat), reason
        if known != reason:
            self._tell(ReaderLost(seat, reason))

    def _moved(self, before: dict[str, int]) -> None:
        """Readers change places: first everybody whose seat has changed stands up, then they sit down."""
        after = self._seats.known()
        movers = [uid for uid in self._readers if before.get(uid) != after.get(uid)]
        for uid in movers:
            reader = self._readers[uid]
            if reader.row is not None:
                self._go(uid, reader, NO_READER)
        for uid in movers:
            reader = self._readers[uid]
            reader.seat = after.get(uid)
            # The pull that chose the seat means nothing more than that.
            if reader.row is not None:
                self._come(uid, reader)
        # Nobody belongs there any more, so nobody is missed: there is no reader.
        for seat in set(self._missed) - set(after.values()):
            self._miss(seat, NO_READER)


def _changed(
    seat: int, before: Sequence[SlotReport], row: Sequence[SlotReport]
) -> Iterator[SlotRead]:
    """The slots of a row that show something else than before, all of them where nothing was known."""
    shown = [(report.status, report.code) for report in before]
    for slot, report in enumerate(row, 1):
        # A slice: it is empty where nothing was known, which differs from everything. Contrast is no change.
        if shown[slot - 1 : slot] != [(report.status, report.code)]:
            yield SlotRead(seat, slot, report.status, report.code if report.status == OK else None)
