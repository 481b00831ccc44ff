"""Real cards on the screen: a seat with a lost reader finds its cards by move and number."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.engine.cards import DECK, MOVES
from companion.gallery.room import SceneRoom
from companion.games.programmed.deck import CODES
from companion.session.messages import Uncover
from companion.session.view import ReaderPicture
from companion.signals import (
    PULL,
    InsertCard,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    Scanned,
    SetAside,
    SlotRead,
    TakeCard,
)
from companion.testing.screen_checks import screen_faults
from tests.recorded import recorded
from tests.ui.readers import CARDS, LYING, UPRIGHT, lying_in, opened, program, reader
from tests.ui.stand import SIZES, Stand, button, on_stand


def room_with_a_lost_reader() -> SceneRoom:
    """Return two people with readers; seat 2's is lost with two of its cards in."""
    room = SceneRoom(("person", "person"), (1, 2)).begin()
    room.program(1)
    room.put(2, {1: CODES[60], 2: CODES[61]})
    return room.say(ReaderLost(2, "its cable seems to be out"))


def mine(loop: EventLoop, seat: int = 2) -> ReaderPicture:
    """Return the picture of a seat's reader."""
    return next(one for one in loop.view.body.readers if one.seat == seat)


def finder(stand: Stand) -> Any:
    """Return the card finder on the screen."""
    return stand.screen.over.reader.finder


def all_cards(*, slots: int = 0) -> ReaderPicture:
    """Return an open reader with the whole deck in hand except for the cards in so many slots."""
    return opened(
        slots=lying_in(*CARDS[:slots]),
        hand=CARDS[slots:],
        finder=True,
        lost="Seat 1 BRASS: the reader does not answer.",
    )


@pytest.mark.parametrize("move", ("left", "uturn"))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_number_of_every_kind_can_be_hit(move: str, size: tuple[int, int]) -> None:
    """Show eighteen numbers, or six, large enough beside slots and handle."""
    with on_stand(size, program(all_cards(slots=3), reader(2), open_seat=1)) as stand:
        stand.tap(finder(stand).kinds[move])
        assert screen_faults(stand.screen) == []
        shown = [number.card.priority for number in finder(stand).numbers.values()]
        assert shown == [card.priority for card in CARDS[3:] if card.move == move]


def test_the_finder_has_all_kinds_of_the_deck() -> None:
    """Find every card of the deck."""
    with on_stand(LYING, program(all_cards(), reader(2), open_seat=1)) as stand:
        found = set()
        for move in MOVES:
            finder(stand).open(move)
            found |= set(finder(stand).numbers)
        assert found == set(range(len(DECK)))


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_seat_without_its_reader_is_played_to_the_end(size: tuple[int, int]) -> None:
    """Play a seat without its reader, with the two cards that were in it, to the pull."""
    room = room_with_a_lost_reader()
    with on_stand(size, room.loop.view, room.loop) as stand:
        tile = stand.screen.overview.tiles[2]
        assert tile.state_words.text == recorded("does-not-answer-its-cable-seems")
        stand.tap(tile)
        stand.tap(stand.screen.over.inner.uncover)
        assert stand.heard() == [Uncover(2)]
        for move, at in (("right", 0), ("right", 1), ("move3", 0)):
            stand.tap(finder(stand).kinds[move])
            # Cards of seat 1 are offered too, since they must stay secret.
            free = [
                number for code, number in finder(stand).numbers.items() if code not in room.rows[1]
            ]
            stand.tap(free[at])
        assert [slot.filled for slot in mine(room.loop).slots] == [True] * 5
        assert [type(said) for said in stand.heard()] == [InsertCard] * 3
        stand.tap(stand.screen.over.reader.handle.ends[PULL])
        assert (
            stand.heard() == [MoveHandle(2, PULL)]
            and mine(room.loop).ready
            and stand.screen.over is None
        )


