"""An open reader without drawing: its layout, and what touches on its cards mean.

Drawing and touches use the same boxes, so that a finger hits what it sees. Slot 1 is on the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.session.view import ReaderPicture
from companion.signals import SLOTS, InsertCard, ReaderTouch, SettleCard, TakeCard
from companion.ui.layout import Area
from companion.words import Text, text

HANDLE_WIDTH: Final = 140
"""Width of the handle beside the cards, as on the seven-inch panel."""
HANDLE_HEIGHT: Final = 236
"""Height of the handle below the cards, as on the seven-inch panel."""
BESIDE, BESIDE_FINDER = 0.34, 0.28
"""Share of the width for the map beside the cards, and beside the card finder."""
BELOW, BELOW_FINDER = 400, 328
"""Height of the map and of the handle beside it, below the cards and below the card finder, as on
the seven-inch panel."""
SLIM_HANDLE: Final = 118
"""Width of the handle beside the map, as on the seven-inch panel."""
FINDER_HANDLE: Final = 184
"""Height of the handle below the card finder, as on the seven-inch panel."""
SECOND: Final = 4
"""Places in the second row of a hand, so that nine cards fit without larger places."""
LAMP: Final = 30
"""Height of the strip above a slot with its number and its lock light, as on the seven-inch
panel."""
UNREAD: Final = -1
"""Stands for the code of an unreadable card. No awaited code equals it, so the slot is waited for
until it is readable."""


class ReaderLayout(NamedTuple):
    """The boxes of a reader."""

    slots: tuple[Area, ...]
    """Slots 1-5 with their lamps."""
    hand: tuple[Area, ...]
    """One for each dealt card."""
    handle: Area
    finder: Area | None = None
    """For the card finder, None if the app has dealt."""
    map: Area | None = None
    card_text: Area | None = None
    """For the text of a card, None without one."""

    def slot_at(self, x: float, y: float) -> int | None:
        """Return the slot, from 1, whose box holds a point, or None."""
        return next(
            (number for number, box in enumerate(self.slots, 1) if box.contains(x, y)), None
        )


def reader_layout(area: Area, dealt: int, landscape: bool, unit: float) -> ReaderLayout:
    """Lay out a reader with so many dealt cards (0-9); slots above, the hand below them.

    The handle is beside or below both; boxes never overlap. `unit` is the size of one pixel of the
    seven-inch panel.
    """
    gap = 8 * unit
    cards, handle = split_off_handle(area, landscape, HANDLE_HEIGHT * unit, unit)
    slots, rest = slots_above(cards, 0.54 if landscape else 0.42, gap)
    hand = rest.inner(0, 0, 0, 0.5 * gap)
    return ReaderLayout(
        in_row(slots, SLOTS, gap), in_rows(hand, hand_rows(dealt, landscape), gap)[:dealt], handle
    )


def map_layout(area: Area, dealt: int, landscape: bool, unit: float) -> ReaderLayout:
    """Lay out a reader as `reader_layout` does, with the map.

    The map is left of the cards, or below them beside the handle in an upright window. A hand of
    more cards than slots has two rows.
    """
    gap = 8 * unit
    cards, handle, seen = _split_off_map(area, landscape, BESIDE, BELOW * unit, unit)
    slots, rest = slots_above(cards, 0.42, gap)
    hand = in_rows(rest.inner(0, 0, 0, 0.5 * gap), hand_rows(dealt, False), gap)[:dealt]
    return ReaderLayout(in_row(slots, SLOTS, gap), hand, handle, map=seen)


def finder_layout(area: Area, landscape: bool, unit: float, mapped: bool) -> ReaderLayout:
    """Lay out a reader with the card finder, and with the map if it is `mapped`.

    `unit` is the size of one pixel of the seven-inch panel.
    """
    gap, seen = 8 * unit, None
    if mapped:
        cards, handle, seen = _split_off_map(
            area, landscape, BESIDE_FINDER, BELOW_FINDER * unit, unit
        )
    else:
        cards, handle = split_off_handle(area, landscape, FINDER_HANDLE * unit, unit)
    slots, finder = slots_above(cards, 0.42 if landscape else 0.3 if mapped else 0.36, gap)
    return ReaderLayout(in_row(slots, SLOTS, gap), (), handle=handle, finder=finder, map=seen)


def _split_off_map(
    area: Area, landscape: bool, share: float, low: float, unit: float
) -> tuple[Area, Area, Area]:
    """Return the room for cards, the handle and the map.

    The map is on the left with a share of the width, or below the cards beside the handle, both
    `low` pixels high, in an upright window.
    """
    gap, slim = 8 * unit, SLIM_HANDLE * unit
    if landscape:
        seen = Area(area.x, area.y, share * area.width, area.height)
        rest = area.inner(seen.width + gap, 0, 0, 0)
        return (
            rest.inner(0, 0, slim + gap, 0),
            Area(rest.x + rest.width - slim, rest.y, slim, rest.height),
            seen,
        )
    seen = Area(area.x, area.y, area.width - slim - gap, low)
    return area.inner(0, low + gap, 0, 0), Area(area.x + area.width - slim, area.y, slim, low), seen


def split_off_handle(area: Area, landscape: bool, high: float, unit: float) -> tuple[Area, Area]:
    """Return the room for cards, and the handle: beside it, or below it and `high` pixels high."""
    gap = 8 * unit
    if landscape:
        cards = area.inner(0, 0, HANDLE_WIDTH * unit + gap, 0)
        return cards, Area(cards.x + cards.width + gap, area.y, HANDLE_WIDTH * unit, area.height)
    return area.inner(0, high + gap, 0, 0), Area(area.x, area.y, area.width, high)


def slots_above(cards: Area, share: float, gap: float) -> tuple[Area, Area]:
    """Return the slots, with a share of the height, and the room below them."""
    high = share * (cards.height - gap)
    return Area(cards.x, cards.y + cards.height - high, cards.width, high), cards.inner(
        0, 0, 0, high + gap
    )


def hand_rows(dealt: int, landscape: bool) -> tuple[int, ...]:
    """Return the number of places in each row of the hand.

    There is one row in a landscape window, or for as many cards as slots; else two, with the
    columns of the slots at least. The second row has SECOND places at least.
    """
    # Otherwise a place would be wider than a slot if there are few cards.
    return (
        (max(SLOTS, dealt),) if landscape or dealt <= SLOTS else (SLOTS, max(SECOND, dealt - SLOTS))
    )


def in_row(area: Area, count: int, gap: float) -> tuple[Area, ...]:
    """Return so many boxes of one size from the left, with gaps."""
    width = (area.width - gap * (count - 1)) / count
    return tuple(
        Area(area.x + at * (width + gap), area.y, width, area.height) for at in range(count)
    )


def in_rows(area: Area, rows: tuple[int, ...], gap: float) -> tuple[Area, ...]:
    """Return rows of boxes from the top, all of one width."""
    height = (area.height - gap * (len(rows) - 1)) / len(rows)
    found: list[Area] = []
    for row, count in enumerate(rows):
        top = area.y + area.height - row * (height + gap)
        found += in_row(Area(area.x, top - height, area.width, height), max(rows), gap)[:count]
    return tuple(found)


class DeskChange(NamedTuple):
    """The result of a touch: actions of hands, or why it has none."""

    touches: tuple[ReaderTouch | SettleCard, ...] = ()
    """Actions of hands, in order."""
    words: Text | str = ""
    """The reason for which the touch has no effect; "" if there is nothing to say."""


class Desk(NamedTuple):
    """The cards of one seat, with the rules of locks and of valid cards in slots.

    All tuples of slots have SLOTS entries, slot 1 first.
    """

    seat: int
    dealt: tuple[Face, ...]
    """In their lasting order."""
    slots: tuple[Face | None, ...]
    locked: tuple[bool, ...]
    unread: tuple[bool, ...] = (False,) * SLOTS
    """Whether a slot has an unreadable card."""
    unasked: tuple[bool, ...] = (False,) * SLOTS
    """Whether a slot needs no card."""

    def slot_of(self, code: int) -> int | None:
        """Return the slot, from 1, of the card with this code, or None while it is in the hand."""
        return next(
            (
                number
                for number, card in enumerate(self.slots, 1)
                if card is not None and card.code == code
            ),
            None,
        )

    def free_slots(self) -> tuple[int, ...]:
        """Return the slots that a card can go into, from the left."""
        taken = zip(self.slots, self.locked, self.unread, self.unasked, strict=True)
        return tuple(
            number
            for number, (card, *barred) in enumerate(taken, 1)
            if card is None and not any(barred)
        )

    def free_slot(self) -> int | None:
        """Return the first slot from the left that a card can go into, or None."""
        return next(iter(self.free_slots()), None)

    def tapped_card(self, code: int) -> DeskChange:
        """Put a tapped card of the hand into the first free slot, or the only one in use."""
        if self.slot_of(code) is not None:
            return DeskChange()
        free, asked = (
            self.free_slot(),
            [number for number, barred in enumerate(self.unasked, 1) if not barred],
        )
        if free is None and len(asked) == 1 and not self.locked[asked[0] - 1]:
            # Where only one card is needed, another one is exchanged for it.
            return DeskChange(self._exchange(code, None, asked[0]))
        if free is None:
            return DeskChange(
                words=text("All slots are full. Touch a slot to take its card back first.")
            )
        return DeskChange(self._with_last(InsertCard(self.seat, free, code)))

    def tapped_slot(self, slot: int) -> DeskChange:
        """Take the card of a tapped slot back to the hand.

        A card in a locked slot stays, but is wiped if it is unreadable.
        """
        if self.locked[slot - 1] and self.unread[slot - 1]:
            # It must stay where it is and must be readable: so it is wiped and
            # put back.
            return DeskChange((SettleCard(self.seat, slot),))
        if self.locked[slot - 1]:
            return DeskChange(words=_locked_words(slot))
        if self.slots[slot - 1] is None and not self.unread[slot - 1]:
            return DeskChange(
                words=text(
                    "Slot {slot} is empty. Touch a card to put it into the next free slot.",
                    slot=slot,
                )
            )
        return DeskChange((TakeCard(self.seat, slot),))

    def clear(self) -> DeskChange:
        """Take all cards back to the hand; locked ones stay."""
        taken = zip(self.slots, self.unread, self.locked, strict=True)
        return DeskChange(
            tuple(
                TakeCard(self.seat, slot)
                for slot, (card, unread, locked) in enumerate(taken, 1)
                if (card is not None or unread) and not locked
            )
        )

    def drop(self, code: int, slot: int | None) -> DeskChange:
        """Drop a card onto a slot, or None for anywhere else; two cards that meet are exchanged."""
        source = self.slot_of(code)
        if slot == source:
            return DeskChange()
        if slot is None:
            return self.tapped_slot(source) if source is not None else DeskChange()
        for touched in (slot, source):
            if touched is not None and self.locked[touched - 1]:
                return DeskChange(words=_locked_words(touched))
        if self.unasked[slot - 1]:
            return DeskChange(words=text("Slot {slot} takes no card now.", slot=slot))
        if source is None and self.slots[slot - 1] is None and not self.unread[slot - 1]:
            return DeskChange(self._with_last(InsertCard(self.seat, slot, code)))
        return DeskChange(self._exchange(code, source, slot))

    def _with_last(self, put: InsertCard) -> tuple[ReaderTouch, ...]:
        """Return the action that puts in a card of the hand, then that of the last card if any.

        Where one card is left for one slot nobody has to choose it.
        """
        after = self.after((put,))
        left = [card for card in after.dealt if after.slot_of(card.code) is None]
        free = after.free_slots()
        if any(self.unread) or not len(left) == len(free) == 1:
            return (put,)
        return put, InsertCard(self.seat, free[0], left[0].code)

    def _exchange(self, code: int, source: int | None, slot: int) -> tuple[ReaderTouch, ...]:
        """Return the actions that bring a card from its slot, or the hand (None), to another slot.

        A card in that slot is exchanged.
        """
        there = self.slots[slot - 1]
        # Slots are emptied before they are filled: never two cards in one slot or one card in two.
        touches: list[ReaderTouch] = [TakeCard(self.seat, source)] if source is not None else []
        if there is not None or self.unread[slot - 1]:
            touches.append(TakeCard(self.seat, slot))
        touches.append(InsertCard(self.seat, slot, code))
        if there is not None and source is not None:
            touches.append(InsertCard(self.seat, source, there.code))
        return tuple(touches)

    def after(self, touches: tuple[ReaderTouch | SettleCard, ...]) -> Desk:
        """Return this desk after the touches; a card that is wiped stays what it was.

        Raises:
            KeyError: A card is not on the desk.
        """
        slots = list(self.slots)
        cards = {card.code: card for card in (*self.dealt, *self.slots) if card is not None}
        for touch in touches:
            if isinstance(touch, InsertCard):
                slots[touch.slot - 1] = cards[touch.code]
            elif isinstance(touch, TakeCard):
                slots[touch.slot - 1] = None
        return self._replace(slots=tuple(slots))


def _locked_words(slot: int) -> Text:
    return text("Slot {slot} is locked: its card stays and is played again.", slot=slot)


def desk_of(reader: ReaderPicture, awaited: Mapping[int, int | None] | None = None) -> Desk:
    """Return the desk of an uncovered reader.

    `awaited` are slots without an answer yet, with the code of their coming card or None: two quick
    taps must not both choose the same slot.
    """
    # A locked card was not dealt: it has no place in the hand.
    open_slots = [slot.card for slot in reader.slots if slot.card is not None and not slot.locked]
    # By priority or as they were drawn, in the hand or in a slot: every card keeps its place in the
    # row, and no other moves when it leaves.
    place = {code: at for at, code in enumerate(reader.drawn)}
    dealt = tuple(
        sorted(
            (*reader.hand, *open_slots),
            key=lambda card: (place.get(card.code, len(place)), -card.priority),
        )
    )
    waited = awaited or {}
    # After a touch a slot counts as free, although the reader still shows what it could not read.
    unread = tuple(
        slot.filled and slot.card is None and number not in waited
        for number, slot in enumerate(reader.slots, 1)
    )
    desk = Desk(
        reader.seat,
        dealt,
        slots=tuple(slot.card for slot in reader.slots),
        locked=tuple(slot.locked for slot in reader.slots),
        unread=unread,
        unasked=tuple(not slot.asked for slot in reader.slots),
    )
    cards = {card.code: card for card in (*dealt, *desk.slots) if card is not None}
    slots = list(desk.slots)
    for slot, code in waited.items():
        slots[slot - 1] = cards.get(code) if code is not None else None
    return desk._replace(slots=tuple(slots))


def awaited_after(
    reader: ReaderPicture, awaited: Mapping[int, int | None]
) -> dict[int, int | None]:
    """Return what is still awaited when a reader shows this picture.

    The keys are slots, from 1, that do not hold the card of the touch yet, the values the codes of
    these cards.
    """
    landscape = [
        slot.card.code if slot.card is not None else UNREAD if slot.filled else None
        for slot in reader.slots
    ]
    return {slot: code for slot, code in awaited.items() if landscape[slot - 1] != code}
