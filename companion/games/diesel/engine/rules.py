"""The settings of a game, and how many cards of each type are in play (DD03, DD15)."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.kept_names import kept_as

BASE, MEKK_MANIA = "base", "mekk_mania"
FEWEST, MOST = 2, 6
"""Players."""


@kept_as("Rules variant choice_time")
class Rules(NamedTuple):
    """The settings of one game; `choice_time` is in seconds, None for no limit."""

    variant: str = BASE
    choice_time: int | None = None


MANIA: Final = {
    2: (2, 4, 5, 4, 2),
    3: (2, 4, 5, 4, 2),
    4: (4, 6, 7, 6, 4),
    5: (6, 8, 9, 8, 6),
    6: (9, 11, 12, 11, 9),
}
"""Cards of each strength that are in play in Mekk Mania, by the number of players (DD15)."""


def each_deploys(players: int) -> int:
    """How many cards everybody lays down in a turn (DD05)."""
    return 2 if players == FEWEST else 1


def hand_size(players: int) -> int:
    """The cards that each is dealt (DD04)."""
    return 7 if players == FEWEST else players + 2


def turns_of(players: int) -> int:
    """The turns of a Derby (DD10)."""
    return 3 if players == FEWEST else players + 1
