"""Program cards, the deck of 84, and how damage decides deals and locks.

See rulebook 4 and 6.2-6.3.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.geometry import ABOUT, LEFT, RIGHT
from companion.named_tuples import NamedTuple

MOVES: Final = ("uturn", "left", "right", "back", "move1", "move2", "move3")
"""The words for moves, in the order of their priorities."""
QUARTERS: Final = {"left": LEFT, "right": RIGHT, "uturn": ABOUT}
"""Turn cards → clockwise quarter turns (7.2.3)."""
STEPS: Final = {"move1": 1, "move2": 2, "move3": 3, "back": -1}
"""Move cards → single steps; Back goes against the heading (7.2.4)."""

PAUSE: Final = "pause"
"""A card outside the deck, for a seat that may do nothing in a register."""

HAND: Final = 9
"""Cards dealt to an undamaged clank (6.2.1)."""
FIRST_LOCK: Final = 5
"""The damage at which slot 5 locks (6.3.1)."""


class Card(NamedTuple):
    """A program card, written `move1@490`."""

    move: str
    priority: int

    def __str__(self) -> str:
        # A pause is outside the deck and has no priority: its number only tells it from the other
        # pauses.
        return self.move if self.move == PAUSE else f"{self.move}@{self.priority}"


Slots: TypeAlias = tuple[Card | None, ...]
"""The cards in a reader: five places, slot 1 first, None for an empty one."""

NO_CARDS: Final[Slots] = (None,) * 5
PAUSE_CARD: Final = Card(PAUSE, 0)


def _run(move: str, first: int, last: int, stride: int) -> tuple[Card, ...]:
    return tuple(Card(move, priority) for priority in range(first, last + 1, stride))


DECK: Final[tuple[Card, ...]] = tuple(
    sorted(
        _run("uturn", 10, 60, 10)
        + _run("left", 70, 410, 20)
        + _run("right", 80, 420, 20)
        + _run("back", 430, 480, 10)
        + _run("move1", 490, 660, 10)
        + _run("move2", 670, 780, 10)
        + _run("move3", 790, 840, 10),
        key=lambda card: card.priority,
    )
)
"""The 84 cards in order of priority (rulebook 4)."""

IN_DECK: Final = frozenset(DECK)


def card_of(text: str) -> Card:
    """Return the card of the deck that a text such as `move1@490` names.

    Raises:
        ValueError: The text names no card; the message says why.
    """
    move, at, number = text.partition("@")
    if move not in MOVES:
        raise ValueError(f"{text!r} names no move; moves are {' '.join(MOVES)}")
    # int() alone would take digits of every script, and blanks around them.
    card = Card(move, int(number)) if at and number.isascii() and number.isdigit() else None
    if card in IN_DECK:
        return card
    first, second, *_, last = [other.priority for other in DECK if other.move == move]
    if card is None:
        raise ValueError(f"{text!r} has no priority such as {move}@{first}")
    raise ValueError(f"the deck has no {text}; priorities of {move} are {first}, {second} … {last}")


def cards_dealt(damage: int, card_lock: bool) -> int:
    """Return how many cards a clank is dealt (6.2.1 [E136], with Card lock off 6.2.2 [E140]).

    `damage` is 0-9. Clanks that are dealt nothing at any damage (6.2.3) are the concern of
    `dealing`.
    """
    return HAND - damage if card_lock else max(len(NO_CARDS), HAND - damage)


def locked_slots(damage: int, card_lock: bool) -> tuple[int, ...]:
    """Return the slots that damage locks at the deal, from slot 5 down (6.3.1 [E137, E138], 6.2.2).

    The slots are in ascending order, () for none; `damage` is 0-9. With Card lock off nothing locks
    [E140].
    """
    if not card_lock or damage < FIRST_LOCK:
        return ()
    # Dealt and locked cards make five (6.3.1 [E139]): cards are dealt for the slots from 1 on, the
    # rest is locked.
    return tuple(range(HAND + 1 - damage, len(NO_CARDS) + 1))
