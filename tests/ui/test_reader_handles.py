"""Test handles by touch, on an open reader and on a tile."""

from __future__ import annotations

import pytest

from companion.session.messages import SetRule, Uncover
from companion.session.view import REST
from companion.signals import PULL, PUSH, MoveHandle
from tests.recorded import recorded
from tests.ui.readers import LYING, everybody, face, open_reader, opened, program, racing, reader
from tests.ui.stand import SIZES, button, on_stand


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_handle_is_pulled_and_pushed(size: tuple[int, int]) -> None:
    """Move the handle by a long drag or a touch on an end; spring back after a short one."""
    with on_stand(size, program(opened(), reader(2), open_seat=1)) as stand:
        handle = open_reader(stand).handle
        knob, way = handle.lever.knob, handle.lever.travel
        stand.drag(knob, (knob[0], knob[1] - way * 0.2))
        assert stand.heard() == []
        stand.drag(knob, (knob[0], knob[1] - way))
        stand.drag(knob, (knob[0], knob[1] + way))
        stand.drag(knob, (knob[0], knob[1] - way), knob)
        stand.tap(handle.ends[PUSH])
        assert stand.heard() == [MoveHandle(1, PULL), MoveHandle(1, PUSH), MoveHandle(1, PUSH)]
        assert handle.ends[PUSH].text == recorded("Push-ready-then-rest-a-turn")


def test_pulling_too_early_names_the_gap_where_it_is() -> None:
    """Name empty slots in the head of the open reader and on its tile."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        for card in open_reader(stand).desk.dealt[:2]:
            stand.tap(face(stand, card.code))
        stand.tap(open_reader(stand).handle.ends[PULL])
        remedy = str(loop.view.body.readers[0].problem)
        assert "slots 3, 4 and 5" in remedy and stand.screen.over.words.text == remedy
        stand.tap(stand.screen.over.cover)
        assert stand.screen.overview.tiles[1].state_words.text == remedy
        assert stand.screen.notice.parent is None, "the notice does not say the same again"


def test_without_a_meaning_there_is_no_handle() -> None:
    """Offer no handle if it means nothing."""
    with on_stand(LYING, program(opened(handles=()), reader(2), open_seat=1)) as stand:
        handle = open_reader(stand).handle
        stand.drag(handle, (handle.x + handle.width / 2, handle.y + 4))
        assert stand.heard() == [] and handle.lever.parent is None


def test_who_rests_is_asked_on_the_tiles_themselves() -> None:
    """Ask about resting on the tiles under "power down this turn", by one touch each."""
    loop = racing(("person", "person", "person", "random"), SetRule("power_down", "this"))
    with on_stand(LYING, loop.view, loop) as stand:
        assert loop.view.page == REST
        stand.tap(button(stand.screen.overview.tiles[2], "Rest now"))
        stand.tap(button(stand.screen.overview.tiles[1], "Play on"))
        assert stand.heard() == [MoveHandle(2, PUSH), MoveHandle(1, PULL)]
        assert (
            stand.screen.overview.tiles[1].state_words.text
            != stand.screen.overview.tiles[2].state_words.text
        )


def test_a_resting_seat_says_on_its_tile_whether_it_rests_once_more() -> None:
    """Put the handle of a seat without cards on its tile."""
    with on_stand(LYING, program(*everybody())) as stand:
        tile = stand.screen.overview.tiles[6]
        stand.tap(button(tile, "Rest once more"))
        stand.tap(button(tile, "Then play on"))
        assert stand.heard() == [MoveHandle(6, PUSH), MoveHandle(6, PULL)]
