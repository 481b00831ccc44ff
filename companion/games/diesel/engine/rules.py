"""The settings of a game, and the numbers of cards in play (DD03, DD15).

The deck is no setting: it is chosen separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue, read_settings, settings_words, usual
from companion.words import text

BASE, MEKK_MANIA = "base", "mekk_mania"
FEWEST, MOST = 2, 6
"""The number of players."""


LATE: Final = text(
    "Then the app takes the first combatant that lights up, or “no” where that is allowed."
)

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "variant",
        text("Cards in play"),
        text("The number of players decides which cards of the deck are in play."),
        (
            OptionValue(
                BASE,
                text("By marks"),
                text("With few players, cards with a higher mark (4+, 5+, 6+) stay in the box."),
            ),
            OptionValue(
                MEKK_MANIA,
                text("Mekk Mania"),
                text(
                    "For every Derby a new selection of cards of each type is drawn, regardless of "
                    "their marks. For two to five players."
                ),
            ),
        ),
        BASE,
    ),
    Option(
        "choice_time",
        text("Time to choose"),
        text("When a player takes too long to choose a target, the app chooses it."),
        (
            OptionValue(
                None, text("Off"), text("All players have as much time as they need."), "off"
            ),
            OptionValue(10, text("10 seconds"), LATE),
            OptionValue(20, text("20 seconds"), LATE),
            OptionValue(40, text("40 seconds"), LATE),
        ),
        "off",
    ),
)


_USUAL: Final = usual(OPTIONS)


@kept_as("Rules variant choice_time")
class Rules(NamedTuple):
    """The settings of one game."""

    variant: str = _USUAL["variant"]
    choice_time: int | None = _USUAL["choice_time"]
    """The seconds for a choice, None for no limit."""


def rules_from(words: Mapping[str, str]) -> Rules:
    """Return the rules from words as on the command line, such as `{"variant": "mekk_mania"}`.

    Raises:
        ValueError: A key or value is unknown.
    """
    return read_settings(Rules, OPTIONS, words)


def words_of(rules: Rules) -> dict[str, str]:
    """Return the words for every setting that `rules_from` reads."""
    return settings_words(OPTIONS, rules)


MANIA: Final = {
    2: (2, 4, 5, 4, 2),
    3: (2, 4, 5, 4, 2),
    4: (4, 6, 7, 6, 4),
    5: (6, 8, 9, 8, 6),
    6: (9, 11, 12, 11, 9),
}
"""The number of cards of each strength in Mekk Mania, by the number of players (DD15)."""


def each_deploys(players: int) -> int:
    """Return the number of cards that each player plays in a turn (DD05)."""
    return 2 if players == FEWEST else 1


def hand_size(players: int) -> int:
    """Return the number of cards that each player is dealt (DD04)."""
    return 7 if players == FEWEST else players + 2


def turns_of(players: int) -> int:
    """Return the number of turns in a Derby (DD10)."""
    return 3 if players == FEWEST else players + 1
