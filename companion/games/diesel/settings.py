"""The settings of a game, with every value they can take and the words that explain them. The deck is none of them: it is chosen by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.rules import rules_of, words_in
from companion.games.diesel.engine.rules import BASE, MEKK_MANIA, Rules
from companion.settings import Option, OptionValue
from companion.words import text

LATE: Final = text(
    "Then the first combatant that lights up is taken, or “no” where that is allowed."
)

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "variant",
        text("Cards in play"),
        text("A Derby is played with a part of the deck that suits the number of players."),
        (
            OptionValue(
                BASE,
                BASE,
                text("By marks"),
                text("With few players, cards with a higher mark (4+, 5+, 6+) stay in the box."),
            ),
            OptionValue(
                MEKK_MANIA,
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
                "off", None, text("Off"), text("All players have as much time as they need.")
            ),
            OptionValue("10", 10, text("10 seconds"), LATE),
            OptionValue("20", 20, text("20 seconds"), LATE),
            OptionValue("40", 40, text("40 seconds"), LATE),
        ),
        "off",
    ),
)


def rules_from(words: Mapping[str, str]) -> Rules:
    """Rules from words as on the command line (`{"variant": "mekk_mania"}`); ValueError names an unknown key or value."""
    return rules_of(Rules, OPTIONS, words)


def words_of(rules: Rules) -> dict[str, str]:
    """The words that `rules_from` reads, for every setting."""
    return words_in(OPTIONS, rules)
