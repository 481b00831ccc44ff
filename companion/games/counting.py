"""What is counted of people over all their games, and what they achieve by it: the door for whoever keeps these figures or shows them.

A game counts what it has of them (`Recap.statistics`); what it has not is missing there, and nothing is achieved by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.race.achievements import ACHIEVEMENTS as ACHIEVEMENTS
from companion.games.race.achievements import Achievement as Achievement
from companion.games.race.achievements import achieved as achieved
from companion.games.race.counters import Counters
from companion.games.race.medals import medal as medal
from companion.games.race.statistics import HEADS
from companion.words import Text

NAMES: Final = Counters._fields
"""The names of all counters."""
TITLES: Final[Mapping[str, Text]] = {name: title for name, title, _ in HEADS}
"""What each counter is called, in the order in which they are told."""
