"""What is kept of people over many games, as facts: the eleven counters, of which one has two parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.counted import Counts
from companion.games.scene import Fact
from companion.words import Text, count, text, verbatim

HEADS: Final[tuple[tuple[str, Text, Callable[[int], Text]], ...]] = (
    (
        "fields_forward",
        text("Squares forward"),
        lambda number: count("{number} square forward", "{number} squares forward", number),
    ),
    (
        "fields_backward",
        text("Squares backward"),
        lambda number: count("{number} square backward", "{number} squares backward", number),
    ),
    (
        "left_turns",
        text("Left turns"),
        lambda number: count("{number} turn to the left", "{number} turns to the left", number),
    ),
    (
        "right_turns",
        text("Right turns"),
        lambda number: count("{number} turn to the right", "{number} turns to the right", number),
    ),
    (
        "uturns",
        text("U-turns"),
        lambda number: count("{number} U-turn", "{number} U-turns", number),
    ),
    (
        "damage_taken",
        text("Damage taken"),
        lambda number: text("{points} damage taken", points=number),
    ),
    (
        "damage_caused",
        text("Damage caused"),
        lambda number: text("{points} damage caused", points=number),
    ),
    (
        "damage_repaired",
        text("Damage repaired"),
        lambda number: text("{points} damage repaired", points=number),
    ),
    (
        "deaths",
        text("Times destroyed"),
        lambda number: count("destroyed once", "destroyed {number} times", number),
    ),
    (
        "robots_destroyed",
        text("Others destroyed"),
        lambda number: count("{number} other destroyed", "{number} others destroyed", number),
    ),
    (
        "opponents_pushed",
        text("Others pushed"),
        lambda number: count("{number} push", "{number} pushes", number),
    ),
    ("power_downs", text("Rests"), lambda number: count("{number} rest", "{number} rests", number)),
)
"""The counters in the order in which people read them: the name, the head of the line, and what a number means in words."""


def statistics_of(counted: Mapping[int, Mapping[str, int]]) -> tuple[Counts, ...]:
    """The counters of each seat, by their names: as facts, and as numbers."""
    return tuple(Counts(seat, facts_of(numbers), numbers) for seat, numbers in counted.items())


def facts_of(numbers: Mapping[str, int]) -> tuple[Fact, ...]:
    """Numbers by the names of counters as facts; a counter that is missing is none."""
    return tuple(
        Fact(head, verbatim(str(numbers[name])), say(numbers[name]))
        for name, head, say in HEADS
        if name in numbers
    )