def test_a_number_keeps_its_place_and_a_second_tap_does_nothing() -> None:
    """Leave a dark place for an inserted card, without any move, until the card is taken back."""
    room = room_with_a_lost_reader()
    room.loop.send(Uncover(2))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(finder(stand).kinds["left"])
        numbers = dict(finder(stand).numbers)
        code, first = next(iter(numbers.items()))
        stand.tap(first)
        stand.tap(first)
        assert stand.heard() == [InsertCard(2, 3, code)] and first.disabled
        assert finder(stand).numbers == numbers
        stand.tap(stand.screen.over.reader.beds[2])
        assert stand.heard() == [TakeCard(2, 3)] and not first.disabled


def test_a_card_that_another_reader_shows_is_offered_and_refused() -> None:
    """Offer a card of another reader, and refuse it at the pull without its name.

    A gap in the finder would give the cards of seat 1 away.
    """
    room = room_with_a_lost_reader()
    room.loop.send(Uncover(2))
    code = room.rows[1][0]
    assert code is not None
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        assert code in finder(stand)._known
        for slot, card in ((3, code), (4, CODES[62]), (5, CODES[63])):
            room.loop.send(InsertCard(2, slot, card))
        stand.show(room.loop.view)
        stand.tap(stand.screen.over.reader.handle.ends[PULL])
        assert not mine(room.loop).ready
        assert str(mine(room.loop).problem).lower() == recorded("seat-1") and str(
            DECK[CODES.index(code)].priority
        ) not in str(mine(room.loop).problem)


def test_cards_in_slots_change_places_by_dragging() -> None:
    """Drag cards between slots of a reader with a finder as in any other."""
    room = room_with_a_lost_reader()
    room.loop.send(Uncover(2))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        reader_on_screen = stand.screen.over.reader
        one, two = CODES[60], CODES[61]
        stand.drag(reader_on_screen.cards[one], reader_on_screen.beds[1])
        assert stand.heard() == [
            TakeCard(2, 1),
            TakeCard(2, 2),
            InsertCard(2, 2, one),
            InsertCard(2, 1, two),
        ]
        stand.drag(reader_on_screen.cards[one], reader_on_screen.beds[4])
        assert [slot.filled for slot in mine(room.loop).slots] == [True, False, False, False, True]


def test_all_slots_full_is_said() -> None:
    """Say that all slots are full on a card too many."""
    with on_stand(LYING, program(all_cards(slots=5), reader(2), open_seat=1)) as stand:
        stand.tap(next(iter(finder(stand).numbers.values())))
        assert stand.heard() == [] and stand.screen.over.words.text == recorded(
            "All-slots-are-full"
        )


def test_the_reader_comes_back_in_the_middle() -> None:
    """Close the open page when the reader comes back, and read its slots again."""
    room = room_with_a_lost_reader()
    room.loop.send(Uncover(2))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        room.say(ReaderBack(2), SlotRead(2, 1, "ok", CODES[60]))
        stand.show(room.loop.view)
        assert stand.screen.over is None and not stand.screen.overview.tiles[2].can_open
        assert not mine(room.loop).lost and [slot.filled for slot in mine(room.loop).slots] == [
            True,
            False,
            False,
            False,
            False,
        ]


def test_a_reader_set_aside_is_used_again_from_the_cover_page() -> None:
    """Say on the cover page why a reader is set aside, and offer to use it again."""
    room = SceneRoom(("person", "person"), (1, 2)).begin()
    room.loop.send(SetAside(2, True))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        assert stand.screen.overview.tiles[2].state_words.text == recorded("on-this-screen")
        stand.tap(stand.screen.overview.tiles[2])
        stand.tap(button(stand.screen, "Use its reader again"))
        assert (
            stand.heard() == [SetAside(2, False)]
            and mine(room.loop).kind == "reader"
            and stand.screen.over is None
        )


def test_a_scanner_puts_cards_into_the_open_reader() -> None:
    """Insert a scanned card as a touched number, and say so if it is not of the deck."""
    room = room_with_a_lost_reader()
    room.loop.send(Uncover(2))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        room.loop.send(Scanned(str(CODES[30])))
        stand.show(room.loop.view)
        assert stand.screen.over.reader.picture.slots[2].card.code == CODES[30]
        room.loop.send(Scanned("999"))
        stand.show(room.loop.view)
        assert stand.screen.over.words.text == recorded("not-a-card-of-this-deck")
