"""All lines to all readers, worked in one thread: ports are looked for, opened, greeted, listened to, and let go when they fail."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Sequence
from typing import Final

from companion.errors import TableFault
from companion.signals import (
    ALL_DARK,
    FLOODING,
    SLOTS,
    FreeSeat,
    GiveSeat,
    Lamps,
    Look,
    SetAside,
    Watch,
)
from companion.table.seats import Seats
from companion.table.serial.discovery import Port, marks
from companion.table.serial.heard import (
    CellsHeard,
    Greeted,
    HandleHeard,
    Heard,
    NotOurs,
    SlotsHeard,
    WrongVersion,
)
from companion.table.serial.link import HostLink
from companion.table.serial.port import BREATHER, ReaderLine, Tap
from companion.table.serial.sitting import Sitting
from companion.table.serial.worker import OpenTroubles, Orders, Tempo
from companion.words import NOTHING, Text, text

LOOK: Final = 1.0
"""Seconds between two looks for ports that came or went; a port that failed is tried again as often."""
GLANCE: Final = 0.25
"""Seconds between two looks at a port that takes no bytes."""
REPORTS: Final = 0.5
"""Seconds between two reports about each reader while somebody watches."""
UNHEARD: Final = 2
"""So many times a port may stay silent before it is told that it is no reader: one that starts up needs its time."""
STALL: Final = 0.8
EXCUSE: Final = 0.8
"""After a pause of our own of so many seconds nobody counts as silent for so many: nobody was asked for a sign of life meanwhile."""

LIBRARY: Final = "pyserial"
"""The place of the trouble that the library is missing."""

PULLED, SILENT = text("its cable is out"), text("it does not answer")
UNFIT, STOPPED = text("its firmware is of another version"), text("the readers stopped working")
"""Why a reader is lost, as half a sentence."""
NOBODY: Final = text(
    "no card reader answers; if this is one, run `clockwork-derby firmware install`, else unplug it"
)


class Exchange:
    """Everything the serial table's thread does, in that thread.

    `orders` is how others reach it, `tell` gets every signal, several at once where they belong together.

    `find`, `seats`, `clock`, `kind` and `tap` are those of the serial table. `ports` is None before the first look, `lines` are the open
    ones by the paths of their ports. A port that fails is closed and tried again; nothing but the end stops the rest. One that floods is
    closed, too, and left alone until its plug was out or somebody wants its reader again.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[Port]],
        seats: Seats,
        orders: Orders,
        tell: Callable[..., None],
        *,
        clock: Callable[[], float],
        kind: str = "",
        tap: Tap | None = None,
    ) -> None:
        self.sitting, self.troubles = Sitting(seats, tell), OpenTroubles(tell)
        self.ports: tuple[Port, ...] | None = None
        self.lines: dict[str, ReaderLine] = {}
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
        # Ports that flood: the chip id of the reader there, and what its device file was like.
        self._floods: dict[str, tuple[str, tuple[object, ...]]] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(orders, selectors.EVENT_READ)

    # ---- The thread ----------------------------------------------------------------------------------------------------

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Work until somebody says stop, or `until` is true."""
        tempo = Tempo(self._clock)
        try:
            while not self._orders.stopping:
                self._turn(self._clock())
                if until():
                    break
                self._listen(tempo.wait(self._due(self._clock())))
        except Exception as fault:
            # Whatever it is, nobody may be left waiting for a reader.
            self.sitting.end(STOPPED)
            self.troubles.say(
                "readers",
                text(
                    "The card readers stopped working: {kind}: {fault}. Play on by touch, or restart the app.",
                    kind=type(fault).__name__,
                    fault=str(fault),
                ),
            )
        finally:
            self._end()

    def _turn(self, now: float) -> None:
        if now - self._turned > STALL:
            self._excused = now + EXCUSE
        self._turned = now
        self._carry_out(now)
        self._hand_out_lamps()
        if now >= self._look_due:
            self._look(now)
        if self._watched and now >= self._report_due:
            self._report_due = now + REPORTS
            self._report(now)
        for line in tuple(self.lines.values()):
            self._keep(line, now)

    def _report(self, now: float) -> None:
        """Tell what is known of every reader, and ask each for its slots: it tells by itself only what changes, and contrast does not count."""
        self.sitting.reports(self._kind, lambda uid: self._line_of(uid).link.counters(now))
        for line in self.lines.values():
            if line.uid:
                line.link.ask_read()

    def _due(self, now: float) -> float:
        """When something is to be done although nobody speaks."""
        # A link whose bytes are not taken makes nothing new, so it is overdue all the while and would have us spin.
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
            # Really, whatever the clock says: it is the machine's time that must be left to the screen.
            time.sleep(BREATHER)

    def _end(self) -> None:
        for line in tuple(self.lines.values()):
            self._let_go(line)
        self._selector.close()

    # ---- Ports ---------------------------------------------------------------------------------------------------------

    def _look(self, now: float) -> None:
        """See which ports there are; open the new ones, and again those that failed."""
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
            # A device was pulled in the middle of it: what was found last time holds until the next look.
            return
        self.troubles.say(LIBRARY, NOTHING)
        # Whole ports, not paths: where another reader is behind the same path, the first one is gone.
        for port in set(self.ports or ()) - set(found):
            self._gone(port)
        self.ports = found
        for port in found:
            if port.path not in self.lines and not self._floods_still(port):
                self._try(port, now)
        self._tell_seat_troubles()
        self.sitting.look_for_absent(now)

    def _tell_seat_troubles(self) -> None:
        for trouble in self._seats.troubles:
            self.troubles.say(trouble.place, trouble.words)

    def _try(self, port: Port, now: float) -> None:
        if port.fault:
            self.troubles.say(port.path, port.fault)
            return
        try:
            self._open(port, now)
        except TableFault as fault:
            self.troubles.say(port.path, fault.words)
        except OSError:
            # Gone between finding and opening; the next look will tell.
            return

    def _open(self, port: Port, now: float) -> None:
        link = HostLink(int.from_bytes(os.urandom(2)), now, self._memory.get(port.uid or port.path))
        line = ReaderLine(port, link, self._tap, now)
        self.lines[port.path] = line
        self._selector.register(line.wire, selectors.EVENT_READ, line)

    def _gone(self, port: Port) -> None:
        line = self.lines.get(port.path)
        if line is not None:
            self._drop(line, PULLED)
        self._silences.pop(port.path, None)
        self._floods.pop(port.path, None)
        self.troubles.say(port.path, NOTHING)

    def _drop(self, line: ReaderLine, reason: Text | str) -> None:
        """Let a line go whose reader is lost; it is looked for again at the next look."""
        self._let_go(line)
        if line.uid:
            # Comes back to the next link to this reader, so that no event is told twice.
            self._memory[line.port.uid or line.port.path] = line.link.last
            self.sitting.lost(line.uid, reason)

    def _let_go(self, line: ReaderLine) -> None:
        if self.lines.pop(line.port.path, None) is not None:
            self._selector.unregister(line.wire)
            line.close()

    # ---- Lines ---------------------------------------------------------------------------------------------------------

    def _hear(self, line: ReaderLine) -> None:
        now = self._clock()
        try:
            heard = line.receive(now)
        except OSError:
            self._drop(line, PULLED)
            return
        for word in heard:
            # One word may have cost the line, and then nobody hears the others.
            if line.port.path in self.lines:
                self._take_in(line, word, now)
        if line.flood and line.port.path in self.lines:
            self._set_aside(line)

    def _set_aside(self, line: ReaderLine) -> None:
        """A line says more than anybody can hear: it is not heard any more, so that it floods nobody."""
        path, seat = line.port.path, self.sitting.seat_of(line.uid)
        self._floods[path] = (line.uid, marks(path))
        self._drop(line, FLOODING)
        if not line.uid:
            self._complain(line.port, NOBODY)
            return
        if seat is None:
            words = text(
                "A reader without a seat ({port}) sends {rate} messages a second; unplug it and plug it in again.",
                port=path,
                rate=line.flood,
            )
        else:
            words = text(
                "The reader of seat {seat} ({port}) sends {rate} messages a second; unplug it and plug it in again. Its seat is played on the screen.",
                seat=seat,
                port=path,
                rate=line.flood,
            )
        self.troubles.say(path, words)

    def _floods_still(self, port: Port) -> bool:
        """Whether a port is left alone because it has flooded; no longer where its plug was out in between, however short."""
        if port.path not in self._floods or self._floods[port.path][1] == marks(port.path):
            return port.path in self._floods
        self._hear_again(port.path)
        return False

    def _hear_again(self, path: str) -> None:
        del self._floods[path]
        self.troubles.say(path, NOTHING)

    def _keep(self, line: ReaderLine, now: float) -> None:
        """Send what is due; let go of a line that is silent or talks nonsense."""
        try:
            line.send(now)
        except OSError:
            self._drop(line, PULLED)
            return
        for word in line.link.receive(b"", now):
            self._take_in(line, word, now)
        if (now >= self._excused and line.silent(now)) or line.chatters:
            self._unheard(line)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.waits_to_send else 0)
        # Room is watched for only while bytes wait: a port has some nearly always, and would never let us sleep.
        if self._selector.get_key(line.wire).events != wanted:
            self._selector.modify(line.wire, wanted, line)

    def _unheard(self, line: ReaderLine) -> None:
        path = line.port.path
        # One that has greeted is a reader, whatever it does now.
        self._silences[path] = 0 if line.uid else self._silences.get(path, 0) + 1
        self._drop(line, SILENT)
        # What was said of this port already is more to the point.
        if self._silences[path] >= UNHEARD and not self.troubles.words(path):
            self._complain(line.port, NOBODY)

    def _complain(self, port: Port, words: Text) -> None:
        self.troubles.say(
            port.path, text("{device}: {trouble}.", device=port.words or port.path, trouble=words)
        )

    def _take_in(self, line: ReaderLine, word: Heard, now: float) -> None:
        if isinstance(word, Greeted):
            self._greet(line, word, now)
        elif isinstance(word, WrongVersion):
            self._complain(line.port, word.words)
            self.sitting.unfit(word.uid, UNFIT)
        elif isinstance(word, NotOurs):
            self._complain(line.port, word.words)
        elif line.uid and isinstance(word, SlotsHeard):
            self.sitting.slots(line.uid, word.slots)
        elif line.uid and isinstance(word, HandleHeard):
            self.sitting.handle(line.uid, word.position)
        elif line.uid and isinstance(word, CellsHeard):
            self.sitting.cells(line.uid, word.slot, word.levels, word.rooms)

    def _greet(self, line: ReaderLine, word: Greeted, now: float) -> None:
        uid, version = word.identity.uid, word.identity.version
        # The same reader in a new session: it tells its slots again, and only what has changed is passed on.
        if line.uid == uid:
            return
        # Another reader on a line that was never closed, or a chip id that two have.
        if line.uid or self.sitting.holds(uid):
            self._refuse(line, uid)
            return
        line.uid = uid
        self._silences.pop(line.port.path, None)
        self.troubles.say(line.port.path, NOTHING)
        self.sitting.greeted(uid, version, now)
        line.link.show(self._lamps_of(uid))

    def _refuse(self, line: ReaderLine, uid: str) -> None:
        """Two readers with one chip id cannot be told apart: the first one stays."""
        self._drop(line, SILENT)
        if self.sitting.holds(uid):
            first = self._line_of(uid).port.path
            self._complain(
                line.port,
                text(
                    "the reader there says that it is {uid}, as the one at {first} does; unplug one of them",
                    uid=uid,
                    first=first,
                ),
            )

    def _line_of(self, uid: str) -> ReaderLine:
        return next(line for line in self.lines.values() if line.uid == uid)

    # ---- Orders --------------------------------------------------------------------------------------------------------

    def _carry_out(self, now: float) -> None:
        for deed in self._orders.deeds():
            if isinstance(deed, GiveSeat):
                self.sitting.give(deed.uid, deed.seat)
            elif isinstance(deed, FreeSeat):
                self.sitting.free(deed.seat)
            elif isinstance(deed, Watch):
                self._watched, self._report_due = deed.on, now
            elif isinstance(deed, Look):
                self._look_at(deed)
            elif isinstance(deed, SetAside) and not deed.aside:
                self._try_again(deed.seat, now)
            # A seat that was given or freed changes whose lamps a reader shows.
            self._show_all()
            self._tell_seat_troubles()

    def _try_again(self, seat: int, now: float) -> None:
        """Somebody wants the reader of a seat again that has flooded its line."""
        for path in [
            path for path, (uid, _) in self._floods.items() if self.sitting.seat_of(uid) == seat
        ]:
            self._hear_again(path)
            self._look_due = now

    def _look_at(self, deed: Look) -> None:
        """Ask the reader of a seat for the cells of a slot, if it answers."""
        uid = self._seats.uid_of(deed.seat)
        if uid is not None and self.sitting.holds(uid) and 1 <= deed.slot <= SLOTS:
            self._line_of(uid).link.ask_cells(deed.slot)

    def _hand_out_lamps(self) -> None:
        lamps = self._orders.lamps()
        if lamps is not None:
            self._lamps = lamps
            self._show_all()

    def _show_all(self) -> None:
        for line in self.lines.values():
            if line.uid:
                line.link.show(self._lamps_of(line.uid))

    def _lamps_of(self, uid: str) -> tuple[int, ...]:
        seat = self.sitting.seat_of(uid)
        return ALL_DARK if seat is None else tuple(self._lamps.lit.get(seat, ALL_DARK))
