"""The rules at a glance in sentences, for the printed sheet and screens.

They are worded for the settings in force.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

from companion.engine.rules import PASS, REGISTER, REGISTER_AND_TURN, THIS, TURN, Rules
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, sentences, text


class RuleSummary(NamedTuple):
    """A part of the rules: a lead and the words that continue it."""

    lead: Text
    words: Text
    sections: str
    """The rulebook sections that it sums up, such as "7.11.1, 7.11.3"."""


AIM: Final = text(
    "Bring your clank to flag 1, then to flag 2, and so on. The first clank to touch the last "
    "flag wins, and the race is over at that moment."
)
TOGETHER: Final = text(
    "Everything in one part happens at the same time, except cards. If two clanks would come "
    "onto one square, neither moves."
)

_WHEN: Final = {
    PASS: text("as soon as your clank comes onto its square"),
    REGISTER: text("by standing on it at the end of a register, after the lasers"),
    TURN: text("by standing on it at the end of register 5, after the lasers"),
}
# By the number of lives of the setting; None is without end.
_LIVES: Final[Mapping[int | None, Text]] = {
    1: text("It is out the first time."),
    2: text("It is out the second time."),
    3: text("It is out the third time."),
    None: text("It always comes back."),
}
_HEALS: Final = {
    REGISTER: text("at the end of every register"),
    TURN: text("once, at the end of register 5"),
    REGISTER_AND_TURN: text("at the end of every register, and all damage after register 5"),
}


def locks(rules: Rules) -> Text:
    """Return what damage does to the reader (6.2, 6.3)."""
    if not rules.card_lock:
        return text(
            "No slot locks, and everybody is dealt at least five cards. The tenth point of damage "
            "destroys."
        )
    return text(
        "Red slots are locked at the deal: their cards stay and are played again every turn "
        "until a repair opens them. The tenth point of damage destroys."
    )


def power_down(rules: Rules) -> Text:
    """Return what a rest costs and gives (6.5)."""
    if rules.power_down == THIS:
        begin = text("Push before cards are dealt:")
    else:
        begin = text("Push instead of pulling: you still play this turn, and in the next")
    return text(
        "{begin} your clank plays no cards, does not shoot, and loses all damage at the start. "
        "The board still acts on it, and new damage stays.",
        begin=begin,
    )


def destroyed(rules: Rules) -> Text:
    """Return what destroys, and how a clank comes back (8, 9)."""
    return sentences(
        text("A pit, an open edge, a crusher or the tenth point of damage destroys a clank."),
        text("It goes to the parking row and plays no more cards.")
        if rules.lives is None
        else text("It goes to the parking row, loses a life and plays no more cards."),
        text(
            "After register 5 it comes back undamaged on the checkpoint it touched last, "
            "with the heading it had there; if a clank stands there, on the one before."
        ),
        _LIVES.get(rules.lives, NOTHING),
    )


def touching(rules: Rules) -> tuple[RuleSummary, RuleSummary, RuleSummary]:
    """Return the passages on flags, checkpoints and repair points (7.11, 7.12)."""
    return (
        RuleSummary(
            text("A flag"),
            text("is touched {when}. Only your next flag counts.", when=_WHEN[rules.flag_hit]),
            "7.11.1, 7.11.3",
        ),
        RuleSummary(
            text("A checkpoint"),
            text("is any flag or repair point, touched {when}.", when=_WHEN[rules.checkpoint]),
            "7.11.2",
        ),
        RuleSummary(
            text("A repair point"),
            text("removes 1 damage, with a gear 2: {when}.", when=_HEALS[rules.healing]),
            "7.12",
        ),
    )


def section_of(rule: str, known: Container[str]) -> str:
    """Return the number of a rule or of the nearest known section above it, or ""."""
    while rule and rule not in known:
        rule = rule.rpartition(".")[0]
    return rule


def glance(rule: str, rules: Rules) -> tuple[Text, ...]:
    """Return what the sheet says about the section of a rule, () if it is silent."""
    flag, checkpoint, repair = touching(rules)
    by_section: Mapping[str, tuple[RuleSummary | Text, ...]] = {
        "6.2": (locks(rules),),
        "6.3": (locks(rules),),
        "6.5": (power_down(rules),),
        "7.4": (TOGETHER,),
        "7.11": (flag, checkpoint),
        "7.12": (repair,),
        "8": (destroyed(rules),),
        "9": (destroyed(rules),),
        "10": (AIM,),
        "13.1": (destroyed(rules),),
        "13.7": (TOGETHER,),
    }
    passages = by_section.get(section_of(rule, by_section), ())
    return tuple(
        one if isinstance(one, Text) else text("{lead} {words}", lead=one.lead, words=one.words)
        for one in passages
    )
