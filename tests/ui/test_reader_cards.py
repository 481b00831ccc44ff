"""Test cards of an open reader by touch: none is lost, each goes where it is dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.session.messages import Uncover
from companion.signals import InsertCard, TakeCard
from tests.ui.readers import (
    CARDS,
    HAND,
    LYING,
    bed,
    face,
    lying_in,
    open_reader,
    opened,
    program,
    racing,
    reader,
)
from tests.ui.stand import SIZES, middle, on_stand


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_are_dragged_to_slots_between_slots_and_back(size: tuple[int, int]) -> None:
    """Drag cards into slots, between them and back, by the signals that real hands cause."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        one, two, three = (card.code for card in open_reader(stand).desk.dealt[:3])
        stand.drag(face(stand, one), bed(stand, 4))
        assert stand.heard() == [InsertCard(1, 4, one)]
        stand.drag(face(stand, two), bed(stand, 2))
        stand.drag(face(stand, two), bed(stand, 4))
        assert stand.heard() == [
            InsertCard(1, 2, two),
            TakeCard(1, 2),
            TakeCard(1, 4),
            InsertCard(1, 4, two),
            InsertCard(1, 2, one),
        ]
        stand.drag(face(stand, three), bed(stand, 2))
        assert stand.heard() == [TakeCard(1, 2), InsertCard(1, 2, three)]
        home = middle(face(stand, one))
        stand.drag(face(stand, two), home)
        assert stand.heard() == [TakeCard(1, 4)]
        lying = [slot.card.code if slot.card else None for slot in loop.view.body.readers[0].slots]
        assert lying == [None, three, None, None, None]
        assert len(open_reader(stand).cards) == 9


def test_a_card_keeps_its_place_so_that_a_second_tap_hits_nothing_else() -> None:
    """Keep the other cards where they are when one leaves the hand."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        codes = [card.code for card in open_reader(stand).desk.dealt]
        places = {code: middle(face(stand, code)) for code in codes}
        stand.tap(places[codes[3]])
        stand.tap(places[codes[3]])
        assert stand.heard() == [InsertCard(1, 1, codes[3])]
        assert {code: middle(face(stand, code)) for code in codes if code != codes[3]} == {
            code: place for code, place in places.items() if code != codes[3]
        }


def test_taking_a_card_back_by_a_tap_on_its_slot() -> None:
    """Return a card to its place in the hand by a tap on its slot."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        code = open_reader(stand).desk.dealt[5].code
        home = middle(face(stand, code))
        stand.tap(face(stand, code))
        stand.tap(bed(stand, 1))
        assert stand.heard() == [InsertCard(1, 1, code), TakeCard(1, 1)]
        assert middle(face(stand, code)) == home


def test_quick_fingers_do_not_choose_one_slot_twice() -> None:
    """Use the next slot for the next card before the table has answered."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        codes = [card.code for card in open_reader(stand).desk.dealt[:5]]
        for code in codes:
            stand.tap(face(stand, code))
        assert stand.heard() == [InsertCard(1, slot, code) for slot, code in enumerate(codes, 1)]
        stand.tap(face(stand, open_reader(stand).desk.dealt[7].code))
        assert stand.heard() == [] and "full" in stand.screen.over.words.text


def test_a_touch_that_was_never_answered_is_forgotten_after_a_moment() -> None:
    """Return a card to the hand if the table does not take it for some time."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        code = open_reader(stand).desk.dealt[0].code
        home = middle(face(stand, code))
        stand.tap(home)
        stand.finger(home).touch_up()
        assert stand.heard() == [InsertCard(1, 1, code)], "at once it still counts as on its way"
        stand.finger(home, later=2).touch_up()
        assert stand.heard() == [InsertCard(1, 1, code)]


LOCKED = opened(
    slots=lying_in(CARDS[1], None, None, CARDS[2], CARDS[3], locked=(4, 5)), hand=HAND[:3]
)


def test_locked_slots_say_why_they_do_not_move() -> None:
    """Change nothing at a locked slot, and say why."""
    with on_stand(LYING, program(LOCKED, reader(2), open_seat=1)) as stand:
        attempts: tuple[Callable[[], None], ...] = (
            lambda: stand.tap(bed(stand, 4)),
            lambda: stand.drag(face(stand, CARDS[3].code), bed(stand, 2)),
            lambda: stand.drag(face(stand, HAND[0].code), bed(stand, 5)),
            lambda: stand.drag(face(stand, CARDS[1].code), bed(stand, 4)),
        )
        for attempt in attempts:
            attempt()
            assert stand.heard() == []
            assert "locked" in stand.screen.over.words.text
        stand.tap(face(stand, HAND[0].code))
        assert (
            stand.heard() == [InsertCard(1, 2, HAND[0].code)]
            and "locked" not in stand.screen.over.words.text
        )


