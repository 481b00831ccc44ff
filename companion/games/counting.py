"""What is counted of people over all their games, and what they achieve by it: the door for whoever keeps these figures or shows them.

A game counts what it has of them (`Game.counted`); what it has not is missing there, and nothing is achieved by it.
"""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.race.achievements import ACHIEVEMENTS as ACHIEVEMENTS
from companion.games.race.achievements import Achievement as Achievement
from companion.games.race.achievements import achieved as achieved
from companion.games.race.counters import Counters
from companion.games.race.medals import medal as medal
from companion.words import Text, text

NAMES: Final = Counters._fields
"""The names of all counters."""


class Counted(NamedTuple):
    """One of the eleven counters, as tables show it: what it is called, in a table where there is little room, and the names of its parts."""

    title: Text
    short: Text
    names: tuple[str, ...]


COUNTED: Final[tuple[Counted, ...]] = (
    Counted(text("Squares walked, forward and back"), text("Squares, forward/back"), ("fields_forward", "fields_backward")),
    Counted(text("Left turns"), text("Left turns"), ("left_turns",)),
    Counted(text("Right turns"), text("Right turns"), ("right_turns",)),
    Counted(text("U-turns"), text("U-turns"), ("uturns",)),
    Counted(text("Damage taken"), text("Damage taken"), ("damage_taken",)),
    Counted(text("Times destroyed"), text("Times destroyed"), ("deaths",)),
    Counted(text("Damage to others"), text("Damage to others"), ("damage_caused",)),
    Counted(text("Others destroyed"), text("Others destroyed"), ("robots_destroyed",)),
    Counted(text("Damage repaired"), text("Damage repaired"), ("damage_repaired",)),
    Counted(text("Power-downs"), text("Power-downs"), ("power_downs",)),
    Counted(text("Others pushed"), text("Others pushed"), ("opponents_pushed",)),
)
"""All of them, in the order in which they are told."""
