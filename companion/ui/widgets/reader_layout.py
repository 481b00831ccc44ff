"""Where everything of an opened reader lies: five slots, the places of the dealt cards, the handle. Numbers only, nothing is drawn.

Both what is drawn and what a touch means go by these boxes, so that a finger hits what it sees. Slot 1 is on the left.
"""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.engine.cards import HAND
from companion.signals import SLOTS

HANDLE_WIDTH: Final = 140
"""Of the handle beside the cards, as on the seven-inch panel."""
HANDLE_HEIGHT: Final = 236
"""Of the handle below the cards, likewise."""
FINDER_HANDLE: Final = 184
"""The same where real cards have to be found above it, likewise."""
LAMP: Final = 30
"""Height of the strip above a slot with its number and its lock light, likewise."""


class Box(NamedTuple):
    """A rectangle in pixels: its south-west corner and its size."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inner(self, left: float, below: float, right: float, above: float) -> Box:
        """It without a margin on each side."""
        return Box(self.x + left, self.y + below, self.width - left - right, self.height - below - above)


class ReaderLayout(NamedTuple):
    """The boxes of a reader: slots 1-5 with their lamps, as many places for dealt cards as there are, the handle.

    `finder` is where real cards are found, None where the app has dealt.
    """

    slots: tuple[Box, ...]
    hand: tuple[Box, ...]
    handle: Box
    finder: Box | None = None

    def slot_at(self, x: float, y: float) -> int | None:
        """The slot, from 1, whose box holds a point, or None."""
        return next((number for number, box in enumerate(self.slots, 1) if box.holds(x, y)), None)


def reader_layout(area: Box, dealt: int, lying: bool, unit: float) -> ReaderLayout:
    """Lay a reader with so many dealt cards (0-9) out in an area; `unit` is the size of one pixel of the seven-inch panel.

    Slots above, the hand below them, the handle beside or below both; no box lies over another.
    """
    gap = 8 * unit
    cards, handle = _beside_handle(area, lying, HANDLE_HEIGHT * unit, unit)
    slots, rest = _slots_above(cards, 0.54 if lying else 0.42, gap)
    hand = rest.inner(0, 0, 0, 0.5 * gap)
    return ReaderLayout(_in_row(slots, SLOTS, gap), _in_rows(hand, hand_rows(dealt, lying), gap)[:dealt], handle)


def finder_layout(area: Box, lying: bool, unit: float) -> ReaderLayout:
    """Lay a reader out whose cards are found by kind and number; `unit` as above."""
    gap = 8 * unit
    cards, handle = _beside_handle(area, lying, FINDER_HANDLE * unit, unit)
    slots, finder = _slots_above(cards, 0.42 if lying else 0.36, gap)
    return ReaderLayout(_in_row(slots, SLOTS, gap), (), handle, finder)


def _beside_handle(area: Box, lying: bool, high: float, unit: float) -> tuple[Box, Box]:
    """The room for cards, and the handle: beside it, or upright below it and so high."""
    gap = 8 * unit
    if lying:
        cards = area.inner(0, 0, HANDLE_WIDTH * unit + gap, 0)
        return cards, Box(cards.x + cards.width + gap, area.y, HANDLE_WIDTH * unit, area.height)
    return area.inner(0, high + gap, 0, 0), Box(area.x, area.y, area.width, high)


def _slots_above(cards: Box, share: float, gap: float) -> tuple[Box, Box]:
    """The slots, which take a share of the height, and what is left below them."""
    high = share * (cards.height - gap)
    return Box(cards.x, cards.y + cards.height - high, cards.width, high), cards.inner(0, 0, 0, high + gap)


def hand_rows(dealt: int, lying: bool) -> tuple[int, ...]:
    """How many places each row of the hand has: one row when lying, two when upright, the columns of the slots at least.

    Nobody is dealt more than HAND cards [6.2.1].
    """
    # With few cards a place would otherwise be broader than a slot.
    return (max(SLOTS, dealt),) if lying else (SLOTS, HAND - SLOTS)


def _in_row(area: Box, count: int, gap: float) -> tuple[Box, ...]:
    width = (area.width - gap * (count - 1)) / count
    return tuple(Box(area.x + at * (width + gap), area.y, width, area.height) for at in range(count))


def _in_rows(area: Box, rows: tuple[int, ...], gap: float) -> tuple[Box, ...]:
    """Rows from the top, all with boxes of one width."""
    height = (area.height - gap * (len(rows) - 1)) / len(rows)
    found: list[Box] = []
    for row, count in enumerate(rows):
        top = area.y + area.height - row * (height + gap)
        found += _in_row(Box(area.x, top - height, area.width, height), max(rows), gap)[:count]
    return tuple(found)
