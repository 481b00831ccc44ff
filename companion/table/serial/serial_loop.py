"""Works the lines to all readers in one thread: finds, opens, greets, reads and closes ports."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Sequence
from typing import Final

from companion.errors import TableError
from companion.signals import (
    ALL_DARK,
    FLOODING,
    SLOTS,
    FreeSeat,
    GiveSeat,
    Lamps,
    MeasureCells,
    SetAside,
    Watch,
)
from companion.table.seats import Seats
from companion.table.serial.discovery import ReaderPort, marks
from companion.table.serial.link import HostLink
from companion.table.serial.messages import (
    CellsMessage,
    ForeignDevice,
    Greeting,
    HandleMessage,
    ReaderMessage,
    SlotsMessage,
    WrongVersion,
)
from companion.table.serial.port import BREATHER, ReaderLine, Tap
from companion.table.serial.seating import ReaderSeating
from companion.table.serial.worker import OpenTroubles, OrderQueue, Tempo
from companion.words import NOTHING, Text, text

LOOK: Final = 1.0
"""Seconds between two searches for ports, and between two attempts at a failed port."""
GLANCE: Final = 0.25
"""Seconds between two attempts at a port that takes no bytes."""
REPORTS: Final = 0.5
"""Seconds between two reports about each watched reader."""
UNHEARD: Final = 2
"""Silent attempts before a port is reported as no reader, since readers take time to start."""
STALL: Final = 0.8
EXCUSE: Final = 0.8
"""Seconds without judging silence after our own pause of STALL seconds.

