"""The closed set of what elements and cards may ask for; `resolve` and `moving` carry it out and tell it as events.

An effect names no clank: it concerns the one for whom the hook was called. A new element asks for these; it never changes anything
itself.
"""
from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.engine.cards import Card
from companion.engine.geometry import Heading, Square


class Shift(NamedTuple):
    """Move one square that way. Clanks in the way are pushed, except those on squares with the trait `spares` ("" pushes everybody).

    `rule` stands for the clank itself, `push_rule` for those it pushes. Asked for by `act` it is one wish of a beat, to be weighed with all
    the others (7.4); asked for by any other hook it is a step of its own, at once (7.3), in which `spares` does not count.
    """

    heading: Heading
    cause: str
    spares: str
    rule: str
    push_rule: str


class Spin(NamedTuple):
    """Turn by some quarters with the clock."""

    quarters: int
    cause: str
    rule: str


class Hurt(NamedTuple):
    """Take so many points of damage, from the element on square `by` or the clank of that seat."""

    points: int
    cause: str
    by: int | Square
    rule: str


class Heal(NamedTuple):
    """Lose up to so many points of damage."""

    points: int
    cause: str
    rule: str


class Destroy(NamedTuple):
    """Be destroyed, whatever the damage is."""

    cause: str
    rule: str


class PlayInstead(NamedTuple):
    """Carry out this card instead of the one in the slot, or none; its place in the order stays. For the hook `plan` only."""

    card: Card | None
    rule: str


Effect: TypeAlias = Shift | Spin | Hurt | Heal | Destroy | PlayInstead
