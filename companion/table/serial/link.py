"""The host's end of the wire: greets a reader, receives its events once and in order, sends lamps.

It also notices a silent reader. It owns neither clock nor port: bytes are passed in and fetched,
with the time in seconds. hardware/protocol.md has the rules, cited here by number. The frames are
made and read by the module that also runs in a reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from card_reader.wire import PROTOCOL, Frame, Splitter, frame, lamps_field, lamps_picture, number

from companion.signals import SLOTS, Counters
from companion.table.serial.messages import (
    Greeting,
    Identity,
    ReaderMessage,
    no_reader,
    no_sense,
    parse_cells,
    parse_handle,
    parse_identity,
    parse_slots,
    wrong_size,
    wrong_version,
)

SILENCE: Final = 1.6
"""Seconds without an answer until a reader counts as lost (rule 6)."""

BREATH: Final = 0.1
"""Minimum seconds between two greetings of a reader (rule 2)."""

QUIET: Final = 0.5
"""Seconds without an answer until the reader is asked for a sign of life (rule 6)."""

FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.4
"""Seconds until an unconfirmed frame is repeated, first and at most; the pause doubles (rule 1)."""

NONSENSE: Final = 20
"""Number of consecutive invalid frames after which a reader counts as none of ours."""

KINDS: Final = frozenset({"HI", "WHO", "SLOTS", "HANDLE", "LIT", "PONG", "CELLS"})
"""All kinds of frames from a reader."""

ANSWERS: Final = frozenset({"HI", "LIT", "PONG", "CELLS"})
"""Frames that a reader sends only when it hears us; a deaf one would still send events."""


LEVELS: Final = "levels"
"""The ability to report single cells."""

GREETING, OPEN = "greeting", "open"


class _ResendTimer:
    """The time when a frame is due: never, now, or after a pause that doubles each time."""

    def __init__(self) -> None:
        self.at = inf
        self._pause = FIRST_PAUSE

    def begin(self, at: float = -inf) -> None:
        self.at, self._pause = at, FIRST_PAUSE

    def stop(self) -> None:
        self.at = inf

    def note_sent(self, now: float) -> None:
        self.at, self._pause = now + self._pause, min(2 * self._pause, LONGEST_PAUSE)


class HostLink:
    """The host's end of one line.

    Call `receive` with the bytes from the line, write the result of `output`, and return at
    `next_due` at the latest.

    Args:
        tag: A random number that distinguishes the sessions of this link from earlier ones.
        last: The `last` of an earlier link to the same reader, so that no event is reported again.
    """

    def __init__(self, tag: int, now: float, last: tuple[int, int] | None = None) -> None:
        self.identity: Identity | None = None
        """None until the reader has answered."""
        self.last = last
        """The reader's boot and the number of its last event, None before that."""
        self._splitter = Splitter()
        self._session = tag & 0xFFFF
        self._stage = GREETING
        # Two times, since a reader that does not hear us would still send events: only answers keep
        # it alive.
        self._alive = self._heard = now
        self._frames = self._resends = self._refused = self._nonsense = self._bytes = 0
        self._complaint: ReaderMessage | None = None
        self._lamps: tuple[int, ...] | None = None
        self._picture = self._read = self._answered = self._look = 0
        # The slots whose cells are wanted; the first has been asked for.
        self._looks: list[int] = []
        self._ack = False
        self._greeted_at = -inf
        self._due = {kind: _ResendTimer() for kind in ("HELLO", "LAMPS", "READ", "LOOK", "PING")}
        self._sent: set[str] = set()
        self._due["HELLO"].begin(now)

    # ---- For the table ---------------------------------------------------------------------------

    def show(self, five: Sequence[int]) -> None:
        """Show five lamps, each DARK, LIT or BLINK.

        Sent until confirmed and after each greeting (rule 4).
        """
        picture = tuple(five)
        if picture != self._lamps:
            self._lamps = picture
            self._send_lamps()

    def ask_read(self) -> None:
        """Ask the reader to scan all its slots.

        The answer is a SlotsMessage, changed or not (rule 5).
        """
        self._read += 1
        self._begin("READ")

    def ask_cells(self, slot: int) -> None:
        """Ask the reader for the single cells of a slot; the answer is a CellsMessage.

        Slots are asked for in the order of the calls, each once. A reader without this ability is
        not asked.
        """
        if slot not in self._looks:
            self._looks.append(slot)
            if len(self._looks) == 1:
                self._ask_next()

    def _ask_next(self) -> None:
        """Ask for the first waiting slot if the reader is there."""
        if self.identity is not None and LEVELS not in self.identity.abilities:
            self._looks.clear()
        if self._looks:
            self._look += 1
            self._begin("LOOK")

    def lost(self, now: float) -> bool:
        """Return whether the reader has been silent too long or has never answered (rule 6)."""
        return now >= self._alive + SILENCE

    def counters(self, now: float) -> Counters:
        """Return the statistics of the link; intact but invalid frames count as damaged."""
        return Counters(
            self._frames, self._resends, self._splitter.damaged + self._refused, now - self._heard
        )

    def next_due(self, now: float) -> float:
        """Return when `output` or `lost` may change next, at the earliest `now`."""
        times = [due.at for due in self._due.values()]
        # Once past, it is known and would have us called again without a pause.
        if self._alive + SILENCE > now:
            times.append(self._alive + SILENCE)
        return now if self._ack else max(now, min(times))

    # ---- To the line -----------------------------------------------------------------------------

    def output(self, now: float) -> bytes:
        """Return the bytes to write now, which count as sent; empty if nothing is due."""
        # The line need not be closed for that (see EXCUSE in `serial_loop`): greet the reader on it
        # again.
        if self._stage == OPEN and self.lost(now):
            self._greet_again(now)
        frames = []
        if self._ack and self.last:
            frames.append(self._frame("ACK", str(self.last[1])))
        self._ack = False
        for kind, due in self._due.items():
            if now >= due.at:
                self._resends += kind in self._sent
                self._sent.add(kind)
                due.note_sent(now)
                frames.append(self._frame(kind, *self._fields(kind)))
        return b"".join(frames)

    def _frame(self, kind: str, *fields: str) -> bytes:
        return frame(self._session, self.last[0] if self.last else 0, kind, *fields)

    def _fields(self, kind: str) -> tuple[str, ...]:
        if kind == "HELLO":
            return str(PROTOCOL), str(self.last[1] if self.last else 0)
        if kind == "LAMPS":
            return str(self._picture), lamps_field(self._lamps or ())
        if kind == "LOOK":
            return str(self._look), str(self._looks[0])
        return (str(self._read),) if kind == "READ" else ()

    def _begin(self, kind: str) -> None:
        if self._stage == OPEN:
            self._sent.discard(kind)
            self._due[kind].begin()

    def _confirmed(self, kind: str) -> None:
        self._sent.discard(kind)
        self._due[kind].stop()

    def _send_lamps(self) -> None:
        if self._lamps is not None:
            self._picture += 1
            self._begin("LAMPS")

    def _greet_again(self, now: float) -> None:
        """Start a session under a new tag, so that no old frame is taken for a new one.

        Not in a hurry, or two sessions could chase each other.
        """
        self._stage, self._ack = GREETING, False
        # An odd step visits all 65,536 tags; this one, by the golden ratio, keeps consecutive tags
        # far apart.
        self._session = (self._session + 0x9E37) & 0xFFFF
        for kind in self._due:
            self._confirmed(kind)
        self._due["HELLO"].begin(max(now, self._greeted_at + BREATH))

    # ---- From the line ---------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> tuple[ReaderMessage, ...]:
        """Return the messages in these bytes, in order (rules 2 and 3). Pieces may have any size.

        Call it without bytes, too: it also reports a device that does not answer as a reader.
        """
        self._bytes += len(data)
        messages: list[ReaderMessage] = []
        for said in self._splitter.feed(data):
            if said.kind in KINDS and said.session == self._session:
                messages += self._take(said, now)
        if self._stage == GREETING and self._bytes and not self._frames and self.lost(now):
            messages += self._complain(no_reader())
        return tuple(messages)

    def _take(self, said: Frame, now: float) -> tuple[ReaderMessage, ...]:
        if self._stage == GREETING:
            return self._on_hi(said, now) if said.kind == "HI" else ()
        # Rule 2: it has restarted, or takes us for another host.
        if said.kind == "WHO" or (self.last and said.boot != self.last[0]):
            self._greet_again(now)
            return ()
        message = self._on_word(said)
        if message is None:
            return self._refuse()
        self._sign_of_life(said.kind, now)
        return message

    def _refuse(self) -> tuple[ReaderMessage, ...]:
        """Ignore an invalid frame; many in a row mean that this is no reader of ours.

        It is not acknowledged, so a reader that sends nothing else repeats it for ever.
        """
        self._refused += 1
        self._nonsense += 1
        if self._nonsense < NONSENSE:
            return ()
        return self._complain(no_sense())

    def _sign_of_life(self, kind: str, now: float) -> None:
        self._frames += 1
        self._heard = now
        if kind not in ANSWERS:
            return
        self._alive = now
        # The next PING is no repetition in the counters.
        self._sent.discard("PING")
        if self._stage == OPEN:
            self._due["PING"].begin(now + QUIET)

    def _complain(self, complaint: ReaderMessage) -> tuple[ReaderMessage, ...]:
        """Return a complaint once, and again only after another one."""
        if complaint == self._complaint:
            return ()
        self._complaint = complaint
        return (complaint,)

    def _on_hi(self, said: Frame, now: float) -> tuple[ReaderMessage, ...]:
        protocol = number(said.fields[0]) if len(said.fields) >= 3 else -1
        # Still a sign of life: people should hear of the version, not look for a loose cable.
        if protocol >= 0 and protocol != PROTOCOL:
            self._sign_of_life(said.kind, now)
            return self._complain(wrong_version(protocol, said.fields[1], said.fields[2]))
        identity, first = (
            parse_identity(said),
            number(said.fields[5]) if len(said.fields) >= 7 else -1,
        )
        if identity is None or first < 1:
            return self._refuse()
        self._sign_of_life(said.kind, now)
        if (identity.slots, identity.lamps) != (SLOTS, SLOTS):
            return self._complain(wrong_size(identity))
        self._stage, self.identity, self._complaint = OPEN, identity, None
        self.last = (identity.boot, first - 1)
        self._confirmed("HELLO")
        self._greeted_at = now
        self._due["PING"].begin(now + QUIET)
        # Pictures are counted from 0 in each session; wishes go on, so that unanswered ones are
        # asked again.
        self._picture = 0
        self._send_lamps()
        if self._read > self._answered:
            self._begin("READ")
        self._ask_next()
        return (Greeting(identity),)

    # ---- Messages of a greeted reader ------------------------------------------------------------

    def _on_word(self, said: Frame) -> tuple[ReaderMessage, ...] | None:
        """Return the messages in a frame of this session, None if it is invalid."""
        if said.kind == "PONG":
            return self._on_pong(said.fields)
        if said.kind == "HI":
            return ()
        count = number(said.fields[0]) if said.fields else -1
        if count < 0:
            return None
        if said.kind == "LIT":
            # An older picture was replaced; the newest is still to be confirmed.
            if count == self._picture:
                self._confirmed("LAMPS")
            return ()
        if said.kind == "CELLS":
            return self._on_cells(said.fields, count)
        return self._on_event(said, count)

    def _on_pong(self, fields: list[str]) -> tuple[ReaderMessage, ...] | None:
        """Send the lamps again if they were confirmed but are not shown."""
        picture = lamps_picture(fields[0], SLOTS) if fields else None
        if picture is None:
            return None
        # While a picture is on its way, the reader may still show the one before it.
        if self._lamps is not None and picture != self._lamps and self._due["LAMPS"].at == inf:
            self._send_lamps()
        return ()

    def _on_cells(self, fields: list[str], count: int) -> tuple[ReaderMessage, ...] | None:
        """Return the cells once; ignore late answers to earlier wishes."""
        message = parse_cells(fields)
        if message is None:
            return None
        if count != self._look or self._looks[:1] != [message.slot]:
            return ()
        self._looks.pop(0)
        self._confirmed("LOOK")
        self._ask_next()
        return (message,)

    def _on_event(self, said: Frame, count: int) -> tuple[ReaderMessage, ...] | None:
        """Return the next event in order; acknowledge repeated ones, ignore early ones."""
        message = parse_slots(said.fields) if said.kind == "SLOTS" else parse_handle(said.fields)
        if message is None or self.last is None:
            return None
        # Also for an ignored one: after a lost acknowledgement the reader would repeat it for ever.
        self._ack = True
        if count != self.last[1] + 1:
            return ()
        self.last, self._nonsense = (self.last[0], count), 0
        if said.kind == "SLOTS" and number(said.fields[1]) == self._read:
            self._answered = self._read
            self._confirmed("READ")
        return (message,)
