"""The map beside the cards: by real touches it shows where each card leads, makes room, grows, goes and comes back."""
from __future__ import annotations

from typing import Any

import pytest

from companion.session.messages import Uncover
from companion.session.preferences import ALWAYS, NEVER, Prefer
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from tests.ui.eyes import faults
from tests.ui.readers import LYING, bed, face, open_reader, racing
from tests.ui.stand import SIZES, Stand, button, on_stand


def beside(stand: Stand) -> Any:
    """The map beside the cards, None where it does not lie there."""
    found = stand.screen.over.beside
    return found if found.parent is not None else None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_six_touches_program_a_seat_and_the_map_follows_each(size: tuple[int, int]) -> None:
    """Five cards and the pull; after each card its round is on the map, everything is readable, and the whole way is in view."""
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        assert faults(stand.screen) == [] and beside(stand).map.picture.foreseen == ()
        codes = [card.code for card in open_reader(stand).desk.dealt][1:6]
        for number, code in enumerate(codes, 1):
            stand.tap(face(stand, code))
            found = beside(stand).map
            assert len(found.picture.foreseen) == number and beside(stand).words.text.startswith(f"Register {number}: ")
            _, _, width, height = found._frame()
            for move, _ in found.picture.foreseen:
                places = [found._look.pixel((ord(square[0]) - 64.5, int(square[1:]) - 0.5)) for square in move.path]
                assert all(0 <= x <= width and 0 <= y <= height for x, y in places)
        assert faults(stand.screen) == []
        stand.tap(open_reader(stand).handle.ends[PULL])
        assert stand.heard() == [*(InsertCard(1, slot, code) for slot, code in enumerate(codes, 1)), MoveHandle(1, PULL)]
        assert loop.view.page == "play"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_grows_goes_and_comes_back(size: tuple[int, int]) -> None:
    """A touch on it shows it large; one button hides it, and under the large map another one brings it back; no card moves meanwhile."""
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        code = open_reader(stand).desk.dealt[0].code
        stand.tap(face(stand, code))
        small = face(stand, code).height
        stand.tap(beside(stand).map)
        large = stand.screen.over
        assert large.map.picture.foreseen and large.beside.parent is None and faults(stand.screen) == []
        stand.tap(large.close)
        stand.tap(button(stand.screen.over, "Hide map"))
        assert beside(stand) is None and face(stand, code).height > small and loop.session.preferences.preview == NEVER
        stand.tap(button(stand.screen.over, "Map"))
        assert faults(stand.screen) == [] and not stand.screen.over.map.picture.foreseen
        stand.tap(stand.screen.over.beside)
        assert len(beside(stand).map.picture.foreseen) == 1 and faults(stand.screen) == []
        assert [type(said) for said in stand.heard()] == [InsertCard, Prefer, Prefer] and loop.session.preferences.preview == ALWAYS
        assert open_reader(stand).desk.slot_of(code) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_are_dragged_beside_the_map_as_without_it(size: tuple[int, int]) -> None:
    """From the hand, onto a full slot, from slot to slot, back to the hand, and to the map, where nothing takes them: the map shows what lies there now."""
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        one, two, three = (card.code for card in open_reader(stand).desk.dealt[:3])
        for start, end, lying in (
            (one, bed(stand, 1), (one,)), (two, bed(stand, 1), (two,)), (one, bed(stand, 2), (two, one)), (two, bed(stand, 2), (one, two)),
            (three, bed(stand, 2), (one, three)), (two, beside(stand).map, (one, three)), (one, beside(stand).map, (None, three)),
            (three, bed(stand, 1), (three,)),
        ):
            stand.drag(face(stand, start), end)
            row = tuple(reading.code for reading in loop.session.readers[1].row)
            assert row == (*lying, *(None,) * (5 - len(lying)))
            codes = [slot.card.code if slot.card else None for slot in loop.view.body.readers[0].slots]
            assert [open_reader(stand).desk.slot_of(code) for code in codes if code is not None] == [number for number, code in enumerate(codes, 1) if code is not None]
            expected = loop.session.house.game.foreseen(loop.session.match.position, 1, row)  # type: ignore[union-attr]
            assert beside(stand).map.picture.foreseen == expected
        assert TakeCard(1, 1) in stand.heard() and len(open_reader(stand).cards) == 9


def test_several_people_have_it_only_where_they_want_it() -> None:
    """Others would see it from afar: usually there is none, and the cards have all the room."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        assert beside(stand) is None
        stand.tap(stand.screen.over.peek)
        stand.tap(stand.screen.over.beside)
        assert beside(stand) is not None and stand.heard() == [Prefer(loop.session.preferences)]
