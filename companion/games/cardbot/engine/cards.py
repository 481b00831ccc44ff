"""The command cards: what each means to a robot, and which thirteen belong to which seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

SUITS: Final = "HCDS"
"""Hearts, clubs, diamonds, spades: the suits of seats 1 to 4, and of seats 5 to 8 in the deck behind (CBR29)."""
VALUES: Final = "AKQJT98765432"
"""The values from the highest on; T is the ten."""
MOVES: Final = "AKQJT"
"""The values that move a robot one place forward (CB07)."""
TARGET_CARDS: Final = ("J", "Q", "K")
"""The values that are taken out of a pile for targets 1, 2 and 3 (CB17)."""
SEATS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
COMMANDS: Final = 5
"""Commands of a round, and so cards of a program (CB01)."""


@kept_as("Card value suit deck")
class Card(NamedTuple):
    """A command card: value and suit, a letter each, and the deck that it is of: 1, or 2 for seats 5 to 8, which have another back (CBR18)."""

    value: str
    suit: str
    deck: int = 1

    @property
    def text(self) -> str:
        """The card as files write it, such as AH, or TD2 of the deck behind."""
        return f"{self.value}{self.suit}{'' if self.deck == 1 else self.deck}"

    @property
    def rank(self) -> int:
        """How high it counts: 14 for an ace, down to 2 (CB05)."""
        return 14 - VALUES.index(self.value)

    @property
    def moves(self) -> bool:
        """Whether it moves the robot, and does not turn it (CB07)."""
        return self.value in MOVES

    @property
    def quarters(self) -> int:
        """By how many quarter turns with the clock the robot heads elsewhere in the end, 0 to 3; 0 for a move (CB08)."""
        return 0 if self.moves else int(self.value) % 4


def card_of(text: str) -> Card:
    """The card that files write so; ValueError where there is none."""
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
    """The thirteen cards of a seat, the ace first and the two last (CBR18, CBR29)."""
    return tuple(Card(value, SUITS[(seat - 1) % 4], 1 if seat <= 4 else 2) for value in VALUES)


def target_card(seat: int, target: int) -> Card:
    """The card of a seat that is taken out of its pile for target 1, 2 or 3 (CB17)."""
    return pile_of(seat)[0]._replace(value=TARGET_CARDS[target - 1])


def taken_out(seat: int, targets: int) -> tuple[Card, ...]:
    """The cards of a seat that lie under targets when so many of them are reached: Jack, Queen, King (CB17)."""
    return tuple(target_card(seat, target) for target in range(1, targets + 1))


def cards_left(seat: int, targets: int) -> tuple[Card, ...]:
    """The cards of a seat that are in its pile or its program when so many targets are reached, the highest first."""
    out = taken_out(seat, targets)
    return tuple(card for card in pile_of(seat) if card not in out)


def cards_in_words(cards: Iterable[Card]) -> str:
    """Cards as files write them, with commas between; "none" for no card."""
    return ",".join(card.text for card in cards) or "none"
