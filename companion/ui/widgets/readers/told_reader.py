"""An open reader for cards that say in sentences what they do: only the slots that are asked for, and beside them what the card says that was touched last."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.view import CardPicture, ReaderPicture
from companion.signals import SLOTS, ReaderTouch, SettleCard
from companion.ui.theme import BODY, BRASS_LIGHT, IVORY, LARGE, SAND, SMALL, lying, u
from companion.ui.widgets.panel import Panel, fill, put
from companion.ui.widgets.readers.reader import OpenReader
from companion.ui.widgets.readers.reader_desk import FINDER_HANDLE, Box, Desk, ReaderLayout, beside_handle, hand_rows, in_row, in_rows, slots_above
from companion.ui.widgets.text import Words
from companion.words import NOTHING, Text, facts, text

FEW: Final = 2
"""So many slots at most leave room for words beside them."""
SLIM: Final = 0.68
"""A slot's width as a share of its height at most."""

SLIMMEST: Final = 0.42
"""A card's width as a share of its height at least."""


def tells(reader: ReaderPicture) -> bool:
    """Whether the cards of an open hand say in sentences what they do, and few slots are asked for."""
    cards = (*reader.hand, *(slot.card for slot in reader.slots if slot.card is not None))
    return any(card.look is not None and card.look.full for card in cards) and len(_shown(reader)) <= FEW


def _shown(reader: ReaderPicture) -> tuple[int, ...]:
    """The slots that are asked for, or that have something in them, from 1."""
    return tuple(number for number, slot in enumerate(reader.slots, 1) if slot.asked or slot.filled or slot.locked or slot.fault)


def told_layout(area: Box, dealt: int, slots: tuple[int, ...], lying: bool, unit: float) -> ReaderLayout:
    """Lay a reader with so many dealt cards out in an area: these slots alone, the words right of them, the hand below; others have no room at all."""
    gap = 8 * unit
    cards, handle = beside_handle(area, lying, FINDER_HANDLE * unit, unit)
    upper, rest = slots_above(cards, 0.5 if lying else 0.35, gap)
    width = min(upper.height * SLIM, (upper.width * 0.5 - gap) / max(1, len(slots)))
    places = {slot: box for slot, box in zip(slots, in_row(Box(upper.x, upper.y, (width + gap) * len(slots) - gap, upper.height), max(1, len(slots)), gap))}
    nowhere = Box(area.x, area.y, 0, 0)
    left = upper.x + (width + gap) * len(slots)
    told = Box(left, upper.y, upper.x + upper.width - left, upper.height)
    boxes = in_rows(rest.inner(0, 0, 0, 0.5 * gap), hand_rows(dealt, lying), gap)[:dealt]
    # Slimmer than that a card only gets emptier.
    tall = [min(box.height, box.width / SLIMMEST) for box in boxes]
    hand = tuple(box._replace(y=box.y + box.height - high, height=high) for box, high in zip(boxes, tall))
    return ReaderLayout(tuple(places.get(slot, nowhere) for slot in range(1, SLOTS + 1)), hand, handle, told=told)


class CardTold(Panel):
    """What a card is called, of what sort it is, and all that it does."""

    def __init__(self) -> None:
        """Empty; `show` fills it."""
        super().__init__(pad=10, gap=2)
        self._card: CardPicture | None = None
        self.title, self.sort = Words("", LARGE, bold=True, tint=BRASS_LIGHT, least=18), Words("", SMALL, tint=SAND, least=18)
        self.words = Words(text("Touch a card to read what it does."), BODY, tint=SAND, least=18, upright="top")
        self.notes = Words("", SMALL, tint=SAND, least=18, align="right")
        for line, high in ((self.title, 34), (self.sort, 27), (self.notes, 25)):
            line.size_hint_y, line.height = None, u(high)
        fill(self, self.title, self.sort, self.words, self.notes)

    def show(self, card: CardPicture | None) -> None:
        """Another card, None for none yet."""
        if card is None or card.look is None or card == self._card:
            return
        self._card, look = card, card.look
        strength = text("strength {number}", number=look.corner) if look.corner.isdigit() else NOTHING
        self.title.text, self.sort.text, self.notes.text = look.words, facts([look.kind, strength]), facts(look.notes)
        self.words.text, self.words.color = look.full, IVORY


class ToldReader(OpenReader):
    """A reader whose cards say what they do."""

    def __init__(self, reader: ReaderPicture, act: Callable[[ReaderTouch | SettleCard], object], say: Callable[[Text | str], object], **rest: Any) -> None:
        """As a reader."""
        # Before the reader is made, which lays out everything at once.
        self.told, self._touched = CardTold(), 0
        super().__init__(reader, act, say, **rest)
        self.add_widget(self.told)

    @property
    def layout(self) -> ReaderLayout:
        """Where everything lies."""
        return told_layout(Box(*self.pos, *self.size), len(self.desk.dealt), _shown(self.picture), lying(), u(100) / 100)

    def lay_rest(self, desk: Desk, layout: ReaderLayout) -> None:
        """The words, for the card that was touched last, or lies in a slot; no bed where nothing is asked."""
        shown = _shown(self.picture)
        for number, bed in enumerate(self.beds, 1):
            bed.opacity = 1 if number in shown else 0
        box = layout.told
        assert box is not None
        put(self.told, box.x, box.y, box.width, box.height)
        cards = {card.code: card for card in (*desk.dealt, *desk.slots) if card is not None}
        lies = next((card for card in desk.slots if card is not None), None)
        self.told.show(cards.get(self._touched, lies))

    def _take(self, touch: Any) -> bool:
        taken = super()._take(touch)
        if self._held is not None:
            self._touched = self._held.code
            self._arrange()
        return taken
