"""The reader's end of the wire: greets the host, tells events until they are acknowledged, keeps the host's picture of the lamps.

It owns neither clock nor line: bytes are handed in and fetched, with the time in whole milliseconds. hardware/protocol.md has the rules;
those for the reader are named here by their numbers.
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
"""So many events may be on their way without being acknowledged (rule 4)."""

QUEUE = 16
"""So many more may wait for their turn (rule 5)."""

FIRST_PAUSE = 40
LONGEST_PAUSE = 400
"""Milliseconds until an event is sent again, the first time and at most; the pause doubles each time (rule 4)."""

SILENCE = 5000
"""Milliseconds without a word of the host after which it counts as gone (rule 7)."""


class Link:
    """One reader's end. `boot` is a number that differs from one start of the reader to the next; 16 bits of it are used.

    The main loop hands over what it reads (`slots`, `handle`), and what comes in from the line (`receive`); it writes what `output` gives,
    and lets the lamps burn like `lamps` (0 dark, 1 lit, 2 blinking). `read_wanted` is True from the host's wish to hear all slots until
    `slots` is called; `look_wanted` is the slot (from 0) whose cells the host wants to see, None again once `cells` is called.
    `refused` counts frames that were intact but made no sense, `damaged` those that were not intact.
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
        # Never 0, which says on the wire that no boot is known.
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
        self._told = 0
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
        """How many lines were not intact since the start."""
        return self._splitter.damaged

    def host_gone(self, now: int) -> bool:
        """Whether the host has been silent for five seconds, or has never spoken."""
        return self._heard is None or now - self._heard >= SILENCE

    # ---- From the main loop ----------------------------------------------------------------------------------------------

    def slots(self, readings: tuple[tuple[str, int | None, int], ...]) -> None:
        """Tell all slots, changed or not: a status letter, the code or None, and the contrast of each."""
        self._readings = " ".join([slot_field(reading) for reading in readings])
        self.read_wanted = False
        self._tell_slots()

    def cells(self, levels: list[int], rooms: list[int]) -> None:
        """Answer the host's wish to see the cells of the slot `look_wanted`: what they have just shown (see `codes.cells`)."""
        if self.look_wanted is not None:
            self._cells = (
                str(self._look),
                str(self.look_wanted + 1),
                cells_field(levels),
                cells_field(rooms),
            )
            self.look_wanted = None

    def handle(self, position: str) -> None:
        """Tell the handle's position: P pull, R rest, H push. The first call says where it is; each later one that it was moved there."""
        moved = "N" if self._position is None else "M"
        self._position = position
        self._queue("HANDLE", position + " " + moved)

    # ---- To the line -----------------------------------------------------------------------------------------------------

    def output(self, now: int) -> bytes:
        """What is to be written now, a thousand bytes at most; empty when nothing is due. Whatever it gives counts as sent."""
        frames: list[bytes] = []
        if self._greeting is not None:
            first = self._flight[0][0] if self._flight else self._told + 1
            about = self._about + (str(first), self._abilities)
            frames.append(self._frame(self._greeting, "HI", *about))
            self._greeting = None
        if self._stranger is not None:
            frames.append(self._frame(self._stranger, "WHO"))
            self._stranger = None
        if self._session is not None and not self.host_gone(now):
            self._answer(frames, self._session)
            self._send_events(frames, self._session, now)
        return b"".join(frames)

    def _frame(self, session: int, kind: str, *fields: str) -> bytes:
        return frame(session, self.boot, kind, *fields)

    def _answer(self, frames: list[bytes], session: int) -> None:
        if self._lit:
            frames.append(self._frame(session, "LIT", str(self._picture)))
        if self._pong:
            frames.append(self._frame(session, "PONG", lamps_field(self.lamps)))
        if self._cells:
            frames.append(self._frame(session, "CELLS", *self._cells))
        self._lit = self._pong = False
        self._cells = ()

    def _send_events(self, frames: list[bytes], session: int, now: int) -> None:
        """Everything that is not acknowledged again when its pause is over, and new events while the window has room (rule 4)."""
        if self._flight and now >= self._due:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._due = now + self._pause
            for event in self._flight:
                frames.append(self._event(session, event))
        while self._waiting and len(self._flight) < WINDOW:
            # The pause is that of the oldest one on its way.
            if not self._flight:
                self._due = now + self._pause
            # Numbered only now: what is dropped from the queue must leave no gap, for the host takes events in order only.
            self._told += 1
            kind, text = self._waiting.pop(0)
            self._flight.append((self._told, kind, text))
            frames.append(self._event(session, self._flight[-1]))

    def _event(self, session: int, event: tuple[int, str, str]) -> bytes:
        return self._frame(session, event[1], str(event[0]), event[2])

    # ---- From the line ---------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: int) -> None:
        """Take in what came from the line, in pieces of any size."""
        for heard in self._splitter.feed(data):
            if heard.kind == "HELLO":
                self._on_hello(heard, now)
            elif heard.kind in self._answers:
                self._on_command(heard, now)

    def _on_command(self, heard: Frame, now: int) -> None:
        """Only the host of this session, which knows this boot, is obeyed; any other is asked to say HELLO (rule 3)."""
        if (heard.session, heard.boot) != (self._session, self.boot):
            self._stranger = heard.session
        elif self._answers[heard.kind](heard.fields, now):
            # Only what makes sense is a sign of life.
            self._heard = now
        else:
            self.refused += 1

    def _on_hello(self, heard: Frame, now: int) -> None:
        if len(heard.fields) < 2 or number(heard.fields[0]) < 0 or number(heard.fields[1]) < 0:
            self.refused += 1
            return
        # Answered in any version: from this HI the host tells people which side is older.
        self._greeting = heard.session
        if number(heard.fields[0]) != PROTOCOL:
            return
        # A HELLO of the present session said once more changes nothing: its HI was lost.
        if heard.session != self._session or self.host_gone(now):
            self._remember(heard.boot, number(heard.fields[1]), now)
            self._begin(heard.session)
            self._tell_all()
            # What was on its way goes out again at once, behind the HI.
            self._due = now
        self._heard = now

    def _remember(self, boot: int, last: int, now: int) -> None:
        """Forget what this host has had already. A new host, after a long while without any, wants nothing of what was before it."""
        if boot == self.boot and last <= self._told:
            self._acknowledge(last)
        elif self.host_gone(now):
            self._waiting, self._flight = [], []

    def _begin(self, session: int | None) -> None:
        """A session starts: the host numbers its pictures and wishes anew."""
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
        """Also the same wish once more: its answer was lost, and looking again is easier than to remember it."""
        if len(fields) < 2 or number(fields[0]) < 1 or not 1 <= number(fields[1]) <= self._count:
            return False
        if number(fields[0]) >= self._look:
            self._look, self.look_wanted = number(fields[0]), number(fields[1]) - 1
        return True

    def _on_ack(self, fields: list[str], now: int) -> bool:
        if not fields or not 0 <= number(fields[0]) <= self._told:
            return False
        # One that says nothing new must not put off the next try, or doubled ones would for ever.
        if self._acknowledge(number(fields[0])):
            self._pause = FIRST_PAUSE
            self._due = now + self._pause
        return True

    def _acknowledge(self, last: int) -> bool:
        before = len(self._flight)
        self._flight = [event for event in self._flight if event[0] > last]
        return len(self._flight) < before

    # ---- Events that wait ------------------------------------------------------------------------------------------------

    def _tell_slots(self) -> None:
        self._queue("SLOTS", "%d %s" % (self._read, self._readings))

    def _tell_all(self) -> None:
        """What lies where and how the handle stands, for a host that has just said HELLO; what still waits says it already."""
        waiting = [kind for kind, text in self._waiting]
        if self._readings is not None and "SLOTS" not in waiting:
            self._tell_slots()
        if self._position is not None and "HANDLE" not in waiting:
            self._queue("HANDLE", self._position + " N")

    def _queue(self, kind: str, text: str) -> None:
        """Let an event wait for its turn. In a full queue slots that were told anew go first, then the oldest moves of the handle (rule 5)."""
        self._waiting.append((kind, text))
        if len(self._waiting) > QUEUE:
            slots = [place for place, event in enumerate(self._waiting) if event[0] == "SLOTS"]
            # SLOTS that stands alone is the newest and must be told, so the oldest HANDLE beside it goes.
            self._waiting.pop(slots[0] if len(slots) > 1 else 1 if slots == [0] else 0)
