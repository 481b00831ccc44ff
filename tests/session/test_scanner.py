"""A hand-held scanner: five cards in order into the open reader on the screen."""

from __future__ import annotations

from companion.games.programmed.deck import CODES
from companion.session.messages import Uncover
from companion.session.view import ProgramPage
from companion.signals import Scanned, TakeCard
from tests.recorded import recorded
from tests.session.real import Room


def _hand(room: Room) -> list[int]:
    """Return the codes of the open hand."""
    assert isinstance(room.loop.view.body, ProgramPage)
    return [card.code for card in room.loop.view.body.readers[0].hand]


def test_a_scanner_fills_the_open_reader_in_order() -> None:
    """Five scans fill five slots; no card, or one in use, is refused in words."""
    room = Room(("person",), ()).begin()
    room.loop.send(Scanned(str(CODES[3])))
    assert str(room.loop.session.notice) == recorded("open-the-reader-of-a-seat")
    room.loop.send(Uncover(1))
    hand = _hand(room)
    for text, what in (
        ("999", "a-code-of-no-card"),
        ("0", "nought"),
        ("", "nothing"),
        ("١", "another-digit"),
        ("-7", "less-than-nought"),
        ("x" * 90, "many-letters"),
    ):
        room.loop.send(Scanned(text))
        assert str(room.loop.session.notice) == recorded(what)
    for code in hand[:5]:
        room.loop.send(Scanned(f" {code:03}\r\n"))
    assert [reading.code for reading in room.loop.session.readers.by_seat[1].row] == hand[:5]
    room.loop.send(Scanned(str(hand[5])))
    assert str(room.loop.session.notice) == recorded("no-slot-of-seat-1-is")
    room.loop.send(TakeCard(1, 5))
    room.loop.send(Scanned(str(hand[0])))
    assert str(room.loop.session.notice) == recorded("is-in-a-reader-already")
