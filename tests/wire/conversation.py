"""A reader and a host on two noisy lines, with a virtual clock, and a record of what passed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from card_reader.link import ReaderLink
from card_reader.wire import Splitter, frame

from companion.signals import SlotReport
from companion.table.serial.link import HostLink
from companion.table.serial.messages import (
    POSITIONS,
    CellsMessage,
    Greeting,
    HandleMessage,
    ReaderMessage,
    SlotsMessage,
)
from tests.wire.noisy_line import QUIET, Faults, NoisyLine

STEP: Final = 5
"""Milliseconds from one look of both ends to the next."""

Report: TypeAlias = int | str
"""The message of the reader: the number of a picture of slots, or a handle's position."""

AHEAD: Final = 6
"""The number of events that may be told and not heard yet; fewer than a reader's queue holds."""

RECOVERY: Final = 2500
"""Milliseconds after which both ends agree again at the latest, once the noise is over; 0.9 s of
them may pass until late frames are in."""


class Conversation:
    """Both ends and the lines between them.

    `told` and `heard` are lists, one for each start of the reader, by its boot number.
    """

    def __init__(self, seed: int, faults: Faults = QUIET, boot: int = 1) -> None:
        self.chance = random.Random(seed)
        self.now = 0
        self.to_reader, self.to_host = NoisyLine(self.chance), NoisyLine(self.chance)
        self.listeners = {line: Splitter() for line in (self.to_reader, self.to_host)}
        self.noisy(faults)
        self.told: dict[int, list[Report]] = {}
        self.heard: dict[int, list[Report]] = {}
        self.greetings: list[Greeting] = []
        self.since_greeting: list[ReaderMessage] = []
        self.wrong: list[bytes] = []
        self.wanted: list[int] = []
        self.shown: list[CellsMessage] = []
        self._pictures = 0
        self._boot = boot
        self.picture: tuple[int, ...] = (0,) * 5
        self.host = HostLink(self.chance.randrange(1 << 16), 0.0)
        self.start_reader()

    # ---- The world -------------------------------------------------------------------------------

    def noisy(self, faults: Faults) -> None:
        """Let the lines behave like this from now on."""
        self.to_reader.faults = self.to_host.faults = faults

    def cut(self, to_reader: bool = True, to_host: bool = True) -> None:
        """Cut the line in these directions, and restore the others."""
        self.to_reader.dead, self.to_host.dead = to_reader, to_host

    def start_reader(self) -> None:
        """Start the reader, for the first time or again, without any memory."""
        self.reader = ReaderLink("E6614C775B000001", "0.1.0", self._boot)
        self._boot += 1
        self.told[self.reader.boot] = []
        self.tell_slots()
        self.reader.handle("R")

    def start_host(self, remembers: bool = True) -> None:
        """Let the host reopen the port, or be another program that remembers nothing."""
        self.host = HostLink(
            self.chance.randrange(1 << 16), self.now / 1000, self.host.last if remembers else None
        )
        self.wanted.clear()
        self.host.show(self.picture)

    def plug_in(self) -> None:
        """Send noise over both lines."""
        self.to_host.noise(self.now)
        self.to_reader.noise(self.now)

    def tell_slots(self) -> None:
        """Tell slots that the reader never told before."""
        self._pictures += 1
        count = self._pictures
        self.reader.slots(
            (
                ("O", count % 256, count // 256 % 256),
                ("O", count // 65536 % 256, 255),
                *(("E", None, 2),) * 3,
            )
        )
        self.told[self.reader.boot].append(count)

    def move_handle(self) -> None:
        """Tell that the handle was moved."""
        position = self.chance.choice("PRH")
        self.reader.handle(position)
        self.told[self.reader.boot].append(POSITIONS[position])

    def show(self) -> None:
        """Show other lamps."""
        self.picture = tuple(self.chance.randrange(3) for _ in range(5))
        self.host.show(self.picture)

    def look(self) -> None:
        """Request the cells of a slot."""
        slot = self.chance.randrange(1, 6)
        self.host.ask_cells(slot)
        self.wanted += [slot] * (slot not in self.wanted)

    def show_cells(self) -> None:
        """Answer with cells, which are different each time."""
        if self.reader.look_wanted is not None:
            levels, rooms = [[self.chance.randrange(256) for _ in range(8)] for _ in range(2)]
            self.shown.append(
                CellsMessage(self.reader.look_wanted + 1, tuple(levels), tuple(rooms))
            )
            self.reader.cells(levels, rooms)

    # ---- Time ------------------------------------------------------------------------------------

    def run(self, milliseconds: int) -> None:
        """Let time go by."""
        for _ in range(0, milliseconds, STEP):
            self.step()

    def step(self) -> None:
        """Let both ends look at their lines once."""
        self.now += STEP
        self._carry(self.to_reader, self.host.output(self.now / 1000))
        for piece in self._pieces(self.to_reader):
            self.reader.receive(piece, self.now)
            self.show_cells()
        self._carry(self.to_host, self.reader.output(self.now))
        for piece in self._pieces(self.to_host):
            self._note(self.host.receive(piece, self.now / 1000))

    def busy_step(self) -> None:
        """Do a step in which much happens at the reader and on the screen."""
        if self.reader.boot in self.heard and self.ahead() < AHEAD:
            self.chance.choice((self.tell_slots, self.move_handle))()
        if self.chance.random() < 0.2:
            self.show()
        if self.chance.random() < 0.02:
            self.host.ask_read()
        if self.chance.random() < 0.02:
            self.look()
        self.step()

    def _carry(self, line: NoisyLine, data: bytes) -> None:
        if data:
            line.send(data, self.now)

    def _pieces(self, line: NoisyLine) -> tuple[bytes, ...]:
        """Return what arrived, in two pieces, and check that intact frames were sent just so."""
        data = line.arrived(self.now)
        if not data:
            return ()
        for found in self.listeners[line].feed(data):
            built = frame(found.session, found.boot, found.kind, *found.fields)
            if not line.was_sent(built):
                self.wrong.append(built)
        middle = self.chance.randrange(len(data) + 1)
        return data[:middle], data[middle:]

    def _note(self, words: tuple[ReaderMessage, ...]) -> None:
        for word in words:
            self.since_greeting.append(word)
            if isinstance(word, Greeting):
                self.greetings.append(word)
                self.since_greeting = [word]
                self.heard.setdefault(word.identity.boot, [])
            elif isinstance(word, CellsMessage):
                assert word in self.shown and word.slot == self.wanted.pop(0), word
            elif isinstance(word, SlotsMessage):
                self._note_slots(word.slots)
            elif isinstance(word, HandleMessage) and word.moved:
                self._noted.append(word.position)

    @property
    def _noted(self) -> list[Report]:
        return self.heard[self.greetings[-1].identity.boot]

    def _note_slots(self, slots: tuple[SlotReport, ...]) -> None:
        """Note slots, except those repeated after a greeting or on demand."""
        count = (slots[0].code or 0) + 256 * slots[0].contrast + 65536 * (slots[1].code or 0)
        if (
            next((change for change in reversed(self._noted) if isinstance(change, int)), None)
            != count
        ):
            self._noted.append(count)

    # ---- What must hold --------------------------------------------------------------------------

    def ahead(self) -> int:
        """Return how many events of this start of the reader the host has not heard yet."""
        boot = self.reader.boot
        return len(self.told[boot]) - len(self.heard.get(boot, ()))

    def check(self) -> None:
        """Check that no wrong frame was accepted, and that events were heard in order."""
        assert not self.wrong, self.wrong[:3]
        for boot, heard in self.heard.items():
            assert heard == self.told[boot][: len(heard)], (
                boot,
                len(heard),
                heard[-8:],
                self.told[boot][max(0, len(heard) - 9) :][:10],
            )

    def agrees(self) -> bool:
        """Return whether host and reader know the same, with nothing left to say."""
        known = self.heard.get(self.reader.boot) == self.told[self.reader.boot]
        greeted = bool(self.greetings) and self.greetings[-1].identity.boot == self.reader.boot
        return (
            known
            and greeted
            and not self.wanted
            and self.reader.lamps == self.picture
            and not self.host.lost(self.now / 1000)
        )

    def recovery(self, most: int) -> int:
        """Return how many milliseconds go by until both agree.

        Raises:
            AssertionError: They do not within `most` milliseconds.
        """
        begin = self.now
        while not self.agrees():
            self.step()
            self.check()
            assert self.now - begin <= most, f"no agreement after {most} ms"
        return self.now - begin

    @property
    def damaged(self) -> int:
        """Return how many frames were damaged or lost on both lines."""
        return self.to_reader.damaged + self.to_host.damaged


# ---- Hard times ----------------------------------------------------------------------------------


INCIDENTS: Final[dict[str, Callable[[Conversation], object]]] = {
    "nothing": lambda talk: None,
    "the host is not heard": lambda talk: talk.cut(True, False),
    "the reader is not heard": lambda talk: talk.cut(False, True),
    "the cable is out": lambda talk: talk.cut(),
    "the reader starts anew": Conversation.start_reader,
    "the host starts anew": Conversation.start_host,
    "a plug goes in": Conversation.plug_in,
}
"""The incidents of a conversation beside noise."""


def suffer(talk: Conversation, incident: str, faults: Faults, steps: int) -> None:
    """Let something happen in the noise, talk on, and check that nothing wrong was heard.

    The cables are plugged in at the end.
    """
    talk.noisy(faults)
    INCIDENTS[incident](talk)
    for _ in range(steps):
        talk.busy_step()
    talk.check()
    talk.cut(False, False)


def hard_times(seed: int, parts: int = 8) -> Conversation:
    """Return a conversation after all kinds of trouble, and peace until both ends agree."""
    talk = Conversation(seed)
    for _ in range(parts):
        faults = Faults(*(talk.chance.choice((0, 0.03, 0.2, 0.4)) for _ in range(3)))
        suffer(talk, talk.chance.choice(list(INCIDENTS)), faults, talk.chance.randrange(10, 500))
    talk.noisy(QUIET)
    talk.recovery(RECOVERY)
    return talk
