"""Test a turn and the next deal with readers, by touches on the screen and cards put in."""

from __future__ import annotations

import pytest

from companion.gallery.room import SceneRoom
from companion.session.view import DEAL, PLAY, PROGRAM, SUMMARY, TABLE
from companion.signals import DIRTY, SLOTS, ReaderBack, ReaderLost, SlotRead
from tests.recorded import recorded
from tests.ui.stand import SIZES, Stand, button, on_stand


def see(room: SceneRoom, stand: Stand) -> str:
    """Update the screen, and return the page that it shows."""
    stand.show(room.loop.view)
    return room.loop.view.page


def play_turn(stand: Stand) -> None:
    """Confirm every instruction of the turn."""
    for _ in range(400):
        if stand.screen.view.page != PLAY:
            return
        stand.tap(button(stand.screen, "Done"))
    raise AssertionError("the turn never ends")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_from_the_boards_to_the_second_hand(size: tuple[int, int]) -> None:
    """Play from setup to the second hand: a dirty card, a lost reader, a deal, the table test."""
    room = SceneRoom(("person", "random"), (1,))
    with on_stand(size, room.loop.view, room.loop) as stand:
        for words in ("Flags", "Seats", "Settings", "Begin", "All in place"):
            stand.tap(button(stand.screen, words))
        assert stand.screen.view.page == PROGRAM
        tile = stand.screen.overview.tiles[1]
        room.program(1).say(SlotRead(1, 3, DIRTY)).pull(1)
        see(room, stand)
        assert tile.state_words.text == recorded("slot-3") and stand.screen.notice.parent is None
        room.say(ReaderLost(1, "its cable seems to be out"))
        see(room, stand)
        assert tile.can_open and tile.state_words.text == recorded("does-not-answer")
        room.say(ReaderBack(1))
        room.put(1, dict(enumerate(room.rows[1], 1))).pull(1)
        assert see(room, stand) == PLAY
        play_turn(stand)
        if stand.screen.view.page == SUMMARY:
            stand.tap(button(stand.screen, "Next turn"))
        assert stand.screen.view.page == DEAL
        stand.tap(stand.screen.header.table)
        assert stand.screen.view.page == TABLE
        stand.tap(button(stand.screen, "Back"))
        room.put(1, dict.fromkeys(range(1, SLOTS + 1)))
        assert see(room, stand) == PROGRAM and not any(
            slot.filled for slot in stand.screen.view.body.readers[0].slots
        )
