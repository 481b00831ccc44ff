"""The events of a Derby, each with the number of its rule.

Seats and card ids are those of the state. `by` are the combatants behind an event, as (seat, card
id).
"""

from __future__ import annotations

from typing import TypeAlias

from companion.named_tuples import NamedTuple

Doer: TypeAlias = tuple[int, str]
"""A combatant behind an event, as (seat, card id)."""

# Why an ability has no effect (`Idle.why`).
NO_TARGET, NOT_ALONE, DECLINED, CONTESTED, GONE = (
    "no_target",
    "not_alone",
    "declined",
    "contested",
    "gone",
)
# By what a Derby is won (`DerbyWon.by`).
BY_ABILITY, BY_TOTAL, BY_COMBATANTS, BY_SHARED = "ability", "total", "combatants", "shared"


class Deployed(NamedTuple):
    """A card was revealed in front of its player (DD05)."""

    seat: int
    card: str
    rule: str = "DD05"


class Claiming(NamedTuple):
    """Until the end of the turn this seat gains what would be discarded (DD06, DDR17)."""

    seat: int
    card: str
    rule: str = "DD06"


class Chosen(NamedTuple):
    """A choice was made for an ability."""

    seat: int
    """The seat that chose."""
    asker: str
    """The card that asked."""
    answer: str
    """The id of the chosen card, or "no"."""
    target: int | None = None
    """The seat of the chosen card, None for an unused card."""
    rule: str = "DDR03"


class Copied(NamedTuple):
    """A combatant copies the ability of another one (DDR25)."""

    seat: int
    card: str
    of: Doer
    rule: str = "DDR25"


class Idle(NamedTuple):
    """An ability has no effect."""

    seat: int
    card: str
    why: str
    """The reason.

    - NO_TARGET: there is no card for it.
    - NOT_ALONE: its card is not the only one of its type.
    - DECLINED: its player declined.
    - CONTESTED: another ability wanted the same card.
    - GONE: its card was hit first.
    """
    rule: str = "DDR06"


class Discarded(NamedTuple):
    """A combatant goes to the common pile, face down (DD08)."""

    seat: int
    card: str
    by: tuple[Doer, ...]
    rule: str = "DD08"


class StoodIn(NamedTuple):
    """A combatant is hit instead of another one of the same player (DDR15).

    The next event about it says what happens to it.
    """

    seat: int
    card: str
    saved: str
    by: tuple[Doer, ...]
    rule: str = "DDR15"


class Gained(NamedTuple):
    """A combatant goes to the end of another row, face up."""

    seat: int
    card: str
    start: int | None
    """The seat that had it, None for an unused card."""
    by: tuple[Doer, ...]
    claimed: bool = False
    """Whether it would have been discarded."""
    rule: str = "DD13"


class Kept(NamedTuple):
    """A combatant that would have been discarded stays with its player, face up (DDR17)."""

    seat: int
    card: str
    by: tuple[Doer, ...]
    rule: str = "DDR17"


class Swapped(NamedTuple):
    """Two combatants swapped places (DD13)."""

    seat: int
    card: str
    other_seat: int
    other_card: str
    by: Doer
    rule: str = "DD13"


class TurnedDown(NamedTuple):
    """A combatant was turned face down (DDR05)."""

    seat: int
    card: str
    by: tuple[Doer, ...]
    rule: str = "DDR05"


class Looked(NamedTuple):
    """A player looked at the unused cards."""

    seat: int
    card: str
    rule: str = "DD07"


class Passed(NamedTuple):
    """All players pass the rest of their hands to the left (DD09)."""

    rule: str = "DD09"


class LastDiscarded(NamedTuple):
    """The last card of a hand goes to the pile (DD10, DDR24)."""

    seat: int
    card: str | None
    """The card, None if unknown here."""
    rule: str = "DD10"


class Weakened(NamedTuple):
    """A combatant counts less at the end (DDR22)."""

    seat: int
    card: str
    strength: int
    """The strength that it counts."""
    other: Doer
    rule: str = "DDR22"


class Counted(NamedTuple):
    """The total strength and number of combatants of a seat at the end of a Derby (DD11)."""

    seat: int
    total: int
    combatants: int
    rule: str = "DD11"


class DerbyWon(NamedTuple):
    """A Derby was won."""

    derby: int
    winners: tuple[int, ...]
    by: str
    """By what: an ability, the total, the number of combatants, or shared."""
    cards: tuple[Doer, ...] = ()
    """The combatants that won it by an ability."""
    rule: str = "DD11"


class TokenGiven(NamedTuple):
    """A seat got a victory token (DD12)."""

    seat: int
    tokens: int
    """The number that it has now."""
    rule: str = "DD12"


class GameWon(NamedTuple):
    """A seat won the whole game (DD12)."""

    seat: int
    tokens: int
    rule: str = "DD12"


Event: TypeAlias = (
    Deployed
    | Claiming
    | Chosen
    | Copied
    | Idle
    | Discarded
    | StoodIn
    | Gained
    | Kept
    | Swapped
    | TurnedDown
    | Looked
    | Passed
    | LastDiscarded
    | Weakened
    | Counted
    | DerbyWon
    | TokenGiven
    | GameWon
)
