"""The command cards: what each does to a robot, and which thirteen belong to each seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

SUITS: Final = "HCDS"
"""Hearts, clubs, diamonds, spades: the suits of seats 1 to 4, in deck 2 of seats 5 to 8 (CBR29).
"""
VALUES: Final = "AKQJT98765432"
"""The values from the highest on; T is the ten."""
MOVES: Final = "AKQJT"
"""The values that move a robot one place forward (CB07)."""
TARGET_CARDS: Final = ("J", "Q", "K")
"""The values that leave a pile for targets 1, 2 and 3 (CB17)."""
LAST_TARGET: Final = len(TARGET_CARDS)
"""The number of the last target."""
SEATS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
COMMANDS: Final = 5
"""The number of commands in a round, and of cards in a program (CB01)."""


@kept_as("Card value suit deck")
class Card(NamedTuple):
    """A playing card that commands a robot; equal cards of two decks are different."""

    value: str
    """The value, one of VALUES."""
    suit: str
    """The suit, one of SUITS."""
    deck: int = 1
    """The deck: 1, or 2 for seats 5 to 8, which has another back (CBR18)."""

    @property
    def text(self) -> str:
        """Return the card as in files, such as AH, or TD2 of deck 2."""
        return f"{self.value}{self.suit}{'' if self.deck == 1 else self.deck}"

    @property
    def rank(self) -> int:
        """Return how high the card counts, from 14 for an ace to 2 (CB05)."""
        return 14 - VALUES.index(self.value)

    @property
    def moves(self) -> bool:
        """Return whether the card moves the robot instead of turning it (CB07)."""
        return self.value in MOVES

    @property
    def quarters(self) -> int:
        """Return the quarter turns clockwise that remain, 0 to 3; 0 for a move (CB08)."""
        return 0 if self.moves else int(self.value) % 4


STILL: Final = (Card("4", "H"),) * COMMANDS
"""A program without effect."""


def card_of(text: str) -> Card:
    """Return the card with this text in files.

    Raises:
        ValueError: There is no such card.
    """
    if (
        len(text) not in (2, 3)
        or text[0] not in VALUES
        or text[1] not in SUITS
        or text[2:] not in ("", "2")
    ):
        raise ValueError(f"{text!r} is no card such as AH, TD or 4S2")
    return Card(text[0], text[1], 2 if text[2:] else 1)


@cache
def pile_of(seat: int) -> tuple[Card, ...]:
    """Return the thirteen cards of a seat, from the ace to the two (CBR18, CBR29)."""
    return tuple(Card(value, SUITS[(seat - 1) % 4], 1 if seat <= 4 else 2) for value in VALUES)


def target_card(seat: int, target: int) -> Card:
    """Return the card of a seat that leaves its pile for target 1, 2 or 3 (CB17)."""
    return pile_of(seat)[0]._replace(value=TARGET_CARDS[target - 1])


def taken_out(seat: int, targets: int) -> tuple[Card, ...]:
    """Return the cards of a seat under this number of targets: jack, queen, king (CB17)."""
    return tuple(target_card(seat, target) for target in range(1, targets + 1))


def cards_left(seat: int, targets: int) -> tuple[Card, ...]:
    """Return the cards that a seat still has after some targets, the highest first."""
    out = taken_out(seat, targets)
    return tuple(card for card in pile_of(seat) if card not in out)


def cards_in_words(cards: Iterable[Card]) -> str:
    """Return cards as in files, with commas between; "none" for no card."""
    return ",".join(card.text for card in cards) or "none"
