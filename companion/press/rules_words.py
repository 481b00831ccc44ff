"""The words of the rules sheet, as the settings have it; numbers in small print are those of the rulebook's sections.

Only what players do and see; how rare cases are decided stands in the rulebook.
"""
from __future__ import annotations

from typing import Final

from companion.engine.rules import PASS, REGISTER, REGISTER_AND_TURN, THIS, TURN, Rules

AIM: Final = (
    "Bring your clank to flag 1, then to flag 2, and so on. Whoever touches the last flag first wins, and the race is over in that moment."
)
REGISTER_PARTS: Final = (
    ("cards", "Cards.", "One after another, the highest number first. Driving into a clank pushes it; a wall ends the card.", "7.2, 7.3"),
    ("fast belts", "Fast belts", "carry one square, and again in part 3.", "7.5"),
    ("all belts", "All belts", "carry one square, and turn whom they carry round a corner.", "7.5"),
    ("pushers", "Pushers", "push one square off their wall, in the registers marked on them.", "7.6"),
    ("rotators", "Rotators", "turn a quarter.", "7.7"),
    ("crushers", "Crushers", "destroy, in the registers marked on them.", "7.8"),
    ("board lasers", "Lasers", "hit all in line up to a wall: one damage a beam.", "7.9"),
    ("clank lasers", "Shots.", "Each clank shoots straight ahead; the first in line takes one damage.", "7.10"),
    ("touching", "Touching", "of flags, checkpoints and repair points.", "7.11, 7.12"),
)
"""The part as the engine calls it, its title, what happens, and the rule."""
TOGETHER: Final = "All of one part happen at the same time, except cards. When two would be brought onto one square, neither moves."

_WHEN: Final = {
    PASS: "as soon as your clank comes onto its square", REGISTER: "by standing on it at the end of a register, after the lasers",
    TURN: "by standing on it at the end of register 5, after the lasers",
}
# By the number of lives of the setting; None is without end.
_LIVES: Final = {1: "The first time is the last.", 2: "The second time is the last.", 3: "The third time is the last.", None: "It always comes back."}
_HEALS: Final = {
    REGISTER: "at the end of every register", TURN: "once, at the end of register 5",
    REGISTER_AND_TURN: "at the end of every register, and all damage after register 5",
}


def turn_steps(rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """A turn in four steps: a lead, what happens, and the rule (5)."""
    least = "" if rules.card_lock else ", but never fewer than five"
    left = "" if rules.lives is None else " with a life left"
    return (
        ("Deal.", f"Nine cards each, one fewer for every damage your clank has{least}.", "6.2"),
        ("Program.", "Choose five and put them into slots 1 to 5, then move the handle.", "6.4"),
        ("Race.", "Five registers: register 1 plays everybody’s slot 1, and so on to 5.", "7"),
        ("Clean up.", f"Destroyed clanks{left} come back.", "9"),
    )


def locks(rules: Rules) -> str:
    """What damage does to the reader (6.2, 6.3)."""
    if not rules.card_lock:
        return "Nothing locks, and nobody is dealt fewer than five cards. The tenth damage destroys."
    return (
        "Red slots are locked at the deal: their cards stay and are played again every turn until repair opens the slot."
        " The tenth damage destroys."
    )


def handle_ways(rules: Rules) -> tuple[tuple[str, str], tuple[str, str]]:
    """What pulling and pushing mean (6.4.2 [E192]).

    What a push means depends on the setting for power down (3).
    """
    if rules.power_down == THIS:
        return ("PULL", "the program stands"), ("PUSH", "before the deal: rest at once")
    return ("PULL", "the program stands"), ("PUSH", "the same, and rest next turn")


def power_down(rules: Rules) -> str:
    """What resting costs and gives (6.5)."""
    begin = "Push before cards are dealt:" if rules.power_down == THIS else "Push instead of pulling: this turn is played to its end, and in the next"
    return (
        f"{begin} your clank plays no cards and does not shoot, and is free of all damage from the start."
        " The board still acts on it, and new damage stays."
    )


def destroyed(rules: Rules) -> str:
    """What destroys, and how a clank comes back (8, 9)."""
    life = "" if rules.lives is None else ", loses a life"
    return (
        "A pit, an open edge, a crusher or the tenth damage destroys a clank."
        f" It goes to the parking row{life} and plays no more cards."
        " After register 5 it comes back undamaged on the checkpoint it touched last, with the heading kept there;"
        f" if a clank stands there, on the one before. {_LIVES[rules.lives]}"
    )


def touching(rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """Flags, checkpoints and repair: a lead, what is so, and the rule (7.11, 7.12)."""
    return (
        ("A flag", f"is touched {_WHEN[rules.flag_hit]}. Only your next flag counts.", "7.11.1, 7.11.3"),
        ("A checkpoint", f"is any flag or repair point, touched {_WHEN[rules.checkpoint]}.", "7.11.2"),
        ("A repair point", f"takes away one damage, with a gear two: {_HEALS[rules.healing]}.", "7.12"),
    )
