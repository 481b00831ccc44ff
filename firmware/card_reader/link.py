"""The reader's end of the wire: greets the host, repeats events until acknowledged.

It also keeps the host's picture of the lamps. It owns neither clock nor line: bytes are passed in
and fetched, with the time in whole milliseconds. hardware/protocol.md has the rules, cited here by
number.
"""

from card_reader.wire import (
    PROTOCOL,
    Frame,
    Splitter,
    cells_field,
    frame,
    lamps_field,
    lamps_picture,
    number,
    slot_field,
    word,
)

WINDOW = 4
"""Maximum number of events under way without an acknowledgement (rule 4)."""

QUEUE = 16
"""Maximum number of events that wait for their turn (rule 5)."""

FIRST_PAUSE = 40
LONGEST_PAUSE = 400
"""Milliseconds until an event is repeated, first and at most; the pause doubles (rule 4)."""

SILENCE = 5000
"""Milliseconds without a frame of the host until it counts as gone (rule 7)."""


class ReaderLink:
    """One reader's end.

    `boot` is a number that differs from start to start; 16 bits of it are used. The main loop
    passes in its readings (`slots`, `handle`) and the bytes from the line (`receive`), writes the
    result of `output` and shows `lamps` (0 dark, 1 lit, 2 blinking). `read_wanted` is True from the
    host's wish for all slots until `slots` is called; `look_wanted` is the slot (from 0) whose
    cells the host wants, None after `cells` is called. `refused` counts frames that were intact but
    invalid, `damaged` those that were not intact.
    """

    def __init__(
        self,
        uid: str,
        version: str,
        boot: int,
        slots: int = 5,
        lamps: int = 5,
        abilities: str = "blink,levels",
    ) -> None:
        # Never 0, which means on the wire that no boot is known.
        self.boot = boot % 0xFFFF + 1
        self.lamps = (0,) * lamps
        self.read_wanted = False
        self.look_wanted: int | None = None
        self.refused = 0
        self._count = slots
        self._about = (str(PROTOCOL), word(version, 16), word(uid, 32), str(slots), str(lamps))
        self._abilities = word(abilities, 24)
        self._splitter = Splitter()
        self._answers = {
            "LAMPS": self._on_lamps,
            "PING": self._on_ping,
            "READ": self._on_read,
            "LOOK": self._on_look,
            "ACK": self._on_ack,
        }
        self._cells: tuple[str, ...] = ()
        self._readings: str | None = None
        self._position: str | None = None
        self._waiting: list[tuple[str, str]] = []
        self._flight: list[tuple[int, str, str]] = []
        self._last_event = 0
        self._pause = FIRST_PAUSE
        self._due = 0
        self._heard: int | None = None
        self._greeting: int | None = None
        self._stranger: int | None = None
        self._lit = False
        self._pong = False
        self._begin(None)

    @property
    def damaged(self) -> int:
        """The number of damaged lines since the start."""
        return self._splitter.damaged

    def host_gone(self, now: int) -> bool:
        """Return whether the host has been silent for five seconds, or has never spoken."""
        return self._heard is None or now - self._heard >= SILENCE

    # ---- From the main loop ----------------------------------------------------------------------

    def slots(self, readings: tuple[tuple[str, int | None, int], ...]) -> None:
        """Report all slots, changed or not: status letter, code or None, and contrast of each."""
        self._readings = " ".join([slot_field(reading) for reading in readings])
        self.read_wanted = False
        self._tell_slots()

    def cells(self, levels: list[int], rooms: list[int]) -> None:
        """Answer the host's wish for the cells of the slot `look_wanted` (see `codes.cells`)."""
        if self.look_wanted is not None:
            self._cells = (
                str(self._look),
                str(self.look_wanted + 1),
                cells_field(levels),
                cells_field(rooms),
            )
            self.look_wanted = None

    def handle(self, position: str) -> None:
        """Report the handle's position: P pull, R rest, H push.

        The first call reports where it is, each later one that it moved there.
        """
        moved = "N" if self._position is None else "M"
        self._position = position
        self._queue("HANDLE", position + " " + moved)

    # ---- To the line -----------------------------------------------------------------------------

    def output(self, now: int) -> bytes:
        """Return the bytes to write now, at most a thousand, which count as sent.

        Empty if none are due.
        """
        frames: list[bytes] = []
        if self._greeting is not None:
            first = self._flight[0][0] if self._flight else self._last_event + 1
            about = self._about + (str(first), self._abilities)
            frames.append(self._frame(self._greeting, "HI", *about))
            self._greeting = None
        if self._stranger is not None:
            frames.append(self._frame(self._stranger, "WHO"))
            self._stranger = None
        if self._session is not None and not self.host_gone(now):
            if self._lit:
                frames.append(self._frame(self._session, "LIT", str(self._picture)))
            if self._pong:
                frames.append(self._frame(self._session, "PONG", lamps_field(self.lamps)))
            if self._cells:
                frames.append(self._frame(self._session, "CELLS", *self._cells))
            self._lit = self._pong = False
            self._cells = ()
            self._send_events(frames, self._session, now)
        return b"".join(frames)

    def _frame(self, session: int, kind: str, *fields: str) -> bytes:
        return frame(session, self.boot, kind, *fields)

    def _send_events(self, frames: list[bytes], session: int, now: int) -> None:
        """Send due unacknowledged events again, and new ones while the window has room (rule 4)."""
        if self._flight and now >= self._due:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._due = now + self._pause
            for event in self._flight:
                frames.append(self._event(session, event))
        while self._waiting and len(self._flight) < WINDOW:
            # The pause is that of the oldest one under way.
            if not self._flight:
                self._due = now + self._pause
            # Numbered only now: events dropped from the queue must leave no gap, for the host takes
            # them in order.
            self._last_event += 1
            kind, text = self._waiting.pop(0)
            self._flight.append((self._last_event, kind, text))
            frames.append(self._event(session, self._flight[-1]))

    def _event(self, session: int, event: tuple[int, str, str]) -> bytes:
        return self._frame(session, event[1], str(event[0]), event[2])

    # ---- From the line ---------------------------------------------------------------------------

    def receive(self, data: bytes, now: int) -> None:
        """Take in bytes from the line, in pieces of any size."""
        for heard in self._splitter.feed(data):
            if heard.kind == "HELLO":
                self._on_hello(heard, now)
            elif heard.kind in self._answers:
                self._on_command(heard, now)

    def _on_command(self, heard: Frame, now: int) -> None:
        """Obey only the host of this session, which knows this boot.

        Ask others to say HELLO (rule 3).
        """
        if (heard.session, heard.boot) != (self._session, self.boot):
            self._stranger = heard.session
        elif self._answers[heard.kind](heard.fields, now):
            # Only a valid command is a sign of life.
            self._heard = now
        else:
            self.refused += 1

    def _on_hello(self, heard: Frame, now: int) -> None:
        if len(heard.fields) < 2 or number(heard.fields[0]) < 0 or number(heard.fields[1]) < 0:
            self.refused += 1
            return
        # Answered in any version: from this HI the host can say which side is older.
        self._greeting = heard.session
        if number(heard.fields[0]) != PROTOCOL:
            return
        # A repeated HELLO of the present session changes nothing: its HI was lost.
        if heard.session != self._session or self.host_gone(now):
            self._remember(heard.boot, number(heard.fields[1]), now)
            self._begin(heard.session)
            # Tell it of slots and handle, unless they wait already.
            waiting = [kind for kind, text in self._waiting]
            if self._readings is not None and "SLOTS" not in waiting:
                self._tell_slots()
            if self._position is not None and "HANDLE" not in waiting:
                self._queue("HANDLE", self._position + " N")
            # Events under way are sent again immediately, after the HI.
            self._due = now
        self._heard = now

    def _remember(self, boot: int, last: int, now: int) -> None:
        """Forget events that this host has had.

        A new host after a long silence wants none from before.
        """
        if boot == self.boot and last <= self._last_event:
            self._acknowledge(last)
        elif self.host_gone(now):
            self._waiting, self._flight = [], []

    def _begin(self, session: int | None) -> None:
        """Start a session: the host numbers its pictures and wishes from 1."""
        self._session: int | None = session
        self._picture = self._read = self._look = 0
        self._lit = self._pong = False
        self._cells, self.look_wanted = (), None
        self._pause = FIRST_PAUSE

    def _on_lamps(self, fields: list[str], now: int) -> bool:
        picture = lamps_picture(fields[1], len(self.lamps)) if len(fields) > 1 else None
        if picture is None or number(fields[0]) < 1:
            return False
        if number(fields[0]) > self._picture:
            self._picture, self.lamps = number(fields[0]), picture
        self._lit = True
        return True

    def _on_ping(self, fields: list[str], now: int) -> bool:
        self._pong = True
        return True

    def _on_read(self, fields: list[str], now: int) -> bool:
        if not fields or number(fields[0]) < 1:
            return False
        if number(fields[0]) > self._read:
            self._read, self.read_wanted = number(fields[0]), True
        return True

    def _on_look(self, fields: list[str], now: int) -> bool:
        """Take in a wish for cells, also a repeated one: its answer was lost, so look again."""
        if len(fields) < 2 or number(fields[0]) < 1 or not 1 <= number(fields[1]) <= self._count:
            return False
        if number(fields[0]) >= self._look:
            self._look, self.look_wanted = number(fields[0]), number(fields[1]) - 1
        return True

    def _on_ack(self, fields: list[str], now: int) -> bool:
        if not fields or not 0 <= number(fields[0]) <= self._last_event:
            return False
        # One without news must not delay the next attempt, or repeated ones would for ever.
        if self._acknowledge(number(fields[0])):
            self._pause = FIRST_PAUSE
            self._due = now + self._pause
        return True

    def _acknowledge(self, last: int) -> bool:
        before = len(self._flight)
        self._flight = [event for event in self._flight if event[0] > last]
        return len(self._flight) < before

    # ---- Events that wait ------------------------------------------------------------------------

    def _tell_slots(self) -> None:
        self._queue("SLOTS", "%d %s" % (self._read, self._readings))

    def _queue(self, kind: str, text: str) -> None:
        """Queue an event.

        A full queue drops older slots first, then the oldest moves of the handle (rule 5).
        """
        self._waiting.append((kind, text))
        if len(self._waiting) > QUEUE:
            slots = [place for place, event in enumerate(self._waiting) if event[0] == "SLOTS"]
            # A single SLOTS is the newest and must be sent, so the oldest HANDLE is dropped.
            self._waiting.pop(slots[0] if len(slots) > 1 else 1 if slots == [0] else 0)
