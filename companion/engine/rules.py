"""The settings of a race, with all values they can take and the words that explain them.

See rulebook 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.engine.rule_set import DERBY, RuleSet
from companion.settings import Option, OptionValue, read_settings, settings_words, switch, usual
from companion.words import Text, text, verbatim

PASS: Final = "pass"
REGISTER: Final = "register"
TURN: Final = "turn"
REGISTER_AND_TURN: Final = "register+turn"
NEXT: Final = "next"
THIS: Final = "this"
STEPWISE: Final = "stepwise"
TOGETHER: Final = "together"
DERBY_MODE, LAST_STANDING, FREE_ORDER, TEAMS, TIME_TRIAL = (
    "derby",
    "last_standing",
    "free_order",
    "teams",
    "time_trial",
)
"""The modes of a race (`companion.engine.modes`)."""
VERSION: Final = 1
"""Increased whenever a race could end differently than before; races are saved with the version by
which they were played."""


OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "flag_hit",
        text("Flag hit"),
        text(
            "A flag counts as soon as a clank passes over it, or only when the clank stops on it."
        ),
        (
            OptionValue(
                PASS,
                text("On pass"),
                text("Driving, being pushed or being carried over the flag is enough."),
            ),
            OptionValue(
                REGISTER,
                text("End of register"),
                text("Standing on the flag at the end of a register, after the lasers."),
            ),
            OptionValue(
                TURN,
                text("End of turn"),
                text("Standing on the flag at the end of the fifth register, after the lasers."),
            ),
        ),
        "register",
    ),
    Option(
        "checkpoint",
        text("Checkpoint"),
        text("A destroyed clank comes back at the last flag or repair point it has touched."),
        (
            OptionValue(
                PASS,
                text("On pass"),
                text("Entering the square is enough, even if something else moved the clank."),
            ),
            OptionValue(
                REGISTER,
                text("End of register"),
                text("Standing there at the end of a register, after the lasers."),
            ),
            OptionValue(
                TURN,
                text("End of turn"),
                text("Standing there at the end of the fifth register, after the lasers."),
            ),
        ),
        "register",
    ),
    Option(
        "healing",
        text("Healing"),
        text("Repair points remove damage from a clank that stands on them."),
        (
            OptionValue(
                REGISTER,
                text("Every register"),
                text("1 damage, or 2 with a gear, at the end of every register."),
            ),
            OptionValue(
                REGISTER_AND_TURN,
                text("R+1 & T+10"),
                text(
                    "1 damage, or 2 with a gear, at the end of every register, and all damage "
                    "after the fifth."
                ),
            ),
            OptionValue(
                TURN,
                text("End of turn"),
                text("1 damage, or 2 with a gear, at the end of the fifth register only."),
            ),
        ),
        "register",
    ),
    Option(
        "power_down",
        text("Power down"),
        text(
            "Push your handle to let your clank rest: it sits out a turn and loses all its damage."
        ),
        (
            OptionValue(
                NEXT,
                text("Next turn"),
                text("The clank plays this turn and rests in the next one."),
            ),
            OptionValue(
                THIS,
                text("This turn"),
                text(
                    "Push before cards are dealt: the clank rests at once, and its old cards stay "
                    "in the reader."
                ),
            ),
        ),
        "next",
    ),
    Option(
        "lives",
        text("Lives"),
        text("Each destruction costs a life. A clank without lives is out."),
        (
            OptionValue(
                None, text("No limit"), text("A destroyed clank always comes back."), "inf"
            ),
            OptionValue(1, verbatim("1"), text("A clank is out the first time it is destroyed.")),
            OptionValue(2, verbatim("2"), text("A clank is out the second time it is destroyed.")),
            OptionValue(3, verbatim("3"), text("A clank is out the third time it is destroyed.")),
        ),
        "3",
    ),
    Option(
        "card_lock",
        text("Card lock"),
        text("Damage can lock slots of a reader: you cannot exchange the cards in them."),
        switch(
            text("From 5 damage on, slots lock from the right, and their cards are played again."),
            text("No slot locks, and everybody is dealt at least five cards."),
        ),
        "on",
    ),
)


EXTENDED_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "fire",
        text("Fire"),
        text("All shots hit at the same time, or a destroyed clank no longer shoots back."),
        (
            OptionValue(
                STEPWISE,
                text("Step by step"),
                text(
                    "Board lasers first, then the clanks, then everything else, one after another."
                ),
            ),
            OptionValue(
                TOGETHER,
                text("Together"),
                text("All damage counts together: nobody is destroyed before everybody has fired."),
            ),
        ),
        STEPWISE,
    ),
)
"""The settings that matter on extended boards only (elements 8)."""


MODE_OPTION: Final = Option(
    "mode",
    text("Mode"),
    text("The mode decides which flags count, and who wins."),
    (
        OptionValue(
            DERBY_MODE,
            text("Derby"),
            text("Flags in their order: the first clank to touch the last one wins."),
        ),
        OptionValue(
            LAST_STANDING,
            text("Last standing"),
            text("Flags do not count: the last clank that is not out wins. Lives must be limited."),
        ),
        OptionValue(
            FREE_ORDER,
            text("Free order"),
            text("Every flag once, in any order: the first clank to touch them all wins."),
        ),
        OptionValue(
            TEAMS,
            text("Teams"),
            text(
                "The first team whose clanks have touched all flags together, in any order, wins. "
                "Choose teams on the page Players."
            ),
        ),
        OptionValue(
            TIME_TRIAL,
            text("Time trial"),
            text("Alone, flags in their order, against the best race saved on this board."),
        ),
    ),
    DERBY_MODE,
    fixed=True,
)
"""The mode of the race. It is apart from the settings of the rulebook, so that earlier races keep
their hashes."""


_ALL: Final = (*OPTIONS, *EXTENDED_OPTIONS, MODE_OPTION)
_USUAL: Final = usual(_ALL)


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of one race; they hold to its end.

    The defaults are those of the rulebook (3). A game with other settings has a class of its own,
    which names its rule set and its `options` for people.
    """

    rule_set: ClassVar[RuleSet] = DERBY
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    flag_hit: str = _USUAL["flag_hit"]
    checkpoint: str = _USUAL["checkpoint"]
    healing: str = _USUAL["healing"]
    power_down: str = _USUAL["power_down"]
    lives: int | None = _USUAL["lives"]
    """None for no limit."""
    card_lock: bool = _USUAL["card_lock"]
    fire: str = _USUAL["fire"]
    mode: str = _USUAL["mode"]


def rules_from(words: dict[str, str]) -> Rules:
    """Read rules from words as on the command line (`{"lives": "inf"}`).

    Raises:
        ValueError: A key or value is unknown; the message names it.
    """
    return read_settings(Rules, _ALL, words)


def words_of(rules: Rules) -> dict[str, str]:
    """Return the words that `rules_from` reads, for every setting."""
    return settings_words(rules.options, rules)


def lives_words(lives: int | None) -> Text:
    """Return how many lives a clank has left, None for no limit."""
    return text("no limit") if lives is None else verbatim(str(lives))
