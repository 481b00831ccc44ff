"""The settings of a game, with all their values and explanations.

The layout is no setting: it is the chosen board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue, read_settings, settings_words, switch, usual
from companion.words import Text, text, verbatim

LAYOUT: Final = "layout"
ON: Final = "on"
OFF: Final = "off"
EXTRAS: Final = ("belts", "teleport", "sticky", "slippery")
"""The settings that switch a kind of special places."""


def _extra(key: str, title: Text, about: Text) -> Option:
    """Return the setting for one kind of special places."""
    return Option(
        key,
        title,
        about,
        (
            OptionValue(
                LAYOUT,
                text("As laid out"),
                text("These cards lie face up where the layout has them."),
            ),
            OptionValue(
                ON,
                text("On"),
                text("Where the layout has none, they lie where the full layout has them."),
            ),
            OptionValue(OFF, text("Off"), text("These cards lie face down and do nothing.")),
        ),
        LAYOUT,
    )


TIMES: Final = (15, 30, 45, 60, 90, 120, 180)
"""The seconds that players who are not ready can be given."""
LATE: Final = text(
    "When time is up, the cards of late players are played in the order in which they were drawn."
)
OPTIONS: Final[tuple[Option, ...]] = (
    _extra(
        "belts",
        text("Belts"),
        text("Lines of black aces and black numbers carry robots after every command."),
    ),
    _extra(
        "teleport",
        text("Teleports"),
        text("A robot on a black jack goes to the other one after every command."),
    ),
    _extra("sticky", text("Sticky places"), text("Robots cannot turn on black kings.")),
    _extra(
        "slippery",
        text("Slippery places"),
        text("A robot that drives onto a black queen slides on in the same direction."),
    ),
    Option(
        "second_jack",
        text("Second red jack"),
        text("The jack of diamonds can be a second target 1, which shortens the game."),
        switch(
            text("It lies face up on F1, near the starts; either red jack counts."),
            text("Only the jack of hearts is target 1."),
        ),
        "off",
    ),
    Option(
        "hurry",
        text("Timer"),
        text("Once a player is ready, the others have only this much time left."),
        (
            OptionValue(
                None, text("Off"), text("All players have as much time as they need."), "off"
            ),
            *(
                OptionValue(seconds, text("{seconds} s", seconds=str(seconds)), LATE)
                for seconds in TIMES
            ),
        ),
        "30",
        is_timer=True,
    ),
    Option(
        "draw",
        text("Cards drawn"),
        text("Each round you take cards from your pile. With more cards you can choose."),
        (
            OptionValue(5, verbatim("5"), text("You play all five.")),
            OptionValue(
                7,
                verbatim("7"),
                text(
                    "You choose five, and the other two go under the pile. Bad hands become rare."
                ),
            ),
        ),
        "5",
    ),
    Option(
        "must_end_on_final_target",
        text("End on the king"),
        text("It is enough to pass the king, the last target, or the robot must stop on it."),
        switch(
            text("It wins if it stands on the king and has all three targets when a round ends."),
            text("It wins at the end of the round in which it has been on the king."),
        ),
        "off",
    ),
    Option(
        "fill_robots",
        text("Extra robots"),
        text("Two or three players can play with four robots, which get in each other's way."),
        switch(
            text(
                "Two players have two robots each. With three players a fourth robot plays "
                "random cards."
            ),
            text("One robot for each player."),
        ),
        "on",
        fixed=True,
    ),
)


_USUAL: Final = usual(OPTIONS)


@kept_as(
    "Rules belts teleport sticky slippery "
    "second_jack hurry draw must_end_on_final_target fill_robots"
)
class Rules(NamedTuple):
    """The settings of one game. Those of EXTRAS are LAYOUT, ON or OFF (CBR28)."""

    belts: str = _USUAL["belts"]
    teleport: str = _USUAL["teleport"]
    sticky: str = _USUAL["sticky"]
    slippery: str = _USUAL["slippery"]
    second_jack: bool = _USUAL["second_jack"]
    hurry: int | None = _USUAL["hurry"]
    """The seconds that late players have, None for no limit."""
    draw: int = _USUAL["draw"]
    """The number of drawn cards."""
    must_end_on_final_target: bool = _USUAL["must_end_on_final_target"]
    fill_robots: bool = _USUAL["fill_robots"]


def rules_from(words: Mapping[str, str]) -> Rules:
    """Return the rules from words as on the command line, such as `{"draw": "7"}`.

    Raises:
        ValueError: A key or value is unknown.
    """
    return read_settings(Rules, OPTIONS, words)


def words_of(rules: Rules) -> dict[str, str]:
    """Return the words for every setting that `rules_from` reads."""
    return settings_words(OPTIONS, rules)
