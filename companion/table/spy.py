"""A table with somebody who writes down what passes: `spy+URL` puts signals, lamps and deeds on stderr, and what is said on the wires."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final

from card_reader.wire import Frame, Splitter, slot_reading

from companion.signals import Deed, Lamps, Signal
from companion.table.base import Around, Table
from companion.table.seats import Seats
from companion.words import Text

SCHEME: Final = "spy"

NAMES: Final = {
    "HELLO": ("version", "last event"),
    "LAMPS": ("picture", "lamps"),
    "READ": ("wish",),
    "ACK": ("event",),
    "LIT": ("picture",),
    "HI": ("version", "firmware", "chip", "slots", "lamps", "next event", "can"),
    "SLOTS": ("event", "wish"),
    "HANDLE": ("event", "position", "moved"),
    "PONG": ("lamps",),
    "LOOK": ("wish", "slot"),
    "CELLS": ("wish", "slot", "levels", "rooms"),
}
"""What the fields of each kind of frame are."""

WORDS: Final = {
    "position": {"P": "pulled", "R": "at rest", "H": "pushed"},
    "moved": {"M": "yes", "N": "no"},
}
STATUSES: Final = {"E": "empty", "B": "blank", "D": "dirty", "C": "bad code", "U": "unstable"}
SHOWN: Final = 60
"""So many damaged bytes are shown."""


def table(
    rest: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """The table whose URL is `rest`, with a spy around it; TableFault as that URL says."""
    from companion.table.urls import table_for_url

    return SpyTable(table_for_url(rest, clock=clock, seats=seats), clock)


class SpyTable(Around):
    """Hands everything on to `inner` unchanged, and writes a line for each thing that passes, with the seconds since the beginning.

    Where the inner table, or one inside it, has a `tap`, what is said on its wires is written too, in words. `write` takes one whole line
    at a time, from the table's own thread too; what goes wrong in it is nobody's business at the table.
    """

    def __init__(
        self,
        inner: Table,
        clock: Callable[[], float] = time.monotonic,
        write: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(inner)
        self._clock, self._begin = clock, clock()
        self._write = write or _to_stderr
        self._lamps: dict[int, tuple[int, ...]] | None = None
        self._ears: dict[tuple[str, str], Ear] = {}
        tapped = _with_wires(inner)
        if tapped is not None:
            tapped.tap = self._hear

    def open(self) -> None:
        """Open the inner table; its TableFault is written down, too."""
        self._note("open", self.inner.sign)
        try:
            super().open()
        except OSError as fault:
            self._note("fault", str(fault))
            raise

    def poll(self) -> tuple[Signal, ...]:
        """What has happened, each signal with a line."""
        signals = super().poll()
        for signal in signals:
            self._note("told", repr(signal))
        return signals

    def show(self, lamps: Lamps) -> None:
        """Hand the picture on; a line for each that differs from the last."""
        lit = {seat: tuple(five) for seat, five in sorted(lamps.lit.items()) if any(five)}
        if lit != self._lamps:
            self._lamps = lit
            self._note(
                "lamps",
                " ".join(
                    f"{seat}:{''.join(str(int(lamp)) for lamp in five)}"
                    for seat, five in lit.items()
                )
                or "all dark",
            )
        super().show(lamps)

    def do(self, deed: Deed) -> None:
        """Hand the deed on, with a line."""
        self._note("deed", repr(deed))
        super().do(deed)

    def close(self) -> None:
        """Close the inner table."""
        self._note("close", self.inner.sign)
        super().close()

    def _hear(self, port: str, direction: str, data: bytes) -> None:
        for words in self._ears.setdefault((port, direction), Ear()).hear(data):
            self._note(f"{port.rpartition('/')[2]} {direction}", words)

    def _note(self, what: str, words: Text | str) -> None:
        try:
            self._write(f"{self._clock() - self._begin:9.3f}  {what:<11} {words}\n")
        except (OSError, ValueError):
            # Whoever reads along has gone; the game goes on.
            return


class Ear:
    """Listens to one direction of one wire and puts what it hears in words."""

    def __init__(self) -> None:
        self._splitter = Splitter()
        self._unsaid = b""

    def hear(self, data: bytes) -> list[str]:
        """A line for each intact frame in these bytes, and one for what is damaged in them."""
        before = self._splitter.damaged
        lines = [in_words(frame) for frame in self._splitter.feed(data)]
        self._unsaid = (self._unsaid + data)[-SHOWN:]
        if self._splitter.damaged > before:
            lines.append(
                f"{self._splitter.damaged - before} damaged, near the end of {self._unsaid!r}"
            )
        return lines


def in_words(frame: Frame) -> str:
    """What a frame says, for people: its kind, and each field with its name; fields without a name as they are."""
    names = NAMES.get(frame.kind, ())
    # Fewer fields than names, or more, are written as they are: whoever listens wants to see just that.
    told = [
        f"{name} {WORDS.get(name, {}).get(field, field)}"
        for name, field in zip(names, frame.fields, strict=False)
    ]
    told += [_slot(field) for field in frame.fields[len(names) :]]
    return (
        f"{frame.kind:<6} {', '.join(told)}".rstrip() + f"  [{frame.session:04x}{frame.boot:04x}]"
    )


def _slot(field: str) -> str:
    reading = slot_reading(field)
    if reading is None:
        return field
    status, code, contrast = reading
    return f"{STATUSES.get(status, code)} ({contrast})"


def _with_wires(table: Any) -> Any:
    """The table that can be listened to: this one, or the first inside it; None where there is none."""
    while table is not None and not hasattr(table, "tap"):
        table = getattr(table, "inner", None)
    return table


def _to_stderr(line: str) -> None:
    sys.stderr.write(line)
