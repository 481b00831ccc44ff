"""Turn the messages of readers, known by chip id, into signals of seats or of strangers."""

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

ABSENT: Final = text("it was not found since the start; check its cable")
PATIENCE: Final = 4.0
"""Seconds after the first answer until a remembered reader without an answer counts as absent."""


@dataclass(slots=True)
class _SeatedReader:
    """A reader that answers."""

    version: str
    seat: int | None
    """None for a stranger."""
    row: tuple[SlotReport, ...] | None = None
    """The slots, None until they are known."""
    handle: str = REST
    early: list[str] = field(default_factory=list)
    """Handle moves that came before the slots."""


class ReaderSeating:
    """The readers that answer now. Every call passes the resulting signals to `tell`.

    The slots of a seat come before its handle. A reader that answers and its slots are passed in
    one call of `tell`.
    """

    def __init__(self, seats: Seats, tell: Callable[..., None]) -> None:
        self._seats, self._tell = seats, tell
        self._readers: dict[str, _SeatedReader] = {}
        self._missing: dict[int, Text | str] = {}
        self._since: float | None = None

    def answering(self) -> int:
        """Return the number of seats whose reader answers."""
        # A copy, since the screen's thread asks while the wires' thread adds readers.
        return sum(
            reader.seat is not None and reader.row is not None
            for reader in tuple(self._readers.values())
        )

    def holds(self, uid: str) -> bool:
        """Return whether a reader with this chip id answers."""
        return uid in self._readers

    def seat_of(self, uid: str) -> int | None:
        """Return the seat that a reader's lamps belong to."""
        return self._seats.seat_of(uid)

    def note_greeting(self, uid: str, version: str, now: float) -> None:
        """Note a reader's greeting; nothing is reported before its slots are known."""
        self._readers[uid] = _SeatedReader(version, self._seats.seat_of(uid))
        # Missing readers are reported only if some reader answers: a table without any is played on
        # the screen.
        self._since = now if self._since is None else self._since

    def take_slots(self, uid: str, row: tuple[SlotReport, ...]) -> None:
        """Take in all slots of a reader; only changes are passed on."""
        reader = self._readers[uid]
        before, reader.row = reader.row, row
        if before is None:
            self._report_found(uid, reader)
            early, reader.early = reader.early, []
            for position in early:
                self.take_handle(uid, position)
        elif reader.seat is not None:
            self._tell(*_changed_slots(reader.seat, before, row))

    def take_handle(self, uid: str, position: str) -> None:
        """Take in a reader's handle position: PULL, REST or PUSH.

        Of a stranger only the pull is reported, since it chooses the seat.
        """
        reader = self._readers[uid]
        if reader.row is None:
            reader.early.append(position)
            return
        moved, reader.handle = reader.handle != position, position
        if moved and reader.seat is not None:
            self._tell(HandleMoved(reader.seat, position))
        elif moved and position == PULL:
            self._tell(StrangerPulled(uid))

    def take_cells(
        self, uid: str, slot: int, levels: tuple[int, ...], rooms: tuple[int, ...]
    ) -> None:
        """Take in the single cells of a slot (1-5): level and room of each, 0-255."""
        reader = self._readers[uid]
        if reader.seat is not None and reader.row is not None:
            self._tell(CellsSeen(reader.seat, slot, levels, rooms))

    def report_lost(self, uid: str, reason: Text | str) -> None:
        """Report a reader that no longer answers."""
        reader = self._readers.pop(uid)
        if reader.row is not None:
            self._report_gone(uid, reader, reason)
        elif reader.seat is not None and reader.seat not in self._missing:
            self._report_missing(reader.seat, reason)

    def report_all_lost(self, reason: Text | str) -> None:
        """Report all readers as lost."""
        for uid in tuple(self._readers):
            self.report_lost(uid, reason)

    def report_unfit(self, uid: str, reason: Text | str) -> None:
        """Report a seat whose reader does not answer and could not be used."""
        seat = self._seats.seat_of(uid)
        if seat is not None and uid not in self._readers:
            self._report_missing(seat, reason)

    def give(self, uid: str, seat: int) -> None:
        """Give a reader the seat; the reader that had it becomes a stranger."""
        before = self._seats.known()
        self._seats.give(uid, seat)
        self._report_moves(before)

    def free(self, seat: int) -> None:
        """Make the reader of this seat a stranger."""
        before = self._seats.known()
        self._seats.free(seat)
        self._report_moves(before)

    def look_for_absent(self, now: float) -> None:
        """Report each remembered reader that is missing although others have answered."""
        if self._since is None or now - self._since < PATIENCE:
            return
        for uid, seat in self._seats.known().items():
            if uid not in self._readers and self._missing.get(seat, NO_READER) == NO_READER:
                self._report_missing(seat, ABSENT)

    def report_all(self, kind: str, counters: Callable[[str], Counters]) -> None:
        """Report everything about each reader that has a seat."""
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

    def _report_found(self, uid: str, reader: _SeatedReader) -> None:
        if reader.seat is None:
            self._tell(ReaderFound(uid))
            return
        self._missing.pop(reader.seat, None)
        self._tell(ReaderBack(reader.seat), *_changed_slots(reader.seat, (), reader.row or ()))

    def _report_gone(self, uid: str, reader: _SeatedReader, reason: Text | str) -> None:
        if reader.seat is None:
            self._tell(ReaderGone(uid))
        else:
            self._report_missing(reader.seat, reason)

    def _report_missing(self, seat: int, reason: Text | str) -> None:
        known, self._missing[seat] = self._missing.get(seat), reason
        if known != reason:
            self._tell(ReaderLost(seat, reason))

    def _report_moves(self, before: dict[str, int]) -> None:
        """Report readers that change seats: all leave their seats before any takes a new one."""
        after = self._seats.known()
        movers = [uid for uid in self._readers if before.get(uid) != after.get(uid)]
        for uid in movers:
            reader = self._readers[uid]
            if reader.row is not None:
                self._report_gone(uid, reader, NO_READER)
        for uid in movers:
            reader = self._readers[uid]
            reader.seat = after.get(uid)
            # The pull that chose the seat has no other meaning.
            if reader.row is not None:
                self._report_found(uid, reader)
        # No reader belongs to these seats any more, so none is missing.
        for seat in set(self._missing) - set(after.values()):
            self._report_missing(seat, NO_READER)


def _changed_slots(
    seat: int, before: Sequence[SlotReport], row: Sequence[SlotReport]
) -> Iterator[SlotRead]:
    """Yield the slots of a row that have changed, all if nothing was known."""
    shown = [(report.status, report.code) for report in before]
    for slot, report in enumerate(row, 1):
        # A slice: it is empty if nothing was known, which differs from everything. Contrast is no
        # change.
        if shown[slot - 1 : slot] != [(report.status, report.code)]:
            yield SlotRead(seat, slot, report.status, report.code if report.status == OK else None)