def test_something_else_may_happen_while_a_card_is_in_the_air() -> None:
    """Keep a dragged card under the finger while another seat changes."""
    view = program(opened(), reader(2), open_seat=1)
    with on_stand(LYING, view) as stand:
        code = open_reader(stand).desk.dealt[4].code
        finger = stand.finger(face(stand, code))
        finger.touch_move(finger.x, finger.y + 60)
        stand.show(program(opened(), reader(2, ready=True, state="ready"), open_seat=1))
        assert middle(face(stand, code))[1] > open_reader(stand).layout.hand[4].y + 60
        finger.touch_move(*middle(bed(stand, 3)))
        finger.touch_up()
        assert stand.heard() == [InsertCard(1, 3, code)]


def test_a_card_that_is_taken_away_in_mid_drag_is_let_go() -> None:
    """Send nothing if a dragged card is gone when the finger is lifted."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        code = open_reader(stand).desk.dealt[4].code
        finger = stand.finger(face(stand, code))
        finger.touch_move(finger.x, finger.y + 60)
        stand.show(program(opened(hand=HAND[:2]), reader(2), open_seat=1))
        stand.show(program(reader(1, ready=True), reader(2)))
        finger.touch_move(100, 100)
        finger.touch_up()
        assert stand.heard() == [] and stand.screen.chosen == 2


def test_two_fingers_move_one_card() -> None:
    """Ignore a second finger while a card is held."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        one, two = (card.code for card in open_reader(stand).desk.dealt[:2])
        first, second = stand.finger(face(stand, one)), stand.finger(face(stand, two))
        second.touch_up()
        first.touch_up()
        assert stand.heard() == [InsertCard(1, 1, one)]


@pytest.mark.parametrize("ends", ["covered", "handed over", "time is up", "map"])
def test_a_page_that_goes_in_mid_drag_takes_no_card_along(ends: str) -> None:
    """Leave a card where it was if its page closes during the drag."""
    shared = program(reader(1, ready=True), reader(2))
    after = {
        "covered": program(reader(1), reader(2)),
        "handed over": program(reader(1, ready=True), opened(2), open_seat=2),
        "time is up": shared,
    }
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        left, slot = open_reader(stand), middle(bed(stand, 3))
        finger = stand.finger(face(stand, open_reader(stand).desk.dealt[4].code))
        finger.touch_move(finger.x, finger.y + 60)
        if ends == "map":
            stand.screen.peek(True)
        else:
            stand.show(after[ends])
        finger.touch_move(*slot)
        finger.touch_up()
        assert stand.heard() == [] and left.desk.free_slot() == 1


def test_the_slot_lights_that_takes_the_card() -> None:
    """Light the slot that will get the card, unless it is locked.

    It is the one under the finger, else the one under the middle of the card.
    """
    with on_stand(LYING, program(LOCKED, reader(2), open_seat=1)) as stand:
        # Importing widgets needs an open window.
        from companion.ui.widgets.readers.slots import AIMED, PLAIN

        code = HAND[0].code
        for slot, lit in ((2, AIMED), (3, AIMED), (4, PLAIN)):
            finger = stand.finger(face(stand, code))
            finger.touch_move(*middle(bed(stand, slot)))
            assert [bed(stand, number)._role for number in range(1, 6)] == [
                lit if number == slot else PLAIN for number in range(1, 6)
            ]
            finger.touch_move(*middle(open_reader(stand).handle))
            finger.touch_up()
            assert stand.heard() == [] and all(
                bed(stand, number)._role != AIMED for number in range(1, 6)
            )
        card = face(stand, code)
        grip = (card.x + card.width / 2, card.y + 4)
        low = bed(stand, 3).y - 20
        finger = stand.finger(grip)
        finger.touch_move(middle(bed(stand, 3))[0], low)
        assert bed(stand, 3)._role == AIMED, "the finger is below it, the card over it"
        finger.touch_up()
        assert stand.heard() == [InsertCard(1, 3, code)]
