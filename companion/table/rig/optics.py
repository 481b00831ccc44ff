"""What is at a reader, and what its eight reflective sensors make of it: cards and how they lie, the handle, the sun, light, ink and paper.

A sensor's output is 3.3 V without light and falls towards 0.3 V the more light it gets; `sample` is the number that the chip's
converter makes of it (0-65535). Light is counted in parts of what brings a sensor to its lowest output.
Sources: hardware facts, sections 2 and 3; the numbers are estimates until cards have been measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.signals import FOREIGN, HALF, REST, SLOTS, SMUDGED, TURNED, WELL, LyingCard

LIES: Final = (WELL, HALF, SMUDGED, TURNED, FOREIGN)
"""All ways for a card to lie."""
CELLS: Final = 8
ALL: Final = (1.0,) * CELLS
PAPER, INK, SLOT_BACK = 0.72, 0.07, 0.03
"""How much of the slot's own light comes back from white paper, from toner, and from the matt black back of an empty slot."""

SMEAR, SMEARED_CONTRAST = 0.20, 0.05
"""What comes back from a smudged card, and how little of its print still shows."""

SHADE, SUN = 0.04, 0.97
"""Light of other origin at a sensor: in a room, and with the sun shining into the slots."""

FULL, LOWEST = 65535, 5960
"""A sensor's sample in the dark, and in more light than it can tell apart (0.3 of 3.3 V)."""


# ---- What is there ----------------------------------------------------------------------------------------------------


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
        cards = (*self.cards[: slot - 1], card, *self.cards[slot:])
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


# ---- What the sensors show --------------------------------------------------------------------------------------------


def reflected(card: LyingCard | None) -> tuple[float, ...]:
    """How much each cell of a slot, cell 1 first, sends back of the light that the slot's own LEDs give it, 0-1; None: there is no card."""
    if card is None:
        return (SLOT_BACK,) * CELLS
    if card.lie in (HALF, TURNED):
        return tuple(PAPER * _evenness(card.code, cell) for cell in range(CELLS))
    white = _cells(card.code ^ _misprint(card.code) if card.lie == FOREIGN else card.code)
    if card.lie == SMUDGED:
        return tuple(SMEAR + SMEARED_CONTRAST * bit for bit in white)
    return tuple(
        (PAPER if bit else INK) * _evenness(card.code, cell) for cell, bit in enumerate(white)
    )


def sample(light: float) -> int:
    """What the converter shows for so much light, without noise."""
    return round(FULL - (FULL - LOWEST) * min(1.0, max(0.0, light)))


def samples(
    card: LyingCard | None, sunny: bool, shares: Sequence[float] = ALL
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The samples of a slot's eight cells, with its own light off and with it on; `shares` are what its sensors give of what they should."""
    ambient = SUN if sunny else SHADE
    back = reflected(card)
    # Light of the room falls on the sensor directly for the most part; a tenth of it comes by way of the card.
    before = (sample(ambient * (0.9 + 0.1 * part)) for part in back)
    after = (sample(ambient * (0.9 + 0.1 * part) + part) for part in back)
    return tuple(map(_given, before, shares)), tuple(map(_given, after, shares))


def _given(shown: int, share: float) -> int:
    """What a sensor shows that answers light with a share of its strength only."""
    return shown if share == 1 else FULL - round(share * (FULL - shown))


def _cells(code: int) -> tuple[int, ...]:
    """The card's cells from left to right, 1 for white: the first one is the word's highest bit."""
    return tuple(code >> (CELLS - 1 - cell) & 1 for cell in range(CELLS))


def _misprint(code: int) -> int:
    """The one bit in which a card of another deck differs, so that its word has an even number of white cells."""
    return 1 << code % CELLS


def _evenness(code: int, cell: int) -> float:
    """Paper and print are never quite even: 0.94 to 1.06, always the same for a cell of a card; the firmware bears a factor of 1.5."""
    return 0.94 + (code * 31 + cell * 17) % 13 / 100
