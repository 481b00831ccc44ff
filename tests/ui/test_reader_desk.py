"""Test the meaning of touches on cards, against the real table of touch readers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.cards import DECK
from companion.games.scene import Face
from companion.session.view import ReaderPicture, SlotPicture
from companion.signals import SLOTS, InsertCard, SettleCard, TakeCard
from companion.table.virtual import VirtualTable
from companion.ui.layout import Area
from companion.ui.widgets.readers.reader_desk import (
    Desk,
    DeskChange,
    awaited_after,
    desk_of,
    reader_layout,
)

CARDS = tuple(Face(code, card.move, card.priority) for code, card in enumerate(DECK))


def seen(hand: tuple[int, ...], slots: tuple[int | None, ...], locked: int = 0) -> ReaderPicture:
    """Return an open reader whose last `locked` slots are locked."""
    pictures = tuple(
        SlotPicture(
            None if code is None else CARDS[code], code is not None, number > SLOTS - locked, ""
        )
        for number, code in enumerate(slots, 1)
    )
    rest = tuple(CARDS[code] for code in hand if code not in slots)
    return ReaderPicture(
        1,
        "touch",
        True,
        False,
        "",
        "",
        len(hand),
        pictures,
        rest,
        True,
        "rest",
        (),
    )


def did(desk: Desk, act: tuple[str, int, int]) -> DeskChange:
    """Return the outcome of a touch: a card, a slot, or a drop (slot 0: beside all slots)."""
    kind, card, slot = act
    codes = [dealt.code for dealt in desk.dealt]
    if kind == "slot":
        return desk.tapped_slot(slot or 1)
    code = codes[card % len(codes)]
    return desk.tapped_card(code) if kind == "card" else desk.drop(code, slot or None)


ACTS = st.lists(
    st.tuples(st.sampled_from(("card", "slot", "drop")), st.integers(0, 8), st.integers(0, 5)),
    max_size=25,
)


@given(ACTS, st.integers(0, 4))
def test_no_card_is_ever_lost_or_doubled(acts: list[tuple[str, int, int]], locked: int) -> None:
    """Keep desk and table equal, each card in one place and locked cards locked."""
    table, hand = VirtualTable([1]), tuple(range(9 - locked))
    table.open()
    for slot in range(SLOTS + 1 - locked, SLOTS + 1):
        table.do(InsertCard(1, slot, 40 + slot))
    held = table.slots(1)[SLOTS - locked :]
    for act in acts:
        desk = desk_of(seen(hand, table.slots(1), locked))
        answer = did(desk, act)
        assert not (answer.touches and answer.words), (
            "either something happens or words say why not"
        )
        for touch in answer.touches:
            table.do(touch)
        after = tuple(
            None if card is None else card.code for card in desk.after(answer.touches).slots
        )
        assert table.slots(1) == after
        assert table.slots(1)[SLOTS - locked :] == held
        lying = [code for code in table.slots(1) if code is not None]
        assert len(lying) == len(set(lying))
        assert {card.code for card in desk_of(seen(hand, table.slots(1), locked)).dealt} == set(
            hand
        )


def test_the_last_card_goes_into_the_last_slot_by_itself() -> None:
    """Put in the last card with the one before it where nothing is left to choose."""
    five = desk_of(seen((1, 2, 3, 4, 5), (1, 2, None, 3, None)))
    assert five.tapped_card(4).touches == (InsertCard(1, 3, 4), InsertCard(1, 5, 5))
    assert five.drop(4, 5).touches == (InsertCard(1, 5, 4), InsertCard(1, 3, 5))
    assert five.tapped_slot(2).touches == (TakeCard(1, 2),), "a card that is taken back stays out"
    six = desk_of(seen((1, 2, 3, 4, 5, 6), (1, 2, None, 3, None)))
    assert six.tapped_card(4).touches == (InsertCard(1, 3, 4),), "one of two is to choose"
    four = desk_of(seen((1, 2, 3), (None, 1, None, None, 40), locked=1))
    assert four.tapped_card(2).touches == (InsertCard(1, 1, 2),), "two slots are free"
    last = desk_of(seen((1, 2, 3, 4), (None, 1, None, 2, 40), locked=1))
    assert last.tapped_card(3).touches == (InsertCard(1, 1, 3), InsertCard(1, 3, 4))
    full = desk_of(seen((1, 2, 3, 4, 5), (1, 2, 3, 4, None)))
    assert full.tapped_card(5).touches == (InsertCard(1, 5, 5),)


def test_dealt_cards_lie_from_the_fastest_to_the_slowest_and_keep_their_order() -> None:
    """Sort dealt cards by priority, whether they are in the hand or in slots."""
    hand = (5, 80, 33, 12)
    before = desk_of(seen(hand, (None,) * 5)).dealt
    assert [card.priority for card in before] == sorted(
        (card.priority for card in before), reverse=True
    )
    assert desk_of(seen(hand, (33, None, 5, None, None))).dealt == before


def test_what_is_on_its_way_is_shown_until_it_has_come() -> None:
    """Count a slot as filled until the table has answered."""
    awaited: dict[int, int | None] = {1: 7}
    before = seen((7, 8), (None,) * 5)
    assert desk_of(before, awaited).free_slot() == 2
    assert awaited_after(before, awaited) == awaited
    assert awaited_after(seen((7, 8), (7, None, None, None, None)), awaited) == {}


def test_a_card_that_cannot_be_read_is_in_the_way() -> None:
    """Keep taps from filling the slot of an unreadable card.

    A tap takes it out, a dragged card replaces it, and a tap settles it if its slot is locked.
    """
    before = seen((7, 8), (None, None, 8, None, None), locked=1)
    dirty = tuple(
        slot._replace(filled=True, fault="dirty") if number in (1, 5) else slot
        for number, slot in enumerate(before.slots, 1)
    )
    desk = desk_of(before._replace(slots=dirty))
    assert desk.free_slot() == 2
    assert desk.tapped_slot(1).touches == (TakeCard(1, 1),)
    assert desk.tapped_slot(5).touches == (SettleCard(1, 5),)
    assert desk.drop(7, 1).touches == (TakeCard(1, 1), InsertCard(1, 1, 7))
    assert desk.drop(8, 1).touches == (TakeCard(1, 3), TakeCard(1, 1), InsertCard(1, 1, 8))


def test_a_card_that_is_being_taken_out_is_shown_as_gone_until_the_reader_says_so() -> None:
    """Count a slot as free once its unreadable card was touched."""
    before = seen((7, 8), (None,) * 5)
    dirty = before._replace(
        slots=(before.slots[0]._replace(filled=True, fault="dirty"), *before.slots[1:])
    )
    awaited: dict[int, int | None] = {1: None}
    assert awaited_after(dirty, awaited) == awaited and desk_of(dirty, awaited).free_slot() == 1
    assert awaited_after(before, awaited) == {}


@given(st.integers(0, 9), st.booleans(), st.integers(0, 20), st.integers(0, 20))
def test_slots_places_and_handle_never_meet(
    dealt: int, lying: bool, wider: int, higher: int
) -> None:
    """Lay out slots, hand and handle apart, in the area and at least 47 pixels large."""
    area = Area(8, 8, 784 + wider, 404 + higher) if lying else Area(8, 8, 434 + wider, 674 + higher)
    layout = reader_layout(area, dealt, lying, 1.0)
    boxes = [*layout.slots, *layout.hand, layout.handle]
    assert len(layout.hand) == dealt and len(layout.slots) == SLOTS
    for at, box in enumerate(boxes):
        assert min(box.width, box.height) >= 47
        assert box.x >= area.x - 0.01 and box.y >= area.y - 0.01
        assert (
            box.x + box.width <= area.x + area.width + 0.01
            and box.y + box.height <= area.y + area.height + 0.01
        )
        for other in boxes[at + 1 :]:
            assert (
                box.x + box.width <= other.x
                or other.x + other.width <= box.x
                or box.y + box.height <= other.y
                or other.y + other.height <= box.y
            )


def test_a_point_in_a_slot_finds_it_and_beside_it_nothing() -> None:
    """Find the slot at a point, or None."""
    layout = reader_layout(Area(0, 0, 784, 404), 9, True, 1.0)
    third = layout.slots[2]
    assert layout.slot_at(third.x + third.width / 2, third.y + 5) == 3
    assert layout.slot_at(layout.hand[0].x + 5, layout.hand[0].y + 5) is None
