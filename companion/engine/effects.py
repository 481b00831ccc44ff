"""The closed set of what elements and cards may ask for; `resolve` and `moving` carry it out and tell it as events.

An effect names no clank: it concerns the one for whom the hook was called. A new element asks for these; it never changes anything
itself.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.engine.cards import Card
from companion.engine.geometry import Heading, Square


@dataclass(init=False, unsafe_hash=True)
class Shift:
    """Move one square that way. Clanks in the way are pushed, except those on squares with the trait `spares` ("" pushes everybody).

    `rule` stands for the clank itself, `push_rule` for those it pushes. Asked for by `act` it is one wish of a beat, to be weighed with all
    the others (7.4); asked for by any other hook it is a step of its own, at once (7.3), in which `spares` does not count.
    """

    heading: Final[Heading]
    cause: Final[str]
    spares: Final[str]
    rule: Final[str]
    push_rule: Final[str]

    def __init__(self, heading: Heading, cause: str, spares: str, rule: str, push_rule: str) -> None:
        self.heading = heading
        self.cause = cause
        self.spares = spares
        self.rule = rule
        self.push_rule = push_rule


@dataclass(init=False, unsafe_hash=True)
class Spin:
    """Turn by some quarters with the clock."""

    quarters: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, quarters: int, cause: str, rule: str) -> None:
        self.quarters, self.cause, self.rule = quarters, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Hurt:
    """Take so many points of damage, from the element on square `by` or the clank of that seat."""

    points: Final[int]
    cause: Final[str]
    by: Final[int | Square]
    rule: Final[str]

    def __init__(self, points: int, cause: str, by: int | Square, rule: str) -> None:
        self.points = points
        self.cause = cause
        self.by = by
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Heal:
    """Lose up to so many points of damage."""

    points: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, points: int, cause: str, rule: str) -> None:
        self.points, self.cause, self.rule = points, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Destroy:
    """Be destroyed, whatever the damage is."""

    cause: Final[str]
    rule: Final[str]

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule


@dataclass(init=False, unsafe_hash=True)
class PlayInstead:
    """Carry out this card instead of the one in the slot, or none; its place in the order stays. For the hook `plan` only."""

    card: Final[Card | None]
    rule: Final[str]

    def __init__(self, card: Card | None, rule: str) -> None:
        self.card, self.rule = card, rule


Effect: TypeAlias = Shift | Spin | Hurt | Heal | Destroy | PlayInstead
