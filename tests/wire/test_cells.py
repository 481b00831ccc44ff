"""Single cells on request: asked for until answered, measured each time, and heard once."""

from __future__ import annotations

import pytest
from card_reader.link import ReaderLink
from card_reader.wire import cells_field, cells_numbers
from hypothesis import given
from hypothesis import strategies as st

from companion.table.serial.link import HostLink
from companion.table.serial.messages import CellsMessage
from tests.wire.test_both_ends import greeted_host, greeted_reader
from tests.wire.test_host_link import frame_from_reader, greeting, kinds, said, times
from tests.wire.test_reader_link import kinds as reader_kinds
from tests.wire.test_reader_link import said as reader_said
from tests.wire.test_reader_link import tell

LEVELS, ROOMS = [0, 255, 127, 128, 1, 10, 16, 254], [231] * 6 + [0, 0]
FIELDS = ("00ff7f80010a10fe", "e7e7e7e7e7e70000")


@given(st.lists(st.integers(0, 255), min_size=8, max_size=8))
def test_eight_numbers_are_told_as_they_are(numbers: list[int]) -> None:
    """Encode eight numbers in two digits each, and back."""
    assert len(cells_field(numbers)) == 16 and cells_numbers(cells_field(numbers)) == tuple(numbers)


def able(*abilities: str) -> HostLink:
    """Return a host in session 1f3a with a reader that can do this."""
    host = HostLink(0x1F3A, 0.0)
    host.output(0.0)
    host.receive(
        frame_from_reader("HI", "1", "0.2.0", "E66", "5", "5", "1", ",".join(abilities) or "-"), 0.0
    )
    return host


# ---- The host's end ------------------------------------------------------------------------------


def test_a_look_is_repeated_until_cells_answer_it() -> None:
    """Repeat a request with growing pauses under one number; pass its answer on once."""
    host = able("levels")
    host.ask_cells(5)
    assert times(host, "LOOK", 0.5) == pytest.approx([0, 0.05, 0.15, 0.35], abs=0.03)
    assert [each.fields for each in said(host, 0.8) if each.kind == "LOOK"] == [["1", "5"]]
    heard = host.receive(frame_from_reader("CELLS", "1", "5", *FIELDS) * 2, 0.9)
    assert heard == (CellsMessage(5, tuple(LEVELS), tuple(ROOMS)),)
    assert host.receive(
        frame_from_reader("CELLS", "1", "5", *FIELDS), 1.0
    ) == () and "LOOK" not in kinds(host, 1.3)


def test_several_slots_are_looked_at_one_after_the_other() -> None:
    """Request several slots in order, each once while it waits, under its own number."""
    host, asked = able("blink", "levels"), []
    for slot in (3, 1, 3, 1):
        host.ask_cells(slot)
    for now in (0.1, 0.2, 0.3):
        for each in said(host, now):
            asked += [each.fields] if each.kind == "LOOK" else []
            host.receive(frame_from_reader("CELLS", *each.fields, *FIELDS), now)
    host.ask_cells(3)
    assert [*asked, *(each.fields for each in said(host, 0.4))] == [
        ["1", "3"],
        ["2", "1"],
        ["3", "3"],
    ]


def test_cells_of_another_wish_or_slot_are_no_answer() -> None:
    """Ignore cells of another request or slot, and ask until the right ones come."""
    host = able("levels")
    host.ask_cells(2)
    assert (
        host.receive(
            frame_from_reader("CELLS", "1", "3", *FIELDS)
            + frame_from_reader("CELLS", "7", "2", *FIELDS),
            0.0,
        )
        == ()
    )
    assert kinds(host, 0.1) == ["LOOK"] and host.counters(0.1).damaged == 0


def test_a_reader_that_cannot_tell_cells_is_not_asked() -> None:
    """Do not ask a reader whose firmware cannot, also if it changed after the request."""
    host = able("blink")
    host.ask_cells(1)
    assert kinds(host, 0.1) == []
    host = able("levels")
    host.ask_cells(1)
    host.ask_cells(2)
    host.receive(frame_from_reader("WHO"), 0.2)
    hello = said(host, 0.2)[0]
    host.receive(greeting(session=hello.session, boot=7), 0.3)
    assert kinds(host, 0.4) == []


def test_a_look_outlives_a_new_session() -> None:
    """Repeat a request in a new session or after a restart of the reader."""
    host = greeted_host()
    host.ask_cells(4)
    host.receive(frame_from_reader("WHO"), 0.2)
    hello = said(host, 0.2)[0]
    host.receive(
        frame_from_reader(
            "HI", "1", "0.2.0", "E66", "5", "5", "1", "levels", session=hello.session, boot=7
        ),
        0.3,
    )
    assert [each.fields[1] for each in said(host, 0.3) if each.kind == "LOOK"] == ["4"]


def test_cells_are_a_sign_of_life() -> None:
    """Take cells for a heartbeat, since only a reader that hears us sends them."""
    host = able("levels")
    for step in range(1, 30):
        host.ask_cells(1)
        (look,) = said(host, step / 10)
        host.receive(frame_from_reader("CELLS", *look.fields, *FIELDS), step / 10)
        assert not host.lost(step / 10)


# ---- The reader's end ----------------------------------------------------------------------------


def test_a_wish_to_look_is_answered_with_its_slot() -> None:
    """Give the loop the slot of a request, from 0, and send its cells once under that number."""
    reader = greeted_reader()
    tell(reader, 10, "ACK", "2")
    tell(reader, 10, "LOOK", "4", "5")
    assert reader.look_wanted == 4 and reader_kinds(reader, 10) == []
    reader.cells(LEVELS, ROOMS)
    assert reader.look_wanted is None
    assert [(each.kind, each.fields) for each in reader_said(reader, 20)] == [
        ("CELLS", ["4", "5", *FIELDS])
    ]
    assert reader_kinds(reader, 30) == []


def test_the_same_wish_is_looked_at_again() -> None:
    """Measure again on a repeated request; ignore an older one and unrequested cells."""
    reader = greeted_reader()
    tell(reader, 10, "ACK", "2")
    for _ in range(2):
        tell(reader, 10, "LOOK", "4", "5")
        assert reader.look_wanted == 4
        reader.cells(LEVELS, ROOMS)
        assert [each.fields[:2] for each in reader_said(reader, 20)] == [["4", "5"]]
    tell(reader, 30, "LOOK", "3", "1")
    assert reader.look_wanted is None
    reader.cells(LEVELS, ROOMS)
    assert reader_kinds(reader, 30) == []


def test_a_new_host_is_not_told_what_another_wanted_to_see() -> None:
    """Forget requests of an earlier host, and count from one."""
    reader = greeted_reader()
    tell(reader, 10, "LOOK", "9", "2")
    tell(reader, 20, "HELLO", "1", "0", session=7)
    assert reader.look_wanted is None
    tell(reader, 30, "LOOK", "1", "3", session=7)
    assert reader.look_wanted == 2


def test_a_reader_without_the_ability_says_so() -> None:
    """Report a missing ability, which a reader may leave out."""
    reader = ReaderLink("E66", "0.2.0", 1, abilities="blink")
    tell(reader, 0, "HELLO", "1", "0", boot=0)
    assert [each.fields[-1] for each in reader_said(reader, 0)] == ["blink"]