No reader was asked for a sign of life in such a pause.
"""

LIBRARY: Final = "pyserial"
"""The place of the trouble that the library is missing."""

PULLED, SILENT = text("its cable is unplugged"), text("it does not answer")
UNFIT, STOPPED = text("its firmware is of another version"), text("the readers stopped working")
"""The reasons for which a reader is lost, as half a sentence."""
NOBODY: Final = text(
    "no card reader answers; if this is one, run `clockwork-derby firmware install`, else unplug it"
)


class SerialLoop:
    """Everything that the serial table's thread does.

    A port that fails is closed and tried again. A port that floods is closed and left alone until
    it is plugged in again or its reader is wanted again. `find`, `seats`, `clock`, `kind` and `tap`
    are those of the serial table.

    Args:
        orders: Deeds and lamps from other threads.
        tell: Takes every signal; several together in one call.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[ReaderPort]],
        seats: Seats,
        orders: OrderQueue,
        tell: Callable[..., None],
        *,
        clock: Callable[[], float],
        kind: str = "",
        tap: Tap | None = None,
    ) -> None:
        self.seating, self.troubles = ReaderSeating(seats, tell), OpenTroubles(tell)
        self.ports: tuple[ReaderPort, ...] | None = None
        """None before the first search."""
        self.lines: dict[str, ReaderLine] = {}
        """The open lines by the paths of their ports."""
        self._find, self._seats, self._clock, self._kind, self._orders, self._tap = (
            find,
            seats,
            clock,
            kind,
            orders,
            tap,
        )
        self._lamps, self._watched = Lamps({}), False
        self._look_due, self._report_due = clock(), 0.0
        self._turned, self._excused = clock(), 0.0
        self._silences: dict[str, int] = {}
        self._memory: dict[str, tuple[int, int] | None] = {}
        # Flooding ports: the chip id of the reader there and the marks of its device file.
        self._floods: dict[str, tuple[str, tuple[object, ...]]] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(orders, selectors.EVENT_READ)

    # ---- The thread ------------------------------------------------------------------------------

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Work until the orders say stop or `until` is true."""
        tempo = Tempo(self._clock)
        try:
            while not self._orders.stopping:
                self._turn(self._clock())
                if until():
                    break
                self._listen(tempo.wait(self._due(self._clock())))
        except Exception as fault:
            # Even after a failure nobody may wait for a reader.
            self.seating.report_all_lost(STOPPED)
            self.troubles.say(
                "readers",
                text(
                    "The card readers stopped working: {kind}: {fault}. Play on by touch, or"
                    " restart the app.",
                    kind=type(fault).__name__,
                    fault=str(fault),
                ),
            )
        finally:
            for line in tuple(self.lines.values()):
                self._let_go(line)
            self._selector.close()

    def _turn(self, now: float) -> None:
        if now - self._turned > STALL:
            self._excused = now + EXCUSE
        self._turned = now
        self._carry_out(now)
        lamps = self._orders.lamps()
        if lamps is not None:
            self._lamps = lamps
            self._show_all()
        if now >= self._look_due:
            self._look(now)
        if self._watched and now >= self._report_due:
            self._report_due = now + REPORTS
            self.seating.report_all(self._kind, lambda uid: self._line_of(uid).link.counters(now))
            # Readers report changes only, and a new contrast is no change.
            for line in self.lines.values():
                if line.uid:
                    line.link.ask_read()
        for line in tuple(self.lines.values()):
            self._keep(line, now)

    def _due(self, now: float) -> float:
        """Return when something is due even if nobody speaks."""
        # A link whose bytes are not taken makes nothing new: it is always overdue and would make us
        # spin.
        dues = [
            now + GLANCE if line.waits_to_send else line.link.next_due(now)
            for line in self.lines.values()
        ]
        dues.append(self._look_due)
        return min([*dues, self._report_due] if self._watched else dues)

    def _listen(self, patience: float) -> None:
        pressed = False
        for key, events in self._selector.select(patience):
            if key.fileobj is self._orders:
                self._orders.hush()
            elif events & selectors.EVENT_READ:
                self._hear(key.data)
                pressed |= key.data.pressing
        if pressed:
            # Real seconds, independent of the clock: the screen needs the machine's time.
            time.sleep(BREATHER)

    # ---- Ports -----------------------------------------------------------------------------------

    def _look(self, now: float) -> None:
        """Search for ports; open new and failed ones."""
        self._look_due = now + LOOK
        try:
            found = tuple(self._find())
        except ImportError as fault:
            self.troubles.say(
                LIBRARY,
                text(
                    "Card readers need the library pyserial, and it is missing ({fault}): run "
                    "`pip install pyserial`.",
                    fault=str(fault),
                ),
            )
            return
        except OSError:
            # A device was pulled meanwhile: keep the last result until the next search.
            return
        self.troubles.say(LIBRARY, NOTHING)
        # Ports, not paths: if another reader is behind the same path, the first one is gone.
        for port in set(self.ports or ()) - set(found):
            line = self.lines.get(port.path)
            if line is not None:
                self._drop(line, PULLED)
            self._silences.pop(port.path, None)
            self._floods.pop(port.path, None)
            self.troubles.say(port.path, NOTHING)
        self.ports = found
        for port in found:
            # A port that floods is ignored until it is plugged in again.
            if port.path in self._floods and self._floods[port.path][1] != marks(port.path):
                self._hear_again(port.path)
            if port.path not in self.lines and port.path not in self._floods:
                self._try(port, now)
        self._tell_seat_troubles()
        self.seating.look_for_absent(now)

    def _tell_seat_troubles(self) -> None:
        for trouble in self._seats.troubles:
            self.troubles.say(trouble.place, trouble.words)

    def _try(self, port: ReaderPort, now: float) -> None:
        if port.fault:
            self.troubles.say(port.path, port.fault)
            return
        try:
            number, memory = int.from_bytes(os.urandom(2)), self._memory.get(port.uid or port.path)
            line = ReaderLine(port, HostLink(number, now, memory), self._tap, now)
            self.lines[port.path] = line
            self._selector.register(line.wire, selectors.EVENT_READ, line)
        except TableError as fault:
            self.troubles.say(port.path, fault.words)
        except OSError:
            # Gone between search and opening; the next search will report it.
            return

    def _drop(self, line: ReaderLine, reason: Text | str) -> None:
        """Close the line of a lost reader; the next search looks for it again."""
        self._let_go(line)
        if line.uid:
            # The next link to this reader gets it, so that no event is reported twice.
            self._memory[line.port.uid or line.port.path] = line.link.last
            self.seating.report_lost(line.uid, reason)

    def _let_go(self, line: ReaderLine) -> None:
        if self.lines.pop(line.port.path, None) is not None:
            self._selector.unregister(line.wire)
            line.close()

    # ---- Lines -----------------------------------------------------------------------------------

    def _hear(self, line: ReaderLine) -> None:
        now = self._clock()
        try:
            messages = line.receive(now)
        except OSError:
            self._drop(line, PULLED)
            return
        for word in messages:
            # One message may have closed the line; then the others are dropped.
            if line.port.path in self.lines:
                self._take_in(line, word, now)
        if line.flood and line.port.path in self.lines:
            self._set_aside(line)

    def _set_aside(self, line: ReaderLine) -> None:
        """Close a flooding line and ignore it."""
        path, seat = line.port.path, self.seating.seat_of(line.uid)
        self._floods[path] = (line.uid, marks(path))
        self._drop(line, FLOODING)
        if not line.uid:
            self._complain(line.port, NOBODY)
            return
        if seat is None:
            words = text(
                "A reader without a seat ({port}) sends {rate} messages a second; unplug it and"
                " plug it in again.",
                port=path,
                rate=line.flood,
            )
        else:
            words = text(
                "The reader of seat {seat} ({port}) sends {rate} messages a second; unplug it and"
                " plug it in again. Its seat is played on the screen.",
                seat=seat,
                port=path,
                rate=line.flood,
            )
        self.troubles.say(path, words)

    def _hear_again(self, path: str) -> None:
        del self._floods[path]
        self.troubles.say(path, NOTHING)

    def _keep(self, line: ReaderLine, now: float) -> None:
        """Send due bytes; close a line that is silent or sends nonsense."""
        try:
            line.send(now)
        except OSError:
            self._drop(line, PULLED)
            return
        for word in line.link.receive(b"", now):
            self._take_in(line, word, now)
        if (now >= self._excused and line.silent(now)) or line.chatters:
            path = line.port.path
            # A port that has greeted is a reader.
            self._silences[path] = 0 if line.uid else self._silences.get(path, 0) + 1
            self._drop(line, SILENT)
            # An earlier trouble of this port is more specific.
            if self._silences[path] >= UNHEARD and not self.troubles.words(path):
                self._complain(line.port, NOBODY)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.waits_to_send else 0)
        # Watch for room only while bytes wait: a port nearly always has room and would never let us
        # sleep.
        if self._selector.get_key(line.wire).events != wanted:
            self._selector.modify(line.wire, wanted, line)

    def _complain(self, port: ReaderPort, words: Text) -> None:
        self.troubles.say(
            port.path, text("{device}: {trouble}.", device=port.words or port.path, trouble=words)
        )

    def _take_in(self, line: ReaderLine, word: ReaderMessage, now: float) -> None:
        if isinstance(word, Greeting):
            self._greet(line, word, now)
        elif isinstance(word, WrongVersion):
            self._complain(line.port, word.words)
            self.seating.report_unfit(word.uid, UNFIT)
        elif isinstance(word, ForeignDevice):
            self._complain(line.port, word.words)
        elif line.uid and isinstance(word, SlotsMessage):
            self.seating.take_slots(line.uid, word.slots)
        elif line.uid and isinstance(word, HandleMessage):
            self.seating.take_handle(line.uid, word.position)
        elif line.uid and isinstance(word, CellsMessage):
            self.seating.take_cells(line.uid, word.slot, word.levels, word.rooms)

    def _greet(self, line: ReaderLine, word: Greeting, now: float) -> None:
        uid, version = word.identity.uid, word.identity.version
        # The same reader in a new session: it reports its slots again, and only changes are passed
        # on.
        if line.uid == uid:
            return
        # Another reader on an open line, or a chip id used twice.
        if line.uid or self.seating.holds(uid):
            self._drop(line, SILENT)
            if self.seating.holds(uid):
                words = text(
                    "the reader there has the same chip id {uid} as the one at {first}; unplug "
                    "one of them",
                    uid=uid,
                    first=self._line_of(uid).port.path,
                )
                self._complain(line.port, words)
            return
        line.uid = uid
        self._silences.pop(line.port.path, None)
        self.troubles.say(line.port.path, NOTHING)
        self.seating.note_greeting(uid, version, now)
        line.link.show(self._lamps_of(uid))

    def _line_of(self, uid: str) -> ReaderLine:
        return next(line for line in self.lines.values() if line.uid == uid)

    # ---- Orders ----------------------------------------------------------------------------------

    def _carry_out(self, now: float) -> None:
        for deed in self._orders.deeds():
            if isinstance(deed, GiveSeat):
                self.seating.give(deed.uid, deed.seat)
            elif isinstance(deed, FreeSeat):
                self.seating.free(deed.seat)
            elif isinstance(deed, Watch):
                self._watched, self._report_due = deed.on, now
            elif isinstance(deed, MeasureCells):
                uid = self._seats.uid_of(deed.seat)
                if uid is not None and self.seating.holds(uid) and 1 <= deed.slot <= SLOTS:
                    self._line_of(uid).link.ask_cells(deed.slot)
            elif isinstance(deed, SetAside) and not deed.aside:
                # Listen again to the flooding reader of a seat.
                flooding = [
                    path
                    for path, (uid, _) in self._floods.items()
                    if self.seating.seat_of(uid) == deed.seat
                ]
                for path in flooding:
                    self._hear_again(path)
                    self._look_due = now
            # An assigned or freed seat changes which lamps a reader shows.
            self._show_all()
            self._tell_seat_troubles()

    def _show_all(self) -> None:
        for line in self.lines.values():
            if line.uid:
                line.link.show(self._lamps_of(line.uid))

    def _lamps_of(self, uid: str) -> tuple[int, ...]:
        seat = self.seating.seat_of(uid)
        return ALL_DARK if seat is None else tuple(self._lamps.lit.get(seat, ALL_DARK))
