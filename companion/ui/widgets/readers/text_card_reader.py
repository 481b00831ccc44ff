"""An open reader for cards with text: only the slots in use, and the text of a card beside them.

It is the card that was touched last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.input import MotionEvent

from companion.games.scene import Face
from companion.session.view import ReaderPicture
from companion.signals import SLOTS
from companion.ui.layout import Area
from companion.ui.theme import BODY, BRASS_LIGHT, IVORY, LARGE, SAND, SMALL, is_landscape, u
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import READABLE, Label, text_height
from companion.ui.widgets.panel import Panel, add_all, place_widget, toggle_child
from companion.ui.widgets.readers.reader import OpenReader
from companion.ui.widgets.readers.reader_desk import (
    FINDER_HANDLE,
    SLIM_HANDLE,
    Desk,
    ReaderLayout,
    hand_rows,
    in_row,
    in_rows,
    slots_above,
    split_off_handle,
)
from companion.words import NOTHING, Text, facts, text

FEW: Final = 2
"""Most slots that leave room for words beside them."""
SLIM: Final = 0.68
"""Greatest width of a slot as a share of its height."""

SLIMMEST: Final = 0.42
"""Least width of a card as a share of its height."""
SLOT, SLOT_OF_TWO, BRIEF = 92, 74, 166
"""Widths of a slot, of one of two in an upright window, and of the words where the table has the
rest, as on the seven-inch panel."""
FOOT, FOOT_OF_TWO = 186, 240
"""Height of slots and handle at the foot of an upright window, for one slot and for two, which
leave the words less width, as on the seven-inch panel."""
ROW: Final = 126
"""Height of a row of cards with room for their text, as on the seven-inch panel."""
TITLE, SORT, NOTES, PAD, APART = 34, 27, 25, 10, 2
"""Heights of the lines of a card beside its text, free room around them, and between two, as on the
seven-inch panel."""
BROAD: Final = 320
"""Width from which the words have room for the notes of a card, as on the seven-inch panel."""


def has_card_texts(reader: ReaderPicture) -> bool:
    """Return whether the cards of an open hand have text, and few slots are in use."""
    cards = (*reader.hand, *(slot.card for slot in reader.slots if slot.card is not None))
    return (
        any(card.look is not None and card.look.full for card in cards)
        and len(_slots_in_use(reader)) <= FEW
    )


def _slots_in_use(reader: ReaderPicture) -> tuple[int, ...]:
    """Return the slots, from 1, that need a card or have content."""
    return tuple(
        number
        for number, slot in enumerate(reader.slots, 1)
        if slot.asked or slot.filled or slot.locked or slot.fault
    )


def text_card_layout(
    area: Area, dealt: int, slots: tuple[int, ...], landscape: bool, unit: float
) -> ReaderLayout:
    """Lay out a reader with so many dealt cards: slots, the words right of them, the hand below.

    Other slots have no room.
    """
    gap = 8 * unit
    cards, handle = split_off_handle(area, landscape, FINDER_HANDLE * unit, unit)
    upper, rest = slots_above(cards, 0.5 if landscape else 0.35, gap)
    width = min(upper.height * SLIM, (upper.width * 0.5 - gap) / max(1, len(slots)))
    row = Area(upper.x, upper.y, (width + gap) * len(slots) - gap, upper.height)
    # There is a place even if no slot needs a card.
    places = dict(zip(slots, in_row(row, max(1, len(slots)), gap), strict=False))
    nowhere = Area(area.x, area.y, 0, 0)
    left = upper.x + (width + gap) * len(slots)
    card_text = Area(left, upper.y, upper.x + upper.width - left, upper.height)
    boxes = in_rows(rest.inner(0, 0, 0, 0.5 * gap), hand_rows(dealt, landscape), gap)[:dealt]
    hand = tuple(map(_slim, boxes))
    found = tuple(places.get(slot, nowhere) for slot in range(1, SLOTS + 1))
    return ReaderLayout(found, hand, handle, card_text=card_text)


def text_card_table_layout(
    area: Area, dealt: int, slots: tuple[int, ...], landscape: bool, unit: float
) -> ReaderLayout:
    """Lay out the reader as `text_card_layout` does, with the table left of the slots.

    In an upright window the table is above everything, and slots, words and handle are side by side
    at the foot.
    """
    gap, slim, count = 8 * unit, SLIM_HANDLE * unit, max(1, len(slots))
    slot = (SLOT if landscape or count == 1 else SLOT_OF_TWO) * unit
    if landscape:
        handle = Area(area.x + area.width - slim, area.y, slim, area.height)
        cards = area.inner(0, 0, slim + gap, 0)
        rest = Area(cards.x, cards.y, cards.width, max(ROW * unit, cards.height * 0.33))
        upper = cards.inner(0, rest.height + gap, 0, 0)
        card_text = Area(upper.x + upper.width - BRIEF * unit, upper.y, BRIEF * unit, upper.height)
        start = card_text.x - count * (slot + gap)
        table = Area(upper.x, upper.y, start - gap - upper.x, upper.height)
        low, high = upper.y, min(upper.height, slot / SLIMMEST)
        low += upper.height - high
    else:
        high = (FOOT if count == 1 else FOOT_OF_TWO) * unit
        rows = ROW * unit * len(hand_rows(dealt, landscape)) + gap
        handle = Area(area.x + area.width - slim, area.y, slim, high)
        start, low = area.x, area.y
        left = start + count * (slot + gap)
        card_text = Area(left, low, handle.x - gap - left, high)
        rest = Area(area.x, area.y + high + gap, area.width, rows)
        table = area.inner(0, high + rows + 2 * gap, 0, 0)
    wide = count * (slot + gap) - gap
    places = dict(zip(slots, in_row(Area(start, low, wide, high), count, gap), strict=False))
    nowhere = Area(area.x, area.y, 0, 0)
    hand = tuple(_slim(box) for box in in_rows(rest, hand_rows(dealt, landscape), gap)[:dealt])
    found = tuple(places.get(slot, nowhere) for slot in range(1, SLOTS + 1))
    return ReaderLayout(found, hand, handle, map=table, card_text=card_text)


def _slim(box: Area) -> Area:
    """Return the upper part of a box: a card slimmer than that only has more empty room."""
    high = min(box.height, box.width / SLIMMEST)
    return box._replace(y=box.y + box.height - high, height=high)


class CardText(Panel):
    """Name, sort and full text of a card."""

    def __init__(self) -> None:
        """Make it empty; `show` fills it."""
        super().__init__(pad=PAD, gap=APART)
        self._card: Face | None = None
        self.title, self.sort = (
            Label("", LARGE, bold=True, tint=BRASS_LIGHT, least=18),
            Label("", SMALL, tint=SAND, least=18),
        )
        self.words = Label(
            text("Touch a card to read what it does."), BODY, tint=SAND, least=18, upright="top"
        )
        self.notes = Label("", SMALL, tint=SAND, least=18, align="right")
        for line, high in ((self.title, TITLE), (self.sort, SORT), (self.notes, NOTES)):
            line.size_hint_y, line.height = None, u(high)
        add_all(self, self.title, self.sort, self.words, self.notes)
        self.bind(size=self._say)

    def show(self, card: Face | None) -> None:
        """Show another card; None keeps the last one."""
        if card is None or card.look is None or card == self._card:
            return
        self._card, look = card, card.look
        self.title.text, self.notes.text = look.words, facts(look.notes)
        self.words.text, self.words.color = look.full, IVORY
        self._say()

    def _say(self, *_: Any) -> None:
        """Omit the notes in a slim panel; write the card's sort if its text leaves a line for it.

        With the notes the sort has the strength of the card beside it.
        """
        toggle_child(self, self.notes, self.width >= u(BROAD))
        look = None if self._card is None else self._card.look
        if look is None:
            return
        counted = self.notes.parent is not None and look.corner.isdigit()
        strength = text("strength {number}", number=look.corner) if counted else NOTHING
        lines = (TITLE, SORT, NOTES) if self.notes.parent is not None else (TITLE, SORT)
        room = self.height - u(sum(lines) + 2 * PAD + len(lines) * APART)
        needed = text_height(look.full, READABLE, self.width - u(2 * PAD))
        self.sort.text = facts([look.kind, strength]) if needed <= room else NOTHING
        self.sort.height = u(SORT) if needed <= room else 0


class TextCardReader(OpenReader):
    """A reader whose cards have text."""

    def __init__(
        self,
        reader: ReaderPicture,
        act: Send,
        say: Callable[[Text | str], object],
        **rest: Any,
    ) -> None:
        # Before the reader is made, since that lays out everything.
        self.card_text, self._touched = CardText(), 0
        super().__init__(reader, act, say, **rest)
        self.add_widget(self.card_text)

    @property
    def layout(self) -> ReaderLayout:
        layout_of = text_card_table_layout if self.mapped else text_card_layout
        return layout_of(
            Area(*self.pos, *self.size),
            len(self.desk.dealt),
            _slots_in_use(self.picture),
            is_landscape(),
            u(100) / 100,
        )

    def arrange_rest(self, desk: Desk, layout: ReaderLayout) -> None:
        """Place the text of the last touched card, or of one in a slot; hide unused beds."""
        shown = _slots_in_use(self.picture)
        for number, bed in enumerate(self.beds, 1):
            bed.opacity = 1 if number in shown else 0
        box = layout.card_text
        assert box is not None
        place_widget(self.card_text, *box)
        cards = {card.code: card for card in (*desk.dealt, *desk.slots) if card is not None}
        lies = next((card for card in desk.slots if card is not None), None)
        self.card_text.show(cards.get(self._touched, lies))

    def _take(self, touch: MotionEvent) -> bool:
        taken = super()._take(touch)
        if self._dragged is not None:
            self._touched = self._dragged.code
            self._arrange()
        return taken
