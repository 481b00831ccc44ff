"""The physics of a reader: cards, handle and light there, and the readings of its eight sensors.

The output of a sensor is 3.3 V without light and falls towards 0.3 V with more light; `sample` is
the converter's number for it (0-65535). Light is counted in parts of the light that brings a sensor
to its lowest output. Sources: hardware facts, sections 2 and 3; the numbers are estimates until
cards have been measured.
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
"""The share of the slot's own light that white paper, toner and the black slot back reflect."""

SMEAR, SMEARED_CONTRAST = 0.20, 0.05
"""The reflection of a smudged card, and the contrast of its print."""

SHADE, SUN = 0.04, 0.97
"""Other light at a sensor: in a room, and with sunlight in the slots."""

FULL, LOWEST = 65535, 5960
"""A sensor's sample in the dark, and in saturating light (0.3 of 3.3 V)."""


# ---- The state of a reader -----------------------------------------------------------------------


class Picture(NamedTuple):
    """One reader at one moment. Sent as a JSON array of its fields."""

    number: int = 0
    """Counts the changes: the chip reports which one its firmware has seen."""
    cards: tuple[LyingCard | None, ...] = (None,) * SLOTS
    """Slots 1 to 5."""
    handle: str = REST
    """PULL, REST or PUSH."""
    sunny: bool = False

    def with_card(self, slot: int, card: LyingCard | None) -> Picture:
        """Return the next picture, with this card or None in a slot (1-5)."""
        cards = (*self.cards[: slot - 1], card, *self.cards[slot:])
        return self._replace(number=self.number + 1, cards=cards)

    def with_handle(self, handle: str) -> Picture:
        """Return the next picture, with the handle in this position."""
        return self._replace(number=self.number + 1, handle=handle)

    def with_sun(self, sunny: bool) -> Picture:
        """Return the next picture, with or without sunlight."""
        return self._replace(number=self.number + 1, sunny=sunny)


def picture_from(plain: Any) -> Picture:
    """Return a Picture from its JSON form."""
    number, cards, handle, sunny = plain
    return Picture(number, tuple(card and LyingCard(*card) for card in cards), handle, sunny)


# ---- The readings of the sensors -----------------------------------------------------------------


def reflected(card: LyingCard | None) -> tuple[float, ...]:
    """Return the share (0-1) of the slot's own light that each cell reflects, cell 1 first.

    `card` is None for an empty slot.
    """
    if card is None:
        return (SLOT_BACK,) * CELLS
    if card.lie in (HALF, TURNED):
        return tuple(PAPER * _evenness(card.code, cell) for cell in range(CELLS))
    # A card of another deck differs by one bit. A valid code has an odd number of white cells, so
    # that the changed one is refused.
    code = card.code ^ (1 << card.code % CELLS) if card.lie == FOREIGN else card.code
    # From left to right, 1 for white; the first is the highest bit.
    white = [code >> (CELLS - 1 - cell) & 1 for cell in range(CELLS)]
    if card.lie == SMUDGED:
        return tuple(SMEAR + SMEARED_CONTRAST * bit for bit in white)
    return tuple(
        (PAPER if bit else INK) * _evenness(card.code, cell) for cell, bit in enumerate(white)
    )


def sample(light: float) -> int:
    """Return the converter's sample for this light, without noise."""
    return round(FULL - (FULL - LOWEST) * min(1.0, max(0.0, light)))


def samples(
    card: LyingCard | None, sunny: bool, shares: Sequence[float] = ALL
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the samples of a slot's eight cells, with its light off and on.

    `shares` are the shares of the full signal of the sensors.
    """
    ambient = SUN if sunny else SHADE
    back = reflected(card)
    # Most ambient light reaches the sensor directly; a tenth comes by way of the card.
    before = (sample(ambient * (0.9 + 0.1 * part)) for part in back)
    after = (sample(ambient * (0.9 + 0.1 * part) + part) for part in back)
    return tuple(map(_dimmed, before, shares)), tuple(map(_dimmed, after, shares))


def _dimmed(shown: int, share: float) -> int:
    """Return the sample of a sensor that gives only a share of its signal."""
    return shown if share == 1 else FULL - round(share * (FULL - shown))


def _evenness(code: int, cell: int) -> float:
    """Return the unevenness of paper and print: 0.94 to 1.06, fixed for each cell of a card.

    The firmware tolerates a factor of 1.5.
    """
    return 0.94 + (code * 31 + cell * 17) % 13 / 100
