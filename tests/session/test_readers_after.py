"""Follow what signals make of the readers."""

from __future__ import annotations

from companion.session.messages import Begin
from companion.session.readers import Readers, ReaderState, readers_after
from companion.signals import (
    EMPTY,
    NO_READER,
    OK,
    PULL,
    HandleMoved,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    SlotRead,
    TableProblem,
)
from companion.signals import REST as AT_REST
from tests.session.evenings import evening

TWO = Readers({1: ReaderState(), 2: ReaderState()})


def after(readers: Readers, *signals: object) -> Readers:
    """Return the readers after some signals."""
    for signal in signals:
        readers = readers_after(readers, signal)
    return readers


def test_what_is_read_is_remembered_for_its_seat_alone() -> None:
    """A card and a handle change the reader of their seat, and nothing else."""
    found = after(TWO, SlotRead(2, 3, OK, 7), HandleMoved(2, PULL))
    assert found.by_seat[1] is TWO.by_seat[1]
    assert found.rows[2][2].code == 7 and found.by_seat[2].handle == PULL
    assert found._replace(by_seat={}) == TWO._replace(by_seat={})


def test_a_signal_that_says_nothing_new_leaves_the_same_readers() -> None:
    """Readers repeat their state; other messages are not about them."""
    found = after(TWO, SlotRead(2, 3, OK, 7), HandleMoved(2, PULL), ReaderFound("A"))
    for signal in (
        SlotRead(2, 3, OK, 7),
        SlotRead(2, 6, OK, 8),
        SlotRead(9, 1, OK, 8),
        HandleMoved(2, PULL),
        ReaderFound("A"),
        "anything else",
    ):
        assert readers_after(found, signal) is found, signal


def test_an_unreadable_slot_has_no_code() -> None:
    """A code counts only with a card that was read."""
    found = after(TWO, SlotRead(1, 1, OK, 7), SlotRead(1, 1, EMPTY, 7))
    assert found.rows[1][0].code is None


def test_a_lost_reader_keeps_its_cards_until_it_is_back() -> None:
    """Its handle rests, and a player who has gone on at the screen does so for this loss only."""
    lost = after(TWO, SlotRead(1, 1, OK, 7), HandleMoved(1, PULL), ReaderLost(1, "no answer"))
    reader = lost.by_seat[1]
    assert (reader.lost, reader.handle, reader.row[0].code) == ("no answer", AT_REST, 7)
    played = lost.with_one(1, reader._replace(taken_over=True))
    assert after(played, ReaderLost(1, NO_READER)).by_seat[1].taken_over
    back = after(played, ReaderBack(1))
    assert not back.by_seat[1].lost and not back.by_seat[1].taken_over
    assert not after(back, ReaderLost(1, "no answer")).by_seat[1].taken_over


def test_readers_without_a_seat_and_troubles_come_and_go() -> None:
    """A place has one trouble, the last that was reported."""
    found = after(
        TWO,
        ReaderFound("A"),
        ReaderFound("B"),
        ReaderGone("A"),
        TableProblem("port", "first"),
        TableProblem("port", "second"),
        TableProblem("chip", "third"),
    )
    assert found.unknown == ("B",) and found.troubles == {"port": "second", "chip": "third"}
    assert after(found, TableProblem("port", "")).troubles == {"chip": "third"}


def test_a_race_begins_without_players_who_have_gone_on_at_the_screen() -> None:
    """Count a player as gone on at the screen in the race alone in which it was so."""
    loop = evening(("person", "person"))
    reader = loop.session.readers.by_seat[1]._replace(lost="no answer", taken_over=True)
    readers = loop.session.readers.with_one(1, reader)
    loop.session = loop.session._replace(readers=readers)
    loop.send(Begin())
    begun = loop.session.readers.by_seat[1]
    assert begun.lost and not begun.taken_over
