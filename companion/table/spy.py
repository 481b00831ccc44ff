"""A table that logs to stderr: `spy+URL` shows signals, lamps, deeds and wire traffic."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final

from card_reader.wire import Frame, Splitter, slot_reading

from companion.signals import Deed, Lamps, Signal
from companion.table.base import Table, TableWrapper
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
"""The names of the fields in each kind of frame."""

WORDS: Final = {
    "position": {"P": "pulled", "R": "at rest", "H": "pushed"},
    "moved": {"M": "yes", "N": "no"},
}
STATUSES: Final = {"E": "empty", "B": "blank", "D": "dirty", "C": "bad code", "U": "unstable"}
SHOWN: Final = 60
"""Maximum number of damaged bytes shown."""


def table(
    rest: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """Return the table of the URL `rest` with a spy around it.

    Raises:
        TableError: The URL names no table.
    """
    from companion.table.urls import table_for_url

    return SpyTable(table_for_url(rest, clock=clock, seats=seats), clock)


class SpyTable(TableWrapper):
    """Passes everything on to `inner` and logs each call and signal with the seconds so far.

    If a table inside has a `tap`, its wire traffic is logged, too, in words. `write` takes one line
    at a time, also from the table's thread; its failures are ignored.
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
        self._decoders: dict[tuple[str, str], FrameDecoder] = {}
        # The first table with a `tap`: this one, or one inside it.
        tapped: Any = inner
        while tapped is not None and not hasattr(tapped, "tap"):
            tapped = getattr(tapped, "inner", None)
        if tapped is not None:
            tapped.tap = self._log_frames

    def open(self) -> None:
        """Open the inner table; log its TableError, too."""
        self._note("open", self.inner.sign)
        try:
            super().open()
        except OSError as fault:
            self._note("fault", str(fault))
            raise

    def poll(self) -> tuple[Signal, ...]:
        """Log and return the signals."""
        signals = super().poll()
        for signal in signals:
            self._note("told", repr(signal))
        return signals

    def show(self, lamps: Lamps) -> None:
        """Pass the lamps on; log changes."""
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
        """Log the deed and pass it on."""
        self._note("deed", repr(deed))
        super().do(deed)

    def close(self) -> None:
        self._note("close", self.inner.sign)
        super().close()

    def _log_frames(self, port: str, direction: str, data: bytes) -> None:
        for words in self._decoders.setdefault((port, direction), FrameDecoder()).decode(data):
            self._note(f"{port.rpartition('/')[2]} {direction}", words)

    def _note(self, what: str, words: Text | str) -> None:
        try:
            self._write(f"{self._clock() - self._begin:9.3f}  {what:<11} {words}\n")
        except (OSError, ValueError):
            # The reader of the log has gone; the game goes on.
            return


class FrameDecoder:
    """Decodes one direction of one wire into words."""

    def __init__(self) -> None:
        self._splitter = Splitter()
        self._unsaid = b""

    def decode(self, data: bytes) -> list[str]:
        """Return a line for each intact frame in these bytes, and one for damaged bytes."""
        before = self._splitter.damaged
        lines = [frame_words(frame) for frame in self._splitter.feed(data)]
        self._unsaid = (self._unsaid + data)[-SHOWN:]
        if self._splitter.damaged > before:
            lines.append(
                f"{self._splitter.damaged - before} damaged, near the end of {self._unsaid!r}"
            )
        return lines


def frame_words(frame: Frame) -> str:
    """Return a frame in words: its kind and its fields with their names."""
    names = NAMES.get(frame.kind, ())
    # Missing and surplus fields are shown as they are, since they are what matters then.
    words = [
        f"{name} {WORDS.get(name, {}).get(field, field)}"
        for name, field in zip(names, frame.fields, strict=False)
    ]
    words += [_slot(field) for field in frame.fields[len(names) :]]
    return (
        f"{frame.kind:<6} {', '.join(words)}".rstrip() + f"  [{frame.session:04x}{frame.boot:04x}]"
    )


def _slot(field: str) -> str:
    reading = slot_reading(field)
    if reading is None:
        return field
    status, code, contrast = reading
    return f"{STATUSES.get(status, code)} ({contrast})"


def _to_stderr(line: str) -> None:
    sys.stderr.write(line)
