"""What readers on the header tell: samples of their cells and switches in, signals out, by the firmware's own reading logic.

Nothing here touches a pin. Times are integer milliseconds of any clock, as in the firmware.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from card_reader.codes import cells as levels_and_rooms
from card_reader.watch import HANDLE, Watch

from companion.signals import EMPTY, SLOTS, CellsSeen, HandleMoved, ReaderBack, ReaderLost, ReaderReport, Signal, SlotRead, SlotReport, Trouble
from companion.table.serial.heard import POSITIONS, STATUSES

DEAD: Final = 500
"""Milliseconds without any voltage from a slot's cells until its reader counts as lost."""


class Cells(NamedTuple):
    """One scan of one slot: eight samples (0-65535, lower is brighter) with its light off, and eight with it on.

    `answered`: whether the converter answered to all of them; where it did not, the samples mean nothing.
    """

    ambient: list[int]
    lit: list[int]
    answered: bool = True

    def alive(self) -> bool:
        """Whether there is any voltage: sensors in full light still give some."""
        return self.answered and any((*self.ambient, *self.lit))


class WiredReader:
    """One seat's reader: from samples to signals. It is told lost while a slot gives no signal, and back when all do again."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.watch = Watch(SLOTS)
        self.answers = False
        self._told = self._empty()
        self._dead: dict[int, tuple[int, bool]] = {}
        self._trouble = ""

    def _empty(self) -> list[SlotRead]:
        return [SlotRead(self.seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]

    def due(self, now: int) -> int | None:
        """The slot to scan now, from 0; None where none is, or the handle moves."""
        return self.watch.due(now)

    def look(self, slot: int, cells: Cells, now: int) -> None:
        """Take in one scan of one slot, counted from 0; while one slot gives no signal nothing is told of any."""
        if not cells.alive():
            since, _ = self._dead.get(slot, (now, False))
            self._dead[slot] = (since, cells.answered)
        elif self._dead.pop(slot, None) and not self._dead:
            self._read_afresh()
        self.watch.look(slot, cells.ambient, cells.lit, now)

    def _read_afresh(self) -> None:
        """What was believed of slots without a signal does not count; where the handle is was never in doubt."""
        handle, self.watch = self.watch.handle, Watch(SLOTS)
        if self.answers:
            self.watch.handle = handle
        else:
            # Whoever hears ReaderBack takes all its slots for empty.
            self._told = self._empty()

    def seen(self, slot: int, cells: Cells) -> Iterator[CellsSeen]:
        """What the single cells of a slot, counted from 0, have shown in a scan; nothing while the reader is lost or they give no signal."""
        if self.answers and cells.alive():
            levels, rooms = levels_and_rooms(cells.ambient, cells.lit)
            yield CellsSeen(self.seat, slot + 1, tuple(levels), tuple(rooms))

    def news(self, now: int) -> Iterator[Signal]:
        """What is to be told now, in order: slots before the handle that was moved after they were read."""
        if self._dead and now - min(since for since, _ in self._dead.values()) >= DEAD:
            yield from self._give_up({slot: answered for slot, (_, answered) in self._dead.items()})
        if not self._dead:
            for kind, value in self.watch.news():
                yield from self._handle(value) if kind == HANDLE else self._slots(value)

    def _give_up(self, silent: Mapping[int, bool]) -> Iterator[Signal]:
        """Some slots give no signal: said once, and again when it is others."""
        words = _words(self.seat, silent)
        if words != self._trouble:
            self.answers, self._trouble = False, words
            yield ReaderLost(self.seat, _reason(silent))
            yield Trouble(_place(self.seat), words)

    def _slots(self, readings: Any) -> Iterator[Signal]:
        if self._trouble:
            self._trouble = ""
            yield Trouble(_place(self.seat), "")
        if not self.answers:
            self.answers = True
            yield ReaderBack(self.seat)
        for place, (letter, code, _) in enumerate(readings):
            read = SlotRead(self.seat, place + 1, STATUSES[letter], code)
            if read != self._told[place]:
                self._told[place] = read
                yield read

    def _handle(self, letter: Any) -> Iterator[Signal]:
        yield HandleMoved(self.seat, POSITIONS[letter])

    def report(self) -> ReaderReport:
        """What it shows at this moment."""
        slots = tuple(SlotReport(STATUSES[letter], code, contrast) for letter, code, contrast in self.watch.slots.readings())
        return ReaderReport(self.seat, "wired", "", "", POSITIONS[self.watch.handle.position], slots, None)


def _place(seat: int) -> str:
    return f"seat {seat}"


def _reason(silent: Mapping[int, bool]) -> str:
    """Half a sentence."""
    if not all(silent.values()):
        return "its MCP3008 does not answer"
    slots = ", ".join(str(slot + 1) for slot in sorted(silent))
    return f"its slot{'s' if len(silent) > 1 else ''} {slots} give{'' if len(silent) > 1 else 's'} no signal"


def _words(seat: int, silent: Mapping[int, bool]) -> str:
    """The whole sentence, with the remedy."""
    if not all(silent.values()) or len(silent) == SLOTS:
        look = "the MCP3008 has 3.3 V and ground, and look at its wires to GPIO8, 9, 10 and 11"
    else:
        muxes = ", ".join(sorted({"ABC"[8 * slot // 16] for slot in silent}))
        look = f"multiplexer {muxes} has 3.3 V and ground, and look at its wire to the MCP3008"
    return f"Seat {seat}: {_reason(silent)}: see that {look}. The seat is played on the screen until then."
