"""What is physically at a reader: cards and how they lie, the handle, the sun. Also as JSON, for the chip's process."""
from __future__ import annotations

from typing import Any, Final, NamedTuple

from companion.signals import FOREIGN, HALF, REST, SLOTS, SMUDGED, TURNED, WELL, LyingCard

LIES: Final = (WELL, HALF, SMUDGED, TURNED, FOREIGN)
"""All ways for a card to lie."""


class Picture(NamedTuple):
    """One reader at one moment; `number` counts the changes, so that the chip can say up to which one its firmware has looked.

    `cards` are those of slot 1 to 5, `handle` is PULL, REST or PUSH. Over the pipe it goes as a JSON array, in the order of its fields.
    """

    number: int = 0
    cards: tuple[LyingCard | None, ...] = (None,) * SLOTS
    handle: str = REST
    sunny: bool = False

    def with_card(self, slot: int, card: LyingCard | None) -> Picture:
        """The next picture, with this card (or none) in a slot (1-5)."""
        cards = (*self.cards[:slot - 1], card, *self.cards[slot:])
        return self._replace(number=self.number + 1, cards=cards)

    def with_handle(self, handle: str) -> Picture:
        """The next picture, with the handle there."""
        return self._replace(number=self.number + 1, handle=handle)

    def with_sun(self, sunny: bool) -> Picture:
        """The next picture, with or without sunlight."""
        return self._replace(number=self.number + 1, sunny=sunny)


def picture_from(told: Any) -> Picture:
    """A picture as JSON has brought it."""
    number, cards, handle, sunny = told
    return Picture(number, tuple(card and LyingCard(*card) for card in cards), handle, sunny)
