"""Both ends by golden frames: a whole conversation word for word, and invalid values."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from card_reader.link import ReaderLink
from card_reader.wire import slot_reading

from companion.signals import SlotReport
from companion.table.serial.link import HostLink
from companion.table.serial.messages import (
    CellsMessage,
    Greeting,
    HandleMessage,
    ReaderMessage,
    SlotsMessage,
)
from tests.wire.vectors import HARDWARE, VECTORS, octets

UID: Final = "E6614C775B000001"
BOOT: Final = 0x9C01
GREETING: Final = octets(":1f3a9c01 HI 1 0.2.0 E6614C775B000001 5 5 1 blink,levels a8bd212a")
HELLO: Final = octets(":1f3a0000 HELLO 1 0 c0ba8648")
EMPTY: Final = (("E", None, 2),) * 5


def new_reader(boot: int = BOOT) -> ReaderLink:
    """Return a reader as in the golden conversation, before it has read anything."""
    return ReaderLink(UID, "0.2.0", boot - 1)


def greeted_reader() -> ReaderLink:
    """Return a reader in session 1f3a, with empty slots."""
    reader = new_reader()
    reader.slots(EMPTY)
    reader.handle("R")
    reader.receive(HELLO, 0)
    reader.output(0)
    return reader


def greeted_host() -> HostLink:
    """Return a host in session 1f3a with a reader of boot 9c01, before any event."""
    host = HostLink(0x1F3A, 0.0)
    host.output(0.0)
    assert [type(heard) for heard in host.receive(GREETING, 0.0)] == [Greeting]
    return host


def readings(fields: str) -> tuple[tuple[str, int | None, int], ...]:
    """Return slots as the firmware hands them over."""
    return tuple(slot for slot in map(slot_reading, fields.split()) if slot)


def refused_from(end: str) -> list[dict[str, Any]]:
    """Return the golden frames of one end that the other must refuse."""
    return [vector for vector in VECTORS["refused"] if vector["from"] == end]


class Replay:
    """Plays the golden conversation with events from the vectors and our two ends."""

    def __init__(self) -> None:
        self.reader, self.host = new_reader(), HostLink(0x1F3A, 0.0)
        self.reader.slots(readings("E/2 E/3 E/2 E/2 E/3"))
        self.reader.handle("R")
        self.said: list[tuple[int, str, str]] = []
        self.heard: list[ReaderMessage] = []
        self.lost = {
            (step["at"], step.get("host") or step["reader"])
            for step in VECTORS["talk"]
            if step.get("lost")
        }

    def does(self, what: str) -> None:
        """Apply an event at the reader or at the host."""
        deed, _, rest = what.partition(" ")
        if deed == "show":
            self.host.show([int(lamp) for lamp in rest])
        elif deed == "read":
            self.host.ask_read()
        elif deed == "slots":
            self.reader.slots(readings(rest))
        elif deed == "look":
            self.host.ask_cells(int(rest))
        elif deed == "cells":
            self.reader.cells(*(list(bytes.fromhex(part)) for part in rest.split()))
        elif deed == "handle":
            self.reader.handle(rest)
        elif deed == "restart":
            self.reader = new_reader(int(rest, 16))
            self.reader.slots(readings("O42/181 E/3 E/2 E/2 E/3"))
            self.reader.handle("R")

    def step(self, now: int) -> None:
        """Let host and reader speak once."""
        self.reader.receive(self.carried("host", self.host.output(now / 1000), now), now)
        self.heard += self.host.receive(
            self.carried("reader", self.reader.output(now), now), now / 1000
        )

    def carried(self, end: str, data: bytes, now: int) -> bytes:
        """Note what an end says; return what arrives of it."""
        lines = data.decode().splitlines()
        self.said += [(now, end, line) for line in lines]
        return b"".join(octets(line) for line in lines if (now, line) not in self.lost)


def test_the_golden_conversation_is_spoken_word_for_word() -> None:
    """Send what the vectors say, at their times: greeting, events, losses, wishes, a restart."""
    replay = Replay()
    for now in range(0, 1640, 10):
        for step in VECTORS["talk"]:
            if step["at"] == now and "does" in step:
                replay.does(step["does"])
        replay.step(now)
    expected = [
        (step["at"], end, step[end])
        for step in VECTORS["talk"]
        for end in ("host", "reader")
        if end in step
    ]
    assert replay.said == expected
    assert replay.reader.lamps == (0, 0, 0, 1, 1)
    assert replay.heard[-1] == CellsMessage(
        1, (6, 8, 180, 7, 177, 6, 186, 5), (221, 222, 220, 222, 220, 222, 220, 222)
    )


def test_the_description_tells_the_golden_conversation() -> None:
    """Show the same lines at the same times in protocol.md."""
    shown = re.findall(
        r"^ *(\d+) ([<>]) (:[^\n]*? [0-9a-f]{8})(?=  |\n)",
        (HARDWARE / "protocol.md").read_text("utf-8"),
        re.MULTILINE,
    )
    ends = {"host": ">", "reader": "<"}
    golden = [
        (str(step["at"]), mark, step[end])
        for step in VECTORS["talk"]
        for end, mark in ends.items()
        if end in step
    ]
    assert shown == golden


# ---- Values without sense ------------------------------------------------------------------------


@pytest.mark.parametrize("vector", refused_from("reader"), ids=lambda vector: vector["why"])
def test_a_host_refuses_values_without_sense(vector: dict[str, Any]) -> None:
    """Refuse code 999, four slots and the like: not passed on, not acknowledged, and counted."""
    host = greeted_host()
    before = host.counters(0.3)
    assert host.receive(octets(vector["line"]), 0.3) == ()
    after = host.counters(0.3)
    assert (after.damaged, after.frames, after.silent) == (
        before.damaged + 1,
        before.frames,
        before.silent,
    )
    assert host.output(0.3) == b"" and host.last == (BOOT, 0)


@pytest.mark.parametrize("vector", refused_from("host"), ids=lambda vector: vector["why"])
def test_a_reader_refuses_values_without_sense(vector: dict[str, Any]) -> None:
    """Ignore a lamp of 3, an event that was never told and the like, without an answer.

    Count it.
    """
    reader = greeted_reader()
    reader.receive(octets(vector["line"]), 10)
    assert reader.output(10) == b"" and reader.refused == 1
    assert reader.lamps == (0,) * 5 and not reader.read_wanted and reader.look_wanted is None
    assert b"SLOTS" in reader.output(50) and reader.host_gone(5000)


@pytest.mark.parametrize("slots", ["O0/0 O255/255 E/0 B/255 D/1", "C/200 U/0 E/1 E/2 E/3"])
def test_every_status_is_heard_as_it_was_told(slots: str) -> None:
    """Translate every status from the reader's letters, with codes 0 and 255."""
    reader, host = new_reader(), HostLink(0x1F3A, 0.0)
    reader.slots(readings(slots))
    reader.receive(host.output(0.0), 0)
    heard = host.receive(reader.output(0), 0.0)
    words = {"O": "ok", "E": "empty", "B": "blank", "D": "dirty", "C": "badcode", "U": "unstable"}
    message = SlotsMessage(
        tuple(
            SlotReport(words[status], code, contrast) for status, code, contrast in readings(slots)
        )
    )
    assert heard[1:] == (message,)


def test_a_snapshot_follows_every_greeting() -> None:
    """Tell all slots and the handle, as unmoved, after every greeting."""
    reader, host = greeted_reader(), HostLink(0x77, 0.0, None)
    for _ in range(2):
        reader.receive(host.output(1.0), 1000)
        heard = host.receive(reader.output(1000), 1.0)
        assert [type(word) for word in heard[:1]] == [Greeting]
        assert heard[-2:] == (
            SlotsMessage((SlotReport("empty", None, 2),) * 5),
            HandleMessage("rest", False),
        )
        reader.receive(host.output(1.0), 1000)
        host = HostLink(0x78, 1.0, host.last)


def test_an_early_greeting_is_followed_by_what_is_read_later() -> None:
    """Tell slots as soon as they are read after an early greeting, and the handle as unmoved."""
    reader, host = new_reader(), HostLink(1, 0.0)
    reader.receive(host.output(0.0), 0)
    assert len(host.receive(reader.output(0), 0.0)) == 1
    reader.slots(EMPTY)
    reader.handle("P")
    assert host.receive(reader.output(10), 0.01) == (
        SlotsMessage((SlotReport("empty", None, 2),) * 5),
        HandleMessage("pull", False),
    )
