"""What happens in a Derby, as values; each has the number of the rule behind it. Seats and card ids are those of the state; `by` are (seat, card id) of what did it."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple

Doer: TypeAlias = tuple[int, str]
"""Whose combatant has done something: seat and card id."""

# Why an ability does nothing (`Idle.why`).
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
    """From now on to the end of the turn this seat gains what would be discarded (DD06, DDR17)."""

    seat: int
    card: str
    rule: str = "DD06"


class Chosen(NamedTuple):
    """What was chosen for an ability: a card id, or "no"; `asker` is the card that asks, `seat` who has chosen, `target` whose the chosen card is (None: aside)."""

    seat: int
    asker: str
    answer: str
    target: int | None = None
    rule: str = "DDR03"


class Copied(NamedTuple):
    """A combatant does what another one's ability says (DDR25)."""

    seat: int
    card: str
    of: Doer
    rule: str = "DDR25"


class Idle(NamedTuple):
    """An ability that comes to nothing, and why: NO_TARGET, NOT_ALONE, DECLINED, CONTESTED (another one wanted the same card), GONE (its card was hit first)."""

    seat: int
    card: str
    why: str
    rule: str = "DDR06"


class Discarded(NamedTuple):
    """A combatant goes to the common pile, face down (DD08)."""

    seat: int
    card: str
    by: tuple[Doer, ...]
    rule: str = "DD08"


class StoodIn(NamedTuple):
    """One is hit instead of another of the same player, which is saved (DDR15); what becomes of it says the next event about it."""

    seat: int
    card: str
    saved: str
    by: tuple[Doer, ...]
    rule: str = "DDR15"


class Gained(NamedTuple):
    """A combatant comes to the end of another row, face up; `start` is whose it was, None for one that lay aside. `claimed`: it would have been discarded."""

    seat: int
    card: str
    start: int | None
    by: tuple[Doer, ...]
    claimed: bool = False
    rule: str = "DD13"


class Kept(NamedTuple):
    """A combatant that would have been discarded stays with its own player, in its place, face up (DDR17)."""

    seat: int
    card: str
    by: tuple[Doer, ...]
    rule: str = "DDR17"


class Swapped(NamedTuple):
    """Two combatants have taken each other's places (DD13)."""

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
    """A player has looked at the unused cards."""

    seat: int
    card: str
    rule: str = "DD07"


class Passed(NamedTuple):
    """Everybody passes the rest of the hand to the left (DD09)."""

    rule: str = "DD09"


class LastDiscarded(NamedTuple):
    """The last card of a hand goes to the pile; None where nobody knows it (DD10, DDR24)."""

    seat: int
    card: str | None
    rule: str = "DD10"


class Weakened(NamedTuple):
    """At the end a combatant counts less (DDR22); `strength` is what it counts."""

    seat: int
    card: str
    strength: int
    other: Doer
    rule: str = "DDR22"


class Counted(NamedTuple):
    """What a seat comes to at the end of a Derby: total strength and number of combatants (DD11)."""

    seat: int
    total: int
    combatants: int
    rule: str = "DD11"


class DerbyWon(NamedTuple):
    """Who has won a Derby, and by what; `cards` are the combatants that have won it by an ability."""

    derby: int
    winners: tuple[int, ...]
    by: str
    cards: tuple[Doer, ...] = ()
    rule: str = "DD11"


class TokenGiven(NamedTuple):
    """A victory token, and how many the seat has now (DD12)."""

    seat: int
    tokens: int
    rule: str = "DD12"


class GameWon(NamedTuple):
    """The whole game is won (DD12)."""

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
EVENTS: Final = (
    Deployed,
    Claiming,
    Chosen,
    Copied,
    Idle,
    Discarded,
    StoodIn,
    Gained,
    Kept,
    Swapped,
    TurnedDown,
    Looked,
    Passed,
    LastDiscarded,
    Weakened,
    Counted,
    DerbyWon,
    TokenGiven,
    GameWon,
)
