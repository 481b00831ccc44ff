"""Any bytes over the wire, in any state of an end: nothing breaks, and output stays in bounds."""

from __future__ import annotations

import zlib

from card_reader.wire import Splitter
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.serial.link import KINDS, HostLink
from companion.table.serial.messages import (
    CellsMessage,
    ForeignDevice,
    Greeting,
    HandleMessage,
    SlotsMessage,
    WrongVersion,
)
from tests.wire.test_both_ends import BOOT, GREETING, HELLO, greeted_reader
from tests.wire.vectors import VECTORS, octets

FIELD = st.one_of(
    st.sampled_from(
        [
            "0",
            "1",
            "2",
            "3",
            "17",
            "999999999",
            "00011",
            "22222",
            "0",
            "5",
            "P",
            "R",
            "H",
            "M",
            "N",
            "-",
            "O42/180",
            "E/2",
            "U/0",
            "B/9",
            "O999/1",
            "E6614C775B000001",
            "0.2.0",
            "blink",
            "levels",
            "00ff7f80010a10fe",
        ]
    ),
    st.text([chr(code) for code in range(33, 127) if chr(code) != ":"], min_size=1, max_size=6),
)
ADDRESS = st.sampled_from(["1f3a9c01", "1f3a0000", "1f3b9c01", "1f3a9c02", "00000000"])


@st.composite
def spelt(draw: st.DrawFn) -> bytes:
    """Draw an intact frame with any content, made without our own code."""
    kind = draw(
        st.sampled_from([*sorted(KINDS), "HELLO", "LAMPS", "PING", "READ", "LOOK", "ACK", "DANCE"])
    )
    fields = draw(st.lists(FIELD, max_size=8))
    body = " ".join([draw(ADDRESS), kind, *fields]).encode()
    return b":%s %08x\n" % (body, zlib.crc32(body))


GOLDEN = st.sampled_from(
    [
        octets(vector["line"])
        for group in ("intact", "broken", "refused", "wreck")
        for vector in VECTORS[group]
    ]
)
CHUNKS = st.lists(
    st.one_of(spelt(), GOLDEN, st.binary(max_size=150), st.sampled_from([GREETING, HELLO])),
    max_size=25,
)
PAUSES = st.sampled_from([0, 1, 10, 50, 500, 1700, 6000])


def check_said(data: bytes) -> None:
    """Check that an end sends whole frames, and not too many."""
    splitter = Splitter()
    assert (
        len(splitter.feed(data)) == data.count(b"\n")
        and splitter.damaged == 0
        and len(data) <= 1000
    )
    assert not data or data.endswith(b"\n")


@settings(max_examples=400)
@given(CHUNKS, PAUSES)
def test_a_reader_survives_anything(chunks: list[bytes], pause: int) -> None:
    """Send whole frames only from a reader, with five lamps of three kinds."""
    reader = greeted_reader()
    for count, chunk in enumerate(chunks):
        now = count * pause
        reader.receive(chunk, now)
        check_said(reader.output(now))
        assert len(reader.lamps) == 5 and set(reader.lamps) <= {0, 1, 2}
        assert isinstance(reader.host_gone(now), bool) and isinstance(reader.read_wanted, bool)
        assert reader.look_wanted is None or 0 <= reader.look_wanted < 5
        if count % 3:
            reader.cells([0, 255] * 4, [231] * 8)


@settings(max_examples=400)
@given(CHUNKS, PAUSES, st.booleans())
def test_a_host_survives_anything(chunks: list[bytes], pause: int, remembers: bool) -> None:
    """Pass on five slots, known words and codes of 0 to 255.

    Word complaints; never lower counters.
    """
    host = HostLink(0x1F3A, 0.0, (BOOT, 3) if remembers else None)
    host.show((0, 1, 2, 0, 1))
    host.ask_read()
    host.ask_cells(1)
    before = host.counters(0.0)
    for count, chunk in enumerate(chunks):
        now = count * pause / 1000
        for word in host.receive(chunk, now):
            check_heard(word)
        check_said(host.output(now))
        assert host.next_due(now) >= now
        after = host.counters(now)
        assert after[:3] >= before[:3] and after.silent >= 0
        before = after


def check_heard(word: object) -> None:
    """Check that what a link passes on is valid."""
    if isinstance(word, SlotsMessage):
        assert len(word.slots) == 5
        for status, code, contrast in word.slots:
            assert (
                status in ("ok", "empty", "blank", "dirty", "badcode", "unstable")
                and 0 <= contrast <= 255
            )
            assert (code is not None and 0 <= code <= 255) == (status == "ok")
    elif isinstance(word, HandleMessage):
        assert word.position in ("pull", "rest", "push") and word.moved in (True, False)
    elif isinstance(word, CellsMessage):
        assert 1 <= word.slot <= 5 and len(word.levels) == len(word.rooms) == 8
        assert all(0 <= number <= 255 for number in (*word.levels, *word.rooms))
    elif isinstance(word, Greeting):
        assert (word.identity.slots, word.identity.lamps) == (5, 5) and word.uid.isalnum()
    else:
        assert isinstance(word, (WrongVersion, ForeignDevice)) and len(str(word.words)) > 20
